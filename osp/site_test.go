package osp_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
)

// siteClock is a while after the printed manifests were updated.
func siteClock() time.Time { return time.Date(2026, 9, 8, 12, 0, 0, 0, time.UTC) }

func newSite(t testing.TB, p *osp.Profile, opts osp.SiteOptions) *osp.Site {
	t.Helper()
	if opts.Clock == nil {
		opts.Clock = siteClock
	}
	s, err := osp.NewSite(p, opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func palmettoSites(t testing.TB) osp.Sites {
	t.Helper()
	return sitesOf(t, newSite(t, exampleProfile(t, "hvac-two-locations", nil), osp.SiteOptions{}))
}

func sitesOf(t testing.TB, sites ...*osp.Site) osp.Sites {
	t.Helper()
	find, err := osp.SitesByHost(sites...)
	if err != nil {
		t.Fatal(err)
	}
	return find
}

// Many origins in one process: the host decides (P-006).
func TestSitesByHost(t *testing.T) {
	a := newSite(t, exampleProfile(t, "hvac-two-locations", nil), osp.SiteOptions{})
	b := newSite(t, exampleProfile(t, "marine-repair-yard", nil), osp.SiteOptions{})
	h := sitesOf(t, a, b).WellKnown()
	for url, name := range map[string]string{palmettoOrigin: "Palmetto Air & Heat", "https://HARBORPOINTMARINE.example.": "Harbor Point Marine Service"} {
		if body := bodyOf(t, send(h, "GET", url+osp.WellKnownPath)); !bytes.Contains(body, []byte(name)) {
			t.Errorf("%s: %s", url, body)
		}
	}
	if _, err := osp.SitesByHost(a, b, a); err == nil {
		t.Error("two sites on one host")
	}
	if _, err := osp.SitesByHost(nil); err == nil {
		t.Error("no site at all")
	}
	// A site that has the www host for its own is not pushed away from it.
	www := newSite(t, exampleProfile(t, "hvac-two-locations", nil, replace("/business/websiteUrl", "https://www.palmettoairheat.example")), osp.SiteOptions{})
	both := sitesOf(t, a, www).WellKnown()
	for _, url := range []string{palmettoOrigin, "https://www.palmettoairheat.example"} {
		if resp := send(both, "GET", url+osp.WellKnownPath); resp.StatusCode != 200 {
			t.Errorf("%s: %d", url, resp.StatusCode)
		}
	}
}

// A lookup that fails is no statement about the business.
func TestSitesLookupFails(t *testing.T) {
	var seen []string
	find := osp.Sites(func(_ context.Context, host string) (*osp.Site, error) {
		seen = append(seen, host)
		return nil, errors.New("no connection to 10.0.0.1")
	})
	for _, h := range []http.Handler{find.WellKnown(), find.ServerCard(), find.Tools(), find.Handler(nil)} {
		resp := send(h, "GET", "https://Palmetto.example:8443"+osp.WellKnownPath)
		if body := bodyOf(t, resp); resp.StatusCode != 503 || resp.Header.Get("Retry-After") == "" || bytes.Contains(body, []byte("10.0.0.1")) ||
			resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%d %v %s", resp.StatusCode, resp.Header, body)
		}
	}
	if seen[0] != "palmetto.example:8443" {
		t.Errorf("asked for %q", seen[0])
	}
}

// P-025, P-026: the other host leads to the one that the manifest names, and nowhere else.
func TestRedirectOtherHost(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "page") })
	find := palmettoSites(t)
	// An address has no other host, and localhost none that matters: a site is served there as it is.
	anywhere := osp.OneSite(newSite(t, exampleProfile(t, hvac, nil), osp.SiteOptions{})).Handler(page)
	for _, host := range []string{"localhost:8080", "127.0.0.1:8080", "[::1]:8080"} {
		if resp := send(anywhere, "GET", "http://"+host+osp.WellKnownPath); resp.StatusCode != 200 {
			t.Errorf("%s: %d", host, resp.StatusCode)
		}
	}
	for name, h := range map[string]http.Handler{"alone": find.RedirectOtherHost(page), "all": find.Handler(page)} {
		for _, tt := range []struct{ method, url, want string }{
			{"GET", "https://www.palmettoairheat.example/services?a=b&c=%2F", palmettoOrigin + "/services?a=b&c=%2F"},
			{"GET", "https://WWW.Palmettoairheat.example", palmettoOrigin + "/"},
			{"HEAD", "https://www.palmettoairheat.example/a%20b/%2e%2e", palmettoOrigin + "/a%20b/%2e%2e"},
			{"POST", "https://www.palmettoairheat.example/schedule", palmettoOrigin + "/schedule"},
			{"GET", "https://www.palmettoairheat.example//evil.example/x", palmettoOrigin + "//evil.example/x"},
		} {
			resp := send(h, tt.method, tt.url)
			want := map[bool]int{true: 308, false: 301}[tt.method == "POST"]
			if resp.StatusCode != want || resp.Header.Get("Location") != tt.want {
				t.Errorf("%s: %s: %d %s", name, tt.url, resp.StatusCode, resp.Header.Get("Location"))
			}
		}
		for _, url := range []string{palmettoOrigin + "/services", "https://other.example/services"} {
			if resp := send(h, "GET", url); resp.StatusCode != 200 {
				t.Errorf("%s: %s: %d", name, url, resp.StatusCode)
			}
		}
	}
	// Scripts of other sites can follow it to the manifest.
	for _, h := range []http.Handler{find.WellKnown(), find.Handler(page)} {
		resp := send(h, "GET", "https://www.palmettoairheat.example"+osp.WellKnownPath)
		if resp.StatusCode != 301 || resp.Header.Get("Location") != wellKnown || resp.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%d %v", resp.StatusCode, resp.Header)
		}
		if resp := send(h, "OPTIONS", "https://www.palmettoairheat.example"+osp.WellKnownPath); resp.StatusCode != 204 {
			t.Errorf("a preflight is redirected, which browsers refuse: %d", resp.StatusCode)
		}
	}
}

// P-028: pages advertise the manifest where there is one.
func TestAdvertise(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("Link", `</style.css>; rel="preload"`)
		io.WriteString(w, "page")
	})
	find := palmettoSites(t)
	for _, h := range []http.Handler{find.Advertise(page), find.Handler(page)} {
		want := []string{`</.well-known/open-service-profile>; rel="service-profile"; type="application/json"`, `</style.css>; rel="preload"`}
		if got := send(h, "GET", palmettoOrigin+"/").Header.Values("Link"); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		outer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Link", `</fonts.css>; rel="preload"`)
			h.ServeHTTP(w, r)
		})
		if got := send(outer, "GET", palmettoOrigin+"/").Header.Values("Link"); len(got) != 3 {
			t.Errorf("behind a handler with a Link of its own: %q", got)
		}
		if got := send(h, "GET", "https://other.example/").Header.Values("Link"); len(got) != 1 {
			t.Errorf("an unknown host advertises %q", got)
		}
	}
}

// The whole way: what is served is what Fetch reads, and reads again for nothing.
func TestFetchWellKnown(t *testing.T) {
	h := palmettoSites(t).Handler(nil)
	f := fetcher(t, h.ServeHTTP, osp.FetcherOptions{})
	first, err := f.Fetch(t.Context(), "https://www.palmettoairheat.example", nil)
	if err != nil {
		t.Fatal(err)
	}
	if first.URL != wellKnown {
		t.Errorf("found at %s", first.URL)
	}
	if second, err := f.Fetch(t.Context(), palmettoOrigin, first); err != nil || !second.NotModified {
		t.Errorf("%+v %v", second, err)
	}
}

// The host of a request, however it is written, and a request that names none.
func TestHostSpellings(t *testing.T) {
	site := newSite(t, exampleProfile(t, "hvac-two-locations", nil, replace("/business/websiteUrl", "https://palmettoairheat.example.:8443")), osp.SiteOptions{})
	for _, c := range []struct {
		host          string
		byHost, alone int
	}{
		{"palmettoairheat.example:8443", 200, 200},
		{"PalmettoAirHeat.example.:8443", 200, 200},
		{"www.palmettoairheat.example:8443", 301, 301},
		{"palmettoairheat.example", 404, 200},
		{"", 404, 200}, // HTTP/1.0
		{"palmettoairheat.example@other.example", 404, 404},
	} {
		for find, want := range map[*osp.Sites]int{new(sitesOf(t, site)): c.byHost, new(osp.OneSite(site)): c.alone} {
			r := httptest.NewRequest("GET", osp.WellKnownPath, nil)
			r.Host = c.host
			w := httptest.NewRecorder()
			find.Handler(nil).ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("%q: status %d, want %d", c.host, w.Code, want)
			}
		}
	}
}

// An address without a www. form of its own sends nobody anywhere, whatever its labels.
func TestHostsThatHaveNoOther(t *testing.T) {
	for _, origin := range []string{"https://example..", "https://192.0.2.1", "https://[2001:db8::1]"} {
		site := newSite(t, exampleProfile(t, "hvac-two-locations", nil, replace("/business/websiteUrl", origin)), osp.SiteOptions{})
		r := httptest.NewRequest("GET", osp.WellKnownPath, nil)
		r.Host = ""
		w := httptest.NewRecorder()
		osp.OneSite(site).Handler(nil).ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Errorf("%s: status %d", origin, w.Code)
		}
	}
	site := newSite(t, exampleProfile(t, "hvac-two-locations", nil, replace("/business/websiteUrl", "https://www.example")), osp.SiteOptions{})
	if resp := send(sitesOf(t, site).Handler(nil), "GET", "https://example"+osp.WellKnownPath); resp.StatusCode != http.StatusNotFound {
		t.Errorf("the whole of a top-level domain leads to a host within it: %d", resp.StatusCode)
	}
	if _, err := osp.NewSite(exampleProfile(t, "hvac-two-locations", nil, replace("/business/websiteUrl", "https://.")), osp.SiteOptions{}); err == nil {
		t.Error("an origin without a host: no error")
	}
}

func TestNewSiteRefuses(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	for name, opts := range map[string]osp.SiteOptions{
		"a network that is none": {TrustedProxies: []netip.Prefix{{}}},
		"too short":              {MaxAge: time.Minute}, "too long": {MaxAge: 25 * time.Hour}, "a path that is none": {WebMCPPath: "webmcp"}, "the root": {WebMCPPath: "/"},
	} {
		if _, err := osp.NewSite(p, opts); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := osp.NewSite(nil, osp.SiteOptions{}); err == nil {
		t.Error("no profile: no error")
	}
	day := newSite(t, p, osp.SiteOptions{MaxAge: 24 * time.Hour})
	if day.Profile() != p {
		t.Error("another profile")
	}
	if got := send(osp.OneSite(day).WellKnown(), "GET", wellKnown).Header.Get("Cache-Control"); got != "public, max-age=86400" {
		t.Error(got)
	}
}
