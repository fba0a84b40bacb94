package osbp

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cleanText makes merchant, agent and platform text safe to stand in a message:
// one line, no control, format or invalid characters, and nothing that reads as
// the token marker, whatever its letter case or width. Text that needs nothing is
// returned as it is.
func cleanText(s string) string {
	if plainText(s) {
		if !holdsDotT(s) {
			return s
		}
		return defuseMarker(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	space := true // leading space is dropped
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case r == utf8.RuneError && n == 1, hidden(r):
			continue
		case unicode.IsSpace(r), unicode.IsControl(r):
			if !space {
				b.WriteByte(' ')
			}
			space = true
			continue
		}
		b.WriteRune(r)
		space = false
	}
	return defuseMarker(strings.TrimRight(b.String(), " "))
}

// hidden reports characters that change how text reads without being seen: bidi
// and zero-width controls, tags, variation selectors and the like.
func hidden(r rune) bool {
	return unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Co, r) || unicode.Is(unicode.Variation_Selector, r) ||
		r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0 || r == 0x034F
}

// plainText reports printable ASCII without doubled or outer spaces.
func plainText(s string) bool {
	for i := range len(s) {
		if s[i]-' ' > '~'-' ' {
			return false
		}
	}
	return !strings.HasPrefix(s, " ") && !strings.HasSuffix(s, " ") && !strings.Contains(s, "  ")
}

// markerWord is what no text may hold: the marker up to its sign of equality.
const markerWord = "approval.token"

// defuseMarker breaks every occurrence of markerWord, compared without regard to
// case and to the width and shape of its letters and dot.
func defuseMarker(s string) string {
	if !mayHoldMarker(s) {
		return s
	}
	at := 0
	var b strings.Builder
	for i := 0; i < len(s); {
		if n, dot := markerAt(s[i:]); n > 0 {
			b.WriteString(s[at : i+dot])
			b.WriteByte(' ')
			_, dotLen := utf8.DecodeRuneInString(s[i+dot:])
			at = i + dot + dotLen
			i += n
			continue
		}
		i++
	}
	if at == 0 {
		return s
	}
	b.WriteString(s[at:])
	return b.String()
}

// mayHoldMarker is a quick look: an ASCII marker has its dot before a t, any other
// has a character beyond ASCII.
func mayHoldMarker(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return true
		}
	}
	return holdsDotT(s)
}

func holdsDotT(s string) bool {
	for {
		dot := strings.IndexByte(s, '.')
		if dot < 0 || dot+1 == len(s) {
			return false
		}
		if s = s[dot+1:]; s[0]|0x20 == 't' {
			return true
		}
	}
}

// markerAt returns the length of a marker word that s begins with and the offset
// of its dot, or 0.
func markerAt(s string) (n, dot int) {
	if s == "" || (s[0] != 'a' && s[0] != 'A' && s[0] < utf8.RuneSelf) {
		return 0, 0
	}
	for _, want := range markerWord {
		r, size := utf8.DecodeRuneInString(s[n:])
		if foldASCII(r) != want {
			return 0, 0
		}
		if want == '.' {
			dot = n
		}
		n += size
	}
	return n, dot
}

// foldASCII maps full-width forms and dot look-alikes to the ASCII they read as,
// in lower case.
func foldASCII(r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		r -= 0xFF01 - '!'
	case r == 0x2024 || r == 0xFE52 || r == 0x3002 || r == 0x00B7:
		r = '.'
	case r == 0x212A:
		r = 'k'
	}
	if r >= 'A' && r <= 'Z' {
		r += 'a' - 'A'
	}
	return r
}

// capText cleans s and cuts it to at most n code points.
func capText(s string, n int) string {
	s = cleanText(s)
	if len(s) <= n {
		return s
	}
	count := 0
	for i := range s {
		if count == n {
			return s[:i] + "…"
		}
		count++
	}
	return s
}
