package osbp_test

import (
	"context"
	"testing"

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
