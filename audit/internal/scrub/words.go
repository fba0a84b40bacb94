package scrub

import "unicode/utf8"

// maxWord bounds a word, in glyphs; nobody's name is longer.
const maxWord = 256

// words calls yield with each word of v, and with the parts of one that invisible
// characters divide. A word ends where its script does, so that a Latin name
// inside Japanese text is one.
func words(v view, yield func(from, to int)) {
	for i := 0; i < len(v); i++ {
		if !v[i].class.isWord() {
			continue
		}
		from, part := i, i
		for ; i < len(v) && v[i].class.isWord(); i++ {
			if v[i].parted {
				yield(part, i+1)
				part = i + 1
			}
		}
		yield(from, i)
		if from < part && part < i {
			yield(part, i)
		}
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

// wordEdges widens ranges of glyphs to the words that they cut into. It remembers
// the last answers: many ranges may cut into one long word.
type wordEdges struct {
	startFrom, startTo int // between these a word starts at startFrom
	endFrom, endTo     int // between these a word ends at endTo
}

// start is where the word starts that glyph i is in, or i.
func (e *wordEdges) start(v view, i int) int {
	if e.startFrom <= i && i < e.startTo {
		return e.startFrom
	}
	at := i
	for at > 0 && v[at-1].class.isWord() && v[at].class.isWord() {
		at--
	}
	e.startFrom, e.startTo = at, i+1
	return at
}

// end is where the word ends that the glyph before i is in, or i.
func (e *wordEdges) end(v view, i int) int {
	if e.endFrom < i && i <= e.endTo {
		return e.endTo
	}
	at := i
	for at < len(v) && v[at-1].class.isWord() && v[at].class.isWord() {
		at++
	}
	e.endFrom, e.endTo = i-1, at
	return at
}
