package osbp_test

import (
	"context"
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

// TestNoPaymentIsCollected: what the merchant wants paid first is told, together with
// the fact that it is not paid here, and nothing about paying reaches the platform
// (B-004, B-134).
func TestNoPaymentIsCollected(t *testing.T) {
	for name, tc := range map[string]struct {
		requirement osbp.PaymentRequirement
		want        string
	}{
		"deposit":    {osbp.PaymentDeposit, "The merchant requires a deposit of 20.00 USD, which is not collected here."},
		"prepayment": {osbp.PaymentFullPrepay, "The merchant requires the full price of 95.00 USD to be paid in advance, which is not collected here."},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			requireDeposit(r.example, 2000, 9500)
			r.example.Policy.PaymentRequirement = tc.requirement
			_, err := r.create(t.Context(), r.input())
			if c := challengeOf(t, err); !strings.Contains(c.Summary, tc.want) {
				t.Errorf("the summary does not say %q: %q", tc.want, c.Summary)
			}
			r.onCreate = func(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				d, err := b.Details()
				if d.ExpectedPrice != *usd(9500) || d.VerificationCode != "" {
					t.Errorf("the platform is told of %v", d.ExpectedPrice)
				}
				return &osbp.Appointment{ID: "appointment_123"}, err
			}
			r.mustBook(t, r.approve(t, r.input()))
		})
	}
}
