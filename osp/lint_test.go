package osp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// finding is what a test expects of an issue.
type finding struct {
	Path string
	Rule osp.Rule
}

func findings(issues []osp.Issue) []finding {
	var out []finding
	for _, i := range issues {
		out = append(out, finding{i.Path, i.Rule})
	}
	return out
}

func parseChanged(t *testing.T, name string, changes ...change) *osp.Manifest {
	t.Helper()
	m, err := osp.Parse(changed(t, name, changes...), nil)
	if err != nil {
		t.Fatalf("lint is for valid manifests: %v", err)
	}
	return m
}

const (
	hvac   = "hvac-two-locations"
	auto   = "auto-repair-single-location"
	marine = "marine-repair-yard"
)

// Without a date, nothing is wrong with the printed manifests.
func TestLintExamples(t *testing.T) {
	for _, name := range exampleNames {
		if diff := cmp.Diff([]finding(nil), findings(osp.Lint(parseChanged(t, name), nil))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Rule 28: what is legal and odd is lint. Every rule of lint is found where it is due, and nowhere else.
func TestRule28_Lint(t *testing.T) {
	day := func(date, open, shut string) string {
		return `{"date":"` + date + `","open":"` + open + `","close":"` + shut + `"}`
	}
	const late = `{"id":"late","label":"Late","start":"17:30","end":"20:00"}` // the shop closes at 17:30
	tests := []struct {
		name    string
		base    string
		changes []change
		want    []finding
	}{
		{"vendor data at top level", hvac, []change{{"/x-vendor", `{"a":1}`}}, []finding{{"x-vendor", osp.LintVendorMember}}},
		{"vendor data in extensions", hvac, []change{{"/extensions", `{"com.example.vendor":{"a":1}}`}}, nil},
		{"misspelt member at top level", hvac, []change{{"/certification", `[]`}}, []finding{{"certification", osp.LintUnknownMember}}},
		{"misspelt member", hvac, []change{{"/bookingPolicy/maximumDayAhead", `30`}}, []finding{{"bookingPolicy.maximumDayAhead", osp.LintUnknownMember}}},
		{"unknown members everywhere", hvac, []change{
			{"/conformance/a", `1`}, {"/business/b", `1`}, {"/locations/0/c", `1`}, {"/locations/0/address/d", `1`}, {"/locations/0/geo/e", `1`},
			{"/locations/0/hours/f", `1`}, {"/locations/0/hours/weekly/g", `1`}, {"/locations/0/hours/weekly/monday/h", `1`}, {"/services/0/i", `1`},
			{"/coverage/j", `1`}, {"/coverage/radius/0/k", `1`}, {"/bookingPolicy/l", `1`}, {"/bookingPolicy/windows/0/m", `1`}, {"/interfaces/n", `1`},
			{"/interfaces/mcp/o", `1`}, {"/interfaces/rest/p", `1`},
		}, []finding{
			{"conformance.a", osp.LintUnknownMember}, {"business.b", osp.LintUnknownMember}, {"locations[0].c", osp.LintUnknownMember},
			{"locations[0].address.d", osp.LintUnknownMember}, {"locations[0].geo.e", osp.LintUnknownMember}, {"locations[0].hours.f", osp.LintUnknownMember},
			{"locations[0].hours.weekly.g", osp.LintUnknownMember}, {"locations[0].hours.weekly.monday.h", osp.LintUnknownMember},
			{"services[0].i", osp.LintUnknownMember}, {"coverage.j", osp.LintUnknownMember}, {"coverage.radius[0].k", osp.LintUnknownMember},
			{"bookingPolicy.l", osp.LintUnknownMember}, {"bookingPolicy.windows[0].m", osp.LintUnknownMember}, {"interfaces.n", osp.LintUnknownMember},
			{"interfaces.mcp.o", osp.LintUnknownMember}, {"interfaces.rest.p", osp.LintUnknownMember},
		}},

		{"trade in other case", hvac, []change{{"/business/trades/0", `"HvacBusiness"`}}, []finding{{"business.trades[0]", osp.LintTradeType}}},
		{"trade with a slip", auto, []change{{"/business/trades/0", `"AutoReapir"`}}, []finding{{"business.trades[0]", osp.LintTradeType}}},
		{"trade in words", auto, []change{{"/business/trades/0", `"house painting"`}}, []finding{{"business.trades[0]", osp.LintTradeType}}},
		{"unfamiliar trade", marine, []change{{"/business/trades/0", `"landscaping"`}}, nil},
		{"unfamiliar trade in capitals", marine, []change{{"/business/trades/0", `"Chimney Sweep"`}}, []finding{{"business.trades[0]", osp.LintTradeCase}}},

		{"website with a page", hvac, []change{{"/business/websiteUrl", `"https://palmettoairheat.example/home"`}}, []finding{{"business.websiteUrl", osp.LintWebsiteOrigin}}},
		{"website with a slash", hvac, []change{{"/business/websiteUrl", `"https://palmettoairheat.example/"`}}, nil},

		{"zone of another state", hvac, []change{{"/business/timeZone", `"America/Los_Angeles"`}}, []finding{{"business.timeZone", osp.LintZone}}},
		{"other name of the zone", hvac, []change{{"/business/timeZone", `"US/Eastern"`}}, nil},
		{"second zone of the state", hvac, []change{{"/business/timeZone", `"America/Chicago"`}}, nil},
		{"no summer time where there is", hvac, []change{{"/business/timeZone", `"America/Panama"`}}, []finding{{"business.timeZone", osp.LintZone}}},
		{"zone of covered ZIPs alone", auto, []change{{"/business/timeZone", `"America/Chicago"`}, {"/coverage/postalCodes/-", `"37402"`}}, nil},
		{"military post", auto, []change{{"/business/timeZone", `"Europe/Berlin"`}, {"/locations/0/address/region", `"AE"`}}, nil},

		{"exception ends before it starts", hvac, []change{{"/locations/0/hours/exceptions/-", day("2026-12-24", "12:00", "08:00")}}, []finding{{"locations[0].hours.exceptions[2]", osp.LintExceptionOrder}}},
		{"exception of no length", hvac, []change{{"/locations/0/hours/exceptions/-", day("2026-12-24", "12:00", "12:00")}}, []finding{{"locations[0].hours.exceptions[2]", osp.LintExceptionOrder}}},
		{"two exceptions on a date", hvac, []change{{"/locations/0/hours/exceptions/-", day("2026-11-26", "08:00", "12:00")}}, []finding{{"locations[0].hours.exceptions[2]", osp.LintExceptionRepeated}}},
		{"same date at another location", hvac, []change{{"/locations/1/hours/exceptions", `[` + day("2026-11-26", "08:00", "12:00") + `]`}}, nil},
		{"note against the table", hvac, []change{{"/locations/0/hours/note", `"Closed Saturdays."`}}, []finding{{"locations[0].hours.note", osp.LintHoursNote}}},

		{"earliest after latest", hvac, []change{{"/bookingPolicy/minimumDaysAhead", `46`}}, []finding{{"bookingPolicy.minimumDaysAhead", osp.LintDaysAhead}}},
		{"earliest is latest", hvac, []change{{"/bookingPolicy/minimumDaysAhead", `45`}}, nil},
		{"default latest", hvac, []change{{"/bookingPolicy/minimumDaysAhead", `60`}, {"/bookingPolicy/maximumDaysAhead", ""}}, nil},

		{"only a start", hvac, []change{{"/bookingPolicy/windows/0/end", ""}}, []finding{{"bookingPolicy.windows[0]", osp.LintWindowBound}}},
		{"only a start, after the default end", hvac, []change{{"/bookingPolicy/windows/0/end", ""}, {"/bookingPolicy/windows/0/start", `"13:00"`}}, []finding{
			{"bookingPolicy.windows[0]", osp.LintWindowBound}, {"bookingPolicy.windows[0]", osp.LintWindowNeverOpen}}},
		{"window after hours", auto, []change{{"/bookingPolicy/windows/-", late}}, []finding{{"bookingPolicy.windows[3]", osp.LintWindowNeverOpen}}},
		{"window touching hours", hvac, []change{{"/bookingPolicy/windows/-", `{"id":"late","label":"Late","start":"18:00","end":"20:00"}`}}, []finding{{"bookingPolicy.windows[2]", osp.LintWindowNeverOpen}}},
		{"window at one location only", hvac, []change{{"/bookingPolicy/windows/-", `{"id":"late","label":"Late","start":"17:30","end":"20:00"}`}}, nil},
		{"window on a weekend day only", hvac, []change{
			{"/bookingPolicy/windows/-", `{"id":"late","label":"Late","start":"20:00","end":"22:00"}`},
			{"/locations/0/hours/weekly/sunday", `{"open":"20:00","close":"22:00"}`},
		}, []finding{{"bookingPolicy.windows[2]", osp.LintWindowNeverOpen}}},
		{"window on a requestable weekend day", hvac, []change{
			{"/bookingPolicy/windows/-", `{"id":"late","label":"Late","start":"20:00","end":"22:00"}`},
			{"/locations/0/hours/weekly/sunday", `{"open":"20:00","close":"22:00"}`},
			{"/bookingPolicy/weekendRequests", `"allowed"`},
		}, nil},
		{"window on an exception only", auto, []change{
			{"/bookingPolicy/windows/-", late}, {"/locations/0/hours/exceptions", `[` + day("2026-12-23", "08:00", "20:00") + `]`},
		}, nil},
		{"window on a day open round the clock", auto, []change{{"/bookingPolicy/windows/-", late}, {"/locations/0/hours/weekly/friday", `"24_hours"`}}, nil},

		{"service at no location", hvac, []change{{"/services/0/locationIds", `[]`}}, []finding{{"services[0]", osp.LintNotBookable}}},
		{"quote-only service at no location", hvac, []change{{"/services/0/locationIds", `[]`}, {"/services/0/bookable", `false`}}, nil},
		{"service at a location that is always closed", hvac, []change{
			{"/locations/1/hours/weekly", `{"monday":"closed","tuesday":"closed","wednesday":"closed","thursday":"closed","friday":"closed","saturday":"closed","sunday":"24_hours"}`},
			{"/services/0/locationIds", `["palm-coast"]`},
		}, []finding{{"services[0]", osp.LintNotBookable}}},

		{"rating in a text", hvac, []change{{"/business/description", `"Rated 4.9 on Google"`}}, []finding{{"business.description", osp.LintRatingText}}},
		{"count in a text", hvac, []change{{"/certifications/0", `"Over 300 five-star reviews"`}}, []finding{{"certifications[0]", osp.LintRatingText}}},
		{"stars in an extension", hvac, []change{{"/extensions", `{"com.example.vendor":{"badges":["4.8 / 5"]}}`}}, []finding{{`extensions["com.example.vendor"].badges[0]`, osp.LintRatingText}}},
		{"numbers that are no ratings", hvac, []change{{"/business/description", `"24 stores, 3 trucks, 5 technicians, EPA 608"`}}, nil},

		{"password in an address", hvac, []change{{"/interfaces/rest/baseUrl", `"https://user:hunter2@palmettoairheat.example/api"`}}, []finding{{"interfaces.rest.baseUrl", osp.LintCredential}}},
		{"key in an address", hvac, []change{{"/interfaces/mcp/url", `"https://palmettoairheat.example/mcp?api_key=9f8e7d6c5b4a"`}}, []finding{{"interfaces.mcp.url", osp.LintCredential}}},
		{"token in an extension", hvac, []change{{"/extensions", `{"com.example.vendor":"Bearer 0a1b2c3d4e5f"}`}}, []finding{{`extensions["com.example.vendor"]`, osp.LintCredential}}},
		{"password in a note", hvac, []change{{"/coverage/note", `"Gate password: palm77"`}}, []finding{{"coverage.note", osp.LintCredential}}},

		{"somebody's email", hvac, []change{{"/services/0/description", `"Questions to maria.lopez@mail.example"`}}, []finding{{"services[0].description", osp.LintPersonalData}}},
		{"the business's email", hvac, []change{{"/services/0/description", `"Questions to Service@palmettoairheat.example"`}}, nil},
		{"somebody's phone", hvac, []change{{"/services/0/description", `"Call Joe's cell, (386) 555-0177"`}}, []finding{{"services[0].description", osp.LintPersonalData}}},
		{"the business's phone", hvac, []change{{"/services/0/description", `"Call 386-555-0188"`}}, nil},
		{"social security number", hvac, []change{{"/certifications/0", `"078-05-1120"`}}, []finding{{"certifications[0]", osp.LintPersonalData}}},
		{"card number", hvac, []change{{"/certifications/0", `"4111 1111 1111 1111"`}}, []finding{{"certifications[0]", osp.LintPersonalData}}},
		{"name of a person", hvac, []change{{"/coverage/note", `"Outside these areas ask for Dave"`}}, []finding{{"coverage.note", osp.LintPersonalData}}},

		{"claim in the confirmation note", hvac, []change{{"/bookingPolicy/confirmationNote", `"Your appointment is confirmed."`}}, []finding{{"bookingPolicy.confirmationNote", osp.LintClaim}}},
		{"claim in a service name is not judged", hvac, []change{{"/services/0/name", `"Your appointment is confirmed"`}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := parseChanged(t, tt.base, tt.changes...)
			if diff := cmp.Diff(tt.want, findings(osp.Lint(m, nil))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Rule 39: a lint points out coming public holidays on which the manifest claims to be open, and adds nothing.
func TestRule39_LintHolidays(t *testing.T) {
	m := parseChanged(t, hvac)
	issues := osp.Lint(m, &osp.LintOptions{Date: wallclock.Date{Year: 2026, Month: 9, Day: 8}})
	want := []finding{{"locations[0].hours", osp.LintHolidayOpen}, {"locations[1].hours", osp.LintHolidayOpen}}
	if diff := cmp.Diff(want, findings(issues)); diff != "" {
		t.Fatal(diff)
	}
	// Daytona Beach has exceptions for Thanksgiving and Christmas, and is open on Saturdays: Independence Day 2027 is a
	// Sunday, Juneteenth a Saturday.
	for _, day := range []string{"2026-10-12 Columbus Day", "2026-11-11 Veterans Day", "2027-01-01 New Year's Day", "2027-06-19 Juneteenth",
		"2027-06-18 Juneteenth (observed)", "2027-07-05 Independence Day (observed)", "2027-09-06 Labor Day"} {
		if !strings.Contains(issues[0].Message, day) {
			t.Errorf("%q is not pointed out: %s", day, issues[0].Message)
		}
	}
	for _, day := range []string{"2026-09-07", "2026-11-26", "2026-12-25", "2027-07-04"} {
		if strings.Contains(issues[0].Message, day) {
			t.Errorf("%s is pointed out: %s", day, issues[0].Message)
		}
	}
	if !strings.Contains(issues[1].Message, "2026-11-26 Thanksgiving Day") || strings.Contains(issues[1].Message, "2027-06-19") {
		t.Errorf("Palm Coast keeps no exceptions and is closed on Saturdays: %s", issues[1].Message)
	}
	// A year is looked at to its last day, and no further.
	leap := wallclock.Date{Year: 2027, Month: 7, Day: 6}
	for from, isWithin := range map[wallclock.Date]bool{leap: true, leap.AddDays(-1): false} {
		if issues := osp.Lint(m, &osp.LintOptions{Date: from}); strings.Contains(issues[0].Message, "2028-07-04") != isWithin {
			t.Errorf("from %v: %s", from, issues[0].Message)
		}
	}
	if diff := cmp.Diff(parseChanged(t, hvac), m); diff != "" {
		t.Error("lint changed the manifest", diff)
	}
}

// Notes are read as people mean them; where a sentence has other things in mind, lint keeps silent.
func TestLintHoursNote(t *testing.T) {
	// Daytona Beach: Monday to Friday 07:30-18:00, Saturday 08:00-13:00, Sunday closed.
	against := []string{
		"Open 7 days a week", "open daily", "Open every day.", "Open 24/7", "We are open around the clock", "Open 24 hours a day, 7 days a week",
		"Closed on Fridays", "closed saturday and sunday", "Closed weekends.", "Open Sundays", "Sundays open", "Open Monday through Sunday",
		"Mon-Fri 8am-5pm", "Monday to Friday: 8:00 a.m. to 5:00 p.m.", "Sat 9am–1pm", "Closed Sundays, Mondays", "Open Sat - Sun", "Fri-Mon closed",
		"Open weekdays 08:00-17:00", "Saturday: closed",
	}
	with := []string{
		"", "Closed Sundays", "Closed on Sunday.", "Open Monday to Saturday, Sunday closed", "Open Mon-Sat; closed Sundays.", "Mon-Fri 7:30am-6pm", "Sat 8 am - 1 pm",
		"Emergency line answered around the clock.", "Emergency service available 24/7.", "Open Sundays by appointment only", "Closed on Fridays in winter",
		"Closed for lunch", "Closed on public holidays", "Not open on Sundays", "We never close on a Friday", "Open Sundays in December",
		"Saturday hours April through October only.", "Walk-ins welcome until noon", "Weekdays 07:30-18:00", "Closed Dec 24", "Some technicians work Sundays",
	}
	for _, note := range against {
		m := parseChanged(t, hvac, change{"/locations/0/hours/note", `"` + note + `"`})
		if diff := cmp.Diff([]finding{{"locations[0].hours.note", osp.LintHoursNote}}, findings(osp.Lint(m, nil))); diff != "" {
			t.Errorf("%q: %s", note, diff)
		}
	}
	for _, note := range with {
		m := parseChanged(t, hvac, change{"/locations/0/hours/note", `"` + note + `"`})
		if got := osp.Lint(m, nil); got != nil {
			t.Errorf("%q: %v", note, got)
		}
	}
}

// Nothing that lint found is repeated if it may be a secret or a person's.
func TestLintRepeatsNoSecrets(t *testing.T) {
	for _, secret := range []string{"sk_live_51Habcdefgh", "AKIAIOSFODNN7EXAMPLE", "password: swordfish99", "078-05-1120", "joe@private.example", "(386) 555-0177"} {
		m := parseChanged(t, hvac, change{"/coverage/note", `"` + secret + `"`})
		issues := osp.Lint(m, nil)
		if len(issues) != 1 {
			t.Errorf("%d issues for one secret: %v", len(issues), issues)
		}
		for _, i := range issues {
			if strings.Contains(i.Message, secret) {
				t.Errorf("the message repeats what it warns of: %s", i.Rule)
			}
		}
	}
}

func TestLintNothing(t *testing.T) {
	if got := osp.Lint(nil, nil); got != nil {
		t.Errorf("nil manifest: %v", got)
	}
	osp.Lint(&osp.Manifest{}, &osp.LintOptions{Date: wallclock.Date{Year: 9999, Month: 12, Day: 31}}) // must not panic
}
