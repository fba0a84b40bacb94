package osbp

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// cursor walks a JSON document whose syntax has been checked, so that its methods
// need no errors. On anything else it stays inside the data and comes to an end.
type cursor struct {
	data []byte
	pos  int
}

// peek steps over white space and separators and returns the first byte of the
// next token, 0 at the end.
func (c *cursor) peek() byte {
	for ; c.pos < len(c.data); c.pos++ {
		switch b := c.data[c.pos]; b {
		case ' ', '\t', '\n', '\r', ',', ':':
		default:
			return b
		}
	}
	return 0
}

// enter steps into the object or array whose first byte was peeked.
func (c *cursor) enter() { c.pos++ }

// more reports whether the object or array that was entered has a further element.
// If it has none, more steps out of it.
func (c *cursor) more() bool {
	switch c.peek() {
	case '}', ']':
		c.pos++
		return false
	case 0:
		return false
	}
	return true
}

// token steps over the next value, or member name, and returns its bytes.
func (c *cursor) token() []byte {
	kind := c.peek()
	start := c.pos
	switch kind {
	case '"':
		c.skipString()
	case '{', '[':
		c.skipNested()
	default:
		c.skipLiteral()
	}
	return c.data[start:c.pos]
}

func (c *cursor) skipString() {
	for c.pos++; c.pos < len(c.data); c.pos++ {
		switch c.data[c.pos] {
		case '\\':
			c.pos++
		case '"':
			c.pos++
			return
		}
	}
	c.pos = len(c.data)
}

func (c *cursor) skipNested() {
	for depth := 0; c.pos < len(c.data); {
		switch c.data[c.pos] {
		case '"':
			c.skipString()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		c.pos++
		if depth == 0 {
			return
		}
	}
}

func (c *cursor) skipLiteral() {
	for ; c.pos < len(c.data); c.pos++ {
		switch c.data[c.pos] {
		case ' ', '\t', '\n', '\r', ',', ':', '}', ']':
			return
		}
	}
}

// unquote returns what a string token means. The result shares no memory with it.
func unquote(token []byte) string {
	if len(token) < 2 {
		return ""
	}
	if bytes.IndexByte(token, '\\') < 0 {
		return string(token[1 : len(token)-1])
	}
	text, _ := jsontext.AppendUnquote(nil, token) // the document was checked
	return string(text)
}
