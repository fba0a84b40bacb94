package osbp

import (
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// window is point 5: first that every time keeps its own convention and that the
// evidence agrees with itself and with the request, then that the start and the
// end lie inside the mandate's window. Wall clocks compare as times, so 14:00 and
// 14:00:00 are the same, and only with wall clocks; instants only with instants.
func (r *mandateRun) window() bool {
	r.step = StepWindow
	return r.mandateWindow() && r.slotStart() && r.requestTime() && r.slotEnd() && r.inWindow()
}

func (r *mandateRun) mandateWindow() bool {
	m, ok := r.Mandate, true
	if m.EarliestStart != "" {
		earliest, err := wallclock.ParseDateTime(m.EarliestStart)
		r.times.earliest = readingOf(&earliest)
		ok = r.must(err == nil, CodeInvalidMandate,
			"mandate.earliest_start must be a wall-clock date and time without an offset.")
	}
	if ok && m.LatestEnd != "" {
		latest, err := wallclock.ParseDateTime(m.LatestEnd)
		r.times.latest = readingOf(&latest)
		ok = r.must(err == nil, CodeInvalidMandate,
			"mandate.latest_end must be a wall-clock date and time without an offset.")
	}
	return ok
}

// slotStart reads the slot's start on the wall clock and, where it is given, as an
// instant.
func (r *mandateRun) slotStart() bool {
	if r.Slot == nil {
		return true
	}
	r.times.zoned = r.Slot.ScheduleTimezone != "" && r.Zone.Name() == r.Slot.ScheduleTimezone
	start, err := wallclock.ParseDateTime(r.Slot.StartsAtLocal)
	r.times.start = readingOf(&start)
	if !r.must(err == nil, CodeInvalidMandate,
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
		r.must(r.agree(startsAt, &start) || r.moot(err != nil || !r.times.start.known()), CodeInvalidMandate,
			"slot.starts_at is not slot.starts_at_local in slot.schedule_timezone.")
}

// requestTime reads date and time of the request, which are the slot's start.
func (r *mandateRun) requestTime() bool {
	in, slot := r.Request, r.Slot
	if in == nil || slot != nil && r.times.start.known() && spells(in, slot.StartsAtLocal) {
		return true
	}
	start, ok := requestStart(in)
	if slot == nil {
		r.times.start = start
	}
	return r.must(ok, CodeInvalidMandate,
		"date and time must be a wall-clock date and a wall-clock time without an offset.") &&
		r.must(r.times.start == start || r.moot(!ok || !r.times.start.known()), CodeInvalidMandate,
			"slot.starts_at_local is not the requested date and time.")
}

// slotEnd reads the slot's end as slotStart reads its start, works it out where
// it is not given, and refuses a slot that does not end after it starts: one
// without length would slip under latest_end.
func (r *mandateRun) slotEnd() bool {
	if r.Slot == nil {
		return true
	}
	var end wallclock.DateTime
	if r.Slot.EndsAtLocal != "" {
		var err error
		end, err = wallclock.ParseDateTime(r.Slot.EndsAtLocal)
		r.times.end = readingOf(&end)
		if !r.must(err == nil, CodeInvalidMandate,
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
			r.must(r.Slot.EndsAtLocal == "" || r.agree(endsAt, &end) || r.moot(err != nil || !r.times.end.known()),
				CodeInvalidMandate, "slot.ends_at is not slot.ends_at_local in slot.schedule_timezone.")) {
			return false
		}
	}
	if r.Slot.EndsAtLocal == "" {
		end = r.derivedEnd()
		r.times.end = readingOf(&end)
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
	return r.must(!t.start.known() || !t.end.known() || t.start.before(t.end), CodeInvalidMandate,
		"The slot's end is not after its start.")
}

// zoneGiven asks for the zone in which the slot's instants are to be read.
func (r *mandateRun) zoneGiven() bool {
	return r.needs(r.times.zoned || r.Slot.ScheduleTimezone == "", "Zone is not the slot's schedule_timezone")
}

// agree reports whether clocks in the slot's zone show the wall clock at the
// instant. In the hour that a clock change repeats, two instants agree. A slot
// that names no zone has nothing that could disagree.
func (r *mandateRun) agree(t time.Time, local *wallclock.DateTime) bool {
	if !r.times.zoned {
		return r.Slot.ScheduleTimezone == "" || r.explain
	}
	return r.Zone.Agrees(t, *local)
}

// inWindow holds start and end to the window, each of them to both its edges:
// where the clock is turned back, the one can be outside while the other is not.
// A slot whose end is not known may end after any latest_end.
func (r *mandateRun) inWindow() bool {
	t := &r.times
	if !t.start.known() {
		// Another tool than booking.create may come without a time; any other time
		// was malformed, and said so.
		return r.explain || r.Slot == nil && r.Request == nil
	}
	if t.earliest.known() && !r.must(!t.start.before(t.earliest) && !(t.end.known() && t.end.before(t.earliest)),
		CodeSlotTooEarly, "The slot starts before mandate.earliest_start.") {
		return false
	}
	if !t.latest.known() {
		return true
	}
	return r.must(t.start.before(t.latest) && !(t.end.known() && t.latest.before(t.end)),
		CodeSlotTooLate, "The slot ends after mandate.latest_end.") &&
		r.must(t.end.known() || r.Slot == nil, CodeSlotTooLate,
			"The slot's end is not known, so it may be after mandate.latest_end.")
}
