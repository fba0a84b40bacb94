package osp

// Service is one named unit of work that the business sells (OSP 5.4).
type Service struct {
	// Slug is the stable identifier, up to 80 characters, unique in the manifest: the serviceSlug of every tool.
	Slug string `json:"slug"`
	// Name is 1 to 120 characters.
	Name string `json:"name"`
	// Category is a slug for a parent grouping, such as "cooling"; optional.
	Category string `json:"category,omitzero"`
	// Description is up to 600 characters; optional.
	Description *string `json:"description,omitzero"`
	// URL is the service's own page, an https URL; optional.
	URL string `json:"url,omitzero"`
	// PricePresentation is the price text exactly as the business publishes it, up to 120 characters. When it is
	// absent, the business quotes on request and nobody estimates a price.
	PricePresentation *string `json:"pricePresentation,omitzero"`
	// Bookable is false for services that need a quote visit first; absent means true, see [Service.IsBookable].
	Bookable *bool `json:"bookable,omitzero"`
	// LocationIDs restricts the service to those locations; nil means all of them, an empty list none.
	LocationIDs []string `json:"locationIds,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// IsBookable reports whether the service may be named in a booking request: bookable, which defaults to true (OSP 5.4).
func (s *Service) IsBookable() bool { return s.Bookable == nil || *s.Bookable }

// OfferedAt reports whether the service is offered at the location with that id (OSP 5.4).
func (s *Service) OfferedAt(locationID string) bool {
	if s.LocationIDs == nil {
		return true
	}
	for _, id := range s.LocationIDs {
		if id == locationID {
			return true
		}
	}
	return false
}
