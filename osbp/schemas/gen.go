//go:build ignore

// Gen writes the schema files of v0.1.0 from source.json: it puts definitions in
// place of references to them, since clients differ in which references they can
// follow, and the result envelope around the value of each tool.
package main

import (
	"bytes"
	"log"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	dialect    = "https://json-schema.org/draft/2020-12/schema"
	definition = "#/definitions/"
	folder     = "v0.1.0"
)

func main() {
	log.SetFlags(0)
	if err := run("schemas"); err != nil {
		log.Fatal(err)
	}
}

func run(dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, "source.json"))
	if err != nil {
		return err
	}
	var source struct {
		Definitions map[string]jsontext.Value `json:"definitions"`
		Documents   map[string]object         `json:"documents"`
		Results     map[string]jsontext.Value `json:"results"`
	}
	if err := json.Unmarshal(data, &source, json.RejectUnknownMembers(true)); err != nil {
		return err
	}
	g := generator{source.Definitions}
	for name, document := range source.Documents {
		if err := g.write(dir, name, document); err != nil {
			return err
		}
	}
	for tool, value := range source.Results {
		document := object{
			{"$ref", quote(definition + "envelope")},
			{"title", quote("Result of " + tool)},
		}
		var envelope object
		if err := json.Unmarshal(g.definitions["envelope"], &envelope); err != nil {
			return err
		}
		var properties object
		if err := json.Unmarshal(envelope.get("properties"), &properties); err != nil {
			return err
		}
		document = append(document, member{"properties", encode(properties.with("value", value))})
		if err := g.write(dir, tool+".output", document); err != nil {
			return err
		}
	}
	return nil
}

type generator struct{ definitions map[string]jsontext.Value }

func (g generator) write(dir, name string, document object) error {
	expanded, err := g.expand(encode(document))
	if err != nil {
		return err
	}
	var body object
	if err := json.Unmarshal(expanded, &body); err != nil {
		return err
	}
	out := encode(append(object{{"$schema", quote(dialect)}}, body...))
	if err := out.Indent(jsontext.WithIndent("  ")); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, folder, name+".schema.json"), append(out, '\n'), 0o644)
}

// expand replaces each reference by its definition, whose members give way to
// those that stand beside the reference.
func (g generator) expand(v jsontext.Value) (jsontext.Value, error) {
	switch v.Kind() {
	case '[':
		var list []jsontext.Value
		if err := json.Unmarshal(v, &list); err != nil {
			return nil, err
		}
		for i := range list {
			var err error
			if list[i], err = g.expand(list[i]); err != nil {
				return nil, err
			}
		}
		return encode(list), nil
	case '{':
		var o object
		if err := json.Unmarshal(v, &o); err != nil {
			return nil, err
		}
		if ref := o.get("$ref"); ref != nil {
			var target string
			if err := json.Unmarshal(ref, &target); err != nil {
				return nil, err
			}
			var base, beside object
			if err := json.Unmarshal(g.definitions[target[len(definition):]], &base); err != nil {
				return nil, err
			}
			for _, m := range o {
				if base.get(m.name) != nil {
					base = base.with(m.name, m.value)
				} else if m.name != "$ref" {
					beside = append(beside, m)
				}
			}
			return g.expand(encode(append(beside, base...)))
		}
		for i := range o {
			var err error
			if o[i].value, err = g.expand(o[i].value); err != nil {
				return nil, err
			}
		}
		return encode(o), nil
	}
	return v, nil
}

// object is a JSON object that keeps the order of its members.
type object []member

type member struct {
	name  string
	value jsontext.Value
}

func (o object) get(name string) jsontext.Value {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func (o object) with(name string, value jsontext.Value) object {
	for i := range o {
		if o[i].name == name {
			o[i].value = value
			return o
		}
	}
	return append(o, member{name, value})
}

// UnmarshalJSONFrom reads the members in their order.
func (o *object) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		m := member{name: name.String()}
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		m.value = bytes.Clone(value)
		*o = append(*o, m)
	}
	_, err := dec.ReadToken()
	return err
}

// MarshalJSONTo writes the members in their order.
func (o object) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, m := range o {
		if err := enc.WriteToken(jsontext.String(m.name)); err != nil {
			return err
		}
		if err := enc.WriteValue(m.value); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

func encode(v any) jsontext.Value {
	out, err := json.Marshal(v)
	if err != nil {
		log.Fatal(err)
	}
	return out
}

func quote(s string) jsontext.Value { return encode(s) }
