package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// Monday, 7 September 2026, 10:00 in Florida.
var fixedNow = time.Date(2026, 9, 7, 14, 0, 0, 0, time.UTC)

func startSite(t *testing.T) (*site, *httptest.Server, *http.Client) {
	t.Helper()
	clock := func() time.Time { return fixedNow }
	records, err := store.NewMemory(store.MemoryOptions{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSite(siteOptions{PublicURL: exampleOrigin, OfficeToken: "open sesame", Store: records, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, server, &http.Client{Jar: jar}
}

func fetch(t *testing.T, client *http.Client, address string) (int, string) {
	t.Helper()
	resp, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, resp)
}

func post(t *testing.T, client *http.Client, address string, form url.Values) (int, string) {
	t.Helper()
	resp, err := client.PostForm(address, form)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, resp)
}

func read(t *testing.T, resp *http.Response) (int, string) {
	t.Helper()
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

var contentPages = []string{"/", "/services", "/contact", "/services/cooling/ac-repair",
	"/locations/daytona-beach-fl", "/locations/palm-coast-fl", "/schedule"}

// TestPages are there, carry the Link header, claim nothing and load nothing of others.
func TestPages(t *testing.T) {
	_, server, client := startSite(t)
	for _, path := range contentPages {
		resp, err := client.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		if link := resp.Header.Get("Link"); !strings.Contains(link, `rel="service-profile"`) {
			t.Errorf("%s: Link %q", path, link)
		}
		if policy := resp.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
			t.Errorf("%s: policy %q", path, policy)
		}
		status, body := read(t, resp)
		if status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
		}
		if claims := osp.Claims(visibleText(t, body)); len(claims) > 0 {
			t.Errorf("%s claims %q", path, claims[0].Phrase)
		}
		for _, attr := range attributes(t, body, "src", "href") {
			if strings.HasPrefix(attr, "http") {
				t.Errorf("%s loads or leads to %s", path, attr)
			}
		}
	}
	if status, _ := fetch(t, client, server.URL+"/nowhere"); status != http.StatusNotFound {
		t.Errorf("unknown page: %d", status)
	}
}

// TestPages_Judged: the JSON-LD of the home and location pages lacks nothing of Level 1.
func TestPages_Judged(t *testing.T) {
	s, server, client := startSite(t)
	for _, path := range []string{"/", "/services", "/contact"} {
		_, body := fetch(t, client, server.URL+path)
		if j := osp.JudgeJSONLD(s.profile, []byte(body), nil); !j.Passes() {
			t.Errorf("%s: %+v", path, j)
		}
	}
}

// TestEveryFieldIsLabelled: each control that a person fills in has a label.
func TestEveryFieldIsLabelled(t *testing.T) {
	_, server, client := startSite(t)
	for _, path := range []string{"/schedule", "/office"} {
		_, body := fetch(t, client, server.URL+path)
		labels, controls := map[string]bool{}, []string{}
		walk(t, body, func(n *html.Node, inLabel bool) {
			switch n.Data {
			case "label":
				labels[attribute(n, "for")] = true
			case "input", "select", "textarea":
				if attribute(n, "type") == "hidden" {
					return
				}
				if !inLabel {
					controls = append(controls, attribute(n, "id"))
				}
			}
		})
		if len(controls) == 0 {
			t.Errorf("%s has no controls", path)
		}
		for _, id := range controls {
			if id == "" || !labels[id] {
				t.Errorf("%s: control %q has no label", path, id)
			}
		}
	}
}

func goodForm(t *testing.T, client *http.Client, base string) url.Values {
	t.Helper()
	_, body := fetch(t, client, base+"/schedule")
	var id string
	walk(t, body, func(n *html.Node, _ bool) {
		if attribute(n, "name") == "requestId" {
			id = attribute(n, "value")
		}
		if attribute(n, "type") == "checkbox" && hasAttribute(n, "checked") {
			t.Error("a consent box is ticked beforehand")
		}
	})
	return url.Values{
		"requestId": {id}, "service": {"ac-repair"}, "location": {"daytona"}, "date": {"2026-09-10"}, "window": {"Morning"},
		"name": {"Jane Customer"}, "contact": {"call"}, "phone": {"386-555-0199"}, "address": {"1 Main St"}, "city": {"Daytona Beach"},
		"state": {"FL"}, "zip": {"32114"}, "notes": {"<script>alert(1)</script> no cold air"}, "confirmed": {"yes"}, "authorized": {"yes"},
	}
}

// TestSchedule takes a request once, whatever is sent twice, and claims nothing.
func TestSchedule(t *testing.T) {
	s, server, client := startSite(t)
	form := goodForm(t, client, server.URL)
	id := form.Get("requestId")
	for n, want := range []string{"Request received", "We have this request already"} {
		status, body := post(t, client, server.URL+"/schedule", form)
		if status != http.StatusOK || !strings.Contains(body, want) {
			t.Fatalf("post %d: %d, want %q in %s", n, status, want, body)
		}
		if claims := osp.Claims(visibleText(t, body)); len(claims) > 0 {
			t.Errorf("the answer claims %q", claims[0].Phrase)
		}
		if strings.Contains(body, "Jane") || strings.Contains(body, "0199") {
			t.Error("the answer repeats the customer")
		}
	}
	form.Set("requestId", newUUID()) // the same person again, from a fresh form
	if _, body := post(t, client, server.URL+"/schedule", form); !strings.Contains(body, "We have this request already") {
		t.Error("a second form of the same person is a second request")
	}
	all, err := s.requests.All(t.Context())
	if err != nil || len(all) != 1 || all[0].RequestID != id || all[0].Provenance.Channel != osp.ChannelOther {
		t.Errorf("%d requests, %v", len(all), err)
	}
}

// TestSchedule_FullNotes: what the form's own maxlength lets through is not too long.
func TestSchedule_FullNotes(t *testing.T) {
	_, server, client := startSite(t)
	form := goodForm(t, client, server.URL)
	form.Set("notes", strings.Repeat("cold air\r\n", 222)+"x")
	if status, body := post(t, client, server.URL+"/schedule", form); status != http.StatusOK {
		t.Errorf("%d: %s", status, visibleText(t, body))
	}
}

// TestSchedule_Refused keeps what was filled in and leads to the fields.
func TestSchedule_Refused(t *testing.T) {
	s, server, client := startSite(t)
	for name, tc := range map[string]struct{ field, value, leads string }{
		"no consent":   {"authorized", "", "#authorized"},
		"no approval":  {"confirmed", "", "#confirmed"},
		"no service":   {"service", "", "#service"},
		"past date":    {"date", "2026-09-01", "#date"},
		"Sunday":       {"date", "2026-09-13", "#date"},
		"no such date": {"date", "2026-02-30", "#date"},
		"no phone":     {"phone", "", "#phone"},
		"no address":   {"address", "", "#address"},
		"bad ZIP":      {"zip", "321", "#zip"},
		"bad window":   {"window", "Midnight", "#window"},
	} {
		form := goodForm(t, client, server.URL)
		form.Set(tc.field, tc.value)
		status, body := post(t, client, server.URL+"/schedule", form)
		if status != http.StatusUnprocessableEntity || !strings.Contains(body, `href="`+tc.leads+`"`) {
			t.Errorf("%s: %d, no link to %s", name, status, tc.leads)
		}
		if !strings.Contains(body, `value="Jane Customer"`) || strings.Contains(body, "<script>alert") {
			t.Errorf("%s: the form was not kept as text", name)
		}
	}
	if all, err := s.requests.All(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("%d requests, %v", len(all), err)
	}
}

// TestSchedule_OtherSite: a form of another site can't post here.
func TestSchedule_OtherSite(t *testing.T) {
	s, server, client := startSite(t)
	r, err := http.NewRequest(http.MethodPost, server.URL+"/schedule", strings.NewReader(goodForm(t, client, server.URL).Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if status, _ := read(t, resp); status != http.StatusForbidden {
		t.Errorf("status %d", status)
	}
	if all, _ := s.requests.All(t.Context()); len(all) != 0 {
		t.Error("it was taken")
	}
}

// TestChannels: REST and WebMCP reach the same tools by paths of their own.
func TestChannels(t *testing.T) {
	s, server, client := startSite(t)
	for path, channel := range map[string]osp.Channel{"/api/": osp.ChannelREST, "/webmcp/": osp.ChannelWebMCP} {
		id := newUUID()
		body := `{"requestId":"` + id + `","confirmed":true,"serviceSlug":"ac-repair","location":"daytona","preferredDate":"2026-09-10",
			"customer":{"name":"Jane Customer","phone":"386-555-01` + map[osp.Channel]string{osp.ChannelREST: "11", osp.ChannelWebMCP: "22"}[channel] + `",
			"contactMethod":"call","contactAuthorized":true,"address":"1 Main St","city":"Daytona Beach","state":"FL","zip":"32114"}}`
		resp, err := client.Post(server.URL+path+"request_service_booking", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if status, answer := read(t, resp); status != http.StatusOK || !strings.Contains(answer, id) || !json.Valid([]byte(answer)) {
			t.Errorf("%s: %d %s", path, status, answer)
		}
		all, err := s.requests.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, r := range all {
			found = found || r.RequestID == id && r.Provenance.Channel == channel
		}
		if !found {
			t.Errorf("no request by channel %s", channel)
		}
	}
}

// TestSchedule_LinksDoNotConsent: what a link carries fills in no form that is posted, least of all its boxes.
func TestSchedule_LinksDoNotConsent(t *testing.T) {
	s, server, client := startSite(t)
	form := goodForm(t, client, server.URL)
	form.Del("confirmed")
	form.Del("authorized")
	if status, _ := post(t, client, server.URL+"/schedule?confirmed=yes&authorized=yes", form); status != http.StatusUnprocessableEntity {
		t.Errorf("status %d", status)
	}
	if all, err := s.requests.All(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("%d requests, %v", len(all), err)
	}
}

// TestPages_SayWhatTheyAreFor: the form offers the dates that can be asked for, a location's page describes that location,
// and the script calls the path by which its channel is told.
func TestPages_SayWhatTheyAreFor(t *testing.T) {
	_, server, client := startSite(t)
	for path, want := range map[string]string{
		"/schedule":                   `min="2026-09-08"`,
		"/locations/palm-coast-fl":    `"@type":"HVACBusiness","@id":"` + exampleOrigin + `/#location-palm-coast"`,
		"/locations/daytona-beach-fl": `"@type":"HVACBusiness","@id":"` + exampleOrigin + `/#location-daytona"`,
		"/webmcp.js":                  `"path":"` + osp.DefaultWebMCPPath + `"`,
	} {
		if status, body := fetch(t, client, server.URL+path); status != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%s: %d, without %s", path, status, want)
		}
	}
}

// TestOffice shows requests only to who knows the word.
func TestOffice(t *testing.T) {
	_, server, client := startSite(t)
	post(t, client, server.URL+"/schedule", goodForm(t, client, server.URL))
	for _, word := range []string{"", "open", "open sesame "} {
		if status, body := post(t, client, server.URL+"/office", url.Values{"word": {word}}); status != http.StatusUnauthorized || strings.Contains(body, "Jane") {
			t.Errorf("%q opened the office: %d", word, status)
		}
	}
	if status, body := fetch(t, client, server.URL+"/office"); status != http.StatusUnauthorized || strings.Contains(body, "Jane") {
		t.Errorf("the office is open: %d", status)
	}
	status, body := post(t, client, server.URL+"/office", url.Values{"word": {"open sesame"}})
	if status != http.StatusOK || !strings.Contains(body, "Jane Customer") || !strings.Contains(body, "AC repair") || strings.Contains(body, "<script>alert") {
		t.Errorf("the office sees: %d %s", status, body)
	}
	for range maxWrongWords {
		post(t, client, server.URL+"/office", url.Values{"word": {"guess"}})
	}
	if status, _ := post(t, client, server.URL+"/office", url.Values{"word": {"open sesame"}}); status != http.StatusTooManyRequests {
		t.Errorf("guessing goes on: %d", status)
	}
	resp, err := client.Get(server.URL + "/office")
	if err != nil {
		t.Fatal(err)
	}
	if resp.Header.Get("Cache-Control") != "no-store" {
		t.Error("the office's page may be cached")
	}
	read(t, resp)
}

// TestOptions refuses what the program could not serve truly.
func TestOptions(t *testing.T) {
	for _, origin := range []string{"", "http://example.com", "https://", "https://example.com/path", "https://u@example.com", "example.com"} {
		if _, err := loadProfile("", origin); err == nil {
			t.Errorf("-public-url %q was taken", origin)
		}
	}
	p, err := loadProfile("", "https://www.example.com")
	if err != nil || p.CanonicalSiteURL() != "https://www.example.com" {
		t.Errorf("%v", err)
	}
}

// walk visits the elements of a page.
func walk(t *testing.T, body string, visit func(n *html.Node, inLabel bool)) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var each func(*html.Node, bool)
	each = func(n *html.Node, inLabel bool) {
		if n.Type == html.ElementNode {
			visit(n, inLabel)
			inLabel = inLabel || n.Data == "label"
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			each(c, inLabel)
		}
	}
	each(doc, false)
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttribute(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

func attributes(t *testing.T, body string, names ...string) (out []string) {
	walk(t, body, func(n *html.Node, _ bool) {
		for _, name := range names {
			if v := attribute(n, name); v != "" {
				out = append(out, v)
			}
		}
	})
	return out
}

func visibleText(t *testing.T, body string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var each func(*html.Node)
	each = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
			b.WriteByte('\n')
		}
		if n.Data == "script" || n.Data == "style" {
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			each(c)
		}
	}
	each(doc)
	return b.String()
}
