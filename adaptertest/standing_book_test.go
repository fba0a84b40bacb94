package adaptertest_test

import (
	"context"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// CreateBooking implements osbp.BookingAdapter. The mandate, the approval and the
// idempotency key are the Creator's; what it judges by is looked up here.
func (a *standingAdapter) CreateBooking(ctx context.Context, in osbp.BookingCreateInput) (*osbp.CreateResult, error) {
	if a.needsNameParts && (in.Customer.GivenName == "" || in.Customer.FamilyName == "") {
		return nil, osbp.NewProblem(osbp.CodeCustomerNameAmbiguous, "The platform wants a given and a family name. Ask the customer.")
	}
	return a.creator.Create(ctx, in,
		func(ctx context.Context) (*osbp.Evidence, error) { return a.evidence(ctx, &in) },
		a.platform.CreateAppointment)
}

// evidence is what the platform says about the booking asked for.
func (a *standingAdapter) evidence(ctx context.Context, in *osbp.BookingCreateInput) (*osbp.Evidence, error) {
	e := new(osbp.Evidence)
	var err error
	if e.Service, err = a.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: in.ServiceID}); err != nil {
		return nil, err
	}
	if e.Policy, err = a.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: in.ServiceID}); err != nil {
		return nil, err
	}
	if e.Service.RequiresConsultation {
		return nil, osbp.CodeRequiresConsultationHandoff // it has no slots to look for
	}
	slots, err := a.FindAvailability(ctx, osbp.AvailabilityFindInput{
		ServiceID: in.ServiceID, ScheduleID: in.ScheduleID, ProviderID: in.ProviderID, Date: in.Date,
	})
	if err != nil {
		return nil, err
	}
	for i := range slots {
		if slots[i].ProviderID != in.ProviderID || !sameStart(slots[i].StartsAtLocal, in) {
			continue
		}
		if e.Slot != nil {
			return nil, osbp.NewProblem(osbp.CodePlatformResultInvalid,
				"This time comes twice on that day, and which one is meant can't be said. Hand off.")
		}
		e.Slot = &slots[i]
	}
	if e.Slot == nil {
		return nil, osbp.CodeSlotTaken
	}
	e.Zone, err = a.zones.LoadZone(e.Slot.ScheduleTimezone)
	return e, err
}

func sameStart(local string, in *osbp.BookingCreateInput) bool {
	got, err1 := wallclock.ParseDateTime(local)
	want, err2 := wallclock.ParseDateTime(in.Date + "T" + in.Time)
	return err1 == nil && err2 == nil && got == want
}
