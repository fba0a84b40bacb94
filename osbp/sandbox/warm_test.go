package sandbox_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// probe counts the creates that leave on a connection which was used before.
type probe struct {
	http.RoundTripper
	warm atomic.Int64
}

func (p *probe) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPost {
		r = r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
			GotConn: func(c httptrace.GotConnInfo) {
				if c.Reused {
					p.warm.Add(1)
				}
			},
		}))
	}
	return p.RoundTripper.RoundTrip(r)
}

// TestRule27_WarmConnections cuts the connections of dozens of creates, after and
// before the write, on connections that are already warm: each reaches the platform
// once.
func TestRule27_WarmConnections(t *testing.T) {
	const creates = 24
	for _, kind := range []sandbox.FaultKind{sandbox.FaultCutAfter, sandbox.FaultCutBefore, sandbox.FaultTruncated, sandbox.FaultErrorAfter} {
		t.Run(string(kind), func(t *testing.T) {
			seen := &probe{RoundTripper: &http.Transport{MaxIdleConnsPerHost: 4}}
			k := newStack(t, setup{hide: func(osbp.Platform) osbp.Platform { return &overProbe{t: t, probe: seen} }})
			server := httptest.NewServer(k.sandbox.Handler())
			t.Cleanup(server.Close)
			k.platform.(*overProbe).connect(server.URL)
			k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: kind})
			for i := range creates {
				w := fringe
				w.date, w.time = []string{"2026-05-05", "2026-05-06", "2026-05-07"}[i/16], fmt.Sprintf("%02d:%02d", 9+i%16/2, i%2*30)
				key := fmt.Sprintf("idem_%d", i)
				in := k.approved(t, w, key)
				_, err := k.adapter.CreateBooking(t.Context(), in)
				made := 1
				if kind == sandbox.FaultCutBefore {
					made = 0
					wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
				} else if err != nil {
					t.Fatal(err)
				}
				k.wantCounts(t, sandbox.HarborHair, key, 1, made)
			}
			// Now and then a busy machine has an idle connection closed first.
			if got := seen.warm.Load(); got < creates*3/4 {
				t.Errorf("only %d of %d creates left on a warm connection", got, creates)
			}
		})
	}
}

// overProbe is a platform over HTTP whose address comes later.
type overProbe struct {
	*adapter.Platform
	t     *testing.T
	probe *probe
}

func (o *overProbe) connect(url string) {
	c, err := adapter.New(adapter.Options{BaseURL: url, Shop: sandbox.HarborHair, Logger: quiet, Base: o.probe})
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(o.probe.RoundTripper.(*http.Transport).CloseIdleConnections)
	o.Platform = c
}

// TestRule27_Hazard shows what the rule is about: net/http alone repeats such a
// create.
func TestRule27_Hazard(t *testing.T) {
	s, _ := newSandbox(t, friday, sandbox.Options{})
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	client := server.Client()
	if _, err := s.SwitchOn(sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultCutAfter}); err != nil {
		t.Fatal(err)
	}
	get(t, client, server.URL+"/v1/shops/"+sandbox.HarborHair+"/offerings/"+sandbox.Haircut)
	body := `{"offering":"off_fringe","calendar":"cal_harbor_main","staff":"stf_maya","begins":"2026-05-05 13:00","guest":{"name":"Jane","phone":"+15555550100"}}`
	req := newRequest(t, http.MethodPost, server.URL+"/v1/shops/"+sandbox.HarborHair+"/reservations", body)
	req.Header.Set("Idempotency-Key", "idem")
	if resp, err := client.Do(req); err == nil {
		resp.Body.Close()
		t.Fatal("the cut did not show")
	}
	if got := s.CountsOf(sandbox.HarborHair, "idem"); got.Creates < 2 {
		t.Errorf("one create arrived %d times", got.Creates)
	}
}

func newRequest(t testing.TB, method, url, body string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set(sandbox.VersionHeader, sandbox.APIVersion)
	return req
}

// do sends a request and returns status, header and body.
func do(t testing.TB, client *http.Client, req *http.Request) (int, http.Header, string) {
	t.Helper()
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, strings.TrimSpace(string(body))
}

func get(t testing.TB, client *http.Client, url string) (int, http.Header, string) {
	t.Helper()
	return do(t, client, newRequest(t, http.MethodGet, url, ""))
}
