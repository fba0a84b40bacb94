package strictjson_test

import (
	stdjson "encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// FuzzDecode: what Decode accepts, Check accepts, the standard library accepts,
// and has one canonical form.
func FuzzDecode(f *testing.F) {
	for _, c := range checkCases {
		if len(c.data) < 4096 {
			f.Add([]byte(c.data))
		}
	}
	f.Add([]byte(booking))
	f.Fuzz(func(t *testing.T, data []byte) {
		check := strictjson.Check(data, strictjson.Options{})
		var anything any
		err := strictjson.Decode(data, &anything, strictjson.Options{})
		var no *strictjson.Error
		beyond := errors.As(err, &no) && no.Kind == strictjson.Type // a number that no double holds, which is JSON
		if (err == nil) != (check == nil) && !beyond {
			t.Fatalf("Decode: %v, Check: %v", err, check)
		}
		var typed create
		err = strictjson.Decode(data, &typed, strictjson.Options{})
		if err == nil && check != nil {
			t.Fatalf("Decode accepts what Check refuses: %v", check)
		}
		if check != nil {
			return
		}
		if !stdjson.Valid(data) || !utf8.Valid(data) {
			t.Fatal("Check accepts what is not JSON")
		}
		canonical, err := strictjson.Canonical(data)
		if err != nil {
			return // a number beyond doubles
		}
		again, err := strictjson.Canonical(canonical)
		if err != nil || string(again) != string(canonical) {
			t.Fatalf("canonical form %s becomes %s (%v)", canonical, again, err)
		}
	})
}
