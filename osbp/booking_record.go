package osbp

import (
	"context"
	"errors"
	"log/slog"

	"github.com/openservicekit/openservice/store"
)

// bookingKey is the key under which the idempotency key of a booking that was made
// here is found by its booking id, for booking.status where the platform has no read.
func (c *Creator) bookingKey(bookingID string) string {
	return c.opts.Namespace + "booking/" + bookingID
}

func (c *Creator) remember(ctx context.Context, idempotencyKey string, a *attempt) {
	_, err := c.opts.Store.Create(ctx, c.bookingKey(a.receiptBooking), []byte(idempotencyKey), a.expires)
	if err != nil && !errors.Is(err, store.ErrExists) {
		c.opts.Logger.Error("booking can't be found by its id; booking.status has no local answer for it",
			slog.String("booking_id", a.receiptBooking), slog.String("error", logged(err)))
	}
}

// Recorded returns the snapshot of a booking that this Creator's organization made
// here, for platforms without an appointment read (OSBP "booking.status"). It is no
// fresh platform state, and its Runtime says so. One that was not made here, or
// whose record has expired, is CodeBookingNotFound.
func (c *Creator) Recorded(ctx context.Context, bookingID string) (*Booking, error) {
	if !c.made() {
		return nil, errZeroCreator
	}
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
	a, err := c.load(ctx, c.key(string(rec.Value)))
	if err != nil {
		return nil, err
	}
	if a.state != stateDone || a.receiptBooking != bookingID {
		return nil, NewProblem(CodeBookingNotFound, "No booking with this booking_id is known here.")
	}
	b := &Booking{
		ID: bookingID, Status: BookingBooked, OrganizationID: c.opts.OrganizationID,
		ServiceID: a.serviceID, ScheduleID: a.scheduleID, ProviderID: a.providerID, StartsAt: a.startsAt,
		StartsAtLocal: a.startsAtLocal, EndsAtLocal: a.endsAtLocal, ScheduleTimezone: a.timezone,
	}
	recordLocal(ctx)
	b.Runtime = &Runtime{
		Idempotency: LocalCacheReplay,
		Message: "This is the snapshot recorded when the booking was made. " +
			"The platform was not asked; the appointment may have changed since.",
	}
	return b, nil
}
