package osp_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// change is one change to a JSON document: at a JSON Pointer, the raw value to put there, or "" to remove what is there. A
// last step of "-" appends.
type change struct{ at, raw string }

// changed applies changes to a printed manifest and returns its bytes. Members come in another order than printed.
func changed(t testing.TB, name string, changes ...change) []byte {
	t.Helper()
	root := jsonValue(t, exampleManifest(t, name))
	for _, c := range changes {
		root = changeAt(t, root, strings.Split(c.at, "/")[1:], c)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(root); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func changeAt(t testing.TB, v any, steps []string, c change) any {
	t.Helper()
	if len(steps) == 0 {
		return jsonValue(t, []byte(c.raw))
	}
	step := strings.NewReplacer("~1", "/", "~0", "~").Replace(steps[0])
	last := len(steps) == 1
	switch v := v.(type) {
	case map[string]any:
		if last && c.raw == "" {
			if _, ok := v[step]; !ok {
				t.Fatalf("%s: nothing to remove", c.at)
			}
			delete(v, step)
		} else {
			v[step] = changeAt(t, v[step], steps[1:], c)
		}
		return v
	case []any:
		if step == "-" {
			return append(v, jsonValue(t, []byte(c.raw)))
		}
		i, err := strconv.Atoi(step)
		if err != nil || i >= len(v) {
			t.Fatalf("%s: no entry %s", c.at, step)
		}
		if last && c.raw == "" {
			return slices.Delete(v, i, i+1)
		}
		v[i] = changeAt(t, v[i], steps[1:], c)
		return v
	}
	t.Fatalf("%s: %s is in no object or list", c.at, step)
	return nil
}
