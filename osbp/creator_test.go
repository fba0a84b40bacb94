package osbp_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// TestCreator_ChallengeThenCreate is the canonical flow (B-015, B-159..B-164, B-173).
func TestCreator_ChallengeThenCreate(t *testing.T) {
	r := newRig(t, nil)
	r.onCreate = func(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		d, err := b.Details()
		if err != nil {
			t.Error(err)
		}
		want := osbp.BookingDetails{
			OrganizationID: r.example.OrganizationID, ServiceID: "service_123", ScheduleID: "schedule_123",
			ProviderID: "provider_123", SlotID: r.example.Slot.ID, Date: "2026-05-05", Time: "13:00",
			StartsAtLocal: r.example.Slot.StartsAtLocal, EndsAtLocal: r.example.Slot.EndsAtLocal,
			StartsAt: r.example.Slot.StartsAt, ScheduleTimezone: "America/Los_Angeles",
			Customer: r.input().Customer, IdempotencyKey: "idem_2026_05_01_001", ExpectedPrice: *usd(9500),
		}
		if diff := cmp.Diff(want, d); diff != "" {
			t.Errorf("details (-want +got):\n%s", diff)
		}
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	got := r.mustBook(t, r.approve(t, r.input()))
	want := &osbp.CreateResult{Receipt: osbp.Receipt{
		ID: "receipt_idem_2026_05_01_001", BookingID: "appointment_123",
		Text: "Booked Haircut on 2026-05-05 at 13:00. Appointment id: appointment_123.",
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	r.wantCreates(t, 1)
}

// TestRule22_Replay answers from the record, whatever the transient fields hold
// (B-176, B-177).
func TestRule22_Replay(t *testing.T) {
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	first := r.mustBook(t, approved)
	resolves := r.resolves.Load()
	for name, in := range map[string]osbp.BookingCreateInput{
		"same call":   approved,
		"no approval": r.input(),
		"other token and code": func() osbp.BookingCreateInput {
			in := r.input()
			in.Approval = &osbp.Approval{Confirmed: true, Token: "other"}
			in.VerificationCode = "654321"
			return in
		}(),
	} {
		got := r.mustBook(t, in)
		if diff := cmp.Diff(first.Receipt, got.Receipt); diff != "" {
			t.Errorf("%s (-first +replay):\n%s", name, diff)
		}
		if got.Runtime == nil || got.Runtime.Idempotency != osbp.LocalCacheReplay {
			t.Errorf("%s: the replay does not say so", name)
		}
	}
	r.clock.Advance(48 * time.Hour) // past the mandate's expiry: the booking is still one's own
	r.mustBook(t, r.input())
	if r.resolves.Load() != resolves {
		t.Error("a replay asked the platform")
	}
	r.wantCreates(t, 1)
}

// TestRule22_Conflict binds a key from the first validated call on (B-178).
func TestRule22_Conflict(t *testing.T) {
	other := func(r *rig) osbp.BookingCreateInput {
		in := r.input()
		in.Customer.Email = "someone@example.net"
		return in
	}
	t.Run("after the challenge", func(t *testing.T) {
		r := newRig(t, nil)
		r.approve(t, r.input())
		_, err := r.create(t.Context(), other(r))
		wantCode(t, err, osbp.CodeIdempotencyConflict, false)
	})
	t.Run("after a refusal", func(t *testing.T) {
		r := newRig(t, nil)
		r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			return nil, osbp.CodeSlotTaken
		}
		_, err := r.create(t.Context(), r.approve(t, r.input()))
		wantCode(t, err, osbp.CodeSlotTaken, true)
		_, err = r.create(t.Context(), other(r))
		wantCode(t, err, osbp.CodeIdempotencyConflict, false)
	})
	t.Run("after success", func(t *testing.T) {
		r := newRig(t, nil)
		r.mustBook(t, r.approve(t, r.input()))
		_, err := r.create(t.Context(), other(r))
		wantCode(t, err, osbp.CodeIdempotencyConflict, false)
		r.wantCreates(t, 1)
	})
	t.Run("not by an invalid call", func(t *testing.T) {
		r := newRig(t, nil)
		bad := other(r)
		bad.ServiceID = "service_other"
		_, err := r.create(t.Context(), bad)
		wantCode(t, err, osbp.CodeServiceNotAllowed, false)
		r.mustBook(t, r.approve(t, r.input()))
	})
}

// TestRule21_Order refuses before it asks the platform, and replays before it
// looks for the slot.
func TestRule21_Order(t *testing.T) {
	r := newRig(t, nil)
	for name, spoil := range map[string]func(*osbp.BookingCreateInput){
		"no mandate":    func(in *osbp.BookingCreateInput) { in.Mandate = nil },
		"other service": func(in *osbp.BookingCreateInput) { in.ServiceID = "service_other" },
		"too early":     func(in *osbp.BookingCreateInput) { in.Date = "2026-04-30" },
		"no key":        func(in *osbp.BookingCreateInput) { in.IdempotencyKey = "" },
		"long key":      func(in *osbp.BookingCreateInput) { in.IdempotencyKey = strings.Repeat("k", 256) },
		"key of lines":  func(in *osbp.BookingCreateInput) { in.IdempotencyKey = "a\nb" },
		"key no UTF-8":  func(in *osbp.BookingCreateInput) { in.IdempotencyKey = "a\xff" },
		"key as marker": func(in *osbp.BookingCreateInput) { in.IdempotencyKey = `approval.token="x"` },
	} {
		in := r.input()
		spoil(&in)
		if _, err := r.create(t.Context(), in); osbp.AsProblem(err) == nil {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if n := r.resolves.Load(); n != 0 {
		t.Errorf("the platform was asked %d times for refused mandates", n)
	}
	approved := r.approve(t, r.input())
	r.mustBook(t, approved)
	r.onResolve = func() error { return osbp.CodeSlotTaken }
	r.mustBook(t, approved)
}

// TestRule21_ExpiryRightBeforeSending reads the clock once more after the
// reservation.
func TestRule21_ExpiryRightBeforeSending(t *testing.T) {
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		// The first swap is the reservation: the process stalls there.
		o.Store = &hookStore{Store: r.store, beforeSwap: func(n int64) {
			if n == 1 {
				r.clock.Advance(9 * time.Minute)
			}
		}}
	})
	r.example.Mandate.ExpiresAt = "2026-05-01T19:09:00Z"
	approved := r.approve(t, r.input())
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeMandateExpired, false)
	r.wantCreates(t, 0)
}

// TestRule21_AllExpiredBeforeSending does not ask the user for a booking that the
// mandate no longer covers.
func TestRule21_AllExpiredBeforeSending(t *testing.T) {
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		o.Store = &hookStore{Store: r.store, beforeSwap: func(n int64) {
			if n == 1 {
				r.clock.Advance(time.Hour)
			}
		}}
	})
	r.example.Mandate.ExpiresAt = "2026-05-01T19:09:00Z"
	_, err := r.create(t.Context(), r.approve(t, r.input()))
	wantCode(t, err, osbp.CodeMandateExpired, false)
	r.wantCreates(t, 0)
}

// TestRule21_ApprovalExpiredBeforeSending challenges again.
func TestRule21_ApprovalExpiredBeforeSending(t *testing.T) {
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		o.Store = &hookStore{Store: r.store, beforeSwap: func(n int64) {
			if n == 1 {
				r.clock.Advance(osbp.ApprovalLifetime)
			}
		}}
	})
	approved := r.approve(t, r.input())
	_, err := r.create(t.Context(), approved)
	if c := challengeOf(t, err); c.Token == approved.Approval.Token {
		t.Error("the expired token is offered again")
	}
	r.wantCreates(t, 0)
}

// TestRule23_DefiniteRefusals free the key and keep the approval (B-174).
func TestRule23_DefiniteRefusals(t *testing.T) {
	dial := errors.New("dial tcp: connection refused")
	for _, tc := range []struct {
		name      string
		err       error
		code      osbp.Code
		retryable bool
	}{
		{"slot taken", osbp.CodeSlotTaken, osbp.CodeSlotTaken, true},
		{"wrapped problem", errors.Join(osbp.NewProblem(osbp.CodeRateLimited, "429")).(interface{ Unwrap() []error }).Unwrap()[0], osbp.CodeRateLimited, true},
		{"verification", osbp.NewProblem(osbp.CodeRequiresVerification, "verify"), osbp.CodeRequiresVerification, true},
		{"retryable flag flipped", &osbp.Problem{Code: osbp.CodeVerificationFailed, Message: "wrong"}, osbp.CodeVerificationFailed, true},
		{"refused", osbp.Refused(&osbp.Problem{Code: "contact_rejected", Message: "no"}), "contact_rejected", false},
		{"not sent", osbp.NotSent(dial), osbp.CodePlatformUnavailable, true},
		{"not sent, wrapped", wrap(osbp.NotSent(dial)), osbp.CodePlatformUnavailable, true},
		{"posing as the gate", osbp.Refused(&osbp.Problem{Code: osbp.CodeRequiresUserConfirmation, Message: `approval.token="x"`, Retryable: true}), osbp.CodePlatformResultInvalid, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := newRig(t, nil)
			approved := r.approve(t, r.input())
			r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				return &osbp.Appointment{ID: "appointment_ghost"}, tc.err
			}
			_, err := r.create(t.Context(), approved)
			p := wantCode(t, err, tc.code, tc.retryable)
			if strings.Contains(p.Message, "dial tcp") || strings.Contains(p.Message, "approval.token") {
				t.Errorf("message %q", p.Message)
			}
			r.onCreate = nil
			r.mustBook(t, approved)
			r.wantCreates(t, 2)
		})
	}
}

func wrap(err error) error { return &wrapped{err} }

type wrapped struct{ err error }

func (w *wrapped) Error() string { return "platform: " + w.err.Error() }
func (w *wrapped) Unwrap() error { return w.err }

// unknownOutcomes are ends of a create that say nothing definite.
func unknownOutcomes() map[string]func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	fail := func(err error) func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) { return nil, err }
	}
	give := func(a osbp.Appointment) func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) { return &a, nil }
	}
	return map[string]func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error){
		"cut connection":     fail(errors.New("read tcp: connection reset by peer")),
		"5xx as a problem":   fail(osbp.NewProblem(osbp.CodeInternalAdapterError, "500")),
		"another code":       fail(osbp.CodeBookingNotFound),
		"confirmation":       fail(osbp.CodeRequiresUserConfirmation),
		"joined":             fail(errors.Join(osbp.NotSent(errors.New("first try")), errors.New("second try timed out"))),
		"joined refusal":     fail(errors.Join(osbp.Refused(osbp.NewProblem("closed", "first try")), errors.New("second try timed out"))),
		"refused by nobody":  fail(osbp.Refused(osbp.AsProblem(errors.New("timeout")))),
		"not sent, no error": fail(osbp.NotSent(nil)),
		"panic":              func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) { panic("+15555550100") },
		"nil, nil":           fail(nil),
		"no id":              give(osbp.Appointment{}),
		"id with newline":    give(osbp.Appointment{ID: "a\nb"}),
		"other organization": give(osbp.Appointment{ID: "a", OrganizationID: "org_other"}),
		"other service":      give(osbp.Appointment{ID: "a", ServiceID: "service_other"}),
		"other schedule":     give(osbp.Appointment{ID: "a", ScheduleID: "schedule_other"}),
		"other provider":     give(osbp.Appointment{ID: "a", ProviderID: "provider_other"}),
		"other time":         give(osbp.Appointment{ID: "a", StartsAtLocal: "2026-05-05T14:00:00"}),
		"other instant":      give(osbp.Appointment{ID: "a", StartsAt: "2026-05-05T13:00:00Z"}),
		"unreadable time":    give(osbp.Appointment{ID: "a", StartsAtLocal: "tomorrow"}),
		"other price":        give(osbp.Appointment{ID: "a", Price: usd(9501)}),
		"other currency":     give(osbp.Appointment{ID: "a", Price: priced("EUR", 9500)}),
	}
}

// TestRule23_UnknownOutcomes are never repeated on a guess (B-226).
func TestRule23_UnknownOutcomes(t *testing.T) {
	for name, outcome := range unknownOutcomes() {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			approved := r.approve(t, r.input())
			r.onCreate = outcome
			_, err := r.create(t.Context(), approved)
			p := wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
			if strings.Contains(p.Message, "5555550100") || strings.Contains(p.Message, "reset by peer") {
				t.Errorf("the cause leaks: %q", p.Message)
			}
			r.onCreate = nil
			for range 2 {
				_, err = r.create(t.Context(), approved)
				wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
			}
			r.clock.Advance(time.Hour)
			_, err = r.another(t, nil).create(t.Context(), approved)
			wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
			r.wantCreates(t, 1)
			if !strings.Contains(r.log.String(), "level=ERROR") {
				t.Error("the operator was not told")
			}
		})
	}
}

// TestRule23_ZeroAppointmentFieldsAreNotCompared accepts a platform that answers
// with an id and equal facts in other spellings.
func TestRule23_AppointmentAgrees(t *testing.T) {
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return &osbp.Appointment{ID: "a", OrganizationID: r.example.OrganizationID, ServiceID: "service_123",
			ScheduleID: "schedule_123", ProviderID: "provider_123", StartsAtLocal: "2026-05-05T13:00",
			StartsAt: "2026-05-05T13:00:00-07:00", Price: usd(9500)}, nil
	}
	r.mustBook(t, approved)
}

// TestRule24_Twins share one create; each has its own approval judged.
func TestRule24_Twins(t *testing.T) {
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	entered, finish := make(chan struct{}), make(chan struct{})
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		close(entered)
		<-finish
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	var wg sync.WaitGroup
	results := make(chan *osbp.CreateResult, 200)
	book := func() {
		got, err := r.create(context.Background(), approved)
		if err != nil {
			t.Errorf("twin: %v", err)
		}
		results <- got
	}
	wg.Go(book)
	<-entered
	r.onResolve = func() error { return osbp.CodeSlotTaken } // one's own booking took it
	for range 199 {
		wg.Go(book)
	}
	_, err := r.create(t.Context(), r.input())
	wantCode(t, err, osbp.CodeBookingInProgress, true)
	wrong := r.input()
	wrong.Approval = &osbp.Approval{Confirmed: true, Token: "wrong"}
	_, err = r.create(t.Context(), wrong)
	wantCode(t, err, osbp.CodeBookingInProgress, true)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = r.create(ctx, approved)
	if err == nil {
		t.Error("a twin whose caller is gone got a receipt")
	}
	close(finish)
	wg.Wait()
	close(results)
	fresh := 0
	for got := range results {
		if got == nil || got.Receipt.BookingID != "appointment_123" {
			t.Fatalf("got %+v", got)
		}
		if got.Runtime == nil {
			fresh++
		}
	}
	if fresh != 1 {
		t.Errorf("%d twins claim to have created, want 1", fresh)
	}
	r.wantCreates(t, 1)
}

// TestRule24_TwinElsewhere is told to come back, then finds the outcome.
func TestRule24_TwinElsewhere(t *testing.T) {
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	other := r.another(t, nil)
	entered, finish, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		close(entered)
		<-finish
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	go func() {
		defer close(done)
		r.create(context.Background(), approved)
	}()
	<-entered
	_, err := other.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingInProgress, true)
	r.clock.Advance(time.Hour) // the sender's time is over: nobody may take over sending
	_, err = other.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	close(finish)
	<-done
	got := other.mustBook(t, approved)
	if got.Runtime == nil {
		t.Error("no replay")
	}
	other.wantCreates(t, 0)
}

// TestRule24_CancelledCaller does not abandon a create that was sent.
func TestRule24_CancelledCaller(t *testing.T) {
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	ctx, cancel := context.WithCancel(t.Context())
	r.onCreate = func(ctx context.Context, _ *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		cancel()
		if err := ctx.Err(); err != nil {
			t.Errorf("the create's context ended with its caller: %v", err)
		}
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	if _, err := r.create(ctx, approved); err != nil {
		t.Errorf("the outcome was lost: %v", err)
	}
	if got := r.mustBook(t, approved); got.Runtime == nil {
		t.Error("the retry did not replay")
	}
	r.wantCreates(t, 1)
}

// TestRule24_FullStore refuses before the create.
func TestRule24_FullStore(t *testing.T) {
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		o.Store = newMemory(t, r.clock, store.MemoryOptions{MaxRecords: 1})
		if _, err := o.Store.Create(t.Context(), "another attempt", nil, r.clock.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	})
	_, err := r.create(t.Context(), r.input())
	wantCode(t, err, osbp.CodeStoreUnavailable, true)
	r.wantCreates(t, 0)
	r.clock.Advance(time.Hour)
	r.mustBook(t, r.approve(t, r.input()))
}

// TestRule24_RecordsOutliveTheSlot by a day.
func TestRule24_RecordsOutliveTheSlot(t *testing.T) {
	for name, instants := range map[string]bool{"with instants": true, "wall clock only": false} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			if !instants {
				r.example.Slot.StartsAt, r.example.Slot.EndsAt = "", ""
			}
			r.mustBook(t, r.approve(t, r.input()))
			end := time.Date(2026, 5, 5, 21, 0, 0, 0, time.UTC)
			r.clock.Advance(end.Add(24*time.Hour - time.Second).Sub(r.clock.Now()))
			r.mustBook(t, r.input())
			r.wantCreates(t, 1)
		})
	}
}

// TestRule24_Namespaces keep organizations that share a store apart.
func TestRule24_Namespaces(t *testing.T) {
	r := newRig(t, nil)
	r.mustBook(t, r.approve(t, r.input()))
	other := r.another(t, func(o *osbp.CreatorOptions) { o.Namespace = osbp.Namespace("test", "org_other") })
	other.mustBook(t, other.approve(t, other.input()))
	other.wantCreates(t, 1)
	if osbp.Namespace("a/b", "c") == osbp.Namespace("a", "b/c") {
		t.Error("two pairs share a namespace")
	}
}

// TestCreator_EvidenceIsCopied books what was approved even if the platform's
// objects change meanwhile.
func TestCreator_EvidenceIsCopied(t *testing.T) {
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		o.Store = &hookStore{Store: r.store, beforeSwap: func(int64) {
			r.example.Slot.Price.AmountMinor = usd(99999).AmountMinor
			r.example.Slot.ProviderID = "provider_other"
		}}
	})
	approved := r.approve(t, r.input())
	r.onCreate = func(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		d, _ := b.Details()
		if d.ExpectedPrice != *usd(9500) || d.ProviderID != "provider_123" {
			t.Errorf("booked %v with %s", d.ExpectedPrice, d.ProviderID)
		}
		return &osbp.Appointment{ID: "a"}, nil
	}
	r.mustBook(t, approved)
}

// TestRule19_ChangedFacts challenge anew and then book the new facts.
func TestRule19_ChangedFacts(t *testing.T) {
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	r.example.Slot.Price = usd(9900)
	_, err := r.create(t.Context(), approved)
	fresh := challengeOf(t, err)
	if !strings.Contains(fresh.Summary, "99.00 USD") {
		t.Errorf("summary %q", fresh.Summary)
	}
	r.wantCreates(t, 0)
	approved.Approval = fresh.Approval()
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return &osbp.Appointment{ID: "a", Price: usd(9900)}, nil
	}
	r.mustBook(t, approved)
}

// TestRule19_UnshownFacts: a change beyond what the summary shows is a change (B-165).
func TestRule19_UnshownFacts(t *testing.T) {
	r := newRig(t, nil)
	note := strings.Repeat("n", 5000)
	r.example.Policy.CancellationNote = note + " Free of charge."
	approved := r.approve(t, r.input())
	r.example.Policy.CancellationNote = note + " The full price is due."
	_, err := r.create(t.Context(), approved)
	fresh := challengeOf(t, err)
	if fresh.Token == approved.Approval.Token {
		t.Error("the old token still counts")
	}
	approved.Approval = fresh.Approval()
	r.mustBook(t, approved)
}
