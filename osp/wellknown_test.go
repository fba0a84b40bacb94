package osp_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// send sends a request with headers given as "Name: value".
func send(h http.Handler, method, url string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, url, nil)
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Add(name, value)
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec.Result()
}

func bodyOf(t testing.TB, resp *http.Response) []byte {
	t.Helper()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

const wellKnown = palmettoOrigin + osp.WellKnownPath

// P-018 to P-023: the document at both addresses.
func TestWellKnown(t *testing.T) {
	h := palmettoSites(t).WellKnown()
	for _, url := range []string{wellKnown, wellKnown + ".json", palmettoOrigin + ":443/.well-known/open-service-profile"} {
		get, head := send(h, "GET", url), send(h, "HEAD", url)
		body := bodyOf(t, get)
		if diff := cmp.Diff(jsonValue(t, exampleManifest(t, hvac)), jsonValue(t, body)); get.StatusCode != 200 || diff != "" {
			t.Errorf("%s: %d %s", url, get.StatusCode, diff)
		}
		for name, want := range map[string]string{
			"Content-Type": "application/json", "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=3600",
			"Last-Modified": "Mon, 07 Sep 2026 14:00:00 GMT", "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff",
			"Access-Control-Expose-Headers": "ETag",
		} {
			if got := get.Header.Values(name); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
		if etag := get.Header.Get("ETag"); !strings.HasPrefix(etag, `"`) || len(etag) < 10 {
			t.Errorf("ETag %s is not strong", etag)
		}
		if diff := cmp.Diff(get.Header, head.Header); diff != "" || head.StatusCode != 200 || len(bodyOf(t, head)) > 0 {
			t.Errorf("HEAD differs from GET: %d %s", head.StatusCode, diff)
		}
		if get.ContentLength != int64(len(body)) {
			t.Errorf("Content-Length %d of %d", get.ContentLength, len(body))
		}
	}
}

func TestWellKnownMethods(t *testing.T) {
	h := palmettoSites(t).WellKnown()
	preflight := send(h, "OPTIONS", wellKnown, "Origin: https://agent.example", "Access-Control-Request-Method: GET", "Access-Control-Request-Headers: if-none-match")
	if preflight.StatusCode != 204 || preflight.Header.Get("Access-Control-Allow-Origin") != "*" || preflight.Header.Get("Access-Control-Allow-Headers") != "*" ||
		preflight.Header.Get("Access-Control-Allow-Methods") != "GET, HEAD, OPTIONS" {
		t.Errorf("%d %v", preflight.StatusCode, preflight.Header)
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "TRACE", "get"} {
		if resp := send(h, method, wellKnown); resp.StatusCode != 405 || resp.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
			t.Errorf("%s: %d %v", method, resp.StatusCode, resp.Header)
		}
	}
}

// The ETag belongs to the bytes: equal for equal manifests, another for another.
func TestWellKnownETag(t *testing.T) {
	etag := func(ops ...patchOp) string {
		s := newSite(t, exampleProfile(t, "hvac-two-locations", nil, ops...), osp.SiteOptions{})
		return send(osp.OneSite(s).WellKnown(), "GET", wellKnown).Header.Get("ETag")
	}
	first, second := etag(), etag()
	if first != second {
		t.Error("two instances disagree")
	}
	if first == etag(replace("/business/phone", "+1 386 555 0143")) {
		t.Error("another manifest has the same ETag")
	}
}

func TestWellKnownConditional(t *testing.T) {
	h := palmettoSites(t).WellKnown()
	plain, zipped := send(h, "GET", wellKnown), send(h, "GET", wellKnown, "Accept-Encoding: gzip")
	tag, gzipTag := plain.Header.Get("ETag"), zipped.Header.Get("ETag")
	const modified, before, after = "Mon, 07 Sep 2026 14:00:00 GMT", "Mon, 07 Sep 2026 13:59:59 GMT", "Mon, 07 Sep 2026 14:00:01 GMT"
	for _, tt := range []struct {
		headers string // separated by |
		want    int
	}{
		{"If-None-Match: " + tag, 304},
		{"If-None-Match: W/" + tag, 304},
		{`If-None-Match: "x", W/"y",` + tag + ` , "z"`, 304},
		{`If-None-Match: "x"|If-None-Match: ` + tag, 304},
		{"If-None-Match: *", 304},
		{`If-None-Match: ,,  ,` + tag, 304},
		{`If-None-Match: "a,b",` + tag, 304},
		{`If-None-Match: "x"`, 200},
		{`If-None-Match: ` + strings.Trim(tag, `"`), 200},
		{`If-None-Match: w/` + tag, 200},
		{`If-None-Match: "`, 200},
		{`If-None-Match: "x" ` + tag, 200},
		{`If-None-Match:  `, 200},
		{"If-None-Match: " + gzipTag, 200},
		{"If-None-Match: " + tag + "|Accept-Encoding: gzip", 200},
		{"If-None-Match: " + gzipTag + "|Accept-Encoding: gzip", 304},
		{"If-None-Match: " + tag + ", " + gzipTag + "|Accept-Encoding: gzip", 304},
		{`If-None-Match: "x"|If-Modified-Since: ` + after, 200},
		{"If-Modified-Since: " + modified, 304},
		{"If-Modified-Since: " + after, 304},
		{"If-Modified-Since: " + before, 200},
		{"If-Modified-Since: yesterday", 200},
		{"If-Modified-Since: Monday, 07-Sep-26 14:00:00 GMT", 304},
		{"If-Match: " + tag, 200},
		{"If-Match: W/" + tag, 412},
		{`If-Match: "x"`, 412},
		{"If-Match: *", 200},
		{"If-Unmodified-Since: " + before, 412},
		{"If-Unmodified-Since: " + modified, 200},
		{"Range: bytes=0-9", 200},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			resp := send(h, method, wellKnown, strings.Split(tt.headers, "|")...)
			if resp.StatusCode != tt.want {
				t.Errorf("%s %s: %d, want %d", method, tt.headers, resp.StatusCode, tt.want)
			}
			if resp.StatusCode == 200 {
				continue
			}
			if len(bodyOf(t, resp)) > 0 || resp.Header.Get("Content-Type") != "" || resp.Header.Get("Content-Length") != "" {
				t.Errorf("%s: a body: %v", tt.headers, resp.Header)
			}
			for _, name := range []string{"ETag", "Cache-Control", "Vary", "Access-Control-Allow-Origin", "Last-Modified"} {
				if resp.Header.Get(name) == "" {
					t.Errorf("%s: no %s", tt.headers, name)
				}
			}
		}
	}
}

// A date of change that lies ahead of the clock isn't sent and decides nothing.
func TestWellKnownFutureUpdate(t *testing.T) {
	s := newSite(t, exampleProfile(t, "hvac-two-locations", nil), osp.SiteOptions{Clock: func() time.Time { return siteClock().AddDate(-1, 0, 0) }})
	resp := send(osp.OneSite(s).WellKnown(), "GET", wellKnown, "If-Modified-Since: Mon, 07 Sep 2026 14:00:00 GMT")
	if resp.StatusCode != 200 || resp.Header.Get("Last-Modified") != "" {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
}

// Case http-etag-differs-per-encoding.
func TestWellKnownGzip(t *testing.T) {
	h := palmettoSites(t).WellKnown()
	plain := send(h, "GET", wellKnown, "Accept-Encoding: identity")
	want := bodyOf(t, plain)
	for accept, zipped := range map[string]bool{
		"gzip": true, "deflate, gzip;q=1.0, *;q=0.5": true, "*": true, "GZIP": true, "x-gzip": true, "br, gzip ; q=0.001": true, "identity;q=0.5, gzip": true,
		"gzip, identity": true, "": false, "identity": false, "gzip;q=0": false, "gzip;q=0.0": false, "*;q=0": false, "br": false,
		"gzip;q=0.5, identity": false, "gzip;q=0, *": false, "gzip;q=2": false, "gzip;q=x": false, "gzip;q=-1": false, "gzipx": false,
	} {
		resp := send(h, "GET", wellKnown, "Accept-Encoding: "+accept)
		body := bodyOf(t, resp)
		if got := resp.Header.Get("Content-Encoding") == "gzip"; got != zipped {
			t.Errorf("%q: %v", accept, resp.Header)
			continue
		}
		if resp.ContentLength != int64(len(body)) || resp.Header.Get("Vary") != "Accept-Encoding" || resp.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%q: %v", accept, resp.Header)
		}
		if zipped {
			if resp.Header.Get("ETag") == plain.Header.Get("ETag") || len(body) >= len(want) {
				t.Errorf("%q: the same ETag for other bytes, or more of them", accept)
			}
			z, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(body, want) {
			t.Errorf("%q: another document", accept)
		}
	}
}

// Case http-unpublished-is-404-not-a-page (P-027): whoever isn't ready is 404, also where a page answers everything else.
func TestWellKnownUnpublished(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<!doctype html><title>app</title>")
	})
	mux := http.NewServeMux()
	mux.Handle("/", page)
	mux.Handle(osp.WellKnownPath, osp.OneSite(nil).WellKnown())
	mux.Handle(osp.WellKnownJSONPath, osp.Sites(nil).WellKnown())
	known := palmettoSites(t)
	for name, tt := range map[string]struct {
		h    http.Handler
		urls []string
	}{
		"mounted":      {mux, []string{wellKnown, wellKnown + ".json"}},
		"in front":     {osp.OneSite(nil).Handler(page), []string{wellKnown, wellKnown + ".json", palmettoOrigin + osp.ServerCardPath}},
		"unknown host": {known.Handler(page), []string{"https://other.example" + osp.WellKnownPath, "https://palmettoairheat.example.other.example" + osp.WellKnownPath}},
		"odd path":     {known.WellKnown(), []string{wellKnown + "/", wellKnown + ".json/x", palmettoOrigin + "/"}},
		"no card":      {known.Handler(page), []string{palmettoOrigin + osp.ServerCardPath}},
	} {
		for _, url := range tt.urls {
			resp := send(tt.h, "GET", url)
			if body := bodyOf(t, resp); resp.StatusCode != 404 || bytes.Contains(body, []byte("<")) || bytes.Contains(body, []byte("{")) || resp.Header.Get("Cache-Control") != "no-cache" ||
				resp.Header.Get("Access-Control-Allow-Origin") != "*" { // or a page's script learns nothing at all
				t.Errorf("%s: %s: %d %v %s", name, url, resp.StatusCode, resp.Header, body)
			}
		}
	}
	for _, host := range []string{"", "a b", "palmettoairheat.example/", "palmettoairheat.example@x", "[::1]", "10.0.0.1:8080", "www.example"} {
		r := httptest.NewRequest("GET", wellKnown, nil)
		r.Host = host
		rec := httptest.NewRecorder()
		if known.WellKnown().ServeHTTP(rec, r); rec.Code != 404 {
			t.Errorf("host %q: %d", host, rec.Code)
		}
	}
	if resp := send(known.Handler(page), "GET", "https://other.example/"); resp.StatusCode != 200 {
		t.Errorf("the pages of an unknown host: %d", resp.StatusCode)
	}
}

func FuzzWellKnownHeaders(f *testing.F) {
	h := palmettoSites(f).WellKnown()
	f.Add("GET", `W/"a", "b"`, "Mon, 07 Sep 2026 14:00:00 GMT", "gzip;q=0.5, *;q=0", "palmettoairheat.example")
	f.Add("HEAD", "*", "", "*", "www.palmettoairheat.example:443")
	f.Fuzz(func(t *testing.T, method, match, since, accept, host string) {
		r := httptest.NewRequest("GET", wellKnown, nil)
		r.Method, r.Host = method, host
		r.Header["If-None-Match"], r.Header["If-Modified-Since"], r.Header["Accept-Encoding"] = []string{match}, []string{since}, []string{accept}
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		switch rec.Code {
		case 200:
			if !strings.Contains(rec.Header().Get("Content-Type"), "json") {
				t.Errorf("%v", rec.Header())
			}
		case 204, 301, 304, 308, 404, 405:
		default:
			t.Errorf("status %d", rec.Code)
		}
		if to := rec.Header().Get("Location"); to != "" && to != wellKnown {
			t.Errorf("it leads to %s", to)
		}
	})
}

// BenchmarkWellKnown measures the handler without the server around it.
func BenchmarkWellKnown(b *testing.B) {
	h := palmettoSites(b).WellKnown()
	tag := send(h, "GET", wellKnown).Header.Get("ETag")
	for name, headers := range map[string]http.Header{
		"200":      {},
		"200-gzip": {"Accept-Encoding": {"gzip, deflate, br"}},
		"304":      {"If-None-Match": {tag}},
	} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest("GET", wellKnown, nil)
			r.Header = headers
			w := discard{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				clear(w.header)
				h.ServeHTTP(w, r)
			}
		})
	}
}

// discard is a response that goes nowhere.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(p []byte) (int, error) { return len(p), nil }
func (d discard) WriteHeader(int)             {}
