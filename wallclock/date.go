package wallclock

import (
	"cmp"
	"time"
)

// Date is a calendar date with no zone: in both protocols, a date in the
// merchant's own zone. Years run from 0 to 9999. The zero Date is not a date
// ([Date.IsValid] is false), so that absence is never mistaken for one.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// ParseDate reads YYYY-MM-DD, a real date of the proleptic Gregorian calendar
// (OSBP "Time Discipline", OSP 3). Its error is a [*ParseError].
func ParseDate(s string) (Date, error) {
	if len(s) == dateLen {
		if d, ok := readDate(s); ok {
			return d, nil
		}
	}
	return Date{}, wallFault("date", s, isDateForm)
}

// IsValid reports whether d is a real calendar date of the years 0 to 9999.
func (d Date) IsValid() bool {
	return uint(d.Year) <= 9999 && uint(d.Month) <= 12 && uint(d.Day) <= 31 &&
		isDay(uint32(d.Year), uint32(d.Month), uint32(d.Day))
}

// Compare returns -1, 0 or +1 as d is before, the same as or after o.
func (d Date) Compare(o Date) int {
	if c := cmp.Compare(d.Year, o.Year); c != 0 {
		return c
	}
	if c := cmp.Compare(d.Month, o.Month); c != 0 {
		return c
	}
	return cmp.Compare(d.Day, o.Day)
}

// Before reports whether d is before o.
func (d Date) Before(o Date) bool { return d.Compare(o) < 0 }

// After reports whether d is after o.
func (d Date) After(o Date) bool { return d.Compare(o) > 0 }

// AddDays returns the date n days later, or earlier when n is negative. It is
// the zero Date when d is not valid or the result leaves the years 0 to 9999.
func (d Date) AddDays(n int) Date {
	if !d.IsValid() || n < -maxDays || n > maxDays {
		return Date{}
	}
	if day := d.Day + n; 1 <= day && day <= 28 {
		return Date{Year: d.Year, Month: d.Month, Day: day}
	}
	return dateOfDay(d.dayNumber() + int64(n))
}

// DaysUntil returns how many days o lies after d, negative when it lies before.
// Both must be valid.
func (d Date) DaysUntil(o Date) int { return int(o.dayNumber() - d.dayNumber()) }

// Weekday returns the day of the week, or the invalid zero weekday when d is not
// valid.
func (d Date) Weekday() ISOWeekday {
	if !d.IsValid() {
		return 0
	}
	// 1970-01-01 was a Thursday. Whole weeks are added to count from before year 0.
	const weeks = 7 * 110_000
	return ISOWeekday((d.dayNumber()+weeks+3)%7 + 1)
}

// At returns the DateTime on d at the wall-clock time t.
func (d Date) At(t Time) DateTime { return DateTime{Date: d, Time: t} }

// String returns YYYY-MM-DD, or "invalid date".
func (d Date) String() string {
	if !d.IsValid() {
		return "invalid date"
	}
	var b [dateLen]byte
	return string(d.append(b[:0]))
}

// MarshalText implements [encoding.TextMarshaler]. It fails when d is not valid.
func (d Date) MarshalText() ([]byte, error) { return d.AppendText(nil) }

// AppendText implements [encoding.TextAppender]. It fails when d is not valid.
func (d Date) AppendText(b []byte) ([]byte, error) {
	if !d.IsValid() {
		return b, errInvalid
	}
	return d.append(b), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] as [ParseDate] does.
func (d *Date) UnmarshalText(b []byte) error {
	v, err := ParseDate(string(b))
	if err == nil {
		*d = v
	}
	return err
}

func (d Date) append(b []byte) []byte {
	b = appendTwo(appendTwo(b, d.Year/100), d.Year%100)
	b = appendTwo(append(b, '-'), int(d.Month))
	return appendTwo(append(b, '-'), d.Day)
}
