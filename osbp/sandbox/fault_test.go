package sandbox_test

import (
	"errors"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// TestRule23_Faults strikes one create with each fault and then retries it (rules 23
// and 24): what is definite is said, what is not stays unknown or is found out, and no
// create is ever sent a second time on a guess.
func TestRule23_Faults(t *testing.T) {
	const outcome = osbp.CodeBookingOutcomeUnknown
	for _, tc := range []struct {
		kind          sandbox.FaultKind
		memory, http  osbp.Code // of the first answer; "" is a receipt
		then          osbp.Code // of a retry
		creates, made int       // in the end
	}{
		{sandbox.FaultTaken, osbp.CodeSlotTaken, osbp.CodeSlotTaken, "", 2, 1},
		{sandbox.FaultSlowDown, osbp.CodeRateLimited, osbp.CodeRateLimited, "", 2, 1},
		{sandbox.FaultHang, outcome, outcome, outcome, 1, 0},
		{sandbox.FaultCutBefore, outcome, outcome, outcome, 1, 0},
		{sandbox.FaultErrorBefore, outcome, outcome, outcome, 1, 0},
		{sandbox.FaultCutAfter, "", "", "", 1, 1},
		{sandbox.FaultErrorAfter, "", "", "", 1, 1},
		{sandbox.FaultHangAfter, "", "", "", 1, 1},
		{sandbox.FaultTruncated, "", "", "", 1, 1},
		{sandbox.FaultMalformed, "", "", "", 1, 1},
		{sandbox.FaultWrongPrice, outcome, outcome, "", 1, 1},
		{sandbox.FaultWrongIDs, outcome, outcome, "", 1, 1},
		{sandbox.FaultRetiring, "", "", "", 1, 1},
	} {
		t.Run(string(tc.kind), func(t *testing.T) {
			onBothFaces(t, func(t *testing.T, overHTTP bool) {
				k := newStack(t, setup{overHTTP: overHTTP, adapter: func(o *osbp.AdapterOptions) {
					if tc.kind == sandbox.FaultHang || tc.kind == sandbox.FaultHangAfter {
						o.CreateTimeout = 50 * time.Millisecond
					}
				}})
				in := k.approved(t, fringe, "idem")
				k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: tc.kind, Count: 1})
				first := tc.memory
				if overHTTP {
					first = tc.http
				}
				_, err := k.adapter.CreateBooking(t.Context(), in)
				if first != "" {
					wantCode(t, err, first, true)
				} else if err != nil {
					t.Fatal(err)
				}
				for range 3 {
					_, err = k.adapter.CreateBooking(t.Context(), in)
					if tc.then != "" {
						wantCode(t, err, tc.then, true)
					} else if err != nil {
						t.Fatal(err)
					}
				}
				k.wantCounts(t, sandbox.HarborHair, "idem", tc.creates, tc.made)
			})
		})
	}
}

// TestRule23_Late is a create whose answer nobody waited for and whose appointment
// comes later: the retries ask, and find it once it is there.
func TestRule23_Late(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP, adapter: func(o *osbp.AdapterOptions) { o.CreateTimeout = 50 * time.Millisecond }})
		in := k.approved(t, fringe, "idem")
		off := k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultLate})
		for range 3 {
			_, err := k.adapter.CreateBooking(t.Context(), in)
			wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
		}
		k.wantCounts(t, sandbox.HarborHair, "idem", 1, 0)
		off()
		for {
			got, err := k.adapter.CreateBooking(t.Context(), in)
			if err == nil {
				book := k.sandbox.Reservations(sandbox.HarborHair)
				if got.Receipt.BookingID != book[len(book)-1].Ref {
					t.Error("another appointment than the late one")
				}
				break
			}
			wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
		}
		k.wantCounts(t, sandbox.HarborHair, "idem", 1, 1)
	})
}

// TestRule23_NoFinder leaves an unknown outcome unknown, and not retryable.
func TestRule23_NoFinder(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP, hide: func(p osbp.Platform) osbp.Platform { return struct{ osbp.Platform }{p} }})
		in := k.approved(t, fringe, "idem")
		k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultCutAfter, Count: 1})
		for range 3 {
			_, err := k.adapter.CreateBooking(t.Context(), in)
			wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		}
		k.wantCounts(t, sandbox.HarborHair, "idem", 1, 1)
	})
}

// TestRule23_NativeIdempotency may send the same key again: the platform makes one
// appointment for it. It also knows of a create that came to nothing.
func TestRule23_NativeIdempotency(t *testing.T) {
	native := sandbox.Options{NativeIdempotency: true}
	withoutFinder := func(p osbp.Platform) osbp.Platform { return struct{ osbp.Platform }{p} }
	for _, tc := range []struct {
		name    string
		hide    func(osbp.Platform) osbp.Platform
		kind    sandbox.FaultKind
		first   osbp.Code // "" is a receipt
		then    osbp.Code
		creates int
	}{
		{"sent again", withoutFinder, sandbox.FaultCutBefore, osbp.CodeBookingOutcomeUnknown, "", 2},
		// Its own appointment is in the way of what would be sent again; without a
		// finder nobody knows whose it is.
		{"in its own way", withoutFinder, sandbox.FaultCutAfter, osbp.CodeBookingOutcomeUnknown, osbp.CodeBookingOutcomeUnknown, 1},
		{"found", nil, sandbox.FaultCutAfter, "", "", 1},
		{"found never", nil, sandbox.FaultCutBefore, osbp.CodeBookingOutcomeUnknown, "", 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			onBothFaces(t, func(t *testing.T, overHTTP bool) {
				k := newStack(t, setup{overHTTP: overHTTP, options: native, hide: tc.hide})
				in := k.approved(t, fringe, "idem")
				k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: tc.kind, Count: 1})
				for _, want := range []osbp.Code{tc.first, tc.then, tc.then} {
					_, err := k.adapter.CreateBooking(t.Context(), in)
					if want != "" {
						wantCode(t, err, want, tc.hide == nil)
					} else if err != nil {
						t.Fatal(err)
					}
				}
				k.wantCounts(t, sandbox.HarborHair, "idem", tc.creates, 1)
			})
		})
	}
}

// TestNativeIdempotency is the platform's own: same key and order, same appointment;
// another order is refused.
func TestNativeIdempotency(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		for _, native := range []bool{true, false} {
			k := newStack(t, setup{overHTTP: overHTTP, options: sandbox.Options{NativeIdempotency: native}})
			booking := capture(t, k, fringe, "idem")
			first, err := k.platform.CreateAppointment(t.Context(), booking)
			if err != nil {
				t.Fatal(err)
			}
			second, err := k.platform.CreateAppointment(t.Context(), booking)
			switch {
			case native && (err != nil || second.ID != first.ID):
				t.Errorf("native: %v, %v", second, err)
			case !native && !errors.Is(err, osbp.CodeSlotTaken):
				t.Errorf("not native: %v, %v", second, err)
			}
			k.wantCounts(t, sandbox.HarborHair, "idem", 2, 1)
			if !native {
				continue
			}
			other := capture(t, k, wish{fringe.service, fringe.schedule, fringe.provider, fringe.date, "15:00"}, "idem")
			_, err = k.platform.CreateAppointment(t.Context(), other)
			wantCode(t, err, sandbox.CodeBookingRejected, false)
			k.wantCounts(t, sandbox.HarborHair, "idem", 3, 1)
		}
	})
}

// TestFinder says found for exactly one appointment with the key: two prove nothing
// about the create that is in doubt.
func TestFinder(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		find := func() osbp.Finding {
			t.Helper()
			got, err := k.platform.(osbp.AppointmentFinder).FindAppointment(t.Context(), osbp.AppointmentQuery{IdempotencyKey: "idem"})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		if got := find(); got.Found != osbp.FoundUnknown || got.Appointment != nil {
			t.Errorf("a key that never came: %+v", got)
		}
		for i, want := range []osbp.Found{osbp.FoundAppointment, osbp.FoundUnknown} {
			w := fringe
			w.time = []string{"13:00", "15:00"}[i]
			if _, err := k.platform.CreateAppointment(t.Context(), capture(t, k, w, "idem")); err != nil {
				t.Fatal(err)
			}
			if got := find(); got.Found != want {
				t.Errorf("%d appointments: %+v", i+1, got)
			}
		}
	})
}

// TestFaults_Reads strike every read: the agent gets an answer, never nonsense.
func TestFaults_Reads(t *testing.T) {
	type k = sandbox.FaultKind
	answers := map[k]osbp.Code{
		sandbox.FaultSlowDown:    osbp.CodeRateLimited,
		sandbox.FaultHang:        osbp.CodePlatformUnavailable,
		sandbox.FaultHangAfter:   osbp.CodePlatformUnavailable,
		sandbox.FaultErrorBefore: osbp.CodePlatformUnavailable,
		sandbox.FaultErrorAfter:  osbp.CodePlatformUnavailable,
		sandbox.FaultCutBefore:   osbp.CodeInternalAdapterError,
		sandbox.FaultCutAfter:    osbp.CodeInternalAdapterError,
		sandbox.FaultTruncated:   osbp.CodeInternalAdapterError,
	}
	for op, read := range map[sandbox.Op]func(t *testing.T, s *stack) error{
		sandbox.OpDescribe: func(t *testing.T, s *stack) error {
			_, err := s.adapter.DescribeService(t.Context(), osbp.ServiceDescribeInput{})
			return err
		},
		sandbox.OpTerms: func(t *testing.T, s *stack) error {
			_, err := s.adapter.ExplainPolicy(t.Context(), osbp.PolicyExplainInput{})
			return err
		},
		sandbox.OpOpenings: func(t *testing.T, s *stack) error {
			_, err := s.adapter.FindAvailability(t.Context(), osbp.AvailabilityFindInput{Date: "2026-05-05"})
			return err
		},
		sandbox.OpRead: func(t *testing.T, s *stack) error {
			_, err := s.adapter.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: s.sandbox.Reservations(sandbox.HarborHair)[0].Ref})
			return err
		},
		sandbox.OpSendCode: func(t *testing.T, s *stack) error {
			_, err := s.adapter.SendVerification(t.Context(), osbp.VerificationSendInput{Customer: jane, Purpose: osbp.BookingPurpose(sandbox.HarborHair)})
			return err
		},
	} {
		t.Run(string(op), func(t *testing.T) {
			onBothFaces(t, func(t *testing.T, overHTTP bool) {
				s := newStack(t, setup{overHTTP: overHTTP, adapter: func(o *osbp.AdapterOptions) {
					o.ReadTimeout, o.VerifyTimeout = 300*time.Millisecond, 300*time.Millisecond
				}})
				for kind, code := range answers {
					// Every time: net/http may well repeat a read whose connection was cut.
					off := s.switchOn(t, sandbox.Fault{Op: op, Kind: kind})
					s.clock.Advance(15 * time.Minute) // for another code may be sent again
					err := read(t, s)
					off()
					if p := osbp.AsProblem(err); p == nil || p.Code != code {
						t.Errorf("%s: %v, want %s", kind, err, code)
					}
				}
				s.clock.Advance(15 * time.Minute)
				// What can't be read over HTTP is no answer; in memory it is one that is wrong.
				s.switchOn(t, sandbox.Fault{Op: op, Kind: sandbox.FaultMalformed, Count: 1})
				want := osbp.CodePlatformResultInvalid
				if overHTTP {
					want = osbp.CodeInternalAdapterError
				}
				if err := read(t, s); !errors.Is(err, want) {
					t.Errorf("malformed: %v, want %s", err, want)
				}
				if err := read(t, s); err != nil {
					t.Errorf("after all faults: %v", err)
				}
			})
		})
	}
}

// TestFaults_Compose adds faults up, counts them down and switches them off.
func TestFaults_Compose(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		struck := 0
		k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultSlowDown, Count: 2, Struck: func() { struck++ }})
		off := k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultTaken})
		in := k.approved(t, fringe, "idem")
		for _, want := range []osbp.Code{osbp.CodeRateLimited, osbp.CodeRateLimited, osbp.CodeSlotTaken, osbp.CodeSlotTaken} {
			_, err := k.adapter.CreateBooking(t.Context(), in)
			wantCode(t, err, want, true)
		}
		off()
		off()
		if _, err := k.adapter.CreateBooking(t.Context(), in); err != nil || struck != 2 {
			t.Errorf("%v after %d strikes", err, struck)
		}
	})
}

// TestFaults_Refused: a fault that says nothing, or what can't be, is no fault.
func TestFaults_Refused(t *testing.T) {
	s, _ := newSandbox(t, friday, sandbox.Options{})
	for name, f := range map[string]sandbox.Fault{
		"zero":           {},
		"no kind":        {Op: sandbox.OpReserve},
		"no operation":   {Kind: sandbox.FaultHang},
		"unknown kind":   {Op: sandbox.OpReserve, Kind: "flood"},
		"taken read":     {Op: sandbox.OpRead, Kind: sandbox.FaultTaken},
		"price of terms": {Op: sandbox.OpTerms, Kind: sandbox.FaultWrongPrice},
		"count":          {Op: sandbox.OpRead, Kind: sandbox.FaultHang, Count: -1},
		"retry after":    {Op: sandbox.OpRead, Kind: sandbox.FaultSlowDown, RetryAfter: -1},
	} {
		if off, err := s.SwitchOn(f); err == nil || off != nil {
			t.Errorf("%s: switched on", name)
		}
	}
}
