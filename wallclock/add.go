package wallclock

import (
	"errors"
	"time"
)

// ErrBeyond: a duration is not valid, or leads beyond the years 0 to 9999.
var ErrBeyond = errors.New("wallclock: duration leads beyond the calendar")

// AddDuration returns when something that starts at start on the clocks of z and
// lasts d ends, on those clocks and as an instant in UTC. The days are added on
// the calendar, to the same time of day; the rest is then added on the time line,
// across midnights and clock changes. The start, and the time that the days lead
// to, must each exist once; the errors are those of [Zone.ToInstant], and
// [ErrBeyond].
func (z Zone) AddDuration(start DateTime, d Duration) (DateTime, time.Time, error) {
	from, err := z.ToInstant(start)
	if err != nil {
		return DateTime{}, time.Time{}, err
	}
	return z.add(start, from, d)
}

// AddToInstant is [Zone.AddDuration] for a start that is known as an instant; it
// may lie in an overlap.
func (z Zone) AddToInstant(start time.Time, d Duration) (DateTime, time.Time, error) {
	if !z.IsValid() {
		return DateTime{}, time.Time{}, ErrUnresolved
	}
	return z.add(z.ToLocal(start), start.UTC(), d)
}

// add adds d to a start given in both ways.
func (z Zone) add(local DateTime, start time.Time, d Duration) (DateTime, time.Time, error) {
	if !d.IsValid() || !local.IsValid() {
		return DateTime{}, time.Time{}, ErrBeyond
	}
	end := start
	if d.Days > 0 {
		later := local.AddDays(d.Days)
		if !later.IsValid() {
			return DateTime{}, time.Time{}, ErrBeyond
		}
		var err error
		if end, err = z.ToInstant(later); err != nil {
			return DateTime{}, time.Time{}, err
		}
	}
	end = end.Add(d.Clock)
	if local = z.ToLocal(end); !local.IsValid() {
		return DateTime{}, time.Time{}, ErrBeyond
	}
	return local, end, nil
}
