package osp

import "slices"

// Tool is the name of a tool, exactly as the protocol writes it (OSP 6.1).
type Tool string

// The six tools, in the order of the specification.
const (
	// ToolGetBusinessInfo says who the business is and how to reach it; agents call it first (OSP 6.2).
	ToolGetBusinessInfo Tool = "get_business_info"
	// ToolListServices lists what a booking request can name (OSP 6.3).
	ToolListServices Tool = "list_services"
	// ToolCheckCoverage says whether a ZIP code is served (OSP 6.4).
	ToolCheckCoverage Tool = "check_coverage"
	// ToolCheckAvailability says for which windows requests are accepted (OSP 6.5).
	ToolCheckAvailability Tool = "check_availability"
	// ToolGetReviews returns the aggregate rating and a few public reviews (OSP 6.6).
	ToolGetReviews Tool = "get_reviews"
	// ToolRequestServiceBooking sends the business a request. It never makes an appointment (OSP 6.7).
	ToolRequestServiceBooking Tool = "request_service_booking"
)

// allTools has the tools in order, each with the codes that its schema allows (OSP Appendix B).
var allTools = [...]struct {
	tool  Tool
	codes []Code
}{
	{ToolGetBusinessInfo, []Code{CodeInvalidInput, CodeRateLimited}},
	{ToolListServices, []Code{CodeInvalidInput, CodeUnknownLocation, CodeRateLimited}},
	{ToolCheckCoverage, []Code{CodeInvalidInput, CodeRateLimited}},
	{ToolCheckAvailability, []Code{CodeInvalidInput, CodeUnknownService, CodeUnknownLocation, CodeLocationRequired,
		CodeInvalidRange, CodeRateLimited}},
	{ToolGetReviews, []Code{CodeInvalidInput, CodeLocationNotSupported, CodeUnknownLocation, CodeAmbiguousLocation,
		CodeRateLimited}},
	{ToolRequestServiceBooking, []Code{CodeInvalidInput, CodeUnknownService, CodeInvalidDate, CodeDateTooSoon, CodeDateTooFar,
		CodeWeekendUnavailable, CodeClosedDay, CodeUnknownWindow, CodeLocationRequired, CodeUnknownLocation,
		CodeAmbiguousLocation, CodeContactMethodUnavailable, CodeAddressRequired, CodeMissingProvenance, CodeRateLimited,
		CodeBookingRequestFailed}},
}

// IsValid reports whether t is one of the six tools.
func (t Tool) IsValid() bool {
	for i := range allTools {
		if allTools[i].tool == t {
			return true
		}
	}
	return false
}

// Codes returns the error codes that the tool can answer with, and no others (OSP 6.1). The caller owns the result; it is
// nil for a tool that doesn't exist.
func (t Tool) Codes() []Code {
	for i := range allTools {
		if allTools[i].tool == t {
			return slices.Clone(allTools[i].codes)
		}
	}
	return nil
}
