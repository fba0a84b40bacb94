package osp

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAuthor is the longest author (OSP Appendix B.5).
const maxAuthor = 40

// honorifics are no first names.
var honorifics = wordSet("mr mrs ms miss mx dr prof professor sir madam rev fr pastor capt captain sgt lt col officer " +
	"sr sra srta señor señora herr frau mme mlle monsieur madame")

// families are the words of a name that is a whole family's.
var families = wordSet("family families household")

func wordSet(list string) map[string]bool {
	m := make(map[string]bool)
	for word := range strings.FieldsSeq(list) {
		m[word] = true
	}
	return m
}

// firstName shortens the name of a reviewer to a first name or an initial, "" if neither can be told (OSP 6.6, OSP 7.6). Of
// what looks like a user name or runs names together at most the initial is left.
func firstName(author string) string {
	author = plainLine(author, 4*maxAuthor)
	isWhole := true
	if family, given, ok := strings.Cut(author, ","); ok {
		switch {
		case !strings.Contains(family, " ") || isLower(family): // "Lopez, Maria", "de la Cruz, Maria"
			author = given
		case !isTitle(given) || family == strings.ToUpper(family): // "García López, María", or "Maria Lopez, Orlando"
			isWhole = false
		}
	}
	words := strings.Fields(author)
	titled := words
	for len(words) > 0 && honorifics[bareWord(words[0])] {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	switch first, last := bareWord(words[0]), bareWord(words[len(words)-1]); {
	case first == "the", first == "and", families[last]: // "The Lopezes", "Mr. and Mrs. Lopez", "Lopez Family"
		return ""
	case len(words) == 1 && len(titled) > 1: // "Mrs. Lopez"
		isWhole = false
	}
	word := strings.TrimRight(words[0], ".,;:-'’")
	if utf8.RuneCountInString(word) > maxAuthor {
		return ""
	}
	previous := rune(0)
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

// bareWord is a word in lower case without what it ends in.
func bareWord(word string) string { return strings.ToLower(strings.TrimRight(word, ".,;:")) }

// isTitle reports whether what follows a name after a comma is a title, such as "CPA", "M.D.", "Jr.".
func isTitle(s string) bool {
	s = strings.TrimSpace(s)
	if word := bareWord(s); word == "jr" || word == "sr" || word == "phd" {
		return true
	}
	return s == strings.ToUpper(s)
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
