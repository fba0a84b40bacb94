package scrub

import "unicode/utf8"

// maxWord bounds a word, in glyphs; nobody's name is longer.
const maxWord = 256

// words calls yield with each word of v. A word ends where its script does, so
// that a Latin name inside Japanese text is one.
func words(v view, yield func(from, to int)) {
	for i := 0; i < len(v); i++ {
		if !v[i].class.isWord() {
			continue
		}
		from := i
		for i < len(v) && v[i].class.isWord() {
			i++
		}
		yield(from, i)
	}
}

func hasLetter(v view) bool {
	for _, g := range v {
		if g.class == letter {
			return true
		}
	}
	return false
}

// appendRunes appends v as UTF-8.
func (v view) appendRunes(dst []byte) []byte {
	for _, g := range v {
		dst = utf8.AppendRune(dst, g.r)
	}
	return dst
}

// wordBefore is the word that ends right before glyph i, at
// most thirteen letters of it: enough to tell a cue.
func (v view) wordBefore(i int) view {
	from := i
	for from > 0 && v[from-1].class == letter && i-from < 13 {
		from--
	}
	return v[from:i]
}

func (v view) is(word string) bool {
	if len(v) != len(word) {
		return false
	}
	for i := range v {
		if v[i].r != rune(word[i]) {
			return false
		}
	}
	return true
}

func (v view) isOneOf(words []string) bool {
	for _, w := range words {
		if v.is(w) {
			return true
		}
	}
	return false
}
