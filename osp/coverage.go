package osp

// MatchedBy says why a ZIP code is covered or not (OSP 6.4).
type MatchedBy string

const (
	// MatchedPostalCodes: the ZIP is in coverage.postalCodes.
	MatchedPostalCodes MatchedBy = "postalCodes"
	// MatchedLocation: the ZIP is a location's own.
	MatchedLocation MatchedBy = "location"
	// MatchedRadius: the ZIP's centre lies within a published radius. This is a guide: the agent confirms with the
	// business.
	MatchedRadius MatchedBy = "radius"
	// MatchedInShop: customers come to the shop, so every ZIP is welcome.
	MatchedInShop MatchedBy = "in_shop"
	// MatchedNone: not covered.
	MatchedNone MatchedBy = "none"
	// MatchedUnknown: not evaluated. It must never be presented as "not covered".
	MatchedUnknown MatchedBy = "unknown"
)

// CoverageResult is the answer of check_coverage (OSP 6.4); its JSON is the tool's output.
type CoverageResult struct {
	// Covered is true for every MatchedBy but none and unknown.
	Covered bool `json:"covered"`
	// AreaName is present for postalCodes, location and radius: the business's own name for the area; else for
	// postalCodes and location the city of the location whose ZIP it is, for radius the name of the nearest matching
	// location; else the ZIP itself. The labels in coverage.areaNames are never used.
	AreaName string `json:"areaName,omitempty"`
	// AreaURL is the page of that area or location, if it has one.
	AreaURL string `json:"areaUrl,omitempty"`
	// MatchedBy says which step matched.
	MatchedBy MatchedBy `json:"matchedBy"`
	// Phone is the business's, for none and unknown.
	Phone string `json:"phone,omitempty"`
	// Message says what the agent should do, for all but postalCodes and location.
	Message string `json:"message,omitempty"`
	// CanonicalSiteURL is the business origin.
	CanonicalSiteURL string `json:"canonicalSiteUrl"`
}

// Coverage says whether the business serves a ZIP code, by the six steps of OSP 6.4, of which the first that matches
// answers: the ZIP list; a location's own ZIP; a radius, as great-circle distance from the ZIP's centre; an in_shop
// business without coverage; a radius that was not evaluated; not covered.
//
// Where a radius is published and the ZIP's centre is not known, the answer is unknown, never none. So it is for the zero
// ZIP, which is no code. Coverage is no gate: a booking request is never turned down for it. It allocates nothing.
func (p *Profile) Coverage(zip ZIP) CoverageResult {
	c := &p.cover
	if !zip.IsValid() {
		return c.unknown
	}
	if answer, ok := c.zips[zip]; ok {
		return CoverageResult{Covered: true, MatchedBy: answer.match, AreaName: answer.name, AreaURL: answer.url,
			CanonicalSiteURL: p.origin}
	}
	evaluated := true
	if len(c.circles) > 0 {
		var circle *circle
		if circle, evaluated = c.nearestCircle(zip); circle != nil {
			result := CoverageResult{Covered: true, MatchedBy: MatchedRadius, AreaName: circle.name, AreaURL: circle.url,
				Message: circle.message, CanonicalSiteURL: p.origin}
			if area, ok := c.areas[zip]; ok {
				result.AreaName, result.AreaURL = area.Name, area.URL
			}
			return result
		}
	}
	switch {
	case c.isInShop:
		return c.inShop
	case !evaluated:
		return c.unknown
	}
	return c.none
}

// CoverageVerified is the coverageVerified of a booking answer (OSP 6.7): whether the customer's ZIP matched published
// coverage by list, location or radius. It says nothing (ok is false) without a ZIP, and for a business without coverage.
func (p *Profile) CoverageVerified(zip ZIP) (verified, ok bool) {
	if !zip.IsValid() || p.manifest == nil || p.manifest.Coverage == nil {
		return false, false
	}
	return p.Coverage(zip).Covered, true
}

// cover is the compiled coverage.
type cover struct {
	zips      map[ZIP]zipAnswer
	areas     map[ZIP]Area
	circles   []circle
	centroids Centroids
	isInShop  bool // in_shop, and no coverage
	// The answers that don't depend on the ZIP.
	inShop, unknown, none CoverageResult
}

type zipAnswer struct {
	match     MatchedBy
	name, url string
}

func newCover(m *Manifest, o *ProfileOptions) cover {
	origin := originOf(m.Business.WebsiteURL)
	c := cover{
		zips:      make(map[ZIP]zipAnswer),
		areas:     o.Areas,
		centroids: o.Centroids,
		isInShop:  m.Business.ServiceModel == InShop && m.Coverage == nil,
		inShop: CoverageResult{Covered: true, MatchedBy: MatchedInShop, CanonicalSiteURL: origin,
			Message: "The customer brings the vehicle or vessel to the shop, so it does not matter where the customer lives."},
		unknown: CoverageResult{MatchedBy: MatchedUnknown, Phone: m.Business.Phone, CanonicalSiteURL: origin,
			Message: "It is not known whether the business serves this ZIP: it is not in the published list, and its distance was " +
				"not worked out. Confirm with the business."},
		none: CoverageResult{MatchedBy: MatchedNone, Phone: m.Business.Phone, CanonicalSiteURL: origin,
			Message: "This ZIP lies outside the published service area. The business decides case by case: call to ask."},
	}
	// Later entries yield to earlier ones: the list comes before the locations.
	if m.Coverage != nil {
		for _, zip := range m.Coverage.PostalCodes {
			c.zips[zip] = zipAnswer{match: MatchedPostalCodes, name: zip.String()}
		}
	}
	named := make(map[ZIP]bool)
	for i := range m.Locations {
		l := &m.Locations[i]
		zip := l.Address.PostalCode
		if named[zip] {
			continue
		}
		named[zip] = true
		answer := zipAnswer{match: MatchedLocation, name: l.Address.City, url: l.PageURL}
		if listed, ok := c.zips[zip]; ok {
			answer.match = listed.match
		}
		c.zips[zip] = answer
	}
	for zip, area := range c.areas {
		if answer, ok := c.zips[zip]; ok {
			c.zips[zip] = zipAnswer{match: answer.match, name: area.Name, url: area.URL}
		}
	}
	c.circles = newCircles(m)
	return c
}
