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
	if t, ok := readInstant(s); ok {
		return t, nil
	}
	return time.Time{}, instantFault(s)
}

func readInstant(s string) (t time.Time, ok bool) {
	if len(s) <= civilLen {
		return t, false
	}
	day := uint64(dayText)
	if s[dateLen] == 't' {
		day ^= lowerT
	}
	c, sec, ok := readCivil(s, day, latestLeap)
	if !ok {
		return t, false
	}
	nanos, offset, rest := 0, int64(0), s[civilLen:]
	if rest != "Z" && rest != ".000Z" { // which is what platforms send
		if rest[0] == '.' {
			n := 0
			nanos, n, _ = readFraction(rest)
			rest = rest[n:]
		}
		offset, ok = readOffset(rest)
	}
	if sec -= offset; !ok || c.second() == 60 && !startsHalfYear(sec) {
		return t, false
	}
	return time.Unix(sec, int64(nanos)).UTC(), true
}

func isZulu(s string) bool { return s == "Z" || s == "z" }

// readOffset reads all of s as Z or ±HH:MM and returns seconds east of UTC.
func readOffset(s string) (seconds int64, ok bool) {
	if isZulu(s) {
		return 0, true
	}
	if len(s) != len("+00:00") || s[3] != ':' {
		return 0, false
	}
	hour, minute := twoDigits(s[1:]), twoDigits(s[4:])
	seconds = int64(hour*3600 + minute*60)
	if s[0] == '-' {
		seconds = -seconds
	} else if s[0] != '+' {
		return 0, false
	}
	return seconds, hour < 24 && minute < 60
}

// startsHalfYear reports whether sec is the first second of a January or a July
// in UTC, before which leap seconds are inserted.
func startsHalfYear(sec int64) bool {
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
