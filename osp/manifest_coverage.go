package osp

// Coverage is where the business travels to or accepts customers from: a place is covered if either the list or a
// radius matches; at least one of the two is present (OSP 5.5).
type Coverage struct {
	// PostalCodes are the exact ZIP codes served, without repetition; nil when absent, otherwise at least one.
	PostalCodes []ZIP `json:"postalCodes,omitzero"`
	// Radius are circles around locations that have geo; nil when absent, otherwise at least one.
	Radius []Radius `json:"radius,omitzero"`
	// AreaNames are labels of up to 100 characters, never used for matching; optional.
	AreaNames []string `json:"areaNames,omitzero"`
	// Note is up to 200 characters; optional.
	Note *string `json:"note,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// Radius is a straight-line distance around a location (OSP 5.5).
type Radius struct {
	// LocationID names a location that has geo.
	LocationID string `json:"locationId"`
	// Miles is the distance in statute miles, over 0 and up to 500.
	Miles float64 `json:"miles"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}
