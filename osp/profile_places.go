package osp

import (
	"slices"

	"github.com/openservicekit/openservice/wallclock"
)

// span is a stretch of a day in minutes after midnight, without its end. An empty span is closed.
type span struct{ start, end int }

func (s span) isEmpty() bool { return s.end <= s.start }

// overlap is what two spans share. Touching is not overlapping.
func (s span) overlap(o span) span { return span{max(s.start, o.start), min(s.end, o.end)} }

var allDay = span{0, 24 * 60}

// spanOf returns the empty span for times that are out of order.
func spanOf(start, end wallclock.Time) span {
	return span{start.Hour*60 + start.Minute, end.Hour*60 + end.Minute}
}

// place is a location with its hours compiled.
type place struct {
	location *Location
	ref      *LocationRef
	week     [7]span // Monday first
	// exceptions replace the weekly hours of a date.
	exceptions map[dayNumber]span
}

func (p *Profile) compilePlaces() {
	locations := p.manifest.Locations
	p.places = make([]place, len(locations))
	p.refs = make([]LocationRef, len(locations))
	for i := range locations {
		l := &locations[i]
		p.refs[i] = LocationRef{ID: l.ID, Name: l.Name}
		p.places[i] = newPlace(l, &p.refs[i])
		p.placeByID[l.ID] = &p.places[i]
	}
}

// newPlace compiles hours. An exception that ends before it begins is a closed day. Of two exceptions on one date a
// closed one wins; two that are open leave what they share.
func newPlace(l *Location, ref *LocationRef) place {
	p := place{location: l, ref: ref}
	for i := range p.week {
		switch day := l.Hours.Weekly.Day(wallclock.Monday + wallclock.ISOWeekday(i)); day.Status {
		case DayAllDay:
			p.week[i] = allDay
		case DayOpen:
			p.week[i] = spanOf(day.Open, day.Close)
		}
	}
	if len(l.Hours.Exceptions) > 0 {
		p.exceptions = make(map[dayNumber]span, len(l.Hours.Exceptions))
	}
	for _, e := range l.Hours.Exceptions {
		hours := span{}
		if !e.Closed {
			hours = spanOf(e.Open, e.Close)
		}
		day := numberOf(e.Date)
		if other, again := p.exceptions[day]; again {
			hours = hours.overlap(other)
		}
		p.exceptions[day] = hours
	}
	return p
}

// hoursOn returns the published hours of a date, and whether an exception gave them (OSP 5.3.2).
func (p *place) hoursOn(day dayNumber) (hours span, isException bool) {
	if p.exceptions != nil {
		if hours, ok := p.exceptions[day]; ok {
			return hours, true
		}
	}
	return p.week[day.weekday()-1], false
}

// dayNumber counts the days since 0000-01-01, which makes the next day cheap to look up.
type dayNumber int32

var dayZero = wallclock.Date{Year: 0, Month: 1, Day: 1}

// numberOf counts up to a valid date.
func numberOf(d wallclock.Date) dayNumber { return dayNumber(dayZero.DaysUntil(d)) }

// weekday returns the day of the week. Day 0 was a Saturday.
func (n dayNumber) weekday() wallclock.ISOWeekday { return wallclock.ISOWeekday((n+5)%7 + 1) }

// LocationRefs returns id and name of every location, in the order of the manifest.
func (p *Profile) LocationRefs() []LocationRef { return slices.Clone(p.refs) }

// Location returns the location that a tool's location argument means. An empty id means the only location of a business
// with one; such a business accepts its own id too. The error is a [*Refusal] with the locations to choose from: a
// location_required where the business has several, an unknown_location for any other id (OSP 6.5, OSP 6.7). The location
// must not be changed.
func (p *Profile) Location(id string) (*Location, error) {
	pl, refusal := p.place(id)
	if refusal != nil {
		return nil, refusal
	}
	return pl.location, nil
}

func (p *Profile) place(id string) (*place, *Refusal) {
	if id == "" {
		if len(p.places) == 1 {
			return &p.places[0], nil
		}
		r := refuse(CodeLocationRequired, "The business has more than one location. Ask the customer which one, and send its id.")
		r.Locations = p.LocationRefs()
		return nil, r
	}
	if pl, ok := p.placeByID[id]; ok {
		return pl, nil
	}
	r := refuse(CodeUnknownLocation, "The business has no location with this id. Choose one of the listed locations.")
	r.Locations = p.LocationRefs()
	return nil, r
}
