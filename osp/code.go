package osp

// Code is a stable error code of the tools (OSP 6). A Code is itself an error, so errors.Is(err, osp.CodeClosedDay) works
// through any wrapping.
type Code string

// The error codes of OSP 0.1. Each comment says who does what next.
const (
	// CodeInvalidInput: the input is malformed or fails the tool's schema; the answer names the fields. The agent
	// corrects them and calls again (OSP 6.1).
	CodeInvalidInput Code = "invalid_input"
	// CodeRateLimited: too many calls, or a system behind the server doesn't answer. The agent waits and repeats the
	// same call, a booking request with the same requestId (OSP 6.1, OSP 6.7).
	CodeRateLimited Code = "rate_limited"
	// CodeUnknownService: the slug is not on offer or not bookable. The agent picks a bookable slug from
	// list_services, or sends the customer to the contact methods (OSP 6.7).
	CodeUnknownService Code = "unknown_service"
	// CodeUnknownLocation: no location has that id; the answer lists the locations. The agent picks one of them
	// (OSP 6.7).
	CodeUnknownLocation Code = "unknown_location"
	// CodeAmbiguousLocation: several locations fit; the answer lists them. The agent asks the customer which one
	// (OSP 6.6, OSP 6.7).
	CodeAmbiguousLocation Code = "ambiguous_location"
	// CodeLocationRequired: the business has several locations and the call names none; the answer lists them. The
	// agent asks the customer which one (OSP 6.5, OSP 6.7).
	CodeLocationRequired Code = "location_required"
	// CodeLocationNotSupported: the business has a single location. The agent calls again without location
	// (OSP 6.6).
	CodeLocationNotSupported Code = "location_not_supported"
	// CodeInvalidRange: to is before from, or more than 31 days after it. The agent asks for a shorter range
	// (OSP 6.5).
	CodeInvalidRange Code = "invalid_range"
	// CodeInvalidDate: the date does not exist on the calendar. The agent asks the customer for the date
	// (OSP 6.7).
	CodeInvalidDate Code = "invalid_date"
	// CodeDateTooSoon: the date is earlier than the business accepts; the answer has minimumDaysAhead. The agent
	// offers the customer a later date (OSP 6.7).
	CodeDateTooSoon Code = "date_too_soon"
	// CodeDateTooFar: the date is later than the business accepts. The agent offers the customer an earlier date
	// (OSP 6.7).
	CodeDateTooFar Code = "date_too_far"
	// CodeWeekendUnavailable: the business takes no requests for that weekend day. The agent offers the customer
	// another day (OSP 6.7).
	CodeWeekendUnavailable Code = "weekend_unavailable"
	// CodeClosedDay: the hours mark the date closed. The agent offers the customer another day (OSP 6.7).
	CodeClosedDay Code = "closed_day"
	// CodeUnknownWindow: preferredTime is no window that the business offers on the date. The agent asks the
	// customer to choose among those that check_availability lists (OSP 6.7).
	CodeUnknownWindow Code = "unknown_window"
	// CodeContactMethodUnavailable: the business doesn't confirm by that method. The agent asks the customer to
	// authorize one of the published methods (OSP 6.7).
	CodeContactMethodUnavailable Code = "contact_method_unavailable"
	// CodeAddressRequired: the business needs the service address. The agent asks the customer for it (OSP 6.7).
	CodeAddressRequired Code = "address_required"
	// CodeMissingProvenance: the customer's approval or contact authorization is not stated, or the stated channel
	// is not the one observed. The agent gets the approval before it calls again (OSP 7.1, OSP 7.3).
	CodeMissingProvenance Code = "missing_provenance"
	// CodeBookingRequestFailed: a system behind the server failed after the input was accepted. The agent relays the
	// message, and the customer contacts the business; a retry keeps the requestId (OSP 6.7).
	CodeBookingRequestFailed Code = "booking_request_failed"
)

// Error returns the code.
func (c Code) Error() string { return string(c) }
