package osbp_test

import (
	"encoding/json"
	"testing"

	"github.com/openservicekit/openservice/internal/strictjson"
	"github.com/openservicekit/openservice/osbp"
)

// TestRule02_MalformedMandatesCanBeAudited: the audit gets JSON that every reader
// takes alike, and the mandate's id where there is one. Rule 25.
func TestRule02_MalformedMandatesCanBeAudited(t *testing.T) {
	for _, c := range []struct{ name, doc, id, want string }{
		{"nothing", ``, "", `{}`},
		{"no mandate", `{"date":"2026-05-05"}`, "", `{"date":"2026-05-05"}`},
		{"null", `{ "mandate" : null }`, "", `{"mandate":null}`},
		{"text", `{"mandate":"mnd_1"}`, "", `{"mandate":"mnd_1"}`},
		{"id of another type", `{"mandate":{"id":[1, 2]}}`, "", `{"mandate":{"id":[1,2]}}`},
		{"unknown member", `{"mandate":{"x":{"y":[{},[ ]]},"id":"mnd_1"}}`, "mnd_1", `{"mandate":{"x":{"y":[{},[]]},"id":"mnd_1"}}`},
		{"escapes", `{"mandate":{"id":"a\"\\\u00e9\ud83d\ude42"}}`, "a\"\\é🙂", `{"mandate":{"id":"a\"\\\u00e9\ud83d\ude42"}}`},
		{"duplicates", `{"mandate":{"id":"a","id":"b","max_price":{"amount_minor":1,"amount_minor":2}}}`, "a",
			`{"mandate":{"id":"a","max_price":{"amount_minor":1}}}`},
		{"escaped duplicates", `{"mandate":{"id":"a","i\u0064":"b"}}`, "a", `{"mandate":{"id":"a"}}`},
		{"two mandates", `{"mandate":{"id":"a"},"mandate":{"id":"b"}}`, "a", `{"mandate":{"id":"a"}}`},
		{"a vast number", `{"mandate":{"max_price":{"amount_minor":-1e400},"id":"a","n":[1e308,12,0.5e-400]}}`, "a",
			`{"mandate":{"max_price":{"amount_minor":"-1e400"},"id":"a","n":[1e308,12,0.5e-400]}}`},
		{"not JSON", `{"mandate":`, "", `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			id, got := osbp.Salvage(json.RawMessage(c.doc))
			if id != c.id || string(got) != c.want {
				t.Errorf("got %q %s, want %q %s", id, got, c.id, c.want)
			}
			if _, err := strictjson.Canonical(got); err != nil {
				t.Errorf("can't be hashed: %v", err)
			}
		})
	}
}

// FuzzSalvage: whatever is refused as invalid_mandate can be kept and hashed.
func FuzzSalvage(f *testing.F) {
	f.Add(specDocument(f, "booking.create.input"))
	f.Add([]byte(`{"mandate":{"id":"a","id":1e400,"x":{"y":[1,{}],"y":2}},"mandate":[[]]}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		_, snapshot := osbp.Salvage(doc)
		if err := strictjson.Check(snapshot, strictjson.Options{}); err != nil {
			t.Fatalf("%v in %s", err, snapshot)
		}
		if _, err := strictjson.Canonical(snapshot); err != nil {
			t.Fatalf("%v in %s", err, snapshot)
		}
		if id, again := osbp.Salvage(snapshot); string(again) != string(snapshot) {
			t.Fatalf("not stable: %s %s %s", id, snapshot, again)
		}
	})
}
