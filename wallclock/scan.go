package wallclock

import "time"

const (
	dateLen     = len("2006-01-02")
	minutesLen  = len("15:04")
	secondsLen  = len("15:04:05")
	nanosDigits = 9
)

// twoDigits reads s[i] and s[i+1]. Anything but two digits gives a number over
// 99, which every range check refuses.
func twoDigits(s string, i int) uint {
	a, b := uint(s[i]-'0'), uint(s[i+1]-'0')
	if a > 9 || b > 9 {
		return 100
	}
	return a*10 + b
}

// readDate reads the date in the first ten bytes of s, which must be there.
func readDate(s string) (Date, bool) {
	s = s[:dateLen]
	century, year := twoDigits(s, 0), twoDigits(s, 2)
	month, day := twoDigits(s, 5), twoDigits(s, 8)
	if century > 99 || year > 99 || s[4] != '-' || s[7] != '-' {
		return Date{}, false
	}
	d := Date{Year: int(century*100 + year), Month: time.Month(month), Day: int(day)}
	return d, d.IsValid()
}

// readClock reads the HH:MM:SS in the first eight bytes of s, which must be
// there. It checks the seconds for being two digits only.
func readClock(s string) (Time, bool) {
	s = s[:secondsLen]
	hour, minute, second := twoDigits(s, 0), twoDigits(s, 3), twoDigits(s, 6)
	if hour > 23 || minute > 59 || second > 99 || s[2] != ':' || s[5] != ':' {
		return Time{}, false
	}
	return Time{Hour: int(hour), Minute: int(minute), Second: int(second)}, true
}

// readTime reads all of s as a wall-clock time.
func readTime(s string) (t Time, ok bool) {
	if len(s) == minutesLen {
		hour, minute := twoDigits(s, 0), twoDigits(s, 3)
		ok = hour <= 23 && minute <= 59 && s[2] == ':'
		return Time{Hour: int(hour), Minute: int(minute)}, ok
	}
	if len(s) < secondsLen {
		return t, false
	}
	t, ok = readClock(s)
	if !ok || t.Second > 59 {
		return t, false
	}
	if len(s) == secondsLen {
		return t, true
	}
	nanos, n, exact := readFraction(s[secondsLen:])
	t.Nanosecond = nanos
	return t, exact && n == len(s)-secondsLen
}

// readDateTime reads all of s as a wall-clock date and time.
func readDateTime(s string) (dt DateTime, ok bool) {
	if len(s) <= dateLen || s[dateLen] != 'T' {
		return dt, false
	}
	if dt.Date, ok = readDate(s); !ok {
		return dt, false
	}
	dt.Time, ok = readTime(s[dateLen+1:])
	return dt, ok
}

// readFraction reads a dot and the digits after it. It returns them in
// nanoseconds and the number of bytes read, 0 if there is no fraction; exact is
// false if a digit past the ninth is not zero.
func readFraction(s string) (nanos, n int, exact bool) {
	if len(s) < 2 || s[0] != '.' || !isDigit(s[1]) {
		return 0, 0, true
	}
	exact = true
	for n = 1; n < len(s) && isDigit(s[n]); n++ {
		if n <= nanosDigits {
			nanos = nanos*10 + int(s[n]-'0')
		} else if s[n] != '0' {
			exact = false
		}
	}
	for i := n; i <= nanosDigits; i++ {
		nanos *= 10
	}
	return nanos, n, exact
}

func isDigit(c byte) bool { return c-'0' <= 9 }

// wallFault says why a wall-clock text was refused; right reports whether its
// form was right, so that only a value can have been wrong.
func wallFault(what, s string, right func(string) bool) error {
	err := ErrSyntax
	switch {
	case carriesOffset(s):
		err = ErrOffset
	case right(s):
		err = ErrRange
	}
	return &ParseError{What: what, Err: err}
}

// carriesOffset reports whether s holds what can only be an offset: Z after a
// digit or a space, or a sign and a digit past a date or a colon. (The minus
// signs of a date, well-formed or not, are none.)
func carriesOffset(s string) bool {
	i, pastDate := 1, false
	if len(s) >= dateLen && isDateShape(s[:dateLen]) {
		i, pastDate = dateLen, true
	}
	for ; i < len(s); i++ {
		switch c := s[i]; c {
		case ':':
			pastDate = true
		case 'Z', 'z':
			if isDigit(s[i-1]) || s[i-1] == ' ' {
				return true
			}
		case '+', '-':
			if pastDate && i+1 < len(s) && isDigit(s[i+1]) {
				return true
			}
		}
	}
	return false
}

func isDateShape(s string) bool { return hasShape(s, "0000-00-00") }

func isTimeShape(s string) bool {
	if len(s) > secondsLen {
		_, n, _ := readFraction(s[secondsLen:])
		return n == len(s)-secondsLen && hasShape(s[:secondsLen], "00:00:00")
	}
	return hasShape(s, "00:00") || hasShape(s, "00:00:00")
}

func isDateTimeShape(s string) bool {
	return len(s) > dateLen && isDateShape(s[:dateLen]) && s[dateLen] == 'T' && isTimeShape(s[dateLen+1:])
}

// hasShape reports whether s has a digit wherever shape has one, and shape's own
// byte everywhere else.
func hasShape(s, shape string) bool {
	if len(s) != len(shape) {
		return false
	}
	for i := range len(s) {
		if isDigit(shape[i]) != isDigit(s[i]) || !isDigit(shape[i]) && shape[i] != s[i] {
			return false
		}
	}
	return true
}
