package osp

func (d *decoder) services() []Service {
	out := make([]Service, 0, 8)
	var slugs seen[string]
	a := d.array(1, 0)
	for a.next() {
		out = append(out, Service{})
		s := &out[len(out)-1]
		d.service(s)
		if s.Slug != "" && !slugs.add(s.Slug) {
			d.noteRepeatedID("slug", s.Slug, "service")
		}
	}
	return out
}

func (d *decoder) service(s *Service) {
	o := d.object(&serviceShape)
	for o.next() {
		switch o.name {
		case "slug":
			s.Slug = d.slug(80)
		case "name":
			s.Name = d.text(1, 120)
		case "category":
			s.Category = d.slug(80)
		case "description":
			s.Description = d.optionalText(600)
		case "url":
			s.URL = d.url()
		case "pricePresentation":
			s.PricePresentation = d.optionalText(120)
		case "bookable":
			s.Bookable = d.optionalBoolean()
		case "locationIds":
			s.LocationIDs = list(d, 0, 0, true, func(d *decoder) string { return d.slug(80) })
		default:
			d.keep(&s.Extra, o.name)
		}
	}
}
