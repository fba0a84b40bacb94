package osbp

import (
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// Evidence is what the platform itself says about the booking that was asked for:
// the service, its policy, and the one slot that it offers for exactly the ids,
// date and time of the request. A booking without any of the three is refused.
type Evidence struct {
	Service *Service
	Policy  *Policy
	Slot    *Slot
	// Zone is Slot.ScheduleTimezone, loaded. The zero Zone is for a slot that
	// carries no instants.
	Zone wallclock.Zone
}

func (e *Evidence) complete() bool {
	return e != nil && e.Service != nil && e.Policy != nil && e.Slot != nil
}

// clone copies the evidence in one piece, with all that a booking reads of it.
func (e *Evidence) clone() *Evidence {
	own := &struct {
		Evidence
		service      Service
		policy       Policy
		slot         Slot
		organization Organization
		amounts      [5]money.Money
	}{*e, *e.Service, *e.Policy, *e.Slot, Organization{}, [5]money.Money{}}
	own.Service, own.Policy, own.Slot = &own.service, &own.policy, &own.slot
	for i, amount := range [...]**money.Money{
		&own.service.Price, &own.slot.Price,
		&own.policy.Deposit, &own.policy.CancellationFee, &own.policy.NoShowFee,
	} {
		if *amount != nil {
			own.amounts[i] = **amount
			*amount = &own.amounts[i]
		}
	}
	if own.policy.Organization != nil {
		own.organization = *own.policy.Organization
		own.policy.Organization = &own.organization
	}
	return &own.Evidence
}

// price is the slot's, else the service's; it is fixed once ValidateMandate passed.
func (e *Evidence) price() money.Money {
	switch {
	case e.Slot != nil && e.Slot.Price != nil:
		return *e.Slot.Price
	case e.Service != nil && e.Service.Price != nil:
		return *e.Service.Price
	}
	return money.Money{}
}

// latestEnd is an instant by which the slot has ended: by its own instants, else
// by its wall clock in the zone of the earth where that comes last.
func (e *Evidence) latestEnd() (time.Time, bool) {
	if at, ok := instantOf(e.Slot.EndsAt); ok {
		return at, true
	}
	if at, ok := instantOf(e.Slot.StartsAt); ok {
		return at.Add(e.duration()), true
	}
	local, ok := localOf(e.Slot.StartsAtLocal)
	if !ok {
		return time.Time{}, false
	}
	return asUTC(local).Add(e.duration() + westernmost), true
}

// duration is an upper bound of the slot's length for keeping records, a week
// where the platform does not say.
func (e *Evidence) duration() time.Duration {
	const unknown, longest = 7 * 24 * time.Hour, 366
	start, ok1 := localOf(e.Slot.StartsAtLocal)
	end, ok2 := localOf(e.Slot.EndsAtLocal)
	if !ok1 || !ok2 {
		return unknown
	}
	days := min(max(start.Date.DaysUntil(end.Date)+1, 1), longest)
	return time.Duration(days) * 24 * time.Hour
}
