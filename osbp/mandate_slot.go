package osbp

import (
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// slotStart reads the slot's start on the wall clock and, where it is given, as an
// instant.
func (r *mandateRun) slotStart() bool {
	if r.Slot == nil {
		return true
	}
	r.times.zoned = r.Slot.ScheduleTimezone != "" && r.Zone.Name() == r.Slot.ScheduleTimezone
	start, ok := wallclock.ParseReading(r.Slot.StartsAtLocal)
	r.times.start = start
	if !r.must(ok, CodeInvalidMandate,
		"slot.starts_at_local must be a wall-clock date and time without an offset.") {
		return false
	}
	if r.Slot.StartsAt == "" {
		return true
	}
	startsAt, err := wallclock.ParseInstant(r.Slot.StartsAt)
	r.times.startsAt, r.times.startsAtKnown = startsAt, err == nil
	return r.must(err == nil, CodeInvalidMandate,
		"slot.starts_at must be an RFC 3339 instant with Z or an explicit UTC offset.") &&
		r.zoneGiven() &&
		r.must(r.agree(startsAt, start) || r.moot(err != nil || !start.IsValid()), CodeInvalidMandate,
			"slot.starts_at is not slot.starts_at_local in slot.schedule_timezone.")
}

// slotEnd reads the slot's end as slotStart reads its start, works it out where
// it is not given, and refuses a slot that does not end after it starts: one
// without length would slip under latest_end.
func (r *mandateRun) slotEnd() bool {
	if r.Slot == nil {
		return true
	}
	if r.Slot.EndsAtLocal != "" {
		end, ok := wallclock.ParseReading(r.Slot.EndsAtLocal)
		r.times.end = end
		if !r.must(ok, CodeInvalidMandate,
			"slot.ends_at_local must be a wall-clock date and time without an offset.") {
			return false
		}
	}
	if r.Slot.EndsAt != "" {
		endsAt, err := wallclock.ParseInstant(r.Slot.EndsAt)
		r.times.endsAt, r.times.endsAtKnown = endsAt, err == nil
		if !(r.must(err == nil, CodeInvalidMandate,
			"slot.ends_at must be an RFC 3339 instant with Z or an explicit UTC offset.") &&
			r.zoneGiven() &&
			r.must(r.Slot.EndsAtLocal == "" || r.agree(endsAt, r.times.end) || r.moot(err != nil || !r.times.end.IsValid()),
				CodeInvalidMandate, "slot.ends_at is not slot.ends_at_local in slot.schedule_timezone.")) {
			return false
		}
	}
	if r.Slot.EndsAtLocal == "" {
		r.times.end = r.derivedEnd()
	}
	return r.slotOrder()
}

// slotOrder compares the instants where there are two. The wall clocks are compared
// as well unless the slot was placed on the time line of its zone: a clock change
// can make them run backwards within a slot.
func (r *mandateRun) slotOrder() bool {
	t := &r.times
	if t.startsAtKnown && t.endsAtKnown &&
		!r.must(t.endsAt.After(t.startsAt), CodeInvalidMandate, "slot.ends_at is not after slot.starts_at.") {
		return false
	}
	if t.zoned && t.startsAtKnown && (t.endsAtKnown || r.Slot.EndsAtLocal == "") {
		return true
	}
	return r.must(!t.start.IsValid() || !t.end.IsValid() || t.start.Before(t.end), CodeInvalidMandate,
		"The slot's end is not after its start.")
}

// zoneGiven asks for the zone in which the slot's instants are to be read.
func (r *mandateRun) zoneGiven() bool {
	return r.needs(r.times.zoned || r.Slot.ScheduleTimezone == "", "Zone is not the slot's schedule_timezone")
}

// agree reports whether clocks in the slot's zone show the wall clock at the
// instant. In the hour that a clock change repeats, two instants agree. A slot
// that names no zone has nothing that could disagree.
func (r *mandateRun) agree(t time.Time, local wallclock.Reading) bool {
	if !r.times.zoned {
		return r.Slot.ScheduleTimezone == "" || r.explain
	}
	return r.Zone.Shows(t, local)
}
