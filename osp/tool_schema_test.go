package osp_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openservicekit/openservice/osp"
)

// toolSchemas compiles the printed schemas of the tools with formats asserted and nothing fetched.
var toolSchemas = sync.OnceValue(func() map[string]*jsonschema.Schema {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseLoader(noLoader{})
	files, err := fs.Glob(osp.Schemas(), "tools/*.json")
	if err != nil {
		panic(err)
	}
	const base = "https://schemas.example/"
	for _, file := range files {
		data, err := fs.ReadFile(osp.Schemas(), file)
		if err != nil {
			panic(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			panic(err)
		}
		if object := doc.(map[string]any); object["$id"] != nil {
			delete(object, "$id") // the references are relative to where the files lie
		}
		if err := c.AddResource(base+strings.TrimPrefix(file, "tools/"), doc); err != nil {
			panic(err)
		}
	}
	schemas := make(map[string]*jsonschema.Schema)
	for _, file := range files {
		name := strings.TrimPrefix(file, "tools/")
		schemas[strings.TrimSuffix(name, ".schema.json")] = c.MustCompile(base + name)
	}
	return schemas
})

// checkOutput fails unless a tool's output satisfies its printed schema and has no null (P-118, P-310).
func checkOutput(t testing.TB, tool string, output any) {
	t.Helper()
	raw, err := json.Marshal(output)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(raw, []byte("null")) {
		t.Errorf("%s output has null: %s", tool, raw)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := toolSchemas()[tool+".output"].Validate(v); err != nil {
		t.Errorf("%s output doesn't satisfy its schema: %v\n%s", tool, err, raw)
	}
}
