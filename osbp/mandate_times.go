package osbp

import (
	"errors"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// mandateTimes are the times of a check as far as they are known. An unknown
// wall clock is the zero DateTime, which no parser returns.
type mandateTimes struct {
	expires      time.Time
	expiresKnown bool

	earliest, latest wallclock.DateTime // mandate.earliest_start, mandate.latest_end
	start, end       wallclock.DateTime // of the slot; of the request before there is a slot

	startsAt, endsAt           time.Time
	startsAtKnown, endsAtKnown bool
}

func known(dt wallclock.DateTime) bool { return dt.Date.Month != 0 }

// optionalWall reads a wall clock that may be absent.
func optionalWall(s string) (dt wallclock.DateTime, ok bool) {
	if s == "" {
		return dt, true
	}
	dt, err := wallclock.ParseDateTime(s)
	return dt, err == nil
}

// optionalInstant reads an instant that may be absent.
func optionalInstant(s string) (t time.Time, present, ok bool) {
	if s == "" {
		return t, false, true
	}
	t, err := wallclock.ParseInstant(s)
	return t, err == nil, err == nil
}

// requestStart reads date and time of the request as one wall clock.
func requestStart(in *BookingCreateInput) (dt wallclock.DateTime, ok bool) {
	date, err := wallclock.ParseDate(in.Date)
	if err != nil {
		return dt, false
	}
	clock, err := wallclock.ParseTime(in.Time)
	if err != nil {
		return dt, false
	}
	return date.At(clock), true
}

// slotEnd works out the slot's end on the merchant's clock where ends_at_local
// does not say it: from ends_at in the slot's zone, or else as start plus the
// service's duration, on the time line where the zone is known. It is unknown
// where that takes a guess.
func (r *mandateRun) slotEnd() wallclock.DateTime {
	zoned := r.zoned()
	if r.Slot.EndsAt != "" {
		if zoned && r.times.endsAtKnown {
			return r.Zone.ToLocal(r.times.endsAt)
		}
		return wallclock.DateTime{}
	}
	if r.Service == nil || !known(r.times.start) {
		return wallclock.DateTime{}
	}
	length, err := wallclock.ParseDuration(r.Service.Duration)
	if err != nil || length.IsZero() {
		return wallclock.DateTime{}
	}
	if !zoned {
		return r.times.start.Add(length)
	}
	end, err := r.endInZone(length)
	switch {
	case err == nil:
		return end
	case errors.Is(err, wallclock.ErrOverlap):
		// The clock is turned back and nothing says which of the two readings is
		// meant. Whichever it is, the end is not later than on a clock left alone.
		return r.times.start.Add(length)
	}
	return wallclock.DateTime{}
}

func (r *mandateRun) endInZone(length wallclock.Duration) (wallclock.DateTime, error) {
	if !r.times.startsAtKnown {
		end, _, err := r.Zone.AddDuration(r.times.start, length)
		return end, err
	}
	end, _, err := r.Zone.AddToInstant(r.times.startsAt, length)
	return end, err
}

// zoned reports whether Zone is the zone that the slot names.
func (r *mandateRun) zoned() bool {
	return r.Slot.ScheduleTimezone != "" && r.Zone.Name() == r.Slot.ScheduleTimezone
}
