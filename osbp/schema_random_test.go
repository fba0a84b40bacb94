package osbp_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// TestRandomValuesMeetSchemas: whatever a type can hold of what the protocol allows
// encodes to JSON that its schema takes and that decodes to the same value.
func TestRandomValuesMeetSchemas(t *testing.T) {
	for _, tool := range osbp.AllTools() {
		t.Run(string(tool), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(len(tool))))
			input, output := compileSchema(t, string(tool)+".input"), compileSchema(t, string(tool)+".output")
			for range 300 {
				in := randomDocument(r, string(tool)+".input")
				doc := mustJSON(t, in)
				if err := schemaAccepts(t, input, doc); err != nil {
					t.Fatalf("%v in %s", err, doc)
				}
				again, err := decodeAnyInput(tool, doc)
				if err != nil {
					t.Fatalf("%s in %s", problemText(err), doc)
				}
				if diff := cmp.Diff(in, again); diff != "" {
					t.Fatalf("%s in %s", diff, doc)
				}

				out := randomDocument(r, string(tool)+".output")
				doc = mustJSON(t, osbp.Envelope{OK: true, Value: mustJSON(t, out), AuditEventID: "aud_1"})
				if err := schemaAccepts(t, output, doc); err != nil {
					t.Fatalf("%v in %s", err, doc)
				}
				again, err = decodeAnyResult(tool, mustEnvelope(t, doc))
				if err != nil {
					t.Fatalf("%v in %s", err, doc)
				}
				if diff := cmp.Diff(out, again); diff != "" {
					t.Fatalf("%s in %s", diff, doc)
				}
			}
		})
	}
}

// randomDocument makes a value of the type behind a schema.
func randomDocument(r *rand.Rand, name string) any {
	v := reflect.New(documentTypes[name]).Elem()
	fillRandom(r, v, "")
	switch v := v.Addr().Interface().(type) {
	case *osbp.Handoff:
		v.Status = osbp.HandoffRequiresHuman
	case *osbp.VerificationChallenge:
		yes := true
		v.Sent, v.Verified = nil, nil
		if name == "verification.send.output" {
			v.Sent = &yes
		} else {
			v.Verified = &yes
		}
	}
	return v.Interface()
}

// fillRandom sets v at random; member is its JSON name. Optional members are often absent.
func fillRandom(r *rand.Rand, v reflect.Value, member string) {
	switch {
	case v.Type() == reflect.TypeFor[money.Amount]():
		amounts := []int64{0, 1, 9500, money.MaxMinor}
		v.Set(reflect.ValueOf(money.Minor(amounts[r.IntN(len(amounts))])))
		return
	case v.Type() == reflect.TypeFor[*osbp.Runtime]():
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int:
		v.SetInt(int64(1 + r.IntN(7)))
	case reflect.String:
		v.SetString(randomText(r, member))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillRandom(r, v.Elem(), member)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 2))
		for i := range v.Len() {
			fillRandom(r, v.Index(i), member)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if strings.Contains(options, "omit") && r.IntN(2) == 0 {
				continue
			}
			fillRandom(r, v.Field(i), name)
		}
	}
}

// randomText is a text that the member allows, never empty.
func randomText(r *rand.Rand, member string) string {
	switch member {
	case "date":
		return fmt.Sprintf("20%02d-%02d-%02d", r.IntN(100), 1+r.IntN(12), 1+r.IntN(28))
	case "time":
		return fmt.Sprintf("%02d:%02d", r.IntN(24), r.IntN(60)) + []string{"", ":59", ":07.250"}[r.IntN(3)]
	case "starts_at", "ends_at":
		return fmt.Sprintf("2026-05-%02dT20:00:00", 1+r.IntN(31)) + []string{"Z", ".000Z", "+05:45"}[r.IntN(3)]
	}
	letters := []rune("aZ09 _-:./\"\\<&>é漢🙂\u2028\u0085")
	if member != "idempotency_key" {
		letters = append(letters, '\n', '\t', 0, 0x1f, 0x7f, '\ufffd')
	} else {
		letters = letters[:len(letters)-1]
	}
	text := make([]rune, 1+r.IntN(12))
	for i := range text {
		text[i] = letters[r.IntN(len(letters))]
	}
	return string(text)
}
