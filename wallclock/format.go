package wallclock

// appendTwo appends a number of 0 to 99 as two digits.
func appendTwo(b []byte, n int) []byte {
	return append(b, '0'+byte(n/10), '0'+byte(n%10))
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
	b = append(b, ".000000000"[:1+digits]...)
	for i := len(b) - 1; nanos > 0; i-- {
		b[i] += byte(nanos % 10)
		nanos /= 10
	}
	return b
}
