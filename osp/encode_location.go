package osp

func (l *Location) write(out *writer) {
	out.open()
	out.text("id", l.ID)
	out.text("name", l.Name)
	out.boolean("isPrimary", l.IsPrimary)
	out.name("address")
	l.Address.write(out)
	if l.Geo != nil {
		out.name("geo")
		l.Geo.write(out)
	}
	out.textIfAny("phone", l.Phone)
	out.textIfAny("email", l.Email)
	out.name("hours")
	l.Hours.write(out)
	out.textIfAny("pageUrl", l.PageURL)
	out.optionalBoolean("acceptsWalkIns", l.AcceptsWalkIns)
	out.close(l.Extra)
}

func (a *Address) write(out *writer) {
	out.open()
	out.text("street", a.Street)
	out.text("city", a.City)
	out.text("region", a.Region)
	out.text("postalCode", a.PostalCode.String())
	out.text("country", a.Country)
	out.close(a.Extra)
}

func (g *Geo) write(out *writer) {
	out.open()
	out.number("latitude", g.Latitude)
	out.number("longitude", g.Longitude)
	out.close(g.Extra)
}

func (h *Hours) write(out *writer) {
	out.open()
	out.name("weekly")
	h.Weekly.write(out)
	writeList(out, "exceptions", h.Exceptions, func(out *writer, e *Exception) { e.write(out) })
	out.optionalText("note", h.Note)
	out.close(h.Extra)
}

func (w *Week) write(out *writer) {
	out.open()
	for i, day := range w.days() {
		out.name(weekdayNames[i])
		day.write(out)
	}
	out.close(w.Extra)
}

func (h *DayHours) write(out *writer) {
	if h.Status != DayOpen {
		out.string(string(h.Status))
		return
	}
	out.open()
	out.clock("open", h.Open)
	out.clock("close", h.Close)
	out.close(h.Extra)
}

func (e *Exception) write(out *writer) {
	out.open()
	out.text("date", e.Date.String())
	if e.Closed {
		out.text("status", string(DayClosed))
	} else {
		out.clock("open", e.Open)
		out.clock("close", e.Close)
	}
	out.optionalText("label", e.Label)
	out.close(nil)
}
