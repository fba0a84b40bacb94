package osp

// Location is a place that the business works from: a shop, yard or office (OSP 5.3).
type Location struct {
	// ID is a slug of up to 80 characters, unique in the manifest: the location argument of the tools.
	ID string `json:"id"`
	// Name is the label customers see, 1 to 120 characters.
	Name string `json:"name"`
	// IsPrimary is true for exactly one location.
	IsPrimary bool `json:"isPrimary"`
	// Address is the postal address.
	Address Address `json:"address"`
	// Geo is required when coverage.radius names the location; otherwise optional.
	Geo *Geo `json:"geo,omitzero"`
	// Phone is the location's own line, 7 to 40 characters; when absent, the business's phone counts.
	Phone string `json:"phone,omitzero"`
	// Email is the location's own address; optional.
	Email string `json:"email,omitzero"`
	// Hours say when the location answers and works. They are not availability.
	Hours Hours `json:"hours"`
	// PageURL is the location's own page, an https URL; optional.
	PageURL string `json:"pageUrl,omitzero"`
	// AcceptsWalkIns is for the service models in_shop and both; optional.
	AcceptsWalkIns *bool `json:"acceptsWalkIns,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// Address is a postal address in the United States (OSP 5.3.1).
type Address struct {
	// Street is 1 to 200 characters.
	Street string `json:"street"`
	// City is 1 to 100 characters.
	City string `json:"city"`
	// Region is the two-letter USPS code of a state or territory.
	Region string `json:"region"`
	// PostalCode is the five-digit ZIP code.
	PostalCode ZIP `json:"postalCode"`
	// Country is "US".
	Country string `json:"country"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// Geo is a point in decimal degrees, WGS 84 (OSP 5.3).
type Geo struct {
	// Latitude is -90 to 90.
	Latitude float64 `json:"latitude"`
	// Longitude is -180 to 180.
	Longitude float64 `json:"longitude"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}
