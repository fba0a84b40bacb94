package scrub

import "unicode/utf8"

// Known is a set of values that must not appear in any text. Values are added
// first, then a [Scrubber] is made of the set. The zero Known is empty.
type Known struct {
	words   map[string]struct{} // folded; match as whole words
	ids     map[string]struct{} // as they stand; survive in text
	numbers map[number]struct{} // phones and their endings
	codes   map[number]struct{} // all-digit codes
	secrets automaton           // emails, tokens, URLs; match anywhere
	prose   automaton           // addresses and unspaced names; match anywhere in text
	hasCode bool
	key     []byte
	buf     view
}

// Marker stands in the place of what was removed.
const Marker = "[redacted]"

// AddName adds a person's name: each of its words, the words that punctuation
// divides also written together (O'Brien, OBrien), and stretches of scripts
// without spaces as they are.
func (k *Known) AddName(name string) {
	k.each(name, func(v view) {
		k.addWords(v)
		k.addJoined(v, func(g glyph) bool { return g.class == other && g.r != '\'' })
		k.addJoined(v, func(g glyph) bool { return g.r == ' ' })
		k.addJoined(v, func(glyph) bool { return false })
		k.addUnspaced(v)
		if !k.addContact(v) && v.isSymbols() {
			k.secrets.add(v)
		}
	})
}

// isSymbols reports whether v has symbols beyond ASCII and nothing else, as some
// write for a name.
func (v view) isSymbols() bool {
	symbols := false
	for _, g := range v {
		if g.class != other {
			return false
		}
		symbols = symbols || g.r >= utf8.RuneSelf
	}
	return symbols
}

// AddContact adds a phone number, an email address or another way to reach
// somebody.
func (k *Known) AddContact(contact string) {
	k.each(contact, func(v view) {
		if !k.addContact(v) {
			k.addSecret(v)
		}
	})
}

// AddAddress adds a postal address or one line of it: the whole, and its parts
// between commas and line breaks. Single words in it stay, or each text about a
// street would be blank.
func (k *Known) AddAddress(address string) {
	k.each(address, func(v view) {
		k.addPart(v)
		from := 0
		for i, g := range v {
			if g.r == ',' || g.r == ';' || g.r == '、' || address[g.start] == '\n' {
				k.addPart(v[from:i])
				from = i + 1
			}
		}
		k.addPart(v[from:])
	})
}

// AddCode adds a verification code or the like: the whole, its digits taken
// together if it has nothing else, and each longer run of digits in it.
func (k *Known) AddCode(code string) {
	const longRun = 4
	k.hasCode = k.hasCode || code != ""
	k.each(code, func(v view) {
		all, letters, runs := number{}, false, 0
		for i := 0; i < len(v); i++ {
			letters = letters || v[i].class != other && v[i].class != digit
			run := number{}
			for ; i < len(v) && v[i].class == digit; i++ {
				run, all = run.append(v[i].r), all.append(v[i].r)
			}
			if run.len > 0 {
				i--
				runs++
			}
			if run.len >= longRun {
				put(&k.codes, run)
			}
		}
		if !letters && all.len >= minCode {
			put(&k.codes, all)
		}
		switch {
		case letters:
			k.addSecret(v)
		case runs > 1:
			k.secrets.add(v)
		}
	})
}

// HasCode reports whether a code was added.
func (k *Known) HasCode() bool { return k.hasCode }

// AddSecret adds an opaque value: an approval token or anything else that was
// found where only a secret belongs.
func (k *Known) AddSecret(secret string) { k.each(secret, k.addSecret) }

// AddURL adds an address on the web: the whole, and the same without scheme and
// query.
func (k *Known) AddURL(url string) {
	k.each(url, func(v view) {
		k.addSecret(v)
		for i := 0; i+2 < len(v); i++ {
			if v[i].r == ':' && v[i+1].r == '/' && v[i+2].r == '/' {
				v = v[i+3:]
				break
			}
		}
		slash := false
		for i, g := range v {
			if g.r == '?' || g.r == '#' {
				v = v[:i]
				break
			}
			slash = slash || g.r == '/' && i+1 < len(v)
		}
		if slash { // a host alone is nobody's
			k.addSecret(v)
		}
	})
}

// AddID adds an opaque id, which survives in text where it stands alone, even if
// a part of it looks like a name or a phone number.
func (k *Known) AddID(id string) {
	if isProtectableID(id) {
		put(&k.ids, id)
	}
}

// each calls add for every reading of value.
func (k *Known) each(value string, add func(view)) {
	if value == Marker {
		return
	}
	layers(value, func(l *layer) {
		k.buf = trim(fold(k.buf[:0], l))
		add(k.buf)
	})
}

func trim(v view) view {
	for len(v) > 0 && v[0].r == ' ' {
		v = v[1:]
	}
	for len(v) > 0 && v[len(v)-1].r == ' ' {
		v = v[:len(v)-1]
	}
	return v
}

func put[K comparable](set *map[K]struct{}, key K) {
	if *set == nil {
		*set = map[K]struct{}{}
	}
	(*set)[key] = struct{}{}
}

// addWords adds each word that has a letter.
func (k *Known) addWords(v view) {
	words(v, func(from, to int) {
		if hasLetter(v[from:to]) {
			k.addWord(v[from:to])
		}
	})
}

func (k *Known) addWord(v view) {
	if len(v) <= maxWord {
		k.key = v.appendRunes(k.key[:0])
		put(&k.words, string(k.key))
	}
}

// addJoined adds the words of each stretch up to a divide as one word.
func (k *Known) addJoined(v view, divide func(glyph) bool) {
	joined := make(view, 0, maxWord)
	flush := func() {
		if hasLetter(joined) {
			k.addWord(joined)
		}
		joined = joined[:0]
	}
	for _, g := range v {
		switch {
		case divide(g):
			flush()
		case g.class.isWord() && len(joined) <= maxWord:
			joined = append(joined, g)
		}
	}
	flush()
}

// addUnspaced adds each stretch of a script without spaces.
func (k *Known) addUnspaced(v view) {
	for from := 0; from < len(v); from++ {
		to := from
		for to < len(v) && v[to].class == unspaced {
			to++
		}
		if to > from {
			k.addProse(v[from:to])
			from = to
		}
	}
}

// addContact adds v if it is a phone number or an email address.
func (k *Known) addContact(v view) bool {
	n, digits := number{}, 0
	for _, g := range v {
		switch {
		case g.r == '@':
			k.addSecret(v)
			return true
		case g.class == digit:
			n = n.append(g.r)
			digits++
		case g.class != other && digits >= minPhone:
			// An extension or a remark follows: the number so far counts too.
			k.addNumber(n)
		}
	}
	if digits >= minPhone {
		k.addNumber(n)
	}
	return digits >= minPhone
}

// addNumber adds a phone number and its endings, for it is also written without
// its country code and without its area code.
func (k *Known) addNumber(n number) {
	for ; n.len >= minPhone; n = n.dropFirst() {
		if _, ok := k.numbers[n]; ok {
			return
		}
		put(&k.numbers, n)
	}
}

// addPart adds a part of an address if it is distinctive enough.
func (k *Known) addPart(v view) {
	const distinctive = 4
	for len(v) > 0 && v[0].class == other {
		v = v[1:]
	}
	for len(v) > 0 && v[len(v)-1].class == other {
		v = v[:len(v)-1]
	}
	spaced := false
	for _, g := range v {
		spaced = spaced || g.class == other
	}
	switch {
	case len(v) < distinctive:
		k.addUnspaced(v)
	case !spaced && v[0].class != unspaced:
		k.addWords(v)
	default:
		k.addProse(v)
	}
}

func (k *Known) addProse(v view) {
	k.prose.loose = true
	k.prose.add(v)
}

// addSecret adds v to be found anywhere, or as words where it is so short that
// it would be found everywhere. One sign of punctuation is no secret: without it
// no text could be read.
func (k *Known) addSecret(v view) {
	const long = 6
	symbols := len(v) > 1
	for _, g := range v {
		symbols = symbols && g.class == other
	}
	if len(v) >= long || symbols {
		k.secrets.add(v)
		return
	}
	words(v, func(from, to int) { k.addWord(v[from:to]) })
	k.addUnspaced(v)
}
