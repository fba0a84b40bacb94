package wallclock

import "cmp"

// Time is a time of day with no date and no zone, from 00:00 up to but not
// including 24:00. There is no second 60: clocks on walls do not show it.
//
// The zero Time is midnight, a real time of day, so a Time alone cannot say that
// it is absent. A [DateTime] can: its zero value has no date.
type Time struct {
	Hour, Minute, Second, Nanosecond int
}

// ParseTime reads HH:MM, HH:MM:SS or HH:MM:SS with a fraction after a dot, on
// the 24-hour clock and without an offset (OSBP "Time Discipline", OSP 3). A
// fraction finer than a nanosecond is refused unless the digits past the ninth
// are zeros. Its error is a [*ParseError].
func ParseTime(s string) (Time, error) {
	if t, ok := readTime(s); ok {
		return t, nil
	}
	return Time{}, wallFault("time", s, isTimeForm)
}

// IsValid reports whether t is a time of day.
func (t Time) IsValid() bool {
	return uint(t.Hour) < 24 && uint(t.Minute) < 60 && uint(t.Second) < 60 && uint(t.Nanosecond) < 1e9
}

// Compare returns -1, 0 or +1 as t is before, the same as or after o on one day.
func (t Time) Compare(o Time) int {
	if c := cmp.Compare(t.Hour, o.Hour); c != 0 {
		return c
	}
	if c := cmp.Compare(t.Minute, o.Minute); c != 0 {
		return c
	}
	if c := cmp.Compare(t.Second, o.Second); c != 0 {
		return c
	}
	return cmp.Compare(t.Nanosecond, o.Nanosecond)
}

// Before reports whether t is before o on one day.
func (t Time) Before(o Time) bool { return t.Compare(o) < 0 }

// After reports whether t is after o on one day.
func (t Time) After(o Time) bool { return t.Compare(o) > 0 }

// String returns HH:MM:SS, with as many digits of a fraction as it takes, or
// "invalid time".
func (t Time) String() string {
	if !t.IsValid() {
		return "invalid time"
	}
	var b [len("15:04:05.999999999")]byte
	return string(t.append(b[:0]))
}

// Short returns HH:MM, the form that booking.create and opening hours print,
// when that says all of t, and what String returns otherwise.
func (t Time) Short() string {
	if t.Second != 0 || t.Nanosecond != 0 || !t.IsValid() {
		return t.String()
	}
	var b [minuteLen]byte
	return string(t.appendMinutes(b[:0]))
}

// MarshalText implements [encoding.TextMarshaler]. It fails when t is not valid.
func (t Time) MarshalText() ([]byte, error) { return t.AppendText(nil) }

// AppendText implements [encoding.TextAppender]. It fails when t is not valid.
func (t Time) AppendText(b []byte) ([]byte, error) {
	if !t.IsValid() {
		return b, errInvalid
	}
	return t.append(b), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] as [ParseTime] does.
func (t *Time) UnmarshalText(b []byte) error {
	v, err := ParseTime(string(b))
	if err == nil {
		*t = v
	}
	return err
}

func (t Time) append(b []byte) []byte {
	b = appendTwo(append(t.appendMinutes(b), ':'), t.Second)
	return appendFraction(b, t.Nanosecond, 0)
}

func (t Time) appendMinutes(b []byte) []byte {
	return appendTwo(append(appendTwo(b, t.Hour), ':'), t.Minute)
}
