package wallclock

import (
	"errors"
	"fmt"
	"time"
)

// Kind says how many instants a wall clock shows one reading at.
type Kind int

// The kinds of a [Resolution].
const (
	// Unresolved: the zone or the reading is not valid.
	Unresolved Kind = iota
	// Unique: the reading is shown once.
	Unique
	// Gap: the reading is never shown; the clock was turned forward past it.
	Gap
	// Overlap: the reading is shown more than once; the clock was turned back.
	Overlap
)

// String returns the name of the kind in lower case.
func (k Kind) String() string {
	switch k {
	case Unique:
		return "unique"
	case Gap:
		return "gap"
	case Overlap:
		return "overlap"
	}
	return "unresolved"
}

// Resolution is what a wall-clock reading means on the time line, in UTC.
type Resolution struct {
	Kind Kind
	// Earlier and Later are the instants of the reading. For Unique they are the
	// same. For Overlap they are the first and the last one. For Gap nobody's clock
	// showed it; they are what the reading would be with the offset in force after
	// the gap and with the one before it.
	Earlier, Later time.Time
	// Transition is when the clock was turned, for Gap and Overlap: the first
	// instant with the new offset. Where it was turned more than once between
	// Earlier and Later, it is the last time.
	Transition time.Time
}

var (
	// ErrUnresolved: a zone or a wall-clock value that is not valid was to be
	// turned into an instant.
	ErrUnresolved = errors.New("wallclock: zone or date-time is not valid")
	// ErrGap matches every [*GapError].
	ErrGap = errors.New("wallclock: local time does not exist")
	// ErrOverlap matches every [*OverlapError].
	ErrOverlap = errors.New("wallclock: local time exists twice")
)

// GapError says that a clock never shows the reading, with the two instants that
// a guess could pick.
type GapError struct {
	Local      DateTime
	Zone       string
	Resolution Resolution
}

// Error implements error.
func (e *GapError) Error() string { return fmt.Sprintf("%v: %v in %s", ErrGap, e.Local, e.Zone) }

// Unwrap returns [ErrGap].
func (e *GapError) Unwrap() error { return ErrGap }

// OverlapError says that a clock shows the reading more than once, with the
// instants it does so.
type OverlapError struct {
	Local      DateTime
	Zone       string
	Resolution Resolution
}

// Error implements error.
func (e *OverlapError) Error() string {
	return fmt.Sprintf("%v: %v in %s", ErrOverlap, e.Local, e.Zone)
}

// Unwrap returns [ErrOverlap].
func (e *OverlapError) Unwrap() error { return ErrOverlap }

// ToInstant returns the one instant, in UTC, at which clocks in z show dt. It
// never guesses: its error is a [*GapError], an [*OverlapError] or
// [ErrUnresolved] (OSBP "Time Discipline"; an instant that would have to be
// guessed is left out).
func (z Zone) ToInstant(dt DateTime) (time.Time, error) {
	if z.data == nil || !dt.IsValid() {
		return time.Time{}, ErrUnresolved
	}
	local := dt.civilSeconds()
	if s, ok := z.data.settled(local); ok {
		return instantOf(local-s.offset, dt), nil
	}
	r := z.data.search(local, dt)
	switch r.Kind {
	case Gap:
		return time.Time{}, &GapError{Local: dt, Zone: z.data.name, Resolution: r}
	case Overlap:
		return time.Time{}, &OverlapError{Local: dt, Zone: z.data.name, Resolution: r}
	}
	return r.Earlier, nil
}

// Resolve returns every reading of dt in z.
func (z Zone) Resolve(dt DateTime) Resolution {
	if z.data == nil || !dt.IsValid() {
		return Resolution{}
	}
	local := dt.civilSeconds()
	if s, ok := z.data.settled(local); ok {
		t := instantOf(local-s.offset, dt)
		return Resolution{Kind: Unique, Earlier: t, Later: t}
	}
	return z.data.search(local, dt)
}

// ToLocal returns what clocks in z show at t, to the nanosecond. It is the zero
// DateTime when z is not valid or the year is outside 0 to 9999.
func (z Zone) ToLocal(t time.Time) DateTime {
	if z.data == nil {
		return DateTime{}
	}
	sec := t.Unix()
	s, _ := z.data.span(sec)
	return dateTimeOf(sec+s.offset, t.Nanosecond())
}

// Agrees reports whether clocks in z show dt at t. It is how an instant and a
// wall-clock value that travel together are checked against each other, and has
// an answer in overlaps too. It is false when z or dt is not valid.
func (z Zone) Agrees(t time.Time, dt DateTime) bool {
	return dt.IsValid() && z.shows(t, dt.civilSeconds(), dt.Time.Nanosecond)
}

// Shows is [Zone.Agrees] for a [Reading].
func (z Zone) Shows(t time.Time, r Reading) bool {
	return r.valid && z.shows(t, r.seconds, int(r.nanos))
}

func (z Zone) shows(t time.Time, local int64, nanos int) bool {
	if z.data == nil || t.Nanosecond() != nanos {
		return false
	}
	sec := t.Unix()
	s, _ := z.data.span(sec)
	return sec+s.offset == local
}

// settled returns the span of a local time that no transition comes near, which
// is nearly all of them: every instant that could show it lies in one span.
func (d *zoneData) settled(local int64) (span, bool) {
	s, end := d.span(local - maxOffset)
	return s, end > local+maxOffset
}

// search tries every span in which the local time could lie.
func (d *zoneData) search(local int64, dt DateTime) Resolution {
	var found, gap Resolution
	var turned int64 // when the clock was last turned
	from := local - maxOffset
	s, end := d.span(from)
	for {
		if sec := local - s.offset; from <= sec && sec < end {
			found.Later = instantOf(sec, dt)
			if found.Kind == Unresolved {
				found.Kind, found.Earlier = Unique, found.Later
			} else {
				found.Kind, found.Transition = Overlap, time.Unix(turned, 0).UTC()
			}
		}
		if end > local+maxOffset {
			break
		}
		before := s.offset
		from = end
		if s, end = d.span(from); s.offset == before {
			continue
		}
		turned = from
		if from+before <= local && local < from+s.offset {
			gap = Resolution{
				Kind:       Gap,
				Earlier:    instantOf(local-s.offset, dt),
				Later:      instantOf(local-before, dt),
				Transition: time.Unix(turned, 0).UTC(),
			}
		}
	}
	// Local time runs on from long before to long after, so if no span holds this
	// one, some transition skipped it.
	if found.Kind == Unresolved {
		return gap
	}
	return found
}

func instantOf(sec int64, dt DateTime) time.Time {
	return time.Unix(sec, int64(dt.Time.Nanosecond)).UTC()
}
