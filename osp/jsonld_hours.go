package osp

import (
	"slices"

	"github.com/openservicekit/openservice/wallclock"
)

// schemaDays are the weekdays as schema.org spells them, Monday first.
var schemaDays = [7]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// The bounds that stand for a whole day, and for no time at all (OSP Appendix E.1).
var (
	dayStart = wallclock.Time{}
	dayEnd   = wallclock.Time{Hour: 23, Minute: 59}
)

// writeHours writes the weekly table, the days with equal hours together. Closed days are left out; a location that never
// opens says so for all of them, because hours may not be missing at Level 1.
func (n *jsonLD) writeHours(h *Hours) {
	type opening struct {
		open, close wallclock.Time
		days        []string
	}
	var openings []opening
	for i, day := range h.Weekly.days() {
		o := opening{open: day.Open, close: day.Close}
		switch day.Status {
		case DayClosed:
			continue
		case DayAllDay:
			o.open, o.close = dayStart, dayEnd
		}
		at := slices.IndexFunc(openings, func(other opening) bool { return other.open == o.open && other.close == o.close })
		if at < 0 {
			at = len(openings)
			openings = append(openings, o)
		}
		openings[at].days = append(openings[at].days, schemaDays[i])
	}
	if openings == nil {
		openings = []opening{{days: schemaDays[:]}}
	}
	n.list("openingHoursSpecification")
	for _, o := range openings {
		n.typed("", "OpeningHoursSpecification")
		n.texts("dayOfWeek", o.days)
		n.clock("opens", o.open)
		n.clock("closes", o.close)
		n.end()
	}
	n.endList()
}

// writeExceptions writes dated hours. A date that is closed opens and closes at midnight, which search engines document and
// schema.org's own definition allows. Of several entries for one date the profile's reading is written, once.
func (n *jsonLD) writeExceptions(exceptions []Exception) {
	if len(exceptions) == 0 {
		return
	}
	n.list("specialOpeningHoursSpecification")
	for i := range exceptions {
		date := exceptions[i].Date
		sameDate := func(e Exception) bool { return e.Date == date }
		if slices.ContainsFunc(exceptions[:i], sameDate) {
			continue
		}
		open, closes, label := dayStart, wallclock.Time{Hour: 24}, ""
		for _, e := range exceptions[i:] {
			if !sameDate(e) {
				continue
			}
			if e.Closed {
				open, closes = dayStart, dayStart
			} else {
				open, closes = later(open, e.Open), earlier(closes, e.Close)
			}
			if e.Label != nil && label == "" {
				label = *e.Label
			}
		}
		if !open.Before(closes) {
			open, closes = dayStart, dayStart
		}
		n.typed("", "OpeningHoursSpecification")
		n.textIfAny("name", label)
		n.text("validFrom", date.String())
		n.text("validThrough", date.String())
		n.clock("opens", open)
		n.clock("closes", closes)
		n.end()
	}
	n.endList()
}

func later(a, b wallclock.Time) wallclock.Time {
	if a.Before(b) {
		return b
	}
	return a
}

func earlier(a, b wallclock.Time) wallclock.Time {
	if b.Before(a) {
		return b
	}
	return a
}
