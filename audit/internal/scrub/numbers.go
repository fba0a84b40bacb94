package scrub

// A digit that is not the first of its number may be parted from the one before
// it by a few characters, as long as none is a letter.
const maxGap = 4

// trail remembers the last digits that were seen as one number.
type trail struct {
	at    [maxDigits + 2]int // glyphs, newest last written
	count int
	last  int
}

// step takes the digit at glyph i and reports how many digits are on the trail.
func (t *trail) step(v view, i int) int {
	if t.count > 0 && !joined(v, t.last, i) {
		t.count = 0
	}
	t.at[t.count%len(t.at)] = i
	t.count++
	t.last = i
	return min(t.count, len(t.at))
}

// back is the glyph of the n-th digit from the end, the newest being 0.
func (t *trail) back(n int) int { return t.at[(t.count-1-n)%len(t.at)] }

// joined reports whether the digits at glyphs from and to may belong together:
// no letter is between, and no comma and space, as in a list.
func joined(v view, from, to int) bool {
	if to-from-1 > maxGap {
		return false
	}
	for _, g := range v[from+1 : to] {
		isList := g.r == ',' || g.r == ';' || g.r == ':'
		if g.class != other || isList && to-from > 2 {
			return false
		}
	}
	return true
}

// findNumbers finds phone numbers and codes that are known, however they are
// divided.
func (s *Scrubber) findNumbers(v view) {
	if len(s.known.numbers) == 0 && len(s.known.codes) == 0 {
		return
	}
	var t trail
	for i, g := range v {
		if g.class != digit {
			continue
		}
		have := t.step(v, i)
		s.findCode(v, &t, have)
		if from, ok := s.phoneAt(v, &t, have); ok {
			to := widenRight(v, i+1)
			s.remove(v, widenLeft(v, from, to), to)
		}
	}
}

// phoneAt returns the glyph where the longest known number begins that ends with
// the newest digit.
func (s *Scrubber) phoneAt(v view, t *trail, have int) (from int, ok bool) {
	if have < minPhone || len(s.known.numbers) == 0 {
		return 0, false
	}
	n, skipped := number{}, 0
	for i := range have {
		at := t.back(i)
		longer := n
		if n.len < maxDigits {
			longer = n.prepend(v[at].r)
		}
		if _, known := s.known.numbers[longer]; longer.len < minPhone || known && longer.len > n.len {
			n = longer
			if n.len >= minPhone {
				from, ok = at, true
			}
			continue
		}
		// +44 (0)20 ...: a trunk zero may stand after the country code.
		if !ok || v[at].r != '0' || skipped > 0 {
			break
		}
		skipped++
	}
	return from, ok
}

// findCode finds a known code that ends with the newest digit. Its digits may be
// parted by single spaces or hyphens, as they are for reading out, if there are
// enough of them not to be something else.
func (s *Scrubber) findCode(v view, t *trail, have int) {
	const divisible = 6
	if len(s.known.codes) == 0 {
		return
	}
	if i := t.last + 1; i < len(v) && v[i].class == digit {
		return // the number goes on
	}
	n, whole := number{}, true
	for i := range min(have, maxDigits) {
		at := t.back(i)
		if i > 0 && t.back(i-1) != at+1 {
			if gap := v[at+1 : t.back(i-1)]; len(gap) != 1 || gap[0].r != ' ' && gap[0].r != '-' {
				return
			}
			whole = false
		}
		n = n.prepend(v[at].r)
		if at > 0 && v[at-1].class == digit {
			continue
		}
		if _, ok := s.known.codes[n]; ok && (whole || n.len >= divisible) {
			s.remove(v, at, t.last+1)
		}
	}
}

// widenLeft takes in the digits that run into the number, its plus sign, and a
// bracket that is closed within it.
func widenLeft(v view, from, to int) int {
	for from > 0 && v[from-1].class == digit {
		from--
	}
	closed := false
	for _, g := range v[from:to] {
		closed = closed || g.r == ')' || g.r == ']'
	}
	for from > 0 && (v[from-1].r == '+' || closed && (v[from-1].r == '(' || v[from-1].r == '[')) {
		from--
	}
	return from
}

func widenRight(v view, to int) int {
	for to < len(v) && v[to].class == digit {
		to++
	}
	return to
}

// findNumbersInID finds what in an id is a known phone number, digits and the
// usual joints only, and an id that is a known code.
func (s *Scrubber) findNumbersInID(v view) {
	const long = 9
	var t trail
	for i, g := range v {
		if g.class != digit {
			continue
		}
		if t.count > 0 && i-t.last == 2 && (v[i-1].r == '_' || v[i-1].r == ':') {
			t.count = 0
		}
		have := t.step(v, i)
		from, ok := s.phoneAt(v, &t, have)
		if !ok || i+1 < len(v) && v[i+1].class == digit || from > 0 && v[from-1].class == digit {
			continue
		}
		digits := 0
		for _, g := range v[from : i+1] {
			if g.class == digit {
				digits++
			}
		}
		if digits >= long {
			s.remove(v, from, i+1)
		}
	}
	if n, ok := allDigits(v); ok {
		if _, ok := s.known.codes[n]; ok {
			s.remove(v, 0, len(v))
		}
	}
}

func allDigits(v view) (n number, ok bool) {
	for _, g := range v {
		if g.class != digit || n.len == maxDigits {
			return number{}, false
		}
		n = n.append(g.r)
	}
	return n, len(v) > 0
}
