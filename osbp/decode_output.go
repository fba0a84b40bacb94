package osbp

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// DecodeEnvelope reads a tool result (OSBP "Result Envelope"), for programs on the
// agent's side. Members that this version does not know are passed over, since
// outputs may grow; apart from that it is as strict as the input decoders, and it
// refuses an envelope that is neither a success with a value nor a failure with a
// problem, or both.
func DecodeEnvelope(raw json.RawMessage) (Envelope, error) {
	var e Envelope
	if err := decodeOutput(raw, &e); err != nil {
		return Envelope{}, fmt.Errorf("osbp: envelope: %w", err)
	}
	kind := (&cursor{data: e.Value}).peek()
	switch {
	case e.OK && (kind != '{' && kind != '[' || e.Problem != nil):
		return Envelope{}, errors.New("osbp: envelope: ok is true, so there must be a value, an object or array, and no problem")
	case !e.OK && (len(e.Value) > 0 || e.Problem == nil):
		return Envelope{}, errors.New("osbp: envelope: ok is false, so there must be a problem and no value")
	case e.Problem != nil && e.Problem.Code == "":
		return Envelope{}, errors.New("osbp: envelope: problem.code is empty")
	}
	return e, nil
}

// ResultValue is what the value of a success envelope can be: what service.describe,
// availability.find, policy.explain, the two verification tools, booking.create,
// booking.status and handoff.request return.
type ResultValue interface {
	Service | []Slot | Policy | VerificationChallenge | Receipt | Booking | Handoff
}

// DecodeValue reads the value of an envelope (OSBP "Tool Set"). A failure envelope
// gives its *Problem as the error, so that errors.Is finds the code. Unknown
// members are passed over and missing ones that the protocol requires are errors.
func DecodeValue[T ResultValue](e Envelope) (T, error) {
	var value, zero T
	if e.Problem != nil {
		return zero, e.Problem
	}
	if !e.OK {
		return zero, errors.New("osbp: value: the envelope holds no success")
	}
	if err := decodeOutput(e.Value, &value); err != nil {
		return zero, fmt.Errorf("osbp: value: %w", err)
	}
	return value, nil
}

func decodeOutput(raw json.RawMessage, v any) error {
	if err := strictjson.Decode(raw, v, strictjson.Options{AllowUnknown: true}); err != nil {
		return err
	}
	if path := missingMember(&cursor{data: raw}, reflect.TypeOf(v), ""); path != "" {
		return errors.New(path + " is missing")
	}
	return nil
}

// missingMember is the path of the first required member that the next value, which
// was decoded into t, does not have; "" if it has all. A member is required unless
// its JSON tag lets it be omitted.
func missingMember(c *cursor, t reflect.Type, path string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch kind := c.peek(); {
	case kind == '[' && t.Kind() == reflect.Slice:
		n := 0
		for c.enter(); c.more(); n++ {
			if p := missingMember(c, t.Elem(), fmt.Sprintf("%s[%d]", path, n)); p != "" {
				return p
			}
		}
		return ""
	case kind != '{' || t.Kind() != reflect.Struct:
		c.token()
		return ""
	}
	seen := map[string]bool{}
	for c.enter(); c.more(); {
		name := unquote(c.token())
		seen[name] = true
		if f, ok := memberField(t, name); !ok {
			c.token()
		} else if p := missingMember(c, f.Type, joinPath(path, name)); p != "" {
			return p
		}
	}
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "" && name != "-" && !strings.Contains(options, "omit") && !seen[name] {
			return joinPath(path, name)
		}
	}
	return ""
}

// memberField finds the field of struct type t with the given JSON name.
func memberField(t reflect.Type, name string) (reflect.StructField, bool) {
	for f := range t.Fields() {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name && tag != "" && tag != "-" {
			return f, true
		}
	}
	return reflect.StructField{}, false
}
