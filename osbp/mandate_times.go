package osbp

import (
	"errors"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// mandateTimes are the times of a check, as far as they are known.
type mandateTimes struct {
	expires      time.Time
	expiresKnown bool

	earliest, latest wallclock.Reading // mandate.earliest_start, mandate.latest_end
	start, end       wallclock.Reading // of the slot; start is the request's before there is a slot

	startsAt, endsAt           time.Time
	startsAtKnown, endsAtKnown bool

	zoned bool // Zone is the zone that the slot names
}

// requestStart reads date and time of a request as one wall clock.
func requestStart(in *BookingCreateInput) (start wallclock.Reading, ok bool) {
	date, err := wallclock.ParseDate(in.Date)
	if err != nil {
		return start, false
	}
	clock, err := wallclock.ParseTime(in.Time)
	if err != nil {
		return start, false
	}
	return date.At(clock).Reading(), true
}

// spells reports whether date and time of the request are the slot's start letter
// for letter, but for zero seconds that the time may leave out. The start must be
// well-formed; then the request is. It is a short way to a yes and no way to a no.
func spells(in *BookingCreateInput, start string) bool {
	const date, minutes = len("2006-01-02"), len("15:04")
	if len(in.Date) != date || len(start) <= date || start[:date] != in.Date {
		return false
	}
	clock := start[date+1:]
	return in.Time == clock ||
		len(in.Time) == minutes && len(clock) > minutes && clock[:minutes] == in.Time && clock[minutes:] == ":00"
}

// derivedEnd works out the slot's end on the merchant's clock where ends_at_local
// does not say it: from ends_at in the slot's zone, or else as start plus the
// service's duration, on the time line where the zone is known. It is the zero
// Reading where that would take a guess.
func (r *mandateRun) derivedEnd() (end wallclock.Reading) {
	if r.Slot.EndsAt != "" {
		if r.times.zoned && r.times.endsAtKnown {
			end = r.Zone.ToLocal(r.times.endsAt).Reading()
		}
		return end
	}
	if r.Service == nil || !r.times.start.IsValid() {
		return end
	}
	length, err := wallclock.ParseDuration(r.Service.Duration)
	if err != nil || length.IsZero() {
		return end
	}
	return r.endAfter(r.times.start.DateTime(), length).Reading()
}

// endAfter adds a duration to the slot's start. The zero DateTime is no answer.
func (r *mandateRun) endAfter(start wallclock.DateTime, length wallclock.Duration) wallclock.DateTime {
	var end wallclock.DateTime
	var err error
	switch {
	case !r.times.zoned:
		return start.Add(length)
	case r.times.startsAtKnown:
		end, _, err = r.Zone.AddToInstant(r.times.startsAt, length)
	default:
		end, _, err = r.Zone.AddDuration(start, length)
	}
	if errors.Is(err, wallclock.ErrOverlap) {
		// The clock is turned back and nothing says which of two readings is meant.
		// Whichever it is, the end is not later than on a clock left alone.
		return start.Add(length)
	}
	return end
}
