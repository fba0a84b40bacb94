package osp

import (
	"errors"
	"slices"
	"strings"
	"time"
)

var errNotDecoded = errors.New("osp: a booking request comes from DecodeBookingRequest")

// CheckRequest says whether a booking request is one that the business accepts, by its published policy (OSP 6.7). nil means
// that it may go to the business as a request; nothing more is promised by it. Coverage is not looked at: it is no gate.
//
// The error is a [*Refusal]. Its code is the first that applies of location_required, unknown_location; unknown_service
// (also for one that isn't bookable, or not offered at the location); invalid_date; date_too_soon, date_too_far; closed_day;
// weekend_unavailable; unknown_window (also for a window that is closed on that date; the message lists the open ones);
// contact_method_unavailable; address_required. It is another error if r didn't come from [DecodeBookingRequest] or
// now is missing.
//
// In one moment it never disagrees with [Profile.Availability]: both ask the same engine.
func (p *Profile) CheckRequest(r *BookingRequest, now time.Time) error {
	return p.checkRequest(r, now, readPolicy)
}

// CheckCalendarRequest is [Profile.CheckRequest] for a server in calendar mode, with what the calendar says about the
// preferred date. A day that the calendar closes is closed_day.
func (p *Profile) CheckCalendarRequest(r *BookingRequest, now time.Time, calendar CalendarAnswer) error {
	return p.checkRequest(r, now, calendar.read)
}

func (p *Profile) checkRequest(r *BookingRequest, now time.Time, read windowReading) error {
	data, ok := r.decoded()
	if !ok {
		return errNotDecoded
	}
	m, err := p.moment(now)
	if err != nil {
		return err
	}
	place, refusal := p.place(data.location)
	if refusal != nil {
		return refusal
	}
	service, refusal := p.bookable(data.serviceSlug)
	if refusal != nil {
		return refusal
	}
	if !data.date.IsValid() {
		return refuse(CodeInvalidDate, "The preferred date is not on the calendar. Ask the customer for the date.")
	}
	day := p.policyDay(service.OfferedAt(place.location.ID), place, data.date, numberOf(data.date), m)
	if refusal := p.refuseDay(&day, m); refusal != nil {
		return refusal
	}
	if refusal := refuseWindow(&day, data.preferredTime, read); refusal != nil {
		return refusal
	}
	if refusal := p.refuseCustomer(&data.customer); refusal != nil {
		return refusal
	}
	return nil
}

// refuseDay turns the reason that closes a day into the code of the booking tool.
func (p *Profile) refuseDay(day *policyDay, m moment) *Refusal {
	switch day.reason {
	case "":
		return nil
	case ReasonServiceNotOffered:
		return refuse(CodeUnknownService,
			"The service is not offered at this location. Choose one from list_services for this location.")
	case ReasonOutsideRange:
		if day.ahead < p.minimum {
			r := refuse(CodeDateTooSoon, "The first date that the business accepts requests for is "+
				m.today.AddDays(p.minimum).String()+".")
			r.MinimumDaysAhead = new(p.minimum)
			return r
		}
		return refuse(CodeDateTooFar, "The last date that the business accepts requests for is "+
			m.today.AddDays(p.maximum).String()+".")
	case ReasonWeekend:
		if p.manifest.BookingPolicy.WeekendRequests == SaturdayOnly {
			return refuse(CodeWeekendUnavailable, "The business accepts no requests for Sundays. Offer the customer another day.")
		}
		return refuse(CodeWeekendUnavailable, "The business accepts no requests for weekends. Offer the customer a weekday.")
	}
	return refuse(CodeClosedDay, "The business is closed on that date, or it is too late in the day. Offer the customer another date.")
}

// refuseWindow judges the preferred window on a day that the policy opens; without one, any open window will do.
func refuseWindow(day *policyDay, preferred *string, read windowReading) *Refusal {
	for i := range day.windows {
		if (preferred == nil || day.windows[i].id == *preferred) && day.status(i, read) != WindowClosed {
			return nil
		}
	}
	var open []string
	for i := range day.windows {
		if day.status(i, read) != WindowClosed {
			open = append(open, day.windows[i].id)
		}
	}
	if open == nil {
		return refuse(CodeClosedDay, "Every window of that date is taken. Offer the customer another date.")
	}
	return refuse(CodeUnknownWindow, "The business doesn't accept requests for that window on "+day.date.String()+
		". It accepts requests for: "+strings.Join(open, ", ")+".")
}

// refuseCustomer judges what the policy asks of the customer.
func (p *Profile) refuseCustomer(c *Customer) *Refusal {
	policy := &p.manifest.BookingPolicy
	if !slices.Contains(policy.ContactMethods, c.ContactMethod) {
		var methods []string
		for _, method := range policy.ContactMethods {
			methods = append(methods, string(method))
		}
		return refuse(CodeContactMethodUnavailable, "The business doesn't confirm by that method. It confirms by: "+
			strings.Join(methods, ", ")+".")
	}
	if !p.manifest.RequiresAddress() {
		return nil
	}
	var missing []string
	for _, f := range []struct {
		name      string
		isMissing bool
	}{
		{"customer.address", c.Address == ""},
		{"customer.city", c.City == ""},
		{"customer.state", c.State == ""},
		{"customer.zip", !c.ZIP.IsValid()},
	} {
		if f.isMissing {
			missing = append(missing, f.name)
		}
	}
	if missing == nil {
		return nil
	}
	r := refuse(CodeAddressRequired, "The business needs the service address: street, city, state and ZIP.")
	r.Fields = missing
	return r
}
