package osbp_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule27_UpstreamMeta: B-208, B-209, B-254.
func TestRule27_UpstreamMeta(t *testing.T) {
	const call = "GET /v1/services"
	for name, c := range map[string]struct {
		header []string
		echo   string
		want   osbp.UpstreamMeta
	}{
		"nothing": {nil, "", osbp.UpstreamMeta{}},
		"everything": {[]string{
			"Server", "edge/1.2 (Sunset)", "X-Request-Id", "req_1", "Acme-Version", "2026-05-20", "Deprecation", "@1767225600",
			"Sunset", "Fri, 01 Jan 2027 00:00:00 GMT", "Retry-After", "30", "RateLimit", `"default";r=0;t=30`,
			"RateLimit-Policy", `"default";q=100;w=60`, "X-RateLimit-Remaining", "0", "Set-Cookie", "session=1", "Link", "</>",
		}, "", osbp.UpstreamMeta{
			Server: "edge/1.2 (Sunset)", RequestID: "req_1", APIVersion: "2026-05-20", Deprecation: "@1767225600",
			Sunset: "Fri, 01 Jan 2027 00:00:00 GMT", RateLimit: map[string]string{
				"retry-after": "30", "ratelimit": `"default";r=0;t=30`, "ratelimit-policy": `"default";q=100;w=60`,
				"x-ratelimit-remaining": "0",
			},
		}},
		"first request id by name": {[]string{
			"X-Request-Id", "x", "Acme-Request-Id", "a", "Request-Id", "r", "X-Amzn-Requestid", "n", "A-Request-Id", "",
		}, "", osbp.UpstreamMeta{RequestID: "a"}},
		"request id within a name": {[]string{"Cf-Request-Id-Hash", "h"}, "", osbp.UpstreamMeta{RequestID: "h"}},
		"several values":           {[]string{"Deprecation", "@1", "Deprecation", "@2"}, "", osbp.UpstreamMeta{Deprecation: "@1, @2"}},
		"echo of another name":     {[]string{"X-Api-Version", "7"}, "x-api-version", osbp.UpstreamMeta{APIVersion: "7"}},
		"server is no version":     {[]string{"Server", "acme/9"}, "", osbp.UpstreamMeta{Server: "acme/9"}},
		"too long": {[]string{"Server", strings.Repeat("s", 5000)}, "",
			osbp.UpstreamMeta{Server: strings.Repeat("s", 512)}},
		"no text": {[]string{"Server", "a\xffb"}, "", osbp.UpstreamMeta{Server: "ab"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newTransportRig(t, func(o *osbp.TransportOptions) {
				o.VersionHeader, o.VersionEcho = osbp.VersionHeader{Name: "acme-version", Value: "2026-05-21"}, c.echo
			})
			r.answer = func(*http.Request) (*http.Response, error) { return respond(429, c.header...), nil }
			ctx, recorded := osbp.WithUpstreamRecord(t.Context())
			r.must(t, newRequest(t, "GET", "https://api.example.com/v1/services?page=2", nil).WithContext(ctx))
			c.want.Call, c.want.Status = call, 429
			if diff := cmp.Diff(&c.want, recorded()); diff != "" {
				t.Errorf("metadata (-want +got):\n%s", diff)
			}
		})
	}
}

// TestUpstreamMetaBounded: a platform can't fill an event with headers.
func TestUpstreamMetaBounded(t *testing.T) {
	r := newTransportRig(t, nil)
	r.answer = func(*http.Request) (*http.Response, error) {
		header := []string{"X-RateLimit-" + strings.Repeat("0", 1<<10), "1"} // by name before the others
		for i := range 1000 {
			header = append(header, "X-RateLimit-"+strconv.Itoa(1000+i), "1")
		}
		return respond(200, header...), nil
	}
	for range 3 {
		ctx, recorded := osbp.WithUpstreamRecord(t.Context())
		r.must(t, newRequest(t, "GET", "https://api.example.com/", nil).WithContext(ctx))
		limits := recorded().RateLimit
		if len(limits) != 16 || limits["x-ratelimit-1000"] == "" || limits["x-ratelimit-1015"] == "" {
			t.Errorf("kept %d rate limits, want the first 16 by name: %v", len(limits), limits)
		}
	}
}

// TestRule27_UpstreamCall: B-208. The path as the caller wrote it, before the
// credentials, without query and without contacts.
func TestRule27_UpstreamCall(t *testing.T) {
	for _, c := range []struct{ method, url, want string }{
		{"GET", "https://user:pw@api.example.com/v1/customers/jane%40example.com/phones/%2B15555550100?token=abc&email=jane@example.com#f",
			"GET /v1/customers/[redacted]/phones/[redacted]"},
		{"POST", "https://api.example.com/v1/appointments", "POST /v1/appointments"},
		{"", "https://api.example.com", "GET /"},
		{"GET", "https://api.example.com/v1/a%2Fb", "GET /v1/[redacted]"},
	} {
		r := newTransportRig(t, func(o *osbp.TransportOptions) {
			o.Credentials = func(req *http.Request) error {
				req.URL.Path, req.URL.RawPath = "/bot_sk_live_abcdefgh"+req.URL.Path, ""
				return nil
			}
		})
		req := newRequest(t, c.method, c.url, nil)
		req.Method = c.method
		ctx, recorded := osbp.WithUpstreamRecord(t.Context())
		r.must(t, req.WithContext(ctx))
		if got := recorded().Call; got != c.want {
			t.Errorf("call %q, want %q", got, c.want)
		}
	}
	r := newTransportRig(t, nil)
	req := newRequest(t, "GET", "https://api.example.com/", nil)
	req.URL.Opaque = "//api.example.com/v1/x?token=abc"
	ctx, recorded := osbp.WithUpstreamRecord(t.Context())
	r.must(t, req.WithContext(ctx))
	if got := recorded().Call; got != "GET /v1/x" {
		t.Errorf("call of an opaque URL %q", got)
	}
}

// TestUpstreamMetaWithoutAnswer: the last call of an event is the last one that
// was made, also where nothing came back.
func TestUpstreamMetaWithoutAnswer(t *testing.T) {
	r := newTransportRig(t, nil)
	ctx, recorded := osbp.WithUpstreamRecord(t.Context())
	r.must(t, newRequest(t, "GET", "https://api.example.com/v1/slots", nil).WithContext(ctx))
	r.answer = func(*http.Request) (*http.Response, error) { return nil, errors.New("cut") }
	if _, err := r.do(t, newRequest(t, "POST", "https://api.example.com/v1/appointments", nil).WithContext(ctx)); err == nil {
		t.Fatal("no error")
	}
	if diff := cmp.Diff(&osbp.UpstreamMeta{Call: "POST /v1/appointments"}, recorded()); diff != "" {
		t.Errorf("metadata (-want +got):\n%s", diff)
	}
	// A call that was not even tried is no upstream call.
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := r.do(t, newRequest(t, "GET", "https://api.example.com/v1/other", nil).WithContext(ended)); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want the cancellation", err)
	}
	if got := recorded().Call; got != "POST /v1/appointments" {
		t.Errorf("a call that was not made is recorded: %s", got)
	}
}

// TestRule27_UpstreamMetaConcurrent: metadata never crosses calls (run with -race).
func TestRule27_UpstreamMetaConcurrent(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("X-Request-Id", "id of "+req.URL.Path)
		w.Header().Set("Retry-After", strings.TrimPrefix(req.URL.Path, "/call-"))
		w.Header().Set("Deprecation", "@1")
	}))
	defer server.Close()
	r := newTransportRig(t, func(o *osbp.TransportOptions) { o.Base = nil })
	client := r.Client()
	defer client.CloseIdleConnections()
	var wg sync.WaitGroup
	for n := range 64 {
		wg.Go(func() {
			path := "/call-" + strconv.Itoa(n+1)
			for _, method := range []string{"GET", "POST"} {
				ctx, recorded := osbp.WithUpstreamRecord(t.Context())
				resp, err := client.Do(newRequest(t, method, server.URL+path, nil).WithContext(ctx))
				if err != nil {
					t.Error(err)
					return
				}
				resp.Body.Close()
				got := recorded()
				want := osbp.UpstreamMeta{
					Call: method + " " + path, Status: 200, RequestID: "id of " + path, Deprecation: "@1",
					RateLimit: map[string]string{"retry-after": strconv.Itoa(n + 1)},
				}
				if diff := cmp.Diff(&want, got); diff != "" {
					t.Errorf("metadata (-want +got):\n%s", diff)
				}
			}
		})
	}
	wg.Wait()
}
