package adaptertest_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// GetBooking implements osbp.BookingAdapter: the platform's own read, or, where it has
// none, the snapshot of a booking that was made here.
func (a *handAdapter) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	return handAnswer(ctx, a, osbp.ToolBookingStatus, func(ctx context.Context) (*osbp.Booking, error) {
		if in.BookingID == "" {
			return nil, badInput("booking_id is missing")
		}
		var got handReservation
		err := a.wire.do(ctx, handCall{method: http.MethodGet, path: []string{"reservations", in.BookingID}}, &got)
		var no *handUpstreamError
		switch {
		case err == nil:
			return a.booking(&got, in.BookingID)
		case !errors.As(err, &no):
			return nil, err
		case no.reason == "no_readback":
			return a.snapshot(ctx, in.BookingID)
		case no.reason == "proof_needed" && a.q.gatedAsNotFound:
			return nil, noBooking()
		case no.reason == "no_such_reservation" && a.q.notFoundAsBooked:
			return &osbp.Booking{ID: in.BookingID, Status: osbp.BookingUnknown}, nil
		}
		return nil, err
	})
}

func noBooking() error { return handWords["no_such_reservation"] }

// booking hides other organizations' appointments.
func (a *handAdapter) booking(got *handReservation, id string) (*osbp.Booking, error) {
	if got.Ref != id {
		return nil, malformedHand("booking")
	}
	if got.Shop != a.organization && !a.q.foreignBookingShown {
		a.logger.Warn("booking.status asked for a booking of another organization", slog.String("booking_id", id))
		return nil, noBooking()
	}
	b := &osbp.Booking{
		ID: got.Ref, Status: a.status(got.State), OrganizationID: got.Shop, ServiceID: got.Offering, ScheduleID: got.Calendar,
		ProviderID: got.Staff, ScheduleTimezone: got.Zone,
	}
	zone, ok := a.zone(got.Zone)
	var err error
	if b.StartsAtLocal, b.StartsAt, err = a.times(zone, ok, got.Begins, got.BeginsUnix); err != nil {
		return nil, err
	}
	b.EndsAtLocal, b.EndsAt, err = a.times(zone, ok, got.Ends, got.EndsUnix)
	return b, err
}

// status is the platform's state in OSBP's words. One that is not known is unknown.
func (a *handAdapter) status(state string) osbp.BookingStatus {
	if a.q.statusPassedThrough {
		return osbp.BookingStatus(state)
	}
	known, ok := map[string]osbp.BookingStatus{
		"confirmed": osbp.BookingBooked, "awaiting_shop": osbp.BookingPending, "called_off": osbp.BookingCancelled,
		"attended": osbp.BookingCompleted, "missed": osbp.BookingNoShow,
	}[state]
	switch {
	case a.q.statusAlwaysBooked:
		return osbp.BookingBooked
	case !ok:
		return osbp.BookingUnknown
	}
	return known
}

// snapshot is what was written down when the booking was made, and says so.
func (a *handAdapter) snapshot(ctx context.Context, id string) (*osbp.Booking, error) {
	if len(id) > osbp.MaxIdempotencyKey {
		return nil, noBooking()
	}
	rec, err := a.records().Get(ctx, a.recordKey("booking", id))
	if errors.Is(err, store.ErrNotFound) {
		return nil, noBooking()
	}
	if err != nil {
		return nil, storeDown(err)
	}
	r, err := a.loadRecord(ctx, string(rec.Value))
	if err != nil {
		return nil, err
	}
	if r.State != handDone || r.BookingID != id {
		return nil, noBooking()
	}
	b := &osbp.Booking{
		ID: id, Status: osbp.BookingBooked, OrganizationID: a.organization, ServiceID: r.Slot.ServiceID, ScheduleID: r.Slot.ScheduleID,
		ProviderID: r.Slot.ProviderID, ScheduleTimezone: r.Slot.ScheduleTimezone, StartsAt: r.Slot.StartsAt, EndsAt: r.Slot.EndsAt,
		StartsAtLocal: r.Slot.StartsAtLocal, EndsAtLocal: r.Slot.EndsAtLocal,
	}
	if !a.q.snapshotNotMarked {
		b.Runtime = &osbp.Runtime{
			Idempotency: osbp.LocalCacheReplay,
			Message:     "This is the snapshot recorded when the booking was made. The platform was not asked; it may have changed since.",
		}
	}
	return b, nil
}
