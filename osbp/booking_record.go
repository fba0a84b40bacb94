package osbp

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"

	"github.com/openservicekit/openservice/store"
)

// bookingRecord is the local snapshot of a booking that was made here, kept under
// its booking id for booking.status where the platform has no read.
func (c *Creator) bookingKey(bookingID string) string {
	return c.opts.Namespace + "booking/" + bookingID
}

func (c *Creator) remember(ctx context.Context, a *attempt) {
	ctx, cancel := c.afterwards(ctx)
	defer cancel()
	value, err := json.Marshal(Booking{
		ID: a.receiptBooking, Status: BookingBooked, OrganizationID: c.opts.OrganizationID,
		ServiceID: a.serviceID, ScheduleID: a.scheduleID, ProviderID: a.providerID,
		StartsAt: a.startsAt, StartsAtLocal: a.startsAtLocal, EndsAtLocal: a.endsAtLocal, ScheduleTimezone: a.timezone,
	})
	if err == nil {
		_, err = c.opts.Store.Create(ctx, c.bookingKey(a.receiptBooking), value, a.expires)
	}
	if err != nil && !errors.Is(err, store.ErrExists) {
		c.opts.Logger.Error("booking snapshot could not be stored; booking.status has no local answer for it",
			slog.String("booking_id", a.receiptBooking), slog.String("error", logged(err)))
	}
}

// Recorded returns the snapshot of a booking that this Creator's organization made
// here, for platforms without an appointment read (OSBP "booking.status"). It is no
// fresh platform state, and its Runtime says so. One that was not made here, or
// whose record has expired, is CodeBookingNotFound.
func (c *Creator) Recorded(ctx context.Context, bookingID string) (*Booking, error) {
	if bookingID == "" || len(bookingID) > maxBookingID {
		return nil, NewProblem(CodeBookingNotFound, "No booking with this booking_id is known here.")
	}
	rec, err := c.opts.Store.Get(ctx, c.bookingKey(bookingID))
	if errors.Is(err, store.ErrNotFound) {
		return nil, NewProblem(CodeBookingNotFound, "No booking with this booking_id is known here.")
	}
	if err != nil {
		return nil, storeProblem(err)
	}
	var b Booking
	if err := json.Unmarshal(rec.Value, &b); err != nil {
		return nil, storeProblem(err)
	}
	recordLocal(ctx)
	b.Runtime = &Runtime{
		Idempotency: LocalCacheReplay,
		Message: "This is the snapshot recorded when the booking was made. " +
			"The platform was not asked; the appointment may have changed since.",
	}
	return &b, nil
}
