package adapter_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/adaptertest/sandboxtest"
	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// TestAdapter is the test that an integrator's CI runs. Nothing is skipped: the sandbox
// can show everything, and the harness is strict.
func TestAdapter(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) *adaptertest.Harness {
		h, err := newHarness(func(p *adapter.Platform) osbp.Platform { return p })
		if err != nil {
			t.Fatal(err)
		}
		h.Strict = true
		return h
	})
}

// rig is what an adapter stands on: the platform's sandbox behind HTTP, a store, a log,
// a clock.
type rig struct {
	sandbox *sandbox.Sandbox
	server  *httptest.Server
	wire    *wire
	records *store.Memory
	log     buffer
	clock   clock
	// through is what stands between the platform and the adapter; see checklist_test.go.
	through func(*adapter.Platform) osbp.Platform

	mu       sync.Mutex
	adapters map[string]osbp.BookingAdapter
}

// zones are loaded once for all rigs.
var zones = wallclock.SystemZones()

// newHarness describes the adapter and its platform to the suite. What concerns the
// platform alone is in sandboxtest.
func newHarness(through func(*adapter.Platform) osbp.Platform) (*adaptertest.Harness, error) {
	r := &rig{
		wire: &wire{Transport: new(http.Transport)}, clock: clock{at: time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)},
		through: through, adapters: make(map[string]osbp.BookingAdapter),
	}
	var err1, err2 error
	r.sandbox, err1 = sandbox.New(sandbox.Options{Clock: r.clock.now, Zones: zones})
	r.records, err2 = store.NewMemory(store.MemoryOptions{Clock: r.clock.now})
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	h, err := sandboxtest.Harness(r.sandbox)
	if err != nil {
		return nil, err
	}
	r.server = httptest.NewServer(r.sandbox.Handler())
	h.Adapter = r.adapter
	h.Restart = r.newAdapter
	h.Now, h.Advance, h.Zones = r.clock.now, r.clock.advance, zones
	h.ExpireCodes = func(context.Context) error { r.clock.advance(sandbox.DefaultCodeLifetime); return nil }
	h.Persisted, h.Logged = r.persisted, r.log.String
	h.EchoCustomer, h.Received = r.wire.echo, r.wire.received
	h.Credentials = []string{credential}
	h.Upstream, h.Reconciles = true, true
	h.Close = func() error {
		r.wire.CloseIdleConnections()
		r.server.Close()
		return nil
	}
	return h, nil
}

// adapter returns the one for a shop, and the same one every time.
func (r *rig) adapter(shop string) (osbp.BookingAdapter, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a := r.adapters[shop]; a != nil {
		return a, nil
	}
	a, err := r.newAdapter(shop)
	if err == nil {
		r.adapters[shop] = a
	}
	return a, err
}

// newAdapter is how the adapter is put together in production, too, with a store that
// outlives the process.
func (r *rig) newAdapter(shop string) (osbp.BookingAdapter, error) {
	logger := slog.New(slog.NewTextHandler(&r.log, nil))
	p, err := adapter.New(adapter.Options{
		BaseURL: r.server.URL, Shop: shop, Logger: logger, Base: r.wire,
		Credentials: func(req *http.Request) error {
			req.Header.Set("Authorization", "Bearer "+credential)
			return nil
		},
	})
	if err != nil {
		return nil, err
	}
	defaults, err := r.sandbox.AdapterOptions(shop)
	if err != nil {
		return nil, err
	}
	return osbp.NewAdapter(r.through(p), osbp.AdapterOptions{
		Vendor: adapter.Vendor, APIVersion: adapter.APIVersion, OrganizationID: shop,
		DefaultServiceID: defaults.DefaultServiceID, DefaultScheduleID: defaults.DefaultScheduleID,
		NeedsNameParts: shop == sandbox.KanalDental,
		Store:          r.records, Clock: r.clock.now, Zones: zones, Logger: logger,
	})
}

// persisted is everything in the store, as a thief would find it.
func (r *rig) persisted() ([]byte, error) {
	var all bytes.Buffer
	for record, err := range r.records.List(context.Background(), "") {
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&all, "%s %s\n", record.Key, record.Value)
	}
	return all.Bytes(), nil
}

// credential signs in to a platform that does not ask for it, so that there is one to
// leak.
const credential = "key_live_Zk4uWq81TsMe"

// wire is the connection to the platform. It keeps what creates send, and while it
// echoes, it fails them with an answer that quotes them.
type wire struct {
	*http.Transport
	mu      sync.Mutex
	sent    bytes.Buffer
	echoing bool
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Idempotency-Key") == "" {
		return w.Transport.RoundTrip(r)
	}
	body, err := io.ReadAll(r.Body)
	r.Body.Close()
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	fmt.Fprintf(&w.sent, "%s %s %q %s\n", r.Method, r.URL, r.Header, body)
	echoing := w.echoing
	w.mu.Unlock()
	if echoing {
		said := fmt.Sprintf(`{"reason":%q}`, fmt.Sprintf("%s rejected for %s", body, r.Header["Authorization"]))
		return &http.Response{
			StatusCode: http.StatusUnprocessableEntity, Header: http.Header{}, Request: r,
			Body: io.NopCloser(bytes.NewBufferString(said)),
		}, nil
	}
	again := r.Clone(r.Context())
	again.Body = io.NopCloser(bytes.NewReader(body))
	return w.Transport.RoundTrip(again)
}

func (w *wire) echo(context.Context) (off func(), err error) {
	set := func(echoing bool) {
		w.mu.Lock()
		w.echoing = echoing
		w.mu.Unlock()
	}
	set(true)
	return func() { set(false) }, nil
}

func (w *wire) received() ([]byte, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return bytes.Clone(w.sent.Bytes()), nil
}

// clock is a hand-set clock.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	c.at = c.at.Add(d)
	c.mu.Unlock()
}

// buffer is a bytes.Buffer for several goroutines.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
