package osp_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openservicekit/openservice/osp"
)

// Rule 43: the published schemas refer to nothing, and their root is an object.
func TestRule43_SchemasStandAlone(t *testing.T) {
	specs := osp.ToolSpecs()
	if len(specs) != 6 {
		t.Fatalf("%d tools", len(specs))
	}
	for _, spec := range specs {
		for _, raw := range []json.RawMessage{spec.InputSchema, spec.OutputSchema} {
			var root map[string]any
			if err := json.Unmarshal(raw, &root); err != nil {
				t.Fatal(err)
			}
			if root["type"] != "object" {
				t.Errorf("%s: the root is of type %v", spec.Tool, root["type"])
			}
			for _, reference := range []string{"$ref", "$id", "$defs", "http"} {
				if bytes.Contains(raw, []byte(reference)) {
					t.Errorf("%s: a schema has %s", spec.Tool, reference)
				}
			}
		}
		if !bytes.Contains(spec.OutputSchema, []byte(`"oneOf":`)) {
			t.Errorf("%s: the output has no oneOf", spec.Tool)
		}
		if published()[spec.Tool].input == nil {
			t.Errorf("%s: no schema", spec.Tool)
		}
	}
}

// Rule 43: taking out what we add and putting the references back gives the printed schemas, member by member.
func TestRule43_SchemasAreThePrintedOnes(t *testing.T) {
	for _, spec := range osp.ToolSpecs() {
		for kind, raw := range map[string]json.RawMessage{"input": spec.InputSchema, "output": spec.OutputSchema} {
			var got map[string]any
			if err := json.Unmarshal(raw, &got); err != nil {
				t.Fatal(err)
			}
			want := resolved(t, printed(t, string(spec.Tool)+"."+kind)).(map[string]any)
			want["type"] = "object"
			if kind == "input" {
				withoutHints(want)
				withoutHints(got)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %s: %s", spec.Tool, kind, diff)
			}
		}
	}
}

func printed(t *testing.T, name string) any {
	t.Helper()
	data, err := fs.ReadFile(osp.Schemas(), "tools/"+name+".schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// resolved replaces references by what they refer to.
func resolved(t *testing.T, v any) any {
	switch v := v.(type) {
	case map[string]any:
		if reference, ok := v["$ref"].(string); ok {
			_, name, _ := strings.Cut(reference, "#/$defs/")
			return resolved(t, printed(t, "tools-common").(map[string]any)["$defs"].(map[string]any)[name])
		}
		for name := range v {
			v[name] = resolved(t, v[name])
		}
	case []any:
		for i := range v {
			v[i] = resolved(t, v[i])
		}
	}
	return v
}

func withoutHints(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, isText := v["description"].(string); isText {
			delete(v, "description")
		}
		for _, below := range v {
			withoutHints(below)
		}
	case []any:
		for _, below := range v {
			withoutHints(below)
		}
	}
}

// Rule 43: on the tools' inputs and outputs, right ones and spoiled ones, the published schemas give the printed ones' verdicts.
func TestRule43_SameVerdicts(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	for tool, in := range arguments(t) {
		sameVerdicts(t, tool, "input", json.RawMessage(in))
		sameVerdicts(t, tool, "output", r.call(tool, in).JSON)
		sameVerdicts(t, tool, "output", r.call(tool, "[]").JSON)
	}
	sameVerdicts(t, osp.ToolRequestServiceBooking, "output", r.book(remove("/location")).JSON)
	sameVerdicts(t, osp.ToolCheckAvailability, "output", r.call(osp.ToolCheckAvailability, `{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-09-14"}`).JSON)
}

func sameVerdicts(t *testing.T, tool osp.Tool, kind string, doc json.RawMessage) {
	t.Helper()
	judge := func(raw []byte) (isPrinted, isPublished bool) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		own := published()[tool].input
		if kind == "output" {
			own = published()[tool].output
		}
		return toolSchemas()[string(tool)+"."+kind].Validate(v) == nil, own.Validate(v) == nil
	}
	if ok, _ := judge(doc); !ok {
		t.Errorf("%s: the %s to start with is refused: %s", tool, kind, doc)
	}
	var root any
	if err := json.Unmarshal(doc, &root); err != nil {
		t.Fatal(err)
	}
	verdicts := make(map[bool]int)
	for _, path := range paths(root, "") {
		for _, value := range []any{nil, "", "32763", 1, true, []any{}, map[string]any{}, strings.Repeat("x", 600), "remove"} {
			op := replace(path, value)
			if value == "remove" {
				op = remove(path)
			}
			spoiled := patched(t, doc, op)
			isPrinted, isPublished := judge(spoiled)
			verdicts[isPrinted]++
			if isPrinted != isPublished {
				t.Errorf("%s %s: printed %v, published %v: %s", tool, kind, isPrinted, isPublished, spoiled)
			}
		}
	}
	if len(verdicts) < 2 && len(paths(root, "")) > 0 {
		t.Errorf("%s %s: only one verdict: %v", tool, kind, verdicts)
	}
}

// paths lists the JSON Pointers of all values below one, but for lists only of their first two entries.
func paths(v any, at string) (list []string) {
	switch v := v.(type) {
	case map[string]any:
		for name, below := range v {
			list = append(append(list, at+"/"+name), paths(below, at+"/"+name)...)
		}
	case []any:
		for i, below := range v[:min(len(v), 2)] {
			p := at + "/" + string(rune('0'+i))
			list = append(append(list, p), paths(below, p)...)
		}
	}
	return list
}

// P-124, P-125.
func TestToolAnnotations(t *testing.T) {
	for _, spec := range osp.ToolSpecs() {
		want := osp.ToolAnnotations{ReadOnly: true, Idempotent: true}
		if spec.Tool == osp.ToolRequestServiceBooking {
			want = osp.ToolAnnotations{Idempotent: true, OpenWorld: true}
		}
		if diff := cmp.Diff(want, spec.Annotations); diff != "" {
			t.Errorf("%s: %s", spec.Tool, diff)
		}
	}
}

// Clients cut descriptions or refuse them beyond 1024 bytes. Every input says what it means, but for those of the customer's
// address and the vehicle, whose names do.
func TestToolDescriptions(t *testing.T) {
	for _, spec := range osp.ToolSpecs() {
		if n := len(spec.Description); n < 100 || n > 1024 || spec.Title == "" {
			t.Errorf("%s: %q with a description of %d bytes", spec.Tool, spec.Title, n)
		}
		var schema struct {
			Properties map[string]struct{ Description string }
		}
		if err := json.Unmarshal(spec.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		for name, property := range schema.Properties {
			if property.Description == "" && name != "customer" {
				t.Errorf("%s: %s has no description", spec.Tool, name)
			}
		}
	}
	for _, word := range []string{"never", "pending request", "confirm"} {
		if specs := osp.ToolSpecs(); !strings.Contains(specs[5].Description, word) {
			t.Errorf("the booking tool's description lacks %q", word)
		}
	}
}

// P-123: the codes of each tool are those of its schema.
func TestToolCodes(t *testing.T) {
	for _, spec := range osp.ToolSpecs() {
		var listed []string
		var find func(v any)
		find = func(v any) {
			switch v := v.(type) {
			case map[string]any:
				if e, ok := v["error"].(map[string]any); ok {
					if enum, ok := e["enum"].([]any); ok && slices.Contains(enum, any("rate_limited")) {
						for _, code := range enum {
							listed = append(listed, code.(string))
						}
					}
				}
				for _, below := range v {
					find(below)
				}
			case []any:
				for _, below := range v {
					find(below)
				}
			}
		}
		find(printed(t, string(spec.Tool)+".output"))
		var own []string
		for _, code := range spec.Tool.Codes() {
			own = append(own, string(code))
		}
		if diff := cmp.Diff(listed, own); diff != "" {
			t.Errorf("%s: %s", spec.Tool, diff)
		}
	}
	if osp.Tool("book").Codes() != nil || osp.Tool("book").IsValid() || !osp.ToolGetReviews.IsValid() {
		t.Error("a tool that doesn't exist")
	}
}
