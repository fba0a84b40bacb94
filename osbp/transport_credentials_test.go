package osbp_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule27_CredentialsStayOut: B-220, B-258, B-259. A platform that echoes the
// credentials does not bring them into the audit or the log.
func TestRule27_CredentialsStayOut(t *testing.T) {
	const secret = "sk_live_abcdefgh"
	for name, credentials := range map[string]func(*http.Request){
		"caller": nil,
		"cookie": nil,
		"bearer": func(req *http.Request) { req.Header.Set("Authorization", "Bearer "+secret) },
		"header": func(req *http.Request) { req.Header.Set("X-Api-Key", secret) },
		"query":  func(req *http.Request) { req.URL.RawQuery = "page=1&api_key=" + secret },
	} {
		t.Run(name, func(t *testing.T) {
			r := newTransportRig(t, func(o *osbp.TransportOptions) {
				if credentials != nil {
					o.Credentials = func(req *http.Request) error { credentials(req); return nil }
				}
			})
			r.answer = func(*http.Request) (*http.Response, error) {
				return respond(401, "X-Request-Id", "for "+secret, "Server", secret, "Deprecation", "@1 "+secret,
					"Sunset", "key "+secret, "RateLimit-Policy", "pk="+secret), nil
			}
			ctx, recorded := osbp.WithUpstreamRecord(t.Context())
			req := newRequest(t, "GET", "https://api.example.com/v1/x?page=1", nil).WithContext(ctx)
			switch name {
			case "caller":
				req.Header.Set("Authorization", "Bearer "+secret)
			case "cookie":
				req.Header.Set("Cookie", secret)
			}
			r.must(t, req)
			const hidden = "[redacted]"
			want := &osbp.UpstreamMeta{
				Call: "GET /v1/x", Status: 401, RequestID: hidden, Server: hidden, Deprecation: hidden, Sunset: hidden,
				RateLimit: map[string]string{"ratelimit-policy": hidden},
			}
			if diff := cmp.Diff(want, recorded()); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
			if r.warnings() != 1 || strings.Contains(r.log.String(), secret) {
				t.Errorf("log: %s", strings.ReplaceAll(r.log.String(), secret, "SECRET"))
			}
		})
	}
}

// TestCredentialsKeepEchoes: what is no secret is recorded although Credentials set
// it: the version, a request id, short values; and what the caller set.
func TestCredentialsKeepEchoes(t *testing.T) {
	r := newTransportRig(t, func(o *osbp.TransportOptions) {
		o.VersionHeader = osbp.VersionHeader{Name: "Acme-Version", Value: "2026-05-21"}
		o.Credentials = func(req *http.Request) error {
			req.Header.Set("X-Request-Id", "request-0001")
			req.Header.Set("X-Shop", "7")
			req.Header.Set("Authorization", "Bearer sk_live_abcdefgh")
			return nil
		}
	})
	r.answer = func(*http.Request) (*http.Response, error) {
		return respond(200, "Acme-Version", "2026-05-21", "X-Request-Id", "request-0001", "Server", "edge/7 europe-west"), nil
	}
	ctx, recorded := osbp.WithUpstreamRecord(t.Context())
	req := newRequest(t, "GET", "https://api.example.com/?region=europe-west", nil).WithContext(ctx)
	req.Header.Set("X-Region", "europe-west")
	r.must(t, req)
	want := &osbp.UpstreamMeta{Call: "GET /", Status: 200, APIVersion: "2026-05-21", RequestID: "request-0001", Server: "edge/7 europe-west"}
	if diff := cmp.Diff(want, recorded()); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
}

// TestRule23_CredentialsFailing: without credentials nothing is sent, which a create
// knows for certain.
func TestRule23_CredentialsFailing(t *testing.T) {
	errToken := errors.New("token endpoint is down")
	for name, credentials := range map[string]func(*http.Request) error{
		"error": func(*http.Request) error { return errToken },
		"panic": func(*http.Request) error { panic("no token") },
	} {
		r := newTransportRig(t, func(o *osbp.TransportOptions) { o.Credentials = credentials })
		for method, want := range map[string]bool{"POST": true, "GET": false} {
			_, err := r.do(t, newRequest(t, method, "https://api.example.com/v1/appointments", nil))
			if err == nil || osbp.SurelyNotMade(err) != want {
				t.Errorf("%s, %s: %v is surely not made: %t, want %t", name, method, err, !want, want)
			}
			if name == "error" && !errors.Is(err, errToken) {
				t.Errorf("%s: %v hides the cause", method, err)
			}
		}
		if len(r.sent) != 0 {
			t.Errorf("%s: a request without its credentials was sent", name)
		}
	}
}
