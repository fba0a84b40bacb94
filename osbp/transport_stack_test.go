package osbp_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// overHTTP makes a host's fake platform describe and create by requests to url.
func overHTTP(r *hostRig, client *http.Client, url string) {
	call := func(ctx context.Context, method, path, key string, body io.Reader) error {
		req, err := http.NewRequestWithContext(ctx, method, url+path, body)
		if err != nil {
			return err
		}
		if key != "" {
			req.Header.Set("Idempotency-Key", key)
		}
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			return err
		}
		if resp.StatusCode != 200 {
			return fmt.Errorf("platform answered %d", resp.StatusCode)
		}
		return nil
	}
	p := r.platform
	p.describe = func(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
		return &p.service, call(ctx, "GET", "/v1/services/"+in.ServiceID, "", nil)
	}
	p.create = func(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		d, err := b.Details()
		if err != nil {
			return nil, err
		}
		body := strings.NewReader(fmt.Sprintf(`{"service":%q,"start":%q}`, d.ServiceID, d.StartsAtLocal))
		if err := call(ctx, "POST", "/v1/appointments", d.IdempotencyKey, body); err != nil {
			return nil, err
		}
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
}

// TestRule27_CutUnderAdapter runs bookings through host, adapter and Transport on a
// warm connection that is cut: at most one create arrives, its outcome is unknown,
// and so it stays for a retry (rules 23 and 27).
func TestRule27_CutUnderAdapter(t *testing.T) {
	for at := cutOnArrival; at <= notCut; at++ {
		for _, reset := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, reset %t", cutNames[at], reset), func(t *testing.T) {
				w := newWire(t, http1(at, reset))
				r := newHostRig(t, nil)
				overHTTP(r, newHTTPTransport(t, nil).Client(), w.url())
				in := r.approved(t, exampleInput(t))
				for range 2 {
					e := r.call(t, osbp.ToolBookingCreate, in)
					if at == notCut {
						if !e.OK {
							t.Fatalf("not booked: %v", e.Problem)
						}
						continue
					}
					wantRefusal(t, e, osbp.CodeBookingOutcomeUnknown)
				}
				if n := w.arrived.Load(); n != 1 {
					t.Errorf("%d creates arrived, want 1", n)
				}
			})
		}
	}
}

// TestRule23_NotSentUnderAdapter: a create that had no connection frees its key, and
// the same attempt books once the platform is back.
func TestRule23_NotSentUnderAdapter(t *testing.T) {
	var down atomic.Bool
	base := &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if down.Load() {
				return nil, errDial
			}
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}
	w := newWire(t, http1(notCut, false))
	r := newHostRig(t, nil)
	overHTTP(r, newHTTPTransport(t, base).Client(), w.url())
	create := r.platform.create
	r.platform.create = func(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		down.Store(true)
		defer down.Store(false)
		return create(ctx, b)
	}
	in := r.approved(t, exampleInput(t))
	e := r.call(t, osbp.ToolBookingCreate, in)
	wantRefusal(t, e, osbp.CodePlatformUnavailable)
	if !e.Problem.Retryable || w.arrived.Load() != 0 {
		t.Errorf("retryable %t, %d creates arrived", e.Problem.Retryable, w.arrived.Load())
	}
	r.platform.create = create
	if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK || w.arrived.Load() != 1 {
		t.Errorf("not booked after all: %v, %d creates arrived", e.Problem, w.arrived.Load())
	}
}

// TestRule27_UpstreamInEventOnly: B-206, B-210, B-257. The create's metadata is in
// its event and not in its envelope, a replay has none, and a platform that retires
// the endpoint changes nothing that the agent sees.
func TestRule27_UpstreamInEventOnly(t *testing.T) {
	server := newServer(t, func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("X-Request-Id", "req of "+req.Method)
		w.Header().Set("Server", "edge/1.0")
		w.Header().Set("Sunset", "Fri, 01 Jan 2027 00:00:00 GMT")
	})
	transport := newTransportRig(t, func(o *osbp.TransportOptions) { o.Base = nil })
	t.Cleanup(transport.CloseIdleConnections)
	r := newHostRig(t, nil)
	overHTTP(r, transport.Client(), server)
	in := r.approved(t, exampleInput(t))
	if up := r.lastEvent(t).Upstream; up == nil || up.Call != "GET /v1/services/service_123" {
		t.Errorf("upstream of the challenge's event: %+v", up)
	}
	for n := range 2 {
		e := r.call(t, osbp.ToolBookingCreate, in)
		if !e.OK {
			t.Fatalf("not booked: %v", e.Problem)
		}
		for _, word := range []string{"upstream", "edge/1.0", "req of", "Sunset", "2027"} {
			if strings.Contains(string(toJSON(t, e)), word) {
				t.Errorf("the envelope has %q", word)
			}
		}
		up := r.lastEvent(t).Upstream
		if n == 1 {
			if up != nil {
				t.Errorf("a replay's event has upstream %+v", up)
			}
			continue
		}
		if up == nil || up.Call != "POST /v1/appointments" || up.Status != 200 || up.RequestID != "req of POST" || up.Server != "edge/1.0" {
			t.Errorf("upstream of the create's event: %+v", up)
		}
	}
	if transport.warnings() != 2 {
		t.Errorf("%d warnings, want one for each of two endpoints\n%s", transport.warnings(), transport.log)
	}
}
