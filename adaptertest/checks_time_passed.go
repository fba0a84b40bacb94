package adaptertest

import (
	"cmp"
	"slices"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// What has passed is told by the merchant's clock, wherever the server stands (B-071).
var timePassedChecks = []check{
	required("time.started_not_offered", "availability.find",
		"a slot that has started by the merchant's clock is no opening any more, in any zone", (*probe).startedIsNotOpen),
}

// startedIsNotOpen waits until the first slot of each zone has started.
func (p *probe) startedIsNotOpen() {
	p.need(p.h.Advance != nil, "Advance", "that a slot is no opening once it has started")
	type first struct {
		f    Fixture
		slot osbp.Slot
		at   time.Time
	}
	var firsts []first
	zones := make(map[string]bool)
	for _, f := range p.catalogue() {
		if f.field == "Consultation" || zones[f.OrganizationID+f.ScheduleID] {
			continue
		}
		slots := p.someSlots(f.Fixture)
		if len(slots) == 0 || !p.zoneOf(slots[0]).IsValid() {
			continue
		}
		if at, err := wallclock.ParseInstant(slots[0].StartsAt); err == nil {
			zones[f.OrganizationID+f.ScheduleID] = true
			firsts = append(firsts, first{f.Fixture, slots[0], at})
		}
	}
	if len(firsts) == 0 {
		p.skipf("no slots name their zone and their instant: that they are no opening once they have started is not shown")
	}
	slices.SortFunc(firsts, func(a, b first) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.slot.ID, b.slot.ID)) })
	for _, one := range firsts {
		p.h.Advance(max(0, one.at.Add(2*time.Minute).Sub(p.h.Now())))
		slots, err := p.adapter(one.f).FindAvailability(p.ctx, findInput(one.f, dateOf(one.slot.StartsAtLocal)))
		if err != nil {
			p.wantRefused("availability.find for today", err)
		}
		for _, s := range slots {
			if at, err := wallclock.ParseInstant(s.StartsAt); err == nil && at.Before(p.h.Now().Add(-time.Minute)) {
				p.fatalf("it is %s in %s, and a slot starts at %s", p.zoneOf(s).ToLocal(p.h.Now()), s.ScheduleTimezone, s.StartsAtLocal)
			}
		}
	}
}
