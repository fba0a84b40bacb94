package osp

import "time"

// asked is an availability query that is in order.
type asked struct {
	profile *Profile
	query   AvailabilityQuery
	service *Service
	place   *place
	moment  moment
}

// ask checks a query, in the order of the errors of check_availability.
func (p *Profile) ask(q AvailabilityQuery, now time.Time) (*asked, error) {
	m, err := p.moment(now)
	if err != nil {
		return nil, err
	}
	var bad []string
	if !isToolSlug(q.ServiceSlug) {
		bad = append(bad, "serviceSlug")
	}
	if !q.From.IsValid() {
		bad = append(bad, "from")
	}
	if !q.To.IsValid() {
		bad = append(bad, "to")
	}
	if q.Location != "" && !isToolSlug(q.Location) {
		bad = append(bad, "location")
	}
	if bad != nil {
		return nil, refuseFields(bad...)
	}
	place, refusal := p.place(q.Location)
	if refusal != nil {
		return nil, refusal
	}
	service, refusal := p.bookable(q.ServiceSlug)
	if refusal != nil {
		return nil, refusal
	}
	if days := q.From.DaysUntil(q.To); days < 0 || days > MaxRangeDays {
		return nil, refuse(CodeInvalidRange,
			"The last date of the range must be the first or up to 31 days after it. Ask for another range.")
	}
	return &asked{profile: p, query: q, service: service, place: place, moment: m}, nil
}

// bookable returns a service that requests may name.
func (p *Profile) bookable(slug string) (*Service, *Refusal) {
	switch s, ok := p.services[slug]; {
	case !ok:
		return nil, refuse(CodeUnknownService, "The business offers no service with this slug. Choose a bookable one from list_services.")
	case !s.IsBookable():
		return nil, refuse(CodeUnknownService,
			"This service can't be requested through this tool. The customer contacts the business directly.")
	default:
		return s, nil
	}
}

// answer lists the dates of the range.
func (a *asked) answer(read windowReading) *AvailabilityResult {
	p, q := a.profile, a.query
	dates := q.From.DaysUntil(q.To) + 1
	result := &AvailabilityResult{
		ServiceSlug:       q.ServiceSlug,
		Location:          &LocationRef{ID: a.place.ref.ID, Name: a.place.ref.Name},
		TimeZone:          p.zone.Name(),
		WindowDefinitions: p.manifest.BookingPolicy.Windows,
		Days:              make([]AvailabilityDay, dates),
		CanonicalSiteURL:  p.origin,
	}
	// One allocation serves the windows of all days.
	room := make([]AvailabilityWindow, dates*len(p.windows))
	isOffered := a.service.OfferedAt(a.place.location.ID)
	date, number := q.From, numberOf(q.From)
	for i := range result.Days {
		day := p.policyDay(isOffered, a.place, date, number, a.moment)
		windows := room[:len(p.windows):len(p.windows)]
		room = room[len(p.windows):]
		day.answer(&result.Days[i], windows, read)
		date = date.AddDays(1)
		number++
	}
	return result
}

// answer fills in a day and its windows.
func (d *policyDay) answer(out *AvailabilityDay, windows []AvailabilityWindow, read windowReading) {
	out.Date, out.Status, out.Reason, out.Windows = d.date, StatusClosed, d.reason, windows[:0]
	if d.reason != "" {
		return
	}
	isOpen := false
	for i := range d.windows {
		w := &windows[i]
		w.ID, w.Status = d.windows[i].id, d.status(i, read)
		isOpen = isOpen || w.Status != WindowClosed
	}
	if isOpen {
		out.Status, out.Windows = StatusOpen, windows
	} else {
		out.Reason = ReasonCalendarFull // the policy opens the day, so only a calendar can have closed it
	}
}
