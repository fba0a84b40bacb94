package osp

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// stripInvisible removes what a reader doesn't see but a terminal, a text layout or a language model acts on, and
// unifies line breaks and spaces. Bytes that are no UTF-8 become U+FFFD.
func stripInvisible(text string) string {
	if isPlainASCII(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if n := terminalSequence(text[i:]); n > 0 {
			i += n
			continue
		}
		i += size
		switch {
		case r == '\r':
			if i < len(text) && text[i] == '\n' {
				continue
			}
			b.WriteByte('\n')
		case r == '\u0085' || r == '\u2028' || r == '\u2029' || r == '\v' || r == '\f':
			b.WriteByte('\n')
		case r == '\n' || r == '\t':
			b.WriteRune(r)
		case unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		case !isInvisible(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isPlainASCII(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}

// isInvisible: control and format characters (all bidirectional controls and joiners are such), the letters and marks
// that print nothing, variation selectors but for the two that choose between text and picture, tags, and code points
// that are no characters.
func isInvisible(r rune) bool {
	switch {
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // format characters that print
		return false
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Noncharacter_Code_Point, r):
		return true
	case unicode.Is(unicode.Variation_Selector, r):
		return r != '\uFE0E' && r != '\uFE0F'
	case 0xE0000 <= r && r <= 0xE0FFF:
		return true
	}
	return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// terminalSequence returns the length of the ECMA-48 control sequence that text begins with, 0 if there is none.
func terminalSequence(text string) int {
	var i int
	switch {
	case strings.HasPrefix(text, "\x1b["):
		i = 2
	case strings.HasPrefix(text, "\u009b"):
		i = len("\u009b")
	default:
		return 0
	}
	for i < len(text) && 0x20 <= text[i] && text[i] <= 0x3f {
		i++
	}
	if i < len(text) && 0x40 <= text[i] && text[i] <= 0x7e {
		return i + 1
	}
	return 0
}
