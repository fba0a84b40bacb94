package osp

import (
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// MaxRangeDays is how many days to may lie after from in check_availability; the range then has one date more (OSP 6.5).
const MaxRangeDays = 31

// AvailabilityQuery is the input of check_availability (OSP 6.5).
type AvailabilityQuery struct {
	// ServiceSlug names a bookable service.
	ServiceSlug string
	// From and To are calendar dates in the business's zone, both inclusive. To is at most 31 days after From.
	From, To wallclock.Date
	// Location is a location id, required when the business has more than one location.
	Location string
}

// AvailabilitySource says how an availability answer was worked out (OSP 6.5).
type AvailabilitySource string

const (
	// SourcePolicy: from the manifest alone.
	SourcePolicy AvailabilitySource = "policy"
	// SourceCalendar: from a live calendar, within the policy.
	SourceCalendar AvailabilitySource = "calendar"
)

// AvailabilityResult is the answer of check_availability (OSP 6.5); its JSON is the tool's output.
type AvailabilityResult struct {
	// Source says which mode answered.
	Source AvailabilitySource `json:"source"`
	// SourceNote says in policy mode that no live calendar was asked.
	SourceNote string `json:"sourceNote,omitempty"`
	// ServiceSlug is the service asked for.
	ServiceSlug string `json:"serviceSlug"`
	// Location is the location answered for.
	Location *LocationRef `json:"location,omitempty"`
	// TimeZone is the IANA name of the zone of all dates and times.
	TimeZone string `json:"timeZone"`
	// WindowDefinitions are the window objects of the manifest, for [MatchWindow]. Bounds that the business doesn't
	// publish aren't here. They belong to the profile and must not be changed.
	WindowDefinitions []Window `json:"windowDefinitions"`
	// Days has an entry for every date of the range, in order.
	Days []AvailabilityDay `json:"days"`
	// CanonicalSiteURL is the business origin.
	CanonicalSiteURL string `json:"canonicalSiteUrl"`
}

// AvailabilityDay is one date of an answer.
type AvailabilityDay struct {
	// Date is in the business's zone.
	Date wallclock.Date `json:"date"`
	// Status is open when at least one window is not closed.
	Status AvailabilityStatus `json:"status"`
	// Reason says why a day is closed; empty on an open day.
	Reason ClosedReason `json:"reason,omitempty"`
	// Windows has an entry for every window of the manifest on an open day, and none on a closed one.
	Windows []AvailabilityWindow `json:"windows"`
}

// AvailabilityStatus is open or closed.
type AvailabilityStatus string

const (
	// StatusOpen: at least one window is not closed.
	StatusOpen AvailabilityStatus = "open"
	// StatusClosed: every window is closed.
	StatusClosed AvailabilityStatus = "closed"
)

// AvailabilityWindow is one window on one date.
type AvailabilityWindow struct {
	// ID is the window's id in the manifest.
	ID string `json:"id"`
	// Status is what a request for the window can expect.
	Status WindowStatus `json:"status"`
}

// WindowStatus says what a request for a window on a date can expect (OSP 6.5).
type WindowStatus string

const (
	// WindowRequestable: the business accepts requests for the window; whether it has room is not known. Agents say
	// just that, and never "available".
	WindowRequestable WindowStatus = "requestable"
	// WindowAvailable: a live calendar has the window open. It still takes a request, and the business's confirmation.
	WindowAvailable WindowStatus = "available"
	// WindowClosed: a request for the window is refused.
	WindowClosed WindowStatus = "closed"
)

// ClosedReason says why a day is closed (OSP 6.5). Where several apply, the first in the order below is given.
type ClosedReason string

const (
	// ReasonServiceNotOffered: the service is not offered at the location.
	ReasonServiceNotOffered ClosedReason = "service_not_offered_at_location"
	// ReasonOutsideRange: the date is sooner or later than the business accepts requests for.
	ReasonOutsideRange ClosedReason = "outside_booking_range"
	// ReasonException: an exception of that date closes it, or leaves no window within its hours.
	ReasonException ClosedReason = "exception_closed"
	// ReasonClosedDay: no window lies within the hours of that weekday, or all of today's are over.
	ReasonClosedDay ClosedReason = "closed_day"
	// ReasonWeekend: the business takes no requests for that weekend day.
	ReasonWeekend ClosedReason = "weekend_requests_not_allowed"
	// ReasonCalendarFull: a live calendar has every window taken.
	ReasonCalendarFull ClosedReason = "calendar_full"
)

const policyNote = "Worked out from published hours and booking policy; no live calendar was asked. " +
	"A requestable window can already be full: the business confirms each request."

// Availability says for which windows the business accepts requests, in policy mode: from hours, exceptions, booking range,
// weekend policy and windows alone (OSP 6.5). Windows without bounds count as Morning 08:00-12:00, Afternoon 12:00-17:00
// and Evening 17:00-20:00 (OSP 5.7.1). A window is open on a date if it shares time with the hours of that date; one that
// only touches them doesn't. Windows of today that are over are closed.
//
// What it calls requestable, [Profile.CheckRequest] accepts in the same moment, and nothing else.
//
// The error is a [*Refusal]: invalid_input for missing or impossible fields, location_required, unknown_location,
// unknown_service (also for a service that isn't bookable) or invalid_range, in this order. Dates outside the booking range
// are no error but closed days. It is another error if now is missing.
func (p *Profile) Availability(q AvailabilityQuery, now time.Time) (*AvailabilityResult, error) {
	asked, err := p.ask(q, now)
	if err != nil {
		return nil, err
	}
	result := asked.answer(readPolicy)
	result.Source, result.SourceNote = SourcePolicy, policyNote
	return result, nil
}
