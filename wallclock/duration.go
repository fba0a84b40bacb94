package wallclock

import (
	"math"
	"strconv"
	"time"
)

// Duration is an ISO 8601 duration of days and of time on the clock (OSBP
// "Time Discipline": Service.duration, Policy.cancellation_window,
// Policy.late_grace). A day is a civil day, which a DST change can make 23 or 25
// hours long; an hour is an hour on the time line. The two are kept apart and
// neither is turned into the other. The zero Duration is PT0S.
type Duration struct {
	// Days are civil days; a week is seven.
	Days int
	// Clock is the part in hours, minutes and seconds.
	Clock time.Duration
}

// IsValid reports whether neither part is negative and the days fit the years 0
// to 9999.
func (d Duration) IsValid() bool { return 0 <= d.Days && d.Days <= maxDays && d.Clock >= 0 }

// IsZero reports whether d has no length.
func (d Duration) IsZero() bool { return d == Duration{} }

// Nominal returns the length of d with every day counted as 24 hours. It is for
// display and for comparing lengths; to find an end time use [Zone.AddDuration].
// ok is false when d is not valid or the length does not fit.
func (d Duration) Nominal() (length time.Duration, ok bool) {
	const day = 24 * time.Hour
	if !d.IsValid() || int64(d.Days) > int64((math.MaxInt64-d.Clock)/day) {
		return 0, false
	}
	return time.Duration(d.Days)*day + d.Clock, true
}

// String returns the canonical ISO 8601 form: days, hours, minutes and seconds,
// what is zero left out, such as P1DT1H30M or PT0S. Days are not gathered into
// weeks nor hours into days. A Duration that is not valid has no ISO 8601 form
// and prints as "invalid duration".
func (d Duration) String() string {
	if !d.IsValid() {
		return "invalid duration"
	}
	var b [len("P3652425DT2562047H47M16.854775807S")]byte
	return string(d.append(b[:0]))
}

// MarshalText implements [encoding.TextMarshaler]. It fails when d is not valid.
func (d Duration) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// AppendText implements [encoding.TextAppender]. It fails when d is not valid.
func (d Duration) AppendText(b []byte) ([]byte, error) {
	if !d.IsValid() {
		return b, errInvalid
	}
	return d.append(b), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] as [ParseDuration] does.
func (d *Duration) UnmarshalText(b []byte) error {
	v, err := ParseDuration(string(b))
	if err == nil {
		*d = v
	}
	return err
}

func (d Duration) append(b []byte) []byte {
	b = append(b, 'P')
	if d.Days > 0 {
		b = append(strconv.AppendInt(b, int64(d.Days), 10), 'D')
	}
	if d.Clock == 0 && d.Days > 0 {
		return b
	}
	b = append(b, 'T')
	if h := d.Clock / time.Hour; h > 0 {
		b = append(strconv.AppendInt(b, int64(h), 10), 'H')
	}
	if m := d.Clock / time.Minute % 60; m > 0 {
		b = append(strconv.AppendInt(b, int64(m), 10), 'M')
	}
	if s := d.Clock % time.Minute; s > 0 || d.Clock == 0 {
		b = strconv.AppendInt(b, int64(s/time.Second), 10)
		b = append(appendFraction(b, int(s%time.Second), 0), 'S')
	}
	return b
}
