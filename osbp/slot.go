package osbp

import "github.com/openservicekit/openservice/money"

// Slot is one bookable opening: a service, a provider's time, a start and a
// price (OSBP "Core Objects", "availability.find"). The start is carried twice:
// StartsAtLocal is authoritative and goes back into booking.create as date and
// time; StartsAt is the instant, absent where the zone is not known. A slot is an
// offer, never a hold.
type Slot struct {
	ID             string `json:"id"`
	OrganizationID string `json:"organization_id"`
	ScheduleID     string `json:"schedule_id"`
	ScheduleName   string `json:"schedule_name,omitzero"`
	// ScheduleTimezone is an IANA name.
	ScheduleTimezone string `json:"schedule_timezone,omitzero"`
	ProviderID       string `json:"provider_id,omitzero"`
	ProviderName     string `json:"provider_name,omitzero"`
	// ProviderImageURL often shows a named person: treat it as personal data.
	ProviderImageURL string `json:"provider_image_url,omitzero"`
	ServiceID        string `json:"service_id"`
	// StartsAt and EndsAt are RFC 3339 instants with Z or an offset.
	StartsAt string `json:"starts_at,omitzero"`
	EndsAt   string `json:"ends_at,omitzero"`
	// StartsAtLocal and EndsAtLocal are wall-clock strings without an offset.
	StartsAtLocal string       `json:"starts_at_local"`
	EndsAtLocal   string       `json:"ends_at_local,omitzero"`
	Price         *money.Money `json:"price,omitzero"`
	// ScheduleHours are typical opening hours, for display only.
	ScheduleHours []ScheduleHours `json:"schedule_hours,omitzero"`
}

// ScheduleHours is one typical opening period (OSBP "Time Discipline"). Day is an
// ISO 8601 weekday, 1 Monday to 7 Sunday; Open and Close are HH:MM wall clocks.
// A Close that is not after Open runs into the next day.
type ScheduleHours struct {
	Day   int    `json:"day"`
	Open  string `json:"open"`
	Close string `json:"close"`
}

// AvailabilityFindInput is the input of availability.find.
type AvailabilityFindInput struct {
	ServiceID  string `json:"service_id,omitzero"`
	ScheduleID string `json:"schedule_id,omitzero"`
	// Date is a wall-clock date YYYY-MM-DD in the merchant's zone; required.
	Date       string `json:"date"`
	ProviderID string `json:"provider_id,omitzero"`
}
