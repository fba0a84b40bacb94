package osp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// P-130 to P-135, P-240, P-311 to P-313: business information, whole, for the example with two locations.
func TestGetBusinessInfo(t *testing.T) {
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		o.Pages = osp.Pages{Services: "https://palmettoairheat.example/services", ServiceAreas: "https://palmettoairheat.example/service-areas",
			Locations: "https://palmettoairheat.example/locations"}
	})
	want, err := os.ReadFile("testdata/business_info.json")
	if err != nil {
		t.Fatal(err)
	}
	var wanted any
	if err := json.Unmarshal(want, &wanted); err != nil {
		t.Fatal(err)
	}
	var got any
	raw := r.call(osp.ToolGetBusinessInfo, "{}").JSON
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(string(raw), `"name":"Palmetto Air & Heat"`) {
		t.Error("the name is escaped")
	}
	var info osp.BusinessInfo
	if err := json.Unmarshal(raw, &info); err != nil || info.Booking.Windows[1].ID != "Afternoon" {
		t.Errorf("%+v, %v", info, err)
	}
}

// Rule 4, rule 40: what the manifest lacks is left out, and what OSP doesn't define isn't handed on, where it could be null.
func TestRule40_BusinessInfoOfOthers(t *testing.T) {
	shop := newRig(t, "auto-repair-single-location", nil,
		patchOp{"add", "/bookingPolicy/windows/0/x-color", json.RawMessage("null")},
		patchOp{"add", "/locations/0/hours/x-source", json.RawMessage("null")},
		patchOp{"add", "/locations/0/hours/weekly/x-holiday", json.RawMessage("null")},
		patchOp{"add", "/locations/0/hours/weekly/monday/x-lunch", json.RawMessage("null")},
		patchOp{"add", "/business/parentOrganization", json.RawMessage(`{"name":"Ridge Holding","url":"https://ridge.example","x":null}`)})
	out := members(t, shop.call(osp.ToolGetBusinessInfo, ""))
	booking := out["booking"].(map[string]any)
	if _, ok := booking["afterHoursNote"]; ok || booking["emergencyAvailable"] != false {
		t.Errorf("%v (P-130)", booking)
	}
	if booking["maximumDaysAhead"] == nil || booking["mode"] != "request" {
		t.Errorf("%v", booking)
	}
	for _, absent := range []string{"locationsIndexUrl", "licenses"} {
		if _, ok := out[absent]; ok {
			t.Errorf("%s is present", absent)
		}
	}
	wantResult(t, shop.call(osp.ToolCheckAvailability, `{"serviceSlug":"brake-repair","from":"2026-09-10","to":"2026-09-11"}`), "")
	yard := newRig(t, "marine-repair-yard", nil)
	wantResult(t, yard.call(osp.ToolGetBusinessInfo, ""), "")
	wantResult(t, yard.call(osp.ToolListServices, ""), "")
	wantResult(t, yard.call(osp.ToolGetBusinessInfo, `{"location":"yard"}`), osp.CodeInvalidInput)
}

// P-136, P-137, P-240, P-314, rules 33 and 40: the list of services.
func TestListServices(t *testing.T) {
	slugs := func(r *rig, arguments string) string {
		t.Helper()
		result := r.call(osp.ToolListServices, arguments)
		wantResult(t, result, "")
		var list osp.ServiceList
		if err := json.Unmarshal(result.JSON, &list); err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, s := range list.Services {
			all = append(all, s.Slug)
			if s.URL == "" {
				t.Errorf("%s has no address", s.Slug)
			}
		}
		return strings.Join(all, " ")
	}
	r := newRig(t, "hvac-two-locations", nil, remove("/services/1/url"))
	const four = "ac-repair ac-maintenance heat-pump-repair system-replacement"
	for arguments, want := range map[string]string{
		"{}":                        four + " duct-cleaning",
		`{"location":"daytona"}`:    four + " duct-cleaning",
		`{"location":"palm-coast"}`: four,
	} {
		if got := slugs(r, arguments); got != want {
			t.Errorf("%s: %s", arguments, got)
		}
	}
	services := members(t, r.call(osp.ToolListServices, ""))["services"].([]any)
	want := map[string]any{"slug": "ac-maintenance", "name": "AC maintenance", "category": "cooling", "url": "https://palmettoairheat.example/schedule", "bookable": true}
	if diff := cmp.Diff(want, services[1]); diff != "" {
		t.Error(diff)
	}
	if services[3].(map[string]any)["bookable"] != false {
		t.Errorf("%v (P-082)", services[3])
	}
	for arguments, code := range map[string]osp.Code{
		`{"location":"tampa"}`:       osp.CodeUnknownLocation,
		`{"location":"Daytona"}`:     osp.CodeInvalidInput,
		`{"location":""}`:            osp.CodeInvalidInput,
		`{"location":null}`:          osp.CodeInvalidInput,
		`{"Location":"palm-coast"}`:  osp.CodeInvalidInput,
		`{"location":["palm-coast"]`: osp.CodeInvalidInput,
	} {
		result := r.call(osp.ToolListServices, arguments)
		wantResult(t, result, code)
		if locations, _ := members(t, result)["locations"].([]any); (code == osp.CodeUnknownLocation) != (len(locations) == 2) {
			t.Errorf("%s: %s", arguments, result.JSON)
		}
	}
	shop := newRig(t, "auto-repair-single-location", nil)
	own := shop.server.Profile().LocationRefs()[0].ID
	if slugs(shop, fmt.Sprintf(`{"location":%q}`, own)) != slugs(shop, "{}") {
		t.Error("a single location doesn't know its own id")
	}
	wantResult(t, shop.call(osp.ToolListServices, `{"location":"tampa"}`), osp.CodeUnknownLocation)
}

// Checklist item 12 (P-253): the slugs are the manifest's. Item 11 (P-252): the mode is request.
func TestToolsAgreeWithTheManifest(t *testing.T) {
	for _, name := range []string{"hvac-two-locations", "auto-repair-single-location", "marine-repair-yard"} {
		r := newRig(t, name, nil)
		var list osp.ServiceList
		if err := json.Unmarshal(r.call(osp.ToolListServices, "").JSON, &list); err != nil {
			t.Fatal(err)
		}
		m := r.server.Profile().Manifest()
		if len(list.Services) != len(m.Services) {
			t.Errorf("%s: %d services", name, len(list.Services))
		}
		for i, s := range list.Services {
			if s.Slug != m.Services[i].Slug || s.Name != m.Services[i].Name || s.Bookable != m.Services[i].IsBookable() {
				t.Errorf("%s: %+v", name, s)
			}
		}
		var info osp.BusinessInfo
		if err := json.Unmarshal(r.call(osp.ToolGetBusinessInfo, "").JSON, &info); err != nil {
			t.Fatal(err)
		}
		if info.Booking.Mode != "request" || info.Booking.Tool != osp.ToolRequestServiceBooking || !info.Booking.UserApprovalRequired ||
			!info.Booking.BusinessConfirmationRequired || info.Booking.MinimumDaysAhead != m.BookingPolicy.MinimumDaysAhead ||
			info.Booking.MaximumDaysAhead != m.BookingPolicy.MaxDaysAhead() || info.Booking.WeekendRequests != m.BookingPolicy.WeekendRequests {
			t.Errorf("%s: %+v", name, info.Booking)
		}
		if diff := cmp.Diff(m.BookingPolicy.Windows, info.Booking.Windows); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if len(info.Locations) != len(m.Locations) || info.Locations[0].ID != m.Locations[0].ID {
			t.Errorf("%s: %+v", name, info.Locations)
		}
	}
}

// The answers that the server writes itself are those of the profile, member by member.
func TestServerAnswersAreTheProfiles(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	p := r.server.Profile()
	same := func(result osp.Result, want any) {
		t.Helper()
		raw, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var wanted map[string]any
		if err := json.Unmarshal(raw, &wanted); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wanted, members(t, result)); diff != "" {
			t.Error(diff)
		}
	}
	for _, zip := range []string{"32174", "32114", "90210", "00501"} {
		same(r.call(osp.ToolCheckCoverage, fmt.Sprintf(`{"zip":%q}`, zip)), p.Coverage(osp.MustParseZIP(zip)))
	}
	q := osp.AvailabilityQuery{ServiceSlug: "duct-cleaning", Location: "daytona", From: date(t, "2026-09-08"), To: date(t, "2026-10-09")}
	result, err := p.Availability(q, instant(t, bookingNow))
	if err != nil {
		t.Fatal(err)
	}
	same(r.call(osp.ToolCheckAvailability, `{"serviceSlug":"duct-cleaning","from":"2026-09-08","to":"2026-10-09","location":"daytona"}`), result)
}

// P-168, rule 30: what check_availability refuses, through the server.
func TestRule30_AvailabilityErrorsOfTheServer(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	for arguments, code := range map[string]osp.Code{
		`{"serviceSlug":"x","from":"2026-02-30","to":"2026-09-14"}`:                              osp.CodeInvalidInput,
		`{"serviceSlug":"x","from":"2026-09-14","to":"2026-09-08"}`:                              osp.CodeLocationRequired,
		`{"serviceSlug":"x","from":"2026-09-14","to":"2026-09-08","location":"x"}`:               osp.CodeUnknownLocation,
		`{"serviceSlug":"x","from":"2026-09-14","to":"2026-09-08","location":"daytona"}`:         osp.CodeUnknownService,
		`{"serviceSlug":"ac-repair","from":"2026-09-14","to":"2026-09-08","location":"daytona"}`: osp.CodeInvalidRange,
		`{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-10-10","location":"daytona"}`: osp.CodeInvalidRange,
		`{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-10-09","location":"daytona"}`: "",
		`{"serviceSlug":"ac-repair","from":"2001-09-08","to":"2001-09-09","location":"daytona"}`: "",
	} {
		wantResult(t, r.call(osp.ToolCheckAvailability, arguments), code)
	}
}

// Rule 31, P-156, P-160: calendar mode. The calendar is asked about what the policy opens, and only then.
func TestRule31_CalendarMode(t *testing.T) {
	var asked []osp.CalendarQuery
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		o.Calendar = calendarFunc(func(_ context.Context, q osp.CalendarQuery) (osp.CalendarAnswer, error) {
			asked = append(asked, q)
			return osp.CalendarAnswer{
				{Date: q.From, WindowID: "Morning"}:              osp.CalendarOpen,
				{Date: q.From, WindowID: "Afternoon"}:            osp.CalendarFull,
				{Date: q.From.AddDays(1), WindowID: "Morning"}:   osp.CalendarFull,
				{Date: q.From.AddDays(1), WindowID: "Afternoon"}: osp.CalendarFull,
				{Date: q.From.AddDays(2), WindowID: "Morning"}:   osp.CalendarSilent,
				{Date: q.From.AddDays(-1), WindowID: "Morning"}:  osp.CalendarOpen, // today, which policy closes
			}, nil
		})
	})
	out := members(t, r.call(osp.ToolCheckAvailability, `{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-09-13","location":"daytona"}`))
	if out["source"] != "calendar" || out["sourceNote"] != nil {
		t.Errorf("%v", out)
	}
	var got []string
	for _, d := range out["days"].([]any) {
		day := d.(map[string]any)
		text := fmt.Sprint(day["date"], " ", day["status"], " ", day["reason"])
		for _, w := range day["windows"].([]any) {
			text += fmt.Sprint(" ", w.(map[string]any)["status"])
		}
		got = append(got, text)
	}
	if diff := cmp.Diff([]string{
		"2026-09-08 closed outside_booking_range",
		"2026-09-09 open <nil> available closed",
		"2026-09-10 closed calendar_full",
		"2026-09-11 open <nil> requestable requestable",
		"2026-09-12 open <nil> requestable requestable",
		"2026-09-13 closed closed_day",
	}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]osp.CalendarQuery{{ServiceSlug: "ac-repair", Location: "daytona", From: date(t, "2026-09-09"), To: date(t, "2026-09-12")}}, asked); diff != "" {
		t.Error(diff)
	}
	asked = nil
	wantResult(t, r.call(osp.ToolCheckAvailability, `{"serviceSlug":"ac-repair","from":"2026-09-13","to":"2026-09-13","location":"daytona"}`), "")
	wantResult(t, r.call(osp.ToolCheckAvailability, `{"serviceSlug":"ac-repair","from":"2026-09-13","to":"2026-09-12","location":"daytona"}`), osp.CodeInvalidRange)
	if asked != nil {
		t.Errorf("asked %v", asked)
	}
}
