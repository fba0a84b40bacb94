package osp

import "strconv"

func (d *decoder) manifest(m *Manifest) {
	o := d.object(&manifestShape)
	for o.next() {
		switch o.name {
		case "specVersion":
			m.SpecVersion = d.specVersion()
		case "updatedAt":
			m.UpdatedAt = d.timestamp()
		case "conformance":
			m.Conformance = new(Conformance)
			d.conformance(m.Conformance)
		case "business":
			d.business(&m.Business)
		case "locations":
			m.Locations = d.locations()
		case "services":
			m.Services = d.services()
		case "coverage":
			d.facts.hasCoverage = true
			m.Coverage = new(Coverage)
			d.coverage(m.Coverage)
		case "certifications":
			m.Certifications = d.certifications()
		case "bookingPolicy":
			d.bookingPolicy(&m.BookingPolicy)
		case "bookingSemantics":
			m.BookingSemantics = d.bookingSemantics()
		case "interfaces":
			d.interfaces(&m.Interfaces)
		case "extensions":
			m.Extensions = d.extensions()
		default:
			d.keep(&m.Extra, o.name)
		}
	}
}

func (d *decoder) specVersion() string {
	if !d.expect('"', "a text") {
		return ""
	}
	s := d.str()
	d.facts.otherVersion = s != SpecVersion
	return s
}

func (d *decoder) certifications() []string {
	outer := d.section
	d.section = "OSP 5.6"
	texts := list(d, 0, 0, false, func(d *decoder) string { return d.text(1, 120) })
	d.section = outer
	return texts
}

func (d *decoder) bookingSemantics() string {
	outer := d.section
	d.section = "OSP 5.8"
	s := d.constant(BookingSemanticsRequest)
	d.section = outer
	return s
}

func (d *decoder) conformance(c *Conformance) {
	o := d.object(&conformanceShape)
	for o.next() {
		switch o.name {
		case "level":
			c.Level = d.integer(1, 3)
		default:
			d.keep(&c.Extra, o.name)
		}
	}
}

// extensions reads vendor data, whose keys are reverse-DNS names.
func (d *decoder) extensions() Members {
	m := Members{}
	o := d.object(&extensionsShape)
	for o.next() {
		if !isReverseDNS(o.name) && !isRatingName(o.name) {
			d.note(RuleExtensionName, quote(o.name)+" is no name for an extension: use a reverse domain name, such as com.example.vendor.")
		}
		d.keep(&m, o.name)
	}
	return m
}

// checkConstraints checks what spans the document. A value that couldn't be read has its own issue, and draws no other
// after it.
func (d *decoder) checkConstraints(m *Manifest) {
	f := &d.facts
	model := m.Business.ServiceModel
	if (model == OnSite || model == Both) && !f.hasCoverage {
		d.noteAt("coverage", RuleCoverageRequired, sourceConstraints+"7",
			"\"coverage\" is missing: a business that works at the customer's address says where it works.")
	}
	if f.hasVehicleDetails && (model == OnSite || model == InShop) {
		d.noteAt("bookingPolicy.vehicleDetailsAccepted", RuleVehicleDetails, sourceConstraints+"9",
			"\"vehicleDetailsAccepted\" must be left out, even as false, unless the service model is both.")
	}
	if c := m.Conformance; c != nil && (c.Level == 2 || c.Level == 3) && f.hasInterfaces && !f.hasMCP {
		d.noteAt("interfaces.mcp", RuleRequired, "OSP 5.9",
			"\"mcp\" is missing: conformance level "+strconv.Itoa(c.Level)+" needs the address of an MCP endpoint.")
	}
	d.checkPrimary(m.Locations)
	d.checkReferences(m)
}

func (d *decoder) checkPrimary(locations []Location) {
	primaries := 0
	for i := range locations {
		if !locations[i].IsPrimary {
			continue
		}
		if primaries++; primaries > 1 {
			d.noteAt("locations["+strconv.Itoa(i)+"].isPrimary", RuleOnePrimary, sourceConstraints+"1",
				"A second location is primary; exactly one location may be.")
		}
	}
	if primaries == 0 && len(locations) > 0 && !d.facts.primaryUnclear {
		d.noteAt("locations", RuleOnePrimary, sourceConstraints+"1",
			"No location is primary; set isPrimary to true for exactly one.")
	}
}

// checkReferences checks that the location ids in coverage and services name locations.
func (d *decoder) checkReferences(m *Manifest) {
	byID := make(map[string]*Location, len(m.Locations))
	for i := range m.Locations {
		l := &m.Locations[i]
		if l.ID == "" {
			return // which one was meant can't be known
		}
		byID[l.ID] = l
	}
	if len(byID) == 0 {
		return
	}
	if m.Coverage != nil {
		for i := range m.Coverage.Radius {
			id := m.Coverage.Radius[i].LocationID
			path := "coverage.radius[" + strconv.Itoa(i) + "].locationId"
			switch l := byID[id]; {
			case id == "":
			case l == nil:
				d.noteUnknownLocation(path, id)
			case l.Geo == nil:
				d.noteAt(path, RuleRadiusGeo, sourceConstraints+"3",
					"Location "+quote(id)+" has a radius around it but no \"geo\", so nobody can measure the distance.")
			}
		}
	}
	for i := range m.Services {
		for j, id := range m.Services[i].LocationIDs {
			if id != "" && byID[id] == nil {
				d.noteUnknownLocation("services["+strconv.Itoa(i)+"].locationIds["+strconv.Itoa(j)+"]", id)
			}
		}
	}
}

func (d *decoder) noteUnknownLocation(path, id string) {
	d.noteAt(path, RuleLocationExists, sourceConstraints+"2", "No location has the id "+quote(id)+".")
}
