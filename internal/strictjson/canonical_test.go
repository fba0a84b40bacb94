package strictjson_test

import (
	"strings"
	"testing"

	"github.com/openservicekit/openservice/internal/strictjson"
)

func TestCanonical(t *testing.T) {
	for _, c := range []struct{ name, data, want string }{
		{"members by UTF-16 code unit", `{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
			"{\"\\r\":2,\"1\":4,\"\u0080\":6,\"\u00f6\":7,\"\u20ac\":1,\"\U0001f600\":5,\"\ufb33\":3}"},
		{"nested", ` { "b" : [ 3 , { "d" : 1 , "c" : 2 } ] , "a" : null } `, `{"a":null,"b":[3,{"c":2,"d":1}]}`},
		{"numbers", `[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0,9500.0,9.5e3,1e21,100e-2]`,
			`[333333333.3333333,1e+30,4.5,0.002,1e-27,0,9500,9500,1e+21,1]`},
		{"strings", `"\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"\/"`, `"€$\u000f\nA'B\"\\\\\"/"`},
		{"line separators stay", "\"\u2028\"", "\"\u2028\""},
		{"whole numbers up to 2^53", `[9007199254740991,9007199254740992]`, `[9007199254740991,9007199254740992]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := []byte(c.data)
			got, err := strictjson.Canonical(data)
			if err != nil || string(got) != c.want {
				t.Fatalf("got %s (%v), want %s", got, err, c.want)
			}
			if string(data) != c.data {
				t.Errorf("input was changed to %s", data)
			}
			again, err := strictjson.Canonical(got)
			if err != nil || string(again) != c.want {
				t.Errorf("canonical form is not stable: %s (%v)", again, err)
			}
		})
	}
}

func TestCanonicalRefuses(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       strictjson.Kind
	}{
		{"beyond a double", `{"a":1e400}`, strictjson.Value},
		{"beyond a double, negative", `[-1e999]`, strictjson.Value},
		{"beyond a double without exponent", `[1` + strings.Repeat("0", 309) + `]`, strictjson.Value},
		{"an exponent that overflows its own type", `[1e99999999999999999999]`, strictjson.Value},
		{"duplicate", `{"a":1,"a":1}`, strictjson.Duplicate},
		{"not JSON", `{1e400`, strictjson.Syntax},
		{"bad UTF-8", "\"\xff\"", strictjson.UTF8},
		{"trailing data", `1 1`, strictjson.Trailing},
		{"nesting without end", strings.Repeat(`[`, 20000) + strings.Repeat(`]`, 20000), strictjson.Syntax},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := strictjson.Canonical([]byte(c.data))
			wantKind(t, err, c.want)
			if got != nil {
				t.Errorf("refused, yet returned %s", got)
			}
		})
	}
	for _, fine := range []string{`1e308`, `"1e400"`, `{"1e400":1e-400}`, `"\"1e999"`, `[1e99,-1.5E+300]`} {
		if _, err := strictjson.Canonical([]byte(fine)); err != nil {
			t.Errorf("%s: %v", fine, err)
		}
	}
}
