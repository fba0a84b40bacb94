package osp_test

import (
	"bytes"
	"math"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openservicekit/openservice/osp"
)

var noLimitRate = osp.Rate{PerSecond: math.Inf(1)}

type publishedSchemas struct{ input, output *jsonschema.Schema }

// published compiles the schemas of the tool specs, each alone: anything that they refer to can't be found.
var published = sync.OnceValue(func() map[osp.Tool]publishedSchemas {
	compile := func(raw []byte) *jsonschema.Schema {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			panic(err)
		}
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		c.UseLoader(noLoader{})
		if err := c.AddResource("https://alone.example/schema.json", doc); err != nil {
			panic(err)
		}
		return c.MustCompile("https://alone.example/schema.json")
	}
	schemas := make(map[osp.Tool]publishedSchemas)
	for _, spec := range osp.ToolSpecs() {
		schemas[spec.Tool] = publishedSchemas{compile(spec.InputSchema), compile(spec.OutputSchema)}
	}
	return schemas
})

// checkPublished fails unless an output satisfies the schema that clients are shown.
func checkPublished(t testing.TB, tool osp.Tool, output []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(output))
	if err != nil {
		t.Fatal(err)
	}
	if err := published()[tool].output.Validate(v); err != nil {
		t.Errorf("%s output doesn't satisfy its published schema: %v\n%s", tool, err, output)
	}
}
