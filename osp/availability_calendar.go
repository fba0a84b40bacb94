package osp

import (
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// CalendarStatus is what a live calendar says about a window on a date.
type CalendarStatus int

const (
	// CalendarSilent: the calendar can't tell; what the policy says holds.
	CalendarSilent CalendarStatus = iota
	// CalendarOpen: there is room.
	CalendarOpen
	// CalendarFull: there is none.
	CalendarFull
)

// CalendarWindow names a window of the manifest on a date.
type CalendarWindow struct {
	// Date is in the business's zone.
	Date wallclock.Date
	// WindowID is the id of a window of the manifest.
	WindowID string
}

// CalendarAnswer is what a live scheduling engine or dispatch board said about one service at one location. Windows that
// it doesn't mention, and all of them in a nil answer, are [CalendarSilent]; a calendar that didn't answer at all has no
// CalendarAnswer, and the tool answers rate_limited (OSP 6.1, OSP 6.5).
type CalendarAnswer map[CalendarWindow]CalendarStatus

// read is the reading of calendar mode: the calendar only narrows what the policy says.
func (c CalendarAnswer) read(date wallclock.Date, windowID string, w policyWindow) WindowStatus {
	if !w {
		return WindowClosed
	}
	switch c[CalendarWindow{Date: date, WindowID: windowID}] {
	case CalendarOpen:
		return WindowAvailable
	case CalendarSilent:
		return w.status()
	}
	return WindowClosed
}

// CalendarAvailability is [Profile.Availability] in calendar mode: within the policy, a window that the calendar has room in
// is available, one that it has full is closed, and one that it is silent about is requestable (OSP 6.5). A day that the
// calendar closes has the reason calendar_full. What isn't closed here, [Profile.CheckCalendarRequest] accepts given the
// same answer.
func (p *Profile) CalendarAvailability(q AvailabilityQuery, now time.Time, calendar CalendarAnswer) (*AvailabilityResult, error) {
	asked, err := p.ask(q, now)
	if err != nil {
		return nil, err
	}
	result := asked.answer(calendar.read)
	result.Source = SourceCalendar
	return result, nil
}

// Day returns the answer for a date, false if it isn't in the range.
func (r *AvailabilityResult) Day(date wallclock.Date) (*AvailabilityDay, bool) {
	if r == nil {
		return nil, false
	}
	for i := range r.Days {
		if r.Days[i].Date == date {
			return &r.Days[i], true
		}
	}
	return nil, false
}

// Candidates returns the definitions of the windows that are not closed on a date: what an agent gives to [MatchWindow].
func (r *AvailabilityResult) Candidates(date wallclock.Date) []Window {
	day, ok := r.Day(date)
	if !ok {
		return nil
	}
	var open []Window
	for _, w := range day.Windows {
		if w.Status == WindowClosed {
			continue
		}
		for _, definition := range r.WindowDefinitions {
			if definition.ID == w.ID {
				open = append(open, definition)
				break
			}
		}
	}
	return open
}
