package scrub

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// glyph is one folded character of a view and where it came from.
type glyph struct {
	r          rune
	start, end int32 // bytes of the source text
	class      class
	parted     bool // something invisible follows, at which some would divide the word
}

type class uint8

const (
	other    class = iota // white space, punctuation, symbols
	digit                 // '0'..'9', whatever the script was
	letter                // of a script that separates words
	unspaced              // of a script that does not
)

// isWord reports whether c can be part of a word that has boundaries.
func (c class) isWord() bool { return c == digit || c == letter }

// view is a text as a reader sees it.
type view []glyph

// fold appends the view of l to dst.
func fold(dst view, l *layer) view {
	text := l.text
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			start, end := l.span(i, i+1)
			f := ascii[c]
			dst = append(dst, glyph{r: rune(f.to), start: start, end: end, class: f.class})
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		start, end := l.span(i, i+size)
		before := len(dst)
		dst = foldRune(dst, r, text[i:i+size], start, end)
		if len(dst) == before && before > 0 && dst[before-1].end <= start {
			dst[before-1].end = end // a mark goes with its letter
			dst[before-1].parted = dst[before-1].parted || unicode.Is(unicode.Cf, r)
		}
		i += size
	}
	return dst
}

// foldRune appends what is left of r after compatibility decomposition, without
// marks and invisible characters, in lower case.
func foldRune(dst view, r rune, text string, start, end int32) view {
	if 0xac00 <= r && r <= 0xd7a3 { // Hangul syllables decompose by arithmetic
		s := r - 0xac00
		for _, jamo := range [3]rune{0x1100 + s/588, 0x1161 + s%588/28, 0x11a7 + s%28} {
			if jamo != 0x11a7 { // no final consonant
				dst = append(dst, glyph{r: jamo, start: start, end: end, class: unspaced})
			}
		}
		return dst
	}
	if d := norm.NFKD.PropertiesString(text).Decomposition(); len(d) > 0 {
		for len(d) > 0 {
			r, size := utf8.DecodeRune(d)
			dst = appendFolded(dst, r, start, end)
			d = d[size:]
		}
		return dst
	}
	return appendFolded(dst, r, start, end)
}

func appendFolded(dst view, r rune, start, end int32) view {
	if r < utf8.RuneSelf {
		f := ascii[r]
		return append(dst, glyph{r: rune(f.to), start: start, end: end, class: f.class})
	}
	g := glyph{r: r, start: start, end: end}
	switch {
	case r == 0x345: // iota subscript, a letter of its own in capitals
		g.r, g.class = 'ι', letter
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), 0x115f <= r && r <= 0x1160:
		return dst
	case r == '’', r == '‘', r == 'ʼ', r == 'ʻ', r == 'ʹ':
		g.r = '\''
	case unicode.IsDigit(r):
		g.r, g.class = '0'+digitValue(r), digit
	case unicode.IsLetter(r), unicode.Is(unicode.Mc, r), unicode.Is(unicode.Nl, r):
		if plain, ok := plainLetters[r]; ok {
			for _, c := range plain {
				dst = append(dst, glyph{r: c, start: start, end: end, class: letter})
			}
			return dst
		}
		if g.class = letter; unicode.In(r, unspacedScripts...) || r == longVowel {
			g.class = unspaced
		} else {
			g.r = unicode.ToLower(unicode.ToUpper(r))
		}
	case unicode.IsSpace(r):
		g.r = ' '
	case unicode.Is(unicode.Pd, r), strings.ContainsRune("−⁃˗─━⎯➖", r):
		g.r = '-'
	case strings.ContainsRune("⁄∕⧸", r):
		g.r = '/'
	case r == '。':
		g.r = '.'
	case r == '“', r == '”':
		g.r = '"'
	}
	return append(dst, g)
}

// plainLetters are letters that no decomposition reduces to the ones that
// people, and systems that know only ASCII, write in their place.
var plainLetters = map[rune]string{
	'ß': "ss", 'ẞ': "ss", 'ı': "i", 'ø': "o", 'Ø': "o", 'ł': "l", 'Ł': "l", 'đ': "d", 'Đ': "d", 'ð': "d", 'Ð': "d",
	'þ': "th", 'Þ': "th", 'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe", 'ħ': "h", 'Ħ': "h", 'ŧ': "t", 'Ŧ': "t",
}

// unspacedScripts are written without spaces between words, or join particles
// to names without one.
var unspacedScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo,
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

// digitValue is the value of a decimal digit. Unicode keeps each script's ten
// together and in order.
func digitValue(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	return 0
}

// ascii folds the characters that need no thought.
var ascii = func() (table [utf8.RuneSelf]struct {
	to    byte
	class class
}) {
	for c := range byte(utf8.RuneSelf) {
		f := &table[c]
		f.to = c
		switch {
		case '0' <= c && c <= '9':
			f.class = digit
		case 'a' <= c && c <= 'z':
			f.class = letter
		case 'A' <= c && c <= 'Z':
			f.to, f.class = c|0x20, letter
		case c <= ' ', c == 0x7f:
			f.to = ' '
		}
	}
	return table
}()
