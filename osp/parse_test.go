package osp_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osp"
)

// exampleNames are the manifests printed in OSP Appendix C.
var exampleNames = []string{"hvac-two-locations", "auto-repair-single-location", "marine-repair-yard"}

// exampleManifest returns the bytes of a printed manifest.
func exampleManifest(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "manifests", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// jsonValue decodes JSON into comparable Go values, numbers as written.
func jsonValue(t testing.TB, data []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// The printed manifests are valid and come out of the types as they went in (P-330).
func TestExamplesSurvive(t *testing.T) {
	for _, name := range exampleNames {
		t.Run(name, func(t *testing.T) {
			data := exampleManifest(t, name)
			m, err := osp.Parse(data, nil)
			if err != nil {
				t.Fatal(err)
			}
			out, err := osp.Encode(m, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(jsonValue(t, data), jsonValue(t, out)); diff != "" {
				t.Errorf("decoding and encoding changed the document (-before +after):\n%s", diff)
			}
			again, err := osp.Parse(out, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(m, again); diff != "" {
				t.Error(diff)
			}
			viaJSON, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(viaJSON, bytes.ReplaceAll(out, []byte("&"), []byte(`\u0026`))) {
				t.Error("json.Marshal and Encode differ")
			}
		})
	}
}
