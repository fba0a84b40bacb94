package osp

import "strings"

// blockElements end a line of text; cells and items count, since their words must not run together.
var blockElements = func() map[string]bool {
	m := make(map[string]bool)
	for name := range strings.FieldsSeq("address article aside blockquote br button caption center dd details dialog dir div dl dt " +
		"fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main menu nav " +
		"ol optgroup option p pre search section select summary table tbody td textarea tfoot th thead title tr ul") {
		m[name] = true
	}
	return m
}()

// stripTags drops what an HTML tokenizer takes for tags and comments, and the bodies of script and style. It reads the
// text once, so nothing that it drops can make the rest into a tag: where a dropped tag leaves a lone < in front of
// something that would make it one, a space comes between them.
func stripTags(text string) string {
	next := strings.IndexByte(text, '<')
	if next < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	write := func(s string) {
		if s != "" && opensTag(s[0]) && strings.HasSuffix(b.String(), "<") {
			b.WriteByte(' ')
		}
		b.WriteString(s)
	}
	ends := strings.Count(text, ">")
	for next >= 0 {
		write(text[:next])
		ends -= strings.Count(text[:next], ">")
		text = text[next:]
		m := readMarkup(text, ends > 0)
		if m.length == 0 {
			write("<")
			text = text[1:]
		} else {
			ends -= strings.Count(text[:m.length], ">")
			text = text[m.length:]
			if blockElements[m.name] && (m.name == "br" || !strings.HasSuffix(b.String(), "\n")) {
				b.WriteByte('\n')
			}
			if !m.isEnd && (m.name == "script" || m.name == "style") {
				body := rawTextEnd(text, m.name)
				ends -= strings.Count(text[:body], ">")
				text = text[body:]
			}
		}
		next = strings.IndexByte(text, '<')
	}
	write(text)
	return b.String()
}

func opensTag(c byte) bool { return isLetter(c) || c == '/' || c == '!' || c == '?' }

// endsName reports whether c ends the name of an element.
func endsName(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '/' || c == '>' }

// markup is what stands at the beginning of a text.
type markup struct {
	name   string // element name in lower case, "" for comments
	length int    // 0: no markup
	isEnd  bool
}

// readMarkup reads the tag or comment that begins with text[0], which is <. As in HTML, a tag or comment without an end
// takes the rest of the text with it; but <!, <? and </ before anything but a letter are text when no > follows, or a
// review with a "</3" in it would lose its end.
func readMarkup(text string, endFollows bool) markup {
	if len(text) < 2 || !opensTag(text[1]) {
		return markup{}
	}
	if strings.HasPrefix(text, "<!--") {
		return comment(text)
	}
	start := 1
	if text[1] == '/' {
		start = 2
	}
	if start == len(text) || !isLetter(text[start]) { // <!doctype ...>, <?...>, </3 ...>
		if !endFollows {
			return markup{}
		}
		return markup{length: strings.IndexByte(text, '>') + 1}
	}
	end := start
	for end < len(text) && !endsName(text[end]) {
		end++
	}
	return markup{name: strings.ToLower(text[start:end]), length: tagEnd(text, end), isEnd: start == 2}
}

// comment reads <!-- to --> or --!>. HTML lets <!--> and <!---> be comments as well.
func comment(text string) markup {
	const open = len("<!--")
	for _, short := range []string{">", "->"} {
		if strings.HasPrefix(text[open:], short) {
			return markup{length: open + len(short)}
		}
	}
	for i := open; ; {
		at := strings.Index(text[i:], "--")
		if at < 0 {
			return markup{length: len(text)} // an open comment hides the rest, as a browser does
		}
		i += at + 2
		rest := strings.TrimPrefix(text[i:], "!")
		if strings.HasPrefix(rest, ">") {
			return markup{length: len(text) - len(rest) + 1}
		}
		i-- // "--->" closes too
	}
}

// tagEnd returns the index after the > that ends a tag's attributes. A > inside a quoted value doesn't.
func tagEnd(text string, i int) int {
	for i < len(text) {
		switch text[i] {
		case '>':
			return i + 1
		case '=':
			i++
			for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n') {
				i++
			}
			if i < len(text) && (text[i] == '"' || text[i] == '\'') {
				quoted := strings.IndexByte(text[i+1:], text[i])
				if quoted < 0 {
					return len(text)
				}
				i += quoted + 2
			}
		default:
			i++
		}
	}
	return len(text)
}

// rawTextEnd returns where the body of a script or style element ends: at its end tag, which is left for the caller.
func rawTextEnd(text, name string) int {
	for i := 0; ; {
		at := strings.Index(text[i:], "</")
		if at < 0 {
			return len(text)
		}
		i += at
		rest := text[i+2:]
		if len(rest) >= len(name) && strings.EqualFold(rest[:len(name)], name) &&
			(len(rest) == len(name) || endsName(rest[len(name)])) {
			return i
		}
		i += 2
	}
}
