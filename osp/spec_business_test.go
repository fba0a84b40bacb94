package osp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// P-129 to P-135, P-311 to P-313, P-240: the whole answer of get_business_info, every fact from the manifest.
func TestClausesBusinessInfo(t *testing.T) {
	r := newRig(t, hvac, func(o *osp.ServerOptions) {
		o.Pages = osp.Pages{Services: palmettoOrigin + "/services", ServiceAreas: palmettoOrigin + "/areas", Locations: palmettoOrigin + "/locations"}
	}, remove("/locations/1/phone"), replace("/locations/1/email", "palmcoast@palmettoairheat.example"),
		replace("/business/parentOrganization", map[string]string{"name": "Sunbelt Trades", "url": "https://sunbelttrades.example"}))
	var manifest struct {
		Business struct {
			ReviewProfiles, Trades, ParentOrganization any
		}
		Locations      []struct{ Hours any }
		Certifications any
		Coverage       struct{ AreaNames any }
		BookingPolicy  map[string]any
	}
	if err := json.Unmarshal(exampleManifest(t, hvac), &manifest); err != nil {
		t.Fatal(err)
	}
	daytona := map[string]any{"street": "1200 Industrial Dr", "city": "Daytona Beach", "state": "FL", "zip": "32114"}
	want := map[string]any{
		"name": "Palmetto Air & Heat", "trades": manifest.Business.Trades, "serviceModel": "on_site",
		"reviewProfiles":     manifest.Business.ReviewProfiles,
		"parentOrganization": map[string]any{"name": "Sunbelt Trades", "url": "https://sunbelttrades.example"},
		"phone":              "+1 386 555 0142", "email": "service@palmettoairheat.example",
		"address": daytona, "hours": manifest.Locations[0].Hours, "timeZone": "America/New_York",
		"certifications": manifest.Certifications, "serviceAreaSummary": manifest.Coverage.AreaNames,
		"locations": []any{
			map[string]any{"id": "daytona", "name": "Daytona Beach", "address": daytona, "phone": "+1 386 555 0142", "hours": manifest.Locations[0].Hours,
				"isPrimary": true, "url": palmettoOrigin + "/locations/daytona-beach-fl"},
			map[string]any{"id": "palm-coast", "name": "Palm Coast", "address": map[string]any{"street": "88 Commerce Pkwy", "city": "Palm Coast",
				"state": "FL", "zip": "32164"}, "phone": "+1 386 555 0142", "email": "palmcoast@palmettoairheat.example",
				"hours": manifest.Locations[1].Hours, "isPrimary": false, "url": palmettoOrigin + "/locations/palm-coast-fl"},
		},
		"locationsIndexUrl": palmettoOrigin + "/locations",
		"websiteUrls": map[string]any{"canonical": palmettoOrigin, "services": palmettoOrigin + "/services",
			"serviceAreas": palmettoOrigin + "/areas", "schedule": palmettoOrigin + "/schedule"},
		"booking": map[string]any{"tool": "request_service_booking", "mode": "request", "userApprovalRequired": true,
			"businessConfirmationRequired": true, "minimumDaysAhead": 1.0, "maximumDaysAhead": 45.0, "weekendRequests": "saturday_only",
			"windows": manifest.BookingPolicy["windows"], "contactMethods": manifest.BookingPolicy["contactMethods"], "emergencyAvailable": true,
			"afterHoursNote": manifest.BookingPolicy["afterHoursNote"], "confirmationNote": manifest.BookingPolicy["confirmationNote"]},
		"canonicalSiteUrl": palmettoOrigin,
	}
	if diff := cmp.Diff(want, members(t, r.call(osp.ToolGetBusinessInfo, ""))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// P-104, P-130, P-133, P-312: what the manifest doesn't state isn't said, default clocks of windows least of all; the default
// of maximumDaysAhead is a rule and is. The primary location counts wherever it stands.
func TestClausesBusinessInfoSparse(t *testing.T) {
	r := newRig(t, marine, nil, remove("/bookingPolicy/maximumDaysAhead"), remove("/bookingPolicy/confirmationNote"), remove("/locations/0/phone"))
	out := members(t, r.call(osp.ToolGetBusinessInfo, ""))
	booking := out["booking"].(map[string]any)
	if diff := cmp.Diff([]any{map[string]any{"id": "Morning"}, map[string]any{"id": "Afternoon"}}, booking["windows"]); diff != "" {
		t.Errorf("windows: %s", diff)
	}
	if booking["maximumDaysAhead"] != 60.0 {
		t.Errorf("maximumDaysAhead is %v", booking["maximumDaysAhead"])
	}
	for _, name := range []string{"afterHoursNote", "confirmationNote"} {
		if v, ok := booking[name]; ok {
			t.Errorf("%s is %v", name, v)
		}
	}
	if phone := out["locations"].([]any)[0].(map[string]any)["phone"]; phone != "+1 401 555 0133" {
		t.Errorf("a location without a phone has %v", phone)
	}
	second := newRig(t, hvac, nil, replace("/locations/0/isPrimary", false), replace("/locations/1/isPrimary", true))
	out = members(t, second.call(osp.ToolGetBusinessInfo, ""))
	if city := out["address"].(map[string]any)["city"]; city != "Palm Coast" || out["hours"].(map[string]any)["weekly"].(map[string]any)["saturday"] != "closed" {
		t.Errorf("the address is in %v, hours %v", city, out["hours"])
	}
}

// P-077, P-080 to P-083, P-136, P-137, P-314: what is listed, and for which place.
func TestClausesListServices(t *testing.T) {
	r := newRig(t, hvac, nil, remove("/services/2/url"))
	list := func(in string) (out []map[string]any) {
		for _, s := range members(t, r.call(osp.ToolListServices, in))["services"].([]any) {
			out = append(out, s.(map[string]any))
		}
		return out
	}
	all := list("")
	want := []map[string]any{
		{"slug": "ac-repair", "name": "AC repair", "category": "cooling", "url": palmettoOrigin + "/services/cooling/ac-repair", "bookable": true,
			"pricePresentation": "Diagnostic $89, applied to the repair"},
		{"slug": "ac-maintenance", "name": "AC maintenance", "category": "cooling", "url": palmettoOrigin + "/services/cooling/ac-maintenance", "bookable": true},
		{"slug": "heat-pump-repair", "name": "Heat pump repair", "category": "heating", "url": palmettoOrigin + "/schedule", "bookable": true},
		{"slug": "system-replacement", "name": "System replacement", "category": "installation", "bookable": false,
			"url":         palmettoOrigin + "/services/installation/system-replacement",
			"description": "Replacement quotes start with an in-home assessment. Request a quote visit through the contact page or by phone."},
		{"slug": "duct-cleaning", "name": "Duct cleaning", "category": "air-quality", "url": palmettoOrigin + "/services/air-quality/duct-cleaning", "bookable": true},
	}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(want, list(`{"location":"daytona"}`)); diff != "" {
		t.Errorf("daytona (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[:4], list(`{"location":"palm-coast"}`)); diff != "" {
		t.Errorf("palm-coast (-want +got):\n%s", diff)
	}
	unknown := r.call(osp.ToolListServices, `{"location":"ormond"}`)
	wantResult(t, unknown, osp.CodeUnknownLocation)
	if n := len(members(t, unknown)["locations"].([]any)); n != 2 {
		t.Errorf("%d locations to choose from", n)
	}
	single := newRig(t, marine, nil)
	wantResult(t, single.call(osp.ToolListServices, `{"location":"yard"}`), "")
	wantResult(t, single.call(osp.ToolListServices, `{"location":"other"}`), osp.CodeUnknownLocation)
}

// P-122, P-311, P-314, P-320: tools that read take no other members, and name those that they don't take.
func TestClausesReadToolsRefuseStrangers(t *testing.T) {
	r := newRig(t, hvac, nil)
	for _, c := range []struct {
		tool   osp.Tool
		in     string
		fields []any
	}{
		{osp.ToolGetBusinessInfo, `{"location":"daytona"}`, []any{"location"}},
		{osp.ToolListServices, `{"location":"daytona","q":"ac"}`, []any{"q"}},
		{osp.ToolListServices, `{"location":"Daytona Beach"}`, []any{"location"}},
		{osp.ToolListServices, `{"location":null}`, []any{"location"}},
		{osp.ToolGetReviews, `{"limit":3,"sort":"newest"}`, []any{"sort"}},
	} {
		result := r.call(c.tool, c.in)
		wantResult(t, result, osp.CodeInvalidInput)
		if diff := cmp.Diff(c.fields, members(t, result)["fields"]); diff != "" {
			t.Errorf("%s %s: %s", c.tool, c.in, diff)
		}
	}
}

// P-143 to P-145, P-149, P-316: what the messages of check_coverage tell.
func TestClausesCoverageMessages(t *testing.T) {
	message := func(p *osp.Profile, zip string) string {
		return strings.ToLower(coverageOf(t, p, zip).Message)
	}
	inShop := message(exampleProfile(t, auto, nil, remove("/coverage")), "90210")
	if !strings.Contains(inShop, "brings the vehicle or vessel to the shop") {
		t.Errorf("in_shop: %q", inShop)
	}
	unknown := message(exampleProfile(t, hvac, nil), "90210")
	if !strings.Contains(unknown, "confirm with the business") || strings.Contains(unknown, "not covered") || strings.Contains(unknown, "outside") {
		t.Errorf("unknown: %q", unknown)
	}
	radius := message(exampleProfile(t, hvac, &osp.ProfileOptions{Centroids: stubCentroids{"32763": {29.028, -81.327}}}), "32763")
	if !strings.Contains(radius, "confirm") {
		t.Errorf("radius: %q", radius)
	}
	none := message(exampleProfile(t, auto, nil), "90210")
	if !strings.Contains(none, "outside") || none == unknown {
		t.Errorf("none: %q", none)
	}
}

// P-162: in policy mode the note names the published policy and says that no calendar was asked.
func TestClausesSourceNote(t *testing.T) {
	const query = `{"serviceSlug":"ac-repair","from":"2026-09-09","to":"2026-09-09","location":"daytona"}`
	note, _ := members(t, newRig(t, hvac, nil).call(osp.ToolCheckAvailability, query))["sourceNote"].(string)
	if lower := strings.ToLower(note); !strings.Contains(lower, "published") || !strings.Contains(lower, "no live calendar") {
		t.Errorf("%q", note)
	}
}

// P-224: once a customer has sent a request, the tools that read still know nothing of it.
func TestClausesReadToolsHoldNoCustomer(t *testing.T) {
	r := newRig(t, hvac, nil)
	before := make(map[osp.Tool]string)
	read := slices.DeleteFunc(r.server.Tools(), func(s osp.ToolSpec) bool { return s.Tool == osp.ToolRequestServiceBooking })
	for _, spec := range read {
		before[spec.Tool] = string(r.call(spec.Tool, arguments(t)[spec.Tool]).JSON)
	}
	r.booked()
	for _, spec := range read {
		if got := string(r.call(spec.Tool, arguments(t)[spec.Tool]).JSON); got != before[spec.Tool] || strings.Contains(got, "Jordan") {
			t.Errorf("%s answers otherwise after a request: %s", spec.Tool, got)
		}
	}
	if len(read) != 5 {
		t.Errorf("%d tools that read", len(read))
	}
}
