package osbp_test

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// createCase is a booking.create that a real implementation got wrong once: the
// specification's example with changes, and the answer that is right.
type createCase struct {
	ID    string `json:"id"`
	Input struct {
		Now      time.Time                  `json:"now"`
		Ops      []patchOp                  `json:"ops"`
		OpsEach  [][]patchOp                `json:"ops_each"`
		Cases    []createVariant            `json:"cases"`
		Expiries []string                   `json:"mandate.expires_at each of"`
		Mandate  string                     `json:"mandate_raw_text"`
		Slot     map[string]json.RawMessage `json:"slot"`
	} `json:"input"`
	Expect struct {
		Code      any    `json:"problem.code"`
		OneOf     []any  `json:"problem.code one of"`
		Retryable *bool  `json:"problem.retryable"`
		Contains  string `json:"problem.message contains"`
	} `json:"expect"`
}

type createVariant struct {
	Now *time.Time `json:"now"`
	Ops []patchOp  `json:"ops"`
}

type patchOp struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value"`
}

// variants are the calls of a case, each with its instant.
func (c *createCase) variants() []createVariant {
	switch {
	case c.Input.Cases != nil:
		return c.Input.Cases
	case c.Input.OpsEach != nil:
		var out []createVariant
		for _, ops := range c.Input.OpsEach {
			out = append(out, createVariant{Ops: ops})
		}
		return out
	case c.Input.Expiries != nil:
		var out []createVariant
		for _, at := range c.Input.Expiries {
			value, _ := json.Marshal(at)
			out = append(out, createVariant{Ops: []patchOp{{"replace", "/mandate/expires_at", value}}})
		}
		return out
	case c.Input.Mandate != "":
		return []createVariant{{Ops: []patchOp{{"replace", "/mandate", json.RawMessage(c.Input.Mandate)}}}}
	}
	return []createVariant{{Ops: c.Input.Ops}}
}

// wants are the codes that variant n may be answered with.
func (c *createCase) wants(n int) []string {
	var out []string
	switch code := c.Expect.Code.(type) {
	case string:
		return []string{code}
	case []any:
		return []string{code[n].(string)}
	}
	for _, code := range c.Expect.OneOf {
		out = append(out, code.(string))
	}
	return out
}

// patch applies the operations to the specification's example, without approval and
// code, and keeps raw values as they are spelled.
func patch(t *testing.T, ops []patchOp) json.RawMessage {
	t.Helper()
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(specDocument(t, "booking.create.input"), &doc); err != nil {
		t.Fatal(err)
	}
	delete(doc, "approval")
	delete(doc, "verification_code")
	for _, op := range ops {
		names := strings.Split(op.Path, "/")[1:]
		target := doc
		if len(names) == 2 {
			target = map[string]json.RawMessage{}
			if err := json.Unmarshal(doc[names[0]], &target); err != nil {
				t.Fatal(err)
			}
		}
		last := names[len(names)-1]
		if op.Op == "remove" {
			delete(target, last)
		} else {
			target[last] = op.Value
		}
		if len(names) == 2 {
			doc[names[0]] = join(target)
		}
	}
	return join(doc)
}

// join writes an object without re-encoding its values.
func join(m map[string]json.RawMessage) json.RawMessage {
	out := []byte{'{'}
	for i, name := range slices.Sorted(maps.Keys(m)) {
		if i > 0 {
			out = append(out, ',')
		}
		quoted, _ := json.Marshal(name)
		out = append(append(append(out, quoted...), ':'), m[name]...)
	}
	return append(out, '}')
}

// TestCases_Create runs each through Host and Adapter, against a platform that
// serves the specification's service, slot and policy.
func TestCases_Create(t *testing.T) {
	file, err := os.Open("testdata/create_cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var c createCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) {
			for n, variant := range c.variants() {
				r := newHostRig(t, nil)
				at := c.Input.Now
				if variant.Now != nil {
					at = *variant.Now
				}
				r.clock.Advance(at.Sub(r.clock.Now()))
				if c.Input.Slot != nil {
					changeSlot(t, &r.platform.slots[0], c.Input.Slot)
				}
				e := r.call(t, osbp.ToolBookingCreate, string(patch(t, variant.Ops)))
				if e.OK || e.Problem == nil || !slices.Contains(c.wants(n), string(e.Problem.Code)) {
					t.Errorf("variant %d: got %v, want %v", n, e.Problem, c.wants(n))
					continue
				}
				if c.Expect.Retryable != nil && e.Problem.Retryable != *c.Expect.Retryable {
					t.Errorf("variant %d: retryable %t", n, e.Problem.Retryable)
				}
				if !strings.Contains(e.Problem.Message, c.Expect.Contains) {
					t.Errorf("variant %d: message %q", n, e.Problem.Message)
				}
				if created := r.platform.creates.Load(); created != 0 {
					t.Errorf("variant %d: %d creates", n, created)
				}
			}
		})
	}
}

// changeSlot overlays members on a slot; null removes one.
func changeSlot(t *testing.T, s *osbp.Slot, members map[string]json.RawMessage) {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal(toJSON(t, s), &m); err != nil {
		t.Fatal(err)
	}
	for name, value := range members {
		if string(value) == "null" {
			delete(m, name)
		} else {
			m[name] = value
		}
	}
	*s = osbp.Slot{}
	if err := json.Unmarshal(join(m), s); err != nil {
		t.Fatal(err)
	}
}
