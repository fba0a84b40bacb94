package osp

import (
	"strconv"
	"strings"
)

// subject names the value being read, to begin a sentence with.
func (d *decoder) subject() string {
	for i := len(d.path) - 1; i >= 0; i-- {
		if s := d.path[i]; s.index < 0 {
			name := quote(s.name)
			if i < len(d.path)-1 {
				return "Entry " + strconv.Itoa(d.path[i+1].index+1) + " of " + name
			}
			return name
		}
	}
	return "The document"
}

// maxQuoted is how many characters of a document a message or a path repeats in one piece.
const maxQuoted = 60

// quote quotes a text of the document for a message: cut short, and without control characters.
func quote(s string) string { return strconv.Quote(cut(s)) }

// cut shortens a text to maxQuoted characters.
func cut(s string) string {
	n := 0
	for i := range s {
		if n == maxQuoted {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// pathString writes a path in the notation of the specification: locations[0].hours.weekly.friday, and "$" for the whole
// document. A name that isn't a plain word is quoted: extensions["com.example.vendor"].
func pathString(path []step) string {
	var b strings.Builder
	for _, s := range path {
		switch {
		case s.index >= 0:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.index))
			b.WriteByte(']')
		case isPlainName(s.name):
			if b.Len() > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.name)
		default:
			b.WriteByte('[')
			b.WriteString(quote(s.name))
			b.WriteByte(']')
		}
	}
	if b.Len() == 0 {
		return "$"
	}
	return b.String()
}

func isPlainName(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && c != '_' && c != '-' && (i == 0 || !isDigit(c)) {
			return false
		}
	}
	return s != "" && len(s) <= maxQuoted
}
