package osp_test

import (
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// P-011, P-101: requestable is never said to be available, bounds are no arrival time, and no phrase claims an appointment.
func TestPhraseWindow(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	morning, plain := p.Manifest().BookingPolicy.Windows[0], osp.Window{ID: "Evening"}
	day := date(t, "2026-09-09")
	for _, c := range []struct {
		window osp.Window
		status osp.WindowStatus
		want   string
	}{
		{morning, osp.WindowRequestable, "The business accepts requests for the Morning window (which falls between 08:00 and 12:00; that is no arrival time) on 2026-09-09."},
		{plain, osp.WindowRequestable, "The business accepts requests for the Evening window on 2026-09-09."},
		{plain, osp.WindowAvailable, "The business's calendar shows the Evening window on 2026-09-09 as open. It still takes a request, which the business has to confirm."},
		{plain, osp.WindowClosed, "The business does not accept requests for the Evening window on 2026-09-09."},
		{plain, "unheard of", "The business does not accept requests for the Evening window on 2026-09-09."},
	} {
		got := osp.PhraseWindow(c.window, c.status, day)
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
		if strings.Contains(got, "available") || osp.Claims(got) != nil {
			t.Errorf("claims too much: %q", got)
		}
	}
}

// P-081, P-095: no price and no after-hours terms but the business's own words.
func TestPhrasePriceAndAfterHours(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	repair, _ := p.Service("ac-repair")
	maintenance, _ := p.Service("ac-maintenance")
	empty := osp.Service{PricePresentation: new("  ")}
	for _, c := range []struct {
		s    *osp.Service
		want string
	}{
		{repair, "The business publishes this price: Diagnostic $89, applied to the repair"},
		{maintenance, "The business quotes on request."},
		{&empty, "The business quotes on request."},
	} {
		if got := osp.PhrasePrice(c.s); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	for _, c := range []struct {
		policy osp.BookingPolicy
		want   string
	}{
		{osp.BookingPolicy{EmergencyAvailable: true, AfterHoursNote: new("A $150 fee after 6 PM.")}, "The business says about urgent calls outside its hours: A $150 fee after 6 PM."},
		{osp.BookingPolicy{EmergencyAvailable: true}, "The business takes urgent calls outside its published hours. It publishes no terms for them: ask when calling."},
		{osp.BookingPolicy{AfterHoursNote: new("A $150 fee after 6 PM.")}, "The business does not say that it takes calls outside its published hours."},
		{osp.BookingPolicy{EmergencyAvailable: true, AfterHoursNote: new("")}, "The business takes urgent calls outside its published hours. It publishes no terms for them: ask when calling."},
		{osp.BookingPolicy{}, "The business does not say that it takes calls outside its published hours."},
	} {
		if got := osp.PhraseAfterHours(&c.policy); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	for days, want := range map[int]string{0: "from today up to 45", 1: "from tomorrow up to 45", 3: "from 3 days ahead up to 45"} {
		if got := osp.PhraseRange(&osp.BookingPolicy{MinimumDaysAhead: days, MaximumDaysAhead: new(45)}); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}

// P-142, P-145: a radius is a guide, and unknown is not "not covered".
func TestPhraseCoverage(t *testing.T) {
	for matched, want := range map[osp.MatchedBy]string{
		osp.MatchedPostalCodes: "lists this ZIP code", osp.MatchedLocation: "lists this ZIP code", osp.MatchedRadius: "confirm with the business",
		osp.MatchedInShop: "from any ZIP code", osp.MatchedNone: "outside the service area", osp.MatchedUnknown: "not known", "": "not known",
	} {
		got := osp.PhraseCoverage(osp.CoverageResult{MatchedBy: matched, AreaName: "Ormond Beach", Phone: "+1 386 555 0142"})
		if !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q in it", matched, got, want)
		}
		if (matched == osp.MatchedNone) != strings.Contains(got, "outside") || strings.Contains(got, "not covered") {
			t.Errorf("%s: %q", matched, got)
		}
		if (matched == osp.MatchedNone || matched == osp.MatchedUnknown || matched == "") != strings.Contains(got, "555 0142") {
			t.Errorf("%s: %q", matched, got)
		}
	}
}

// P-014, P-217, rule 36: what is said of a pending request claims nothing, even if the business's note does.
func TestRule36_PhrasePending(t *testing.T) {
	for _, name := range exampleNames {
		p := exampleProfile(t, name, nil)
		service := &p.Manifest().Services[0]
		for _, note := range []string{*p.Manifest().BookingPolicy.ConfirmationNote, "", "Your appointment is confirmed."} {
			got := osp.PhrasePending(service, date(t, "2026-09-09"), note)
			if claims := osp.Claims(got); claims != nil {
				t.Errorf("%q claims %v", got, claims)
			}
			if want := note != "" && osp.Claims(note) == nil; strings.Contains(got, "The business says") != want {
				t.Errorf("note %q: %q", note, got)
			}
		}
	}
}

// Rule 36: nothing that the package itself says in an answer claims an appointment.
func TestRule36_OwnMessagesClaimNothing(t *testing.T) {
	var texts []string
	for _, name := range exampleNames {
		p := exampleProfile(t, name, &osp.ProfileOptions{Centroids: stubCentroids{"32763": {29.028, -81.327}}})
		for _, zip := range []string{"32763", "90210", "02889"} {
			texts = append(texts, p.Coverage(osp.MustParseZIP(zip)).Message)
		}
		result, err := p.Availability(osp.AvailabilityQuery{ServiceSlug: p.Manifest().Services[0].Slug, Location: p.Manifest().Locations[0].ID,
			From: date(t, "2026-09-09"), To: date(t, "2026-09-09")}, instant(t, bookingNow))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, result.SourceNote)
	}
	hvac := exampleProfile(t, "hvac-two-locations", nil)
	for _, day := range []string{"2026-09-08", "2026-09-13", "2026-12-13", "2026-02-30", "2026-09-12"} {
		err := hvac.CheckRequest(request(t, replace("/preferredDate", day), replace("/preferredTime", "x")), instant(t, bookingNow))
		texts = append(texts, refusalOf(t, err).Message)
	}
	for _, text := range texts {
		if claims := osp.Claims(text); claims != nil {
			t.Errorf("%q claims %v", text, claims)
		}
	}
}
