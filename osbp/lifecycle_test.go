package osbp_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// announcing answers with lifecycle headers.
func announcing(header ...string) func(*http.Request) (*http.Response, error) {
	return func(*http.Request) (*http.Response, error) { return respond(200, header...), nil }
}

func (r *transportRig) warnings() int { return strings.Count(r.log.String(), "level=WARN") }

// TestRule27_LifecycleWarnsOnce: B-256. Once per method and path template, and
// again where the other of the two headers appears.
func TestRule27_LifecycleWarnsOnce(t *testing.T) {
	r := newTransportRig(t, nil)
	deprecated, sunset := announcing("Deprecation", "@1767225600"), announcing("Sunset", "Fri, 01 Jan 2027 00:00:00 GMT")
	both := announcing("Deprecation", "@1767225600", "Sunset", "Fri, 01 Jan 2027 00:00:00 GMT")
	for n, step := range []struct {
		method, path string
		answer       func(*http.Request) (*http.Response, error)
		want         int
	}{
		{"GET", "/v1/services", announcing(), 0},
		{"GET", "/v1/services", deprecated, 1},
		{"GET", "/v1/services", deprecated, 1},
		{"GET", "/v1/services?page=2", deprecated, 1},
		{"GET", "/v1/services", announcing("Deprecation", "@1800000000"), 1},
		{"POST", "/v1/services", deprecated, 2},
		{"GET", "/v1/services", both, 3},
		{"GET", "/v1/services", sunset, 3},
		{"GET", "/v2/services", sunset, 4},
		{"GET", "/v2/services", deprecated, 5},
		{"GET", "/v2/services", both, 5},
		{"GET", "/v1/appointments/apt_1", sunset, 6},
		{"GET", "/v1/appointments/apt_2", sunset, 6},
		{"GET", "/v1/appointments/550e8400-e29b-41d4-a716-446655440000", sunset, 6},
		{"GET", "/v1/customers/jane@example.com", sunset, 7},
		{"GET", "/v1/customers/joan@example.com", sunset, 7},
		{"GET", "/v1/days/2026-05-05/slots", sunset, 8},
		{"GET", "/v1/days/2026-05-06/slots", sunset, 8},
	} {
		r.answer = step.answer
		r.must(t, newRequest(t, step.method, "https://api.example.com"+step.path, nil))
		if got := r.warnings(); got != step.want {
			t.Fatalf("step %d: %d warnings, want %d\n%s", n, got, step.want, r.log)
		}
	}
	log := r.log.String()
	for _, want := range []string{"vendor=acme", "method=GET", "path=/v1/appointments/{}", "@1767225600", "01 Jan 2027"} {
		if !strings.Contains(log, want) {
			t.Errorf("log has no %s\n%s", want, log)
		}
	}
	if strings.Contains(log, "jane") || strings.Contains(log, "apt_1") {
		t.Errorf("log names a customer or an appointment\n%s", log)
	}
}

// TestLifecycleTemplate: the integrator's own names, and what becomes of bad ones.
func TestLifecycleTemplate(t *testing.T) {
	for name, c := range map[string]struct {
		template func(*http.Request) string
		want     string
	}{
		"own":    {func(*http.Request) string { return "/v1/{resource}" }, "path=/v1/{resource}"},
		"none":   {nil, "path=/v1/services"},
		"empty":  {func(*http.Request) string { return "" }, "path=/v1/services"},
		"panics": {func(*http.Request) string { panic("no template") }, "path=/v1/services"},
		"long":   {func(*http.Request) string { return strings.Repeat("a", 5000) }, "path=" + strings.Repeat("a", 256) + " "},
	} {
		t.Run(name, func(t *testing.T) {
			r := newTransportRig(t, func(o *osbp.TransportOptions) { o.PathTemplate = c.template })
			r.answer = announcing("Deprecation", "@1")
			for _, path := range []string{"/v1/services", "/v1/services"} {
				r.must(t, newRequest(t, "GET", "https://api.example.com"+path, nil))
			}
			if r.warnings() != 1 || !strings.Contains(r.log.String(), c.want) {
				t.Errorf("want one warning with %s, got\n%s", c.want, r.log)
			}
		})
	}
}

// TestRule27_LifecycleBounded: beyond the bound the oldest is forgotten, so every
// endpoint is still warned about, and no other twice.
func TestRule27_LifecycleBounded(t *testing.T) {
	r := newTransportRig(t, func(o *osbp.TransportOptions) {
		o.MaxEndpoints = 2
		o.PathTemplate = func(req *http.Request) string { return req.URL.Path }
	})
	r.answer = announcing("Sunset", "Fri, 01 Jan 2027 00:00:00 GMT")
	for n, step := range []struct {
		path string
		want int
	}{{"/a", 1}, {"/b", 2}, {"/a", 2}, {"/b", 2}, {"/c", 3}, {"/b", 3}, {"/c", 3}, {"/a", 4}, {"/c", 4}, {"/a", 4}, {"/b", 5}} {
		r.must(t, newRequest(t, "GET", "https://api.example.com"+step.path, nil))
		if got := r.warnings(); got != step.want {
			t.Fatalf("step %d, %s: %d warnings, want %d", n, step.path, got, step.want)
		}
	}
}

// TestLifecycleConcurrent: many calls of one endpoint give one warning (run with
// -race).
func TestLifecycleConcurrent(t *testing.T) {
	r := newTransportRig(t, func(o *osbp.TransportOptions) {
		o.Base = roundTripper(announcing("Deprecation", "@1"))
	})
	var wg sync.WaitGroup
	for n := range 64 {
		wg.Go(func() {
			resp, err := r.Transport.RoundTrip(newRequest(t, "GET", "https://api.example.com/v1/x/"+strconv.Itoa(n), nil))
			if err != nil {
				t.Error(err)
				return
			}
			resp.Body.Close()
		})
	}
	wg.Wait()
	if r.warnings() != 1 {
		t.Errorf("%d warnings, want 1", r.warnings())
	}
}
