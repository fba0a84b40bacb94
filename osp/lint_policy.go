package osp

import "github.com/openservicekit/openservice/wallclock"

func (l *linter) policy() {
	p := &l.m.BookingPolicy
	if p.MinimumDaysAhead > p.MaxDaysAhead() {
		l.note("bookingPolicy.minimumDaysAhead", LintDaysAhead, "OSP 5.7", "The earliest date that can be requested lies after the latest, so no date can: \"minimumDaysAhead\" is over \"maximumDaysAhead\" (60 when left out).")
	}
	for i := range p.Windows {
		w := &p.Windows[i]
		path := "bookingPolicy.windows" + index(i)
		if w.IsFixed() && (w.Start == nil) != (w.End == nil) {
			l.note(path, LintWindowBound, "OSP 5.7.1", "The "+w.ID+" window has only one of \"start\" and \"end\"; give both or neither.")
		}
		if !l.everOpen(w, func(*Location) bool { return true }) {
			l.note(path, LintWindowNeverOpen, "OSP 5.7.1", "The window "+quote(w.ID)+" can never be requested: it overlaps the open hours of no day on which requests are accepted.")
		}
	}
}

// services points out services that can be requested nowhere. A window that is never open has its own issue, so that all
// windows being closed everywhere is not repeated for every service.
func (l *linter) services() {
	anywhere := func(*Location) bool { return true }
	if !l.anyWindowOpen(anywhere) {
		return
	}
	for i := range l.m.Services {
		s := &l.m.Services[i]
		if s.IsBookable() && !l.anyWindowOpen(func(loc *Location) bool { return s.OfferedAt(loc.ID) }) {
			l.note("services"+index(i), LintNotBookable, "OSP 5.4", quote(s.Slug)+" is bookable, but no location that offers it is open during any window. Set \"bookable\" to false, or correct \"locationIds\".")
		}
	}
}

func (l *linter) anyWindowOpen(offered func(*Location) bool) bool {
	for i := range l.m.BookingPolicy.Windows {
		if l.everOpen(&l.m.BookingPolicy.Windows[i], offered) {
			return true
		}
	}
	return false
}

// everOpen reports whether a window overlaps the open hours of any weekday or exception, on which requests are accepted, at
// any of the locations.
func (l *linter) everOpen(w *Window, offered func(*Location) bool) bool {
	policy, window := &l.m.BookingPolicy, newOpenWindow(w).span
	open := func(day wallclock.ISOWeekday, hours span) bool {
		return policy.acceptsWeekday(day) && !window.overlap(hours).isEmpty()
	}
	for i := range l.m.Locations {
		if !offered(&l.m.Locations[i]) {
			continue
		}
		at := newPlace(&l.m.Locations[i], nil)
		for d, hours := range at.week {
			if open(wallclock.Monday+wallclock.ISOWeekday(d), hours) {
				return true
			}
		}
		for date, hours := range at.exceptions {
			if open(date.weekday(), hours) {
				return true
			}
		}
	}
	return false
}

// acceptsWeekday reports whether weekendRequests lets a weekday be requested.
func (p *BookingPolicy) acceptsWeekday(day wallclock.ISOWeekday) bool {
	switch day {
	case wallclock.Saturday:
		return p.WeekendRequests != WeekendsNotAllowed
	case wallclock.Sunday:
		return p.WeekendRequests == WeekendsAllowed
	}
	return true
}
