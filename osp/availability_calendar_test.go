package osp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// Rule 31, P-012, P-160: a calendar narrows the policy, window by window.
func TestRule31_CalendarNarrowsPolicy(t *testing.T) {
	p := shop(t, weekly("friday", hours("08:00", "17:00")), exceptions(map[string]string{"date": "2026-09-10", "status": "closed"}))
	on := func(d, window string) osp.CalendarWindow {
		return osp.CalendarWindow{Date: date(t, d), WindowID: window}
	}
	calendar := osp.CalendarAnswer{
		on("2026-09-09", "Morning"):   osp.CalendarOpen,
		on("2026-09-09", "Afternoon"): osp.CalendarFull,
		on("2026-09-10", "Morning"):   osp.CalendarOpen, // closed by exception
		on("2026-09-11", "Morning"):   osp.CalendarFull,
		on("2026-09-11", "Afternoon"): osp.CalendarFull,
		on("2026-09-11", "Evening"):   osp.CalendarOpen, // after hours
		on("2026-09-14", "Morning"):   osp.CalendarStatus(99),
		on("2026-09-14", "Afternoon"): osp.CalendarSilent,
	}
	result, err := p.CalendarAvailability(osp.AvailabilityQuery{ServiceSlug: "brake-repair", From: date(t, "2026-09-09"), To: date(t, "2026-09-14")},
		instant(t, "2026-09-08T14:00:00Z"), calendar)
	if err != nil {
		t.Fatal(err)
	}
	checkOutput(t, "check_availability", result)
	if result.Source != osp.SourceCalendar || result.SourceNote != "" {
		t.Errorf("source %q, note %q", result.Source, result.SourceNote)
	}
	window := func(id string, s osp.WindowStatus) osp.AvailabilityWindow {
		return osp.AvailabilityWindow{ID: id, Status: s}
	}
	closed := func(d string, reason osp.ClosedReason) osp.AvailabilityDay {
		return osp.AvailabilityDay{Date: date(t, d), Status: osp.StatusClosed, Reason: reason, Windows: []osp.AvailabilityWindow{}}
	}
	want := []osp.AvailabilityDay{
		{Date: date(t, "2026-09-09"), Status: osp.StatusOpen, Windows: []osp.AvailabilityWindow{
			window("Morning", osp.WindowAvailable), window("Afternoon", osp.WindowClosed), window("Evening", osp.WindowRequestable)}},
		closed("2026-09-10", osp.ReasonException),
		closed("2026-09-11", osp.ReasonCalendarFull),
		closed("2026-09-12", osp.ReasonClosedDay),
		closed("2026-09-13", osp.ReasonClosedDay),
		{Date: date(t, "2026-09-14"), Status: osp.StatusOpen, Windows: []osp.AvailabilityWindow{
			window("Morning", osp.WindowClosed), window("Afternoon", osp.WindowRequestable), window("Evening", osp.WindowRequestable)}},
	}
	if diff := cmp.Diff(want, result.Days); diff != "" {
		t.Error(diff)
	}
}

// A nil answer says nothing about any window.
func TestSilentCalendar(t *testing.T) {
	p := shop(t)
	q := osp.AvailabilityQuery{ServiceSlug: "brake-repair", From: date(t, "2026-09-09"), To: date(t, "2026-09-20")}
	now := instant(t, "2026-09-08T14:00:00Z")
	policy, err := p.Availability(q, now)
	if err != nil {
		t.Fatal(err)
	}
	calendar, err := p.CalendarAvailability(q, now, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(policy.Days, calendar.Days); diff != "" {
		t.Error(diff)
	}
	q.Location = "nowhere"
	if _, err := p.CalendarAvailability(q, now, nil); refusalOf(t, err).Code != osp.CodeUnknownLocation {
		t.Error(err)
	}
}

// P-109: the candidates of a date are the windows that are not closed.
func TestCandidates(t *testing.T) {
	p := exampleProfile(t, "auto-repair-single-location", nil)
	result, err := ask(t, p, "2026-09-08T14:00:00Z", "brake-repair", "", "2026-09-10", "2026-09-12")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.Manifest().BookingPolicy.Windows, result.Candidates(date(t, "2026-09-10"))); diff != "" {
		t.Error(diff)
	}
	windows := p.Manifest().BookingPolicy.Windows
	q := osp.AvailabilityQuery{ServiceSlug: "brake-repair", From: date(t, "2026-09-10"), To: date(t, "2026-09-10")}
	narrowed, err := p.CalendarAvailability(q, instant(t, "2026-09-08T14:00:00Z"), osp.CalendarAnswer{{Date: q.From, WindowID: windows[0].ID}: osp.CalendarFull})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(windows[1:], narrowed.Candidates(q.From)); diff != "" {
		t.Errorf("with the first window full: %s", diff)
	}
	if got := result.Candidates(date(t, "2026-09-12")); got != nil {
		t.Errorf("a closed day has the candidates %v", got)
	}
	if got := result.Candidates(date(t, "2026-09-20")); got != nil {
		t.Errorf("a date out of the range has the candidates %v", got)
	}
}
