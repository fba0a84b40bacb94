package osbp

import (
	"strconv"

	"github.com/openservicekit/openservice/money"
)

// text reads a string.
func (r *inputReader) text() string {
	s, _ := r.str()
	return s
}

// someText reads a string that must not be empty.
func (r *inputReader) someText() string {
	s, ok := r.str()
	if ok && s == "" {
		r.fault("must not be empty")
	}
	return s
}

// str reads a string, and reports whether there was one.
func (r *inputReader) str() (string, bool) {
	if !r.expect('"', "a string") {
		return "", false
	}
	return unquote(r.token()), true
}

// flag reads true or false.
func (r *inputReader) flag() bool {
	if r.peek() == 't' {
		r.token()
		return true
	}
	if r.expect('f', "true or false") {
		r.token()
	}
	return false
}

// readTexts reads an array of strings. An empty one is not nil.
func readTexts[S ~string](r *inputReader) []S {
	if !r.expect('[', "an array") {
		return nil
	}
	list := []S{}
	outer := len(r.path)
	for r.enter(); r.more(); {
		r.path = append(r.path, '[')
		r.path = strconv.AppendInt(r.path, int64(len(list)), 10)
		r.path = append(r.path, ']')
		list = append(list, S(r.text()))
		r.path = r.path[:outer]
	}
	return list
}

// amount reads a count of minor units: any number that is a whole one in
// 0..2^53-1, however it is written (rule 3).
func (r *inputReader) amount() (a money.Amount) {
	token := r.token()
	switch {
	case a.UnmarshalJSON(token) == nil:
		return a
	case string(token) == "null":
		r.fault("is null")
	default:
		r.fault("must be a whole number from 0 to 9007199254740991")
	}
	return money.Amount{}
}
