package scrub

import "strings"

// tokenPrefix begins the approval tokens that the OSBP text shows.
const tokenPrefix = "approve_"

// findTokens finds everything shaped like an approval token: what follows the
// marker approval.token= of OSBP "Canonical Flow", however it is spaced and
// quoted, words with the prefix of the text's example, and opaque values that
// are called a token.
func (s *Scrubber) findTokens(v view) {
	tokens(v, func(from, to int, _ bool) { s.remove(v, from, to) })
}

// Tokens calls yield with each approval token that text carries after the marker
// or with the prefix.
func Tokens(text string, yield func(token string)) {
	if !strings.Contains(text, "oken") && !strings.Contains(text, "OKEN") && !strings.Contains(text, "pprove_") {
		return
	}
	layers(text, func(l *layer) {
		v := fold(nil, l)
		tokens(v, func(from, to int, approval bool) {
			if approval {
				yield(text[v[from].start:v[to-1].end])
			}
		})
	})
}

// tokens calls yield with each token and whether it is plainly one of approval.
func tokens(v view, yield func(from, to int, approval bool)) {
	for i := 0; i < len(v); i++ {
		from, to, approval := 0, 0, true
		switch v[i].r {
		case 't':
			from, to, approval = namedToken(v, i)
		case 'a':
			from, to = prefixedToken(v, i)
		}
		if to > 0 {
			yield(from, to, approval)
			i = to - 1
		}
	}
}

// namedToken returns where the token lies that the word token at glyph i names,
// and whether it is named as that of approval.
func namedToken(v view, i int) (from, to int, approval bool) {
	if !v.hasAt(i, "token") {
		return 0, 0, false
	}
	if from, to = tokenValue(v, i+len("token")); to == 0 {
		return 0, 0, false
	}
	const longestJoint = 4
	at := i
	for at > 0 && i-at < longestJoint && v[at-1].class == other {
		at--
	}
	approval = v.hasAt(at-len("approval"), "approval")
	if !approval && !isOpaque(v[from:to]) {
		return 0, 0, false
	}
	return from, to, approval
}

// isOpaque reports whether v is hardly a word: it is long or has a digit.
func isOpaque(v view) bool {
	const short, long = 6, 16
	digits := false
	for _, g := range v {
		digits = digits || g.class == digit
	}
	return len(v) >= long || digits && len(v) >= short
}

// tokenValue returns where the value lies that is given from glyph i on.
func tokenValue(v view, i int) (from, to int) {
	// Before it: spaces, quotes, brackets and a sign that says is.
	const longestJoint, longestQuoted = 16, 512
	joint, quote, end := false, rune(0), min(len(v), i+longestJoint)
	for from = i; from < end && strings.ContainsRune(" =:\"'`\\[({<", v[from].r); from++ {
		switch r := v[from].r; r {
		case '=', ':':
			joint = true
		case '"', '\'', '`':
			quote = r
		}
	}
	if !joint {
		return 0, 0
	}
	for to = from; quote != 0 && to < len(v) && to-from < longestQuoted; to++ {
		if v[to].r == quote && to > from {
			return from, to
		}
	}
	for to = from; to < len(v) && isTokenGlyph(v[to]); {
		to++
	}
	if to == from {
		return 0, 0
	}
	return from, to
}

// isTokenGlyph reports whether g can be part of a token without quotes.
func isTokenGlyph(g glyph) bool {
	switch g.r {
	case ' ', '"', '\'', '`', '\\', '<', '>', ',', ';', ')', ']', '}':
		return false
	}
	return true
}

// prefixedToken returns where the token lies that begins at glyph i with the
// prefix.
func prefixedToken(v view, i int) (from, to int) {
	const shortest = 8 // after the prefix, so that approve_booking is no token
	if i > 0 && v[i-1].class.isWord() || !v.hasAt(i, tokenPrefix) {
		return 0, 0
	}
	to = i + len(tokenPrefix)
	for to < len(v) && (v[to].class.isWord() || v[to].r == '_' || v[to].r == '-') {
		to++
	}
	if to-i-len(tokenPrefix) < shortest {
		return 0, 0
	}
	return i, to
}

// hasAt reports whether the folded text at glyph i is ascii.
func (v view) hasAt(i int, ascii string) bool {
	return i >= 0 && i+len(ascii) <= len(v) && v[i:i+len(ascii)].is(ascii)
}
