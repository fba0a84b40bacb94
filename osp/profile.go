package osp

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// ProfileOptions are what [NewProfile] needs beside the manifest. The zero options are the strict ones: coverage by radius
// is not evaluated.
type ProfileOptions struct {
	// Zones finds the business's time zone; nil means the system's database.
	Zones wallclock.ZoneLoader
	// Centroids says where ZIP codes lie, so that coverage by radius can be answered; package zcta has the Census
	// Bureau's. Nil means that a published radius is not evaluated (OSP 6.4 step 5).
	Centroids Centroids
	// Areas are the business's own names and pages for the ZIP codes it covers; optional.
	Areas map[ZIP]Area
}

// Area is what a business calls a part of its service area (OSP 6.4).
type Area struct {
	// Name is what customers call it, such as "Haines City". It must not be empty.
	Name string
	// URL is the area's own page, an https URL; empty if there is none.
	URL string
}

// Profile answers questions about one business from its manifest alone: what it covers, which windows it accepts requests
// for, and whether a booking request is acceptable. It has no state and no clock, does no input or output, and is safe for
// concurrent use.
type Profile struct {
	manifest *Manifest
	zone     wallclock.Zone
	origin   string

	places    []place
	refs      []LocationRef
	placeByID map[string]*place
	services  map[string]*Service
	windows   []openWindow
	minimum   int // days ahead
	maximum   int

	cover cover
}

// NewProfile compiles a manifest. It keeps a copy, so that later changes to m have no effect. It refuses a manifest that
// [Validate] refuses, with the same errors, and an [Area] without a name or with an address that is not https.
func NewProfile(m *Manifest, opts *ProfileOptions) (*Profile, error) {
	var o ProfileOptions
	if opts != nil {
		o = *opts
	}
	if o.Zones == nil {
		o.Zones = wallclock.SystemZones()
	}
	for zip, area := range o.Areas {
		if !zip.IsValid() || area.Name == "" || area.URL != "" && !isHTTPSURL(area.URL) {
			return nil, fmt.Errorf("osp: ProfileOptions.Areas[%v] needs a ZIP code, a name and, if any, an https URL", zip)
		}
	}
	o.Areas = maps.Clone(o.Areas)

	if m == nil {
		return nil, errNoManifest
	}
	m, err := Parse(m.appendJSON(nil), &ParseOptions{Zones: o.Zones})
	if err != nil {
		return nil, err
	}
	zone, err := o.Zones.LoadZone(m.Business.TimeZone)
	if err != nil {
		return nil, fmt.Errorf("osp: %w", err)
	}
	p := &Profile{
		manifest:  m,
		zone:      zone,
		origin:    originOf(m.Business.WebsiteURL),
		placeByID: make(map[string]*place, len(m.Locations)),
		services:  make(map[string]*Service, len(m.Services)),
		minimum:   m.BookingPolicy.MinimumDaysAhead,
		maximum:   m.BookingPolicy.MaxDaysAhead(),
	}
	p.compilePlaces()
	for i := range m.Services {
		p.services[m.Services[i].Slug] = &m.Services[i]
	}
	for i := range m.BookingPolicy.Windows {
		p.windows = append(p.windows, newOpenWindow(&m.BookingPolicy.Windows[i]))
	}
	p.cover = newCover(m, &o)
	return p, nil
}

// originOf cuts an https URL down to scheme, host and port.
func originOf(url string) string {
	const scheme = "https://"
	host := strings.TrimPrefix(url, scheme)
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	host = host[strings.LastIndexByte(host, '@')+1:] // an origin has no user
	return scheme + host
}

// Manifest returns the profile's own copy of the manifest. It must not be changed.
func (p *Profile) Manifest() *Manifest { return p.manifest }

// Zone returns the zone that governs every date and time of the business (OSP 5.2).
func (p *Profile) Zone() wallclock.Zone { return p.zone }

// CanonicalSiteURL returns the business origin, which every answer of a tool carries (OSP 6.1): scheme, host and port of
// business.websiteUrl.
func (p *Profile) CanonicalSiteURL() string { return p.origin }

// Service returns the service with that slug, bookable or not. It must not be changed.
func (p *Profile) Service(slug string) (*Service, bool) {
	s, ok := p.services[slug]
	return s, ok
}

// Today returns the date in the business's zone at an instant (OSP 3). It is the zero date for an instant outside the
// years 0 to 9999.
func (p *Profile) Today(now time.Time) wallclock.Date { return p.zone.ToLocal(now).Date }

var errNoTime = errors.New("osp: the time to answer for is missing or out of range")

// moment is an instant as the business sees it.
type moment struct {
	today  wallclock.Date
	number dayNumber
	// elapsed are the whole minutes of today that are over.
	elapsed int
}

func (p *Profile) moment(now time.Time) (moment, error) {
	local := p.zone.ToLocal(now)
	if now.IsZero() || !local.IsValid() {
		return moment{}, errNoTime
	}
	return moment{today: local.Date, number: numberOf(local.Date), elapsed: local.Time.Hour*60 + local.Time.Minute}, nil
}
