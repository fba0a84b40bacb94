package adapter

import (
	"context"
	"net/url"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

type order struct {
	Offering   string     `json:"offering"`
	Calendar   string     `json:"calendar"`
	Staff      string     `json:"staff,omitempty"`
	Begins     string     `json:"begins"`
	BeginsUnix int64      `json:"begins_unix,omitempty"`
	Guest      guest      `json:"guest"`
	Code       string     `json:"code,omitempty"`
	Expect     *wirePrice `json:"expect"`
}

type reservation struct {
	span
	Ref      string `json:"ref"`
	Shop     string `json:"shop"`
	Offering string `json:"offering"`
	Calendar string `json:"calendar"`
	Staff    string `json:"staff"`
	Zone     string `json:"tz"`
	State    string `json:"state"`
	Price    price  `json:"price"`
}

// CreateAppointment implements osbp.Platform: one request, and an honest word about what
// its failure proves. See createFailure.
func (p *Platform) CreateAppointment(ctx context.Context, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	// This fails for a booking that nobody approved. Nothing is sent then.
	d, err := booking.Details()
	if err != nil {
		return nil, osbp.NotSent(err)
	}
	body, err := orderOf(&d)
	if err != nil {
		return nil, osbp.NotSent(err)
	}
	var got reservation
	if err := p.post(ctx, &got, body, d.IdempotencyKey, "shops", p.shop, "reservations"); err != nil {
		return nil, createFailure(err)
	}
	// From here on there is an appointment: no error may say that there is none.
	return got.appointment()
}

// orderOf sends what the platform needs to make the appointment, and nothing of the
// mandate or the approval, which are no business of its. The instant says which of two
// equal times of day is meant, and the expected price that another one is no deal.
func orderOf(d *osbp.BookingDetails) (*order, error) {
	begins, err := wallclock.ParseDateTime(d.StartsAtLocal)
	if err != nil {
		return nil, err
	}
	body := &order{
		Offering: d.ServiceID, Calendar: d.ScheduleID, Staff: d.ProviderID, Begins: localTimeOf(begins),
		Guest: guestOf(d.Customer), Code: d.VerificationCode, Expect: priceOf(d.ExpectedPrice),
	}
	if d.StartsAt != "" {
		at, err := wallclock.ParseInstant(d.StartsAt)
		if err != nil {
			return nil, err
		}
		body.BeginsUnix = at.Unix()
	}
	return body, nil
}

// appointment reports all that the platform says it made, and nothing from the order: the
// adapter compares the two.
func (r *reservation) appointment() (*osbp.Appointment, error) {
	at, err := r.times()
	if err != nil {
		return nil, err
	}
	return &osbp.Appointment{
		ID: r.Ref, OrganizationID: r.Shop, ServiceID: r.Offering, ScheduleID: r.Calendar, ProviderID: r.Staff,
		StartsAtLocal: at.startsAtLocal, StartsAt: at.startsAt, Price: r.Price.Money,
	}, nil
}

// FindAppointment implements osbp.AppointmentFinder, for a create whose answer was lost.
// One reservation with the key is the one. None, in the platform's final word, is never.
// None as yet says nothing: the create may still be on its way. Nor do several.
func (p *Platform) FindAppointment(ctx context.Context, q osbp.AppointmentQuery) (osbp.Finding, error) {
	var got struct {
		Reservations []reservation `json:"reservations"`
		Final        bool          `json:"final"`
	}
	if err := p.get(ctx, &got, url.Values{"key": {q.IdempotencyKey}}, "shops", p.shop, "reservations"); err != nil {
		return osbp.Finding{}, readFailure(err)
	}
	switch {
	case len(got.Reservations) == 1:
		made, err := got.Reservations[0].appointment()
		if err != nil {
			return osbp.Finding{}, err
		}
		return osbp.Finding{Found: osbp.FoundAppointment, Appointment: made}, nil
	case len(got.Reservations) == 0 && got.Final:
		return osbp.Finding{Found: osbp.FoundNever}, nil
	}
	return osbp.Finding{}, nil
}

// GetBooking implements osbp.Platform. The platform shows the reservations of every shop
// to whoever has the id; that the shop is reported lets the adapter hide those of others.
func (p *Platform) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	var got reservation
	err := p.get(ctx, &got, nil, "reservations", in.BookingID)
	if refusedWith(err, wordNoReadback) {
		return nil, osbp.ErrNotReadable // not the same as not found
	}
	if err != nil {
		return nil, readFailure(err)
	}
	at, err := got.times()
	if err != nil {
		return nil, err
	}
	return &osbp.Booking{
		ID: got.Ref, Status: bookingStatus(got.State), OrganizationID: got.Shop,
		ServiceID: got.Offering, ScheduleID: got.Calendar, ProviderID: got.Staff,
		StartsAt: at.startsAt, EndsAt: at.endsAt, StartsAtLocal: at.startsAtLocal, EndsAtLocal: at.endsAtLocal,
		ScheduleTimezone: got.Zone,
	}, nil
}
