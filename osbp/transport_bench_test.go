package osbp_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// BenchmarkTransport is what Transport adds to a request: headers, sealing and
// metadata, over a base that answers at once.
func BenchmarkTransport(b *testing.B) {
	resp := respond(200, "Server", "edge/1.0", "Date", "Tue, 05 May 2026 20:00:00 GMT", "Content-Type", "application/json",
		"X-Request-Id", "req_0123456789", "X-RateLimit-Remaining", "99", "Cache-Control", "no-store", "Vary", "Accept")
	transport, err := osbp.NewTransport(osbp.TransportOptions{
		Vendor: "acme", Logger: slog.New(slog.DiscardHandler),
		VersionHeader: osbp.VersionHeader{Name: "Acme-Version", Value: "2026-05-21"},
		Credentials: func(req *http.Request) error {
			req.Header.Set("Authorization", "Bearer sk_live_abcdefgh")
			return nil
		},
		Base: roundTripper(func(*http.Request) (*http.Response, error) { return resp, nil }),
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, _ := osbp.WithUpstreamRecord(context.Background())
	for _, c := range []struct {
		method string
		body   io.Reader
	}{{"GET", nil}, {"POST", strings.NewReader(`{"slot":"1"}`)}} {
		b.Run(c.method, func(b *testing.B) {
			req := newRequest(b, c.method, "https://api.example.com/v1/appointments/apt_1", c.body).WithContext(ctx)
			req.Header.Set("Accept", "application/json")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := transport.RoundTrip(req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
