package osp_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// issuesOf returns what is wrong with a document, nil if nothing is.
func issuesOf(t *testing.T, data []byte) []osp.Issue {
	t.Helper()
	m, err := osp.Parse(data, nil)
	if err == nil {
		return nil
	}
	if m != nil {
		t.Error("a manifest came with an error")
	}
	var invalid *osp.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("error is a %T: %v", err, err)
	}
	return invalid.Issues
}

// The ten constraints of Appendix A, each kept and each broken (P-298 to P-307).
func TestConstraints(t *testing.T) {
	const away = `{"id":"away","name":"Away","isPrimary":false,"address":{"street":"1 A St","city":"B","region":"FL","postalCode":"32114","country":"US"},` +
		`"hours":{"weekly":{"monday":"closed","tuesday":"closed","wednesday":"closed","thursday":"closed","friday":"closed","saturday":"closed","sunday":"closed"}}}`
	tests := []struct {
		name    string
		base    string
		changes []change
		want    []finding
	}{
		{"1: exactly one primary", hvac, []change{{"/locations/0/isPrimary", "false"}, {"/locations/1/isPrimary", "true"}}, nil},
		{"1: none primary", hvac, []change{{"/locations/0/isPrimary", "false"}}, []finding{{"locations", osp.RuleOnePrimary}}},
		{"1: two primary", hvac, []change{{"/locations/1/isPrimary", "true"}}, []finding{{"locations[1].isPrimary", osp.RuleOnePrimary}}},
		{"2: service at a known location", hvac, []change{{"/services/0/locationIds", `["palm-coast","daytona"]`}}, nil},
		{"2: service at an unknown location", hvac, []change{{"/services/0/locationIds", `["daytona","ormond"]`}}, []finding{{"services[0].locationIds[1]", osp.RuleLocationExists}}},
		{"2: radius around an unknown location", hvac, []change{{"/coverage/radius/1/locationId", `"ormond"`}}, []finding{{"coverage.radius[1].locationId", osp.RuleLocationExists}}},
		{"3: location without geo and without radius", hvac, []change{{"/locations/-", away}}, nil},
		{"3: radius around a location without geo", hvac, []change{{"/locations/1/geo", ""}}, []finding{{"coverage.radius[1].locationId", osp.RuleRadiusGeo}}},
		{"4: the same text for different things", hvac, []change{{"/services/0/slug", `"daytona"`}, {"/bookingPolicy/windows/-", `{"id":"daytona","label":"L","start":"08:00","end":"09:00"}`}}, nil},
		{"4: repeated service slug", hvac, []change{{"/services/4/slug", `"ac-repair"`}}, []finding{{"services[4].slug", osp.RuleUniqueIDs}}},
		{"4: repeated location id", hvac, []change{{"/locations/1/id", `"daytona"`}, {"/coverage/radius/1", ""}}, []finding{{"locations[1].id", osp.RuleUniqueIDs}}},
		{"4: repeated window id", hvac, []change{{"/bookingPolicy/windows/-", `{"id":"Morning"}`}}, []finding{{"bookingPolicy.windows[2].id", osp.RuleUniqueIDs}}},
		{"5: after-hours note with emergencies", auto, []change{{"/bookingPolicy/afterHoursNote", `"Call us"`}, {"/bookingPolicy/emergencyAvailable", "true"}}, nil},
		{"5: after-hours note without", auto, []change{{"/bookingPolicy/afterHoursNote", `"Call us"`}}, []finding{{"bookingPolicy.afterHoursNote", osp.RuleAfterHours}}},
		{"5: an empty note is present", auto, []change{{"/bookingPolicy/afterHoursNote", `""`}}, []finding{{"bookingPolicy.afterHoursNote", osp.RuleAfterHours}}},
		{"6: round the clock", auto, []change{{"/locations/0/hours/weekly/friday", `"24_hours"`}}, nil},
		{"6: one minute", auto, []change{{"/locations/0/hours/weekly/friday", `{"open":"23:58","close":"23:59"}`}}, nil},
		{"6: past midnight", auto, []change{{"/locations/0/hours/weekly/friday", `{"open":"20:00","close":"02:00"}`}}, []finding{{"locations[0].hours.weekly.friday", osp.RuleWeeklyOrder}}},
		{"6: to midnight", auto, []change{{"/locations/0/hours/weekly/friday", `{"open":"08:00","close":"00:00"}`}}, []finding{{"locations[0].hours.weekly.friday", osp.RuleWeeklyOrder}}},
		{"6: no length", auto, []change{{"/locations/0/hours/weekly/friday", `{"open":"09:00","close":"09:00"}`}}, []finding{{"locations[0].hours.weekly.friday", osp.RuleWeeklyOrder}}},
		{"7: in_shop without coverage", auto, []change{{"/coverage", ""}}, nil},
		{"7: on_site without coverage", hvac, []change{{"/coverage", ""}}, []finding{{"coverage", osp.RuleCoverageRequired}}},
		{"7: both without coverage", marine, []change{{"/coverage", ""}}, []finding{{"coverage", osp.RuleCoverageRequired}}},
		{"8: requiresAddress absent", hvac, []change{{"/bookingPolicy/requiresAddress", ""}}, nil},
		{"8: requiresAddress present", auto, []change{{"/bookingPolicy/requiresAddress", "true"}}, nil},
		{"9: vehicle details for both", marine, []change{{"/bookingPolicy/vehicleDetailsAccepted", "false"}}, nil},
		{"9: vehicle details for on_site", hvac, []change{{"/bookingPolicy/vehicleDetailsAccepted", "false"}}, []finding{{"bookingPolicy.vehicleDetailsAccepted", osp.RuleVehicleDetails}}},
		{"9: vehicle details for in_shop", auto, []change{{"/bookingPolicy/vehicleDetailsAccepted", "true"}}, []finding{{"bookingPolicy.vehicleDetailsAccepted", osp.RuleVehicleDetails}}},
		{"10: start before end", hvac, []change{{"/bookingPolicy/windows/0/start", `"11:59"`}}, nil},
		{"10: start after end", hvac, []change{{"/bookingPolicy/windows/0/start", `"13:00"`}}, []finding{{"bookingPolicy.windows[0]", osp.RuleWindowOrder}}},
		{"10: start is end", hvac, []change{{"/bookingPolicy/windows/0/start", `"12:00"`}}, []finding{{"bookingPolicy.windows[0]", osp.RuleWindowOrder}}},
		{"10: only one bound", hvac, []change{{"/bookingPolicy/windows/0/end", ""}, {"/bookingPolicy/windows/0/start", `"13:00"`}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, findings(issuesOf(t, changed(t, tt.base, tt.changes...)))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Constraint 8 is a reading: requiresAddress, when absent, is true for on_site and both and false for in_shop (P-305).
// Likewise AcceptsVehicle (P-191).
func TestServiceModelDefaults(t *testing.T) {
	tests := []struct {
		base             string
		changes          []change
		address, vehicle bool
	}{
		{hvac, []change{{"/bookingPolicy/requiresAddress", ""}}, true, false},
		{hvac, []change{{"/bookingPolicy/requiresAddress", "false"}}, false, false},
		{marine, []change{{"/bookingPolicy/requiresAddress", ""}}, true, true},
		{marine, []change{{"/bookingPolicy/vehicleDetailsAccepted", "false"}}, false, false},
		{marine, []change{{"/bookingPolicy/vehicleDetailsAccepted", ""}}, false, false},
		{auto, []change{{"/bookingPolicy/requiresAddress", ""}}, false, true},
		{auto, []change{{"/bookingPolicy/requiresAddress", "true"}}, true, true},
	}
	for _, tt := range tests {
		m := parseChanged(t, tt.base, tt.changes...)
		if got := m.RequiresAddress(); got != tt.address {
			t.Errorf("%s %v: RequiresAddress is %v", tt.base, tt.changes, got)
		}
		if got := m.AcceptsVehicle(); got != tt.vehicle {
			t.Errorf("%s %v: AcceptsVehicle is %v", tt.base, tt.changes, got)
		}
	}
}

func TestPrimaryLocation(t *testing.T) {
	m := parseChanged(t, hvac, change{"/locations/0/isPrimary", "false"}, change{"/locations/1/isPrimary", "true"})
	if got := m.PrimaryLocation(); got != &m.Locations[1] {
		t.Errorf("%+v", got)
	}
	if got := new(osp.Manifest).PrimaryLocation(); got != nil {
		t.Errorf("%+v", got)
	}
}

// Rule 28: every problem at once, each with its place, its rule and its source.
func TestRule28_EveryProblemAtOnce(t *testing.T) {
	data := changed(t, hvac,
		change{"/updatedAt", `"yesterday"`},
		change{"/business/phone", `""`},
		change{"/business/trades", `["a","b","a"]`},
		change{"/business/timeZone", `"America/Nowhere"`},
		change{"/locations/1/hours/weekly/friday", `{"open":"20:00","close":"02:00"}`},
		change{"/locations/0/hours/exceptions/0/date", `"2026-02-30"`},
		change{"/services/0/locationIds", `["ormond"]`},
		change{"/coverage/postalCodes/2", `"3211"`},
		change{"/bookingPolicy/windows/-", `{"id":"late"}`},
		change{"/interfaces/schedulePageUrl", `"http://palmettoairheat.example/schedule"`},
		change{"/extensions", `{"com.example.vendor":{"deep":[{"ReviewCount":3}]}}`},
	)
	got := issuesOf(t, data)
	for i := range got {
		if got[i].Message == "" || !strings.HasSuffix(got[i].Message, ".") {
			t.Errorf("%s has no sentence for its message: %q", got[i].Path, got[i].Message)
		}
		got[i].Message = ""
	}
	want := []osp.Issue{ // in the order of the document, whose members are sorted here
		{Path: "bookingPolicy.windows[2].label", Rule: osp.RuleRequired, Source: "OSP 5.7.1"},
		{Path: "bookingPolicy.windows[2].start", Rule: osp.RuleRequired, Source: "OSP 5.7.1"},
		{Path: "bookingPolicy.windows[2].end", Rule: osp.RuleRequired, Source: "OSP 5.7.1"},
		{Path: "business.phone", Rule: osp.RuleMinLength, Source: "OSP 5.2"},
		{Path: "business.timeZone", Rule: osp.RuleTimeZone, Source: "OSP 5.2"},
		{Path: "business.trades[2]", Rule: osp.RuleUniqueItems, Source: "OSP 5.2"},
		{Path: "coverage.postalCodes[2]", Rule: osp.RulePattern, Source: "OSP 5.5"},
		{Path: `extensions["com.example.vendor"].deep[0].ReviewCount`, Rule: osp.RuleNoRatings, Source: "OSP 5.2"},
		{Path: "interfaces.schedulePageUrl", Rule: osp.RulePattern, Source: "OSP 5.9"},
		{Path: "locations[0].hours.exceptions[0].date", Rule: osp.RuleFormat, Source: "OSP 5.3.2"},
		{Path: "locations[1].hours.weekly.friday", Rule: osp.RuleWeeklyOrder, Source: "OSP Appendix A, constraint 6"},
		{Path: "updatedAt", Rule: osp.RuleFormat, Source: "OSP 5.1"},
		{Path: "services[0].locationIds[0]", Rule: osp.RuleLocationExists, Source: "OSP Appendix A, constraint 2"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// Rule 28: one cause is one issue, where the schema alone complains of its consequences as well.
func TestRule28_OneCauseOneIssue(t *testing.T) {
	tests := []struct {
		name    string
		base    string
		changes []change
		want    finding
	}{
		{"no service model, no coverage, vehicle details", marine, []change{{"/business/serviceModel", ""}, {"/coverage", ""}}, finding{"business.serviceModel", osp.RuleRequired}},
		{"no business", hvac, []change{{"/business", ""}, {"/coverage", ""}}, finding{"business", osp.RuleRequired}},
		{"unknown service model", marine, []change{{"/business/serviceModel", `"mobile"`}}, finding{"business.serviceModel", osp.RuleEnum}},
		{"isPrimary missing", auto, []change{{"/locations/0/isPrimary", ""}}, finding{"locations[0].isPrimary", osp.RuleRequired}},
		{"isPrimary a text", auto, []change{{"/locations/0/isPrimary", `"yes"`}}, finding{"locations[0].isPrimary", osp.RuleType}},
		{"location without id that others name", marine, []change{{"/locations/0/id", ""}}, finding{"locations[0].id", osp.RuleRequired}},
		{"locations not a list", hvac, []change{{"/locations", `{}`}}, finding{"locations", osp.RuleType}},
		{"no locations", hvac, []change{{"/locations", `[]`}}, finding{"locations", osp.RuleMinItems}},
		{"window without id", marine, []change{{"/bookingPolicy/windows/0/id", ""}}, finding{"bookingPolicy.windows[0].id", osp.RuleRequired}},
		{"window with a malformed id", marine, []change{{"/bookingPolicy/windows/0/id", `"MORNING"`}}, finding{"bookingPolicy.windows[0].id", osp.RulePattern}},
		{"emergencyAvailable missing", hvac, []change{{"/bookingPolicy/emergencyAvailable", ""}}, finding{"bookingPolicy.emergencyAvailable", osp.RuleRequired}},
		{"no interfaces at level 3", hvac, []change{{"/interfaces", ""}}, finding{"interfaces", osp.RuleRequired}},
		{"no mcp at level 2", marine, []change{{"/interfaces/mcp", ""}}, finding{"interfaces.mcp", osp.RuleRequired}},
		{"malformed url", hvac, []change{{"/business/websiteUrl", `"palmettoairheat.example"`}}, finding{"business.websiteUrl", osp.RulePattern}},
		{"date of no form", hvac, []change{{"/locations/0/hours/exceptions/0/date", `"26.11.2026"`}}, finding{"locations[0].hours.exceptions[0].date", osp.RulePattern}},
		{"exception with status and hours", hvac, []change{{"/locations/0/hours/exceptions/0/open", `"08:00"`}}, finding{"locations[0].hours.exceptions[0]", osp.RuleOneOf}},
		{"exception with neither", hvac, []change{{"/locations/0/hours/exceptions/0/status", ""}}, finding{"locations[0].hours.exceptions[0]", osp.RuleOneOf}},
		{"exception with another status", hvac, []change{{"/locations/0/hours/exceptions/0/status", `"open"`}}, finding{"locations[0].hours.exceptions[0].status", osp.RuleConst}},
		{"exception that only opens", hvac, []change{{"/locations/0/hours/exceptions/0", `{"date":"2026-12-24","open":"08:00"}`}}, finding{"locations[0].hours.exceptions[0].close", osp.RuleRequired}},
		{"exception that only closes", hvac, []change{{"/locations/0/hours/exceptions/0", `{"date":"2026-12-24","close":"08:00"}`}}, finding{"locations[0].hours.exceptions[0].open", osp.RuleRequired}},
		{"exception without a date", hvac, []change{{"/locations/0/hours/exceptions/0/date", ""}}, finding{"locations[0].hours.exceptions[0].date", osp.RuleRequired}},
		{"exception a text", hvac, []change{{"/locations/0/hours/exceptions/0", `"closed"`}}, finding{"locations[0].hours.exceptions[0]", osp.RuleType}},
		{"six trades", hvac, []change{{"/business/trades", `["a","b","c","d","e","f"]`}}, finding{"business.trades", osp.RuleMaxItems}},
		{"extension of one label", hvac, []change{{"/extensions", `{"vendor":1}`}}, finding{"extensions.vendor", osp.RuleExtensionName}},
		{"extension in capitals", hvac, []change{{"/extensions", `{"com.Example":1}`}}, finding{`extensions["com.Example"]`, osp.RuleExtensionName}},
		{"extension with an empty label", hvac, []change{{"/extensions", `{"com..vendor":1}`}}, finding{`extensions["com..vendor"]`, osp.RuleExtensionName}},
		{"exception with another member", hvac, []change{{"/locations/0/hours/exceptions/0/note", `"x"`}}, finding{"locations[0].hours.exceptions[0].note", osp.RuleUnknownMember}},
		{"exception with a rating", hvac, []change{{"/locations/0/hours/exceptions/0/rating", `5`}}, finding{"locations[0].hours.exceptions[0].rating", osp.RuleNoRatings}},
		{"rating for an extension", hvac, []change{{"/extensions", `{"rating":5}`}}, finding{"extensions.rating", osp.RuleNoRatings}},
		{"day of another form", hvac, []change{{"/locations/0/hours/weekly/sunday", `"open"`}}, finding{"locations[0].hours.weekly.sunday", osp.RuleEnum}},
		{"day a list", hvac, []change{{"/locations/0/hours/weekly/sunday", `[]`}}, finding{"locations[0].hours.weekly.sunday", osp.RuleType}},
		{"coverage empty", hvac, []change{{"/coverage", `{}`}}, finding{"coverage", osp.RuleAnyOf}},
		{"null is not absence", hvac, []change{{"/business/email", `null`}}, finding{"business.email", osp.RuleType}},
		{"the document a list", hvac, []change{{"", `[]`}}, finding{"$", osp.RuleType}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := issuesOf(t, changed(t, tt.base, tt.changes...))
			if diff := cmp.Diff([]finding{tt.want}, findings(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Rule 28: no member anywhere carries ratings, in any case of letters (P-056).
func TestRule28_NoRatings(t *testing.T) {
	for _, name := range []string{"aggregateRating", "rating", "ratingValue", "ratingCount", "reviewCount", "review", "reviews", "REVIEWS", "Rating", "aggregaterating"} {
		for _, at := range []string{"", "/business", "/locations/0", "/locations/0/hours/weekly/monday", "/services/2", "/interfaces/mcp", "/bookingPolicy/windows/0"} {
			got := issuesOf(t, changed(t, hvac, change{at + "/" + name, `{"x":4.8}`}))
			if len(got) != 1 || got[0].Rule != osp.RuleNoRatings {
				t.Errorf("%s under %q: %v", name, at, got)
			}
		}
	}
	for _, name := range []string{"reviewProfile", "ratings", "reviewed"} {
		if got := issuesOf(t, changed(t, hvac, change{"/business/" + name, `1`})); got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Rule 28: another specVersion is its own error, and nothing else is read (P-040, P-262).
func TestRule28_OtherVersion(t *testing.T) {
	for _, version := range []string{"0.2", "1.0", "0.1.0", "", strings.Repeat("9", 500)} {
		_, err := osp.Parse([]byte(`{"specVersion":"`+version+`","business":[]}`), nil)
		var other *osp.VersionError
		if !errors.As(err, &other) {
			t.Errorf("%.10q: %v", version, err)
			continue
		}
		if version != other.SpecVersion && len(version) < 100 || len(other.Error()) > 300 {
			t.Errorf("%.10q: %v", version, other)
		}
	}
	if got := issuesOf(t, changed(t, hvac, change{"/specVersion", `0.1`})); len(got) != 1 || got[0].Rule != osp.RuleType {
		t.Errorf("a number for a version: %v", got)
	}
	if got := issuesOf(t, changed(t, hvac, change{"/specVersion", ``})); len(got) != 1 || got[0].Rule != osp.RuleRequired {
		t.Errorf("no version: %v", got)
	}
}

// Rule 10: a missing zone database is the program's problem, and says nothing about the manifest.
func TestRule10_NoZoneDatabase(t *testing.T) {
	zones, err := wallclock.NewZoneLoader(func(string) ([]byte, error) { return nil, errors.New("no database") }, "none")
	if err != nil {
		t.Fatal(err)
	}
	opts := &osp.ParseOptions{Zones: zones}
	_, err = osp.Parse(exampleManifest(t, hvac), opts)
	var invalid *osp.ValidationError
	if !errors.Is(err, wallclock.ErrZoneDatabase) || errors.As(err, &invalid) {
		t.Errorf("valid manifest: %v", err)
	}
	_, err = osp.Parse(changed(t, hvac, change{"/business/phone", ""}), opts)
	if !errors.As(err, &invalid) || len(invalid.Issues) != 1 {
		t.Errorf("what can be judged without zones is judged: %v", err)
	}
}

// A hostile document can't make the report much larger than itself.
func TestIssuesAreBounded(t *testing.T) {
	codes := strings.Repeat(`"x",`, 5000)
	_, err := osp.Parse(changed(t, hvac, change{"/coverage/postalCodes", "[" + codes[:len(codes)-1] + "]"}), nil)
	var invalid *osp.ValidationError
	if !errors.As(err, &invalid) || len(invalid.Issues) != osp.MaxIssues || invalid.More != 4000 {
		t.Errorf("%d issues and %d more", len(invalid.Issues), invalid.More)
	}
	if !strings.Contains(err.Error(), "4999 more") {
		t.Errorf("the error doesn't count the issues: %v", err)
	}
	name := strings.Repeat("n", 10_000)
	got := issuesOf(t, changed(t, hvac, change{"/extensions", `{"` + name + `":1}`}))
	if len(got) != 1 || len(got[0].Path)+len(got[0].Message) > 1000 {
		t.Errorf("a long name is repeated: %d bytes", len(got[0].Path)+len(got[0].Message))
	}
}
