package osp

import "strconv"

// integer reads a whole number from min to max, however it is written: 45, 45.0 and 4.5e1 are the same.
func (d *decoder) integer(min, max int) int {
	if !d.expect('0', "a whole number") {
		return 0
	}
	raw := d.num()
	n, err := strconv.Atoi(raw)
	if err != nil {
		dec := parseDecimal(raw)
		if !dec.isInteger() {
			d.note(RuleType, d.subject()+" must be a whole number.")
			return 0
		}
		n = dec.int()
	}
	switch {
	case n < min:
		d.note(RuleMinimum, d.subject()+" must be at least "+strconv.Itoa(min)+".")
	case n > max:
		d.note(RuleMaximum, d.subject()+" must be at most "+strconv.Itoa(max)+".")
	}
	return n
}

// degrees reads a number from -limit to limit.
func (d *decoder) degrees(limit int) float64 {
	if !d.expect('0', "a number") {
		return 0
	}
	f, raw := d.float()
	if f < 0 && exceeds(-f, raw, limit) {
		d.note(RuleMinimum, d.subject()+" must be at least -"+strconv.Itoa(limit)+".")
	}
	if f > 0 && exceeds(f, raw, limit) {
		d.note(RuleMaximum, d.subject()+" must be at most "+strconv.Itoa(limit)+".")
	}
	return f
}

// miles reads a number over 0 and up to limit.
func (d *decoder) miles(limit int) float64 {
	if !d.expect('0', "a number") {
		return 0
	}
	f, raw := d.float()
	if f <= 0 {
		d.note(RuleExclusiveMinimum, d.subject()+" must be more than 0.")
	}
	if f > 0 && exceeds(f, raw, limit) {
		d.note(RuleMaximum, d.subject()+" must be at most "+strconv.Itoa(limit)+".")
	}
	return f
}

// float reads a number, which is infinite when it is out of range.
func (d *decoder) float() (float64, string) {
	raw := d.num()
	f, _ := strconv.ParseFloat(raw, 64)
	return f, raw
}

// exceeds reports whether the number that raw writes, whose size as a float64 is f, is of a size over limit. Just at the
// limit the digits decide, because a float64 doesn't hold them all.
func exceeds(f float64, raw string, limit int) bool {
	return f > float64(limit) || f == float64(limit) && parseDecimal(raw).exceeds(limit)
}
