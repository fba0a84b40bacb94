package osp

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAuthor is the longest author (OSP Appendix B.5).
const maxAuthor = 40

// honorifics are no first names.
var honorifics = map[string]bool{"mr": true, "mrs": true, "ms": true, "miss": true, "mx": true, "dr": true, "prof": true,
	"professor": true, "sir": true, "rev": true, "fr": true, "sr": true, "sra": true, "the": true}

// firstName shortens the name of a reviewer to a first name or an initial, "" if neither can be told (OSP 6.6, OSP 7.6). Of
// what looks like a user name or runs names together at most the initial is left.
func firstName(author string) string {
	author = plainLine(author, 4*maxAuthor)
	if family, given, ok := strings.Cut(author, ","); ok && (!strings.Contains(family, " ") || isLower(family)) {
		author = given // "Lopez, Maria", "de la Cruz, Maria"
	}
	words := strings.Fields(author)
	for len(words) > 0 && honorifics[strings.ToLower(strings.TrimRight(words[0], ".,"))] {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	word := strings.TrimRight(words[0], ".,;:-'’")
	if utf8.RuneCountInString(word) > maxAuthor {
		return ""
	}
	isWhole, previous := true, rune(0)
	for i, r := range word {
		switch {
		case i == 0 && (!unicode.IsLetter(r) || writesNamesTogether(r)):
			return ""
		case unicode.IsLetter(r):
			isWhole = isWhole && !(unicode.IsUpper(r) && unicode.IsLower(previous))
		case unicode.IsMark(r):
		case (r == '-' || r == '\'' || r == '’') && unicode.IsLetter(previous):
		case r == '@':
			return ""
		default:
			isWhole = false
		}
		previous = r
	}
	if !isWhole {
		initial, _ := utf8.DecodeRuneInString(word)
		return string(unicode.ToUpper(initial))
	}
	return word
}

// isLower reports whether a text begins with a lower case letter.
func isLower(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(first)
}

// writesNamesTogether reports whether names in the script have no space between family and given name.
func writesNamesTogether(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}
