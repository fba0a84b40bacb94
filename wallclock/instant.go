package wallclock

import "time"

// ParseInstant reads an RFC 3339 date-time with Z or a numeric offset (OSBP
// "Time Discipline": starts_at, ends_at, expires_at, created_at; OSP updatedAt)
// and returns the instant in UTC. It holds to the grammar of RFC 3339 5.6 where
// Go's own parser does not: two-digit hours, a dot before the fraction, offsets
// up to 23:59; lower-case t and z are allowed. Digits past the ninth of a
// fraction are dropped, which never makes an instant later.
//
// Second 60 is accepted where RFC 3339 5.7 places leap seconds, at the end of
// June or December in UTC. Go's time line, like Unix time, has no room for it:
// the result is the instant one second after second 59.
//
// Its error is a [*ParseError]; one that matches [ErrNoOffset] means that a
// wall-clock value was given where an instant belongs.
func ParseInstant(s string) (time.Time, error) {
	t, fault := readInstant(s)
	if fault == nil {
		return t, nil
	}
	if dt, ok := readDateTime(s); ok && dt.IsValid() {
		fault = ErrNoOffset
	}
	return time.Time{}, &ParseError{What: "instant", Err: fault}
}

func readInstant(s string) (time.Time, error) {
	const clockAt, restAt = dateLen + 1, dateLen + 1 + secondsLen
	if len(s) <= restAt || s[dateLen]|0x20 != 't' {
		return time.Time{}, ErrSyntax
	}
	date, ok := readDate(s)
	clock, ok2 := readClock(s[clockAt:])
	if !ok || !ok2 {
		if isDateShape(s[:dateLen]) && hasShape(s[clockAt:restAt], "00:00:00") {
			return time.Time{}, ErrRange
		}
		return time.Time{}, ErrSyntax
	}
	nanos, n, _ := readFraction(s[restAt:])
	offset, err := readOffset(s[restAt+n:])
	if err != nil {
		return time.Time{}, err
	}
	sec := DateTime{Date: date, Time: clock}.civilSeconds() - int64(offset)
	if clock.Second > 59 && !(clock.Second == 60 && isLeapSecond(sec)) {
		return time.Time{}, ErrRange
	}
	return time.Unix(sec, int64(nanos)).UTC(), nil
}

// readOffset reads all of s as Z or ±HH:MM and returns seconds east of UTC.
func readOffset(s string) (int, error) {
	if len(s) == 1 && s[0]|0x20 == 'z' {
		return 0, nil
	}
	if len(s) != len("+00:00") || s[0] != '+' && s[0] != '-' || !hasShape(s[1:], "00:00") {
		return 0, ErrSyntax
	}
	hour, minute := twoDigits(s, 1), twoDigits(s, 4)
	if hour > 23 || minute > 59 {
		return 0, ErrRange
	}
	offset := int(hour*3600 + minute*60)
	if s[0] == '-' {
		offset = -offset
	}
	return offset, nil
}

// isLeapSecond reports whether sec, the second after a second 59, starts a
// January or a July in UTC.
func isLeapSecond(sec int64) bool {
	dt := dateTimeOf(sec, 0)
	return dt.Date.Day == 1 && dt.Time == Time{} &&
		(dt.Date.Month == time.January || dt.Date.Month == time.July)
}

// FormatInstant returns t in RFC 3339, in UTC with Z, with as many digits of a
// fraction as it takes and none if it takes none: 2026-05-05T20:00:00Z. It is
// empty for years outside 0 to 9999, for which RFC 3339 has no form.
func FormatInstant(t time.Time) string { return formatInstant(t, 0) }

// FormatInstantMillis is FormatInstant with three digits of a fraction or, so
// that nothing is ever cut off, as many more as it takes: the form that the OSBP
// text prints, 2026-05-05T20:00:00.000Z.
func FormatInstantMillis(t time.Time) string { return formatInstant(t, 3) }

func formatInstant(t time.Time, digits int) string {
	dt := dateTimeOf(t.Unix(), 0)
	if !dt.IsValid() {
		return ""
	}
	b := make([]byte, 0, len("2006-01-02T15:04:05.999999999Z"))
	b = appendFraction(dt.append(b), t.Nanosecond(), digits)
	return string(append(b, 'Z'))
}
