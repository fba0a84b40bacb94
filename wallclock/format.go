package wallclock

// appendDigits appends n, with zeros in front to at least width digits.
func appendDigits(b []byte, n, width int) []byte {
	u := uint64(n)
	if n < 0 {
		b, u = append(b, '-'), -u
	}
	var digits [20]byte
	i := len(digits)
	for ; u > 0 || width > 0; width-- {
		i--
		digits[i] = '0' + byte(u%10)
		u /= 10
	}
	return append(b, digits[i:]...)
}

// appendFraction appends a dot and the digits of nanos, trailing zeros dropped
// but at least min digits kept. It appends nothing for no digits at all.
func appendFraction(b []byte, nanos, min int) []byte {
	digits := nanosDigits
	for ; digits > min && nanos%10 == 0; digits-- {
		nanos /= 10
	}
	if digits == 0 {
		return b
	}
	return appendDigits(append(b, '.'), nanos, digits)
}
