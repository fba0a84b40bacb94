package osp

func (d *decoder) hours(h *Hours) {
	o := d.object(&hoursShape)
	for o.next() {
		switch o.name {
		case "weekly":
			d.week(&h.Weekly)
		case "exceptions":
			h.Exceptions = d.exceptions()
		case "note":
			h.Note = d.optionalText(200)
		default:
			d.keep(&h.Extra, o.name)
		}
	}
}

func (d *decoder) week(w *Week) {
	o := d.object(&weekShape)
	for o.next() {
		switch o.name {
		case "monday":
			d.dayHours(&w.Monday)
		case "tuesday":
			d.dayHours(&w.Tuesday)
		case "wednesday":
			d.dayHours(&w.Wednesday)
		case "thursday":
			d.dayHours(&w.Thursday)
		case "friday":
			d.dayHours(&w.Friday)
		case "saturday":
			d.dayHours(&w.Saturday)
		case "sunday":
			d.dayHours(&w.Sunday)
		default:
			d.keep(&w.Extra, o.name)
		}
	}
}

func (d *decoder) dayHours(h *DayHours) {
	switch kind := d.peek(); kind {
	case '"':
		h.Status = DayStatus(d.str())
		if h.Status != DayClosed && h.Status != DayAllDay {
			d.note(RuleEnum, d.subject()+" is "+quote(string(h.Status))+"; it must be closed, 24_hours or an object with open and close.")
		}
	case '{':
		d.opening(h)
	default:
		d.skip()
		d.noteType("\"closed\", \"24_hours\" or an object with open and close", kind)
	}
}

func (d *decoder) opening(h *DayHours) {
	var opens, closes bool
	o := d.object(&openingShape)
	for o.next() {
		switch o.name {
		case "open":
			h.Open, opens = d.clock()
		case "close":
			h.Close, closes = d.clock()
		default:
			d.keep(&h.Extra, o.name)
		}
	}
	if opens && closes && !h.Open.Before(h.Close) {
		d.noteAt("", RuleWeeklyOrder, sourceConstraints+"6", d.subject()+" closes at "+h.Close.Short()+", which is not after it opens at "+
			h.Open.Short()+". Hours can't run past midnight: end them at 23:59, or use 24_hours.")
	}
}

func (d *decoder) exceptions() []Exception {
	out := make([]Exception, 0, 2)
	a := d.array(0, 0)
	for a.next() {
		out = append(out, Exception{})
		d.exception(&out[len(out)-1])
	}
	return out
}

// exception reads one of two closed forms: a date with status, or a date with open and close.
func (d *decoder) exception(e *Exception) {
	var status, opens, closes bool
	o := d.object(&exceptionShape)
	for o.next() {
		switch o.name {
		case "date":
			e.Date = d.date()
		case "status":
			status = true
			d.constant(string(DayClosed))
		case "open":
			opens = true
			e.Open, _ = d.clock()
		case "close":
			closes = true
			e.Close, _ = d.clock()
		case "label":
			e.Label = d.optionalText(80)
		default:
			d.unknown(o.name)
		}
	}
	e.Closed = status
	switch {
	case !o.found || status && !opens && !closes || opens && closes && !status:
	case status:
		d.noteAt("", RuleOneOf, sourceSchema, d.subject()+" has both a status and hours; give one or the other.")
	case opens:
		d.noteAt("close", RuleRequired, "OSP 5.3.2", "\"close\" is missing: the time at which the business closes.")
	case closes:
		d.noteAt("open", RuleRequired, "OSP 5.3.2", "\"open\" is missing: the time at which the business opens.")
	default:
		d.noteAt("", RuleOneOf, sourceSchema, d.subject()+" says neither that the business is closed (\"status\": \"closed\") nor when it opens and closes.")
	}
}

// unknown passes over a member of an object that may have no more members than OSP defines.
func (d *decoder) unknown(name string) {
	if isRatingName(name) {
		d.checkName(name)
	} else {
		d.note(RuleUnknownMember, quote(name)+" is not allowed here: an exception has only date, label, and either status or open and close.")
	}
	d.skip()
}
