package sandbox

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// CreateAppointment implements osbp.Platform. What a fault leaves open comes back
// as an error that claims nothing.
func (p *Platform) CreateAppointment(ctx context.Context, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	d, err := booking.Details()
	if err != nil {
		return nil, osbp.NotSent(err)
	}
	in, err := p.orderOf(&d)
	if err != nil {
		return nil, osbp.NotSent(err)
	}
	r, hit, err := ask(ctx, p.s.createCall(p.business, in.key), func() (Reservation, error) { return p.s.reserve(in) })
	var no *refusal
	if errors.As(err, &no) {
		if word := definite(no.reason); word != nil {
			return nil, word
		}
	}
	if err != nil {
		return nil, err
	}
	hit.misreport(&r)
	return appointment(&r), nil
}

func (p *Platform) orderOf(d *osbp.BookingDetails) (order, error) {
	begins, err := wallclock.ParseDateTime(d.StartsAtLocal)
	if err != nil {
		return order{}, err
	}
	var beginsAt time.Time
	if d.StartsAt != "" {
		if beginsAt, err = wallclock.ParseInstant(d.StartsAt); err != nil {
			return order{}, err
		}
	}
	price := d.ExpectedPrice
	return order{
		businessID: p.business, offeringID: d.ServiceID, calendarID: d.ScheduleID, staffID: d.ProviderID,
		begins: begins, beginsAt: beginsAt, contact: contactOf(d.Customer), code: d.VerificationCode,
		key: d.IdempotencyKey, price: &price,
	}, nil
}

func contactOf(c osbp.Customer) contact {
	return contact{name: fullName(c), first: c.GivenName, last: c.FamilyName, phone: c.Phone, mail: c.Email}
}

func appointment(r *Reservation) *osbp.Appointment {
	if r.Ref == "" {
		return &osbp.Appointment{}
	}
	return &osbp.Appointment{
		ID: r.Ref, OrganizationID: r.BusinessID, ServiceID: r.OfferingID, ScheduleID: r.CalendarID, ProviderID: r.StaffID,
		StartsAtLocal: r.BeginsLocal.String(), StartsAt: wallclock.FormatInstantMillis(r.Begins), Price: r.Price,
	}
}

// slotID labels a slot. The instant is part of it, since a time of day can come
// twice.
func slotID(calendar, staff, offering string, begins time.Time) string {
	return calendar + ":" + staff + ":" + offering + ":" + strconv.FormatInt(begins.Unix(), 10)
}

// FindAppointment implements osbp.AppointmentFinder.
func (p *Platform) FindAppointment(ctx context.Context, q osbp.AppointmentQuery) (osbp.Finding, error) {
	state, hit, err := ask(ctx, p.s.call(OpLookUp), func() (keyState, error) { return p.s.lookUp(p.business, q.IdempotencyKey) })
	if err != nil {
		return osbp.Finding{}, readError(err)
	}
	switch {
	case hit.has(FaultMalformed):
		return osbp.Finding{Found: osbp.FoundAppointment, Appointment: new(osbp.Appointment)}, nil
	case len(state.made) == 1:
		hit.misreport(&state.made[0])
		return osbp.Finding{Found: osbp.FoundAppointment, Appointment: appointment(&state.made[0])}, nil
	case len(state.made) == 0 && state.settled && p.s.opts.NativeIdempotency:
		return osbp.Finding{Found: osbp.FoundNever}, nil
	}
	// Nothing yet, or more than one: neither says what became of this create.
	return osbp.Finding{}, nil
}
