package sandbox

import (
	"context"
	"errors"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// DescribeService implements osbp.Platform.
func (p *Platform) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	o, _, err := ask(ctx, p.s.call(OpDescribe), func() (Offering, error) { return p.s.offering(p.business, in.ServiceID) })
	if err != nil {
		return nil, readError(err)
	}
	service := &osbp.Service{
		ID: o.ID, Name: o.Name, Duration: isoMinutes(o.Minutes), Price: o.Price, RequiresConsultation: o.ByRequest,
	}
	for _, x := range o.Extras {
		service.Options = append(service.Options, osbp.ServiceOption{
			ID: x.ID, Name: x.Name, Duration: isoMinutes(x.Minutes), Price: x.Price,
		})
	}
	return service, nil
}

// ExplainPolicy implements osbp.Platform.
func (p *Platform) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	o, _, err := ask(ctx, p.s.call(OpTerms), func() (Offering, error) { return p.s.offering(p.business, in.ServiceID) })
	if err != nil {
		return nil, readError(err)
	}
	b := &p.s.byID[p.business].Business
	policy := &osbp.Policy{
		ServiceID:           o.ID,
		CancellationEnabled: o.Terms.Cancellable,
		CancellationWindow:  isoHours(o.Terms.CancelHours),
		CancellationNote:    o.Terms.CancelText,
		LateGrace:           isoMinutes(o.Terms.GraceMinutes),
		CancellationFee:     o.Terms.CancelCharge,
		NoShowFee:           o.Terms.MissedCharge,
		PaymentRequirement:  paymentRequirement(o.Terms.Prepay),
		Deposit:             o.Terms.PrepayAmount,
		VerificationMethod:  verificationMethod(b.codeBy(o)),
		Organization:        &osbp.Organization{ID: b.ID, Name: b.Name, Timezone: b.Zone, Currency: b.Currency, Country: b.Country},
	}
	return policy, nil
}

// codeBy is how customers of an offering are verified.
func (b *Business) codeBy(o Offering) Channel {
	if !o.NeedsCode {
		return ByNothing
	}
	return b.CodeBy
}

// offering returns a copy of an offering.
func (s *Sandbox) offering(businessID, offeringID string) (Offering, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.byID[businessID]
	if b == nil {
		return Offering{}, refuse(reasonNoBusiness)
	}
	o := b.offering(offeringID)
	if o == nil {
		return Offering{}, refuse(reasonNoOffering)
	}
	return o.clone(), nil
}

// FindAvailability implements osbp.Platform. The instants are the platform's own,
// so that an hour which a clock change repeats has two slots at one time of day.
func (p *Platform) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	day, err := wallclock.ParseDate(in.Date)
	if err != nil {
		return nil, osbp.NewProblem(osbp.CodeInvalidInput, "date is not a calendar date YYYY-MM-DD")
	}
	open, hit, err := ask(ctx, p.s.call(OpOpenings), func() ([]Opening, error) {
		return p.s.Openings(OpeningQuery{p.business, in.ServiceID, in.ScheduleID, in.ProviderID, day})
	})
	if err != nil {
		return nil, readError(err)
	}
	if hit.has(FaultMalformed) {
		return make([]osbp.Slot, 1), nil
	}
	b := p.s.byID[p.business]
	slots := make([]osbp.Slot, len(open))
	for i := range open {
		slots[i] = b.slot(&open[i])
	}
	if len(slots) > 0 {
		hours := scheduleHours(b.calendar(in.ScheduleID).Week)
		for i := range slots {
			slots[i].ScheduleHours = hours
		}
	}
	return slots, nil
}

func (b *business) slot(o *Opening) osbp.Slot {
	staff := b.staff(o.StaffID)
	begins := o.BeginsLocal.String()
	return osbp.Slot{
		ID:             slotID(o.CalendarID, o.StaffID, o.OfferingID, o.Begins),
		OrganizationID: o.BusinessID,
		ScheduleID:     o.CalendarID, ScheduleName: b.calendar(o.CalendarID).Name, ScheduleTimezone: o.Zone,
		ProviderID: o.StaffID, ProviderName: staff.Name, ProviderImageURL: staff.Photo,
		ServiceID: o.OfferingID,
		StartsAt:  wallclock.FormatInstantMillis(o.Begins), EndsAt: wallclock.FormatInstantMillis(o.Ends),
		StartsAtLocal: begins, EndsAtLocal: o.EndsLocal.String(), Price: o.Price,
	}
}

func scheduleHours(week []Hours) []osbp.ScheduleHours {
	out := make([]osbp.ScheduleHours, len(week))
	for i, h := range week {
		out[i] = osbp.ScheduleHours{Day: int(isoWeekday(h.Weekday)), Open: h.From, Close: h.Until}
	}
	return out
}

// GetBooking implements osbp.Platform. It shows whatever appointment has the id,
// another business's too, as platforms do whose credentials are a chain's; to hide
// it is the adapter's part.
func (p *Platform) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	r, _, err := ask(ctx, p.s.call(OpRead), func() (Reservation, error) { return p.s.reservation(in.BookingID) })
	if refused(err, reasonNoReadback) {
		return nil, osbp.ErrNotReadable
	}
	if err != nil {
		return nil, readError(err)
	}
	if r.Ref == "" {
		return &osbp.Booking{}, nil
	}
	return &osbp.Booking{
		ID: r.Ref, Status: bookingStatus(r.State), OrganizationID: r.BusinessID,
		ServiceID: r.OfferingID, ScheduleID: r.CalendarID, ProviderID: r.StaffID,
		StartsAt: wallclock.FormatInstantMillis(r.Begins), EndsAt: wallclock.FormatInstantMillis(r.Ends),
		StartsAtLocal: r.BeginsLocal.String(), EndsAtLocal: r.EndsLocal.String(), ScheduleTimezone: r.Zone,
	}, nil
}

func refused(err error, why reason) bool {
	var no *refusal
	return errors.As(err, &no) && no.reason == why
}
