package osbp

import (
	"encoding/json"
	"math"
	"strconv"
)

// unreadMandate is what the audit keeps of a booking.create call that was refused
// as invalid_mandate before it had a typed input (rules 2 and 25).
type unreadMandate struct {
	// mandateID is mandate.id where it is a string, else empty.
	mandateID string
	// snapshot is the arguments in a form that every JSON reader takes alike: of two
	// members of one name the first is kept, and a number beyond the range of a
	// double becomes a string.
	snapshot json.RawMessage
}

// salvage reads raw once more. Only arguments that DecodeBookingCreate answered
// with invalid_mandate may be passed to it.
func salvage(raw json.RawMessage) unreadMandate {
	r := inputReader{}
	if !r.open(raw) {
		return unreadMandate{snapshot: json.RawMessage("{}")}
	}
	u := unreadMandate{snapshot: appendFirsts(make([]byte, 0, len(r.data)), &r.cursor)}
	r.pos = 0
	r.object(members{names: []string{mandateMember}}, func(string) {
		if r.peek() != '{' {
			r.token()
			return
		}
		r.object(members{names: []string{"id"}}, func(string) { u.mandateID = r.text() })
	})
	return u
}

// appendFirsts copies the next value without white space and repeated members.
func appendFirsts(b []byte, c *cursor) []byte {
	kind := c.peek()
	if kind != '{' && kind != '[' {
		return appendScalar(b, c.token())
	}
	b = append(b, kind)
	start := len(b)
	seen := map[string]bool{}
	for c.enter(); c.more(); {
		var name []byte
		if kind == '{' {
			name = c.token()
			plain := unquote(name)
			if seen[plain] {
				c.token()
				continue
			}
			seen[plain] = true
		}
		if len(b) > start {
			b = append(b, ',')
		}
		if kind == '{' {
			b = append(append(b, name...), ':')
		}
		b = appendFirsts(b, c)
	}
	return append(b, kind+2) // the closing bracket follows two after the opening one
}

func appendScalar(b, token []byte) []byte {
	if len(token) > 0 && (token[0] == '-' || '0' <= token[0] && token[0] <= '9') {
		if f, err := strconv.ParseFloat(string(token), 64); err != nil && math.IsInf(f, 0) {
			return append(append(append(b, '"'), token...), '"')
		}
	}
	return append(b, token...)
}
