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
	civilLen    = len("2006-01-02T15:04:05")
	nanosDigits = 9
)

// Dates and times are read eight bytes at a time. For each eight, text is what
// XOR turns into values, digits into 0 to 9 and separators into 0 (the first byte
// is the lowest); adding room then carries into the high bit of every byte whose
// value is too large.
const (
	digit     = 0x7f - 9
	separator = 0x7f

	yearText = '0' | '0'<<8 | '0'<<16 | '0'<<24 | '-'<<32 | '0'<<40 | '0'<<48 | '-'<<56
	yearRoom = digit | digit<<8 | digit<<16 | digit<<24 | separator<<32 | digit<<40 | digit<<48 | separator<<56
	// From the last digit of the year on, so that the T is seen.
	dayText = '0' | '-'<<8 | '0'<<16 | '0'<<24 | '-'<<32 | '0'<<40 | '0'<<48 | 'T'<<56
	dayRoom = digit | separator<<8 | digit<<16 | digit<<24 | separator<<32 | digit<<40 | digit<<48 | separator<<56
	dayAt   = len("200")

	clockText = '0' | '0'<<8 | ':'<<16 | '0'<<24 | '0'<<32 | ':'<<40 | '0'<<48 | '0'<<56
	clockRoom = digit | digit<<8 | separator<<16 | digit<<24 | digit<<32 | separator<<40 | digit<<48 | digit<<56
	clockAt   = len("2006-01-02T")

	// lowerT turns the T of dayText into a small one.
	lowerT = ('T' ^ 't') << 56
)

// readPairs reads the first eight bytes of b, which must be there. In pairs, the
// byte at which two digits start holds their number. The reading is right if none
// of the high bits of wrong is set.
func readPairs(b []byte, text, room uint64) (pairs, wrong uint64) {
	x := binary.LittleEndian.Uint64(b) ^ text
	return x*10 + x>>8, x | (x + room)
}

const highBits = 0x8080808080808080

// civil is a date and time of day as readPairs reads it.
type civil struct{ year, day, clock uint64 }

// readCivil reads YYYY-MM-DDTHH:MM:SS in the first 19 bytes of s, which must be
// there, and counts its civilSeconds; day is dayText, or a variant of it, and latest
// one of the below.
func readCivil(s string, day, latest uint64) (c civil, seconds int64, ok bool) {
	b := []byte(s[:civilLen])
	var wrong, wrong2, wrong3 uint64
	c.year, wrong = readPairs(b, yearText, yearRoom)
	c.day, wrong2 = readPairs(b[dayAt:], day, dayRoom)
	c.clock, wrong3 = readPairs(b[clockAt:], clockText, clockRoom)
	const pairs = 0x80 | 0x80<<24 | 0x80<<48
	if (wrong|wrong2|wrong3)&highBits|(c.clock+latest)&pairs != 0 {
		return c, 0, false
	}
	year, month, dayOfMonth := c.fullYear(), c.month(), c.dayOfMonth()
	seconds = dayNumber(year, month, dayOfMonth)*secondsPerDay + int64(c.hour()*3600+c.minute()*60+c.second())
	return c, seconds, isDay(year, month, dayOfMonth)
}

// What carries into the high bit of a pair of the clock that is too large.
const (
	latestClock = 0x7f - 23 | (0x7f-59)<<24 | (0x7f-59)<<48
	latestLeap  = 0x7f - 23 | (0x7f-59)<<24 | (0x7f-60)<<48 // of an instant
)

// The numbers in a civil.

func (c civil) fullYear() uint32   { return uint32(c.year&0xff*100 + c.year>>16&0xff) }
func (c civil) month() uint32      { return uint32(c.day >> 16 & 0xff) }
func (c civil) dayOfMonth() uint32 { return uint32(c.day >> 40 & 0xff) }
func (c civil) hour() int          { return int(c.clock & 0xff) }
func (c civil) minute() int        { return int(c.clock >> 24 & 0xff) }
func (c civil) second() int        { return int(c.clock >> 48 & 0xff) }

func (c civil) date() Date {
	return Date{int(c.fullYear()), time.Month(c.month()), int(c.dayOfMonth())}
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
	year, wrong := readPairs([]byte(s), yearText, yearRoom)
	d := dateOf(year, twoDigits(s[8:]))
	return d, wrong&highBits == 0 && d.IsValid()
}

// dateOf makes a date of what readPairs read and a day, real or not.
func dateOf(year uint64, day uint) Date {
	return Date{
		Year:  int(year&0xff*100 + year>>16&0xff),
		Month: time.Month(year >> 40 & 0xff),
		Day:   int(day),
	}
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
func readDateTime(s string) (c civil, seconds int64, nanos int, ok bool) {
	if len(s) < civilLen {
		if len(s) != dateTimeLen {
			return c, 0, 0, false
		}
		s += ":00"
	}
	c, seconds, ok = readCivil(s, dayText, latestClock)
	if len(s) > civilLen {
		n, exact := 0, false
		nanos, n, exact = readFraction(s[civilLen:])
		ok = ok && exact && civilLen+n == len(s)
	}
	return c, seconds, nanos, ok
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
