package scrub

// isIDByte reports whether c can stand in an opaque id.
func isIDByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' ||
		c == '_' || c == '-' || c == '.' || c == ':' || c == '~'
}

const longestID = 256

// IsID reports whether s has the form of an opaque id: a few letters, digits and
// joints, nothing else.
func IsID(s string) bool {
	if s == "" || len(s) > longestID {
		return false
	}
	for i := range len(s) {
		if !isIDByte(s[i]) {
			return false
		}
	}
	return true
}

// isPlainID reports whether an id can be seen at once to hold no contact, token
// or code, as most ids can.
func isPlainID(s string) bool {
	if !IsID(s) {
		return false
	}
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c|0x20 == 'k': // in token
			return false
		case c|0x20 == 'v' && i >= 5: // in approve
			return false
		}
	}
	return digits < longNumber && digits < len(s)
}

// isProtectableID reports whether an id is told apart from plain words and from
// numbers written for people: it has a digit, and either a letter or no joints.
func isProtectableID(s string) bool {
	const shortest = 4
	digits, letters, joints := false, false, false
	for _, c := range []byte(s) {
		switch {
		case '0' <= c && c <= '9':
			digits = true
		case c == '_' || c == '-' || c == '.' || c == ':' || c == '~':
			joints = true
		default:
			letters = true
		}
	}
	return IsID(s) && len(s) >= shortest && digits && (letters || !joints)
}

// idRanges calls yield with the byte ranges of text that are known ids.
func (k *Known) idRanges(text string, yield func(from, to int)) {
	if len(k.ids) == 0 {
		return
	}
	for i := 0; i < len(text); i++ {
		if !isIDByte(text[i]) {
			continue
		}
		from := i
		for i < len(text) && isIDByte(text[i]) {
			i++
		}
		// The punctuation of a sentence may follow.
		for to := i; to > from && to >= i-2 && to-from <= longestID; to-- {
			if _, ok := k.ids[text[from:to]]; ok {
				yield(from, to)
				break
			}
			if last := text[to-1]; last != '.' && last != ':' && last != '-' {
				break
			}
		}
	}
}
