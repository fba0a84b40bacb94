package money

import (
	"errors"
	"math"
)

// ErrSyntax is the error for text that is not a JSON number.
var ErrSyntax = errors.New("not a decimal number")

// ErrInexact is the error for a number with more decimal places than the
// amount can hold.
var ErrInexact = errors.New("number has more decimal places than the amount can hold")

// maxDigits is how many digits MaxMinor has. A number with more digits, zeros
// at either end left out, is too large or has a fraction.
const maxDigits = 16

// decimal is the exact value of a JSON number: coef * 10^exp. The coefficient
// has no trailing zeros, so a negative exp means that the number has a
// fraction.
type decimal struct {
	negative bool
	coef     uint64 // the leading maxDigits digits when digits is larger
	digits   int    // of the whole coefficient; 0 for the number zero
	exp      int64
}

// parseDecimal reads a number in JSON's grammar (RFC 8259 section 6), which
// has no plus sign, no leading zeros and no bare point. It makes one pass and
// keeps only the leading digits, so that neither a million digits nor a
// vast exponent costs more than reading it.
func parseDecimal[T ~string | ~[]byte](s T) (decimal, error) {
	var d decimal
	i := 0
	if i < len(s) && s[i] == '-' {
		d.negative = true
		i++
	}
	zeros := 0 // seen since the last other digit, not yet in the coefficient
	digit := func(c byte) {
		if c == '0' {
			zeros++
			return
		}
		if d.digits > 0 {
			for ; zeros > 0 && d.digits < maxDigits; zeros-- {
				d.coef *= 10
				d.digits++
			}
			d.digits += zeros
		}
		zeros = 0
		if d.digits < maxDigits {
			d.coef = d.coef*10 + uint64(c-'0')
		}
		d.digits++
	}

	start := i
	for ; i < len(s) && isDigit(s[i]); i++ {
		digit(s[i])
	}
	if i == start || s[start] == '0' && i > start+1 {
		return decimal{}, ErrSyntax
	}
	fraction := 0
	if i < len(s) && s[i] == '.' {
		i++
		start = i
		for ; i < len(s) && isDigit(s[i]); i++ {
			digit(s[i])
		}
		if fraction = i - start; fraction == 0 {
			return decimal{}, ErrSyntax
		}
	}
	var exp int64
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		negative := false
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			negative = s[i] == '-'
			i++
		}
		start = i
		for ; i < len(s) && isDigit(s[i]); i++ {
			// Saturates far above any count of digits that fits in memory.
			if exp < math.MaxInt64/100 {
				exp = exp*10 + int64(s[i]-'0')
			}
		}
		if i == start {
			return decimal{}, ErrSyntax
		}
		if negative {
			exp = -exp
		}
	}
	if i != len(s) {
		return decimal{}, ErrSyntax
	}
	if d.digits > 0 {
		d.exp = exp - int64(fraction) + int64(zeros)
	}
	return d, nil
}

// scale returns the number times 10^places as a count of minor units.
func (d decimal) scale(places int) (int64, error) {
	exp := d.exp + int64(places)
	switch {
	case d.digits == 0:
		return 0, nil
	case exp < 0:
		return 0, ErrInexact
	case d.negative || int64(d.digits)+exp > maxDigits:
		return 0, ErrAmountRange
	}
	n := d.coef
	for ; exp > 0; exp-- {
		n *= 10
	}
	if n > MaxMinor {
		return 0, ErrAmountRange
	}
	return int64(n), nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
