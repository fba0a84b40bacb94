package adaptertest

import (
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// The days on which clocks are turned, where the conversion that the specification prints
// is an hour off.
var clockChecks = []check{
	required("time.clock_forward", "Time Discipline",
		"around the hour that clocks skip, both forms of every time agree and slots keep their length", (*probe).clocksForward),
	required("time.clock_back", "Time Discipline",
		"around the hour that clocks show twice, both forms of every time agree and slots keep their length", (*probe).clocksBack),
	required("time.repeated_hour", "Time Discipline",
		"a time that clocks show twice, and that is offered twice, is not booked on a guess at which of the two is meant", (*probe).repeatedHourIsNot),
	required("time.skipped_hour", "Time Discipline",
		"a time that clocks skip is neither offered nor booked", (*probe).skippedHourIsNot),
}

// clockChange is a day on which the clocks of a zone are turned.
type clockChange struct {
	date    wallclock.Date
	at      time.Time     // the first instant with the new offset
	forward time.Duration // by how much; negative is back
}

// daysOfChanges is how far ahead changes are searched: each zone that has them has both
// within a year.
const daysOfChanges = 400

// nextChange is the next day on which clocks go forward, or back.
func (p *probe) nextChange(zone wallclock.Zone, forward bool) (clockChange, bool) {
	offset := func(at time.Time) time.Duration {
		_, seconds := at.In(zone.Location()).Zone()
		return time.Duration(seconds) * time.Second
	}
	from := p.h.Now().Add(48 * time.Hour).Truncate(time.Minute)
	for range daysOfChanges {
		until := from.Add(24 * time.Hour)
		if by := offset(until) - offset(from); by > 0 && forward || by < 0 && !forward {
			for until.Sub(from) > time.Minute {
				if middle := from.Add(until.Sub(from) / 2).Truncate(time.Minute); offset(middle) == offset(from) {
					from = middle
				} else {
					until = middle
				}
			}
			return clockChange{date: zone.ToLocal(until.Add(-time.Nanosecond)).Date, at: until, forward: by}, true
		}
		from = until
	}
	return clockChange{}, false
}

// changing returns the fixture, its zone and the change.
func (p *probe) changing(forward bool) (Fixture, wallclock.Zone, clockChange) {
	f := p.fixture(p.h.Fixtures.ClockChange, "ClockChange", "that times are right when clocks are turned")
	zone := p.zoneOf(p.slots(f, 1)[0])
	if !zone.IsValid() {
		p.skipf("Fixtures.ClockChange has slots without a zone: that times are right when clocks are turned is not shown")
	}
	c, ok := p.nextChange(zone, forward)
	if !ok {
		p.skipf("the clocks of %s are not turned within %d days: that times are right then is not shown", zone, daysOfChanges)
	}
	return f, zone, c
}

func (p *probe) clocksForward() { p.clocksTurned(true) }
func (p *probe) clocksBack()    { p.clocksTurned(false) }

func (p *probe) clocksTurned(forward bool) {
	f, zone, c := p.changing(forward)
	service := p.describe(f)
	near := 0
	for _, day := range []wallclock.Date{c.date.AddDays(-1), c.date, c.date.AddDays(1)} {
		for _, s := range p.find(f, day.String()) {
			p.wantPair(f, s)
			p.wantLength(f, s, service)
			local, err := wallclock.ParseDateTime(s.StartsAtLocal)
			if err != nil {
				p.fatalf("starts_at_local of a slot on a day of change: %v", err)
			}
			if zone.Resolve(local).Kind == wallclock.Gap {
				p.fatalf("a slot starts at %s, which the clocks of %s skip", s.StartsAtLocal, zone)
			}
			if r := zone.Resolve(local); r.Earlier.Sub(c.at).Abs() <= 12*time.Hour {
				near++
			}
		}
	}
	if near == 0 {
		p.fatalf("Fixtures.ClockChange has no slot on %s, when the clocks of %s are turned", c.date, zone)
	}
}

// repeatedHourIsNot: booking.create has no member that would tell the two apart.
func (p *probe) repeatedHourIsNot() {
	f, zone, c := p.changing(false)
	seen := make(map[string]osbp.Slot)
	for _, s := range p.find(f, c.date.String()) {
		first, twice := seen[s.StartsAtLocal+" "+s.ProviderID]
		seen[s.StartsAtLocal+" "+s.ProviderID] = s
		if !twice || first.StartsAt == s.StartsAt {
			continue
		}
		t, before := p.attemptOf(f, s), p.h.Creates()
		_, err := t.create()
		p.wantRefused("booking.create at a time that is offered twice", err)
		p.wantCreates(before, 0)
		return
	}
	p.skipf("Fixtures.ClockChange offers no time twice on %s, when the clocks of %s go back: that none of the two is guessed is not shown", c.date, zone)
}

func (p *probe) skippedHourIsNot() {
	f, zone, c := p.changing(true)
	skipped := zone.ToLocal(c.at.Add(-time.Nanosecond)).Add(wallclock.Duration{Clock: c.forward/2 + time.Nanosecond})
	t, before := p.attempt(f), p.h.Creates()
	t.in.Date, t.in.Time = skipped.Date.String(), skipped.Time.String()
	t.in.Mandate.EarliestStart = skipped.Date.AddDays(-1).String() + "T00:00:00"
	t.in.Mandate.LatestEnd = skipped.Date.AddDays(2).String() + "T00:00:00"
	_, err := t.create()
	p.wantRefused("booking.create at a time that clocks skip", err)
	p.wantCreates(before, 0)
}
