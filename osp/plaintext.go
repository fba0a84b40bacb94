package osp

import (
	"html"
	"strings"
)

// PlainText turns third-party text (a review, a customer's note, a page) into plain text of at most limit code points;
// a limit of 0 or less leaves nothing (OSP 6.1, OSP 7.6, OSP 10).
//
// HTML character references are decoded exactly once. Then tags, comments and the bodies of script and style elements
// are dropped, with a line break where a block ends; a < that opens no tag stays. Control, bidirectional and zero-width
// characters are removed, terminal sequences with them, except line feed and tab. White space is folded: one space or
// tab within a line, at most one empty line between two. What is left contains no HTML element, however it is read, and
// takes time linear in the length of the text to make.
//
// The result is safe to store and to print. It is still what a stranger wrote: see [Fence].
func PlainText(text string, limit int) string {
	// Invisible characters go before the tags: what they split would otherwise join up behind the tag reader's back.
	text = stripInvisible(html.UnescapeString(text))
	return capRunes(foldSpace(stripTags(text)), limit)
}

// plainLine is PlainText on a single line.
func plainLine(text string, limit int) string {
	if isPlainLine(text) {
		return capRunes(text, limit)
	}
	return capRunes(strings.Join(strings.Fields(PlainText(text, len(text))), " "), limit)
}

// isPlainLine reports whether a text is plain and on one line for sure: printable ASCII without markup, references or
// spaces to fold.
func isPlainLine(text string) bool {
	last := byte(' ')
	for i := range len(text) {
		c := text[i]
		if c < ' ' || c > '~' || c == '<' || c == '&' || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return last != ' ' || text == ""
}

// foldSpace folds white space as PlainText says.
func foldSpace(text string) string {
	out := make([]byte, 0, len(text))
	for text != "" {
		end := strings.IndexAny(text, " \t\n")
		if end < 0 {
			end = len(text)
		}
		out = append(out, text[:end]...)
		text = text[end:]
		rest := strings.TrimLeft(text, " \t\n")
		space := text[:len(text)-len(rest)]
		text = rest
		switch breaks := strings.Count(space, "\n"); {
		case len(out) == 0 || rest == "":
		case breaks > 0:
			out = append(out, "\n\n"[:min(breaks, 2)]...)
		default:
			out = append(out, space[0])
		}
	}
	return string(out)
}

// capRunes cuts text to limit code points, and the white space that the cut lays bare.
func capRunes(text string, limit int) string {
	if limit <= 0 {
		return ""
	}
	if len(text) <= limit {
		return text
	}
	for i := range text {
		if limit == 0 {
			return strings.TrimRight(text[:i], " \t\n")
		}
		limit--
	}
	return text
}
