package osp_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

func jsonLD(t testing.TB, p *osp.Profile, opts *osp.JSONLDOptions) map[string]any {
	t.Helper()
	doc, err := osp.JSONLD(p, opts)
	if err != nil {
		t.Fatal(err)
	}
	return jsonValue(t, doc).(map[string]any)
}

// Rule 41, P-331 to P-333: the default is the printed node, given the contact page that the manifest doesn't name.
func TestRule41_JSONLDIsThePrintedNode(t *testing.T) {
	want, err := os.ReadFile("testdata/jsonld/hvac-two-locations.level1.jsonld")
	if err != nil {
		t.Fatal(err)
	}
	p := exampleProfile(t, "hvac-two-locations", nil)
	got := jsonLD(t, p, &osp.JSONLDOptions{ContactURL: "https://palmettoairheat.example/contact"})
	if diff := cmp.Diff(jsonValue(t, want), any(got)); diff != "" {
		t.Errorf("-printed +generated:\n%s", diff)
	}
}

// Rule 41, P-336 to P-348: the complete form holds every row of Appendix E.1 that has a home in schema.org, and is the
// default with something added.
func TestRule41_CompleteHoldsAppendixE(t *testing.T) {
	contact := "https://palmettoairheat.example/contact"
	parent := patchOp{Op: "add", Path: "/business/parentOrganization", Value: json.RawMessage(`{"name":"Sunbelt Trades","url":"https://sunbelttrades.example"}`)}
	p := exampleProfile(t, "hvac-two-locations", nil, parent, exceptions(
		map[string]string{"date": "2026-11-26", "status": "closed", "label": "Thanksgiving"},
		map[string]string{"date": "2026-12-24", "open": "08:00", "close": "14:00"},
		map[string]string{"date": "2026-12-24", "open": "09:00", "close": "16:00", "label": "Christmas Eve"},
		map[string]string{"date": "2026-12-31", "open": "12:00", "close": "08:00"}))
	short, complete := jsonLD(t, p, &osp.JSONLDOptions{ContactURL: contact}), jsonLD(t, p, &osp.JSONLDOptions{ContactURL: contact, Complete: true})

	want := map[string]string{
		"parentOrganization": `{"@type":"Organization","name":"Sunbelt Trades","url":"https://sunbelttrades.example"}`,
		"hasCredential": `[{"@type":"EducationalOccupationalCredential","name":"Florida CAC1819999"},
			{"@type":"EducationalOccupationalCredential","name":"NATE certified technicians"},
			{"@type":"EducationalOccupationalCredential","name":"EPA 608 Universal"}]`,
		"specialOpeningHoursSpecification": `[
			{"@type":"OpeningHoursSpecification","name":"Thanksgiving","validFrom":"2026-11-26","validThrough":"2026-11-26","opens":"00:00","closes":"00:00"},
			{"@type":"OpeningHoursSpecification","name":"Christmas Eve","validFrom":"2026-12-24","validThrough":"2026-12-24","opens":"09:00","closes":"14:00"},
			{"@type":"OpeningHoursSpecification","validFrom":"2026-12-31","validThrough":"2026-12-31","opens":"00:00","closes":"00:00"}]`,
	}
	for member, value := range want {
		if diff := cmp.Diff(jsonValue(t, []byte(value)), complete[member]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", member, diff)
		}
		delete(complete, member)
	}

	locations := complete["location"].([]any)
	delete(complete, "location")
	if len(locations) != 2 {
		t.Fatalf("%d locations", len(locations))
	}
	branch := locations[1].(map[string]any)
	for member, value := range map[string]any{"@type": "Place", "name": "Palm Coast", "telephone": "+1 386 555 0188",
		"url": "https://palmettoairheat.example/locations/palm-coast-fl"} {
		if branch[member] != value {
			t.Errorf("the second location has %s %v", member, branch[member])
		}
	}
	for _, member := range []string{"address", "geo", "openingHoursSpecification"} {
		if branch[member] == nil {
			t.Errorf("the second location has no %s", member)
		}
	}

	area := complete["areaServed"].([]any)
	complete["areaServed"] = area[:5]
	if len(area) != 7 {
		t.Errorf("%d areas, want five cities and two circles", len(area))
	}
	if diff := cmp.Diff(short, complete); diff != "" {
		t.Errorf("beyond that the complete form differs from the default:\n%s", diff)
	}
}

// Case jsonld-radius-metres-and-price-text (P-344, P-346): miles become metres, and no number is read out of a price text.
func TestJSONLDRadiusAndPrice(t *testing.T) {
	hvacNode := jsonLD(t, exampleProfile(t, "hvac-two-locations", nil), &osp.JSONLDOptions{Complete: true})
	var radii []float64
	for _, area := range hvacNode["areaServed"].([]any) {
		if circle := area.(map[string]any); circle["@type"] == "GeoCircle" {
			metres, err := circle["geoRadius"].(json.Number).Float64()
			if err != nil {
				t.Fatal(err)
			}
			radii = append(radii, metres)
			if circle["geoMidpoint"].(map[string]any)["latitude"] == nil {
				t.Error("a circle without a middle")
			}
		}
	}
	if len(radii) != 2 || math.Abs(radii[0]-40233.6) > 0.01 || math.Abs(radii[1]-32186.88) > 0.01 {
		t.Errorf("radii %v", radii)
	}
	for _, complete := range []bool{false, true} {
		doc, err := osp.JSONLD(exampleProfile(t, "marine-repair-yard", nil), &osp.JSONLDOptions{Complete: complete})
		if err != nil {
			t.Fatal(err)
		}
		if regexp.MustCompile(`(?i)price|295|rating`).Match(doc) {
			t.Errorf("a price or rating in %s", doc)
		}
	}
}

// Case jsonld-script-breakout (P-226): nothing in a text ends or nests the script element, and the text survives.
func TestJSONLDInsideScript(t *testing.T) {
	for _, name := range []string{
		"Al's </script><script>alert(1)</script> <!--<script> Garage & Sons",
		"]]> </SCRIPT\t> <!-- \u2028 \u2029 \\u003c/script>",
	} {
		p := exampleProfile(t, "auto-repair-single-location", nil, replace("/business/displayName", name))
		script, err := osp.JSONLDScript(p, &osp.JSONLDOptions{Complete: true})
		if err != nil {
			t.Fatal(err)
		}
		inner, open := strings.CutPrefix(script, `<script type="application/ld+json">`)
		inner, closed := strings.CutSuffix(inner, `</script>`)
		if !open || !closed {
			t.Fatalf("no script element: %s", script)
		}
		if strings.ContainsAny(inner, "<>&\u2028\u2029") {
			t.Errorf("markup in the element: %s", inner)
		}
		if got := jsonValue(t, []byte(inner)).(map[string]any)["name"]; got != name {
			t.Errorf("the name became %q", got)
		}
	}
}

// P-336, P-235: trades that schema.org knows are types; others aren't forced into one.
func TestJSONLDTypes(t *testing.T) {
	for trades, want := range map[string]string{
		`["HVACBusiness"]`:                              `"HVACBusiness" null`,
		`["Plumber","Electrician"]`:                     `["Plumber","Electrician"] null`,
		`["boat repair"]`:                               `"LocalBusiness" "boat repair"`,
		`["boat repair","marine engine service"]`:       `"LocalBusiness" ["boat repair","marine engine service"]`,
		`["landscaping","Plumber","RoofingContractor"]`: `["Plumber","RoofingContractor"] "landscaping"`,
	} {
		p := exampleProfile(t, "hvac-two-locations", nil, replace("/business/trades", json.RawMessage(trades)))
		node := jsonLD(t, p, nil)
		types, err := json.Marshal(node["@type"])
		if err != nil {
			t.Fatal(err)
		}
		additional, err := json.Marshal(node["additionalType"])
		if err != nil {
			t.Fatal(err)
		}
		if got := string(types) + " " + string(additional); got != want {
			t.Errorf("%s: %s, want %s", trades, got, want)
		}
	}
}

// P-340: a location's page describes the location, with its own facts and the services offered there.
func TestJSONLDLocation(t *testing.T) {
	node := jsonLD(t, exampleProfile(t, "hvac-two-locations", nil), &osp.JSONLDOptions{Location: "palm-coast"})
	for member, want := range map[string]any{
		"@id": "https://palmettoairheat.example/#location-palm-coast", "name": "Palm Coast", "telephone": "+1 386 555 0188",
		"url": "https://palmettoairheat.example/locations/palm-coast-fl", "email": "service@palmettoairheat.example",
	} {
		if node[member] != want {
			t.Errorf("%s is %v, want %v", member, node[member], want)
		}
	}
	if parent := node["parentOrganization"].(map[string]any); parent["@id"] != "https://palmettoairheat.example/#business" {
		t.Errorf("it belongs to %v", parent)
	}
	for _, offer := range node["hasOfferCatalog"].(map[string]any)["itemListElement"].([]any) {
		if offer.(map[string]any)["itemOffered"].(map[string]any)["name"] == "Duct cleaning" {
			t.Error("it offers what is only offered elsewhere")
		}
	}
	node = jsonLD(t, exampleProfile(t, "hvac-two-locations", nil), &osp.JSONLDOptions{Location: "palm-coast", Complete: true})
	var metres []any
	for _, area := range node["areaServed"].([]any) {
		if circle := area.(map[string]any); circle["@type"] == "GeoCircle" {
			metres = append(metres, circle["geoRadius"])
		}
	}
	if len(metres) != 1 || fmt.Sprint(metres[0]) != "32186.88" { // 20 miles; the other location's circle is 25
		t.Errorf("circles of %v metres", metres)
	}
}

// P-234: a service that no location offers invites nobody to ask for it.
func TestJSONLDServiceOfferedNowhere(t *testing.T) {
	node := jsonLD(t, exampleProfile(t, "hvac-two-locations", nil, replace("/services/4/locationIds", []string{})), nil)
	offers := node["hasOfferCatalog"].(map[string]any)["itemListElement"].([]any)
	if action, ok := offers[4].(map[string]any)["itemOffered"].(map[string]any)["potentialAction"]; ok {
		t.Errorf("it has the action %v", action)
	}
}

// P-342: the forms of a day's hours.
func TestJSONLDHours(t *testing.T) {
	closed := "closed"
	tests := map[string]struct {
		week [7]any
		want string
	}{
		"equal days together, apart or not": {
			[7]any{hours("08:00", "17:00"), hours("09:00", "12:00"), hours("08:00", "17:00"), closed, closed, closed, hours("09:00", "12:00")},
			`[{"@type":"OpeningHoursSpecification","dayOfWeek":["Monday","Wednesday"],"opens":"08:00","closes":"17:00"},
			{"@type":"OpeningHoursSpecification","dayOfWeek":["Tuesday","Sunday"],"opens":"09:00","closes":"12:00"}]`},
		"all day": {
			[7]any{"24_hours", closed, closed, closed, closed, closed, closed},
			`[{"@type":"OpeningHoursSpecification","dayOfWeek":"Monday","opens":"00:00","closes":"23:59"}]`},
		"never open": {
			[7]any{closed, closed, closed, closed, closed, closed, closed},
			`[{"@type":"OpeningHoursSpecification","dayOfWeek":["Monday","Tuesday","Wednesday","Thursday","Friday","Saturday","Sunday"],
			"opens":"00:00","closes":"00:00"}]`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var ops []patchOp
			for i, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
				ops = append(ops, weekly(day, tt.week[i]))
			}
			node := jsonLD(t, exampleProfile(t, "auto-repair-single-location", nil, ops...), nil)
			if diff := cmp.Diff(jsonValue(t, []byte(tt.want)), node["openingHoursSpecification"]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// P-332 to P-334: pages, actions and places of services.
func TestJSONLDServices(t *testing.T) {
	const page = "https://palmettoairheat.example/services"
	p := exampleProfile(t, "hvac-two-locations", nil,
		replace("/interfaces/schedulePageUrl", "https://palmettoairheat.example/book?from=home#form"),
		replace("/services/0/url", page+"#ac"), replace("/services/1/url", page), remove("/services/2/url"), remove("/services/4/url"),
		replace("/services/4/locationIds", []string{"palm-coast", "daytona"}))
	node := jsonLD(t, p, &osp.JSONLDOptions{ServiceURLs: map[string]string{"heat-pump-repair": "https://palmettoairheat.example/heat-pumps"}})
	var got []string
	for _, offer := range node["hasOfferCatalog"].(map[string]any)["itemListElement"].([]any) {
		service := offer.(map[string]any)["itemOffered"].(map[string]any)
		target := "no action"
		if action, ok := service["potentialAction"].(map[string]any); ok {
			target = action["target"].(map[string]any)["urlTemplate"].(string)
		}
		got = append(got, fmt.Sprint(service["@id"], " ", service["url"], " ", target, " ", service["areaServed"]))
	}
	want := []string{
		page + "#service-ac-repair " + page + "#ac https://palmettoairheat.example/book?from=home&service=ac-repair#form <nil>",
		page + "#service-ac-maintenance " + page + " https://palmettoairheat.example/book?from=home&service=ac-maintenance#form <nil>",
		"https://palmettoairheat.example/heat-pumps#service https://palmettoairheat.example/heat-pumps https://palmettoairheat.example/book?from=home&service=heat-pump-repair#form <nil>",
		"https://palmettoairheat.example/services/installation/system-replacement#service https://palmettoairheat.example/services/installation/system-replacement no action <nil>",
		"https://palmettoairheat.example/book?from=home&service=duct-cleaning#service https://palmettoairheat.example/book?from=home&service=duct-cleaning#form " +
			"https://palmettoairheat.example/book?from=home&service=duct-cleaning#form <nil>",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What the manifest doesn't say is left out, in the complete form too.
func TestJSONLDSparse(t *testing.T) {
	p := exampleProfile(t, "auto-repair-single-location", nil, remove("/coverage"), remove("/certifications"), remove("/business/email"),
		remove("/business/reviewProfiles"), remove("/locations/0/geo"))
	node := jsonLD(t, p, &osp.JSONLDOptions{Complete: true})
	var got []string
	for member := range node {
		got = append(got, member)
	}
	slices.Sort(got)
	want := []string{"@context", "@id", "@type", "address", "hasOfferCatalog", "name", "openingHoursSpecification", "potentialAction", "telephone", "url"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	doc, err := osp.JSONLD(p, &osp.JSONLDOptions{Complete: true})
	if err != nil || strings.Contains(string(doc), "null") {
		t.Errorf("%v %s", err, doc)
	}

	// A location's own email comes before the business's, and a service names every location that has it.
	third := raw("add", "/locations/-", `{"id":"deland","name":"DeLand","isPrimary":false,"email":"deland@palmettoairheat.example",
		"address":{"street":"1 Main St","city":"DeLand","region":"FL","postalCode":"32720","country":"US"},"hours":{"weekly":{"monday":"closed",
		"tuesday":"closed","wednesday":"closed","thursday":"closed","friday":"closed","saturday":"closed","sunday":"24_hours"}}}`)
	three := exampleProfile(t, hvac, nil, third, replace("/services/4/locationIds", []string{"deland", "daytona"}))
	branch := jsonLD(t, three, &osp.JSONLDOptions{Location: "deland"})
	if branch["email"] != "deland@palmettoairheat.example" || branch["url"] != "https://palmettoairheat.example" || branch["telephone"] != "+1 386 555 0142" {
		t.Errorf("%v", branch)
	}
	items := branch["hasOfferCatalog"].(map[string]any)["itemListElement"].([]any)
	last := items[len(items)-1].(map[string]any)["itemOffered"].(map[string]any)
	if got := last["areaServed"].(map[string]any)["name"]; got != "Daytona Beach and DeLand locations only" {
		t.Errorf("%v", got)
	}
}

func TestJSONLDRefusesOptions(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	for name, opts := range map[string]osp.JSONLDOptions{
		"no such location":      {Location: "orlando"},
		"contact page on http":  {ContactURL: "http://palmettoairheat.example/contact"},
		"no such service":       {ServiceURLs: map[string]string{"roofing": "https://palmettoairheat.example/roofing"}},
		"service page relative": {ServiceURLs: map[string]string{"ac-repair": "/ac-repair"}},
	} {
		if doc, err := osp.JSONLD(p, &opts); err == nil {
			t.Errorf("%s: %s", name, doc)
		}
		if script, err := osp.JSONLDScript(p, &opts); err == nil || script != "" {
			t.Errorf("%s: %s", name, script)
		}
	}
}

// Rule 41: what is generated always passes the judge and leaves it no advice, whatever the manifest holds.
func TestRule41_GeneratedPasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	for range 400 {
		p := randomBusiness(t, rng)
		where := []string{""}
		for _, l := range p.LocationRefs() {
			where = append(where, l.ID)
		}
		opts := osp.JSONLDOptions{Complete: rng.IntN(2) == 0, Location: where[rng.IntN(len(where))], ContactURL: "https://palmettoairheat.example/ask"}
		script, err := osp.JSONLDScript(p, &opts)
		if err != nil {
			t.Fatal(err)
		}
		judged := osp.JudgeJSONLD(p, []byte("<!doctype html><title>x</title>"+script), &osp.JudgeOptions{Location: opts.Location})
		if !judged.Passes() || len(judged.Advice)+len(judged.Unread) > 0 {
			t.Fatalf("%+v\n%s\n%+v", opts, script, judged)
		}
	}
}

// randomBusiness changes what a node is made of: names, places, hours, addresses of pages.
func randomBusiness(t testing.TB, rng *rand.Rand) *osp.Profile {
	t.Helper()
	m, err := osp.Parse(exampleManifest(t, exampleNames[rng.IntN(len(exampleNames))]), &osp.ParseOptions{Zones: testZones})
	if err != nil {
		t.Fatal(err)
	}
	text := func() string {
		return []string{"Al's </script><!-- & Sons", "  two  spaces\tand\na line ", "\"quoted\" \\ &amp; é 🔧", "\u2028", "Plain"}[rng.IntN(5)]
	}
	phone := func() string {
		return []string{"(386) 555-0142", "+1 386 555 0142", "1-386-555-0142 x3", "386.555.0142"}[rng.IntN(4)]
	}
	url := func() string {
		return "https://palmettoairheat.example" + []string{"", "/", "/a", "/a/", "/a?b=c", "/a#b", "/%7Ea", ":443/a", "/A//b"}[rng.IntN(9)]
	}
	m.Business.DisplayName, m.Business.Phone, m.Business.WebsiteURL = text(), phone(), url()
	m.Interfaces.SchedulePageURL = url()
	m.Business.Trades = []string{"boat repair", "Plumber", "AutoRepair", "LocalBusiness"}[rng.IntN(4):][:1]
	for i := range m.Locations {
		l := &m.Locations[i]
		l.Name, l.Address.Street, l.Address.City = text(), text(), text()
		l.Phone = []string{"", phone()}[rng.IntN(2)]
		l.PageURL = []string{"", url()}[rng.IntN(2)]
		week := &l.Hours.Weekly
		for _, day := range []*osp.DayHours{&week.Monday, &week.Tuesday, &week.Wednesday, &week.Thursday, &week.Friday, &week.Saturday, &week.Sunday} {
			*day = []osp.DayHours{{Status: osp.DayClosed}, {Status: osp.DayAllDay}, {Open: wallclock.Time{Hour: rng.IntN(9)}, Close: wallclock.Time{Hour: 12, Minute: rng.IntN(60)}},
				{Close: wallclock.Time{Hour: 23, Minute: 59}}}[rng.IntN(4)]
		}
	}
	for i := range m.Services {
		s := &m.Services[i]
		s.Name = text() + s.Slug
		s.URL = []string{"", url(), s.URL}[rng.IntN(3)]
		s.LocationIDs = [][]string{nil, {}, {m.Locations[rng.IntN(len(m.Locations))].ID}}[rng.IntN(3)]
	}
	if rng.IntN(3) == 0 {
		slices.Reverse(m.Services)
	}
	p, err := osp.NewProfile(m, &osp.ProfileOptions{Zones: testZones})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
