package wallclock

import "time"

// DateTime is a date and a time of day with no zone: what the merchant's clock
// and calendar show (OSBP "Time Discipline": starts_at_local, ends_at_local,
// earliest_start, latest_end). The zero DateTime is not valid.
type DateTime struct {
	Date Date
	Time Time
}

// ParseDateTime reads a [ParseDate] date, an upper-case T and a [ParseTime]
// time, with no offset. Its error is a [*ParseError]; one that matches
// [ErrOffset] means that an instant was given where a wall-clock value belongs.
func ParseDateTime(s string) (DateTime, error) {
	if c, _, nanos, ok := readDateTime(s); ok {
		return DateTime{c.date(), Time{c.hour(), c.minute(), c.second(), nanos}}, nil
	}
	return DateTime{}, wallFault("date-time", s, isDateTimeForm)
}

// IsValid reports whether both the date and the time are real.
func (dt DateTime) IsValid() bool { return dt.Date.IsValid() && dt.Time.IsValid() }

// Compare returns -1, 0 or +1 as the wall clock shows dt before, together with
// or after o. It is an order of readings, not of instants.
func (dt DateTime) Compare(o DateTime) int {
	if c := dt.Date.Compare(o.Date); c != 0 {
		return c
	}
	return dt.Time.Compare(o.Time)
}

// Before reports whether dt is before o.
func (dt DateTime) Before(o DateTime) bool { return dt.Compare(o) < 0 }

// After reports whether dt is after o.
func (dt DateTime) After(o DateTime) bool { return dt.Compare(o) > 0 }

// Weekday returns the day of the week of the date.
func (dt DateTime) Weekday() ISOWeekday { return dt.Date.Weekday() }

// AddDays returns the same time of day n days later. It is the zero DateTime
// when dt is not valid or the result leaves the years 0 to 9999.
func (dt DateTime) AddDays(n int) DateTime {
	date := dt.Date.AddDays(n)
	if !date.IsValid() || !dt.Time.IsValid() {
		return DateTime{}
	}
	return DateTime{Date: date, Time: dt.Time}
}

// Add returns what the wall clock shows after d if nobody turns it meanwhile,
// carrying over midnight. Use it where the zone is not known;
// [Zone.AddDuration] is right where it is. The result is the zero DateTime when
// dt or d is not valid or the result leaves the years 0 to 9999.
func (dt DateTime) Add(d Duration) DateTime {
	if !dt.IsValid() || !d.IsValid() {
		return DateTime{}
	}
	sec := dt.civilSeconds() + int64(d.Days)*secondsPerDay + int64(d.Clock/time.Second)
	nsec := dt.Time.Nanosecond + int(d.Clock%time.Second)
	if nsec >= 1e9 {
		sec, nsec = sec+1, nsec-1e9
	}
	return dateTimeOf(sec, nsec)
}

// String returns YYYY-MM-DDTHH:MM:SS, with as many digits of a fraction as it
// takes, or "invalid date-time".
func (dt DateTime) String() string {
	if !dt.IsValid() {
		return "invalid date-time"
	}
	var b [len("2006-01-02T15:04:05.999999999")]byte
	return string(dt.append(b[:0]))
}

// MarshalText implements [encoding.TextMarshaler]. It fails when dt is not valid.
func (dt DateTime) MarshalText() ([]byte, error) { return dt.AppendText(nil) }

// AppendText implements [encoding.TextAppender]. It fails when dt is not valid.
func (dt DateTime) AppendText(b []byte) ([]byte, error) {
	if !dt.IsValid() {
		return b, errInvalid
	}
	return dt.append(b), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] as [ParseDateTime] does.
func (dt *DateTime) UnmarshalText(b []byte) error {
	v, err := ParseDateTime(string(b))
	if err == nil {
		*dt = v
	}
	return err
}

func (dt DateTime) append(b []byte) []byte {
	return dt.Time.append(append(dt.Date.append(b), 'T'))
}
