package osp

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/openservicekit/openservice/wallclock"
)

// writer appends JSON. What can't be written properly it writes improperly, so that validation refuses it: bad UTF-8 stays
// bad, a number that isn't finite becomes null, an invalid ZIP an empty text, a time with seconds keeps them.
type writer struct{ b []byte }

func (w *writer) open() { w.b = append(w.b, '{') }

// close ends an object with the members that OSP doesn't define.
func (w *writer) close(extra Members) {
	w.members(extra)
	w.b = append(w.b, '}')
}

func (w *writer) members(m Members) {
	if len(m) == 0 {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		w.name(name)
		w.raw(m[name])
	}
}

// raw appends JSON as it is; no JSON at all is null.
func (w *writer) raw(value json.RawMessage) {
	if len(value) == 0 {
		value = json.RawMessage("null")
	}
	w.b = append(w.b, value...)
}

// name begins a member or, with comma, an entry.
func (w *writer) name(name string) {
	w.comma()
	w.string(name)
	w.b = append(w.b, ':')
}

func (w *writer) comma() {
	if n := len(w.b); n > 0 && w.b[n-1] != '{' && w.b[n-1] != '[' {
		w.b = append(w.b, ',')
	}
}

func (w *writer) text(name, s string) {
	w.name(name)
	w.string(s)
}

func (w *writer) textIfAny(name, s string) {
	if s != "" {
		w.text(name, s)
	}
}

func (w *writer) optionalText(name string, s *string) {
	if s != nil {
		w.text(name, *s)
	}
}

func (w *writer) boolean(name string, v bool) {
	w.name(name)
	w.b = strconv.AppendBool(w.b, v)
}

func (w *writer) optionalBoolean(name string, v *bool) {
	if v != nil {
		w.boolean(name, *v)
	}
}

func (w *writer) integer(name string, n int) {
	w.name(name)
	w.b = strconv.AppendInt(w.b, int64(n), 10)
}

func (w *writer) optionalInteger(name string, n *int) {
	if n != nil {
		w.integer(name, *n)
	}
}

func (w *writer) number(name string, f float64) {
	w.name(name)
	switch size := math.Abs(f); {
	case math.IsNaN(f) || math.IsInf(f, 0):
		w.b = append(w.b, "null"...)
	case size != 0 && size < 1e-6 || size >= 1e21:
		w.b = strconv.AppendFloat(w.b, f, 'e', -1, 64)
	default:
		w.b = strconv.AppendFloat(w.b, f, 'f', -1, 64)
	}
}

func (w *writer) clock(name string, t wallclock.Time) { w.text(name, t.Short()) }

func (w *writer) optionalClock(name string, t *wallclock.Time) {
	if t != nil {
		w.clock(name, *t)
	}
}

// writeList writes a list unless it is nil.
func writeList[T any](w *writer, name string, list []T, entry func(*writer, *T)) {
	if list == nil {
		return
	}
	w.name(name)
	w.b = append(w.b, '[')
	for i := range list {
		w.comma()
		entry(w, &list[i])
	}
	w.b = append(w.b, ']')
}

func writeText[T ~string](w *writer, s *T) { w.string(string(*s)) }

// string appends a JSON string with the fewest escapes.
func (w *writer) string(s string) {
	const hex = "0123456789abcdef"
	w.b = append(w.b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			w.b = append(w.b, '\\', c)
		case c >= ' ':
			w.b = append(w.b, c)
		case c == '\n':
			w.b = append(w.b, '\\', 'n')
		case c == '\t':
			w.b = append(w.b, '\\', 't')
		default:
			w.b = append(w.b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	w.b = append(w.b, '"')
}
