package osp_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// textOf is a JSON text of n characters, each of which is more than one byte.
func textOf(n int) string { return `"` + strings.Repeat("é", n) + `"` }

// slugOf is a JSON text of n characters that have the form of a slug.
func slugOf(n int) string { return `"` + strings.Repeat("a", n) + `"` }

// arrayOf is a JSON array of the values that a function gives for 0 to n-1.
func arrayOf(n int, value func(i int) string) string {
	var list []string
	for i := range n {
		list = append(list, value(i))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// The bounds and forms of Appendix A, each with the last value inside and the first outside (P-046 to P-099, P-110, P-112,
// P-228, P-273 to P-295). A schema library with the printed schema gives the same verdict on each.
func TestClausesManifestBounds(t *testing.T) {
	o := newOracle(t)
	url := func(i int) string { return `"https://reviews.example/` + strconv.Itoa(i) + `"` }
	trade := func(i int) string { return `"trade ` + strconv.Itoa(i) + `"` }
	email := func(n int) string {
		return `"` + strings.Repeat("a", 60) + "@" + strings.Repeat("b.", (n-61-9)/2) + `b.example` + `"`
	}
	for _, c := range []struct {
		manifest, at string
		in, out      []string // raw values; an empty one removes the member
	}{
		{hvac, "/specVersion", []string{`"0.1"`}, nil},
		{hvac, "/updatedAt", []string{`"2026-09-07T14:00:00-04:00"`}, []string{"", `"2026-09-07"`, `7`}},
		{hvac, "/conformance", []string{""}, []string{`{}`, `3`}},
		{hvac, "/conformance/level", []string{"1", "3", "2.0"}, []string{"0", "4", "2.5", `"3"`, ""}},
		{hvac, "/business/displayName", []string{textOf(1), textOf(120)}, []string{"", `""`, textOf(121)}},
		{hvac, "/business/legalName", []string{"", textOf(1), textOf(200)}, []string{`""`, textOf(201)}},
		{hvac, "/business/trades", []string{arrayOf(1, trade), arrayOf(5, trade), `["landscaping"]`}, []string{"", "[]", arrayOf(6, trade), `["a","a"]`, `"a"`}},
		{hvac, "/business/trades/0", []string{textOf(1), textOf(60)}, []string{`""`, textOf(61), `1`}},
		{hvac, "/business/serviceModel", []string{`"on_site"`, `"in_shop"`, `"both"`}, []string{"", `"mobile"`, `"On_site"`}},
		{hvac, "/business/parentOrganization", []string{`{"name":"P","url":"https://p.example"}`, `{"name":` + textOf(200) + `,"url":"https://p.example"}`},
			[]string{`{"name":"P"}`, `{"url":"https://p.example"}`, `{"name":"","url":"https://p.example"}`, `{"name":` + textOf(201) + `,"url":"https://p.example"}`}},
		{hvac, "/business/reviewProfiles", []string{"", "[]", arrayOf(10, url)}, []string{arrayOf(11, url), `["https://a.example","https://a.example"]`, `["http://a.example"]`}},
		{hvac, "/business/description", []string{"", `""`, textOf(600)}, []string{textOf(601)}},
		{hvac, "/business/websiteUrl", []string{`"https://a.example"`}, []string{"", `"http://a.example"`, `"HTTPS://a.example"`, `""`}},
		{hvac, "/business/phone", []string{textOf(7), textOf(40), `"(386) 555-0142"`}, []string{"", textOf(6), textOf(41)}},
		{hvac, "/business/email", []string{"", email(254)}, []string{email(256), `"jordan"`}},
		{hvac, "/business/yearsInBusiness", []string{"", "0", "200"}, []string{"-1", "201", "1.5"}},
		{hvac, "/business/timeZone", []string{`"America/Indiana/Knox"`, `"Etc/GMT+5"`}, []string{"", `"UTC"`, `"EST5EDT"`, `"America"`, `"America/"`, `"-05:00"`}},
		{hvac, "/locations/1/id", []string{`"palm-coast"`}, []string{"", `"Palm"`, `"-palm"`, `"palm coast"`, `""`}},
		{hvac, "/locations/0/name", []string{textOf(120)}, []string{"", `""`, textOf(121)}},
		{hvac, "/locations/0/isPrimary", nil, []string{"", `"true"`, "1"}},
		{hvac, "/locations/0/address", nil, []string{""}},
		{hvac, "/locations/0/address/street", []string{textOf(200)}, []string{"", `""`, textOf(201)}},
		{hvac, "/locations/0/address/city", []string{textOf(100)}, []string{"", `""`, textOf(101)}},
		{hvac, "/locations/0/address/region", []string{`"PR"`}, []string{"", `"fl"`, `"Florida"`}},
		{hvac, "/locations/0/address/postalCode", []string{`"00501"`}, []string{"", `"3211"`, `"32114-1234"`, `32114`}},
		{hvac, "/locations/0/address/country", []string{`"US"`}, []string{"", `"CA"`, `"us"`}},
		{hvac, "/locations/0/geo/latitude", []string{"-90", "90"}, []string{"", "-90.1", "90.1"}},
		{hvac, "/locations/0/geo/longitude", []string{"-180", "180"}, []string{"", "-180.1", "180.1"}},
		{hvac, "/locations/0/phone", []string{"", textOf(7), textOf(40)}, []string{textOf(6), textOf(41)}},
		{hvac, "/locations/0/email", []string{email(254)}, []string{email(256)}},
		{hvac, "/locations/0/hours", nil, []string{"", `{}`}},
		{hvac, "/locations/0/hours/weekly/sunday", []string{`"24_hours"`}, []string{"", `"Closed"`, `{"open":"08:00"}`, `{"open":"8:00","close":"17:00"}`, `{"open":"08:00","close":"24:00"}`}},
		{hvac, "/locations/0/hours/note", []string{"", textOf(200)}, []string{textOf(201)}},
		{hvac, "/locations/0/hours/exceptions/0/label", []string{"", textOf(80)}, []string{textOf(81)}},
		{hvac, "/locations/0/pageUrl", []string{""}, []string{`"/daytona"`, `"http://a.example"`}},
		{hvac, "/locations/0/acceptsWalkIns", []string{"true"}, []string{`"yes"`}},
		{hvac, "/locations", nil, []string{"", "[]"}},
		{hvac, "/services", nil, []string{"", "[]"}},
		{hvac, "/services/0/slug", []string{slugOf(80), `"0"`}, []string{"", slugOf(81), `"AC"`, `"a_b"`, `"-a"`, `""`}},
		{hvac, "/services/0/name", []string{textOf(120)}, []string{"", `""`, textOf(121)}},
		{hvac, "/services/0/category", []string{"", slugOf(80)}, []string{slugOf(81), `"Cooling"`}},
		{hvac, "/services/0/description", []string{textOf(600)}, []string{textOf(601)}},
		{hvac, "/services/0/url", []string{""}, []string{`"ac-repair"`}},
		{hvac, "/services/0/pricePresentation", []string{"", textOf(120)}, []string{textOf(121), "89"}},
		{hvac, "/services/0/bookable", []string{"", "false"}, []string{`"no"`}},
		{hvac, "/services/0/locationIds", []string{"", "[]", `["daytona"]`}, []string{`["daytona","daytona"]`}},
		{hvac, "/coverage/postalCodes", []string{"", `["32114"]`}, []string{"[]", `["32114","32114"]`, `["321145"]`, `[32114]`}},
		{hvac, "/coverage/radius", []string{""}, []string{"[]", `[{"locationId":"daytona"}]`, `[{"miles":25}]`}},
		{hvac, "/coverage/radius/0/miles", []string{"0.1", "500"}, []string{"0", "-1", "500.1", ""}},
		{hvac, "/coverage/areaNames/0", []string{textOf(100)}, []string{textOf(101)}},
		{hvac, "/coverage/note", []string{"", textOf(200)}, []string{textOf(201)}},
		{hvac, "/certifications", []string{"", "[]"}, []string{`"EPA"`}},
		{hvac, "/certifications/0", []string{textOf(1), textOf(120)}, []string{`""`, textOf(121)}},
		{hvac, "/bookingPolicy", nil, []string{"", "{}"}},
		{hvac, "/bookingPolicy/windows", []string{`[{"id":"Evening"}]`, `[{"id":"night","label":"Night","start":"20:00","end":"22:00"}]`},
			[]string{"", "[]", `[{}]`, `[{"id":"evening"}]`, `[{"id":"EVENING"}]`, `[{"id":"night","start":"20:00","end":"22:00"}]`, `[{"id":"night","label":"Night"}]`}},
		{auto, "/bookingPolicy/windows/0/id", []string{slugOf(40)}, []string{"", slugOf(41), `"Drop-off"`}},
		{auto, "/bookingPolicy/windows/0/label", []string{textOf(1), textOf(40)}, []string{"", `""`, textOf(41)}},
		{auto, "/bookingPolicy/windows/0/start", nil, []string{"", `"08:00:00"`}},
		{hvac, "/bookingPolicy/minimumDaysAhead", []string{"0", "60"}, []string{"", "-1", "61", "1.5"}},
		{hvac, "/bookingPolicy/maximumDaysAhead", []string{"", "1", "365"}, []string{"0", "366", "1.5"}},
		{hvac, "/bookingPolicy/weekendRequests", []string{`"allowed"`, `"not_allowed"`, `"saturday_only"`}, []string{"", `"sunday_only"`}},
		{hvac, "/bookingPolicy/emergencyAvailable", []string{"true"}, []string{"", `"true"`}},
		{hvac, "/bookingPolicy/contactMethods", []string{`["call"]`, `["call","text","email"]`}, []string{"", "[]", `["call","call"]`, `["fax"]`}},
		{hvac, "/bookingPolicy/afterHoursNote", []string{"", textOf(300)}, []string{textOf(301)}},
		{hvac, "/bookingPolicy/confirmationNote", []string{"", textOf(300)}, []string{textOf(301)}},
		{hvac, "/bookingSemantics", []string{`"request"`}, []string{"", `"instant"`, `"Request"`}},
		{hvac, "/interfaces", nil, []string{"", "{}"}},
		{hvac, "/interfaces/schedulePageUrl", []string{`"https://a.example/contact"`}, []string{"", `"/schedule"`}},
		{hvac, "/interfaces/mcp", []string{`{"url":"https://a.example/mcp"}`}, []string{"", `{}`, `{"url":"http://a.example/mcp"}`}},
		{hvac, "/interfaces/rest", []string{"", `{"baseUrl":"https://a.example/api"}`}, []string{`{}`, `{"baseUrl":"api"}`}},
		{hvac, "/interfaces/webMcp", []string{"", "false"}, []string{`"true"`}},
		{hvac, "/interfaces/llmsTxtUrl", []string{""}, []string{`"llms.txt"`}},
		{hvac, "/interfaces/agentSkillsUrl", []string{""}, []string{`"index.json"`}},
	} {
		for i, raw := range append(append([]string{}, c.in...), c.out...) {
			doc := jsonValue(t, exampleManifest(t, c.manifest))
			if _, isThere := valueAt(doc, c.at); raw == "" && !isThere {
				continue
			}
			data := changed(t, c.manifest, change{c.at, raw})
			want := i < len(c.in)
			if problem := o.problem(data); (problem == "") != want {
				t.Errorf("%s = %.40s: the schema says %q", c.at, raw, problem)
			}
			if issues := issuesOf(t, data); (issues == nil) != want {
				t.Errorf("%s = %.40s: %v", c.at, raw, issues)
			}
		}
	}
}

// valueAt follows a JSON Pointer without escapes.
func valueAt(v any, at string) (any, bool) {
	for _, step := range strings.Split(at, "/")[1:] {
		switch node := v.(type) {
		case map[string]any:
			below, ok := node[step]
			if !ok {
				return nil, false
			}
			v = below
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(node) {
				return nil, false
			}
			v = node[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// P-283: the 59 codes of the Postal Service, and no other two letters.
func TestClausesRegions(t *testing.T) {
	const regions = " AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD" +
		" TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI AA AE AP "
	accepted := 0
	for first := 'A'; first <= 'Z'; first++ {
		for second := 'A'; second <= 'Z'; second++ {
			code := string([]rune{first, second})
			issues := issuesOf(t, []byte(strings.Replace(string(exampleManifest(t, auto)), `"NC"`, `"`+code+`"`, 1)))
			if issues == nil {
				accepted++
			}
			if isRegion := strings.Contains(regions, " "+code+" "); isRegion != (issues == nil) || issues != nil && issues[0].Rule != osp.RuleEnum {
				t.Errorf("%s: %v", code, issues)
			}
		}
	}
	if accepted != 59 {
		t.Errorf("%d regions", accepted)
	}
}
