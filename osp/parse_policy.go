package osp

func (d *decoder) bookingPolicy(p *BookingPolicy) {
	calm := false // emergencyAvailable is false
	o := d.object(&policyShape)
	for o.next() {
		switch o.name {
		case "windows":
			p.Windows = d.windows()
		case "minimumDaysAhead":
			p.MinimumDaysAhead = d.integer(0, 60)
		case "maximumDaysAhead":
			p.MaximumDaysAhead = new(d.integer(1, 365))
		case "weekendRequests":
			p.WeekendRequests = enum(d, weekendValues)
		case "emergencyAvailable":
			available, ok := d.boolean()
			p.EmergencyAvailable = available
			calm = ok && !available
		case "afterHoursNote":
			p.AfterHoursNote = d.optionalText(300)
		case "contactMethods":
			p.ContactMethods = list(d, 1, 0, true, func(d *decoder) ContactMethod { return enum(d, contactMethods) })
		case "requiresAddress":
			p.RequiresAddress = d.optionalBoolean()
		case "vehicleDetailsAccepted":
			d.facts.hasVehicleDetails = true
			p.VehicleDetailsAccepted = d.optionalBoolean()
		case "confirmationNote":
			p.ConfirmationNote = d.optionalText(300)
		default:
			d.keep(&p.Extra, o.name)
		}
	}
	if calm && p.AfterHoursNote != nil {
		d.noteAt("afterHoursNote", RuleAfterHours, sourceConstraints+"5",
			"\"afterHoursNote\" must be left out, even as an empty text, unless emergencyAvailable is true.")
	}
}

func (d *decoder) windows() []Window {
	out := make([]Window, 0, 4)
	var ids seen[string]
	a := d.array(1, 0)
	for a.next() {
		out = append(out, Window{})
		w := &out[len(out)-1]
		d.window(w)
		if w.ID != "" && !ids.add(w.ID) {
			d.noteRepeatedID("id", w.ID, "window")
		}
	}
	return out
}

func (d *decoder) window(w *Window) {
	var custom, label, starts, ends bool
	o := d.object(&windowShape)
	for o.next() {
		switch o.name {
		case "id":
			w.ID, custom = d.windowID()
		case "label":
			label = true
			w.Label = d.text(1, 40)
		case "start":
			starts = true
			w.Start = d.optionalClock()
		case "end":
			ends = true
			w.End = d.optionalClock()
		default:
			d.keep(&w.Extra, o.name)
		}
	}
	if custom {
		d.requireCustom("label", label, "the text customers see")
		d.requireCustom("start", starts, "the time at which the window begins")
		d.requireCustom("end", ends, "the time at which the window ends")
	}
	if w.Start != nil && w.End != nil && !w.Start.Before(*w.End) {
		d.noteAt("", RuleWindowOrder, sourceConstraints+"10",
			"The window ends at "+w.End.Short()+", which is not after it starts at "+w.Start.Short()+".")
	}
}

// windowID reads the id of a window, and reports whether it is a custom one.
func (d *decoder) windowID() (id string, custom bool) {
	if !d.expect('"', "a text") {
		return "", false
	}
	id = d.str()
	switch {
	case isFixedWindow(id):
		return id, false
	case !isSlug(id):
		d.note(RulePattern, d.subject()+" must be Morning, Afternoon or Evening, exactly so written, or an identifier of lowercase letters, digits and hyphens.")
	case len(id) > 40:
		d.noteLong(40, len(id))
	default:
		return id, true
	}
	return id, false
}

// requireCustom notes that a custom window lacks a member.
func (d *decoder) requireCustom(member string, present bool, means string) {
	if !present {
		d.noteAt(member, RuleRequired, "OSP 5.7.1",
			"\""+member+"\" is missing: "+means+". Every window needs it, other than Morning, Afternoon and Evening.")
	}
}
