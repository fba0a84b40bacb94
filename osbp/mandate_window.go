package osbp

// window is point 5: first that every time has its own convention and that the
// evidence agrees with itself and with the request, then that the start and the
// end lie inside the mandate's window. Wall clocks compare as times, so 14:00 and
// 14:00:00 are the same, and only with wall clocks; instants only with instants.
func (r *mandateRun) window() bool {
	r.step = StepWindow
	return r.mandateWindow() && r.requestTime() && r.slotTimes() && r.slotInstants() && r.slotOrder() &&
		r.inWindow()
}

func (r *mandateRun) mandateWindow() bool {
	var ok, ok2 bool
	r.times.earliest, ok = optionalWall(r.Mandate.EarliestStart)
	r.times.latest, ok2 = optionalWall(r.Mandate.LatestEnd)
	return r.must(ok, CodeInvalidMandate,
		"mandate.earliest_start must be a wall-clock date and time without an offset.") &&
		r.must(ok2, CodeInvalidMandate,
			"mandate.latest_end must be a wall-clock date and time without an offset.")
}

// requestTime reads the start that the request asks for.
func (r *mandateRun) requestTime() bool {
	if r.Request == nil {
		return true
	}
	var ok bool
	r.times.start, ok = requestStart(r.Request)
	return r.must(ok, CodeInvalidMandate,
		"date and time must be a wall-clock date and a wall-clock time without an offset.")
}

// slotTimes reads the slot's own start, which takes the place of the request's
// and must be the same, and its end.
func (r *mandateRun) slotTimes() bool {
	if r.Slot == nil {
		return true
	}
	requested := r.times.start
	start, ok := optionalWall(r.Slot.StartsAtLocal)
	end, endOK := optionalWall(r.Slot.EndsAtLocal)
	r.times.start, r.times.end = start, end
	return r.must(ok && known(start), CodeInvalidMandate,
		"slot.starts_at_local must be a wall-clock date and time without an offset.") &&
		r.must(endOK, CodeInvalidMandate,
			"slot.ends_at_local must be a wall-clock date and time without an offset.") &&
		r.must(r.Request == nil || start == requested || r.moot(!known(start) || !known(requested)),
			CodeInvalidMandate, "slot.starts_at_local is not the requested date and time.")
}

// slotInstants reads the slot's instants and, where the slot names its zone, holds
// them to its wall clocks. In the hour that a clock change repeats, either of the
// two instants agrees.
func (r *mandateRun) slotInstants() bool {
	if r.Slot == nil || r.Slot.StartsAt == "" && r.Slot.EndsAt == "" {
		return true
	}
	t := &r.times
	var ok, endOK bool
	t.startsAt, t.startsAtKnown, ok = optionalInstant(r.Slot.StartsAt)
	t.endsAt, t.endsAtKnown, endOK = optionalInstant(r.Slot.EndsAt)
	if !r.must(ok, CodeInvalidMandate,
		"slot.starts_at must be an RFC 3339 instant with Z or an explicit UTC offset.") ||
		!r.must(endOK, CodeInvalidMandate,
			"slot.ends_at must be an RFC 3339 instant with Z or an explicit UTC offset.") {
		return false
	}
	if r.Slot.ScheduleTimezone == "" {
		return true
	}
	if !r.zoned() {
		return r.needs(false, "Zone is not the slot's schedule_timezone")
	}
	return r.must(!t.startsAtKnown || r.Zone.Agrees(t.startsAt, t.start) || r.moot(!known(t.start)), CodeInvalidMandate,
		"slot.starts_at is not slot.starts_at_local in slot.schedule_timezone.") &&
		r.must(!t.endsAtKnown || !known(t.end) || r.Zone.Agrees(t.endsAt, t.end), CodeInvalidMandate,
			"slot.ends_at is not slot.ends_at_local in slot.schedule_timezone.")
}

// slotOrder fills in a missing end and refuses a slot that does not end after it
// starts: one without length would slip under latest_end. Where a clock change
// makes the wall clock run backwards, the instants decide, if they were held to
// the zone.
func (r *mandateRun) slotOrder() bool {
	if r.Slot == nil {
		return true
	}
	t := &r.times
	if r.Slot.EndsAtLocal == "" {
		t.end = r.slotEnd()
	}
	if t.startsAtKnown && t.endsAtKnown {
		if !r.must(t.endsAt.After(t.startsAt), CodeInvalidMandate, "slot.ends_at is not after slot.starts_at.") {
			return false
		}
		if r.zoned() {
			return true
		}
	}
	return r.must(!known(t.start) || !known(t.end) || t.end.After(t.start), CodeInvalidMandate,
		"The slot's end is not after its start.")
}

// inWindow holds start and end to the window. A slot whose end is not known may
// end after any latest_end.
func (r *mandateRun) inWindow() bool {
	t := &r.times
	if known(t.earliest) && known(t.start) {
		early := t.start.Before(t.earliest) || known(t.end) && t.end.Before(t.earliest)
		if !r.must(!early, CodeSlotTooEarly, "The slot starts before mandate.earliest_start.") {
			return false
		}
	}
	if !known(t.latest) || !known(t.start) {
		return true
	}
	if !t.start.Before(t.latest) || known(t.end) && t.end.After(t.latest) {
		return r.must(false, CodeSlotTooLate, "The slot ends after mandate.latest_end.")
	}
	return r.must(known(t.end) || r.Slot == nil, CodeSlotTooLate,
		"The slot's end is not known, so it may be after mandate.latest_end.")
}
