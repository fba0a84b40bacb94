package osp

import (
	"errors"

	"github.com/openservicekit/openservice/wallclock"
)

func (d *decoder) business(b *Business) {
	o := d.object(&businessShape)
	for o.next() {
		switch o.name {
		case "displayName":
			b.DisplayName = d.text(1, 120)
		case "legalName":
			b.LegalName = d.text(1, 200)
		case "trades":
			b.Trades = list(d, 1, 5, true, func(d *decoder) string { return d.text(1, 60) })
		case "serviceModel":
			b.ServiceModel = enum(d, serviceModels)
		case "parentOrganization":
			b.ParentOrganization = new(ParentOrganization)
			d.parentOrganization(b.ParentOrganization)
		case "reviewProfiles":
			b.ReviewProfiles = list(d, 0, 10, true, (*decoder).url)
		case "description":
			b.Description = d.optionalText(600)
		case "websiteUrl":
			b.WebsiteURL = d.url()
		case "phone":
			b.Phone = d.text(7, 40)
		case "email":
			b.Email = d.email()
		case "yearsInBusiness":
			b.YearsInBusiness = new(d.integer(0, 200))
		case "timeZone":
			b.TimeZone = d.timeZone()
		default:
			d.keep(&b.Extra, o.name)
		}
	}
}

func (d *decoder) parentOrganization(p *ParentOrganization) {
	o := d.object(&parentShape)
	for o.next() {
		switch o.name {
		case "name":
			p.Name = d.text(1, 200)
		case "url":
			p.URL = d.url()
		default:
			d.keep(&p.Extra, o.name)
		}
	}
}

// timeZone reads the name of a zone and looks it up.
func (d *decoder) timeZone() string {
	if !d.expect('"', "a text") {
		return ""
	}
	s := d.str()
	if !isZoneName(s) {
		d.note(RulePattern, d.subject()+" must be an IANA time zone name of the form Area/City, such as America/New_York.")
		return s
	}
	if d.bad {
		return s
	}
	switch _, err := d.zones.LoadZone(s); {
	case err == nil:
	case errors.Is(err, wallclock.ErrZoneDatabase):
		d.err = err
	default:
		d.note(RuleTimeZone, d.subject()+" is "+quote(s)+", which is not in the time zone database; use a name such as America/New_York.")
	}
	return s
}
