package osp

import (
	"strconv"
	"strings"

	"github.com/openservicekit/openservice/wallclock"
)

// The functions in this file say things to customers as OSP demands of agents. What they quote from the business is
// untrusted text: an agent that hands it to a language model puts it inside a [Fence].

// PhraseWindow says what a window's status on a date means: that the business accepts requests for a requestable window,
// never that it is available, and that even an available one takes a request (OSP 3, OSP 6.5). Published bounds are said to
// be when the window falls, not when anybody arrives (OSP 5.7.1).
func PhraseWindow(w Window, status WindowStatus, date wallclock.Date) string {
	window := "the " + w.ID + " window"
	if hasClock(&w) {
		window += " (which falls between " + w.Start.Short() + " and " + w.End.Short() + "; that is no arrival time)"
	}
	window += " on " + date.String()
	switch status {
	case WindowRequestable:
		return "The business accepts requests for " + window + "."
	case WindowAvailable:
		return "The business's calendar shows " + window + " as open. It still takes a request, which the business has to confirm."
	}
	return "The business does not accept requests for " + window + "."
}

// PhrasePrice states a price exactly as the business publishes it, or that the business quotes on request. A price is never
// estimated (OSP 5.4, OSP 6.3).
func PhrasePrice(s *Service) string {
	if s == nil || s.PricePresentation == nil || strings.TrimSpace(*s.PricePresentation) == "" {
		return "The business quotes on request."
	}
	return "The business publishes this price: " + *s.PricePresentation
}

// PhraseAfterHours states after-hours terms exactly as the business does. Where it publishes none, no rate and no response
// time is stated (OSP 5.7).
func PhraseAfterHours(p *BookingPolicy) string {
	switch {
	case p == nil: // and so says nothing
	case p.EmergencyAvailable && p.AfterHoursNote != nil && strings.TrimSpace(*p.AfterHoursNote) != "":
		return "The business says about urgent calls outside its hours: " + *p.AfterHoursNote
	case p.EmergencyAvailable:
		return "The business takes urgent calls outside its published hours. It publishes no terms for them: ask when calling."
	}
	return "The business does not say that it takes calls outside its published hours."
}

// PhraseCoverage says what a coverage answer means. A radius match is a guide; unknown is never presented as "not covered",
// and neither answer turns a request down (OSP 6.4).
func PhraseCoverage(r CoverageResult) string {
	call := "."
	if r.Phone != "" {
		call = " at " + r.Phone + "."
	}
	switch r.MatchedBy {
	case MatchedPostalCodes, MatchedLocation:
		return "The business lists this ZIP code in its service area (" + r.AreaName + ")."
	case MatchedRadius:
		return "This ZIP code lies within the radius that the business publishes around " + r.AreaName +
			". That is a guide: confirm with the business."
	case MatchedInShop:
		return "Customers bring the vehicle or item to the shop, from any ZIP code."
	case MatchedNone:
		return "This ZIP code is outside the service area that the business publishes. It may still help by arrangement: ask the business" + call
	}
	return "Whether the business serves this ZIP code is not known. Ask the business" + call
}

// PhrasePending says where a request that was received stands: that the business has to confirm it (OSP 7.4). The business's
// confirmationNote is quoted unless it claims more than that, see [Claims]; a service whose name does is called by its slug.
func PhrasePending(service *Service, date wallclock.Date, confirmationNote string) string {
	if service == nil {
		service = &Service{Name: "a service"}
	}
	s := pending(service.Name, date)
	if len(Claims(s)) > 0 { // by the name of the service
		s = pending(service.Slug, date)
	}
	if note := strings.TrimSpace(confirmationNote); note != "" && len(Claims(note)) == 0 {
		s += " The business says: " + note
	}
	return s
}

func pending(service string, date wallclock.Date) string {
	return "The request for " + service + " on " + date.String() + " was received. It is not an appointment: the business still has to confirm."
}

// PhraseRange says which dates the business accepts requests for, today included if it does (OSP 5.7).
func PhraseRange(p *BookingPolicy) string {
	if p == nil {
		return "The business does not say how far ahead it accepts requests."
	}
	from := "from " + strconv.Itoa(p.MinimumDaysAhead) + " days ahead"
	switch p.MinimumDaysAhead {
	case 0:
		from = "from today"
	case 1:
		from = "from tomorrow"
	}
	return "The business accepts requests " + from + " up to " + strconv.Itoa(p.MaxDaysAhead()) + " days ahead."
}
