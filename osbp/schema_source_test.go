package osbp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// TestSchemaFilesFollowSource: each schema file is what its entry in source.json
// expands to, with every definition in place, and no other file lies beside them.
func TestSchemaFilesFollowSource(t *testing.T) {
	data, err := os.ReadFile("schemas/source.json")
	if err != nil {
		t.Fatal(err)
	}
	source := jsonValue(t, data).(map[string]any)
	definitions := source["definitions"].(map[string]any)
	documents := source["documents"].(map[string]any)
	for tool, result := range source["results"].(map[string]any) {
		envelope := expandSchema(definitions["envelope"], definitions).(map[string]any)
		envelope["title"] = "Result of " + tool
		envelope["properties"].(map[string]any)["value"] = result
		documents[tool+".output"] = envelope
	}
	files, err := filepath.Glob("schemas/v0.1.0/*")
	if err != nil || len(files) != len(documents) {
		t.Errorf("%d files for %d documents (%v)", len(files), len(documents), err)
	}
	for name, document := range documents {
		got, ok := osbp.Schema(name)
		if !ok {
			t.Errorf("%s has no file", name)
			continue
		}
		want := expandSchema(document, definitions).(map[string]any)
		want["$schema"] = "https://json-schema.org/draft/2020-12/schema"
		if diff := cmp.Diff(want, jsonValue(t, got)); diff != "" {
			t.Errorf("%s: run go generate (-source +file):\n%s", name, diff)
		}
	}
}

func expandSchema(v any, definitions map[string]any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = expandSchema(v[i], definitions)
		}
		return list
	case map[string]any:
		object := map[string]any{}
		if ref, ok := v["$ref"].(string); ok {
			object = expandSchema(definitions[strings.TrimPrefix(ref, "#/definitions/")], definitions).(map[string]any)
		}
		for name, member := range v {
			if name != "$ref" {
				object[name] = expandSchema(member, definitions)
			}
		}
		return object
	}
	return v
}

// TestRule43_SchemasStandAlone: the root of every schema is an object, nothing is
// referred to, nothing has an id under which a client could cache it twice, and the
// schema library takes it with all loading disabled.
func TestRule43_SchemasStandAlone(t *testing.T) {
	for name := range documentTypes {
		t.Run(name, func(t *testing.T) {
			compileSchema(t, name)
			raw, _ := osbp.Schema(name)
			for _, word := range []string{`"$ref"`, `"$id"`, `"$anchor"`, `"$dynamicRef"`, `"$defs"`, `"definitions"`} {
				if strings.Contains(string(raw), word) {
					t.Errorf("has %s", word)
				}
			}
			root := jsonValue(t, raw).(map[string]any)
			if root["type"] != "object" {
				t.Errorf("root type is %v", root["type"])
			}
			if strings.ContainsAny(string(raw), "\n\t") {
				t.Error("is not compact")
			}
		})
	}
}

// TestSchemaCopies: a caller that scribbles over a schema spoils nobody's.
func TestSchemaCopies(t *testing.T) {
	first, _ := osbp.Schema("mandate")
	want := string(first)
	clear(first)
	if again, _ := osbp.Schema("mandate"); string(again) != want {
		t.Error("schemas share memory")
	}
}

// TestRefusalsMeetEveryOutputSchema: a refusal is a normal result of every tool, and
// an answer never carries both a value and a problem. Rule 42, B-093.
func TestRefusalsMeetEveryOutputSchema(t *testing.T) {
	failure := specDocument(t, "envelope.failure")
	for _, tool := range osbp.AllTools() {
		schema := compileSchema(t, string(tool)+".output")
		if err := schemaAccepts(t, schema, failure); err != nil {
			t.Errorf("%s: %v", tool, err)
		}
		success := jsonValue(t, specDocument(t, string(tool)+".output")).(map[string]any)
		success["problem"] = jsonValue(t, failure).(map[string]any)["problem"]
		if schemaAccepts(t, schema, mustJSON(t, success)) == nil {
			t.Errorf("%s: value and problem at once are accepted", tool)
		}
		delete(success, "value")
		if schemaAccepts(t, schema, mustJSON(t, success)) == nil {
			t.Errorf("%s: ok with a problem is accepted", tool)
		}
	}
}
