package sandbox

import (
	"context"
	"errors"
	"net/url"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// CreateAppointment implements osbp.Platform. It sends one request. A refusal in the
// platform's own words is definite; a status without one, an answer that can't be
// read and a connection that fails prove nothing, and their errors go back as they
// are. Transport has marked those that are sure never to have been sent.
func (c *Client) CreateAppointment(ctx context.Context, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	d, err := booking.Details()
	if err != nil {
		return nil, osbp.NotSent(err)
	}
	body, err := wireOrderOf(&d)
	if err != nil {
		return nil, osbp.NotSent(err)
	}
	var got wireReservation
	err = c.post(ctx, &got, body, d.IdempotencyKey, "shops", c.shop, "reservations")
	var no *refusal
	if errors.As(err, &no) {
		if word := definite(no.reason); word != nil {
			return nil, word
		}
	}
	if err != nil {
		return nil, err
	}
	return appointmentOf(&got)
}

// wireOrderOf sends the platform what it needs to make the appointment, and nothing
// of the mandate or the approval.
func wireOrderOf(d *osbp.BookingDetails) (*wireOrder, error) {
	begins, err := wallclock.ParseDateTime(d.StartsAtLocal)
	if err != nil {
		return nil, err
	}
	body := &wireOrder{
		Offering: d.ServiceID, Calendar: d.ScheduleID, Staff: d.ProviderID, Begins: wireTime(begins),
		Guest: wireGuestOf(d.Customer), Code: d.VerificationCode, Expect: toWirePrice(&d.ExpectedPrice),
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

func wireGuestOf(c osbp.Customer) wireGuest {
	return wireGuest{Name: fullName(c), First: c.GivenName, Last: c.FamilyName, Phone: c.Phone, Mail: c.Email}
}

// appointmentOf reports all that the platform says it made, so that it can be
// compared with what was approved.
func appointmentOf(got *wireReservation) (*osbp.Appointment, error) {
	begins, err := fromWireTime(got.Begins)
	if err != nil {
		return nil, err
	}
	var price *money.Money
	if price, err = fromWirePrice(got.Price); err != nil {
		return nil, err
	}
	return &osbp.Appointment{
		ID: got.Ref, OrganizationID: got.Shop, ServiceID: got.Offering, ScheduleID: got.Calendar, ProviderID: got.Staff,
		StartsAtLocal: begins.String(), StartsAt: fromUnix(got.BeginsUnix), Price: price,
	}, nil
}

// FindAppointment implements osbp.AppointmentFinder. One appointment with the key
// is the one. None, in the platform's final word, is never. Anything else leaves
// it unknown: a create may still be on its way.
func (c *Client) FindAppointment(ctx context.Context, q osbp.AppointmentQuery) (osbp.Finding, error) {
	var got wireKey
	if err := c.get(ctx, &got, url.Values{"key": {q.IdempotencyKey}}, "shops", c.shop, "reservations"); err != nil {
		return osbp.Finding{}, readFailure(err)
	}
	switch {
	case len(got.Reservations) == 1:
		made, err := appointmentOf(&got.Reservations[0])
		if err != nil {
			return osbp.Finding{}, err
		}
		return osbp.Finding{Found: osbp.FoundAppointment, Appointment: made}, nil
	case len(got.Reservations) == 0 && got.Final:
		return osbp.Finding{Found: osbp.FoundNever}, nil
	}
	return osbp.Finding{}, nil
}

// SendVerification implements osbp.Verifier. The platform chooses the channel.
func (c *Client) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	var got wireCode
	if err := c.post(ctx, &got, wireCodeRequest{Guest: wireGuestOf(in.Customer)}, "", "shops", c.shop, "codes"); err != nil {
		return nil, readFailure(err)
	}
	return &osbp.VerificationChallenge{Sent: &got.Done, Method: verificationMethod(got.By), Purpose: in.Purpose}, nil
}

// VerifyCode implements osbp.Verifier. The check does not use the code up.
func (c *Client) VerifyCode(ctx context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	var got wireCode
	body := wireCodeRequest{Guest: wireGuestOf(in.Customer), Code: in.Code}
	if err := c.post(ctx, &got, body, "", "shops", c.shop, "codes", "check"); err != nil {
		return nil, readFailure(err)
	}
	return &osbp.VerificationChallenge{Verified: &got.Done, Method: verificationMethod(got.By), Purpose: in.Purpose}, nil
}
