package osp

import (
	"encoding/json"
	"slices"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// toolInput reads the input object of a tool member by member and collects the paths of those that fail the schema, so that
// one answer names them all (OSP 6.1).
type toolInput struct {
	members map[string]json.RawMessage
	prefix  string // path of the object with a dot behind it, "" for the input itself
	bad     *[]string
}

// readToolInput reads the bytes of an input. Bytes that are no JSON object of the strict kind are refused as a whole.
func readToolInput(raw []byte) (toolInput, *Refusal) {
	in := toolInput{bad: new([]string)}
	if err := strictjson.Decode(raw, &in.members, strictjson.Options{}); err != nil || in.members == nil {
		return toolInput{}, refuseFields("$")
	}
	return in, nil
}

// refusal is the answer to what has been read so far, nil if all of it was in order.
func (in toolInput) refusal() *Refusal {
	if len(*in.bad) == 0 {
		return nil
	}
	return refuseFields(*in.bad...)
}

func (in toolInput) fail(name string) { *in.bad = append(*in.bad, in.prefix+name) }

// failUnknown fails members that the schema doesn't have.
func (in toolInput) failUnknown(known ...string) {
	var unknown []string
	for name := range in.members {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		in.fail(name)
	}
}

// object returns a member that must be an object, false if it is absent or something else.
func (in toolInput) object(name string) (toolInput, bool) {
	raw, ok := in.members[name]
	if !ok {
		return toolInput{}, false
	}
	inner := toolInput{prefix: in.prefix + name + ".", bad: in.bad}
	if raw[0] != '{' || json.Unmarshal(raw, &inner.members) != nil {
		in.fail(name)
		return toolInput{}, false
	}
	return inner, true
}

// isTrue reports whether a member is literally true.
func (in toolInput) isTrue(name string) bool { return string(in.members[name]) == "true" }

// text reads a member that must be a text for which accept holds; nil if it is absent or isn't.
func (in toolInput) text(name string, accept func(string) bool) *string {
	raw, ok := in.members[name]
	if !ok {
		return nil
	}
	var s string
	if raw[0] != '"' || json.Unmarshal(raw, &s) != nil || !accept(s) {
		in.fail(name)
		return nil
	}
	return &s
}

// required is text for a member that must be there; it returns "" if it isn't.
func (in toolInput) required(name string, accept func(string) bool) string {
	if _, ok := in.members[name]; !ok {
		in.fail(name)
		return ""
	}
	if s := in.text(name, accept); s != nil {
		return *s
	}
	return ""
}

// optional is text for a member that may be absent, which is then "".
func (in toolInput) optional(name string, accept func(string) bool) string {
	if s := in.text(name, accept); s != nil {
		return *s
	}
	return ""
}
