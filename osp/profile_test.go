package osp_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

func parsed(t testing.TB, name string) *osp.Manifest {
	t.Helper()
	data, err := os.ReadFile("testdata/manifests/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := osp.Parse(data, &osp.ParseOptions{Zones: testZones})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A profile doesn't change when its manifest or its options do, and changes neither.
func TestProfileKeepsItsOwnCopy(t *testing.T) {
	m, untouched := parsed(t, "hvac-two-locations"), parsed(t, "hvac-two-locations")
	opts := &osp.ProfileOptions{Zones: testZones, Centroids: stubCentroids{"32763": {29.028, -81.327}}, Areas: map[osp.ZIP]osp.Area{
		osp.MustParseZIP("32117"): {Name: "Holly Hill"}, osp.MustParseZIP("32763"): {Name: "Orange City"}}}
	p, err := osp.NewProfile(m, opts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(untouched, m); diff != "" {
		t.Errorf("NewProfile changed the manifest: %s", diff)
	}
	m.BookingPolicy.MinimumDaysAhead = 60
	*m.BookingPolicy.Windows[0].Start = wallclock.Time{}
	m.Coverage.PostalCodes[0] = osp.MustParseZIP("90210")
	clear(opts.Areas)
	if diff := cmp.Diff(untouched, p.Manifest()); diff != "" {
		t.Error(diff)
	}
	if r := coverageOf(t, p, "32117"); r.AreaName != "Holly Hill" {
		t.Errorf("got %+v", r)
	}
	if r := coverageOf(t, p, "32763"); r.AreaName != "Orange City" {
		t.Errorf("got %+v", r)
	}
	if r := coverageOf(t, p, "32114"); r.MatchedBy != osp.MatchedPostalCodes {
		t.Errorf("got %+v", r)
	}
}

func TestNewProfileRefuses(t *testing.T) {
	zip := osp.MustParseZIP("32117")
	for _, c := range []struct {
		name   string
		change func(*osp.Manifest, *osp.ProfileOptions)
	}{
		{"no windows", func(m *osp.Manifest, _ *osp.ProfileOptions) { m.BookingPolicy.Windows = nil }},
		{"a zone that doesn't exist", func(m *osp.Manifest, _ *osp.ProfileOptions) { m.Business.TimeZone = "America/Nowhere" }},
		{"an area without a name", func(_ *osp.Manifest, o *osp.ProfileOptions) { o.Areas = map[osp.ZIP]osp.Area{zip: {}} }},
		{"an area on http", func(_ *osp.Manifest, o *osp.ProfileOptions) {
			o.Areas = map[osp.ZIP]osp.Area{zip: {Name: "x", URL: "http://x.example"}}
		}},
		{"an area of no ZIP", func(_ *osp.Manifest, o *osp.ProfileOptions) { o.Areas = map[osp.ZIP]osp.Area{{}: {Name: "x"}} }},
		{"no zone database", func(_ *osp.Manifest, o *osp.ProfileOptions) { o.Zones = new(wallclock.Zones) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, opts := parsed(t, "hvac-two-locations"), &osp.ProfileOptions{Zones: testZones}
			c.change(m, opts)
			if p, err := osp.NewProfile(m, opts); err == nil || p != nil {
				t.Errorf("got %v, %v", p, err)
			}
		})
	}
	// A database that is missing is not the manifest's fault, and today must not move to another zone.
	if _, err := osp.NewProfile(parsed(t, "hvac-two-locations"), &osp.ProfileOptions{Zones: new(wallclock.Zones)}); !errors.Is(err, wallclock.ErrZoneDatabase) {
		t.Errorf("no zone database: %v", err)
	}
	if p, err := osp.NewProfile(nil, nil); err == nil || p != nil {
		t.Errorf("nil manifest: %v, %v", p, err)
	}
	m := parsed(t, "hvac-two-locations")
	m.BookingPolicy.Windows = nil
	var invalid *osp.ValidationError
	if _, err := osp.NewProfile(m, nil); !errors.As(err, &invalid) {
		t.Errorf("got %v", err)
	}
}

// P-119: the origin is scheme, host and port.
func TestCanonicalSiteURL(t *testing.T) {
	for website, want := range map[string]string{
		"https://a.example":              "https://a.example",
		"https://a.example/":             "https://a.example",
		"https://a.example:8443/shop?x#": "https://a.example:8443",
		"https://a.example?x":            "https://a.example",
		"https://user:pw@a.example/":     "https://a.example",
	} {
		if got := exampleProfile(t, "hvac-two-locations", nil, replace("/business/websiteUrl", website)).CanonicalSiteURL(); got != want {
			t.Errorf("%s: got %s", website, got)
		}
	}
}

func TestProfileAccessors(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	if name := p.Zone().Name(); name != "America/New_York" {
		t.Errorf("zone %s", name)
	}
	if got := p.Today(time.Date(2026, 9, 9, 3, 0, 0, 0, time.UTC)); got != date(t, "2026-09-08") {
		t.Errorf("today is %v", got)
	}
	if s, ok := p.Service("system-replacement"); !ok || s.IsBookable() {
		t.Error("a service that isn't bookable is a service")
	}
	if _, ok := p.Service("x"); ok {
		t.Error("an unknown service")
	}
	if l, err := p.Location("palm-coast"); err != nil || l.Name != "Palm Coast" {
		t.Errorf("location: %v", err)
	}
	if _, err := p.Location(""); refusalOf(t, err).Code != osp.CodeLocationRequired {
		t.Error(err)
	}
	if l, err := exampleProfile(t, "marine-repair-yard", nil).Location(""); err != nil || l.ID != "yard" {
		t.Errorf("only location: %v", err)
	}
}
