package scrub

// findEmails finds everything shaped like an email address (RFC 5322, RFC 6531):
// any local part, also a quoted one, before an at sign and a domain after it.
func (s *Scrubber) findEmails(v view) {
	done := 0 // glyphs before this one were looked at for an earlier at sign
	for at, g := range v {
		if g.r != '@' {
			continue
		}
		from := localPart(v, done, at)
		to, named := domain(v, at+1)
		if from < at && to > at+1 && (named || hasLetter(v[from:at])) {
			s.remove(v, userName(v, done, from), to)
		}
		done = at + 1
	}
}

// localPart returns where the local part that ends before glyph at begins. A
// quote belongs to it only before the at sign or a dot: elsewhere it opens a
// quotation of the address.
func localPart(v view, floor, at int) int {
	from := at
	for from > floor {
		if v[from-1].r == '"' && (from == at || v[from].r == '.') {
			open, ok := quoted(v, floor, from-1)
			if !ok {
				break
			}
			from = open
			continue
		}
		if !isAtext(v[from-1]) {
			break
		}
		from--
	}
	return from
}

// userName returns where the name begins that a web address has before a colon
// and the password at glyph from; from if there is none.
func userName(v view, floor, from int) int {
	if from-1 <= floor || v[from-1].r != ':' {
		return from
	}
	for i := localPart(v, floor, from-1); i+2 < from; i++ {
		if v[i].r == '/' && v[i+1].r == '/' {
			return i + 2
		}
	}
	return from
}

// quoted returns where the quoted string begins whose closing quote is glyph end.
// Inside another quotation both quotes carry the same number of backslashes.
func quoted(v view, floor, end int) (int, bool) {
	const longest = 256
	depth := backslashes(v, end, floor)
	for i := end - 1; i >= floor && end-i <= longest; i-- {
		if v[i].r == v[end].r && backslashes(v, i, floor) == depth {
			return i - depth, true
		}
	}
	return 0, false
}

// backslashes counts the backslashes right before glyph i, up to a few.
func backslashes(v view, i, floor int) int {
	const most = 8
	n := 0
	for n < most && i-1-n >= floor && v[i-1-n].r == '\\' {
		n++
	}
	return n
}

// isAtext reports whether g can be part of an unquoted local part.
func isAtext(g glyph) bool {
	if g.class != other {
		return true
	}
	switch r := g.r; r {
	case '!', '#', '$', '%', '&', '\'', '*', '+', '/', '=', '?', '^', '_', '`', '{', '|', '}', '~', '.', '-':
		return true
	default:
		return r > 0x2fff && !isCJKPunctuation(r) // symbols that RFC 6531 allows, such as emoji
	}
}

func isCJKPunctuation(r rune) bool { return 0x3000 <= r && r <= 0x303f || 0xfe00 <= r && r <= 0xff65 }

// domain returns where the domain that begins at glyph from ends, and whether it
// has a letter or is an address literal.
func domain(v view, from int) (to int, named bool) {
	const longestLiteral = 64
	if from < len(v) && v[from].r == '[' {
		for to = from + 1; to < len(v) && to-from < longestLiteral; to++ {
			if v[to].r == ']' {
				return to + 1, true
			}
		}
	}
	to = from
	for to < len(v) && (v[to].class != other || v[to].r == '.' || v[to].r == '-' || v[to].r == '_') {
		named = named || v[to].class == letter || v[to].class == unspaced
		to++
	}
	for to > from && v[to-1].class == other {
		to-- // the punctuation of a sentence
	}
	return to, named
}
