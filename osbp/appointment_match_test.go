package osbp_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule23_InstantWithoutZone: where no instant was approved, the platform's must
// at least be one at which some clock on earth shows the approved time.
func TestRule23_InstantWithoutZone(t *testing.T) {
	for at, ok := range map[string]bool{
		"2026-05-05T13:00:00Z":      true,
		"2026-05-05T13:00:00-07:00": true,
		"2026-05-06T01:00:00Z":      true,  // UTC-12
		"2026-05-04T23:00:00Z":      true,  // UTC+14
		"2026-05-06T01:00:01Z":      false, // nowhere
		"2026-05-04T22:59:59Z":      false,
		"2026-05-06T13:00:00-07:00": false,
		"2026-05-05T13:00:00":       false, // no instant
		"tomorrow":                  false,
	} {
		r := newRig(t, nil)
		r.example.Slot.StartsAt, r.example.Slot.EndsAt, r.example.Slot.ScheduleTimezone = "", "", ""
		approved := r.approve(t, r.input())
		r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			return &osbp.Appointment{ID: "a", StartsAt: at}, nil
		}
		_, err := r.create(t.Context(), approved)
		if ok != (err == nil) {
			t.Errorf("%s: got %v", at, err)
		}
		if err != nil {
			wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		}
	}
}

// TestCreator_SettleUnknownAsFound holds the person's finding to what was approved.
func TestCreator_SettleUnknownAsFound(t *testing.T) {
	for name, tc := range map[string]struct {
		found *osbp.Appointment
		ok    bool
	}{
		"nothing":        {nil, false},
		"no id":          {&osbp.Appointment{}, false},
		"odd id":         {&osbp.Appointment{ID: "a\nb"}, false},
		"other time":     {&osbp.Appointment{ID: "a", StartsAtLocal: "2026-05-05T14:00:00"}, false},
		"other service":  {&osbp.Appointment{ID: "a", ServiceID: "service_other"}, false},
		"id":             {&osbp.Appointment{ID: "a"}, true},
		"all that it is": {&osbp.Appointment{ID: "a", ServiceID: "service_123", StartsAtLocal: "2026-05-05T13:00"}, true},
	} {
		r := newRig(t, nil)
		approved := r.approve(t, r.input())
		r.onCreate = cut
		r.create(t.Context(), approved)
		err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey, osbp.Finding{Found: osbp.FoundAppointment, Appointment: tc.found})
		if tc.ok != (err == nil) {
			t.Errorf("%s: got %v", name, err)
		}
		got, err := r.create(t.Context(), approved)
		if tc.ok {
			if err != nil || got.Receipt.Text != "Booked Haircut on 2026-05-05 at 13:00. Appointment id: a." {
				t.Errorf("%s: got %+v, %v", name, got, err)
			}
			continue
		}
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	}
}

// TestRule23_Disputed: a platform that answered with something else is believed later
// only where it names everything, and is sent nothing again.
func TestRule23_Disputed(t *testing.T) {
	other := func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return &osbp.Appointment{ID: "appointment_other", StartsAtLocal: "2026-05-05T14:00:00"}, nil
	}
	right := func() *osbp.Appointment {
		return &osbp.Appointment{ID: "appointment_123", OrganizationID: exampleOrganization, ServiceID: "service_123",
			ScheduleID: "schedule_123", ProviderID: "provider_123", StartsAtLocal: "2026-05-05T13:00:00", Price: usd(9500)}
	}
	but := func(change func(*osbp.Appointment)) osbp.Finding {
		a := right()
		change(a)
		return osbp.Finding{Found: osbp.FoundAppointment, Appointment: a}
	}
	for name, tc := range map[string]struct {
		finding osbp.Finding
		ok      bool
	}{
		"unknown":         {osbp.Finding{}, false},
		"never":           {osbp.Finding{Found: osbp.FoundNever}, false},
		"nothing in it":   {osbp.Finding{Found: osbp.FoundAppointment}, false},
		"no organization": {but(func(a *osbp.Appointment) { a.OrganizationID = "" }), false},
		"no service":      {but(func(a *osbp.Appointment) { a.ServiceID = "" }), false},
		"no schedule":     {but(func(a *osbp.Appointment) { a.ScheduleID = "" }), false},
		"no provider":     {but(func(a *osbp.Appointment) { a.ProviderID = "" }), false},
		"no start":        {but(func(a *osbp.Appointment) { a.StartsAtLocal = "" }), false},
		"no price":        {but(func(a *osbp.Appointment) { a.Price = nil }), false},
		"wrong start":     {but(func(a *osbp.Appointment) { a.StartsAtLocal = "2026-05-05T14:00:00" }), false},
		"all of it":       {but(func(*osbp.Appointment) {}), true},
		"the instant": {but(func(a *osbp.Appointment) {
			a.StartsAtLocal, a.StartsAt = "", "2026-05-05T20:00:00Z"
		}), true},
	} {
		for when, timeout := range map[string]time.Duration{"in time": time.Hour, "late": time.Second} {
			t.Run(name+", "+when, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var answered atomic.Bool
					r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
						o.NativeIdempotency, o.CreateTimeout = true, timeout
						o.Finder = finderFunc(func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
							if !answered.Load() {
								return osbp.Finding{}, nil
							}
							return tc.finding, nil
						})
					})
					approved := r.approve(t, r.input())
					r.onCreate = func(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
						time.Sleep(time.Minute)
						answered.Store(true)
						return other(ctx, b)
					}
					_, err := r.create(t.Context(), approved)
					wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
					time.Sleep(2 * time.Minute)
					synctest.Wait()
					r.onCreate = nil
					if !strings.Contains(r.log.String(), "level=ERROR") {
						t.Error("the operator was not told")
					}
					r.wantUnsettled(t)
					for range 2 {
						r.clock.Advance(time.Hour)
						got, err := r.create(t.Context(), approved)
						if tc.ok && (err != nil || got.Receipt.BookingID != "appointment_123") {
							t.Errorf("got %+v, %v", got, err)
						} else if !tc.ok {
							wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
						}
					}
					r.wantCreates(t, 1)
					if tc.ok {
						return
					}
					if err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey, osbp.Finding{Found: osbp.FoundNever}); err != nil {
						t.Error(err)
					}
				})
			})
		}
	}
	t.Run("late, after a person said never", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) { o.CreateTimeout = time.Second })
			approved := r.approve(t, r.input())
			r.onCreate = func(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				time.Sleep(time.Minute)
				return other(ctx, b)
			}
			r.create(t.Context(), approved)
			if err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey, osbp.Finding{Found: osbp.FoundNever}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Minute)
			synctest.Wait()
			_, err := r.create(t.Context(), approved)
			wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
			r.wantCreates(t, 1)
		})
	})
	t.Run("a malformed answer is not one", func(t *testing.T) {
		r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
			o.Finder = finderFunc(func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
				return osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "appointment_123"}}, nil
			})
		})
		approved := r.approve(t, r.input())
		r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) { return nil, nil }
		r.mustBook(t, approved)
	})
}

func (r *rig) wantUnsettled(t testing.TB) {
	t.Helper()
	n := 0
	for _, err := range r.creator.Unsettled(t.Context()) {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 1 {
		t.Errorf("%d attempts are unsettled, want 1", n)
	}
}

// TestRule23_UnaskedProvider: nobody approved a provider.
func TestRule23_UnaskedProvider(t *testing.T) {
	r := newRig(t, nil)
	r.example.Slot.ProviderID = ""
	in := r.input()
	m := *in.Mandate
	m.ProviderIDs, in.ProviderID, in.Mandate = nil, "", &m
	approved := r.approve(t, in)
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return &osbp.Appointment{ID: "a", ProviderID: "provider_123"}, nil
	}
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
}

// TestRule19_SpentByTheBooking: no token outlives the create that it allowed.
func TestRule19_SpentByTheBooking(t *testing.T) {
	r := newRig(t, nil)
	r.mustBook(t, r.approve(t, r.input()))
	for rec, err := range r.store.List(t.Context(), "") {
		if err != nil || (storeCall{key: rec.Key}).kind() == "approval" {
			t.Error("the approval is still there")
		}
	}
}
