package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// DescribeService implements osbp.Platform.
func (c *Client) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	var got wireOffering
	if err := c.get(ctx, &got, nil, "shops", c.shop, "offerings", in.ServiceID); err != nil {
		return nil, readFailure(err)
	}
	price, err := fromWirePrice(got.Price)
	if err != nil {
		return nil, err
	}
	service := &osbp.Service{
		ID: got.Ref, Name: got.Title, Duration: isoMinutes(got.Minutes), Price: price, RequiresConsultation: got.ByRequestOnly,
	}
	for _, x := range got.Extras {
		price, err := fromWirePrice(x.Price)
		if err != nil {
			return nil, err
		}
		service.Options = append(service.Options, osbp.ServiceOption{
			ID: x.Ref, Name: x.Title, Duration: isoMinutes(x.Minutes), Price: price,
		})
	}
	return service, nil
}

// ExplainPolicy implements osbp.Platform.
func (c *Client) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	var got wireTerms
	if err := c.get(ctx, &got, nil, "shops", c.shop, "offerings", in.ServiceID, "terms"); err != nil {
		return nil, readFailure(err)
	}
	policy := &osbp.Policy{
		ServiceID:           got.Offering,
		CancellationEnabled: got.Cancellable,
		CancellationWindow:  isoHours(got.CancelHours),
		CancellationNote:    got.CancelText,
		LateGrace:           isoMinutes(got.GraceMinutes),
		PaymentRequirement:  paymentRequirement(got.Prepay),
		VerificationMethod:  verificationMethod(got.CodeBy),
		Organization: &osbp.Organization{
			ID: got.Shop.Ref, Name: got.Shop.Title, Timezone: got.Shop.Zone, Currency: got.Shop.Currency, Country: got.Shop.Country,
		},
	}
	for _, amount := range []struct {
		from *wirePrice
		to   **money.Money
	}{
		{got.CancelCharge, &policy.CancellationFee},
		{got.MissedCharge, &policy.NoShowFee},
		{got.PrepayAmount, &policy.Deposit},
	} {
		var err error
		if *amount.to, err = fromWirePrice(amount.from); err != nil {
			return nil, err
		}
	}
	return policy, nil
}

// FindAvailability implements osbp.Platform.
func (c *Client) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	query := url.Values{"offering": {in.ServiceID}, "calendar": {in.ScheduleID}, "day": {in.Date}}
	if in.ProviderID != "" {
		query.Set("staff", in.ProviderID)
	}
	var got wireOpenings
	if err := c.get(ctx, &got, query, "shops", c.shop, "openings"); err != nil {
		return nil, readFailure(err)
	}
	hours := make([]Hours, len(got.Calendar.Week))
	for i, h := range got.Calendar.Week {
		hours[i] = Hours(h)
	}
	slots := make([]osbp.Slot, len(got.Openings))
	for i := range got.Openings {
		var err error
		if slots[i], err = slotOf(&got.Calendar, &got.Openings[i]); err != nil {
			return nil, err
		}
		slots[i].ScheduleHours = scheduleHours(hours)
	}
	return slots, nil
}

func slotOf(on *wireCalendar, o *wireOpening) (osbp.Slot, error) {
	begins, err1 := fromWireTime(o.Begins)
	ends, err2 := fromWireTime(o.Ends)
	price, err3 := fromWirePrice(o.Price)
	if err := errors.Join(err1, err2, err3); err != nil {
		return osbp.Slot{}, fmt.Errorf("sandbox: opening: %w", err)
	}
	var staff wireStaff
	if o.Staff != nil {
		staff = *o.Staff
	}
	return osbp.Slot{
		ID:             slotID(on.Ref, staff.Ref, o.Offering, time.Unix(o.BeginsUnix, 0)),
		OrganizationID: o.Shop,
		ScheduleID:     on.Ref, ScheduleName: on.Title, ScheduleTimezone: on.Zone,
		ProviderID: staff.Ref, ProviderName: staff.Title, ProviderImageURL: staff.Photo,
		ServiceID: o.Offering,
		StartsAt:  fromUnix(o.BeginsUnix), EndsAt: fromUnix(o.EndsUnix),
		StartsAtLocal: begins.String(), EndsAtLocal: ends.String(), Price: price,
	}, nil
}

// GetBooking implements osbp.Platform. The platform reads appointments of every
// business by their id; the adapter hides those of others.
func (c *Client) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	var got wireReservation
	err := c.get(ctx, &got, nil, "reservations", in.BookingID)
	if refused(err, reasonNoReadback) {
		return nil, osbp.ErrNotReadable
	}
	if err != nil {
		return nil, readFailure(err)
	}
	begins, err1 := fromWireTime(got.Begins)
	ends, err2 := fromWireTime(got.Ends)
	if err := errors.Join(err1, err2); err != nil {
		return nil, fmt.Errorf("sandbox: reservation: %w", err)
	}
	return &osbp.Booking{
		ID: got.Ref, Status: bookingStatus(got.State), OrganizationID: got.Shop,
		ServiceID: got.Offering, ScheduleID: got.Calendar, ProviderID: got.Staff,
		StartsAt: fromUnix(got.BeginsUnix), EndsAt: fromUnix(got.EndsUnix),
		StartsAtLocal: begins.String(), EndsAtLocal: ends.String(), ScheduleTimezone: got.Zone,
	}, nil
}

func fromUnix(seconds int64) string {
	return wallclock.FormatInstantMillis(time.Unix(seconds, 0))
}

// fromWirePrice scales a price from major units, exactly and by the currency's own
// exponent. A kind that is not known becomes unknown, and is not fixed.
func fromWirePrice(p *wirePrice) (*money.Money, error) {
	if p == nil {
		return nil, nil
	}
	switch p.Kind {
	case "fixed":
		m, err := money.FromMajor(p.Amount, p.Currency)
		if err != nil {
			return nil, fmt.Errorf("sandbox: price: %w", err)
		}
		return &m, nil
	case "insurance":
		return &money.Money{Currency: p.Currency, Type: money.TypeInsuranceDependent}, nil
	case "quote":
		return &money.Money{Currency: p.Currency, Type: money.TypeQuoteRequired}, nil
	}
	return &money.Money{Currency: p.Currency, Type: money.TypeUnknown}, nil
}
