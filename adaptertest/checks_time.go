package adaptertest

import (
	"slices"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// A time is carried twice, as the merchant's wall clock and as an instant, and the two
// agree on every day of the year (B-070 to B-086, B-130).
var timeChecks = slices.Concat(pairChecks, timePassedChecks, timeListChecks, receiptTimeChecks, clockChecks)

var pairChecks = []check{
	required("time.local_form", "Time Discipline",
		"starts_at_local and ends_at_local are wall-clock times without an offset, and starts_at_local is always there", (*probe).localsHaveNoOffset),
	required("time.instant_form", "Time Discipline",
		"starts_at and ends_at are RFC 3339 instants with Z or an offset", (*probe).instantsHaveOffsets),
	required("time.zone", "Time Discipline",
		"schedule_timezone is a zone of the IANA database", (*probe).zonesExist),
	required("time.instants_derived", "Time Discipline",
		"where the zone is known and the clock shows the time once, starts_at is there", (*probe).instantsAreDerived),
	required("time.pair", "Time Discipline",
		"the clocks of schedule_timezone show starts_at_local at starts_at, and ends_at_local at ends_at", (*probe).pairsAgree),
	required("time.order", "Time Discipline",
		"a slot ends after it starts", (*probe).slotsEndAfterStart),
	required("time.length", "Core Objects",
		"a slot lasts as long as its service", (*probe).slotsLastAsLong),
	required("time.overnight", "Time Discipline",
		"a slot that runs past midnight ends on the next day's date", (*probe).overnightEndsNextDay),
	required("time.merchant_date", "availability.find",
		"the date asked for is the merchant's, also where it is another day in UTC", (*probe).datesAreTheMerchants),
	required("time.past", "availability.find",
		"a time that has passed is no opening", (*probe).pastIsNotOpen),
	required("time.hours", "Time Discipline",
		"schedule_hours have ISO weekdays 1 to 7 and HH:MM", (*probe).hoursAreISO),
	required("time.seconds", "booking.create",
		"booking.create takes the time of a slot as HH:MM and as HH:MM:SS", (*probe).secondsMayBeLeftOut),
	required("time.round_trip", "availability.find",
		"date and time of starts_at_local go into booking.create unchanged, at any hour of the day", (*probe).localsRoundTrip),
	required("time.status", "booking.status",
		"the booking's times are the slot's", (*probe).statusHasTheTimes),
}

// slotTime is one time of a slot, in both forms.
type slotTime struct{ name, local, instant string }

func timesOf(s osbp.Slot) []slotTime {
	return []slotTime{{"starts_at", s.StartsAtLocal, s.StartsAt}, {"ends_at", s.EndsAtLocal, s.EndsAt}}
}

// eachSlot tries the slots of some day of every fixture.
func (p *probe) eachSlot(try func(f Fixture, s osbp.Slot)) {
	for _, f := range p.catalogue() {
		for _, s := range p.someSlots(f.Fixture) {
			try(f.Fixture, s)
		}
	}
}

func (p *probe) localsHaveNoOffset() {
	p.eachSlot(func(f Fixture, s osbp.Slot) {
		for _, t := range timesOf(s) {
			if t.local == "" && t.name == "ends_at" {
				continue
			}
			if _, err := wallclock.ParseDateTime(t.local); err != nil {
				p.fatalf("%s_local of a slot of %q: %v", t.name, f.ServiceID, err)
			}
		}
	})
}

func (p *probe) instantsHaveOffsets() {
	p.eachSlot(func(f Fixture, s osbp.Slot) {
		for _, t := range timesOf(s) {
			if t.instant == "" {
				continue
			}
			if _, err := wallclock.ParseInstant(t.instant); err != nil {
				p.fatalf("%s of a slot of %q: %v", t.name, f.ServiceID, err)
			}
		}
	})
}

func (p *probe) zonesExist() {
	p.eachSlot(func(f Fixture, s osbp.Slot) {
		if s.ScheduleTimezone == "" {
			return
		}
		if _, err := p.h.Zones.LoadZone(s.ScheduleTimezone); err != nil {
			p.fatalf("schedule_timezone of a slot of %q is %q", f.ServiceID, s.ScheduleTimezone)
		}
	})
}

// zoneOf is a slot's zone; it is not valid where the slot names none that exists.
func (p *probe) zoneOf(s osbp.Slot) wallclock.Zone {
	zone, err := p.h.Zones.LoadZone(s.ScheduleTimezone)
	if err != nil {
		return wallclock.Zone{}
	}
	return zone
}

func (p *probe) instantsAreDerived() {
	p.eachSlot(func(f Fixture, s osbp.Slot) {
		local, err := wallclock.ParseDateTime(s.StartsAtLocal)
		if err == nil && s.StartsAt == "" && p.zoneOf(s).Resolve(local).Kind == wallclock.Unique {
			p.fatalf("a slot of %q in %s has no starts_at", f.ServiceID, s.ScheduleTimezone)
		}
	})
}

// wantPair holds both forms of both times to each other.
func (p *probe) wantPair(f Fixture, s osbp.Slot) {
	zone := p.zoneOf(s)
	for _, t := range timesOf(s) {
		at, err1 := wallclock.ParseInstant(t.instant)
		local, err2 := wallclock.ParseDateTime(t.local)
		if zone.IsValid() && err1 == nil && err2 == nil && !zone.Agrees(at, local) {
			p.fatalf("a slot of %q has %s %s, when the clocks of %s show %s and not %s",
				f.ServiceID, t.name, t.instant, zone, zone.ToLocal(at), t.local)
		}
	}
}

func (p *probe) pairsAgree() { p.eachSlot(p.wantPair) }

func (p *probe) slotsEndAfterStart() {
	p.eachSlot(func(f Fixture, s osbp.Slot) {
		start, err1 := wallclock.ParseInstant(s.StartsAt)
		end, err2 := wallclock.ParseInstant(s.EndsAt)
		if err1 == nil && err2 == nil {
			// The wall clock may say otherwise when it goes back meanwhile.
			if !end.After(start) {
				p.fatalf("a slot of %q has ends_at %s, and starts_at %s", f.ServiceID, s.EndsAt, s.StartsAt)
			}
			return
		}
		from, err1 := wallclock.ParseDateTime(s.StartsAtLocal)
		until, err2 := wallclock.ParseDateTime(s.EndsAtLocal)
		if err1 == nil && err2 == nil && !until.After(from) {
			p.fatalf("a slot of %q has ends_at_local %s, and starts_at_local %s", f.ServiceID, s.EndsAtLocal, s.StartsAtLocal)
		}
	})
}

// wantLength requires that a slot lasts as long as its service, on the time line.
func (p *probe) wantLength(f Fixture, s osbp.Slot, service *osbp.Service) {
	d, err := wallclock.ParseDuration(service.Duration)
	start, err1 := wallclock.ParseInstant(s.StartsAt)
	end, err2 := wallclock.ParseInstant(s.EndsAt)
	if err != nil || d.Days != 0 || err1 != nil || err2 != nil {
		return
	}
	if got := end.Sub(start); got != d.Clock {
		p.fatalf("a slot of %q at %s lasts %v, and the service %v", f.ServiceID, s.StartsAtLocal, got, d.Clock)
	}
}

func (p *probe) slotsLastAsLong() {
	f := p.h.Fixtures.Plain
	service := p.describe(f)
	for _, s := range p.someSlots(f) {
		p.wantLength(f, s, service)
	}
}

// overnightSlot is a slot that starts before a midnight and ends after it.
func (p *probe) overnightSlot() (Fixture, osbp.Slot) {
	f := p.fixture(p.h.Fixtures.Overnight, "Overnight", "that a night's slots keep their dates")
	service := p.describe(f)
	d, err := wallclock.ParseDuration(service.Duration)
	for _, date := range p.dates(f) {
		for _, s := range p.find(f, date) {
			start, perr := wallclock.ParseDateTime(s.StartsAtLocal)
			if err == nil && perr == nil && s.ProviderID == f.ProviderID && start.Add(d).Date != start.Date {
				return f, s
			}
		}
	}
	p.fatalf("Fixtures.Overnight has no slot that starts on one day and ends on the next")
	return f, osbp.Slot{}
}

func (p *probe) overnightEndsNextDay() {
	f, s := p.overnightSlot()
	start, _ := wallclock.ParseDateTime(s.StartsAtLocal)
	end, err := wallclock.ParseDateTime(s.EndsAtLocal)
	if err != nil || end.Date != start.Date.AddDays(1) {
		p.fatalf("a slot of %q that starts at %s has ends_at_local %s", f.ServiceID, s.StartsAtLocal, s.EndsAtLocal)
	}
	p.wantPair(f, s)
}

func (p *probe) datesAreTheMerchants() {
	for _, f := range p.catalogue() {
		days := 0
		for _, date := range p.dates(f.Fixture) {
			slots := p.find(f.Fixture, date)
			for _, s := range slots {
				if dateOf(s.StartsAtLocal) != date {
					p.fatalf("asked for %s, %q has a slot at %s", date, f.ServiceID, s.StartsAtLocal)
				}
			}
			if len(slots) > 0 {
				days++
			}
			if days == 2 {
				break
			}
		}
	}
}

func (p *probe) pastIsNotOpen() {
	f := p.h.Fixtures.Plain
	zone, now := p.zoneOf(p.slots(f, 1)[0]), p.h.Now()
	if !zone.IsValid() {
		p.skipf("the plain fixture's slots name no zone: that what has passed is not open is not shown")
	}
	today := zone.ToLocal(now)
	slots, err := p.adapter(f).FindAvailability(p.ctx, findInput(f, today.Date.String()))
	if err != nil {
		p.wantRefused("availability.find for today", err)
	}
	for _, s := range slots {
		if local, err := wallclock.ParseDateTime(s.StartsAtLocal); err == nil && local.Before(zone.ToLocal(now.Add(-time.Minute))) {
			p.fatalf("it is %s, and a slot starts at %s", today, s.StartsAtLocal)
		}
	}
}

func (p *probe) hoursAreISO() {
	p.eachSlot(func(f Fixture, s osbp.Slot) {
		for _, h := range s.ScheduleHours {
			if h.Day < 1 || h.Day > 7 {
				p.fatalf("schedule_hours of %q have the day %d", f.ServiceID, h.Day)
			}
			for _, clock := range []string{h.Open, h.Close} {
				if _, err := wallclock.ParseTime(clock); err != nil || len(clock) != len("15:04") {
					p.fatalf("schedule_hours of %q have the time %q", f.ServiceID, clock)
				}
			}
		}
	})
}

func (p *probe) secondsMayBeLeftOut() {
	t := p.attempt(p.h.Fixtures.Plain)
	clock, err := wallclock.ParseTime(t.in.Time)
	if err != nil {
		p.fatalf("starts_at_local has no time of day")
	}
	for _, form := range []string{clock.Short(), clock.String()} {
		t.in.IdempotencyKey, t.in.Time = p.key("idem"), form
		t.challenge()
	}
}

// onThatDay leaves an hour around the slot in the mandate, so that the same time of
// another day is not taken for it.
func (t *attempt) onThatDay() *attempt {
	m := t.in.Mandate
	m.EarliestStart, m.LatestEnd = spare(t.slot.StartsAtLocal, -time.Hour), spare(t.slot.EndsAtLocal, time.Hour)
	return t
}

func (p *probe) localsRoundTrip() {
	f := p.h.Fixtures.Plain
	slots := p.slots(f, 1)
	for _, s := range append(slots[:1:1], slots[len(slots)-1], slots[len(slots)/2]) {
		p.attemptOf(f, s).onThatDay().challenge()
	}
	if f := p.h.Fixtures.Overnight; f != (Fixture{}) {
		_, night := p.overnightSlot()
		p.attemptOf(f, night).onThatDay().challenge()
	}
}

func (p *probe) statusHasTheTimes() {
	t, id := p.booked()
	b, err := t.adapter.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: id, Customer: &t.in.Customer})
	p.wantAnswer("booking.status", err)
	if b == nil {
		p.fatalf("booking.status answered with nothing")
	}
	for _, one := range []struct {
		name, got, want string
		read            func(string) (time.Time, error)
	}{
		{"starts_at_local", b.StartsAtLocal, t.slot.StartsAtLocal, asUTC},
		{"ends_at_local", b.EndsAtLocal, t.slot.EndsAtLocal, asUTC},
		{"starts_at", b.StartsAt, t.slot.StartsAt, wallclock.ParseInstant},
		{"ends_at", b.EndsAt, t.slot.EndsAt, wallclock.ParseInstant},
	} {
		if one.got == "" || one.want == "" {
			continue // not told, which is no wrong time
		}
		got, err := one.read(one.got)
		want, _ := one.read(one.want)
		if err != nil || !got.Equal(want) {
			p.fatalf("%s of the booking is %q, and of its slot %q", one.name, one.got, one.want)
		}
	}
	if b.StartsAtLocal == "" {
		p.fatalf("the booking has no starts_at_local")
	}
	if b.ScheduleTimezone != "" && t.slot.ScheduleTimezone != "" && b.ScheduleTimezone != t.slot.ScheduleTimezone {
		p.fatalf("schedule_timezone of the booking is %q, and of its slot %q", b.ScheduleTimezone, t.slot.ScheduleTimezone)
	}
}

// asUTC reads a wall clock as if it hung in Greenwich, for a comparison.
func asUTC(local string) (time.Time, error) {
	dt, err := wallclock.ParseDateTime(local)
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse("2006-01-02T15:04:05.999999999", dt.String())
}
