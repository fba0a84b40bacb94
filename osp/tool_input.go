package osp

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// toolInput reads the input object of a tool member by member and collects the paths of those that fail the schema, so that
// one answer names them all (OSP 6.1).
type toolInput struct {
	members []member
	prefix  string // path of the object with a dot behind it, "" for the input itself
	bad     *badFields
}

// badFields are the paths at fault: of members of the schema, and of members that it doesn't have.
type badFields struct{ known, unknown []string }

// member is a member of an input object. Its value is a part of the input's bytes.
type member struct {
	name  string
	value jsontext.Value
}

// readToolInput reads the bytes of an input. Bytes that are no JSON object of the strict kind are refused as a whole.
func readToolInput(raw []byte) (toolInput, *Refusal) {
	in := toolInput{bad: new(badFields)}
	if strictjson.Check(raw, strictjson.Options{}) != nil {
		return toolInput{}, refuseFields("$")
	}
	var ok bool
	if in.members, ok = readMembers(raw); !ok {
		return toolInput{}, refuseFields("$")
	}
	return in, nil
}

// readMembers splits an object that has been checked; ok is false if the value is something else.
func readMembers(raw []byte) (members []member, ok bool) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if dec.PeekKind() != jsontext.KindBeginObject {
		return nil, false
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, false
	}
	members = make([]member, 0, 12)
	for dec.PeekKind() == jsontext.KindString {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, false
		}
		m := member{name: name.String()}
		value, err := dec.ReadValue()
		if err != nil {
			return nil, false
		}
		end := int(dec.InputOffset())
		m.value = raw[end-len(value) : end] // what the decoder returns it may use again
		members = append(members, m)
	}
	return members, true
}

// get returns the value of a member, nil if it is absent.
func (in toolInput) get(name string) jsontext.Value {
	for i := range in.members {
		if in.members[i].name == name {
			return in.members[i].value
		}
	}
	return nil
}

// refusal is the answer to what has been read so far, nil if all of it was in order.
func (in toolInput) refusal() *Refusal {
	if len(in.bad.known)+len(in.bad.unknown) == 0 {
		return nil
	}
	return refuseInput(in.bad.known, in.bad.unknown)
}

func (in toolInput) fail(name string) { in.bad.known = append(in.bad.known, in.prefix+name) }

// failUnknown fails members that the schema doesn't have.
func (in toolInput) failUnknown(known ...string) {
	for _, m := range in.members {
		if !slices.Contains(known, m.name) {
			in.bad.unknown = append(in.bad.unknown, in.prefix+m.name)
		}
	}
}

// object returns a member that must be an object, false if it is absent or something else.
func (in toolInput) object(name string) (toolInput, bool) {
	value := in.get(name)
	if value == nil {
		return toolInput{}, false
	}
	members, ok := readMembers(value)
	if !ok {
		in.fail(name)
		return toolInput{}, false
	}
	return toolInput{members: members, prefix: in.prefix + name + ".", bad: in.bad}, true
}

// isTrue reports whether a member is literally true.
func (in toolInput) isTrue(name string) bool { return string(in.get(name)) == "true" }

// text reads a member that must be a text of at most limit code points, and in the form if there is one; ok is false if it is
// absent or isn't. Limits count code points, as JSON Schema does.
func (in toolInput) text(name string, limit int, form func(string) bool) (s string, ok bool) {
	value := in.get(name)
	if value == nil {
		return "", false
	}
	s, ok = unquote(value)
	if !ok || len(s) > limit && utf8.RuneCountInString(s) > limit || form != nil && !form(s) {
		in.fail(name)
		return "", false
	}
	return s, true
}

// unquote reads a JSON string, false if value is something else.
func unquote(value jsontext.Value) (s string, ok bool) {
	if value.Kind() != jsontext.KindString {
		return "", false
	}
	if bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : len(value)-1]), true
	}
	plain, err := jsontext.AppendUnquote(nil, value)
	return string(plain), err == nil
}

// required is text for a member that must be there; it returns "" if it isn't.
func (in toolInput) required(name string, limit int, form func(string) bool) string {
	if in.get(name) == nil {
		in.fail(name)
	}
	return in.optional(name, limit, form)
}

// optional is text for a member that may be absent, which is then "".
func (in toolInput) optional(name string, limit int, form func(string) bool) string {
	s, _ := in.text(name, limit, form)
	return s
}

// line is optional for a text of a stranger's, made plain and put on one line.
func (in toolInput) line(name string, limit int) string {
	return plainLine(in.optional(name, limit, nil), limit)
}
