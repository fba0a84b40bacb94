package osp_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

const palmettoOrigin = "https://palmettoairheat.example"

// inProcess sends requests to a handler instead of a network.
type inProcess struct{ http.Handler }

func (h inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	in := httptest.NewRequest(r.Method, r.URL.String(), nil).WithContext(r.Context())
	in.Header = r.Header.Clone()
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, in)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	resp := rec.Result()
	resp.Request = r
	return resp, nil
}

func fetcher(t testing.TB, h http.HandlerFunc, opts osp.FetcherOptions) *osp.Fetcher {
	t.Helper()
	opts.Zones = testZones
	if h != nil {
		opts.Transport = inProcess{h}
	}
	f, err := osp.NewFetcher(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.CloseIdleConnections)
	return f
}

func serveJSON(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(body)
	}
}

func TestFetch(t *testing.T) {
	doc := exampleManifest(t, "hvac-two-locations")
	f := fetcher(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.String() != palmettoOrigin+"/.well-known/open-service-profile" || r.Method != "GET" || r.Header.Get("User-Agent") != "agent/1" {
			t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
		}
		w.Header().Set("ETag", `"a"`)
		w.Header().Set("Last-Modified", "Mon, 07 Sep 2026 14:00:00 GMT")
		w.Header().Set("Content-Type", "Application/JSON; charset=utf-8")
		w.Write(doc)
	}, osp.FetcherOptions{UserAgent: "agent/1"})
	for _, origin := range []string{palmettoOrigin, palmettoOrigin + "/"} {
		got, err := f.Fetch(t.Context(), origin, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := &osp.Fetched{Manifest: got.Manifest, Document: doc, URL: palmettoOrigin + "/.well-known/open-service-profile",
			ETag: `"a"`, LastModified: "Mon, 07 Sep 2026 14:00:00 GMT", ClaimedLevel: 3}
		if diff := cmp.Diff(want, got); diff != "" || got.Manifest.Business.DisplayName != "Palmetto Air & Heat" {
			t.Error(diff)
		}
	}
}

// P-228, P-229: the level is handed on as what it is, a claim.
func TestFetchClaimedLevel(t *testing.T) {
	for level, c := range map[int]change{0: {"/conformance", ""}, 1: {"/conformance/level", "1"}, 2: {"/conformance/level", "2"}} {
		got, err := fetcher(t, serveJSON(changed(t, hvac, c)), osp.FetcherOptions{}).Fetch(t.Context(), palmettoOrigin, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.ClaimedLevel != level {
			t.Errorf("level %d, want %d", got.ClaimedLevel, level)
		}
	}
}

// What was fetched before is asked for by its validator, and only at the same origin.
func TestFetchReuses(t *testing.T) {
	doc := exampleManifest(t, "hvac-two-locations")
	var asked []string
	serve := func(etag, modified string) *osp.Fetcher {
		return fetcher(t, func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.Header.Get("If-None-Match")+r.Header.Get("If-Modified-Since"))
			if etag != "" {
				w.Header().Set("ETag", etag)
			}
			if modified != "" {
				w.Header().Set("Last-Modified", modified)
			}
			if asked[len(asked)-1] != "" {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			serveJSON(doc)(w, r)
		}, osp.FetcherOptions{})
	}
	for _, f := range []*osp.Fetcher{serve(`W/"a"`, "Mon, 07 Sep 2026 14:00:00 GMT"), serve("", "Mon, 07 Sep 2026 14:00:00 GMT")} {
		first, err := f.Fetch(t.Context(), palmettoOrigin, nil)
		if err != nil {
			t.Fatal(err)
		}
		second, err := f.Fetch(t.Context(), "https://www.palmettoairheat.example", first)
		if err != nil {
			t.Fatal(err)
		}
		if !second.NotModified || second.Manifest != first.Manifest || first.NotModified {
			t.Errorf("%+v", second)
		}
	}
	if diff := cmp.Diff([]string{"", `W/"a"`, "", "Mon, 07 Sep 2026 14:00:00 GMT"}, asked); diff != "" {
		t.Error(diff)
	}

	f := serve(`"a"`, "")
	foreign := &osp.Fetched{URL: "https://other.example/.well-known/open-service-profile", ETag: `"b"`, Manifest: new(osp.Manifest)}
	for _, previous := range []*osp.Fetched{foreign, {URL: palmettoOrigin, ETag: `"b"`}, {}} {
		asked = nil
		if got, err := f.Fetch(t.Context(), palmettoOrigin, previous); err != nil || got.NotModified || asked[0] != "" {
			t.Errorf("%+v was reused: %v %v", previous, got, err)
		}
	}
	// An answer that says "not modified" to a question that wasn't asked is none.
	silent := fetcher(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) }, osp.FetcherOptions{})
	if _, err := silent.Fetch(t.Context(), palmettoOrigin, nil); !errors.Is(err, osp.ErrNotManifest) {
		t.Error(err)
	}
}

func TestFetchRefusesAnswers(t *testing.T) {
	doc := exampleManifest(t, "hvac-two-locations")
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) }
	}
	var bomb bytes.Buffer
	zip := gzip.NewWriter(&bomb)
	if _, err := zip.Write(bytes.Repeat([]byte(" "), 2<<20)); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		h    http.HandlerFunc
		want error
	}{
		{"404", status(404), osp.ErrNotPublished},
		{"410", status(410), osp.ErrNotPublished},
		{"500", status(500), osp.ErrNotManifest},
		{"204", status(204), osp.ErrNotManifest},
		{"a page of a single-page app", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, "<html>")
		}, osp.ErrNotManifest},
		{"JSON called text", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			w.Write(doc)
		}, osp.ErrNotManifest},
		{"too large", serveJSON(append(bytes.Repeat([]byte(" "), 1<<20), doc...)), osp.ErrNotManifest},
		{"of another origin", serveJSON(exampleManifest(t, "marine-repair-yard")), osp.ErrOtherOrigin},
		{"of another port", serveJSON(changed(t, hvac, change{"/business/websiteUrl", `"https://palmettoairheat.example:8443"`})), osp.ErrOtherOrigin},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := fetcher(t, tt.h, osp.FetcherOptions{}).Fetch(t.Context(), palmettoOrigin, nil)
			if !errors.Is(err, tt.want) || got != nil {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	t.Run("an invalid manifest", func(t *testing.T) {
		_, err := fetcher(t, serveJSON([]byte(`{"specVersion":"0.1"}`)), osp.FetcherOptions{}).Fetch(t.Context(), palmettoOrigin, nil)
		var invalid *osp.ValidationError
		if !errors.As(err, &invalid) {
			t.Error(err)
		}
	})
	t.Run("another version", func(t *testing.T) {
		_, err := fetcher(t, serveJSON([]byte(`{"specVersion":"0.2"}`)), osp.FetcherOptions{}).Fetch(t.Context(), palmettoOrigin, nil)
		var version *osp.VersionError
		if !errors.As(err, &version) {
			t.Error(err)
		}
	})
	t.Run("a small limit", func(t *testing.T) {
		_, err := fetcher(t, serveJSON(doc), osp.FetcherOptions{MaxBytes: 1000}).Fetch(t.Context(), palmettoOrigin, nil)
		if !errors.Is(err, osp.ErrNotManifest) {
			t.Error(err)
		}
	})
	t.Run("a gzip bomb", func(t *testing.T) {
		server, f := tlsOrigin(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			serveJSON(bomb.Bytes())(w, r)
		})
		if _, err := f.Fetch(t.Context(), server.URL, nil); !errors.Is(err, osp.ErrNotManifest) {
			t.Error(err)
		}
	})
}

func TestFetchRedirects(t *testing.T) {
	doc := exampleManifest(t, "hvac-two-locations")
	serve := func(to string) *osp.Fetcher {
		return fetcher(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Host == "palmettoairheat.example" && r.URL.Path == osp.WellKnownPath {
				http.Redirect(w, r, to, http.StatusMovedPermanently)
				return
			}
			serveJSON(doc)(w, r)
		}, osp.FetcherOptions{})
	}
	for to, ok := range map[string]bool{
		"https://www.palmettoairheat.example/.well-known/open-service-profile": true,
		"https://WWW.palmettoairheat.example:443/profile":                      true,
		"https://www.palmettoairheat.example./profile":                         true,
		"/.well-known/open-service-profile.json":                               true,
		"http://www.palmettoairheat.example/.well-known/open-service-profile":  false,
		"https://palmettoairheat.example:8443/":                                false,
		"https://user@palmettoairheat.example/":                                false,
		"https://evil.example/":                                                false,
		"https://palmettoairheat.example.evil.example/":                        false,
		"https://wwwpalmettoairheat.example/":                                  false,
		"https://m.palmettoairheat.example/":                                   false,
		"https://169.254.169.254/latest/meta-data":                             false,
		"file:///etc/passwd":                                                   false,
		"/.well-known/open-service-profile":                                    false, // for ever
	} {
		got, err := serve(to).Fetch(t.Context(), palmettoOrigin, nil)
		if ok && (err != nil || got == nil) || !ok && !errors.Is(err, osp.ErrRedirectRefused) {
			t.Errorf("%s: %v", to, err)
		}
	}
}

// One origin has many spellings, and none of them is another's.
func TestFetchOriginSpellings(t *testing.T) {
	for _, c := range []struct {
		origin, website string
		same            bool
	}{
		{"https://PALMETTOAIRHEAT.example.", palmettoOrigin, true},
		{"https://palmettoairheat.example.:443", palmettoOrigin + ":443/shop", true},
		{"https://palmettoairheat.example:8443", "https://palmettoairheat.example.:8443", true},
		{"https://[2001:db8::1]:8443", "https://[2001:db8::1:8443]", false},
	} {
		f := fetcher(t, serveJSON(changed(t, hvac, change{"/business/websiteUrl", `"` + c.website + `"`})), osp.FetcherOptions{})
		if _, err := f.Fetch(t.Context(), c.origin, nil); (err == nil) != c.same || err != nil && !errors.Is(err, osp.ErrOtherOrigin) {
			t.Errorf("%s publishes the manifest of %s: %v", c.origin, c.website, err)
		}
	}
}

func TestFetchRefusesOrigins(t *testing.T) {
	f := fetcher(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s was asked", r.URL) }, osp.FetcherOptions{})
	for _, origin := range []string{"", "palmettoairheat.example", "http://palmettoairheat.example", "https://", "https:///x",
		"https://palmettoairheat.example/shop", "https://palmettoairheat.example?x", "https://palmettoairheat.example?", "https://palmettoairheat.example#x",
		"https://palmettoairheat.example#", "https://user:pw@palmettoairheat.example", "https://[::1", "ftp://x.example", "https:x.example", "\x00"} {
		if got, err := f.Fetch(t.Context(), origin, nil); err == nil {
			t.Errorf("%q: %v", origin, got)
		} else if strings.Contains(err.Error(), "pw") && !strings.Contains(origin, "pw") {
			t.Error(err)
		}
	}
}

// tlsOrigin serves a handler over TLS on a loopback address, and makes a Fetcher that may go there.
func tlsOrigin(t *testing.T, h http.HandlerFunc) (*httptest.Server, *osp.Fetcher) {
	t.Helper()
	server := httptest.NewTLSServer(h)
	t.Cleanup(server.Close)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return server, fetcher(t, nil, osp.FetcherOptions{AllowPrivate: true, TLS: &tls.Config{RootCAs: roots}})
}

// Rule 50: the TLS configuration is copied; the transport, which writes into its own, leaves the caller's as it is.
func TestRule50_FetcherCopiesTLS(t *testing.T) {
	server, _ := tlsOrigin(t, func(w http.ResponseWriter, r *http.Request) {
		serveJSON(changed(t, hvac, change{"/business/websiteUrl", `"https://` + r.Host + `"`}))(w, r)
	})
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	own := &tls.Config{RootCAs: roots}
	f := fetcher(t, nil, osp.FetcherOptions{AllowPrivate: true, TLS: own})
	own.RootCAs = x509.NewCertPool()
	if _, err := f.Fetch(t.Context(), server.URL, nil); err != nil {
		t.Errorf("the change reached the Fetcher: %v", err)
	}
	if own.NextProtos != nil {
		t.Errorf("the caller's configuration now speaks %q", own.NextProtos)
	}
}

// No request reaches an address that isn't public, by number or by name, unless that is allowed.
func TestFetchPrivateAddresses(t *testing.T) {
	var reached bool
	server, allowed := tlsOrigin(t, func(w http.ResponseWriter, r *http.Request) {
		reached = true
		doc := changed(t, hvac, change{"/business/websiteUrl", `"https://` + r.Host + `"`})
		serveJSON(doc)(w, r)
	})
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	var hook int
	own := &net.Dialer{Control: func(string, string, syscall.RawConn) error { hook++; return nil }}
	for _, opts := range []osp.FetcherOptions{{}, {Dialer: own}, {TLS: &tls.Config{InsecureSkipVerify: true}}} {
		strict := fetcher(t, nil, opts)
		for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "[::1]", "0.0.0.0", "127.1"} {
			if _, err := strict.Fetch(t.Context(), "https://"+host+":"+port, nil); err == nil || reached {
				t.Errorf("%s was reached", host)
			} else if host != "127.1" && !errors.Is(err, osp.ErrAddressRefused) {
				t.Errorf("%s: %v", host, err)
			}
		}
	}
	if hook > 0 {
		t.Error("the dialer's own hook ran for an address that is refused")
	}
	if _, err := allowed.Fetch(t.Context(), server.URL, nil); err != nil || !reached {
		t.Errorf("allowed: %v", err)
	}
}

// The dialer's own hooks run for an address that is let through. They stop the connection here, before anything is sent.
func TestFetchKeepsDialerHooks(t *testing.T) {
	stop := errors.New("stopped by the program's own hook")
	for name, own := range map[string]*net.Dialer{
		"Control":        {Control: func(string, string, syscall.RawConn) error { return stop }},
		"ControlContext": {ControlContext: func(context.Context, string, string, syscall.RawConn) error { return stop }},
	} {
		f := fetcher(t, nil, osp.FetcherOptions{Dialer: own})
		if _, err := f.Fetch(t.Context(), "https://8.8.8.8", nil); !errors.Is(err, stop) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFetchEnds(t *testing.T) {
	block := make(chan struct{})
	defer close(block)
	f := fetcher(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-block:
		}
	}, osp.FetcherOptions{Timeout: time.Millisecond})
	if _, err := f.Fetch(context.Background(), palmettoOrigin, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	for _, opts := range []osp.FetcherOptions{{Timeout: -1}, {MaxBytes: -1}} {
		if _, err := osp.NewFetcher(opts); err == nil {
			t.Errorf("%+v", opts)
		}
	}
}
