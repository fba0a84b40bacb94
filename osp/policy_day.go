package osp

import "github.com/openservicekit/openservice/wallclock"

// openWindow is a window of the manifest with the bounds that the policy is worked out with.
type openWindow struct {
	id   string
	span span
}

// defaultSpans bound the fixed windows where the business publishes no bounds (OSP 5.7.1).
func defaultSpan(id string) span {
	switch id {
	case WindowMorning:
		return span{8 * 60, 12 * 60}
	case WindowAfternoon:
		return span{12 * 60, 17 * 60}
	case WindowEvening:
		return span{17 * 60, 20 * 60}
	}
	return span{}
}

// newOpenWindow lets each published bound override its default. A window that then ends before it starts is never open.
func newOpenWindow(w *Window) openWindow {
	s := defaultSpan(w.ID)
	if w.Start != nil {
		s.start = w.Start.Hour*60 + w.Start.Minute
	}
	if w.End != nil {
		s.end = w.End.Hour*60 + w.End.Minute
	}
	return openWindow{id: w.ID, span: s}
}

// policyDay is what the published policy says about one date. It is the one engine behind [Profile.Availability] and
// [Profile.CheckRequest], so that they can't disagree.
type policyDay struct {
	date wallclock.Date
	// reason says why every window is closed; "" if one is open.
	reason ClosedReason
	// ahead is how many days the date lies after today.
	ahead   int
	hours   span
	elapsed int // minutes of the date that are over
	windows []openWindow
}

// policyWindow is what policy can say about a window: that the business accepts requests for it, or not. Availability is
// more than it can express: only a calendar knows of it, see [CalendarAnswer].
type policyWindow bool

// windowReading turns what the policy says about a window on a date into the status that is answered.
type windowReading func(date wallclock.Date, windowID string, w policyWindow) WindowStatus

// readPolicy is the reading of policy mode.
func readPolicy(_ wallclock.Date, _ string, w policyWindow) WindowStatus { return w.status() }

func (w policyWindow) status() WindowStatus {
	if w {
		return WindowRequestable
	}
	return WindowClosed
}

// window says whether the policy accepts requests for window i on a day without a reason against all of them.
func (d *policyDay) window(i int) policyWindow {
	w := d.windows[i].span
	return policyWindow(!w.overlap(d.hours).isEmpty() && w.end > d.elapsed)
}

// status is what is answered for window i.
func (d *policyDay) status(i int, read windowReading) WindowStatus {
	return read(d.date, d.windows[i].id, d.window(i))
}

// anyWindow reports whether a window is open.
func (d *policyDay) anyWindow() bool {
	for i := range d.windows {
		if d.window(i) {
			return true
		}
	}
	return false
}

// policyDay judges a date for a service that is offered at a place or not. The reasons come in the order of
// [ClosedReason].
func (p *Profile) policyDay(isOffered bool, at *place, date wallclock.Date, number dayNumber, m moment) policyDay {
	d := policyDay{date: date, ahead: int(number - m.number), windows: p.windows}
	if d.ahead == 0 {
		d.elapsed = m.elapsed
	}
	var isException bool
	d.hours, isException = at.hoursOn(number)
	switch {
	case !isOffered:
		d.reason = ReasonServiceNotOffered
	case d.ahead < p.minimum || d.ahead > p.maximum:
		d.reason = ReasonOutsideRange
	case !d.anyWindow():
		d.reason = ReasonClosedDay
		if over := d.elapsed; isException {
			// A day that the exception leaves open and that is merely over is not closed by the exception.
			d.elapsed = 0
			if !d.anyWindow() {
				d.reason = ReasonException
			}
			d.elapsed = over
		}
	case !p.acceptsWeekday(number.weekday()):
		d.reason = ReasonWeekend
	}
	return d
}

func (p *Profile) acceptsWeekday(day wallclock.ISOWeekday) bool {
	switch p.manifest.BookingPolicy.WeekendRequests {
	case WeekendsAllowed:
		return true
	case SaturdayOnly:
		return day != wallclock.Sunday
	}
	return day < wallclock.Saturday
}
