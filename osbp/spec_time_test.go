package osbp_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// TestScheduleHoursPass: hours go out as ISO weekdays and HH:MM, a period that runs
// past midnight as it is, and no slot is judged by them (B-083, B-084, B-085).
func TestScheduleHoursPass(t *testing.T) {
	r := newHostRig(t, nil)
	want := []osbp.ScheduleHours{
		{Day: 1, Open: "09:00", Close: "17:00"}, {Day: 6, Open: "20:00", Close: "02:00"}, {Day: 7, Open: "00:00", Close: "00:00"},
	}
	r.platform.slots[0].ScheduleHours = want
	e := r.call(t, osbp.ToolAvailabilityFind, `{"date":"2026-05-05"}`)
	slots, err := osbp.DecodeValue[[]osbp.Slot](e)
	if err != nil || len(slots) != 1 {
		t.Fatalf("%d slots, %v", len(slots), err)
	}
	if diff := cmp.Diff(want, slots[0].ScheduleHours); diff != "" {
		t.Errorf("hours (-want +got):\n%s", diff)
	}
	// 2026-05-05 is a Tuesday, on which these hours know no opening: the slot counts.
	if _, err := osbp.ParseChallenge(r.call(t, osbp.ToolBookingCreate, exampleInput(t)).Problem); err != nil {
		t.Error("an offered slot was judged by display hours")
	}
}

// TestSlotRoundTrip: the wall clock of a slot, cut at its T, is what booking.create
// takes, and reaches the platform as the platform gave it (B-079, B-130, B-158).
func TestSlotRoundTrip(t *testing.T) {
	r := newHostRig(t, nil)
	slots, err := osbp.DecodeValue[[]osbp.Slot](r.call(t, osbp.ToolAvailabilityFind, `{"date":"2026-05-05"}`))
	if err != nil || len(slots) != 1 {
		t.Fatalf("%d slots, %v", len(slots), err)
	}
	s := slots[0]
	if s.StartsAtLocal != "2026-05-05T13:00:00" || s.StartsAt != "2026-05-05T20:00:00.000Z" || s.ScheduleTimezone != "America/Los_Angeles" {
		t.Fatalf("slot at %s, %s", s.StartsAtLocal, s.StartsAt)
	}
	in := exampleInput(t)
	in.ServiceID, in.ScheduleID, in.ProviderID = s.ServiceID, s.ScheduleID, s.ProviderID
	in.Date, in.Time, _ = strings.Cut(s.StartsAtLocal, "T")
	in = r.approved(t, in)
	var got osbp.BookingDetails
	r.platform.create = func(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		var err error
		got, err = b.Details()
		return &osbp.Appointment{ID: "appointment_123", StartsAtLocal: s.StartsAtLocal, StartsAt: s.StartsAt}, err
	}
	if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK {
		t.Fatal(e.Problem)
	}
	want := []string{"2026-05-05", "13:00:00", "2026-05-05T13:00:00", "2026-05-05T20:00:00.000Z", s.ServiceID, s.ScheduleID, s.ProviderID, s.OrganizationID}
	if diff := cmp.Diff(want, []string{got.Date, got.Time, got.StartsAtLocal, got.StartsAt, got.ServiceID, got.ScheduleID, got.ProviderID, got.OrganizationID}); diff != "" {
		t.Errorf("booked (-want +got):\n%s", diff)
	}
}

// TestConventionsSurvive: no encoding or decoding of ours adds an offset to a wall
// clock or takes one from an instant (B-070, B-072, B-077).
func TestConventionsSurvive(t *testing.T) {
	r := newHostRig(t, nil)
	s := &r.platform.slots[0]
	s.StartsAt, s.EndsAt = "2026-05-05T13:00:00-07:00", "2026-05-05T21:00:00Z"
	slots, err := osbp.DecodeValue[[]osbp.Slot](r.call(t, osbp.ToolAvailabilityFind, `{"date":"2026-05-05"}`))
	if err != nil || len(slots) != 1 {
		t.Fatalf("%d slots, %v", len(slots), err)
	}
	want := []string{s.StartsAt, s.EndsAt, "2026-05-05T13:00:00", "2026-05-05T14:00:00"}
	if diff := cmp.Diff(want, []string{slots[0].StartsAt, slots[0].EndsAt, slots[0].StartsAtLocal, slots[0].EndsAtLocal}); diff != "" {
		t.Errorf("slot (-want +got):\n%s", diff)
	}
	r.platform.get = func(_ context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
		return &osbp.Booking{ID: in.BookingID, Status: osbp.BookingBooked, ScheduleTimezone: "America/Los_Angeles",
			StartsAt: "2026-05-05T13:00:00-07:00", StartsAtLocal: "2026-05-05T13:00"}, nil
	}
	b, err := osbp.DecodeValue[osbp.Booking](r.call(t, osbp.ToolBookingStatus, `{"booking_id":"b"}`))
	if err != nil || b.StartsAt != "2026-05-05T13:00:00-07:00" || b.StartsAtLocal != "2026-05-05T13:00" {
		t.Errorf("booking at %s, %s, %v", b.StartsAt, b.StartsAtLocal, err)
	}
}

// keyHookStore runs a function before it swaps a record whose key holds a word.
type keyHookStore struct {
	store.Store
	word   string
	before func()
}

func (s *keyHookStore) Swap(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
	if strings.Contains(key, s.word) {
		s.before()
	}
	return s.Store.Swap(ctx, key, old, value, expires)
}

// TestRule21_ExpiryAfterTheLastWait: the mandate's expiry is read again after every
// wait that comes before sending, the count of bookings under the mandate included
// (B-191).
func TestRule21_ExpiryAfterTheLastWait(t *testing.T) {
	stall := time.Duration(0)
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		o.MaxBookingsPerMandate = 3
		o.Store = &keyHookStore{Store: r.store, word: "mandate/", before: func() { r.clock.Advance(stall) }}
	})
	r.example.Mandate.ExpiresAt = "2026-05-01T19:09:00Z"
	first := r.input()
	first.IdempotencyKey = "idem_first" // after it the count is there to be swapped
	r.mustBook(t, r.approve(t, first))
	approved := r.approve(t, r.input())
	stall = 9 * time.Minute
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeMandateExpired, false)
	r.wantCreates(t, 1)
}
