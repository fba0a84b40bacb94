package osbp

import "github.com/openservicekit/openservice/wallclock"

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
