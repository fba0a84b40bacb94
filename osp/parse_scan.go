package osp

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// scanner reads one JSON document from a string that is known to be UTF-8. Once it meets something that is not JSON it
// sets bad, and every later call returns at once; what exactly is wrong is then found out by strictjson, which reads
// slower and explains better.
type scanner struct {
	src string
	pos int
	bad bool
}

func (s *scanner) fail() {
	s.bad = true
	s.pos = len(s.src)
}

// peek skips white space and returns the byte that the next token starts with, 0 at the end.
func (s *scanner) peek() byte {
	for i := s.pos; i < len(s.src); i++ {
		switch c := s.src[i]; c {
		case ' ', '\n', '\t', '\r':
		default:
			s.pos = i
			return c
		}
	}
	s.pos = len(s.src)
	return 0
}

// accept consumes c if it is the next token.
func (s *scanner) accept(c byte) bool {
	if s.peek() != c {
		return false
	}
	s.pos++
	return true
}

// literal consumes one of the three names of JSON.
func (s *scanner) literal(name string) {
	if !strings.HasPrefix(s.src[s.pos:], name) {
		s.fail()
		return
	}
	s.pos += len(name)
}

// str consumes a string, whose opening quote is the next byte. The result shares the memory of the document unless the
// string has escapes.
func (s *scanner) str() string {
	start := s.pos + 1
	for i := start; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '"':
			s.pos = i + 1
			return s.src[start:i]
		case c == '\\':
			return s.escapedStr(i)
		case c < ' ':
			s.fail()
			return ""
		}
	}
	s.fail()
	return ""
}

// escapedStr consumes a string whose first escape is at i.
func (s *scanner) escapedStr(i int) string {
	for ; i < len(s.src) && s.src[i] != '"'; i++ {
		if s.src[i] == '\\' {
			i++
		}
	}
	if i >= len(s.src) {
		s.fail()
		return ""
	}
	text, err := jsontext.AppendUnquote(nil, s.src[s.pos:i+1])
	if err != nil { // also for lone surrogates
		s.fail()
		return ""
	}
	s.pos = i + 1
	return string(text)
}

// num consumes a number and returns it as written.
func (s *scanner) num() string {
	start := s.pos
	i := start
	if i < len(s.src) && s.src[i] == '-' {
		i++
	}
	switch n := s.digits(i); {
	case n == 0, n > 1 && s.src[i] == '0':
		s.fail()
		return ""
	default:
		i += n
	}
	if i < len(s.src) && s.src[i] == '.' {
		n := s.digits(i + 1)
		if n == 0 {
			s.fail()
			return ""
		}
		i += 1 + n
	}
	if i < len(s.src) && (s.src[i] == 'e' || s.src[i] == 'E') {
		i++
		if i < len(s.src) && (s.src[i] == '+' || s.src[i] == '-') {
			i++
		}
		n := s.digits(i)
		if n == 0 {
			s.fail()
			return ""
		}
		i += n
	}
	s.pos = i
	return s.src[start:i]
}

// ended reports whether nothing is left but white space, and nothing before was amiss.
func (s *scanner) ended() bool { return s.peek() == 0 && !s.bad && s.pos == len(s.src) }

// digits counts the digits from i on.
func (s *scanner) digits(i int) int {
	n := 0
	for i+n < len(s.src) && s.src[i+n]-'0' <= 9 {
		n++
	}
	return n
}
