package osp

func (m *Manifest) appendJSON(b []byte) []byte {
	out := &writer{b: b}
	out.open()
	out.text("specVersion", m.SpecVersion)
	out.text("updatedAt", string(m.UpdatedAt))
	if m.Conformance != nil {
		out.name("conformance")
		m.Conformance.write(out)
	}
	out.name("business")
	m.Business.write(out)
	writeList(out, "locations", m.Locations, func(out *writer, l *Location) { l.write(out) })
	writeList(out, "services", m.Services, func(out *writer, s *Service) { s.write(out) })
	if m.Coverage != nil {
		out.name("coverage")
		m.Coverage.write(out)
	}
	writeList(out, "certifications", m.Certifications, writeText)
	out.name("bookingPolicy")
	m.BookingPolicy.write(out)
	out.text("bookingSemantics", m.BookingSemantics)
	out.name("interfaces")
	m.Interfaces.write(out)
	if m.Extensions != nil {
		out.name("extensions")
		out.open()
		out.close(m.Extensions)
	}
	out.close(m.Extra)
	return out.b
}

func (c *Conformance) write(out *writer) {
	out.open()
	out.integer("level", c.Level)
	out.close(c.Extra)
}

func (b *Business) write(out *writer) {
	out.open()
	out.text("displayName", b.DisplayName)
	out.textIfAny("legalName", b.LegalName)
	writeList(out, "trades", b.Trades, writeText)
	out.text("serviceModel", string(b.ServiceModel))
	if b.ParentOrganization != nil {
		out.name("parentOrganization")
		b.ParentOrganization.write(out)
	}
	writeList(out, "reviewProfiles", b.ReviewProfiles, writeText)
	out.optionalText("description", b.Description)
	out.text("websiteUrl", b.WebsiteURL)
	out.text("phone", b.Phone)
	out.textIfAny("email", b.Email)
	out.optionalInteger("yearsInBusiness", b.YearsInBusiness)
	out.text("timeZone", b.TimeZone)
	out.close(b.Extra)
}

func (p *ParentOrganization) write(out *writer) {
	out.open()
	out.text("name", p.Name)
	out.text("url", p.URL)
	out.close(p.Extra)
}

func (s *Service) write(out *writer) {
	out.open()
	out.text("slug", s.Slug)
	out.text("name", s.Name)
	out.textIfAny("category", s.Category)
	out.optionalText("description", s.Description)
	out.textIfAny("url", s.URL)
	out.optionalText("pricePresentation", s.PricePresentation)
	out.optionalBoolean("bookable", s.Bookable)
	writeList(out, "locationIds", s.LocationIDs, writeText)
	out.close(s.Extra)
}

func (c *Coverage) write(out *writer) {
	out.open()
	writeList(out, "postalCodes", c.PostalCodes, func(out *writer, z *ZIP) { out.string(z.String()) })
	writeList(out, "radius", c.Radius, func(out *writer, r *Radius) { r.write(out) })
	writeList(out, "areaNames", c.AreaNames, writeText)
	out.optionalText("note", c.Note)
	out.close(c.Extra)
}

func (r *Radius) write(out *writer) {
	out.open()
	out.text("locationId", r.LocationID)
	out.number("miles", r.Miles)
	out.close(r.Extra)
}

func (p *BookingPolicy) write(out *writer) {
	out.open()
	writeList(out, "windows", p.Windows, func(out *writer, v *Window) { v.write(out) })
	out.integer("minimumDaysAhead", p.MinimumDaysAhead)
	out.optionalInteger("maximumDaysAhead", p.MaximumDaysAhead)
	out.text("weekendRequests", string(p.WeekendRequests))
	out.boolean("emergencyAvailable", p.EmergencyAvailable)
	out.optionalText("afterHoursNote", p.AfterHoursNote)
	writeList(out, "contactMethods", p.ContactMethods, writeText)
	out.optionalBoolean("requiresAddress", p.RequiresAddress)
	out.optionalBoolean("vehicleDetailsAccepted", p.VehicleDetailsAccepted)
	out.optionalText("confirmationNote", p.ConfirmationNote)
	out.close(p.Extra)
}

func (w *Window) write(out *writer) {
	out.open()
	out.text("id", w.ID)
	out.textIfAny("label", w.Label)
	out.optionalClock("start", w.Start)
	out.optionalClock("end", w.End)
	out.close(w.Extra)
}

func (i *Interfaces) write(out *writer) {
	out.open()
	out.text("schedulePageUrl", i.SchedulePageURL)
	if i.MCP != nil {
		out.name("mcp")
		i.MCP.write(out)
	}
	if i.REST != nil {
		out.name("rest")
		i.REST.write(out)
	}
	out.optionalBoolean("webMcp", i.WebMCP)
	out.textIfAny("llmsTxtUrl", i.LLMsTxtURL)
	out.textIfAny("agentSkillsUrl", i.AgentSkillsURL)
	out.close(i.Extra)
}

func (i *MCPInterface) write(out *writer) {
	out.open()
	out.text("url", i.URL)
	out.textIfAny("serverCardUrl", i.ServerCardURL)
	out.close(i.Extra)
}

func (i *RESTInterface) write(out *writer) {
	out.open()
	out.text("baseUrl", i.BaseURL)
	out.textIfAny("openApiUrl", i.OpenAPIURL)
	out.close(i.Extra)
}
