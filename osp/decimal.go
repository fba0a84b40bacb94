package osp

import (
	"math"
	"strconv"
	"strings"
)

// decimal is the exact value of a JSON number: 0.DIGITS times ten to the power of point, with no zero at either end of
// the digits. The zero decimal is 0.
type decimal struct {
	negative bool
	digits   string
	point    int
}

// parseDecimal reads a number that JSON allows.
func parseDecimal(raw string) decimal {
	var d decimal
	raw, d.negative = strings.CutPrefix(raw, "-")
	exp := 0
	if i := strings.IndexAny(raw, "eE"); i >= 0 {
		exp = parseExponent(raw[i+1:])
		raw = raw[:i]
	}
	whole, fraction, _ := strings.Cut(raw, ".")
	digits := whole + fraction
	d.digits = strings.TrimLeft(digits, "0")
	d.point = len(whole) - (len(digits) - len(d.digits)) + exp
	d.digits = strings.TrimRight(d.digits, "0")
	if d.digits == "" {
		return decimal{}
	}
	return d
}

// parseExponent reads an exponent. One that is huge stays huge, which is all that matters.
func parseExponent(s string) int {
	const huge = 1 << 40
	n, err := strconv.Atoi(s)
	if err != nil {
		if strings.HasPrefix(s, "-") {
			return -huge
		}
		return huge
	}
	return max(-huge, min(n, huge))
}

func (d decimal) isInteger() bool { return d.digits == "" || d.point >= len(d.digits) }

// int returns an integer as an int, or the nearest bound of int32 when it is outside of that.
func (d decimal) int() int {
	if d.digits == "" {
		return 0
	}
	n := math.MaxInt32
	if d.point <= 9 {
		n, _ = strconv.Atoi(d.digits + strings.Repeat("0", d.point-len(d.digits)))
	}
	if d.negative {
		return -n
	}
	return n
}

// exceeds reports whether the size of d, its sign aside, is over the positive integer limit.
func (d decimal) exceeds(limit int) bool {
	l := parseDecimal(strconv.Itoa(limit))
	if d.point != l.point {
		return d.digits != "" && d.point > l.point
	}
	return d.digits > l.digits
}
