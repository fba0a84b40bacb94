package wallclock

import (
	"strconv"
	"time"
)

// ISOWeekday is a day of the week as ISO 8601 numbers it, Monday 1 to Sunday 7
// (OSBP "Time Discipline", schedule_hours). The zero value is no day. In JSON it
// is that number.
type ISOWeekday int

// The days of the week.
const (
	Monday ISOWeekday = 1 + iota
	Tuesday
	Wednesday
	Thursday
	Friday
	Saturday
	Sunday
)

// WeekdayOf converts from Go's numbering, in which Sunday is 0 (as it is in
// JavaScript's getDay). A number outside 0 to 6 gives the invalid zero value.
func WeekdayOf(d time.Weekday) ISOWeekday {
	switch {
	case d == time.Sunday:
		return Sunday
	case time.Monday <= d && d <= time.Saturday:
		return ISOWeekday(d)
	}
	return 0
}

// Weekday converts to Go's numbering. Ask [ISOWeekday.IsValid] first: an invalid
// day gives -1, which is no day in Go's numbering either.
func (d ISOWeekday) Weekday() time.Weekday {
	if !d.IsValid() {
		return -1
	}
	return time.Weekday(d % 7)
}

// IsValid reports whether d is one of 1 to 7.
func (d ISOWeekday) IsValid() bool { return Monday <= d && d <= Sunday }

// String returns the English name of the day.
func (d ISOWeekday) String() string {
	if !d.IsValid() {
		return "ISOWeekday(" + strconv.Itoa(int(d)) + ")"
	}
	return d.Weekday().String()
}

// previous returns the day before d, which must be valid.
func (d ISOWeekday) previous() ISOWeekday {
	if d == Monday {
		return Sunday
	}
	return d - 1
}
