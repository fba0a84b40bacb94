package wallclock

import (
	"encoding/binary"
	"time"
)

const (
	dateLen     = len("2006-01-02")
	minuteLen   = len("15:04")
	secondLen   = len("15:04:05")
	dateTimeLen = len("2006-01-02T15:04")
	nanosDigits = 9
)

// Dates and times are read eight bytes at a time. For each eight, text is what
// XOR turns into values, digits into 0 to 9 and separators into 0 (the first byte
// is the lowest); adding room then carries into the high bit of every byte whose
// value is too large.
const (
	digit     = 0x7f - 9
	separator = 0x7f

	yearMonthText = '0' | '0'<<8 | '0'<<16 | '0'<<24 | '-'<<32 | '0'<<40 | '0'<<48 | '-'<<56
	yearMonthRoom = digit | digit<<8 | digit<<16 | digit<<24 | separator<<32 | digit<<40 | digit<<48 | separator<<56
	dayMinuteText = '0' | '0'<<8 | 'T'<<16 | '0'<<24 | '0'<<32 | ':'<<40 | '0'<<48 | '0'<<56
	dayMinuteRoom = digit | digit<<8 | separator<<16 | digit<<24 | digit<<32 | separator<<40 | digit<<48 | digit<<56

	// lowerT turns the T of dayMinuteText into a small one.
	lowerT = ('T' ^ 't') << 16
)

// readPairs reads the first eight bytes of s, which must be there. In pairs, the
// byte at which two digits start holds their number.
func readPairs(s string, text, room uint64) (pairs uint64, ok bool) {
	x := binary.LittleEndian.Uint64([]byte(s[:8])) ^ text
	return x*10 + x>>8, (x|(x+room))&0x8080808080808080 == 0
}

// twoDigits reads the first two bytes of s, which must be there. Anything but
// two digits gives a number over 99, which every range check refuses.
func twoDigits(s string) uint {
	s = s[:2]
	a, b := uint(s[0]-'0'), uint(s[1]-'0')
	if a > 9 || b > 9 {
		return 100
	}
	return a*10 + b
}

// readDate reads the date in the first ten bytes of s, which must be there.
func readDate(s string) (Date, bool) {
	s = s[:dateLen]
	yearMonth, ok := readPairs(s, yearMonthText, yearMonthRoom)
	d := dateOf(yearMonth, twoDigits(s[8:]))
	return d, ok && d.isReal()
}

// readDateMinute reads YYYY-MM-DDTHH:MM in the first 16 bytes of s, which must be
// there; text is dayMinuteText, or a variant of it.
func readDateMinute(s string, text uint64) (d Date, hour, minute int, ok bool) {
	s = s[:dateTimeLen]
	yearMonth, ok := readPairs(s, yearMonthText, yearMonthRoom)
	dayMinute, ok2 := readPairs(s[8:], text, dayMinuteRoom)
	d = dateOf(yearMonth, uint(dayMinute&0xff))
	hour, minute = int(dayMinute>>24&0xff), int(dayMinute>>48&0xff)
	return d, hour, minute, ok && ok2 && d.isReal() && hour < 24 && minute < 60
}

// dateOf makes a date of what readPairs read and a day, real or not.
func dateOf(yearMonth uint64, day uint) Date {
	return Date{
		Year:  int(yearMonth&0xff*100 + yearMonth>>16&0xff),
		Month: time.Month(yearMonth >> 40 & 0xff),
		Day:   int(day),
	}
}

// isReal is IsValid for a date without negative numbers.
func (d Date) isReal() bool {
	return d.Month-1 < 12 && d.Month > 0 && d.Day > 0 && (d.Day <= 28 || d.Day <= daysIn(d.Year, d.Month))
}

// readTime reads all of s as a wall-clock time.
func readTime(s string) (t Time, ok bool) {
	if len(s) < minuteLen {
		return t, false
	}
	hour, minute := twoDigits(s), twoDigits(s[3:])
	second, nanos, ok := readSeconds(s[minuteLen:])
	t = Time{Hour: int(hour), Minute: int(minute), Second: second, Nanosecond: nanos}
	return t, ok && hour < 24 && minute < 60 && s[2] == ':'
}

// readDateTime reads all of s as a wall-clock date and time.
func readDateTime(s string) (d Date, t Time, ok bool) {
	if len(s) < dateTimeLen {
		return d, t, false
	}
	d, hour, minute, ok := readDateMinute(s, dayMinuteText)
	second, nanos, ok2 := readSeconds(s[dateTimeLen:])
	return d, Time{hour, minute, second, nanos}, ok && ok2
}

// readSeconds reads all of s as a colon, seconds and perhaps a fraction, or as
// nothing.
func readSeconds(s string) (second, nanos int, ok bool) {
	if len(s) < len(":05") || s[0] != ':' {
		return 0, 0, s == ""
	}
	n := twoDigits(s[1:])
	if s = s[3:]; s == "" {
		return int(n), 0, n < 60
	}
	nanos, width, exact := readFraction(s)
	return int(n), nanos, n < 60 && exact && width == len(s)
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
	if n <= nanosDigits {
		nanos *= powersOfTen[nanosDigits+1-n]
	}
	return nanos, n, exact
}

var powersOfTen = [nanosDigits]int{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8}

func isDigit(c byte) bool { return c-'0' <= 9 }
