package osp_test

import (
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// textPlaces are members whose texts have a form.
var textPlaces = []string{"/business/websiteUrl", "/business/email", "/business/timeZone", "/updatedAt", "/services/0/slug", "/services/0/category",
	"/coverage/postalCodes/0", "/bookingPolicy/windows/0/start", "/bookingPolicy/windows/1/id", "/locations/0/hours/exceptions/0/date", "/locations/0/address/region",
	"/business/phone", "/business/displayName", "/locations/1/id"}

// FuzzTexts puts a text where texts have a form: the verdict is the oracle's.
func FuzzTexts(f *testing.F) {
	for _, v := range pool {
		if s, ok := v.(string); ok && len(s) < 60 {
			for i := range textPlaces {
				f.Add(uint8(i), s)
			}
		}
	}
	o, zones := newOracle(f), wallclock.SystemZones()
	f.Fuzz(func(t *testing.T, place uint8, s string) {
		at := textPlaces[int(place)%len(textPlaces)]
		if at == "/updatedAt" && isLeapSecond(s) {
			return // the library and RFC 3339 differ on when there is one
		}
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, o, zones, changed(t, hvac, change{at, string(raw)}))
	})
}

func isLeapSecond(s string) bool { return len(s) > 19 && s[17:19] == "60" }

// Web addresses are https URIs of RFC 3986 with a host.
func TestWebAddresses(t *testing.T) {
	for _, s := range []string{
		"https://a.example", "https://a.example/", "https://A.example:8443/a/b;c=d?x=y&z=%20#top", "https://192.0.2.1/", "https://[2001:db8::1]:443/?q", "https://a.example?q",
		"https://xn--bcher-kva.example/", "https://a.example:/", "https://a.example/a:b@c", "https://a.example/(x)'!$&*+,",
	} {
		if got := issuesOf(t, changed(t, hvac, change{"/business/websiteUrl", `"` + s + `"`})); got != nil {
			t.Errorf("%s: %v", s, got)
		}
	}
	for s, rule := range map[string]osp.Rule{
		"": osp.RulePattern, "a.example": osp.RulePattern, "http://a.example": osp.RulePattern, "HTTPS://a.example": osp.RulePattern, " https://a.example": osp.RulePattern,
		"javascript:alert(1)": osp.RulePattern, "//a.example": osp.RulePattern,
		"https://": osp.RuleFormat, "https:///path": osp.RuleFormat, "https://bad host/": osp.RuleFormat, "https://a.example/a b": osp.RuleFormat, "https://a.example/é": osp.RuleFormat,
		"https://bücher.example/": osp.RuleFormat, "https://a.example/%zz": osp.RuleFormat, "https://a.example/%4": osp.RuleFormat, "https://a.example:https/": osp.RuleFormat,
		"https://a.example/<script>": osp.RuleFormat, "https://a.example/\\\"": osp.RuleFormat, "https://[::1": osp.RuleFormat, "https://[::1]x/": osp.RuleFormat,
		"https://[fe80::1%25eth0]/": osp.RuleFormat, "https://::1/": osp.RuleFormat, "https://a.example/{id}": osp.RuleFormat, "https://a.example/a|b": osp.RuleFormat,
		"https://a.example/#a#b": osp.RuleFormat, "https://a%2eexample/": osp.RuleFormat, "https://a@b@c.example/": osp.RuleFormat, "https://@/": osp.RuleFormat,
	} {
		if got := issuesOf(t, changed(t, hvac, change{"/business/websiteUrl", `"` + s + `"`})); len(got) != 1 || got[0].Rule != rule {
			t.Errorf("%s: %v", s, got)
		}
	}
}

func TestEmailAddresses(t *testing.T) {
	for s, ok := range map[string]bool{
		"a@b": true, "first.last+tag@mail.example": true, "o'neil@a-b.example": true, `\"a b\"@c.example`: true, "a@[192.0.2.1]": true, "a@[IPv6:2001:db8::1]": true,
		"": false, "a": false, "@b": false, "a@": false, "a@@b": false, "a b@c": false, ".a@b": false, "a.@b": false, "a..b@c": false, "a@-b": false, "a@b-": false, "a@b..c": false,
		"a@b.": false, "é@b": false, "a@é.example": false, "a@[192.0.2.256]": false, "a@[2001:db8::1]": false, "a@[IPv6:192.0.2.1]": false, "a@[192.0.2.1": false, "<a@b>": false, "a@b c": false,
	} {
		got := issuesOf(t, changed(t, hvac, change{"/business/email", `"` + s + `"`}))
		if (got == nil) != ok || len(got) > 1 || len(got) == 1 && got[0].Rule != osp.RuleFormat {
			t.Errorf("%s: %v", s, got)
		}
	}
}

// Lengths count code points, as JSON Schema does.
func TestLengthsCountCodePoints(t *testing.T) {
	long := func(n int) string {
		b := make([]rune, n)
		for i := range b {
			b[i] = '🔧'
		}
		return `"` + string(b) + `"`
	}
	for _, c := range []struct {
		at  string
		max int
	}{{"/business/displayName", 120}, {"/business/phone", 40}, {"/services/0/description", 600}, {"/locations/0/hours/exceptions/0/label", 80}, {"/bookingPolicy/windows/0/label", 40}} {
		if got := issuesOf(t, changed(t, hvac, change{c.at, long(c.max)})); got != nil {
			t.Errorf("%s of %d: %v", c.at, c.max, got)
		}
		if got := issuesOf(t, changed(t, hvac, change{c.at, long(c.max + 1)})); len(got) != 1 || got[0].Rule != osp.RuleMaxLength {
			t.Errorf("%s of %d: %v", c.at, c.max+1, got)
		}
	}
	if got := issuesOf(t, changed(t, hvac, change{"/business/phone", long(6)})); len(got) != 1 || got[0].Rule != osp.RuleMinLength {
		t.Errorf("a phone of 6 characters in 24 bytes: %v", got)
	}
}

// A hostile document costs no more than its size: many members, long texts, long numbers, repeated identifiers.
func TestHostileDocumentsAreCheap(t *testing.T) {
	big := func(n int, entry func(int) string) string {
		out := []byte{}
		for i := range n {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, entry(i)...)
		}
		return string(out)
	}
	digits := make([]byte, 200_000)
	for i := range digits {
		digits[i] = '9'
	}
	docs := map[string][]byte{
		"members":   changed(t, hvac, change{"/x", "{" + big(30_000, func(i int) string { return `"m` + strconv.Itoa(i) + `":0` }) + "}"}),
		"top level": []byte("{" + big(30_000, func(i int) string { return `"m` + strconv.Itoa(i) + `":0` }) + "}"),
		"services":  changed(t, hvac, change{"/services", "[" + big(10_000, func(i int) string { return `{"slug":"s` + strconv.Itoa(i) + `","name":"S"}` }) + "]"}),
		"ZIPs":      changed(t, hvac, change{"/coverage/postalCodes", "[" + big(100_000, func(i int) string { return `"` + strconv.Itoa(100_000 + i)[1:] + `"` }) + "]"}),
		"digits":    changed(t, hvac, change{"/coverage/radius/0/miles", string(digits)}),
		"exponent":  changed(t, hvac, change{"/bookingPolicy/minimumDaysAhead", "1e" + string(digits)}),
		"refs":      changed(t, hvac, change{"/services/0/locationIds", "[" + big(30_000, func(i int) string { return `"l` + strconv.Itoa(i) + `"` }) + "]"}),
	}
	zones := wallclock.SystemZones()
	for name, data := range docs {
		start := time.Now()
		_, _ = osp.Parse(data, &osp.ParseOptions{Zones: zones})
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s: %d bytes took %v", name, len(data), d)
		}
	}
}
