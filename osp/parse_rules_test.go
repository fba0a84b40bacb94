package osp_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// Rule 1: what a careful reader and a careless one would understand differently is refused.
func TestRule01_Bytes(t *testing.T) {
	valid := exampleManifest(t, hvac)
	replace := func(old, new string) []byte {
		out := bytes.Replace(valid, []byte(old), []byte(new), 1)
		if bytes.Equal(out, valid) {
			t.Fatalf("%s is not in the example", old)
		}
		return out
	}
	const phone = `"phone": "+1 386 555 0142"`
	tests := []struct {
		name string
		data []byte
		path string
	}{
		{"empty", nil, "$"},
		{"white space", []byte("  \n"), "$"},
		{"cut short", valid[:len(valid)/2], ""},
		{"invalid UTF-8", replace("Palmetto Air & Heat", "Palmetto \xff"), ""},
		{"lone surrogate", replace("Palmetto Air & Heat", `Palmetto \ud800`), ""},
		{"byte order mark", append([]byte("\xef\xbb\xbf"), valid...), "$"},
		{"duplicate member", replace(phone, phone+`,"phone": "1234567"`), "business.phone"},
		{"duplicate member by escape", replace(phone, phone+`,"ph\u006fne": "1234567"`), "business.phone"},
		{"duplicate unknown member", replace(phone, phone+`,"x":{"y":1,"y":1}`), "business.x.y"},
		{"trailing comma", replace(phone, phone+`,`), ""},
		{"trailing data", append(bytes.Clone(valid), " x"...), "$"},
		{"comment", append([]byte("// note\n"), valid...), ""},
		{"single quotes", replace(`"phone"`, `'phone'`), ""},
		{"raw line break in a text", replace("Palmetto Air & Heat", "Palmetto\nAir"), ""},
		{"number with a leading zero", replace(`"minimumDaysAhead": 1`, `"minimumDaysAhead": 01`), ""},
		{"word cut short", replace(`"isPrimary": true`, `"isPrimary": tru`), ""},
		{"another word", replace(`"isPrimary": true`, `"isPrimary": trap`), ""},
		{"bad escape", replace("Palmetto Air & Heat", `Palmetto \x41`), ""},
		{"no digits behind the point", replace(`"minimumDaysAhead": 1`, `"minimumDaysAhead": 1.`), ""},
		{"no digits behind the exponent", replace(`"minimumDaysAhead": 1`, `"minimumDaysAhead": 1e`), ""},
		{"only a sign", replace(`"minimumDaysAhead": 1`, `"minimumDaysAhead": -`), ""},
		{"no colon", replace(`"isPrimary": true`, `"isPrimary" true`), ""},
		{"no comma between members", replace(phone+",", phone), ""},
		{"no comma between entries", replace(`"32114",`, `"32114"`), ""},
		{"name without quotes", replace(`"phone"`, `phone`), ""},
		{"text without an end", valid[:bytes.Index(valid, []byte("Palmetto"))+3], ""},
		{"escape without an end", append(bytes.Clone(valid[:bytes.Index(valid, []byte("Palmetto"))+3]), '\\'), ""},
		{"number with a plus", replace(`"minimumDaysAhead": 1`, `"minimumDaysAhead": +1`), ""},
		{"not a number", replace(`"minimumDaysAhead": 1`, `"minimumDaysAhead": NaN`), ""},
		{"nested 65 deep", replace(phone, phone+`,"x":`+strings.Repeat("[", 63)+strings.Repeat("]", 63)), "$"},
		{"over 1 MiB", append(bytes.Clone(valid), bytes.Repeat([]byte(" "), 1<<20)...), "$"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := issuesOf(t, tt.data)
			if len(got) != 1 || got[0].Rule != osp.RuleJSON || got[0].Source != "RFC 8259" || got[0].Message == "" {
				t.Fatalf("%v", got)
			}
			if tt.path != "" && got[0].Path != tt.path {
				t.Errorf("path is %q, not %q", got[0].Path, tt.path)
			}
		})
	}
	if got := issuesOf(t, replace(phone, phone+`,"x":`+strings.Repeat("[", 62)+strings.Repeat("]", 62))); got != nil {
		t.Errorf("64 deep: %v", got)
	}
	if got := issuesOf(t, replace(`"phone"`, `"Phone"`)); len(got) != 1 || got[0].Path != "business.phone" {
		t.Errorf("names match letter for letter: %v", got)
	}
}

// Rule 1 again: the limit on size is an option.
func TestRule01_MaxBytes(t *testing.T) {
	data := exampleManifest(t, hvac)
	if _, err := osp.Parse(data, &osp.ParseOptions{MaxBytes: len(data)}); err != nil {
		t.Error(err)
	}
	if _, err := osp.Parse(data, &osp.ParseOptions{MaxBytes: len(data) - 1}); err == nil {
		t.Error("a document over the limit is read")
	}
	large := append(bytes.Clone(data), bytes.Repeat([]byte(" "), 1<<20)...)
	if _, err := osp.Parse(large, &osp.ParseOptions{MaxBytes: 2 << 20}); err != nil {
		t.Error(err)
	}
}

// Rule 2: unknown members are tolerated in a manifest, and survive (P-043, P-263).
func TestRule02_UnknownMembersSurvive(t *testing.T) {
	survives(t, nil, changed(t, hvac,
		change{"/x", `{"deep":[1,2.50,{"a":null}]}`},
		change{"/business/DisplayName", `"other case, other member"`},
		change{"/locations/0/hours/weekly/monday/note", `"by the side door"`},
		change{"/services/0/", `"an empty name"`},
		change{"/coverage/radius/0/weird name", `true`},
		change{"/extensions", `{"com.example.vendor":{"k":"\u00e9\n"},"com.example.other":null}`},
	))
	survives(t, nil, changed(t, hvac, change{"/extensions", `{}`}))
}

// Rule 3: an integer is any number that is mathematically one; null is not absence.
func TestRule03_Integers(t *testing.T) {
	read := func(raw string) (int, []osp.Issue) {
		data := bytes.Replace(exampleManifest(t, hvac), []byte(`"maximumDaysAhead": 45`), []byte(`"maximumDaysAhead": `+raw), 1)
		m, err := osp.Parse(data, nil)
		if err != nil {
			return 0, issuesOf(t, data)
		}
		return m.BookingPolicy.MaxDaysAhead(), nil
	}
	for raw, want := range map[string]int{"45": 45, "45.0": 45, "4.5e1": 45, "4.5E+1": 45, "450e-1": 45, "0.045e3": 45, "45.000000000000000000000000": 45, "1": 1, "365": 365} {
		if got, issues := read(raw); got != want || issues != nil {
			t.Errorf("%s: %d, %v", raw, got, issues)
		}
	}
	for raw, rule := range map[string]osp.Rule{
		"45.5": osp.RuleType, "1e-1": osp.RuleType, `"45"`: osp.RuleType, "null": osp.RuleType, "true": osp.RuleType, "4.5e0": osp.RuleType,
		"0": osp.RuleMinimum, "-1": osp.RuleMinimum, "-1e300": osp.RuleMinimum, "-0": osp.RuleMinimum, "0e999999999999999999999": osp.RuleMinimum,
		"366": osp.RuleMaximum, "1e999999999999999999999": osp.RuleMaximum, "45000000000000000000000": osp.RuleMaximum, "1e-999999999999999999999": osp.RuleType,
	} {
		if _, issues := read(raw); len(issues) != 1 || issues[0].Rule != rule {
			t.Errorf("%s: %v", raw, issues)
		}
	}
}

// Numbers at a bound are judged by their digits, which a float64 doesn't all hold.
func TestNumbersAtTheBound(t *testing.T) {
	read := func(old, raw string) []osp.Issue {
		data := bytes.Replace(exampleManifest(t, hvac), []byte(old), []byte(raw), 1)
		if bytes.Equal(data, exampleManifest(t, hvac)) {
			t.Fatalf("%s is not in the example", old)
		}
		return issuesOf(t, data)
	}
	for raw, rule := range map[string]osp.Rule{
		"500": "", "500.000": "", "5e2": "", "1e-300": "", "499.99999999999999999999": "",
		"500.00000000000000000001": osp.RuleMaximum, "501": osp.RuleMaximum, "1e400": osp.RuleMaximum,
		"0": osp.RuleExclusiveMinimum, "-0.0": osp.RuleExclusiveMinimum, "-1": osp.RuleExclusiveMinimum, "-1e400": osp.RuleExclusiveMinimum,
	} {
		issues := read(`"miles": 25`, `"miles": `+raw)
		if rule == "" && issues != nil || rule != "" && (len(issues) != 1 || issues[0].Rule != rule) {
			t.Errorf("%s miles: %v", raw, issues)
		}
	}
	for raw, rule := range map[string]osp.Rule{
		"90": "", "-90": "", "90.0": "", "0": "", "90.00000000000000000001": osp.RuleMaximum, "-90.00000000000000000001": osp.RuleMinimum,
		"91": osp.RuleMaximum, "-1e400": osp.RuleMinimum,
	} {
		issues := read(`"latitude": 29.2108`, `"latitude": `+raw)
		if rule == "" && issues != nil || rule != "" && (len(issues) != 1 || issues[0].Rule != rule) {
			t.Errorf("latitude %s: %v", raw, issues)
		}
	}
}

// Rule 8: times and dates are strict and real.
func TestRule08_TimesAndDates(t *testing.T) {
	clock := func(s string) []osp.Issue {
		return issuesOf(t, changed(t, hvac, change{"/bookingPolicy/windows/0/start", `"` + s + `"`}))
	}
	for _, s := range []string{"00:00", "08:00", "11:59"} {
		if got := clock(s); got != nil {
			t.Errorf("%s: %v", s, got)
		}
	}
	for _, s := range []string{"", "8:00", "08:0", "08:00:00", "08.00", "0800", "24:00", "08:60", " 08:00", "08:00Z", "08:00+01:00", "８:00", "08:00 AM"} {
		if got := clock(s); len(got) != 1 || got[0].Rule != osp.RulePattern {
			t.Errorf("%q: %v", s, got)
		}
	}
	date := func(s string) []osp.Issue {
		return issuesOf(t, changed(t, hvac, change{"/locations/0/hours/exceptions/0/date", `"` + s + `"`}))
	}
	for _, s := range []string{"2026-12-31", "2024-02-29", "2000-02-29"} {
		if got := date(s); got != nil {
			t.Errorf("%s: %v", s, got)
		}
	}
	for s, rule := range map[string]osp.Rule{"2026-02-29": osp.RuleFormat, "1900-02-29": osp.RuleFormat, "2026-04-31": osp.RuleFormat, "2026-13-01": osp.RuleFormat,
		"2026-00-10": osp.RuleFormat, "2026-01-00": osp.RuleFormat, "2026-1-1": osp.RulePattern, "26-01-01": osp.RulePattern, "2026/01/01": osp.RulePattern,
		"20260101": osp.RulePattern, "2026-01-01T00:00": osp.RulePattern, "": osp.RulePattern, "+2026-01-01": osp.RulePattern} {
		if got := date(s); len(got) != 1 || got[0].Rule != rule {
			t.Errorf("%q: %v", s, got)
		}
	}
	for s, ok := range map[string]bool{
		"2026-09-07T14:00:00Z": true, "2026-09-07T14:00:00.000Z": true, "2026-09-07T10:00:00-04:00": true, "2026-09-07t14:00:00z": true,
		"2026-09-07T14:00Z": false, "2026-09-07T14:00:00": false, "2026-09-07 14:00:00Z": false, "2026-02-30T14:00:00Z": false,
		"2026-09-07T24:00:00Z": false, "2026-09-07": false, "2026-09-07T14:00:00,5Z": false, "2026-09-07T14:00:00+0400": false,
	} {
		if got := issuesOf(t, changed(t, hvac, change{"/updatedAt", `"` + s + `"`})); (got == nil) != ok {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// Rule 50: options are copied, and the zero ones are the strict ones.
func TestRule50_Options(t *testing.T) {
	var opts osp.ParseOptions
	if _, err := osp.Parse(exampleManifest(t, hvac), &opts); err != nil {
		t.Fatal(err)
	}
	if opts != (osp.ParseOptions{}) {
		t.Error("Parse wrote into its options")
	}
	lint := osp.LintOptions{}
	osp.Lint(parseChanged(t, hvac), &lint)
	if lint != (osp.LintOptions{}) {
		t.Error("Lint wrote into its options")
	}
}

// A manifest shares nothing with the bytes it was read from.
func TestParseCopies(t *testing.T) {
	data := changed(t, hvac, change{"/extensions", `{"com.example.vendor":{"a":"b"}}`})
	m, err := osp.Parse(data, &osp.ParseOptions{Zones: wallclock.SystemZones()})
	if err != nil {
		t.Fatal(err)
	}
	before, err := osp.Encode(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		data[i] = 'x'
	}
	after, err := osp.Encode(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(before), string(after)); diff != "" {
		t.Error(diff)
	}
}

// Rule 45: a code is an error, and found through any wrapping.
func TestRule45_Codes(t *testing.T) {
	err := errors.Join(errors.New("other"), errorString{osp.CodeClosedDay})
	if !errors.Is(err, osp.CodeClosedDay) || errors.Is(err, osp.CodeInvalidDate) {
		t.Error("a wrapped code is not found")
	}
	if osp.CodeClosedDay.Error() != "closed_day" {
		t.Error(osp.CodeClosedDay.Error())
	}
}

type errorString struct{ error }

func (e errorString) Unwrap() error { return e.error }
