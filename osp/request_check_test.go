package osp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// request decodes the printed input with a patch applied.
func request(t testing.TB, ops ...patchOp) *osp.BookingRequest {
	t.Helper()
	r, err := osp.DecodeBookingRequest(bookingInput(t, ops...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const bookingNow = "2026-09-08T14:00:00Z" // Tuesday, 10:00 in New York

// Rule 30, rules 31 and 40, P-180 to P-189, P-198 to P-202: each code, and which comes first where several apply.
func TestRule30_CheckRequest(t *testing.T) {
	hvac := exampleProfile(t, "hvac-two-locations", nil)
	for _, c := range []struct {
		name string
		ops  []patchOp
		want osp.Code
	}{
		{"the printed request", nil, ""},
		{"any window will do", []patchOp{remove("/preferredTime")}, ""},
		{"Saturday", []patchOp{replace("/preferredDate", "2026-09-12")}, ""},
		{"a ZIP outside the area is no gate (P-150)", []patchOp{replace("/customer/zip", "90210")}, ""},
		{"no location", []patchOp{remove("/location"), replace("/serviceSlug", "x")}, osp.CodeLocationRequired},
		{"unknown location before unknown service", []patchOp{replace("/location", "x"), replace("/serviceSlug", "x")}, osp.CodeUnknownLocation},
		{"unknown service before invalid date", []patchOp{replace("/serviceSlug", "x"), replace("/preferredDate", "2026-02-30")}, osp.CodeUnknownService},
		{"a service that isn't bookable", []patchOp{replace("/serviceSlug", "system-replacement")}, osp.CodeUnknownService},
		{"a service of another location", []patchOp{replace("/serviceSlug", "duct-cleaning"), replace("/location", "palm-coast")}, osp.CodeUnknownService},
		{"impossible date before unknown window", []patchOp{replace("/preferredDate", "2026-02-30"), replace("/preferredTime", "x")}, osp.CodeInvalidDate},
		{"today before unknown window", []patchOp{replace("/preferredDate", "2026-09-08"), replace("/preferredTime", "x")}, osp.CodeDateTooSoon},
		{"the past", []patchOp{replace("/preferredDate", "0000-01-01")}, osp.CodeDateTooSoon},
		{"too far before closed day", []patchOp{replace("/preferredDate", "2026-11-26")}, osp.CodeDateTooFar},
		{"a Sunday that is closed is a closed day", []patchOp{replace("/preferredDate", "2026-09-13")}, osp.CodeClosedDay},
		{"unknown window before contact method", []patchOp{replace("/preferredTime", "morning"), replace("/customer/contactMethod", "email")}, osp.CodeUnknownWindow},
		{"a fixed id that the business doesn't offer", []patchOp{replace("/preferredTime", "Evening")}, osp.CodeUnknownWindow},
		{"an empty window id", []patchOp{replace("/preferredTime", "")}, osp.CodeUnknownWindow},
		{"no address", []patchOp{remove("/customer/address"), remove("/customer/zip")}, osp.CodeAddressRequired},
		{"an address of nothing but markup", []patchOp{replace("/customer/address", "<b> </b>")}, osp.CodeAddressRequired},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantCode(t, hvac.CheckRequest(request(t, c.ops...), instant(t, bookingNow)), c.want)
		})
	}
	marine := exampleProfile(t, "marine-repair-yard", nil, weekly("sunday", "24_hours"))
	marineOps := []patchOp{replace("/serviceSlug", "outboard-repair"), replace("/preferredDate", "2026-09-11"), remove("/location"),
		replace("/customer/contactMethod", "call")}
	for _, c := range []struct {
		name string
		ops  []patchOp
		want osp.Code
	}{
		{"accepted", nil, ""},
		{"its own id", []patchOp{replace("/location", "yard")}, ""},
		{"no address is needed", []patchOp{remove("/customer/address"), remove("/customer/city"), remove("/customer/state"), remove("/customer/zip")}, ""},
		{"another id", []patchOp{replace("/location", "daytona")}, osp.CodeUnknownLocation},
		{"weekend before unknown window", []patchOp{replace("/preferredDate", "2026-09-13"), replace("/preferredTime", "x")}, osp.CodeWeekendUnavailable},
		{"contact method before address", []patchOp{replace("/customer/contactMethod", "text")}, osp.CodeContactMethodUnavailable},
	} {
		t.Run("marine: "+c.name, func(t *testing.T) {
			wantCode(t, marine.CheckRequest(request(t, append(marineOps, c.ops...)...), instant(t, bookingNow)), c.want)
		})
	}
}

func wantCode(t *testing.T, err error, want osp.Code) {
	t.Helper()
	if want == "" {
		if err != nil {
			t.Error(err)
		}
		return
	}
	if err == nil {
		t.Fatalf("accepted, want %s", want)
	}
	r := refusalOf(t, err)
	checkOutput(t, "request_service_booking", r)
	if r.Code != want {
		t.Errorf("got %v, want %s", r, want)
	}
}

// Rule 31: a listed window that is closed on that date is unknown_window, and the message lists the open ones.
func TestRule31_ClosedWindow(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil, replace("/locations/0/hours/weekly/saturday", hours("08:00", "12:00")))
	err := p.CheckRequest(request(t, replace("/preferredDate", "2026-09-12"), replace("/preferredTime", "Afternoon")), instant(t, bookingNow))
	wantCode(t, err, osp.CodeUnknownWindow)
	if m := refusalOf(t, err).Message; !strings.Contains(m, "Morning") || strings.Contains(m, "Afternoon") {
		t.Errorf("message %q", m)
	}
}

// What a program needs of a refusal is in its fields.
func TestRefusalFields(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	now := instant(t, bookingNow)
	err := p.CheckRequest(request(t, replace("/preferredDate", "2026-09-08")), now)
	if r := refusalOf(t, err); r.MinimumDaysAhead == nil || *r.MinimumDaysAhead != 1 || !strings.Contains(r.Message, "2026-09-09") {
		t.Errorf("got %+v", r)
	}
	err = p.CheckRequest(request(t, remove("/location")), now)
	want := []osp.LocationRef{{ID: "daytona", Name: "Daytona Beach"}, {ID: "palm-coast", Name: "Palm Coast"}}
	if diff := cmp.Diff(want, refusalOf(t, err).Locations); diff != "" {
		t.Error(diff)
	}
	err = p.CheckRequest(request(t, remove("/customer/city"), replace("/customer/state", "")), now)
	if diff := cmp.Diff([]string{"customer.city", "customer.state"}, refusalOf(t, err).Fields); diff != "" {
		t.Error(diff)
	}
	// A refusal of the caller is not the profile's own.
	refusalOf(t, p.CheckRequest(request(t, replace("/preferredDate", "2026-09-08")), now)).MinimumDaysAhead = nil
	refusalOf(t, p.CheckRequest(request(t, remove("/location")), now)).Locations[0].ID = "changed"
	if r := refusalOf(t, p.CheckRequest(request(t, remove("/location")), now)); r.Locations[0].ID != "daytona" {
		t.Error("a caller changed the profile")
	}
}

// minimumDaysAhead is present when it is 0 (P-329).
func TestDateTooSoonWithMinimumZero(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil, replace("/bookingPolicy/minimumDaysAhead", 0))
	err := p.CheckRequest(request(t, replace("/preferredDate", "2026-09-07")), instant(t, bookingNow))
	wantCode(t, err, osp.CodeDateTooSoon)
}

// Rule 31: in calendar mode a request meets the same calendar.
func TestRule31_CheckCalendarRequest(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	now := instant(t, bookingNow)
	on := func(window string) osp.CalendarWindow {
		return osp.CalendarWindow{Date: date(t, "2026-09-09"), WindowID: window}
	}
	morning, any := request(t), request(t, remove("/preferredTime"))
	for _, c := range []struct {
		name     string
		calendar osp.CalendarAnswer
		r        *osp.BookingRequest
		want     osp.Code
	}{
		{"silent", nil, morning, ""},
		{"room", osp.CalendarAnswer{on("Morning"): osp.CalendarOpen}, morning, ""},
		{"full", osp.CalendarAnswer{on("Morning"): osp.CalendarFull}, morning, osp.CodeUnknownWindow},
		{"full, any window", osp.CalendarAnswer{on("Morning"): osp.CalendarFull}, any, ""},
		{"all full", osp.CalendarAnswer{on("Morning"): osp.CalendarFull, on("Afternoon"): osp.CalendarFull}, morning, osp.CodeClosedDay},
		{"all full, any window", osp.CalendarAnswer{on("Morning"): osp.CalendarFull, on("Afternoon"): osp.CalendarFull}, any, osp.CodeClosedDay},
		{"room outside the policy", osp.CalendarAnswer{on("Evening"): osp.CalendarOpen}, request(t, replace("/preferredTime", "Evening")), osp.CodeUnknownWindow},
	} {
		t.Run(c.name, func(t *testing.T) { wantCode(t, p.CheckCalendarRequest(c.r, now, c.calendar), c.want) })
	}
}

// Holding a request is the proof that it was decoded; a made-up one is a mistake of the program, not an answer.
func TestCheckRequestWantsADecodedRequest(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	for name, r := range map[string]*osp.BookingRequest{"nil": nil, "zero": {}} {
		err := p.CheckRequest(r, instant(t, bookingNow))
		var refusal *osp.Refusal
		if err == nil || asRefusal(err, &refusal) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := p.CheckRequest(request(t), instant(t, "0001-01-01T00:00:00Z")); err == nil {
		t.Error("answers without a time")
	}
}
