package osbp_test

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule27_Identity: B-229, B-249. Whatever the caller or the credentials put
// there, the platform learns who calls and which version is meant.
func TestRule27_Identity(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*osbp.TransportOptions)
		want   map[string]string
	}{
		"all given": {func(o *osbp.TransportOptions) {
			o.Source = "acme-booking"
			o.VersionHeader = osbp.VersionHeader{Name: "acme-version", Value: "2026-05-21"}
		}, map[string]string{"User-Agent": "OSBP/0.1.0 acme/1.2.3 go/", "X-Osbp-Source": "acme-booking", "Acme-Version": "2026-05-21"}},
		"least given": {func(o *osbp.TransportOptions) { o.Version = "" },
			map[string]string{"User-Agent": "OSBP/0.1.0 acme/0.1.0 go/", "X-Osbp-Source": "osbp-local-mcp"}},
		"media type": {func(o *osbp.TransportOptions) {
			o.VersionHeader = osbp.VersionHeader{Name: "Accept", Value: "application/json; version=3"}
		}, map[string]string{"Accept": "application/json; version=3"}},
		"overwritten by credentials": {func(o *osbp.TransportOptions) {
			o.VersionHeader = osbp.VersionHeader{Name: "Acme-Version", Value: "2026-05-21"}
			o.Credentials = func(req *http.Request) error {
				req.Header.Set("Acme-Version", "account default")
				req.Header.Set("User-Agent", "browser")
				req.Header.Del("X-Osbp-Source")
				return nil
			}
		}, map[string]string{"User-Agent": "OSBP/0.1.0 acme/1.2.3 go/", "X-Osbp-Source": "osbp-local-mcp", "Acme-Version": "2026-05-21"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newTransportRig(t, c.change)
			for _, method := range []string{"GET", "POST", "DELETE"} {
				req := newRequest(t, method, "https://api.example.com/v1/x", nil)
				req.Header.Set("User-Agent", "browser")
				req.Header.Set("Acme-Version", "other")
				r.must(t, req)
				got := r.sent[len(r.sent)-1].Header
				for header, want := range c.want {
					if !strings.HasPrefix(got.Get(header), want) || len(got.Values(header)) != 1 {
						t.Errorf("%s %s: %q, want %q", method, header, got.Values(header), want)
					}
				}
			}
		})
	}
}

func TestRule27_UserAgentGoVersion(t *testing.T) {
	for version, want := range map[string]string{
		"go1.26.8": "1.26", "go1.27": "1.27", "go1.27rc1": "1.27", "go1.30-X:nodwarf5": "1.30",
		"devel go1.27-abcdef Mon Jan 5": "1.27", "unknown": "1", "": "1", "go1.": "1",
	} {
		if got := osbp.GoVersion(version); got != want {
			t.Errorf("GoVersion(%q) = %q, want %q", version, got, want)
		}
	}
	r := newTransportRig(t, nil)
	r.must(t, newRequest(t, "GET", "https://api.example.com/", nil))
	agent := r.sent[0].Header.Get("User-Agent")
	if want := "OSBP/0.1.0 acme/1.2.3 go/" + osbp.GoVersion(runtime.Version()); agent != want {
		t.Errorf("User-Agent %q, want %q", agent, want)
	}
}

// TestTransportLeavesRequestAlone: the caller's request is as it was, and what is
// passed back has neither the credentials nor a body twice.
func TestTransportLeavesRequestAlone(t *testing.T) {
	r := newTransportRig(t, func(o *osbp.TransportOptions) {
		o.Credentials = func(req *http.Request) error {
			req.Header.Set("Authorization", "Bearer sk_live_abcdefgh")
			req.URL.RawQuery = "api_key=sk_live_abcdefgh"
			return nil
		}
	})
	for _, method := range []string{"GET", "POST"} {
		body := strings.NewReader("{}")
		req := newRequest(t, method, "https://api.example.com/v1/x?a=b", body)
		req.Header.Set("Accept", "application/json")
		before, getBody := maps.Clone(req.Header), req.GetBody != nil
		resp := r.must(t, req)
		if !maps.EqualFunc(before, req.Header, func(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }) {
			t.Errorf("%s: header was written into", method)
		}
		if req.URL.RawQuery != "a=b" || (req.GetBody != nil) != getBody {
			t.Errorf("%s: request was written into", method)
		}
		if resp.Request != req {
			t.Errorf("%s: the response names the request that has the credentials", method)
		}
		if sent := r.sent[len(r.sent)-1]; sent.Header.Get("Authorization") == "" || sent.URL.RawQuery != "api_key=sk_live_abcdefgh" {
			t.Errorf("%s: credentials were not sent", method)
		}
	}
	noHeader := newRequest(t, "GET", "https://api.example.com/", nil)
	noHeader.Header = nil
	r.must(t, noHeader)
}

// TestTransportBodyClosed: a RoundTripper closes the body also where it fails.
func TestTransportBodyClosed(t *testing.T) {
	failing := newTransportRig(t, func(o *osbp.TransportOptions) {
		o.Credentials = func(*http.Request) error { return errors.New("no token") }
	})
	for name, transport := range map[string]http.RoundTripper{
		"credentials": failing.Transport, "zero": new(osbp.Transport), "nil": (*osbp.Transport)(nil),
	} {
		body := &closeNoting{Reader: strings.NewReader("{}")}
		if _, err := transport.RoundTrip(newRequest(t, "POST", "https://api.example.com/", body)); err == nil {
			t.Errorf("%s: no error", name)
		}
		if !body.closed {
			t.Errorf("%s: body was not closed", name)
		}
	}
	if len(failing.sent) != 0 {
		t.Error("a request without its credentials was sent")
	}
	passing := newTransportRig(t, nil)
	passing.answer = func(req *http.Request) (*http.Response, error) { return respond(200), req.Body.Close() }
	body := &closeNoting{Reader: strings.NewReader("{}")}
	passing.must(t, newRequest(t, "POST", "https://api.example.com/", body))
	if !body.closed {
		t.Error("the base's closing does not reach the body")
	}
}

// TestTransportBadBase: a base that keeps no contract gives an error.
func TestTransportBadBase(t *testing.T) {
	r := newTransportRig(t, nil)
	r.answer = func(*http.Request) (*http.Response, error) { return nil, nil }
	if _, err := r.do(t, newRequest(t, "GET", "https://api.example.com/", nil)); err == nil {
		t.Error("no response and no error")
	}
	noURL := newRequest(t, "GET", "https://api.example.com/", nil)
	noURL.URL = nil
	if _, err := r.do(t, noURL); err == nil {
		t.Error("no URL and no error")
	}
	strip := newTransportRig(t, func(o *osbp.TransportOptions) {
		o.Credentials = func(req *http.Request) error { req.URL, req.Header = nil, nil; return nil }
	})
	if _, err := strip.do(t, newRequest(t, "GET", "https://api.example.com/", nil)); err == nil {
		t.Error("credentials took the URL away, and no error")
	}
}

// idleCloser is a base with CloseIdleConnections.
type idleCloser struct {
	roundTripper
	closed int
}

func (c *idleCloser) CloseIdleConnections() { c.closed++ }

func TestTransportCloseIdleConnections(t *testing.T) {
	base := new(idleCloser)
	r := newTransportRig(t, func(o *osbp.TransportOptions) { o.Base = base })
	r.Client().CloseIdleConnections()
	if base.closed != 1 {
		t.Errorf("base was told %d times, want once", base.closed)
	}
	newTransportRig(t, nil).CloseIdleConnections()
	new(osbp.Transport).CloseIdleConnections()
	(*osbp.Transport)(nil).CloseIdleConnections()
}

// TestTransportPassesAnswer: B-257. Nothing about the answer changes, whatever it
// announces.
func TestTransportPassesAnswer(t *testing.T) {
	r := newTransportRig(t, nil)
	r.answer = func(*http.Request) (*http.Response, error) {
		return respond(200, "Deprecation", "@1767225600", "Sunset", "Fri, 01 Jan 2027 00:00:00 GMT", "X-Request-Id", "r1"), nil
	}
	resp := r.must(t, newRequest(t, "POST", "https://api.example.com/v1/appointments", strings.NewReader("{}")))
	body, err := io.ReadAll(resp.Body)
	if resp.StatusCode != 200 || string(body) != "{}" || err != nil || len(resp.Header) != 3 {
		t.Errorf("answer changed: %d %q %v %v", resp.StatusCode, body, err, resp.Header)
	}
}
