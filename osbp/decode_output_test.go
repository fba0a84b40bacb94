package osbp_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// TestDecodeEnvelope: one shape, either a success or a failure, open to members that
// later versions add. B-092, B-093, B-094.
func TestDecodeEnvelope(t *testing.T) {
	const problem = `{"code":"slot_taken","message":"Gone.","retryable":true}`
	for _, c := range []struct{ name, doc, word string }{
		{"success", `{"ok":true,"value":{}}`, ""},
		{"success with a list", `{"ok":true,"value":[],"audit_event_id":"aud_1"}`, ""},
		{"failure", `{"ok":false,"problem":` + problem + `}`, ""},
		{"a code of the adapter's own", `{"ok":false,"problem":{"code":"odd_one","message":"","retryable":false}}`, ""},
		{"additions", `{"ok":true,"value":{},"next":null,"osbp_runtime":{"cache":1}}`, ""},
		{"ok in another case is not ok", `{"OK":true,"value":{}}`, "ok is missing"},
		{"no ok", `{"value":{}}`, "ok is missing"},
		{"ok as text", `{"ok":"true","value":{}}`, "ok must be"},
		{"success without value", `{"ok":true}`, "there must be a value"},
		{"success with null", `{"ok":true,"value":null}`, "there must be a value"},
		{"success with a bare text", `{"ok":true,"value":"receipt"}`, "there must be a value"},
		{"success with a problem", `{"ok":true,"value":{},"problem":` + problem + `}`, "no problem"},
		{"failure without problem", `{"ok":false}`, "there must be a problem"},
		{"failure with a value", `{"ok":false,"value":{},"problem":` + problem + `}`, "no value"},
		{"failure with null for a value", `{"ok":false,"value":null,"problem":` + problem + `}`, "no value"},
		{"problem without code", `{"ok":false,"problem":{"message":"","retryable":false}}`, "problem.code is missing"},
		{"problem with an empty code", `{"ok":false,"problem":{"code":"","message":"","retryable":false}}`, "problem.code is empty"},
		{"problem without retryable", `{"ok":false,"problem":{"code":"slot_taken","message":""}}`, "problem.retryable is missing"},
		{"null problem", `{"ok":false,"problem":null}`, "problem is null"},
		{"two oks", `{"ok":false,"ok":true,"value":{}}`, "ok appears twice"},
		{"duplicate deep in an addition", `{"ok":true,"value":{},"next":{"a":1,"a":2}}`, "appears twice"},
		{"bad UTF-8", "{\"ok\":true,\"value\":{\"text\":\"\xff\"}}", "UTF-8"},
		{"nothing", ``, "cut short"},
		{"null", `null`, "is null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := osbp.DecodeEnvelope(json.RawMessage(c.doc))
			if c.word == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.word) {
				t.Errorf("got %v, want %q", err, c.word)
			}
			if diff := cmp.Diff(osbp.Envelope{}, e); diff != "" {
				t.Errorf("refused, yet left %s", diff)
			}
		})
	}
}

// TestDecodeValue: additions pass, what the protocol requires is demanded, and
// nothing is taken for a member that it is not. B-145.
func TestDecodeValue(t *testing.T) {
	decode := func(value string) error {
		_, err := osbp.DecodeValue[[]osbp.Slot](osbp.Envelope{OK: true, Value: json.RawMessage(value)})
		return err
	}
	const slot = `{"id":"a","organization_id":"o","schedule_id":"s","service_id":"v","starts_at_local":"2026-05-05T13:00:00"`
	for _, c := range []struct{ name, value, word string }{
		{"none", `[]`, ""},
		{"one", `[` + slot + `}]`, ""},
		{"additions", `[` + slot + `,"floor":null,"price":{"currency":"USD","tax":{}}}]`, ""},
		{"null for the list", `null`, "is null"},
		{"an object for the list", `{}`, "must be an array"},
		{"null for a slot", `[null]`, "[0] is null"},
		{"second lacks its schedule", `[` + slot + `},{"id":"b","organization_id":"o","service_id":"v","starts_at_local":""}]`, "[1].schedule_id is missing"},
		{"in another case", `[{"ID":"a","organization_id":"o","schedule_id":"s","service_id":"v","starts_at_local":""}]`, "[0].id is missing"},
		{"price without currency", `[` + slot + `,"price":{"amount_minor":1}}]`, "[0].price.currency is missing"},
		{"hours without close", `[` + slot + `,"schedule_hours":[{"day":1,"open":"09:00"}]}]`, "[0].schedule_hours[0].close is missing"},
		{"fraction of a cent", `[` + slot + `,"price":{"amount_minor":0.5,"currency":"USD"}}]`, "price.amount_minor"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := decode(c.value)
			if c.word == "" && err != nil || c.word != "" && (err == nil || !strings.Contains(err.Error(), c.word)) {
				t.Errorf("got %v, want %q", err, c.word)
			}
		})
	}
}

// TestDecodeValueOfFailure: the problem is the error.
func TestDecodeValueOfFailure(t *testing.T) {
	e := mustEnvelope(t, specDocument(t, "envelope.failure"))
	receipt, err := osbp.DecodeValue[osbp.Receipt](e)
	if !errors.Is(err, osbp.CodePriceExceedsMandate) || receipt != (osbp.Receipt{}) {
		t.Errorf("got %v, %v", receipt, err)
	}
	if _, err := osbp.DecodeValue[osbp.Receipt](osbp.Envelope{}); err == nil || osbp.AsProblem(err) != nil {
		t.Errorf("a zero envelope gives %v", err)
	}
	if _, err := osbp.DecodeValue[osbp.Receipt](osbp.Envelope{OK: true}); err == nil {
		t.Error("a success without value gives a receipt")
	}
}

func FuzzDecodeEnvelope(f *testing.F) {
	for i, tool := range osbp.AllTools() {
		f.Add(uint8(i), specDocument(f, string(tool)+".output"))
	}
	f.Add(uint8(0), specDocument(f, "envelope.failure"))
	f.Fuzz(func(t *testing.T, n uint8, doc []byte) {
		e, err := osbp.DecodeEnvelope(doc)
		if err != nil {
			if diff := cmp.Diff(osbp.Envelope{}, e); diff != "" {
				t.Fatalf("refused, yet left %s", diff)
			}
			return
		}
		again, err := osbp.DecodeEnvelope(mustJSON(t, e))
		if err != nil {
			t.Fatalf("%v in %s", err, mustJSON(t, e))
		}
		if e.OK != again.OK || !cmp.Equal(e.Problem, again.Problem) {
			t.Fatalf("%s became %s", doc, mustJSON(t, again))
		}
		tool := osbp.AllTools()[int(n)%8]
		v, err := decodeAnyResult(tool, e)
		if err != nil {
			return
		}
		e.Value = mustJSON(t, v)
		w, err := decodeAnyResult(tool, e)
		if err != nil || !cmp.Equal(v, w) {
			t.Fatalf("%s became %s (%v)", doc, e.Value, err)
		}
	})
}
