package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// office is a site on a clock that the test moves, asked without a network.
type office struct {
	*site
	now time.Time
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{now: fixedNow}
	clock := func() time.Time { return o.now }
	records, err := store.NewMemory(store.MemoryOptions{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	if o.site, err = newSite(siteOptions{PublicURL: exampleOrigin, OfficeToken: "open sesame", Store: records, Clock: clock}); err != nil {
		t.Fatal(err)
	}
	return o
}

func (o *office) signIn(word string) *http.Response {
	r := httptest.NewRequest(http.MethodPost, exampleOrigin+"/office", strings.NewReader(url.Values{"word": {word}}.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	o.ServeHTTP(w, r)
	return w.Result()
}

func (o *office) look(cookie *http.Cookie) int {
	r := httptest.NewRequest(http.MethodGet, exampleOrigin+"/office", nil)
	r.AddCookie(cookie)
	w := httptest.NewRecorder()
	o.ServeHTTP(w, r)
	return w.Code
}

// TestOffice_Session: no script and no other site gets at the cookie, and it ends.
func TestOffice_Session(t *testing.T) {
	o := newOffice(t)
	resp := o.signIn("open sesame")
	if len(resp.Cookies()) != 1 {
		t.Fatalf("status %d, cookies %v", resp.StatusCode, resp.Cookies())
	}
	cookie := resp.Cookies()[0]
	if !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/office" {
		t.Errorf("%+v", cookie)
	}
	o.now = fixedNow.Add(officeSession - time.Second)
	if status := o.look(cookie); status != http.StatusOK {
		t.Errorf("before the end: %d", status)
	}
	o.now = fixedNow.Add(officeSession)
	if status := o.look(cookie); status != http.StatusUnauthorized {
		t.Errorf("at the end: %d", status)
	}
	o.signIn("open sesame")
	if n := len(o.sessions.ends); n != 1 {
		t.Errorf("%d sessions are kept", n)
	}
}

// TestOffice_Tries: whoever guesses shuts the office for a minute, and for no longer.
func TestOffice_Tries(t *testing.T) {
	o := newOffice(t)
	for range maxWrongWords {
		o.signIn("guess")
	}
	o.now = fixedNow.Add(time.Minute - time.Second)
	if resp := o.signIn("open sesame"); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("within the minute: %d", resp.StatusCode)
	}
	o.now = fixedNow.Add(time.Minute)
	if resp := o.signIn("open sesame"); resp.StatusCode != http.StatusSeeOther {
		t.Errorf("after it: %d", resp.StatusCode)
	}
}

// TestHeaders: a page runs no script but its own, and tells no other site where a visitor was.
func TestHeaders(t *testing.T) {
	w := httptest.NewRecorder()
	newOffice(t).ServeHTTP(w, httptest.NewRequest(http.MethodGet, exampleOrigin+"/", nil))
	h := w.Header()
	if policy := h.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; ") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q", policy)
	}
	if h.Get("Referrer-Policy") != "same-origin" || h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%v", h)
	}
}

// TestPublishesWhatItServes: this program speaks no MCP, so its manifest names none.
func TestPublishesWhatItServes(t *testing.T) {
	i := &newOffice(t).profile.Manifest().Interfaces
	if i.MCP != nil || i.AgentSkillsURL != "" || i.REST == nil || i.WebMCP == nil {
		t.Errorf("%+v", i)
	}
}

// TestRequestBook: it takes a request once, whatever the case of its id, says when it is full, shows the latest first and
// forgets raw user agents in time.
func TestRequestBook(t *testing.T) {
	now := fixedNow
	clock := func() time.Time { return now }
	records, err := store.NewMemory(store.MemoryOptions{Clock: clock, MaxRecords: 2})
	if err != nil {
		t.Fatal(err)
	}
	book := &requestBook{store: records, clock: clock}
	request := func(id string, at time.Time) *osp.ServiceRequest {
		return &osp.ServiceRequest{RequestID: id, PreferredDate: wallclock.Date{Year: 2026, Month: time.September, Day: 10}, Provenance: osp.Provenance{RequestID: id, ReceivedAt: at,
			UserAgent: "ExampleAssistant/2.3", UserAgentUntil: at.Add(time.Hour)}}
	}
	for _, r := range []*osp.ServiceRequest{
		request("6f1d2c1e-6b9a-4e3e-9c0b-00000000000a", now), request("6F1D2C1E-6B9A-4E3E-9C0B-00000000000A", now),
		request("6f1d2c1e-6b9a-4e3e-9c0b-00000000000b", now.Add(time.Minute)),
	} {
		if receipt, err := book.Deliver(t.Context(), r); err != nil || !receipt.SchedulingRecordCreated {
			t.Errorf("%s: %+v, %v", r.RequestID, receipt, err)
		}
	}
	if _, err := book.Deliver(t.Context(), request("6f1d2c1e-6b9a-4e3e-9c0b-00000000000c", now)); !errors.Is(err, osp.ErrNotTaken) {
		t.Errorf("a full book: %v", err)
	}
	now = fixedNow.Add(time.Hour) // the first one's user agent is due to go
	all, err := book.All(t.Context())
	if err != nil || len(all) != 2 {
		t.Fatalf("%d requests, %v", len(all), err)
	}
	if !strings.HasSuffix(all[0].RequestID, "b") || all[0].Provenance.UserAgent == "" || all[1].Provenance.UserAgent != "" {
		t.Errorf("%+v then %+v", all[0].Provenance, all[1].Provenance)
	}
}
