package osbp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// TestSpecDocuments: every JSON document that the specification and the quickstart
// print decodes strictly, is valid against its schema, and encodes to the same JSON
// value. (The audit event is not a document of this package.)
// B-048, B-054, B-092..B-095, B-123, B-127, B-132, B-147, B-149, B-157, B-173,
// B-179, B-186.
func TestSpecDocuments(t *testing.T) {
	files, err := filepath.Glob("testdata/spec/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if want := 5 + 2*len(osbp.AllTools()); len(files) != want {
		t.Errorf("there are %d documents, want %d", len(files), want)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			doc, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			again, schema := roundTripDocument(t, name, doc)
			checked := doc
			if name == runtimeFragment {
				checked = wholeEnvelope(doc)
			}
			if err := schemaAccepts(t, compileSchema(t, schema), checked); err != nil {
				t.Errorf("schema %s: %v", schema, err)
			}
			if diff := cmp.Diff(jsonValue(t, doc), jsonValue(t, again)); diff != "" {
				t.Errorf("changed by decoding and encoding (-spec +ours):\n%s", diff)
			}
		})
	}
}

// runtimeFragment is printed without the rest of its envelope.
const runtimeFragment = "envelope.runtime"

func wholeEnvelope(fragment []byte) []byte {
	return append([]byte(`{"ok":true,"value":{},`), strings.TrimPrefix(strings.TrimSpace(string(fragment)), "{")...)
}

// roundTripDocument decodes a document, encodes it again, and names its schema.
func roundTripDocument(t *testing.T, name string, doc []byte) (again []byte, schema string) {
	t.Helper()
	tool, kind := osbp.Tool(strings.TrimSuffix(strings.TrimSuffix(name, ".input"), ".output")), filepath.Ext(name)
	switch {
	case strings.HasPrefix(name, "mandate"):
		m, err := osbp.DecodeMandate(doc)
		if err != nil {
			t.Fatal(problemText(err))
		}
		return mustJSON(t, m), "mandate"
	case name == runtimeFragment:
		e := mustEnvelope(t, wholeEnvelope(doc))
		return mustJSON(t, map[string]any{"osbp_runtime": e.Runtime}), "envelope"
	case strings.HasPrefix(name, "envelope"):
		return mustJSON(t, mustEnvelope(t, doc)), "envelope"
	case kind == ".input":
		in, err := decodeAnyInput(tool, doc)
		if err != nil {
			t.Fatal(problemText(err))
		}
		return mustJSON(t, in), name
	}
	e := mustEnvelope(t, doc)
	v, err := decodeAnyResult(tool, e)
	if err != nil {
		t.Fatal(err)
	}
	e.Value = mustJSON(t, v)
	return mustJSON(t, e), name
}

func mustEnvelope(t *testing.T, doc []byte) osbp.Envelope {
	t.Helper()
	e, err := osbp.DecodeEnvelope(json.RawMessage(doc))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// problemText is a problem's message, which its Error leaves out.
func problemText(err error) string {
	if p := osbp.AsProblem(err); p != nil {
		return string(p.Code) + ": " + p.Message
	}
	return ""
}

// specDocument reads a document of the specification.
func specDocument(tb testing.TB, name string) []byte {
	tb.Helper()
	doc, err := os.ReadFile("testdata/spec/" + name + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	return doc
}
