package strictjson_test

import (
	stdjson "encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// checkCases holds documents that differ from a good one in a single respect.
var checkCases = []struct {
	name string
	data string
	want strictjson.Kind // "" means accepted
	path string
}{
	{"object", `{"a":1,"b":[true,null,"x"]}`, "", ""},
	{"scalar", ` 9.5e3 `, "", ""},
	{"same name in two objects", `{"a":{"b":1},"c":{"b":2}}`, "", ""},
	{"names that differ by case", `{"max_price":1,"MAX_PRICE":2}`, "", ""},
	{"null as a value", `null`, "", ""},
	{"empty", ``, strictjson.Syntax, ""},
	{"white space only", " \n", strictjson.Syntax, ""},
	{"cut short", `{"a":[1,`, strictjson.Syntax, ""},
	{"single quotes", `{'a':1}`, strictjson.Syntax, ""},
	{"trailing comma", `{"a":1,}`, strictjson.Syntax, ""},
	{"leading zero", `{"a":01}`, strictjson.Syntax, ""},
	{"NaN", `{"a":NaN}`, strictjson.Syntax, "a"},
	{"comment", `{"a":1}//`, strictjson.Trailing, ""},
	{"second document", `{"specVersion":"0.1"}{"specVersion":"0.1"}`, strictjson.Trailing, ""},
	{"closing brace too many", `{}}`, strictjson.Trailing, ""},
	{"raw newline in a string", "{\"a\":\"x\ny\"}", strictjson.Syntax, "a"},
	{"byte order mark", "\xef\xbb\xbf{}", strictjson.UTF8, ""},
	{"Latin-1 byte", "{\"a\":{\"b\":\"caf\xe9\"}}", strictjson.UTF8, "a.b"},
	{"overlong encoding", "{\"a\":\"\xc0\xaf\"}", strictjson.UTF8, "a"},
	{"lone surrogate", `{"a":"\ud800"}`, strictjson.UTF8, "a"},
	{"surrogate pair", `{"a":"\ud83d\ude00"}`, "", ""},
	{"duplicate", `{"a":1,"a":1}`, strictjson.Duplicate, "a"},
	{"duplicate deep inside", `[{"a":{"b":1,"c":{},"b":2}}]`, strictjson.Duplicate, "[0].a.b"},
	{"duplicate written with an escape", `{"a":1,"\u0061":2}`, strictjson.Duplicate, "a"},
	{"duplicate among many", `{` + manyMembers(200) + `,"m7":0}`, strictjson.Duplicate, "m7"},
	{"many members", `{` + manyMembers(200) + `}`, "", ""},
	{"duplicate and then cut short", `{"a":1,"a":2,`, strictjson.Syntax, ""},
	{"64 levels", nested(64), "", ""},
	{"65 levels", nested(65), strictjson.Depth, ""},
	{"many brackets, none deep", `[` + strings.Repeat(`[],{},`, 500) + `0]`, "", ""},
	{"brackets inside strings", `["` + strings.Repeat(`[{`, 100) + `","\"` + strings.Repeat(`[`, 100) + `"]`, "", ""},
	{"a million levels", strings.Repeat(`[`, 1_000_000), strictjson.Depth, ""},
	{"1 MiB", `"` + strings.Repeat("a", strictjson.MaxBytes-2) + `"`, "", ""},
	{"a byte more", `"` + strings.Repeat("a", strictjson.MaxBytes-1) + `"`, strictjson.Size, ""},
}

func manyMembers(n int) string {
	members := make([]string, n)
	for i := range members {
		members[i] = fmt.Sprintf(`"m%d":%d`, i, i)
	}
	return strings.Join(members, ",")
}

func nested(depth int) string {
	return strings.Repeat(`[`, depth/2) + strings.Repeat(`{"a":`, depth-depth/2) + `0` +
		strings.Repeat(`}`, depth-depth/2) + strings.Repeat(`]`, depth/2)
}

// TestRule01_Check: what crosses the trust boundary has one meaning or none.
func TestRule01_Check(t *testing.T) {
	for _, c := range checkCases {
		t.Run(c.name, func(t *testing.T) {
			err := strictjson.Check([]byte(c.data), strictjson.Options{})
			wantKind(t, err, c.want)
			var e *strictjson.Error
			if errors.As(err, &e) && c.path != "" && e.Path != c.path {
				t.Errorf("path %q, want %q", e.Path, c.path)
			}
			var v any
			wantKind(t, strictjson.Decode([]byte(c.data), &v, strictjson.Options{}), c.want)
			if c.want != "" && v != nil {
				t.Errorf("refused, yet left %v behind", v)
			}
		})
	}
}

func wantKind(t *testing.T, err error, want strictjson.Kind) {
	t.Helper()
	var e *strictjson.Error
	switch {
	case want == "" && err != nil:
		t.Errorf("refused: %v", err)
	case want != "" && !errors.As(err, &e):
		t.Errorf("error %v, want one of kind %s", err, want)
	case want != "" && e.Kind != want:
		t.Errorf("kind %s (%v), want %s", e.Kind, err, want)
	}
}

// TestLimits: a caller can move the limits, not remove them by leaving them out.
func TestLimits(t *testing.T) {
	wantKind(t, strictjson.Check([]byte(`[[0]]`), strictjson.Options{MaxDepth: 1}), strictjson.Depth)
	wantKind(t, strictjson.Check([]byte(nested(65)), strictjson.Options{MaxDepth: 65}), "")
	wantKind(t, strictjson.Check([]byte(`[0]`), strictjson.Options{MaxBytes: 2}), strictjson.Size)
	wantKind(t, strictjson.Check([]byte(nested(65)), strictjson.Options{MaxDepth: -1}), strictjson.Depth)
}

type limit struct {
	AmountMinor int64  `json:"amount_minor"`
	Currency    string `json:"currency"`
}

type mandate struct {
	ID             string             `json:"id"`
	AllowedActions []string           `json:"allowed_actions,omitempty"`
	MaxPrice       *limit             `json:"max_price,omitempty"`
	AllowPolicyFee bool               `json:"allow_policy_fee,omitempty"`
	Weights        map[string]float64 `json:"weights,omitempty"`
	Extensions     stdjson.RawMessage `json:"extensions,omitempty"`
	Anything       any                `json:"anything,omitempty"`
	Strict         picky              `json:"strict,omitempty"`
	Nested         forwarding         `json:"nested,omitzero"`
}

type create struct {
	Mandate mandate `json:"mandate"`
	Date    string  `json:"date"`
}

// picky refuses with an explanation, and quotes the value only where %v would.
type picky string

type pickyError struct{ got string }

func (e *pickyError) Error() string      { return "unacceptable " + e.got }
func (e *pickyError) JSONDetail() string { return "must be polite" }

func (p *picky) UnmarshalJSON(b []byte) error {
	if string(b) == `"please"` {
		*p = "please"
		return nil
	}
	if string(b) == `"mute"` {
		return errors.New("no reason given for " + string(b))
	}
	return &pickyError{string(b)}
}

// forwarding reads itself with this package, as types with extensions do.
type forwarding struct{ A string }

func (f *forwarding) UnmarshalJSON(b []byte) error {
	var plain struct {
		A string `json:"a"`
	}
	if err := strictjson.Decode(b, &plain, strictjson.Options{}); err != nil {
		return err
	}
	f.A = plain.A
	return nil
}

// TestRule01_Decode and rule 3: what does not fit the type is refused, by the
// path of the member.
func TestRule01_Decode(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       strictjson.Kind
		text       string
	}{
		{"name in another case", `{"mandate":{"id":"m","MAX_PRICE":{}}}`, strictjson.Unknown,
			"mandate.MAX_PRICE is not a known member (did you mean max_price?)"},
		{"unknown member", `{"mandate":{"id":"m","max_extra_fee":{}}}`, strictjson.Unknown,
			"mandate.max_extra_fee is not a known member"},
		{"misspelt member", `{"mandate":{"allow_policy_fees":true}}`, strictjson.Unknown,
			"mandate.allow_policy_fees is not a known member (did you mean allow_policy_fee?)"},
		{"unknown member at the top", `{"colour":"red"}`, strictjson.Unknown, "colour is not a known member"},
		{"string for a number", `{"mandate":{"max_price":{"amount_minor":"95"}}}`, strictjson.Type,
			"mandate.max_price.amount_minor must be a whole number in range"},
		{"fraction for a whole number", `{"mandate":{"max_price":{"amount_minor":0.5}}}`, strictjson.Type,
			"mandate.max_price.amount_minor must be a whole number in range"},
		{"number too large", `{"mandate":{"max_price":{"amount_minor":99999999999999999999}}}`, strictjson.Type,
			"mandate.max_price.amount_minor must be a whole number in range"},
		{"number for a string", `{"mandate":{"allowed_actions":["a",7]}}`, strictjson.Type,
			"mandate.allowed_actions[1] must be a string"},
		{"string for an array", `{"mandate":{"allowed_actions":"booking.create"}}`, strictjson.Type,
			"mandate.allowed_actions must be an array"},
		{"array for an object", `{"mandate":[]}`, strictjson.Type, "mandate must be an object"},
		{"array for the whole", `[]`, strictjson.Type, "document must be an object"},
		{"string for a boolean", `{"mandate":{"allow_policy_fee":"true"}}`, strictjson.Type,
			"mandate.allow_policy_fee must be true or false"},
		{"string for a number in a map", `{"mandate":{"weights":{"a":"b"}}}`, strictjson.Type,
			"mandate.weights.a must be a number in range"},

		{"null for the whole", `null`, strictjson.Null, "document is null"},
		{"null for an object", `{"mandate":null}`, strictjson.Null, "mandate is null"},
		{"null for a string", `{"date":null}`, strictjson.Null, "date is null"},
		{"null for a pointer", `{"mandate":{"max_price":null}}`, strictjson.Null, "mandate.max_price is null"},
		{"null for an array", `{"mandate":{"allowed_actions":null}}`, strictjson.Null, "mandate.allowed_actions is null"},
		{"null in an array", `{"mandate":{"allowed_actions":["a",null]}}`, strictjson.Null, "mandate.allowed_actions[1] is null"},
		{"null for a boolean", `{"mandate":{"allow_policy_fee":null}}`, strictjson.Null, "mandate.allow_policy_fee is null"},
		{"null for a map", `{"mandate":{"weights":null}}`, strictjson.Null, "mandate.weights is null"},
		{"null in a map", `{"mandate":{"weights":{"a":null}}}`, strictjson.Null, "mandate.weights.a is null"},
		{"null for a number", `{"mandate":{"max_price":{"amount_minor":null}}}`, strictjson.Null,
			"mandate.max_price.amount_minor is null"},
		{"null for a type that reads itself", `{"mandate":{"strict":null}}`, strictjson.Null, "mandate.strict is null"},
		{"null inside a type that reads itself", `{"mandate":{"nested":{"a":null}}}`, strictjson.Null, "mandate.nested.a is null"},
		{"null as raw JSON", `{"mandate":{"extensions":null,"anything":null}}`, "", ""},
		{"null inside raw JSON", `{"mandate":{"extensions":{"a":null},"anything":{"a":[null]}}}`, "", ""},
		{"the word null in a string", `{"date":"null"}`, "", ""},

		{"a type's own refusal", `{"mandate":{"strict":"secret"}}`, strictjson.Value, "mandate.strict must be polite"},
		{"a type's mute refusal", `{"mandate":{"strict":"mute"}}`, strictjson.Value, "mandate.strict is not accepted"},
		{"a type's acceptance", `{"mandate":{"strict":"please"}}`, "", ""},
		{"duplicate inside raw JSON", `{"mandate":{"extensions":{"a":1,"a":2}}}`, strictjson.Duplicate,
			"mandate.extensions.a appears twice"},
		{"a later syntax error wins over an earlier wrong type", `{"date":7,"mandate":{]}`, strictjson.Syntax, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := create{Date: "left over"}
			err := strictjson.Decode([]byte(c.data), &got, strictjson.Options{})
			wantKind(t, err, c.want)
			if c.text != "" && err.Error() != c.text {
				t.Errorf("text\n %q, want\n %q", err, c.text)
			}
			if err != nil && !cmp.Equal(got, create{}) {
				t.Errorf("refused, yet left %+v behind", got)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("error quotes the value: %v", err)
			}
		})
	}
}

// TestRule01_DecodeDiscards: nothing of an earlier value shines through.
func TestRule01_DecodeDiscards(t *testing.T) {
	got := create{Mandate: mandate{ID: "old", AllowPolicyFee: true}, Date: "2026-05-05"}
	if err := strictjson.Decode([]byte(`{"mandate":{"id":"new"}}`), &got, strictjson.Options{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(create{Mandate: mandate{ID: "new"}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAllowUnknown(t *testing.T) {
	var got create
	data := []byte(`{"date":"2026-05-05","x":null,"mandate":{"y":{"z":null},"id":"m"}}`)
	if err := strictjson.Decode(data, &got, strictjson.Options{AllowUnknown: true}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(create{Date: "2026-05-05", Mandate: mandate{ID: "m"}}, got); diff != "" {
		t.Error(diff)
	}
	bad := []byte(`{"x":{"a":1,"a":2}}`)
	wantKind(t, strictjson.Decode(bad, &got, strictjson.Options{AllowUnknown: true}), strictjson.Duplicate)
	wrongCase := []byte(`{"DATE":"2026-05-05"}`)
	if err := strictjson.Decode(wrongCase, &got, strictjson.Options{AllowUnknown: true}); err != nil || got.Date != "" {
		t.Errorf("DATE was read as date (%q, %v)", got.Date, err)
	}
}

func TestDecodeNeedsAPointer(t *testing.T) {
	var nilPointer *create
	for _, v := range []any{nil, create{}, nilPointer} {
		var e *strictjson.Error
		if err := strictjson.Decode([]byte(`{}`), v, strictjson.Options{}); err == nil || errors.As(err, &e) {
			t.Errorf("Decode into %T: %v, want a programming error", v, err)
		}
	}
}

// TestError: the cause is there for errors.As, and names cannot forge log lines.
func TestError(t *testing.T) {
	var got create
	err := strictjson.Decode([]byte(`{"mandate":{"strict":"rude"}}`), &got, strictjson.Options{})
	var cause *pickyError
	if !errors.As(err, &cause) || cause.got != `"rude"` {
		t.Errorf("cause not found in %v", err)
	}
	want := &strictjson.Error{Pointer: "/mandate/strict", Path: "mandate.strict", Kind: strictjson.Value, Detail: "must be polite"}
	if diff := cmp.Diff(want, err, cmpopts.IgnoreUnexported(strictjson.Error{})); diff != "" {
		t.Error(diff)
	}

	err = strictjson.Decode([]byte(`{"a\nb\u202e~/`+strings.Repeat("x", 100)+`":1}`), &got, strictjson.Options{})
	var e *strictjson.Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if want := "a?b?~/" + strings.Repeat("x", 58) + "..."; e.Path != want {
		t.Errorf("path %q, want %q", e.Path, want)
	}
	if !strings.HasPrefix(e.Pointer, "/a\nb\u202e~0~1x") {
		t.Errorf("pointer %q is not exact", e.Pointer)
	}
}
