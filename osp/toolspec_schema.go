package osp

import (
	"encoding/json"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// inliner writes a printed schema anew with every $ref replaced by what it refers to, and with hints for the model beside
// the properties of an input. Neither changes a verdict.
type inliner struct {
	definitions jsontext.Value
	hints       map[string]string // path of a property, such as customer.phone, to its description
	hinted      map[string]bool
	w           writer
}

// readSchema returns an embedded schema of the tools. They are part of the package, so there is nothing to report.
func readSchema(name string) jsontext.Value {
	data, _ := schemaFiles.ReadFile("schemas/tools/" + name + ".schema.json")
	return data
}

// schema returns a schema whose root says that it is an object.
func (in *inliner) schema(name string) json.RawMessage {
	members, _ := readMembers(readSchema(name))
	in.w.open()
	in.w.text("type", "object")
	for _, m := range members {
		if m.name != "type" {
			in.member(m, "")
		}
	}
	in.w.close(nil)
	return json.RawMessage(in.w.b)
}

// member writes a member of a schema or of a list of properties. The path is that of the property that the schema is about.
func (in *inliner) member(m member, path string) {
	in.w.name(m.name)
	if m.name == "properties" {
		in.properties(m.value, path)
		return
	}
	in.value(m.value, path)
}

func (in *inliner) value(v jsontext.Value, path string) {
	switch v.Kind() {
	case jsontext.KindBeginObject:
		members, _ := readMembers(v)
		if len(members) == 1 && members[0].name == "$ref" {
			in.value(in.definition(members[0].value), path)
			return
		}
		in.w.open()
		for _, m := range members {
			in.member(m, path)
		}
		in.w.close(nil)
	case jsontext.KindBeginArray:
		in.w.b = append(in.w.b, '[')
		for _, entry := range readEntries(v) {
			in.w.comma()
			in.value(entry, path)
		}
		in.w.b = append(in.w.b, ']')
	default:
		in.w.raw(json.RawMessage(v))
	}
}

// properties writes the schemas of an object's members, each with its hint. A property has it where it comes first, not again
// in the conditions of an if.
func (in *inliner) properties(v jsontext.Value, path string) {
	members, _ := readMembers(v)
	in.w.open()
	for _, m := range members {
		in.w.name(m.name)
		below := strings.TrimPrefix(path+"."+m.name, ".")
		in.value(m.value, below)
		hint, ok := in.hints[below]
		if !ok || in.hinted[below] {
			continue
		}
		in.hinted[below] = true
		in.w.b = in.w.b[:len(in.w.b)-1] // open the property's schema again, which is an object
		in.w.text("description", hint)
		in.w.close(nil)
	}
	in.w.close(nil)
}

// definition finds what a reference names: tools-common.schema.json#/$defs/NAME or #/$defs/NAME.
func (in *inliner) definition(reference jsontext.Value) jsontext.Value {
	target, _ := unquote(reference)
	_, name, _ := strings.Cut(target, "#/$defs/")
	root, _ := readMembers(in.definitions)
	for _, m := range root {
		if m.name == "$defs" {
			definitions, _ := readMembers(m.value)
			for _, d := range definitions {
				if d.name == name {
					return d.value
				}
			}
		}
	}
	return jsontext.Value("false") // nothing satisfies a schema that isn't there
}

// readEntries splits an array.
func readEntries(v jsontext.Value) []jsontext.Value {
	var entries []jsontext.Value
	dec := jsontext.NewDecoder(strings.NewReader(string(v)))
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	for dec.PeekKind() != jsontext.KindEndArray {
		entry, err := dec.ReadValue()
		if err != nil {
			return nil
		}
		entries = append(entries, entry.Clone())
	}
	return entries
}
