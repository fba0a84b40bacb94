package wallclock

import (
	"math"
	"strings"
	"time"
)

// ParseDuration reads an ISO 8601 duration of weeks, or of days, hours, minutes
// and seconds: P1W, P1D, PT45M, P1DT12H, PT0.5H. Only the last component, and
// only one of the clock, may have a fraction, after a dot or a comma and of at
// most nine digits: half a civil day is no fixed length. Weeks stand alone; signs
// and lower case are refused.
//
// Years and months (P1M is a month, never a minute) are well-formed but have no
// fixed length: for them the [*ParseError] matches [ErrCalendar].
func ParseDuration(s string) (Duration, error) {
	d, err := readDuration(s)
	if err != nil {
		return Duration{}, &ParseError{What: "duration", Err: err}
	}
	return d, nil
}

func readDuration(s string) (d Duration, err error) {
	s, ok := strings.CutPrefix(s, "P")
	if !ok {
		return d, ErrSyntax
	}
	if weeks, ok := strings.CutSuffix(s, "W"); ok {
		n, width := readAmount(weeks)
		if width == 0 || width < len(weeks) || n.hasFraction {
			return d, ErrSyntax
		}
		return d, d.add('W', n)
	}
	date, clock, hasClock := strings.Cut(s, "T")
	if date == "" && !hasClock || clock == "" && hasClock {
		return d, ErrSyntax
	}
	dateErr := d.addComponents(date, "YmD", false)
	clockErr := d.addComponents(clock, "HMS", true)
	if dateErr == nil || clockErr == ErrSyntax {
		return d, clockErr
	}
	return d, dateErr
}

// addComponents adds the components of one half of a duration. Their designators
// must appear in the order of units, each at most once; a month's is M, as a
// minute's is, so units spells it m. A fault of form outweighs one of value.
func (d *Duration) addComponents(s, units string, fraction bool) (fault error) {
	for s != "" {
		n, width := readAmount(s)
		if width == 0 || width == len(s) {
			return ErrSyntax
		}
		at := strings.IndexFunc(units, func(u rune) bool { return u&^0x20 == rune(s[width]) })
		last := width+1 == len(s)
		if at < 0 || n.hasFraction && !(fraction && last) {
			return ErrSyntax
		}
		if err := d.add(units[at], n); fault == nil {
			fault = err
		}
		units, s = units[at+1:], s[width+1:]
	}
	return fault
}

// amount is the number before a designator.
type amount struct {
	whole       int64 // no more than math.MaxInt64, which stands for all that exceeds it
	billionths  int64
	hasFraction bool
	tooFine     bool
}

// readAmount reads the number at the start of s and returns how many bytes long
// it is, 0 if there is none.
func readAmount(s string) (n amount, width int) {
	for width < len(s) && isDigit(s[width]) {
		digit := int64(s[width] - '0')
		if n.whole > (math.MaxInt64-digit)/10 {
			n.whole = math.MaxInt64
		} else {
			n.whole = n.whole*10 + digit
		}
		width++
	}
	if width == 0 || width == len(s) || s[width] != '.' && s[width] != ',' {
		return n, width
	}
	digits := 0
	for width++; width < len(s) && isDigit(s[width]); width++ {
		if digits++; digits <= nanosDigits {
			n.billionths = n.billionths*10 + int64(s[width]-'0')
		}
	}
	if digits == 0 {
		return n, 0
	}
	for i := digits; i < nanosDigits; i++ {
		n.billionths *= 10
	}
	n.hasFraction, n.tooFine = true, digits > nanosDigits
	return n, width
}

// add adds n of the unit, if it has a fixed length and the sum fits.
func (d *Duration) add(unit byte, n amount) error {
	var seconds int64
	switch unit {
	case 'W', 'D':
		days := int64(1)
		if unit == 'W' {
			days = 7
		}
		if n.whole > maxDays/days {
			return ErrRange
		}
		d.Days = int(n.whole * days)
		return nil
	case 'H':
		seconds = 3600
	case 'M':
		seconds = 60
	case 'S':
		seconds = 1
	default:
		return ErrCalendar
	}
	// A billionth of a unit of that many seconds is exactly as many nanoseconds.
	length, fraction := seconds*int64(time.Second), n.billionths*seconds
	if n.tooFine || n.whole > math.MaxInt64/length || n.whole*length > math.MaxInt64-fraction-int64(d.Clock) {
		return ErrRange
	}
	d.Clock += time.Duration(n.whole*length + fraction)
	return nil
}
