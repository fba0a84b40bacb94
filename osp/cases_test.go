package osp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// profileCase is an entry of testdata/cases_profile.json: inputs that went wrong elsewhere, with the answers of the
// specification.
type profileCase struct {
	ID     string
	Area   string
	Why    string
	Input  map[string]json.RawMessage
	Expect map[string]json.RawMessage
}

func profileCases(t *testing.T, area string) []profileCase {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "cases_profile.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []profileCase
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	all = slices.DeleteFunc(all, func(c profileCase) bool { return c.Area != area })
	if len(all) == 0 {
		t.Fatalf("no cases in the area %s", area)
	}
	return all
}

// read decodes a member of a case; an absent one leaves v alone.
func read(t *testing.T, members map[string]json.RawMessage, name string, v any) {
	t.Helper()
	if raw, ok := members[name]; ok {
		if err := json.Unmarshal(raw, v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// patchOp is an operation of RFC 6902: add, replace or remove.
type patchOp struct {
	Op    string
	Path  string
	Value json.RawMessage
}

// patched applies a JSON Patch to a document.
func patched(t testing.TB, doc []byte, ops ...patchOp) []byte {
	t.Helper()
	var root any
	decodeNumbers(t, doc, &root)
	for _, op := range ops {
		var value any
		if op.Op != "remove" {
			decodeNumbers(t, op.Value, &value)
		}
		root = patchAt(t, root, strings.Split(op.Path, "/")[1:], op.Op, value)
	}
	out, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func decodeNumbers(t testing.TB, doc []byte, v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	if err := dec.Decode(v); err != nil {
		t.Fatal(err)
	}
}

func patchAt(t testing.TB, node any, path []string, op string, value any) any {
	t.Helper()
	switch n := node.(type) {
	case map[string]any:
		name := path[0]
		switch {
		case len(path) > 1:
			n[name] = patchAt(t, n[name], path[1:], op, value)
		case op == "remove":
			delete(n, name)
		default:
			n[name] = value
		}
		return n
	case []any:
		if path[0] == "-" {
			return append(n, value)
		}
		i, err := strconv.Atoi(path[0])
		switch {
		case err != nil:
			t.Fatal(err)
		case len(path) > 1:
			n[i] = patchAt(t, n[i], path[1:], op, value)
		case op == "remove":
			return slices.Delete(n, i, i+1)
		case op == "add":
			return slices.Insert(n, i, value)
		default:
			n[i] = value
		}
		return n
	}
	t.Fatalf("nothing to patch at %v", path)
	return nil
}

// exampleProfile compiles a printed manifest with a patch applied.
func exampleProfile(t testing.TB, name string, opts *osp.ProfileOptions, ops ...patchOp) *osp.Profile {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "manifests", strings.TrimSuffix(name, ".json")+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var o osp.ProfileOptions
	if opts != nil {
		o = *opts
	}
	if o.Zones == nil {
		o.Zones = testZones
	}
	m, err := osp.Parse(patched(t, data, ops...), &osp.ParseOptions{Zones: o.Zones})
	if err != nil {
		t.Fatal(err)
	}
	p, err := osp.NewProfile(m, &o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// testZones is shared because loading a zone is slow.
var testZones = wallclock.SystemZones()

// replace makes a patch operation from a Go value.
func replace(path string, value any) patchOp {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return patchOp{Op: "replace", Path: path, Value: raw}
}

// remove makes a patch operation that removes a member.
func remove(path string) patchOp { return patchOp{Op: "remove", Path: path} }

// bookingInput is the printed input of request_service_booking (OSP 6.7) with a patch applied.
func bookingInput(t testing.TB, ops ...patchOp) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "booking_request.json"))
	if err != nil {
		t.Fatal(err)
	}
	return patched(t, data, ops...)
}

func instant(t testing.TB, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func date(t testing.TB, s string) wallclock.Date {
	t.Helper()
	d, err := wallclock.ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// outputOf is a result or a refusal as plain JSON values.
func outputOf(t *testing.T, result any, err error) map[string]any {
	t.Helper()
	if err != nil {
		refusal := refusalOf(t, err)
		result = refusal
	}
	raw, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func refusalOf(t testing.TB, err error) *osp.Refusal {
	t.Helper()
	var r *osp.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("not a refusal: %v", err)
	}
	if !errors.Is(err, r.Code) {
		t.Errorf("errors.Is doesn't find the code %s", r.Code)
	}
	return r
}

// expectPart fails unless got has what a case expects: members of an expected object, all entries of an expected array.
func expectPart(t *testing.T, path string, want, got any) {
	t.Helper()
	if object, ok := want.(map[string]any); ok {
		have, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s: got %v, want an object", path, got)
			return
		}
		for name, w := range object {
			if name == "requests_stored" {
				continue
			}
			expectPart(t, path+"."+name, w, have[name])
		}
		return
	}
	if list, ok := want.([]any); ok {
		have, _ := got.([]any)
		if len(have) != len(list) {
			t.Errorf("%s: got %v, want %v", path, got, want)
			return
		}
		for i := range list {
			expectPart(t, fmt.Sprintf("%s[%d]", path, i), list[i], have[i])
		}
		return
	}
	if want == "present" {
		if got == nil || got == "" {
			t.Errorf("%s is absent", path)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// follow resolves a path such as days[0].status.
func follow(t *testing.T, v any, path string) any {
	t.Helper()
	for _, part := range strings.Split(path, ".") {
		name, index, indexed := strings.Cut(strings.TrimSuffix(part, "]"), "[")
		v = v.(map[string]any)[name]
		if indexed {
			i, err := strconv.Atoi(index)
			list, ok := v.([]any)
			if err != nil || !ok || i >= len(list) {
				t.Fatalf("%s: nothing at %s in %v", path, part, v)
			}
			v = list[i]
		}
	}
	return v
}

// each decodes the list under the member of a case whose name is "NAME each of".
func each(t *testing.T, c profileCase) (name string, values []json.RawMessage) {
	t.Helper()
	for key := range c.Input {
		if n, ok := strings.CutSuffix(key, " each of"); ok {
			read(t, c.Input, key, &values)
			return n, values
		}
	}
	return "", nil
}
