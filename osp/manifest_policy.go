package osp

import "github.com/openservicekit/openservice/wallclock"

// DefaultMaximumDaysAhead is the latest requestable date, in days from today, of a policy that doesn't say (OSP 5.7).
const DefaultMaximumDaysAhead = 60

// WeekendRequests says whether requests for weekend dates are accepted (OSP 5.7).
type WeekendRequests string

const (
	// WeekendsAllowed accepts requests for Saturdays and Sundays.
	WeekendsAllowed WeekendRequests = "allowed"
	// WeekendsNotAllowed accepts neither.
	WeekendsNotAllowed WeekendRequests = "not_allowed"
	// SaturdayOnly accepts Saturdays but not Sundays.
	SaturdayOnly WeekendRequests = "saturday_only"
)

// ContactMethod is a way by which the business confirms a request (OSP 5.7).
type ContactMethod string

const (
	// ContactCall is a telephone call.
	ContactCall ContactMethod = "call"
	// ContactText is a text message.
	ContactText ContactMethod = "text"
	// ContactEmail is an email.
	ContactEmail ContactMethod = "email"
)

// BookingPolicy is how the business accepts requests (OSP 5.7).
type BookingPolicy struct {
	// Windows are the windows on offer, at least one, their ids unique.
	Windows []Window `json:"windows"`
	// MinimumDaysAhead is the earliest requestable date in whole calendar days from today in the business's zone,
	// 0 to 60; 1 means tomorrow at the earliest.
	MinimumDaysAhead int `json:"minimumDaysAhead"`
	// MaximumDaysAhead is the latest requestable date, 1 to 365; absent means 60, see
	// [BookingPolicy.MaxDaysAhead].
	MaximumDaysAhead *int `json:"maximumDaysAhead,omitzero"`
	// WeekendRequests says whether weekend dates are accepted.
	WeekendRequests WeekendRequests `json:"weekendRequests"`
	// EmergencyAvailable says whether urgent calls are taken outside published hours.
	EmergencyAvailable bool `json:"emergencyAvailable"`
	// AfterHoursNote states after-hours terms exactly as the business does, up to 300 characters. Its presence, even
	// when empty, requires EmergencyAvailable; when it is absent, nobody states an after-hours rate or response time.
	AfterHoursNote *string `json:"afterHoursNote,omitzero"`
	// ContactMethods are the methods that the business confirms by, at least one, without repetition.
	ContactMethods []ContactMethod `json:"contactMethods"`
	// RequiresAddress says whether a request without a service address is rejected; the default depends on the
	// service model, see [Manifest.RequiresAddress].
	RequiresAddress *bool `json:"requiresAddress,omitzero"`
	// VehicleDetailsAccepted says whether requests may carry customer.vehicle. It may be present, even as false,
	// only when the service model is both; see [Manifest.AcceptsVehicle].
	VehicleDetailsAccepted *bool `json:"vehicleDetailsAccepted,omitzero"`
	// ConfirmationNote plainly says how confirmation happens, up to 300 characters; optional.
	ConfirmationNote *string `json:"confirmationNote,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// MaxDaysAhead is maximumDaysAhead, or 60 when that is absent (OSP 5.7).
func (p *BookingPolicy) MaxDaysAhead() int {
	if p.MaximumDaysAhead != nil {
		return *p.MaximumDaysAhead
	}
	return DefaultMaximumDaysAhead
}

// The fixed window ids, exactly so spelled (OSP 5.7.1). Every other id is a custom slug.
const (
	WindowMorning   = "Morning"
	WindowAfternoon = "Afternoon"
	WindowEvening   = "Evening"
)

// Window is a named part of a day during which the business may arrive or receive the customer. It is not an
// appointment slot, and its bounds are no promised arrival span (OSP 5.7.1).
type Window struct {
	// ID is one of the fixed ids or a custom slug of up to 40 characters.
	ID string `json:"id"`
	// Label is 1 to 40 characters; optional for the fixed ids. Windows are never matched by it.
	Label string `json:"label,omitzero"`
	// Start and End say when the window falls, in local whole minutes, written HH:MM; start precedes end. They are
	// optional for the fixed ids.
	Start *wallclock.Time `json:"start,omitzero"`
	End   *wallclock.Time `json:"end,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// IsFixed reports whether the window has one of the three fixed ids.
func (w *Window) IsFixed() bool { return isFixedWindow(w.ID) }

func isFixedWindow(id string) bool {
	return id == WindowMorning || id == WindowAfternoon || id == WindowEvening
}
