package osp

import "github.com/openservicekit/openservice/wallclock"

// PartOfDay is a part of the day as people say it.
type PartOfDay string

const (
	// PartMorning is 05:00 to 12:00.
	PartMorning PartOfDay = "morning"
	// PartAfternoon is 12:00 to 18:00.
	PartAfternoon PartOfDay = "afternoon"
	// PartEvening is 17:00 to 22:00.
	PartEvening PartOfDay = "evening"
)

// everyday is what people mean by the parts of the day. It is nobody's published hours. The hour that afternoon and evening
// share goes to evening when a clock time is given, and the night belongs to none.
var everyday = [...]struct {
	part     PartOfDay
	windowID string
	says     span // what the word covers
	clock    span // the times that are called by it
}{
	{PartMorning, WindowMorning, span{5 * 60, 12 * 60}, span{5 * 60, 12 * 60}},
	{PartAfternoon, WindowAfternoon, span{12 * 60, 18 * 60}, span{12 * 60, 17 * 60}},
	{PartEvening, WindowEvening, span{17 * 60, 22 * 60}, span{17 * 60, 21 * 60}},
}

// Stated is what a customer said about the time of day: a clock time or a part of the day. The zero Stated says nothing
// and matches nothing.
type Stated struct {
	minute  int
	isClock bool
	part    PartOfDay
}

// StatedTime is a clock time, in the business's zone, such as "at half past nine". A time that is not valid says nothing.
func StatedTime(t wallclock.Time) Stated {
	if !t.IsValid() {
		return Stated{}
	}
	return Stated{minute: t.Hour*60 + t.Minute, isClock: true}
}

// StatedPart is a part of the day, such as "in the morning".
func StatedPart(p PartOfDay) Stated { return Stated{part: p} }

// Match says how many windows fit.
type Match int

const (
	// NoneFits: the agent asks the customer.
	NoneFits Match = iota
	// Fits: exactly one window fits.
	Fits
	// SeveralFit: the agent asks the customer which one.
	SeveralFit
)

// String returns the name of the constant in lower case words.
func (m Match) String() string {
	switch m {
	case Fits:
		return "fits"
	case SeveralFit:
		return "several fit"
	}
	return "none fits"
}

// MatchWindow chooses the window that a customer means among those on offer, such as
// [AvailabilityResult.Candidates] (OSP 5.7.1). It returns a window only with [Fits]; otherwise the agent asks the customer
// rather than guess.
//
// The clock comes first: if any candidate carries start and end, only those that do are considered. A stated time fits the
// window whose span contains it, the end not included; a part of the day fits a window that lies within it. Only if no
// candidate carries both does the fixed id decide, by the everyday meaning of morning, afternoon and evening. Labels never
// count. Bounds say when a window falls, never when anybody arrives.
func MatchWindow(candidates []Window, stated Stated) (Window, Match) {
	fits := stated.fitsClock
	if !anyClock(candidates) {
		fits = stated.fitsID
	}
	found, match := Window{}, NoneFits
	for i := range candidates {
		if !fits(&candidates[i]) {
			continue
		}
		if match != NoneFits {
			return Window{}, SeveralFit
		}
		found, match = candidates[i], Fits
	}
	return found, match
}

func hasClock(w *Window) bool { return w.Start != nil && w.End != nil }

func anyClock(candidates []Window) bool {
	for i := range candidates {
		if hasClock(&candidates[i]) {
			return true
		}
	}
	return false
}

func (s Stated) fitsClock(w *Window) bool {
	if !hasClock(w) {
		return false
	}
	window := spanOf(*w.Start, *w.End)
	if s.isClock {
		return window.start <= s.minute && s.minute < window.end
	}
	for _, e := range everyday {
		if e.part == s.part {
			return !window.isEmpty() && e.says.start <= window.start && window.end <= e.says.end
		}
	}
	return false
}

func (s Stated) fitsID(w *Window) bool {
	for _, e := range everyday {
		if e.part == s.part || s.isClock && e.clock.start <= s.minute && s.minute < e.clock.end {
			return e.windowID == w.ID
		}
	}
	return false
}
