package osbp_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

type finderFunc func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error)

func (f finderFunc) FindAppointment(ctx context.Context, q osbp.AppointmentQuery) (osbp.Finding, error) {
	return f(ctx, q)
}

var errCut = errors.New("read tcp: connection reset by peer")

func cut(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) { return nil, errCut }

// TestRule23_Finder asks the platform about a lost answer, at once and on retry,
// and never creates again without native idempotency.
func TestRule23_Finder(t *testing.T) {
	found := osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "appointment_123", StartsAtLocal: "2026-05-05T13:00:00"}}
	other := osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "a", StartsAtLocal: "2026-05-05T14:00:00"}}
	for _, tc := range []struct {
		name    string
		native  bool
		finding osbp.Finding
		err     error
		booked  bool  // the first call ends with a receipt
		creates int64 // after one retry
	}{
		{name: "found", finding: found, booked: true, creates: 1},
		{name: "found, native", native: true, finding: found, booked: true, creates: 1},
		{name: "found something else", finding: other, creates: 1},
		{name: "found nothing in it", finding: osbp.Finding{Found: osbp.FoundAppointment}, creates: 1},
		{name: "unknown", creates: 1},
		{name: "never, without native idempotency", finding: osbp.Finding{Found: osbp.FoundNever}, creates: 1},
		{name: "never, native", native: true, finding: osbp.Finding{Found: osbp.FoundNever}, creates: 2},
		{name: "unknown, native", native: true, creates: 2},
		{name: "finder fails", err: errCut, creates: 1},
		{name: "finder fails, native", native: true, err: errCut, creates: 1},
		{name: "nonsense answer", finding: osbp.Finding{Found: 99}, creates: 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			asked := 0
			r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
				o.NativeIdempotency = tc.native
				o.Finder = finderFunc(func(_ context.Context, q osbp.AppointmentQuery) (osbp.Finding, error) {
					asked++
					in := r.input()
					want := osbp.AppointmentQuery{IdempotencyKey: in.IdempotencyKey, OrganizationID: r.example.OrganizationID,
						ServiceID: in.ServiceID, ScheduleID: in.ScheduleID, ProviderID: in.ProviderID,
						Date: in.Date, Time: in.Time, Customer: in.Customer}
					if diff := cmp.Diff(want, q); diff != "" {
						t.Errorf("query (-want +got):\n%s", diff)
					}
					return tc.finding, tc.err
				})
			})
			approved := r.approve(t, r.input())
			r.onCreate = cut
			got, err := r.create(t.Context(), approved)
			if asked != 1 {
				t.Fatalf("the platform was asked %d times, want 1", asked)
			}
			if tc.booked {
				if err != nil || got.Receipt.BookingID != "appointment_123" || got.Runtime == nil || got.Runtime.Idempotency != "" {
					t.Fatalf("got %+v, %v", got, err)
				}
			} else {
				wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
			}
			r.onCreate = nil
			if _, err := r.create(t.Context(), approved); (err == nil) != (tc.booked || tc.creates == 2) {
				t.Errorf("retry: %v", err)
			}
			r.wantCreates(t, tc.creates)
		})
	}
}

// TestRule23_NativeResend sends the same key again and trusts no refusal of it:
// that speaks of the second call, not of the first.
func TestRule23_NativeResend(t *testing.T) {
	r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) { o.NativeIdempotency = true })
	approved := r.approve(t, r.input())
	r.onCreate = cut
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	for name, refusal := range map[string]error{
		"slot taken": osbp.CodeSlotTaken, "rate limited": osbp.CodeRateLimited, "not sent": osbp.NotSent(errCut),
	} {
		r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) { return nil, refusal }
		_, err = r.create(t.Context(), approved)
		if p := osbp.AsProblem(err); p == nil || p.Code != osbp.CodeBookingOutcomeUnknown {
			t.Errorf("%s: got %v", name, err)
		}
	}
	r.onResolve = func() error { return osbp.CodeSlotTaken }
	_, err = r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	r.onResolve, r.onCreate = nil, nil
	r.mustBook(t, approved)
	r.wantCreates(t, 5)
}

// TestRule23_Crash takes over a reservation after its lease and never a
// sending one.
func TestRule23_Crash(t *testing.T) {
	for _, tc := range []struct {
		name  string
		swap  int64 // the process ends before this swap
		taken bool  // another may book after the lease
	}{
		{"before the reservation", 1, true},
		{"reserved", 2, true},
		{"sent, before the receipt is stored", 3, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			crashed := false
			r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
				o.Store = &hookStore{Store: r.store, beforeSwap: func(n int64) {
					if n == tc.swap {
						crashed = true
						runtime.Goexit() // nothing of this call runs any further
					}
				}}
			})
			approved := r.approve(t, r.input())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				r.create(context.Background(), approved)
			}()
			if <-ended; !crashed {
				t.Fatal("the crash did not happen")
			}
			sent := r.creates.Load()
			other := r.another(t, nil)
			if tc.swap > 1 {
				_, err := other.create(t.Context(), approved)
				wantCode(t, err, osbp.CodeBookingInProgress, true)
			}
			r.clock.Advance(2 * time.Minute)
			got, err := other.create(t.Context(), approved)
			if tc.taken {
				if err != nil || got.Runtime != nil {
					t.Errorf("got %v, %v", got, err)
				}
			} else {
				wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
			}
			if total := sent + other.creates.Load(); total != 1 {
				t.Errorf("%d create calls, want 1", total)
			}
		})
	}
}

// TestRule24_CreateTimeout gives up waiting, leaves the outcome unknown, and
// writes down what the platform says later.
func TestRule24_CreateTimeout(t *testing.T) {
	for _, tc := range []struct {
		name  string
		late  error
		after osbp.Code // of a retry once the platform has answered; "" is a replay
	}{
		{name: "late success"},
		{name: "late refusal", late: osbp.CodeRateLimited, after: osbp.CodeRateLimited},
		{name: "late nonsense", late: errCut, after: osbp.CodeBookingOutcomeUnknown},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) { o.CreateTimeout = time.Second })
				approved := r.approve(t, r.input())
				r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
					time.Sleep(time.Minute) // deaf to its context; virtual time
					if tc.late != nil {
						return nil, tc.late
					}
					return &osbp.Appointment{ID: "appointment_123"}, nil
				}
				start := time.Now()
				_, err := r.create(t.Context(), approved)
				wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
				if waited := time.Since(start); waited != time.Second {
					t.Errorf("waited %v, want the create timeout", waited)
				}
				if err := r.creator.Close(t.Context()); err != nil {
					t.Fatal(err)
				}
				if waited := time.Since(start); waited != time.Minute {
					t.Errorf("Close waited until %v, want until the platform answered", waited)
				}
				other := r.another(t, nil)
				other.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
					return nil, osbp.CodeRateLimited
				}
				got, err := other.create(t.Context(), approved)
				if tc.after == "" {
					if err != nil || got.Receipt.BookingID != "appointment_123" {
						t.Errorf("got %+v, %v", got, err)
					}
				} else if !errors.Is(err, tc.after) {
					t.Errorf("got %v, want %s", err, tc.after)
				}
			})
		})
	}
}

// TestCreator_Close refuses new work and says when it could not wait.
func TestCreator_Close(t *testing.T) {
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	entered, finish, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		close(entered)
		<-finish
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	go func() {
		defer close(done)
		if _, err := r.create(context.Background(), approved); err != nil {
			t.Error(err)
		}
	}()
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.creator.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Close: %v", err)
	}
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeStoreUnavailable, true)
	close(finish)
	<-done
	if err := r.creator.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestCreator_Unsettled shows the operator what has no outcome, and takes the
// answer of a person who looked.
func TestCreator_Unsettled(t *testing.T) {
	list := func(r *rig) []osbp.Unsettled {
		var out []osbp.Unsettled
		for u, err := range r.creator.Unsettled(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, u)
		}
		return out
	}
	setUp := func(t *testing.T) (*rig, osbp.BookingCreateInput) {
		r := newRig(t, nil)
		fine := r.input()
		fine.IdempotencyKey = "idem_fine"
		r.mustBook(t, r.approve(t, fine))
		approved := r.approve(t, r.input())
		r.onCreate = cut
		r.create(t.Context(), approved)
		r.onCreate = nil
		return r, approved
	}
	t.Run("listed", func(t *testing.T) {
		r, _ := setUp(t)
		want := []osbp.Unsettled{{
			IdempotencyKey: "idem_2026_05_01_001", MandateID: "mnd_2026_05_01_001", OrganizationID: r.example.OrganizationID,
			ServiceID: "service_123", ScheduleID: "schedule_123", ProviderID: "provider_123",
			StartsAtLocal: "2026-05-05T13:00:00", ScheduleTimezone: "America/Los_Angeles",
			Since: r.clock.Now(), Expires: time.Date(2026, 5, 6, 21, 0, 0, 0, time.UTC),
		}}
		if diff := cmp.Diff(want, list(r)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
	t.Run("settled as found", func(t *testing.T) {
		r, approved := setUp(t)
		err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey,
			osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "appointment_9"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.mustBook(t, approved); got.Receipt.BookingID != "appointment_9" {
			t.Errorf("got %+v", got.Receipt)
		}
		if len(list(r)) != 0 {
			t.Error("still listed")
		}
	})
	t.Run("settled as never", func(t *testing.T) {
		r, approved := setUp(t)
		if err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey, osbp.Finding{Found: osbp.FoundNever}); err != nil {
			t.Fatal(err)
		}
		if got := r.mustBook(t, approved); got.Runtime != nil {
			t.Error("replayed something")
		}
	})
	t.Run("refused", func(t *testing.T) {
		r, approved := setUp(t)
		for key, f := range map[string]osbp.Finding{
			"idem_fine": {Found: osbp.FoundNever}, "idem_none": {Found: osbp.FoundNever},
			approved.IdempotencyKey: {}, "": {Found: osbp.FoundNever},
		} {
			if err := r.creator.SettleUnknown(t.Context(), key, f); err == nil {
				t.Errorf("%q was settled with %v", key, f.Found)
			}
		}
	})
}

// TestCreator_MandateCap counts attempts that may have booked, once each.
func TestCreator_MandateCap(t *testing.T) {
	r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) { o.MaxBookingsPerMandate = 2 })
	attempt := func(key string) osbp.BookingCreateInput {
		in := r.input()
		in.IdempotencyKey = key
		return in
	}
	r.mustBook(t, r.approve(t, attempt("one")))
	refused := r.approve(t, attempt("refused"))
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return nil, osbp.CodeSlotTaken
	}
	for range 3 {
		r.create(t.Context(), refused)
	}
	r.onCreate = nil
	waiting := r.approve(t, attempt("waiting"))
	r.mustBook(t, r.approve(t, attempt("two")))
	_, err := r.create(t.Context(), waiting)
	wantCode(t, err, osbp.CodeBookingCapReached, false)
	_, err = r.create(t.Context(), attempt("three"))
	wantCode(t, err, osbp.CodeBookingCapReached, false)
	r.mustBook(t, attempt("one")) // a replay does not count
	r.wantCreates(t, 5)
}

// TestCreator_Recorded is a snapshot that does not pose as fresh state (B-181, B-182).
func TestCreator_Recorded(t *testing.T) {
	r := newRig(t, nil)
	r.mustBook(t, r.approve(t, r.input()))
	got, err := r.creator.Recorded(t.Context(), "appointment_123")
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != osbp.BookingBooked || got.StartsAtLocal != "2026-05-05T13:00:00" || got.Runtime == nil ||
		got.Runtime.Idempotency != osbp.LocalCacheReplay || !strings.Contains(got.Runtime.Message, "not asked") {
		t.Errorf("got %+v, runtime %+v", got, got.Runtime)
	}
	for _, id := range []string{"", "appointment_other", strings.Repeat("x", 300)} {
		_, err := r.creator.Recorded(t.Context(), id)
		wantCode(t, err, osbp.CodeBookingNotFound, false)
	}
}

// TestRule50_CreatorOptions refuses what was left out and keeps its own copy.
func TestRule50_CreatorOptions(t *testing.T) {
	r := newRig(t, nil)
	whole := osbp.CreatorOptions{OrganizationID: "org", Namespace: "n/", Store: r.store, Gate: r.gate}
	for name, spoil := range map[string]func(*osbp.CreatorOptions){
		"organization": func(o *osbp.CreatorOptions) { o.OrganizationID = "" },
		"namespace":    func(o *osbp.CreatorOptions) { o.Namespace = "" },
		"long":         func(o *osbp.CreatorOptions) { o.Namespace = strings.Repeat("n", 600) },
		"store":        func(o *osbp.CreatorOptions) { o.Store = nil },
		"gate":         func(o *osbp.CreatorOptions) { o.Gate = nil },
		"zero gate":    func(o *osbp.CreatorOptions) { o.Gate = new(osbp.Gate) },
		"cap":          func(o *osbp.CreatorOptions) { o.MaxBookingsPerMandate = -1 },
		"timeout":      func(o *osbp.CreatorOptions) { o.CreateTimeout = -1 },
	} {
		o := whole
		spoil(&o)
		if c, err := osbp.NewCreator(o); err == nil || c != nil {
			t.Errorf("%s: accepted", name)
		}
	}
	o := whole
	if _, err := osbp.NewCreator(o); err != nil {
		t.Fatal(err)
	}
	if o.Clock != nil || o.CreateTimeout != 0 || o.Logger != nil {
		t.Error("the caller's options were written into")
	}
	var zero osbp.Creator
	if got, err := zero.Create(t.Context(), r.input(), nil, nil); err == nil || got != nil {
		t.Error("the zero Creator created")
	}
	if _, err := new(osbp.AuthorizedBooking).Details(); !errors.Is(err, osbp.ErrNotAuthorized) {
		t.Errorf("zero AuthorizedBooking: %v", err)
	}
}

// TestCreator_IncompleteEvidence never books.
func TestCreator_IncompleteEvidence(t *testing.T) {
	for name, resolve := range map[string]osbp.ResolveFunc{
		"nil":   func(context.Context) (*osbp.Evidence, error) { return nil, nil },
		"empty": func(context.Context) (*osbp.Evidence, error) { return &osbp.Evidence{}, nil },
		"no slot": func(context.Context) (*osbp.Evidence, error) {
			return &osbp.Evidence{Service: &osbp.Service{}, Policy: &osbp.Policy{}}, nil
		},
		"panic": func(context.Context) (*osbp.Evidence, error) { panic("boom") },
		"error": func(context.Context) (*osbp.Evidence, error) { return nil, errCut },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			_, err := r.creator.Create(t.Context(), r.input(), resolve,
				func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
					t.Error("created")
					return nil, nil
				})
			wantCode(t, err, osbp.CodeInternalAdapterError, false)
		})
	}
}
