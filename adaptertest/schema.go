package adaptertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"unicode/utf8"
)

// schema is a JSON Schema of the kind that the protocol's results have. A keyword that
// it doesn't know is an error, so that none is passed over.
type schema map[string]any

// matchesSchema reports the first place where a document is not what a schema says.
func matchesSchema(of, doc json.RawMessage) error {
	var s schema
	if err := json.Unmarshal(of, &s); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return err
	}
	return s.check("result", v)
}

func (s schema) check(path string, v any) error {
	for keyword, want := range s {
		if err := s.checkOne(path, keyword, want, v); err != nil {
			return err
		}
	}
	return nil
}

func (s schema) checkOne(path, keyword string, want, v any) error {
	object, isObject := v.(map[string]any)
	switch keyword {
	case "$schema", "title", "description", "examples", "format", "deprecated":
		return nil // annotations
	case "type":
		if !isOfType(v, want) {
			return fmt.Errorf("%s is not of type %v", path, want)
		}
	case "const":
		if v != want {
			return fmt.Errorf("%s is not %v", path, want)
		}
	case "minimum", "maximum":
		return checkBound(path, keyword, want.(float64), v)
	case "minLength":
		if text, ok := v.(string); ok && utf8.RuneCountInString(text) < int(want.(float64)) {
			return fmt.Errorf("%s is too short", path)
		}
	case "required":
		for _, name := range want.([]any) {
			if _, ok := object[name.(string)]; isObject && !ok {
				return fmt.Errorf("%s.%s is missing", path, name)
			}
		}
	case "properties":
		for name, of := range want.(map[string]any) {
			if member, ok := object[name]; ok {
				if err := schema(of.(map[string]any)).check(path+"."+name, member); err != nil {
					return err
				}
			}
		}
	case "items":
		list, _ := v.([]any)
		for i, item := range list {
			if err := schema(want.(map[string]any)).check(fmt.Sprintf("%s[%d]", path, i), item); err != nil {
				return err
			}
		}
	case "not":
		if schema(want.(map[string]any)).check(path, v) == nil {
			return fmt.Errorf("%s has what it must not have", path)
		}
	case "oneOf":
		fits := 0
		for _, branch := range want.([]any) {
			if schema(branch.(map[string]any)).check(path, v) == nil {
				fits++
			}
		}
		if fits != 1 {
			return fmt.Errorf("%s is %d of the alternatives", path, fits)
		}
	default:
		return fmt.Errorf("adaptertest can't judge schema keyword %q", keyword)
	}
	return nil
}

func isOfType(v, want any) bool {
	switch v := v.(type) {
	case nil:
		return want == "null"
	case bool:
		return want == "boolean"
	case string:
		return want == "string"
	case []any:
		return want == "array"
	case map[string]any:
		return want == "object"
	case json.Number:
		n, ok := new(big.Rat).SetString(v.String())
		return want == "number" || want == "integer" && ok && n.IsInt()
	}
	return false
}

func checkBound(path, keyword string, bound float64, v any) error {
	number, ok := v.(json.Number)
	if !ok {
		return nil
	}
	n, ok := new(big.Rat).SetString(number.String())
	limit := new(big.Rat).SetFloat64(bound)
	if !ok || keyword == "minimum" && n.Cmp(limit) < 0 || keyword == "maximum" && n.Cmp(limit) > 0 {
		return fmt.Errorf("%s is beyond its %s", path, keyword)
	}
	return nil
}
