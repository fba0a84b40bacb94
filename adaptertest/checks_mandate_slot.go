package adaptertest

import (
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// What is booked is what the platform offers, not what the agent says (B-129, B-246).
var mandateSlotChecks = []check{
	required("mandate.time_not_offered", "booking.create",
		"a time that the platform does not offer is refused, as slot_taken if by a code of the protocol's, and never rounded to one that it does",
		notOffered(func(t *attempt) {
			t.in.Time = t.later(t.slot.StartsAtLocal, 7*time.Minute)[len("2006-01-02T"):]
		})),
	required("mandate.date_not_offered", "booking.create",
		"a day that is over offers no slot, and is refused, as slot_taken if by a code of the protocol's",
		notOffered(func(t *attempt) {
			t.in.Date = t.p.h.Now().AddDate(0, 0, -30).Format(time.DateOnly)
		})),
	required("mandate.provider_not_of_slot", "booking.create",
		"a provider who does not offer the slot is refused, also under a mandate that pins none",
		refusesAny(func(t *attempt) { t.in.ProviderID = t.p.key("provider") })),
	required("mandate.provider_unsaid_unpinned", "booking.create",
		"a request that names no provider never takes a slot of some provider's",
		refusesAny(func(t *attempt) { t.in.ProviderID = "" })),
	required("mandate.schedule_not_of_service", "booking.create",
		"a schedule that the service does not have is refused, also under a mandate that pins none",
		refusesAny(func(t *attempt) { t.in.ScheduleID = t.p.key("schedule") })),
	required("mandate.service_not_there", "booking.create",
		"a service that does not exist is refused, also under a mandate that pins none",
		refusesAny(func(t *attempt) { t.in.ServiceID = t.p.key("service") })),
}

// notOffered tries a draft at a time that nobody offers. An adapter may have a code of its
// own for it; those of the protocol say something else, slot_taken apart.
func notOffered(do redraft) func(*probe) {
	return func(p *probe) {
		t := p.attempt(p.h.Fixtures.Plain).widen()
		do(t)
		before := p.h.Creates()
		_, err := t.create()
		if got := p.wantRefused("the booking", err); got.Code.Protocol() && got.Code != osbp.CodeSlotTaken {
			p.fatalf("the booking was refused with %s, which it is not", got.Code)
		}
		p.wantCreates(before, 0)
	}
}

// refusesAny tries that a draft is refused, whatever the code, and that nothing is
// created.
func refusesAny(do redraft) func(*probe) { return refusesAnyOf(plain, do) }

func refusesAnyOf(on selector, do redraft) func(*probe) {
	return func(p *probe) {
		t := p.attempt(on(p)).widen()
		do(t)
		before := p.h.Creates()
		_, err := t.create()
		p.wantRefused("the booking", err)
		p.wantCreates(before, 0)
	}
}
