package osbp_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openservicekit/openservice/internal/strictjson"
	"github.com/openservicekit/openservice/osbp"
)

// TestDecodersAgreeWithSchemas: on documents spoilt at random, decoders and the
// schema library give the same verdict.
func TestDecodersAgreeWithSchemas(t *testing.T) {
	for _, tool := range osbp.AllTools() {
		t.Run(string(tool), func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, uint64(len(tool))))
			input, output := compileSchema(t, string(tool)+".input"), compileSchema(t, string(tool)+".output")
			var verdicts [2]int
			for range 500 {
				in := spoilJSON(r, jsonValue(t, mustJSON(t, randomDocument(r, string(tool)+".input"))), spoiltInputs)
				verdicts[agreeOnInput(t, tool, input, mustJSON(t, in))]++

				out := spoilJSON(r, jsonValue(t, mustJSON(t, randomDocument(r, string(tool)+".output"))), spoiltOutputs)
				doc := mustJSON(t, spoilJSON(r, map[string]any{"ok": true, "value": out, "osbp_runtime": map[string]any{}}, spoiltOutputs))
				verdicts[agreeOnOutput(t, tool, output, doc)]++
			}
			if verdicts[0] < 50 || verdicts[1] < 50 {
				t.Errorf("one-sided: %d refused, %d taken", verdicts[0], verdicts[1])
			}
		})
	}
}

// agreeOnInput compares the verdicts on an input and returns 1 if it is taken.
func agreeOnInput(tb testing.TB, tool osbp.Tool, schema *jsonschema.Schema, doc []byte) int {
	tb.Helper()
	want := schemaAccepts(tb, schema, doc)
	_, got := decodeAnyInput(tool, doc)
	if (want == nil) != (got == nil) {
		tb.Fatalf("schema says %v, decoder %q for %s", want, problemText(got), doc)
	}
	if got != nil {
		return 0
	}
	return 1
}

func agreeOnOutput(tb testing.TB, tool osbp.Tool, schema *jsonschema.Schema, doc []byte) int {
	tb.Helper()
	want := schemaAccepts(tb, schema, doc)
	e, got := osbp.DecodeEnvelope(doc)
	if got == nil && e.OK {
		_, got = decodeAnyResult(tool, e)
	}
	if (want == nil) != (got == nil) {
		tb.Fatalf("schema says %v, decoder %v for %s", want, got, doc)
	}
	if got != nil {
		return 0
	}
	return 1
}

// What a value is replaced by. Outputs are open in their texts, where the schema's
// formats are only promises, so there a text is never replaced by another one.
var (
	spoiltOutputs = []any{nil, true, json.Number("-1"), json.Number("1.5"), json.Number("9007199254740992"),
		[]any{}, map[string]any{}}
	spoiltInputs = append([]any{"", "x", "2026-02-30", "2026-05-05Z", "24:00", "13:00", "13:00:00.1234567890", "13:00:00.1234567891",
		"é漢", "\x00",
		strings.Repeat("k", 255), strings.Repeat("k", 256), json.Number("0"), json.Number("9.5e3"), json.Number("9500.0"),
		json.Number("9007199254740991")}, spoiltOutputs...)
)

// spoilJSON changes nothing, or one thing somewhere, or a few.
func spoilJSON(r *rand.Rand, v any, by []any) any {
	for range r.IntN(3) {
		v = spoilOneJSON(r, v, by)
	}
	return v
}

func spoilOneJSON(r *rand.Rand, v any, by []any) any {
	switch v := v.(type) {
	case map[string]any:
		name := pickMember(r, v)
		if name == "" {
			return map[string]any{"unknown": true}
		}
		switch n := r.IntN(8); {
		case n == 0 && name != "sent" && name != "verified":
			delete(v, name)
		case n == 1:
			v[strings.ToUpper(name)] = v[name]
		default:
			v[name] = spoilOneJSON(r, v[name], by)
		}
		return v
	case []any:
		if len(v) > 0 && r.IntN(3) > 0 {
			i := r.IntN(len(v))
			v[i] = spoilOneJSON(r, v[i], by)
			return v
		}
	}
	return by[r.IntN(len(by))]
}

// pickMember chooses a member, in an order that does not depend on the map's.
func pickMember(r *rand.Rand, v map[string]any) string {
	if len(v) == 0 {
		return ""
	}
	n, best, bestName := r.Uint64(), uint64(0), ""
	for name := range v {
		hash := n
		for i := range len(name) {
			hash = (hash ^ uint64(name[i])) * 1099511628211
		}
		if hash >= best {
			best, bestName = hash, name
		}
	}
	return bestName
}

var (
	vastExponent = regexp.MustCompile(`[0-9][eE][-+]?[0-9]{4}`)
	longKey      = regexp.MustCompile(`"idempotency_key"\s*:\s*"[^"]{64}`)
)

// FuzzInputsAgreeWithSchemas: as above, from bytes.
func FuzzInputsAgreeWithSchemas(f *testing.F) {
	schemas := map[osbp.Tool]*jsonschema.Schema{}
	for i, tool := range osbp.AllTools() {
		schemas[tool] = compileSchema(f, string(tool)+".input")
		f.Add(uint8(i), specDocument(f, string(tool)+".input"))
	}
	f.Add(uint8(5), []byte(`{"mandate":{"id":"","max_price":{"amount_minor":9.5e3}},"time":"24:00","date":"0000-00-00"}`))
	f.Add(uint8(1), []byte(`{"date":"0000-01-01"}`))
	f.Fuzz(func(t *testing.T, n uint8, doc []byte) {
		tool := osbp.AllTools()[int(n)%len(schemas)]
		if strings.TrimSpace(string(doc)) == "null" || strictjson.Check(doc, strictjson.Options{}) != nil {
			return // no schema sees these as they are
		}
		if vastExponent.Match(doc) || longKey.Match(doc) {
			return // the library would compute the number; it counts no bytes
		}
		agreeOnInput(t, tool, schemas[tool], doc)
	})
}
