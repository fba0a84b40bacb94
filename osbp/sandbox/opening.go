package sandbox

import (
	"slices"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// step is how far apart openings begin.
const step = 30 * time.Minute

// Opening is a time that can be booked; OSBP's slot.
type Opening struct {
	BusinessID, OfferingID, CalendarID string
	// StaffID is empty where whoever is free does the work.
	StaffID string
	// Begins and Ends are instants. In the hour that a clock change repeats they
	// tell two openings apart that begin at one time of day.
	Begins, Ends time.Time
	// BeginsLocal and EndsLocal are what the clocks in Zone, the calendar's, show.
	BeginsLocal, EndsLocal wallclock.DateTime
	Zone                   string
	Price                  *money.Money
}

// OpeningQuery asks for the openings of one offering on one day of the calendar's
// zone.
type OpeningQuery struct {
	BusinessID, OfferingID, CalendarID string
	// StaffID narrows the answer; empty is everybody.
	StaffID string
	Day     wallclock.Date
}

// Openings returns what is free, by time and then by staff. A business, an offering
// or a calendar that is not there is an error.
func (s *Sandbox) Openings(q OpeningQuery) ([]Opening, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.openings(q)
}

func (s *Sandbox) openings(q OpeningQuery) ([]Opening, error) {
	b := s.byID[q.BusinessID]
	if b == nil {
		return nil, refuse(reasonNoBusiness)
	}
	o := b.offering(q.OfferingID)
	if o == nil {
		return nil, refuse(reasonNoOffering)
	}
	c := b.calendar(q.CalendarID)
	if c == nil {
		return nil, refuse(reasonNoCalendar)
	}
	if o.ByRequest || !slices.Contains(o.Calendars, c.ID) {
		return nil, nil
	}
	who := o.Staff
	if len(who) == 0 {
		who = []string{""}
	}
	out := make([]Opening, 0, 24)
	now := s.opts.Clock()
	for _, p := range c.periodsTouching(q.Day) {
		for at := p.open; !at.Add(o.length()).After(p.close); at = at.Add(step) {
			local := c.zone.ToLocal(at)
			if local.Date != q.Day || !at.After(now) {
				continue
			}
			ends := at.Add(o.length())
			opening := Opening{
				BusinessID: b.ID, OfferingID: o.ID, CalendarID: c.ID, Begins: at, Ends: ends,
				BeginsLocal: local, EndsLocal: c.zone.ToLocal(ends), Zone: c.Zone,
			}
			for _, staff := range who {
				if q.StaffID != "" && q.StaffID != staff || s.taken(resource(staff, c.ID), at, ends) {
					continue
				}
				opening.StaffID, opening.Price = staff, cloned(o.priceAt(local, p))
				out = append(out, opening)
			}
		}
	}
	return out, nil
}

func (o *offering) length() time.Duration { return time.Duration(o.Minutes) * time.Minute }

// priceAt is the late price from its time of day on, to the end of the period.
func (o *offering) priceAt(local wallclock.DateTime, p period) *money.Money {
	if o.Late == nil || local.Before(p.day.At(o.lateFrom)) {
		return o.Price
	}
	return o.Late
}

// period is one opening period on the time line. It opens on day.
type period struct {
	day         wallclock.Date
	open, close time.Time
}

// periodsTouching returns the periods that open on day or run into it from the day
// before.
func (c *calendar) periodsTouching(day wallclock.Date) []period {
	var out []period
	for _, opens := range []wallclock.Date{day.AddDays(-1), day} {
		for _, p := range c.periods {
			if p.Day != opens.Weekday() || opens != day && !p.Overnight() {
				continue
			}
			closes := opens
			if p.Overnight() {
				closes = closes.AddDays(1)
			}
			from, until := c.zone.Resolve(opens.At(p.Open)), c.zone.Resolve(closes.At(p.Close))
			out = append(out, period{opens, edge(from, from.Earlier), edge(until, until.Later)})
		}
	}
	return out
}

// edge is when a door opens or closes at a time that the clocks may skip or show
// twice.
func edge(r wallclock.Resolution, otherwise time.Time) time.Time {
	if r.Kind == wallclock.Gap {
		return r.Transition
	}
	return otherwise
}
