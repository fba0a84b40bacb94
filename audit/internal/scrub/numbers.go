package scrub

// A digit that is not the first of its number may be parted from the one before
// it by a few characters, as long as none is a letter.
const maxGap = 4

// trail remembers the last digits that were seen as one number.
type trail struct {
	at    [maxDigits]int // glyphs, newest last written
	run   [maxDigits]int // where the unbroken run of digits began that each is in
	count int
	last  int
}

// step takes the digit at glyph i and reports how many digits are on the trail.
func (t *trail) step(v view, i int) int {
	run := i
	if t.count > 0 && t.last == i-1 {
		run = t.run[(t.count-1)%len(t.run)]
	}
	if t.count > 0 && !joined(v, t.last, i) {
		t.count = 0
	}
	t.at[t.count%len(t.at)], t.run[t.count%len(t.run)] = i, run
	t.count++
	t.last = i
	return min(t.count, len(t.at))
}

// back is the glyph of the n-th digit from the end, the newest being 0.
func (t *trail) back(n int) int { return t.at[(t.count-1-n)%len(t.at)] }

// runOf is where the run of that digit began.
func (t *trail) runOf(n int) int { return t.run[(t.count-1-n)%len(t.run)] }

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
	const none = -1
	from := none // where a number begins that ends in this run of digits
	for i, g := range v {
		if g.class != digit {
			continue
		}
		have := t.step(v, i)
		s.findCode(v, &t, have)
		if n := s.phoneAt(v, &t, have); n > 0 {
			start := widenLeft(v, t.runOf(n-1), t.back(n-1), i+1)
			if from == none || start < from {
				from = start
			}
		}
		// The run goes as a whole, whatever digits follow the number.
		if runEnds := i+1 == len(v) || v[i+1].class != digit; runEnds && from != none {
			s.remove(v, from, i+1)
			from = none
		}
	}
}

// phoneAt returns how many digits back the longest known number goes that ends
// with the newest digit, 0 if there is none.
func (s *Scrubber) phoneAt(v view, t *trail, have int) int {
	if have < minPhone || len(s.known.numbers) == 0 {
		return 0
	}
	n, back := number{}, 0
	for i := range min(have, maxDigits) {
		n = n.prepend(v[t.back(i)].r)
		if n.len < minPhone {
			continue
		}
		if _, ok := s.known.numbers[n]; !ok {
			break // every ending of a known number is known
		}
		back = i + 1
	}
	return back
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

// widenLeft takes in the plus sign before a number, and a bracket that is closed
// within it. The number lies at glyphs digits to to, its first run begins at from.
func widenLeft(v view, from, digits, to int) int {
	closed := false
	for _, g := range v[digits:to] {
		closed = closed || g.r == ')' || g.r == ']'
	}
	for from > 0 && (v[from-1].r == '+' || closed && (v[from-1].r == '(' || v[from-1].r == '[')) {
		from--
	}
	return from
}

// findNumbersInID finds what in an id is a known phone number, digits and the
// usual joints only, and an id that is a known code.
func (s *Scrubber) findNumbersInID(v view) {
	var t trail
	for i, g := range v {
		if g.class != digit {
			continue
		}
		if t.count > 0 && i-t.last == 2 && (v[i-1].r == '_' || v[i-1].r == ':') {
			t.count = 0
		}
		have := t.step(v, i)
		n := s.phoneAt(v, &t, have)
		if n < longNumber || t.back(n-1) != t.runOf(n-1) || i+1 < len(v) && v[i+1].class == digit {
			continue // no known number, or a part of another
		}
		s.remove(v, t.back(n-1), i+1)
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
