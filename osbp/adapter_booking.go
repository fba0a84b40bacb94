package osbp

import (
	"context"

	"github.com/openservicekit/openservice/wallclock"
)

// CreateBooking implements BookingAdapter (OSBP "booking.create"): see
// Creator.Create for the order of its steps.
func (a *Adapter) CreateBooking(ctx context.Context, in BookingCreateInput) (*CreateResult, error) {
	if a.opts.NeedsNameParts {
		if err := checkNameParts(in.Customer); err != nil {
			return nil, err
		}
	}
	return a.creator.run(ctx, in, a)
}

func (a *Adapter) create(ctx context.Context, in *BookingCreateInput, booking *AuthorizedBooking) (*Appointment, error) {
	appointment, err := a.platform.CreateAppointment(ctx, booking)
	if err != nil && a.opts.VerifyPendingOnly {
		a.notePendingContact(ctx, in.Customer, err)
	}
	return appointment, err
}

// resolve asks the platform for what the booking is judged by. What the checks
// return is the adapter's own.
func (a *Adapter) resolve(ctx context.Context, in *BookingCreateInput) (*Evidence, error) {
	e := new(Evidence)
	return read(ctx, a, ToolBookingCreate, in, func(ctx context.Context) (*Evidence, error) {
		var err error
		if e.Service, err = a.service(ctx, ServiceDescribeInput{ServiceID: in.ServiceID}); err != nil {
			return nil, err
		}
		if e.Policy, err = a.policy(ctx, PolicyExplainInput{ServiceID: in.ServiceID}); err != nil {
			return nil, err
		}
		// Such a service may offer no slots at all, and slot_taken would mislead.
		if e.Service.RequiresConsultation {
			return nil, NewProblem(CodeRequiresConsultationHandoff,
				"The service needs a consultation or quote before it can be booked. Hand off to the merchant.")
		}
		slots, err := a.slots(ctx, AvailabilityFindInput{
			ServiceID: in.ServiceID, ScheduleID: in.ScheduleID, Date: in.Date, ProviderID: in.ProviderID,
		})
		if err != nil {
			return nil, err
		}
		if e.Slot, err = chosenSlot(slots, in); err != nil {
			return nil, err
		}
		if e.Slot.ScheduleTimezone != "" {
			// An unknown zone has cost the slot its instants already.
			e.Zone, _ = a.opts.Zones.LoadZone(e.Slot.ScheduleTimezone)
		}
		return e, nil
	})
}

// chosenSlot finds the one offered slot that has exactly the ids, the date and the
// time of the request. No provider in the request means a slot without one.
func chosenSlot(slots []Slot, in *BookingCreateInput) (*Slot, error) {
	want, ok := requestStart(in)
	if !ok {
		return nil, NewProblem(CodeInvalidInput, "date and time are no wall-clock time YYYY-MM-DD and HH:MM[:SS]")
	}
	var chosen *Slot
	for i := range slots {
		s := &slots[i]
		if s.ProviderID != in.ProviderID {
			continue
		}
		if start, ok := wallclock.ParseReading(s.StartsAtLocal); !ok || start != want {
			continue
		}
		if chosen != nil && !sameOffer(chosen, s) {
			return nil, NewProblem(CodePlatformResultInvalid,
				"The booking platform offers two different slots for these ids, this date and this time, "+
					"as in an hour that a clock change repeats. Which one is meant can't be said; hand off.")
		}
		chosen = s
	}
	if chosen == nil {
		return nil, NewProblem(CodeSlotTaken, "The booking platform does not offer this slot, or no longer. Find another one.")
	}
	return chosen, nil
}

// sameOffer reports whether two listed slots are one offer told twice. Their ids
// are the platform's labels and may differ.
func sameOffer(a, b *Slot) bool {
	if (a.Price == nil) != (b.Price == nil) || (a.Price != nil && *a.Price != *b.Price) {
		return false
	}
	return a.StartsAt == b.StartsAt && a.EndsAt == b.EndsAt && a.StartsAtLocal == b.StartsAtLocal &&
		a.EndsAtLocal == b.EndsAtLocal && a.ScheduleTimezone == b.ScheduleTimezone
}

// checkNameParts refuses a customer whose given and family name are not told
// apart, for a platform that needs them so. Nicknames pass; nothing is invented.
func checkNameParts(c Customer) error {
	if c.GivenName != "" && c.FamilyName != "" {
		return nil
	}
	return NewProblem(CodeCustomerNameAmbiguous,
		"The booking platform needs customer.given_name and customer.family_name, and they are not both given. Ask the customer.")
}
