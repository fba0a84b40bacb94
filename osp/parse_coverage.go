package osp

func (d *decoder) coverage(c *Coverage) {
	var codes, radius bool
	o := d.object(&coverageShape)
	for o.next() {
		switch o.name {
		case "postalCodes":
			codes = true
			c.PostalCodes = list(d, 1, 0, true, (*decoder).zip)
		case "radius":
			radius = true
			c.Radius = d.radii()
		case "areaNames":
			c.AreaNames = list(d, 0, 0, false, func(d *decoder) string { return d.text(0, 100) })
		case "note":
			c.Note = d.optionalText(200)
		default:
			d.keep(&c.Extra, o.name)
		}
	}
	if o.found && !codes && !radius {
		d.noteAt("", RuleAnyOf, "OSP 5.5", d.subject()+" needs ZIP codes (postalCodes), a radius, or both.")
	}
}

func (d *decoder) radii() []Radius {
	out := make([]Radius, 0, 2)
	a := d.array(1, 0)
	for a.next() {
		out = append(out, Radius{})
		d.radius(&out[len(out)-1])
	}
	return out
}

func (d *decoder) radius(r *Radius) {
	o := d.object(&radiusShape)
	for o.next() {
		switch o.name {
		case "locationId":
			r.LocationID = d.slug(80)
		case "miles":
			r.Miles = d.miles(500)
		default:
			d.keep(&r.Extra, o.name)
		}
	}
}
