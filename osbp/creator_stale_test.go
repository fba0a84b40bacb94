package osbp_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// TestRule21_ExpiredWhileLookingUp: the user is not asked for a booking whose mandate
// ended while the platform was asked.
func TestRule21_ExpiredWhileLookingUp(t *testing.T) {
	r := newRig(t, nil)
	r.example.Mandate.ExpiresAt = "2026-05-01T19:09:00Z"
	r.onResolve = func() error { r.clock.Advance(9 * time.Minute); return nil }
	_, err := r.create(t.Context(), r.input())
	wantCode(t, err, osbp.CodeMandateExpired, false)
}

// TestRule21_LateChallengeIsWhole: the challenge for an approval that expired before
// sending is about the facts that were approved, the unshown ones too, and its token
// books.
func TestRule21_LateChallengeIsWhole(t *testing.T) {
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		o.Store = &hookStore{Store: r.store, beforeSwap: func(n int64) {
			if n == 1 {
				r.clock.Advance(osbp.ApprovalLifetime)
				r.example.Policy.Organization.Name = "Another Shop"
			}
		}}
	})
	r.example.Policy.Organization.Name = "The Shop"
	r.example.Policy.CancellationNote = strings.Repeat("n", 5000)
	approved := r.approve(t, r.input())
	_, err := r.create(t.Context(), approved)
	late := challengeOf(t, err)
	if !strings.Contains(late.Summary, `"The Shop"`) {
		t.Errorf("the user is asked for %q", late.Summary)
	}
	r.example.Policy.Organization.Name = "The Shop"
	approved.Approval = late.Approval()
	r.mustBook(t, approved)
}

// TestRule23_DoubtOutlivesTerminalRefusals: no refusal of a retry, not even one that
// only a person can lift, hides that an earlier create may have gone through.
func TestRule23_DoubtOutlivesTerminalRefusals(t *testing.T) {
	r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) { o.NativeIdempotency = true })
	approved := r.approve(t, r.input())
	r.onCreate = cut
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	r.example.Slot.Price = &money.Money{Currency: "USD", Type: money.TypeQuoteRequired}
	_, err = r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	r.wantCreates(t, 1)
}

// TestRule24_QuestionOutlivesItsCaller: what became of a create is asked to the end,
// whoever still listens.
func TestRule24_QuestionOutlivesItsCaller(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
		o.Finder = finderFunc(func(ctx context.Context, _ osbp.AppointmentQuery) (osbp.Finding, error) {
			if asked++; asked == 1 {
				return osbp.Finding{}, nil
			}
			cancel()
			return osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "appointment_123"}}, ctx.Err()
		})
	})
	approved := r.approve(t, r.input())
	r.onCreate = cut
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
	if _, err = r.create(ctx, approved); err != nil {
		t.Errorf("the answer was lost with its caller: %v", err)
	}
	r.wantCreates(t, 1)
}

// TestRule23_LateNonsense says nothing: a platform with native idempotency is sent
// the key again.
func TestRule23_LateNonsense(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
			o.CreateTimeout, o.NativeIdempotency = time.Second, true
		})
		approved := r.approve(t, r.input())
		r.onCreate = hanging(after(time.Minute, "", nil))
		_, err := r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		r.onCreate = nil
		r.mustBook(t, approved)
		r.wantCreates(t, 2)
	})
}

// TestRule24_RecordsOutliveLongSlots: a slot whose end is known on the wall clock only
// is taken for no shorter than it is.
func TestRule24_RecordsOutliveLongSlots(t *testing.T) {
	for name, tc := range map[string]struct{ date, clock, startsAt, end, ended string }{
		"within a day": {"2026-05-05", "13:00", "2026-05-05T20:00:00Z", "2026-05-05T14:00:00", "2026-05-05T21:00:00Z"},
		"two days":     {"2026-05-05", "01:00", "2026-05-05T08:00:00Z", "2026-05-06T23:00:00", "2026-05-07T06:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			s := r.example.Slot
			s.StartsAt, s.EndsAt = tc.startsAt, ""
			s.StartsAtLocal, s.EndsAtLocal = tc.date+"T"+tc.clock+":00", tc.end
			in := r.input()
			in.Date, in.Time = tc.date, tc.clock
			r.mustBook(t, r.approve(t, in))
			ended, err := time.Parse(time.RFC3339, tc.ended)
			if err != nil {
				t.Fatal(err)
			}
			if got := attemptRecord(t, r.store).Expires; got.Before(ended.Add(osbp.RecordLifetime)) {
				t.Errorf("the record ends at %v, before a day after %v", got, ended)
			}
		})
	}
}
