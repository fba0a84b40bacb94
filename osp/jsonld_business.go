package osp

import "math"

// metresPerMile is the statute mile: geoRadius is in metres, coverage.radius in miles (OSP Appendix E.1).
const metresPerMile = 1609.344

// writeBusiness writes the business, at the address and with the hours of its primary location.
func (n *jsonLD) writeBusiness() {
	b, primary := &n.m.Business, n.m.PrimaryLocation()
	n.writeTypes()
	n.text("@id", n.business)
	n.text("name", b.DisplayName)
	n.textIfAny("legalName", b.LegalName)
	n.text("url", b.WebsiteURL)
	n.text("telephone", b.Phone)
	n.textIfAny("email", b.Email)
	n.writePlace(primary)
	n.writeAreaServed("")
	if len(b.ReviewProfiles) > 0 {
		writeList(&n.writer, "sameAs", b.ReviewProfiles, writeText)
	}
	if n.o.Complete {
		if parent := b.ParentOrganization; parent != nil {
			n.typed("parentOrganization", "Organization")
			n.text("name", parent.Name)
			n.text("url", parent.URL)
			n.end()
		}
		n.writeCredentials()
		n.writeLocations()
	}
	n.writeCatalog("")
	n.writeAction(n.m.Interfaces.SchedulePageURL)
}

// writeLocation writes a location as a business of its own that belongs to the whole.
func (n *jsonLD) writeLocation(l *Location) {
	b := &n.m.Business
	n.writeTypes()
	n.text("@id", n.locationID(l))
	n.text("name", l.Name)
	n.text("url", n.locationURL(l))
	n.text("telephone", phoneOf(n.m, l))
	if l.Email != "" {
		n.text("email", l.Email)
	} else {
		n.textIfAny("email", b.Email)
	}
	n.writePlace(l)
	n.writeAreaServed(l.ID)
	n.typed("parentOrganization", "Organization")
	n.text("@id", n.business)
	n.text("name", b.DisplayName)
	n.text("url", b.WebsiteURL)
	n.end()
	if n.o.Complete {
		n.writeCredentials()
	}
	n.writeCatalog(l.ID)
	n.writeAction(n.m.Interfaces.SchedulePageURL)
}

func phoneOf(m *Manifest, l *Location) string {
	if l.Phone != "" {
		return l.Phone
	}
	return m.Business.Phone
}

func (n *jsonLD) locationID(l *Location) string { return n.p.origin + "/#location-" + l.ID }

// locationURL is the location's own page, or the site of the business where there is none.
func (n *jsonLD) locationURL(l *Location) string {
	if l.PageURL != "" {
		return l.PageURL
	}
	return n.m.Business.WebsiteURL
}

// writeTypes writes the trades: those that schema.org knows are the type of the node (OSP Appendix E.1).
func (n *jsonLD) writeTypes() {
	var types, others []string
	for _, trade := range n.m.Business.Trades {
		if IsTradeType(trade) {
			types = append(types, trade)
		} else {
			others = append(others, trade)
		}
	}
	if types == nil {
		types = []string{"LocalBusiness"}
	}
	n.texts("@type", types)
	n.texts("additionalType", others)
}

// writePlace writes what a node has from a location: address, coordinates and hours.
func (n *jsonLD) writePlace(l *Location) {
	n.typed("address", "PostalAddress")
	n.text("streetAddress", l.Address.Street)
	n.text("addressLocality", l.Address.City)
	n.text("addressRegion", l.Address.Region)
	n.text("postalCode", l.Address.PostalCode.String())
	n.text("addressCountry", l.Address.Country)
	n.end()
	if l.Geo != nil {
		n.name("geo")
		n.writeGeo(l.Geo)
	}
	n.writeHours(&l.Hours)
	if n.o.Complete {
		n.writeExceptions(l.Hours.Exceptions)
	}
}

func (n *jsonLD) writeGeo(g *Geo) {
	n.open()
	n.text("@type", "GeoCoordinates")
	n.number("latitude", g.Latitude)
	n.number("longitude", g.Longitude)
	n.end()
}

// writeAreaServed writes the names of the area; the complete form adds the radii, all of them or those around one location.
func (n *jsonLD) writeAreaServed(locationID string) {
	c := n.m.Coverage
	if c == nil {
		return
	}
	var radii []Radius
	if n.o.Complete {
		for _, r := range c.Radius {
			if locationID == "" || r.LocationID == locationID {
				radii = append(radii, r)
			}
		}
	}
	if len(c.AreaNames)+len(radii) == 0 {
		return
	}
	n.list("areaServed")
	for _, name := range c.AreaNames {
		n.typed("", "City")
		n.text("name", name)
		n.end()
	}
	for _, r := range radii {
		n.typed("", "GeoCircle")
		n.name("geoMidpoint")
		n.writeGeo(n.p.placeByID[r.LocationID].location.Geo)
		n.number("geoRadius", math.Round(r.Miles*metresPerMile*1000)/1000)
		n.end()
	}
	n.endList()
}

func (n *jsonLD) writeCredentials() {
	if len(n.m.Certifications) == 0 {
		return
	}
	n.list("hasCredential")
	for _, c := range n.m.Certifications {
		n.typed("", "EducationalOccupationalCredential")
		n.text("name", c)
		n.end()
	}
	n.endList()
}

// writeLocations writes the premises of a business that has several.
func (n *jsonLD) writeLocations() {
	if len(n.m.Locations) < 2 {
		return
	}
	n.list("location")
	for i := range n.m.Locations {
		l := &n.m.Locations[i]
		n.typed("", "Place")
		n.text("@id", n.locationID(l))
		n.text("name", l.Name)
		n.text("url", n.locationURL(l))
		n.text("telephone", phoneOf(n.m, l))
		n.writePlace(l)
		n.end()
	}
	n.endList()
}
