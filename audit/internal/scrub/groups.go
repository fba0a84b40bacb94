package scrub

// group is a maximal run of digits, as a half-open range of glyphs. What lies
// between two of them says whether they are parts of one number.
type group struct {
	from, to int
	safe     bool // part of a date, an amount or the like
}

func (g group) len() int { return g.to - g.from }

// groups finds the runs of digits of v.
func (s *Scrubber) groupsOf(v view) []group {
	gs := s.groups[:0]
	for i := 0; i < len(v); i++ {
		if v[i].class != digit {
			continue
		}
		from := i
		for i < len(v) && v[i].class == digit {
			i++
		}
		gs = append(gs, group{from: from, to: i})
	}
	s.groups = gs
	return gs
}

// digits is a view with its runs of digits, which most rules about numbers are
// written in.
type digits struct {
	v  view
	gs []group
}

// value is the number that group i writes, at most eight digits of it.
func (d digits) value(i int) int {
	n := 0
	for _, g := range d.v[d.gs[i].from:min(d.gs[i].to, d.gs[i].from+8)] {
		n = n*10 + int(g.r-'0')
	}
	return n
}

// joint is the one character between group i and the next, 0 if there is no next
// or more than one character between.
func (d digits) joint(i int) rune {
	if i < 0 || i+1 >= len(d.gs) || d.gs[i+1].from-d.gs[i].to != 1 {
		return 0
	}
	if r := d.v[d.gs[i].to].r; r != longVowel {
		return r
	}
	return '-'
}

// longVowel is the sign of a long vowel in Japanese, whose key is the one of the
// hyphen too. Between digits it is one.
const longVowel = 'ー'

// before and after are the glyphs around groups i to j, blanks at the ends.
func (d digits) before(i int) glyph {
	if at := d.gs[i].from; at > 0 {
		return d.v[at-1]
	}
	return glyph{r: ' '}
}

func (d digits) after(j int) glyph {
	if at := d.gs[j].to; at < len(d.v) {
		return d.v[at]
	}
	return glyph{r: ' '}
}

// lens reports whether the groups from i on have just these lengths.
func (d digits) lens(i int, lens ...int) bool {
	if i+len(lens) > len(d.gs) {
		return false
	}
	for k, n := range lens {
		if d.gs[i+k].len() != n {
			return false
		}
	}
	return true
}

// allJoined reports whether groups i to j are joined by sep alone, and that no
// further group is joined to them so.
func (d digits) allJoined(i, j int, sep rune) bool {
	for k := i; k < j; k++ {
		if d.joint(k) != sep {
			return false
		}
	}
	return d.joint(i-1) != sep && d.joint(j) != sep
}
