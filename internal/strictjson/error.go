package strictjson

import (
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Kind says which rule the data broke.
type Kind string

// The kinds of refusal.
const (
	Syntax    Kind = "syntax"    // not RFC 8259, or cut short
	UTF8      Kind = "utf8"      // bad UTF-8, a lone surrogate, a byte order mark
	Duplicate Kind = "duplicate" // two members of one name in one object
	Trailing  Kind = "trailing"  // something after the value
	Size      Kind = "size"      // more bytes than the limit
	Depth     Kind = "depth"     // more nesting than the limit
	Unknown   Kind = "unknown"   // a member that the type does not have
	Null      Kind = "null"      // null where a value is due
	Type      Kind = "type"      // another JSON type than is due
	Value     Kind = "value"     // the right JSON type, refused by the Go type's own decoding
)

// Error is a refusal. Its text names the member and the rule, never the value.
type Error struct {
	// Pointer is the member's RFC 6901 JSON Pointer, "" for the whole document.
	Pointer string
	// Path is the same for people, as in mandate.max_price.amount_minor or
	// service_ids[2]. It is shortened where a name is very long.
	Path string
	// Kind is the rule that was broken.
	Kind Kind
	// Detail is a predicate about the member, as in "is null".
	Detail string

	cause error
}

// Error is Path and Detail in one sentence.
func (e *Error) Error() string {
	if e.Path == "" {
		return "document " + e.Detail
	}
	return e.Path + " " + e.Detail
}

// Unwrap is the error of the Go type's own decoding, if that refused. Its text
// may quote the value: it is for [errors.As], not for messages.
func (e *Error) Unwrap() error { return e.cause }

// Detailer is what the decoding error of a Go type implements when it can say
// what it wants without quoting what it got.
type Detailer interface {
	error
	// JSONDetail is a predicate such as "must be an integer".
	JSONDetail() string
}

func newError(p jsontext.Pointer, kind Kind, detail string, cause error) *Error {
	return &Error{Pointer: string(p), Path: path(p), Kind: kind, Detail: detail, cause: cause}
}

// syntactic turns an error about the bytes into an *Error.
func syntactic(err error, kind Kind) *Error {
	if err == errTrailing {
		return newError("", Trailing, "has data after its end", nil)
	}
	var se *jsontext.SyntacticError
	if !errors.As(err, &se) {
		return newError("", Syntax, "is empty or cut short", nil) // io.EOF, io.ErrUnexpectedEOF
	}
	switch {
	case kind == Duplicate && errors.Is(err, jsontext.ErrDuplicateName):
		return newError(se.JSONPointer, Duplicate, "appears twice", nil)
	case kind == UTF8:
		return newError(se.JSONPointer, UTF8, "is not valid UTF-8", nil)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return newError(se.JSONPointer, Syntax, "is cut short", nil)
	}
	return newError(se.JSONPointer, Syntax, "is not valid JSON at byte "+strconv.FormatInt(se.ByteOffset, 10), nil)
}

// semantic turns an error about the meaning into an *Error.
func semantic(err error) *Error {
	var se *json.SemanticError
	if !errors.As(err, &se) {
		return newError("", Value, "is not accepted", err)
	}
	var inner *Error
	var detailer Detailer
	switch {
	case errors.Is(se.Err, json.ErrUnknownName):
		detail := "is not a known member"
		if known := nearest(se.JSONPointer.LastToken(), se.GoType); known != "" {
			detail += " (did you mean " + known + "?)"
		}
		return newError(se.JSONPointer, Unknown, detail, nil)
	case errors.Is(se.Err, errNull):
		return newError(se.JSONPointer, Null, "is null", nil)
	case errors.As(se.Err, &inner):
		return newError(se.JSONPointer+jsontext.Pointer(inner.Pointer), inner.Kind, inner.Detail, inner.cause)
	case errors.As(se.Err, &detailer):
		return newError(se.JSONPointer, Value, detailer.JSONDetail(), se.Err)
	case se.Err != nil && !errors.Is(se.Err, strconv.ErrRange) && !errors.Is(se.Err, strconv.ErrSyntax):
		return newError(se.JSONPointer, Value, "is not accepted", se.Err)
	}
	return newError(se.JSONPointer, Type, "must be "+wanted(se.GoType), nil)
}

// wanted names the JSON type that a Go type is read from.
func wanted(t reflect.Type) string {
	if t == nil {
		return "another type"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return "a whole number in range"
	case reflect.Float32, reflect.Float64:
		return "a number in range"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "another type"
}

// maxName bounds, in code points, how much of a foreign name a path repeats.
const maxName = 64

// path writes a pointer for people.
func path(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		if isIndex(token) {
			b.WriteString("[" + token + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(plainName(token))
	}
	return b.String()
}

func isIndex(token string) bool {
	return token != "" && strings.Trim(token, "0123456789") == ""
}

// plainName keeps a foreign name from writing line breaks or invisible
// characters into messages and logs.
func plainName(name string) string {
	var b strings.Builder
	n := 0
	for _, r := range name {
		if n++; n > maxName {
			b.WriteString("...")
			break
		}
		if !unicode.IsGraphic(r) || r == utf8.RuneError {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}
