package osbp_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// TestCreator_InputIsCopied: what a program does to its input after the call is
// nothing to the booking that goes on.
func TestCreator_InputIsCopied(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) { o.CreateTimeout, o.MaxBookingsPerMandate = time.Second, 1 })
		in := r.approve(t, r.input())
		r.onCreate = hanging(after(time.Minute, "", osbp.CodeSlotTaken))
		mandate := *in.Mandate
		given := in
		given.Mandate = &mandate
		_, err := r.create(t.Context(), given)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		mandate.ID = "mnd_other" // a data race, if it were shared
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		r.onCreate = nil
		r.mustBook(t, in) // the late refusal freed the key and the count
	})
}

// TestCreator_InputIsOneThroughout books by the mandate that was hashed and
// approved, though the caller changes its own meanwhile.
func TestCreator_InputIsOneThroughout(t *testing.T) {
	r := newRig(t, nil)
	in := r.approve(t, r.input())
	mandate := *in.Mandate
	mandate.MaxPrice = usd(9500)
	mandate.ServiceIDs = []string{"service_123"}
	mandate.AllowedActions = []osbp.Tool{osbp.ToolBookingCreate}
	in.Mandate = &mandate
	in.IdempotencyKey = "another"
	in.Approval = nil
	in = r.approve(t, in)
	approval := *in.Approval
	in.Approval = &approval
	r.onResolve = func() error {
		*mandate.MaxPrice = *usd(1)
		mandate.ServiceIDs[0], mandate.AllowedActions[0] = "service_other", "booking.other"
		approval.Token = "other"
		return nil
	}
	r.mustBook(t, in)
}

// TestCreator_EmptyListsStayEmpty: copying does not turn an empty allow-list into
// one that is absent (B-052).
func TestCreator_EmptyListsStayEmpty(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*osbp.Mandate)
		code   osbp.Code
	}{
		"actions":   {func(m *osbp.Mandate) { m.AllowedActions = []osbp.Tool{} }, osbp.CodeActionNotAllowed},
		"services":  {func(m *osbp.Mandate) { m.ServiceIDs = []string{} }, osbp.CodeServiceNotAllowed},
		"schedules": {func(m *osbp.Mandate) { m.ScheduleIDs = []string{} }, osbp.CodeScheduleNotAllowed},
		"providers": {func(m *osbp.Mandate) { m.ProviderIDs = []string{} }, osbp.CodeProviderNotAllowed},
		"long lists": {func(m *osbp.Mandate) {
			m.ServiceIDs = []string{"a", "b", "c", "service_123"}
			m.ProviderIDs = []string{"d", "e", "f", "provider_123"}
			m.ScheduleIDs = []string{"g", "h", "i", "j"}
		}, osbp.CodeScheduleNotAllowed},
	} {
		r := newRig(t, nil)
		in := r.input()
		m := *in.Mandate
		tc.change(&m)
		in.Mandate = &m
		_, err := r.create(context.Background(), in)
		if p := osbp.AsProblem(err); p == nil || p.Code != tc.code {
			t.Errorf("%s: got %v, want %s", name, err, tc.code)
		}
	}
}
