package osbp

import "github.com/openservicekit/openservice/wallclock"

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
		earliest, read := wallclock.ParseReading(m.EarliestStart)
		r.times.earliest = earliest
		ok = r.must(read, CodeInvalidMandate,
			"mandate.earliest_start must be a wall-clock date and time without an offset.")
	}
	if ok && m.LatestEnd != "" {
		latest, read := wallclock.ParseReading(m.LatestEnd)
		r.times.latest = latest
		ok = r.must(read, CodeInvalidMandate,
			"mandate.latest_end must be a wall-clock date and time without an offset.")
	}
	return ok
}

// requestTime reads date and time of the request, which are the slot's start.
func (r *mandateRun) requestTime() bool {
	in, slot := r.Request, r.Slot
	if in == nil || slot != nil && r.times.start.IsValid() && spells(in, slot.StartsAtLocal) {
		return true
	}
	start, ok := requestStart(in)
	if slot == nil {
		r.times.start = start
	}
	return r.must(ok, CodeInvalidMandate,
		"date and time must be a wall-clock date and a wall-clock time without an offset.") &&
		r.must(r.times.start == start || r.moot(!ok || !r.times.start.IsValid()), CodeInvalidMandate,
			"slot.starts_at_local is not the requested date and time.")
}

// inWindow holds start and end to the window, each of them to both its edges:
// where the clock is turned back, the one can be outside while the other is not.
// A slot whose end is not known may end after any latest_end.
func (r *mandateRun) inWindow() bool {
	t := &r.times
	if !t.start.IsValid() {
		// Another tool than booking.create may come without a time; any other time
		// was malformed, and said so.
		return r.explain || r.Slot == nil && r.Request == nil
	}
	if t.earliest.IsValid() && !r.must(!t.start.Before(t.earliest) && !(t.end.IsValid() && t.end.Before(t.earliest)),
		CodeSlotTooEarly, "The slot starts before mandate.earliest_start.") {
		return false
	}
	if !t.latest.IsValid() {
		return true
	}
	return r.must(t.start.Before(t.latest) && !(t.end.IsValid() && t.latest.Before(t.end)),
		CodeSlotTooLate, "The slot ends after mandate.latest_end.") &&
		r.must(t.end.IsValid() || r.Slot == nil, CodeSlotTooLate,
			"The slot's end is not known, so it may be after mandate.latest_end.")
}
