package osp

import "encoding/json"

// SpecVersion is the OSP version that this package reads and writes (OSP 5.1).
const SpecVersion = "0.1"

// BookingSemanticsRequest is the only booking semantics of OSP 0.1: whatever else a manifest says, every booking is a
// request (OSP 5.8).
const BookingSemanticsRequest = "request"

// Members holds the JSON members of an object that OSP 0.1 doesn't define, or of a manifest's extensions. Values are
// kept as written and survive decoding and encoding; they are encoded in the order of their names, after the members
// that OSP defines (OSP 5.1, OSP 9).
type Members map[string]json.RawMessage

// Manifest is what a business publishes about itself at /.well-known/open-service-profile (OSP 5.1).
//
// [Parse] makes one from bytes, [NewBuilder] from Go values; both refuse what [Validate] refuses. An optional member
// whose zero value is legal is a pointer, and nil means absent; for the other optional members the zero value means
// absent. A nil slice is absent, an empty one is present and empty: services[].locationIds tells the two apart.
//
// A Manifest is plain data. It may be read from several goroutines as long as none of them changes it.
type Manifest struct {
	// SpecVersion is "0.1".
	SpecVersion string `json:"specVersion"`
	// UpdatedAt says when the content last changed.
	UpdatedAt Timestamp `json:"updatedAt"`
	// Conformance is the level that the business claims; readers verify it rather than trust it (OSP 8).
	Conformance *Conformance `json:"conformance,omitzero"`
	// Business is the identity (OSP 5.2).
	Business Business `json:"business"`
	// Locations are the premises, at least one, exactly one of them primary (OSP 5.3).
	Locations []Location `json:"locations"`
	// Services are the units of work on offer, at least one (OSP 5.4).
	Services []Service `json:"services"`
	// Coverage is where the business works. It is required unless the service model is in_shop (OSP 5.5).
	Coverage *Coverage `json:"coverage,omitzero"`
	// Certifications are licences and memberships exactly as the business states them, each 1 to 120 characters
	// (OSP 5.6).
	Certifications []string `json:"certifications,omitzero"`
	// BookingPolicy is how requests are accepted (OSP 5.7).
	BookingPolicy BookingPolicy `json:"bookingPolicy"`
	// BookingSemantics is "request".
	BookingSemantics string `json:"bookingSemantics"`
	// Interfaces are the addresses of the schedule page and of the machine interfaces (OSP 5.9).
	Interfaces Interfaces `json:"interfaces"`
	// Extensions is vendor data, keyed by reverse-DNS names (OSP 5.1).
	Extensions Members `json:"extensions,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// Conformance is a claim of one of the three levels (OSP 8).
type Conformance struct {
	// Level is 1 (read-only profile), 2 (read tools) or 3 (booking).
	Level int `json:"level"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// RequiresAddress reports whether a booking request must carry a service address: bookingPolicy.requiresAddress, or
// when that is absent true for the service models on_site and both (OSP 5.7, OSP Appendix A constraint 8).
func (m *Manifest) RequiresAddress() bool {
	if m.BookingPolicy.RequiresAddress != nil {
		return *m.BookingPolicy.RequiresAddress
	}
	return m.Business.ServiceModel != InShop
}

// AcceptsVehicle reports whether a booking request may carry customer.vehicle: always for in_shop, for both when
// bookingPolicy.vehicleDetailsAccepted is true, never for on_site (OSP 5.2, OSP 6.7).
func (m *Manifest) AcceptsVehicle() bool {
	switch m.Business.ServiceModel {
	case InShop:
		return true
	case Both:
		return m.BookingPolicy.VehicleDetailsAccepted != nil && *m.BookingPolicy.VehicleDetailsAccepted
	}
	return false
}

// PrimaryLocation returns the location that isPrimary marks, or nil in a manifest that has none and is therefore not
// valid (OSP 5.3).
func (m *Manifest) PrimaryLocation() *Location {
	for i := range m.Locations {
		if m.Locations[i].IsPrimary {
			return &m.Locations[i]
		}
	}
	return nil
}
