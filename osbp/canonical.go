package osbp

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/openservicekit/openservice/money"
)

// canonicalWriter appends the RFC 8785 form of typed values to byte slices, which
// it hands back, so that the caller's can live on the stack. It is asked for
// members in sorted order. The first value without a JSON form sets err.
type canonicalWriter struct{ err error }

var (
	errNotUTF8     = errors.New("is not valid UTF-8")
	errMinorAmount = errors.New("is not an amount between 0 and 9007199254740991")
)

// member starts a member of the object that was opened last.
func (w *canonicalWriter) member(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	b = append(b, '"')
	b = append(b, name...)
	return append(b, '"', ':')
}

// text writes a member that is always there.
func (w *canonicalWriter) text(b []byte, name, value string) []byte {
	return w.quote(w.member(b, name), name, value)
}

// optional writes a member that is absent when empty.
func (w *canonicalWriter) optional(b []byte, name, value string) []byte {
	if value == "" {
		return b
	}
	return w.text(b, name, value)
}

func (w *canonicalWriter) bool(b []byte, name string, value bool) []byte {
	return strconv.AppendBool(w.member(b, name), value)
}

// optionalList writes an array that is absent when nil, and [] when empty.
func (w *canonicalWriter) optionalList(b []byte, name string, values []string) []byte {
	if values == nil {
		return b
	}
	return canonicalList(w, b, name, values)
}

// canonicalList writes an array that is always there; nil is an empty one.
func canonicalList[S ~string](w *canonicalWriter, b []byte, name string, values []S) []byte {
	b = append(w.member(b, name), '[')
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = w.quote(b, name, string(v))
	}
	return append(b, ']')
}

// price writes a Money that is absent when nil.
func (w *canonicalWriter) price(b []byte, name string, m *money.Money) []byte {
	if m == nil {
		return b
	}
	b = append(w.member(b, name), '{')
	if minor, ok := m.AmountMinor.Minor(); ok {
		if minor < 0 || minor > money.MaxMinor {
			w.fail(name, errMinorAmount)
		}
		b = strconv.AppendInt(w.member(b, "amount_minor"), minor, 10)
	}
	b = w.text(b, "currency", m.Currency)
	b = w.optional(b, "display", m.Display)
	b = w.optional(b, "type", string(m.Type))
	return append(b, '}')
}

const hexDigits = "0123456789abcdef"

// quote writes a string with the escapes of RFC 8785 section 3.2.2.2: the quote,
// the backslash and the control characters, and nothing else.
func (w *canonicalWriter) quote(b []byte, name, s string) []byte {
	b = append(b, '"')
	plain, ascii := 0, true // s[plain:i] is still to be copied
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			ascii = ascii && c < utf8.RuneSelf
			continue
		}
		b = append(b, s[plain:i]...)
		plain = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, '\\', 'b')
		case '\t':
			b = append(b, '\\', 't')
		case '\n':
			b = append(b, '\\', 'n')
		case '\f':
			b = append(b, '\\', 'f')
		case '\r':
			b = append(b, '\\', 'r')
		default:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	if !ascii && !utf8.ValidString(s) {
		w.fail(name, errNotUTF8)
	}
	b = append(b, s[plain:]...)
	return append(b, '"')
}

// fail keeps the first fault. It names the member alone: the value may be a
// customer's.
func (w *canonicalWriter) fail(name string, cause error) {
	if w.err == nil {
		w.err = &canonicalError{name, cause}
	}
}

type canonicalError struct {
	name  string
	cause error
}

func (e *canonicalError) Error() string { return "osbp: " + e.name + " " + e.cause.Error() }
func (e *canonicalError) Unwrap() error { return e.cause }
