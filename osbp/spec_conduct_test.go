package osbp_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// TestTransportAddsIdentityOnly: beside who calls, which version is meant and the
// credentials, a platform gets what the Platform wrote: no flag that skips a check
// (B-228), and no claim about agent or user (B-230).
func TestTransportAddsIdentityOnly(t *testing.T) {
	r := newTransportRig(t, func(o *osbp.TransportOptions) {
		o.VersionHeader = osbp.VersionHeader{Name: "Acme-Version", Value: "2026-05-21"}
		o.Credentials = func(req *http.Request) error { req.Header.Set("Authorization", "Bearer sk_live_abcdefgh"); return nil }
	})
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		req := newRequest(t, method, "https://api.example.com/v1/appointments?page=2", nil)
		req.Header.Set("Content-Type", "application/json")
		r.must(t, req)
		sent := r.sent[len(r.sent)-1]
		want := []string{"Acme-Version", "Authorization", "Content-Type", "User-Agent", "X-Osbp-Source"}
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(sent.Header))); diff != "" {
			t.Errorf("%s headers (-want +got):\n%s", method, diff)
		}
		if got := sent.URL.String(); got != "https://api.example.com/v1/appointments?page=2" {
			t.Errorf("%s: sent to %s", method, got)
		}
	}
}

// TestTransportObeysRateLimits: an answer of 429 is passed on as it is, and nothing is
// asked again (B-231).
func TestTransportObeysRateLimits(t *testing.T) {
	for _, method := range []string{"GET", "POST"} {
		r := newTransportRig(t, nil)
		r.answer = func(*http.Request) (*http.Response, error) { return respond(429, "Retry-After", "30"), nil }
		resp, err := r.Client().Do(newRequest(t, method, "https://api.example.com/v1/slots", strings.NewReader("{}")))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 429 || resp.Header.Get("Retry-After") != "30" || len(r.sent) != 1 {
			t.Errorf("%s: status %d after %d requests", method, resp.StatusCode, len(r.sent))
		}
	}
}
