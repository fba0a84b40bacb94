package scrub

// findSpelledEmails finds addresses that are written for people alone, such as
// jane @ example.com, jane (at) example.com and jane at example dot com.
func (s *Scrubber) findSpelledEmails(v view) {
	const longestLocal = 64
	done := 0
	for i := 0; i < len(v); i++ {
		left, right, sign := spelledAt(v, i)
		if sign == notSpelled {
			continue
		}
		from := localPart(v, max(done, left-longestLocal), left)
		to, dots := spelledDomain(v, right)
		if from == left || to == right || sign == bareWord && dots == 0 {
			continue
		}
		for { // jane dot doe
			before, ok := spelledDotBefore(v, done, from)
			if !ok {
				break
			}
			from = before
		}
		s.remove(v, from, to)
		done, i = to, to-1
	}
}

// spelling is how an at sign is written.
type spelling int

const (
	notSpelled spelling = iota
	apart               // the sign or the word, set off by spaces or brackets
	bareWord            // the word alone, which takes a domain with the word dot
)

// spelledAt reports whether the at sign that begins with glyph i is set off or
// written as a word, and between which glyphs it and its setting lie.
func spelledAt(v view, i int) (left, right int, sign spelling) {
	right = i + 1
	switch {
	case v[i].r == '@':
	case v.isWordAt(i, "at"):
		right = i + len("at")
	default:
		return 0, 0, notSpelled
	}
	left, right, bracketed := setting(v, i, right)
	switch {
	case bracketed, v[i].r == '@' && (left < i || right > i+1):
		return left, right, apart
	case v[i].r != '@' && left < i && right > i+len("at"):
		return left, right, bareWord
	}
	return 0, 0, notSpelled
}

// setting widens glyphs from to to by the spaces and the brackets around them.
func setting(v view, from, to int) (left, right int, bracketed bool) {
	const widest = 3
	left, right = from, to
	opened, closed := false, false
	for left > 0 && from-left < widest && isSetting(v[left-1], "([{<", &opened) {
		left--
	}
	for right < len(v) && right-to < widest && isSetting(v[right], ")]}>", &closed) {
		right++
	}
	return left, right, opened && closed
}

func isSetting(g glyph, brackets string, seen *bool) bool {
	for _, b := range brackets {
		if g.r == b {
			*seen = true
			return true
		}
	}
	return g.r == ' '
}

// isWordAt reports whether the word at glyph i is ascii, and no part of another.
func (v view) isWordAt(i int, ascii string) bool {
	end := i + len(ascii)
	return v.hasAt(i, ascii) && (i == 0 || !v[i-1].class.isWord()) && (end == len(v) || !v[end].class.isWord())
}

// spelledDomain returns where the domain that begins at glyph from ends, and how
// many of its dots are written as a word. The end is from where there is none.
func spelledDomain(v view, from int) (to, dots int) {
	const most = 8 // labels
	to = from
	for n, at := 0, from; n < most; n++ {
		end, letters := label(v, at)
		if end == at {
			break
		}
		if n > 0 && letters >= 2 && v[at].class != digit { // no top-level domain is like 30am
			to = end
		}
		if at = end; at < len(v) && v[at].r == '.' {
			at++
			continue
		}
		left, right, ok := spelledDot(v, at)
		if !ok || left != end {
			break
		}
		at = right
		dots++
	}
	return to, dots
}

// label returns where the label of a domain that begins at glyph from ends, and
// how many letters it has.
func label(v view, from int) (to, letters int) {
	const longest = 63
	for to = from; to < len(v) && to-from < longest && (v[to].class != other || v[to].r == '-'); to++ {
		if v[to].class != digit && v[to].class != other {
			letters++
		}
	}
	return to, letters
}

// spelledDot returns between which glyphs the word dot lies that follows glyph
// at, with its setting.
func spelledDot(v view, at int) (left, right int, ok bool) {
	const widest = 3
	for i := at + 1; i <= at+widest && i < len(v); i++ {
		if v.isWordAt(i, "dot") {
			left, right, _ = setting(v, i, i+len("dot"))
			return left, right, right > i+len("dot")
		}
	}
	return 0, 0, false
}

// spelledDotBefore returns where the part of a local part begins that the word
// dot joins to the one at glyph at.
func spelledDotBefore(v view, floor, at int) (from int, ok bool) {
	const widest, longestLocal = 3, 64
	for end := at - 1; end >= at-widest && end-len("dot") > floor; end-- {
		if !v.isWordAt(end-len("dot"), "dot") {
			continue
		}
		left, right, _ := setting(v, end-len("dot"), end)
		if right != at {
			return 0, false
		}
		from = localPart(v, max(floor, left-longestLocal), left)
		return from, from < left
	}
	return 0, false
}
