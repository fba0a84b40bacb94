package wallclock

import "errors"

// The causes of a [ParseError]. Use errors.Is to tell them apart.
var (
	// ErrSyntax: the text does not have the form asked for.
	ErrSyntax = errors.New("malformed")
	// ErrRange: the form is right, but there is no such date, time, offset or
	// length, or it is finer than a nanosecond.
	ErrRange = errors.New("out of range")
	// ErrOffset: a wall-clock value carries Z or a UTC offset, which OSBP "Time
	// Discipline" forbids. Such text may be malformed in other ways as well.
	ErrOffset = errors.New("carries a UTC offset, a wall-clock value has none")
	// ErrNoOffset: an instant lacks its Z or UTC offset; it must not be read in
	// any zone.
	ErrNoOffset = errors.New("lacks Z or a UTC offset")
	// ErrCalendar: a duration has years or months, whose length is not a fixed
	// number of days.
	ErrCalendar = errors.New("years and months have no fixed length")
)

// ParseError says why a text was refused. It does not quote the text, which may
// be a customer's.
type ParseError struct {
	// What was being read: "date", "time", "date-time", "instant" or "duration".
	What string
	// Err is one of the causes above.
	Err error
}

// Error implements error.
func (e *ParseError) Error() string { return "wallclock: " + e.What + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *ParseError) Unwrap() error { return e.Err }

// errInvalid is what text marshalling says about a value that names no real
// date, time or length.
var errInvalid = errors.New("wallclock: value is not valid")
