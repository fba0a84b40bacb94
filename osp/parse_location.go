package osp

import "slices"

func (d *decoder) locations() []Location {
	out := make([]Location, 0, 2)
	var ids seen[string]
	a := d.array(1, 0)
	for a.next() {
		out = append(out, Location{})
		l := &out[len(out)-1]
		d.location(l)
		if l.ID != "" && !ids.add(l.ID) {
			d.noteRepeatedID("id", l.ID, "location")
		}
	}
	return out
}

// noteRepeatedID notes that the entry being read has the identifier of an earlier one.
func (d *decoder) noteRepeatedID(member, id, kind string) {
	d.noteAt(member, RuleUniqueIDs, sourceConstraints+"4", "Another "+kind+" has the "+member+" "+quote(id)+" already; each needs its own.")
}

func (d *decoder) location(l *Location) {
	o := d.object(&locationShape)
	primary := false
	for o.next() {
		switch o.name {
		case "id":
			l.ID = d.slug(80)
		case "name":
			l.Name = d.text(1, 120)
		case "isPrimary":
			l.IsPrimary, primary = d.boolean()
		case "address":
			d.address(&l.Address)
		case "geo":
			l.Geo = new(Geo)
			d.geo(l.Geo)
		case "phone":
			l.Phone = d.text(7, 40)
		case "email":
			l.Email = d.email()
		case "hours":
			d.hours(&l.Hours)
		case "pageUrl":
			l.PageURL = d.url()
		case "acceptsWalkIns":
			l.AcceptsWalkIns = d.optionalBoolean()
		default:
			d.keep(&l.Extra, o.name)
		}
	}
	d.facts.primaryUnclear = d.facts.primaryUnclear || !primary
}

func (d *decoder) address(a *Address) {
	o := d.object(&addressShape)
	for o.next() {
		switch o.name {
		case "street":
			a.Street = d.text(1, 200)
		case "city":
			a.City = d.text(1, 100)
		case "region":
			a.Region = d.region()
		case "postalCode":
			a.PostalCode = d.zip()
		case "country":
			a.Country = d.constant("US")
		default:
			d.keep(&a.Extra, o.name)
		}
	}
}

func (d *decoder) region() string {
	if !d.expect('"', "a text of two letters") {
		return ""
	}
	s := d.str()
	if !slices.Contains(regions, s) {
		d.note(RuleEnum, d.subject()+" is "+quote(s)+"; it must be the two-letter postal code of a US state or territory, such as FL.")
	}
	return s
}

func (d *decoder) geo(g *Geo) {
	o := d.object(&geoShape)
	for o.next() {
		switch o.name {
		case "latitude":
			g.Latitude = d.degrees(90)
		case "longitude":
			g.Longitude = d.degrees(180)
		default:
			d.keep(&g.Extra, o.name)
		}
	}
}
