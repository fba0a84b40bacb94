package osp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// judged judges a page and lists the paths of what it lacks.
func judged(t testing.TB, p *osp.Profile, page string, opts *osp.JudgeOptions) (*osp.PageJudgement, []string) {
	t.Helper()
	j := osp.JudgeJSONLD(p, []byte(page), opts)
	lacks := []string{}
	for _, issue := range append(j.Lacks, j.Advice...) {
		if issue.Source == "" || issue.Message == "" || issue.Rule == "" {
			t.Errorf("an issue that explains nothing: %+v", issue)
		}
	}
	for _, issue := range j.Lacks {
		lacks = append(lacks, issue.Path)
	}
	if j.Passes() != (len(lacks) == 0) {
		t.Error("Passes contradicts Lacks")
	}
	return j, lacks
}

// block is a page around one JSON-LD document.
func block(doc string) string {
	return `<!doctype html><html><head><title>x</title><script type="application/ld+json">` + doc + `</script></head><body></body></html>`
}

// changedNode is the generated node of a profile with a patch applied.
func changedNode(t testing.TB, p *osp.Profile, ops ...patchOp) string {
	t.Helper()
	doc, err := osp.JSONLD(p, &osp.JSONLDOptions{ContactURL: "https://palmettoairheat.example/contact"})
	if err != nil {
		t.Fatal(err)
	}
	return string(patched(t, doc, ops...))
}

func raw(op, path, value string) patchOp {
	return patchOp{Op: op, Path: path, Value: json.RawMessage(value)}
}

// P-230 to P-232, rule 41: each fact and the action, equal, different and absent.
func TestRule41_JudgeFacts(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	const action = "/potentialAction"
	tests := []struct {
		name string
		op   patchOp
		want string // paths of what is lacking, separated by spaces
	}{
		{"name with other white space", raw("replace", "/name", `" Palmetto\n Air &  Heat "`), ""},
		{"name in other case", raw("replace", "/name", `"PALMETTO AIR & HEAT"`), "name"},
		{"name as an HTML writer would put it", raw("replace", "/name", `"Palmetto Air &amp; Heat"`), "name"},
		{"name of the primary location", raw("replace", "/name", `"Daytona Beach"`), ""},
		{"name as a value object", raw("replace", "/name", `{"@value":"Palmetto Air & Heat","@language":"en"}`), ""},
		{"two names, one of them wrong", raw("replace", "/name", `["Palmetto Air & Heat","Palmetto HVAC"]`), "name"},
		{"name is a number", raw("replace", "/name", `7`), "name"},
		{"no name", remove("/name"), "name"},
		{"empty list of names", raw("replace", "/name", `[]`), "name"},
		{"phone in national form", raw("replace", "/telephone", `"(386) 555-0142"`), ""},
		{"phone with a 1", raw("replace", "/telephone", `"1.386.555.0142"`), ""},
		{"phone of the other location", raw("replace", "/telephone", `"+1 386 555 0188"`), "telephone"},
		{"phone without digits", raw("replace", "/telephone", `"call us"`), "telephone"},
		{"no phone", remove("/telephone"), "telephone"},
		{"url with a slash", raw("replace", "/url", `"https://palmettoairheat.example/"`), ""},
		{"url relative", raw("replace", "/url", `"/"`), ""},
		{"url of the location's page", raw("replace", "/url", `"https://PALMETTOAIRHEAT.example:443/locations/daytona-beach-fl/"`), ""},
		{"url on http", raw("replace", "/url", `"http://palmettoairheat.example"`), "url"},
		{"url of another host", raw("replace", "/url", `"https://www.palmettoairheat.example"`), "url"},
		{"url that is none", raw("replace", "/url", `"https://%zz"`), "url"},
		{"null is nothing", raw("replace", "/url", `null`), "url"},
		{"no url", remove("/url"), "url"},
		{"address country as a node", raw("replace", "/address/addressCountry", `{"@type":"Country","name":"US"}`), ""},
		{"another street", raw("replace", "/address/streetAddress", `"1 Main St"`), "address.streetAddress"},
		{"no region", remove("/address/addressRegion"), "address.addressRegion"},
		{"ZIP of the other location", raw("replace", "/address/postalCode", `"32164"`), "address.postalCode"},
		{"ZIP as a number", raw("replace", "/address/postalCode", `32114`), "address.postalCode"},
		{"address as text", raw("replace", "/address", `"1200 Industrial Dr, Daytona Beach, FL 32114"`), "address"},
		{"no address", remove("/address"), "address"},
		{"no hours", remove("/openingHoursSpecification"), "openingHoursSpecification"},
		{"openingHours in their stead", raw("replace", "/openingHoursSpecification", `[]`), "openingHoursSpecification"},
		{"no action", remove(action), "potentialAction"},
		{"another action only", raw("replace", action+"/@type", `"ReserveAction"`), "potentialAction"},
		{"another action beside it", raw("replace", action, `[{"@type":"SearchAction"},`+pendingAction("https://palmettoairheat.example/schedule")+`]`), ""},
		{"two of them", raw("replace", action, `[`+pendingAction("/schedule")+`,`+pendingAction("/schedule")+`]`), "potentialAction"},
		{"to another page", raw("replace", action+"/target/urlTemplate", `"https://palmettoairheat.example/contact"`), "potentialAction.target.urlTemplate"},
		{"with a service", raw("replace", action+"/target/urlTemplate", `"https://palmettoairheat.example/schedule?service=ac-repair"`), "potentialAction.target.urlTemplate"},
		{"target as text", raw("replace", action+"/target", `"https://palmettoairheat.example/schedule"`), "potentialAction.target.urlTemplate"},
		{"no target", remove(action + "/target"), "potentialAction.target.urlTemplate"},
		{"a second target", raw("replace", action+"/target", `[{"urlTemplate":"/schedule"},{"urlTemplate":"/elsewhere"}]`), "potentialAction.target.urlTemplate"},
		{"no result", remove(action + "/result"), "potentialAction.result"},
		{"result of another type", raw("replace", action+"/result/@type", `"Order"`), "potentialAction.result"},
		{"status by http", raw("replace", action+"/result/reservationStatus", `"http://schema.org/ReservationPending"`), ""},
		{"status as a reference", raw("replace", action+"/result/reservationStatus", `{"@id":"https://schema.org/ReservationPending"}`), ""},
		{"status confirmed (P-334)", raw("replace", action+"/result/reservationStatus", `"https://schema.org/ReservationConfirmed"`), "potentialAction.result"},
		{"status pending and confirmed", raw("replace", action+"/result/reservationStatus",
			`["https://schema.org/ReservationPending","https://schema.org/ReservationConfirmed"]`), "potentialAction.result"},
		{"status by its bare name", raw("replace", action+"/result/reservationStatus", `"ReservationPending"`), "potentialAction.result"},
		{"no status", remove(action + "/result/reservationStatus"), "potentialAction.result"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j, lacks := judged(t, p, block(changedNode(t, p, tt.op)), nil)
			if got := strings.Join(lacks, " "); got != tt.want {
				t.Errorf("lacks %q, want %q: %v", got, tt.want, j.Lacks)
			}
		})
	}
}

func pendingAction(target string) string {
	return fmt.Sprintf(`{"@type":"ScheduleAction","target":{"@type":"EntryPoint","urlTemplate":%q},`+
		`"result":{"@type":"Reservation","reservationStatus":"https://schema.org/ReservationPending"}}`, target)
}

// Rule 41: hours are compared as spans of each weekday. The manifest is open on weekdays from 08:00 to 17:00.
func TestRule41_JudgeHours(t *testing.T) {
	open := hours("08:00", "17:00")
	var ops []patchOp
	for _, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday"} {
		ops = append(ops, weekly(day, open))
	}
	p := exampleProfile(t, "auto-repair-single-location", nil, ops...)
	allDay := exampleProfile(t, "auto-repair-single-location", nil, append(ops, weekly("monday", "24_hours"))...)
	const weekdays = `"dayOfWeek":["Monday","Tuesday","Wednesday","Thursday","Friday"]`
	const rest = `"dayOfWeek":["Tuesday","Wednesday","Thursday","Friday"],"opens":"08:00","closes":"17:00"`
	tests := []struct {
		name  string
		p     *osp.Profile
		hours string
		ok    bool
	}{
		{"as the manifest", p, `{` + weekdays + `,"opens":"08:00","closes":"17:00"}`, true},
		{"one entry a day, days as URLs", p, `{"dayOfWeek":"https://schema.org/Monday","opens":"08:00","closes":"17:00"},
			{"dayOfWeek":{"@id":"http://schema.org/Tuesday"},"opens":"08:00","closes":"17:00"},
			{"dayOfWeek":["Wednesday","schema:Thursday","Friday"],"opens":"08:00","closes":"17:00"}`, true},
		{"with seconds", p, `{` + weekdays + `,"opens":"08:00:00","closes":"17:00:00"}`, true},
		{"in twelve hours", p, `{` + weekdays + `,"opens":"8:00 AM","closes":"5:00 PM"}`, true},
		{"in twelve hours, short", p, `{` + weekdays + `,"opens":"8am","closes":"5 p.m."}`, true},
		{"afternoon hours taken for the morning", p, `{` + weekdays + `,"opens":"08:00","closes":"5:00 AM"}`, false},
		{"the same twice", p, `{` + weekdays + `,"opens":"08:00","closes":"17:00"},{` + weekdays + `,"opens":"08:00","closes":"17:00"}`, true},
		{"with a lunch break", p, `{` + weekdays + `,"opens":"08:00","closes":"12:00"},{` + weekdays + `,"opens":"13:00","closes":"17:00"}`, false},
		{"in two halves that touch", p, `{` + weekdays + `,"opens":"08:00","closes":"12:00"},{` + weekdays + `,"opens":"12:00","closes":"17:00"}`, true},
		{"weekend said to be closed", p, `{` + weekdays + `,"opens":"08:00","closes":"17:00"},{"dayOfWeek":["Saturday","Sunday"],"opens":"00:00","closes":"00:00"}`, true},
		{"weekend without opens", p, `{` + weekdays + `,"opens":"08:00","closes":"17:00"},{"dayOfWeek":["Saturday","Sunday"]}`, true},
		{"a day more", p, `{` + weekdays + `,"opens":"08:00","closes":"17:00"},{"dayOfWeek":"Saturday","opens":"09:00","closes":"12:00"}`, false},
		{"a day less", p, `{` + rest + `}`, false},
		{"a dated entry is no weekday", p, `{` + weekdays + `,"opens":"08:00","closes":"17:00"},
			{"dayOfWeek":"Monday","validFrom":"2026-12-21","validThrough":"2026-12-21","opens":"10:00","closes":"12:00"}`, true},
		{"only dated entries", p, `{` + weekdays + `,"opens":"08:00","closes":"17:00","validFrom":"2026-01-01"}`, false},
		{"public holidays are no weekday", p, `{` + weekdays + `,"opens":"08:00","closes":"17:00"},{"dayOfWeek":"PublicHolidays","opens":"10:00","closes":"12:00"}`, true},
		{"no day", p, `{"opens":"08:00","closes":"17:00"}`, false},
		{"no such day", p, `{"dayOfWeek":"Funday","opens":"08:00","closes":"17:00"}`, false},
		{"a day that is no text", p, `{"dayOfWeek":1,"opens":"08:00","closes":"17:00"}`, false},
		{"two opening times", p, `{` + weekdays + `,"opens":["08:00","09:00"],"closes":"17:00"}`, false},
		{"a time that is no text", p, `{` + weekdays + `,"opens":8,"closes":"17:00"}`, false},
		{"13 PM", p, `{` + weekdays + `,"opens":"08:00","closes":"13:00 PM"}`, false},
		{"minute 60", p, `{` + weekdays + `,"opens":"08:00","closes":"16:60"}`, false},
		{"no closing time", p, `{` + weekdays + `,"opens":"08:00"}`, false},
		{"one-digit hour in 24 hours", p, `{` + weekdays + `,"opens":"8:00","closes":"17:00"}`, false},
		{"past midnight", p, `{` + weekdays + `,"opens":"17:00","closes":"08:00"}`, false},
		{"an entry that is text", p, `"Mo-Fr 08:00-17:00"`, false},
		{"all day as 00:00-23:59", allDay, `{"dayOfWeek":"Monday","opens":"00:00","closes":"23:59"},{` + rest + `}`, true},
		{"all day as 00:00-00:00, which is closed", allDay, `{"dayOfWeek":"Monday","opens":"00:00","closes":"00:00"},{` + rest + `}`, false},
		{"all day as 00:00-24:00", allDay, `{"dayOfWeek":"Monday","opens":"00:00","closes":"24:00"},{` + rest + `}`, false},
		{"all day as 12am-11:59pm", allDay, `{"dayOfWeek":"Monday","opens":"12am","closes":"11:59pm"},{` + rest + `}`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j, lacks := judged(t, tt.p, block(changedNode(t, tt.p, raw("replace", "/openingHoursSpecification", `[`+tt.hours+`]`))), nil)
			if want := map[bool]string{true: "", false: "openingHoursSpecification"}[tt.ok]; strings.Join(lacks, " ") != want {
				t.Errorf("lacks %v", j.Lacks)
			}
		})
	}
}

// Rule 41: a template matches by what it stands for without parameters, a relative one by where the page is.
func TestRule41_JudgeTemplates(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	for template, want := range map[string]bool{
		"https://palmettoairheat.example/schedule":                    true,
		"https://palmettoairheat.example/schedule/":                   true,
		"https://palmettoairheat.example/schedule{?service,location}": true,
		"/schedule{?service}":                                         true,
		"schedule":                                                    false, // relative to /about/team
		"../schedule":                                                 true,
		"https://palmettoairheat.example/schedule?service={service}":  false,
		"https://palmettoairheat.example/{page}":                      false,
		"https://palmettoairheat.example/schedule{":                   false,
	} {
		doc := changedNode(t, p, replace("/potentialAction/target/urlTemplate", template))
		if j, lacks := judged(t, p, block(doc), &osp.JudgeOptions{URL: "https://palmettoairheat.example/about/team"}); (len(lacks) == 0) != want {
			t.Errorf("%s: %v", template, j.Lacks)
		}
	}
}

// P-233 to P-235: what is recommended is reported and not required.
func TestJudgeAdvice(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	const items = "/hasOfferCatalog/itemListElement"
	shared := exampleProfile(t, "hvac-two-locations", nil,
		replace("/services/0/url", "https://palmettoairheat.example/services/cooling/maintenance"),
		replace("/services/1/url", "https://palmettoairheat.example/services/heating/maintenance"))
	without := exampleProfile(t, "hvac-two-locations", nil, remove("/services/0/url"))
	tests := []struct {
		name string
		p    *osp.Profile
		op   patchOp
		want []string
	}{
		{"nothing to say", p, raw("replace", "/name", `"Palmetto Air & Heat"`), nil},
		{"a general type", p, raw("replace", "/@type", `"LocalBusiness"`), []string{"HVACBusiness"}},
		{"a type more", p, raw("replace", "/@type", `["LocalBusiness","HVACBusiness"]`), nil},
		{"no catalog", p, remove("/hasOfferCatalog"), []string{"no OfferCatalog"}},
		{"a service less", p, remove(items + "/0"), []string{"ac-repair"}},
		{"a service without a page", p, remove(items + "/1/itemOffered/url"), []string{"ac-maintenance"}},
		{"a service with another page", p, raw("replace", items+"/1/itemOffered/url", `"https://palmettoairheat.example/services"`), []string{"ac-maintenance"}},
		{"a service without its action", p, remove(items + "/2/itemOffered/potentialAction"), []string{"heat-pump-repair has no ScheduleAction"}},
		{"an action for another service", p, raw("replace", items+"/2/itemOffered/potentialAction", pendingAction("/schedule?service=ac-repair")),
			[]string{"heat-pump-repair has no ScheduleAction"}},
		{"an action without a service", p, raw("replace", items+"/2/itemOffered/potentialAction", pendingAction("/schedule")),
			[]string{"heat-pump-repair has no ScheduleAction"}},
		{"none for one that can't be booked", p, remove(items + "/3/itemOffered/potentialAction"), nil},
		{"services without offers", p, raw("replace", items+"/0", `{"@type":"Service","name":"x","url":"/services/cooling/ac-repair","potentialAction":`+
			pendingAction("/schedule?service=ac-repair")+`}`), nil},
		{"an offer with the page", p, raw("replace", items+"/0", `{"@type":"Offer","url":"/services/cooling/ac-repair","potentialAction":`+
			pendingAction("/schedule?service=ac-repair")+`}`), nil},
		{"in list items and catalogs within", p, raw("replace", items+"/0", `{"@type":"ListItem","item":{"@type":"OfferCatalog","itemListElement":
			[{"@type":"Offer","itemOffered":{"@type":"Service","url":"/services/cooling/ac-repair/","potentialAction":`+
			pendingAction("/schedule?service=ac-repair")+`}}]}}`), nil},
		{"two pages that end alike", shared, remove(items + "/1"), []string{"ac-maintenance"}},
		{"no page in the manifest, the slug in the address", without, raw("replace", items+"/0/itemOffered/url", `"/what-we-do/ac-repair"`), nil},
		{"no page in the manifest, the name", without, raw("replace", items+"/0/itemOffered/url", `"/cooling"`), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j, lacks := judged(t, tt.p, block(changedNode(t, tt.p, tt.op)), nil)
			if len(lacks) > 0 {
				t.Errorf("what is recommended is required: %v", j.Lacks)
			}
			if len(j.Advice) != len(tt.want) {
				t.Fatalf("advice %v, want %v", j.Advice, tt.want)
			}
			for i, want := range tt.want {
				if !strings.Contains(j.Advice[i].Message, want) {
					t.Errorf("advice %v, want %v", j.Advice, tt.want)
				}
			}
		})
	}
}

// P-230: a page of any location counts, as that location and no other.
func TestJudgeLocations(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	branch, err := osp.JSONLDScript(p, &osp.JSONLDOptions{Location: "palm-coast"})
	if err != nil {
		t.Fatal(err)
	}
	if j, lacks := judged(t, p, branch, nil); len(lacks) > 0 || j.Location != "palm-coast" {
		t.Errorf("%+v", j)
	}
	if _, lacks := judged(t, p, branch, &osp.JudgeOptions{Location: "daytona"}); len(lacks) == 0 {
		t.Error("one location passes for another")
	}
	if _, lacks := judged(t, p, branch, &osp.JudgeOptions{Location: "orlando"}); len(lacks) == 0 {
		t.Error("it passes for a location that doesn't exist")
	}
	if _, lacks := judged(t, p, strings.Replace(branch, "/locations/palm-coast-fl", "", 1), nil); !slices.Equal(lacks, []string{"url"}) {
		t.Errorf("a branch under the address of the whole business lacks %q", lacks)
	}
	if _, lacks := judged(t, p, strings.Replace(branch, "/locations/palm-coast-fl", "/Locations/Palm-Coast-FL", 1), nil); !slices.Equal(lacks, []string{"url"}) {
		t.Errorf("under a path in another case it lacks %q", lacks)
	}
	// Facts of two locations in one node describe neither.
	if _, lacks := judged(t, p, block(changedNode(t, p, raw("replace", "/telephone", `"+1 386 555 0188"`))), nil); len(lacks) == 0 {
		t.Error("a mix of two locations passes")
	}
}

func TestJudgeUnlike(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	good := changedNode(t, p)
	other := changedNode(t, p, remove("/@id"), raw("replace", "/telephone", `"+1 386 555 9999"`))
	j, lacks := judged(t, p, block(other)+block(good), nil)
	if len(lacks) > 0 || len(j.Advice) != 1 || j.Advice[0].Rule != osp.RuleJSONLDNode {
		t.Errorf("a second node that contradicts: %+v", j)
	}
	// The same node described twice says both things.
	if _, lacks := judged(t, p, block(good)+block(changedNode(t, p, raw("replace", "/telephone", `"+1 386 555 9999"`))), nil); cmp.Diff([]string{"telephone"}, lacks) != "" {
		t.Errorf("one node with two numbers: %v", lacks)
	}
}
