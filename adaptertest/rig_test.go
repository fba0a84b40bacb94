package adaptertest_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/adaptertest/sandboxtest"
	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// rig is a sandbox with everything a harness over it needs. Each check has its own.
type rig struct {
	t       testing.TB
	clock   *clock
	sandbox *sandbox.Sandbox
	store   *store.Memory
	tap     *tap
	log     *buffer
	logger  *slog.Logger
	// open makes an adapter for a business; adapters keeps those made.
	open     func(r *rig, business string) (osbp.BookingAdapter, error)
	mu       sync.Mutex
	adapters map[string]osbp.BookingAdapter
	restarts int
	arrivals atomic.Int64 // creates that are counted though the sandbox never saw them
	first    *sync.Map    // what outlives a restart of a mutant beside its store
	close    []func()
}

// zones are loaded once for all rigs.
var zones = wallclock.SystemZones()

// opener says how a rig makes its adapters.
type opener func(r *rig, business string) (osbp.BookingAdapter, error)

func newRig(t testing.TB, open opener) *rig {
	return newRigAt(t, time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC), open)
}

func newRigAt(t testing.TB, at time.Time, open opener) *rig {
	r := &rig{
		t: t, clock: &clock{at: at}, log: new(buffer), tap: new(tap),
		open: open, adapters: make(map[string]osbp.BookingAdapter),
	}
	r.logger = slog.New(slog.NewTextHandler(r.log, nil))
	var err error
	if r.sandbox, err = sandbox.New(sandbox.Options{Clock: r.clock.now, Zones: zones}); err != nil {
		t.Fatal(err)
	}
	if r.store, err = store.NewMemory(store.MemoryOptions{Clock: r.clock.now}); err != nil {
		t.Fatal(err)
	}
	return r
}

// overMemory is an osbp.Adapter in front of the sandbox.
func overMemory(r *rig, business string) (osbp.BookingAdapter, error) {
	p, err := r.platform(business)
	if err != nil {
		return nil, err
	}
	return r.adapterOver(business, p)
}

// platform is the sandbox's in memory, with the tap on it.
func (r *rig) platform(business string) (osbp.Platform, error) {
	p, err := r.sandbox.Platform(business)
	if err != nil {
		return nil, err
	}
	return metered{tappedPlatform{p, r.tap}, r.tap, r.logger}, nil
}

// overHTTP is an osbp.Adapter in front of the sandbox's HTTP API.
func overHTTP(r *rig, business string) (osbp.BookingAdapter, error) {
	server := httptest.NewServer(r.tap.over(r.sandbox.Handler()))
	c, err := adapter.New(adapter.Options{BaseURL: server.URL, Shop: business, Logger: r.logger})
	if err != nil {
		server.Close()
		return nil, err
	}
	r.close = append(r.close, func() {
		c.CloseIdleConnections()
		server.Close()
	})
	return r.adapterOver(business, c)
}

func (r *rig) adapterOver(business string, p osbp.Platform) (osbp.BookingAdapter, error) {
	o, err := r.sandbox.AdapterOptions(business)
	if err != nil {
		return nil, err
	}
	o.Store, o.Logger = r.store, r.logger
	return osbp.NewAdapter(p, o)
}

func (r *rig) adapter(business string) (osbp.BookingAdapter, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a := r.adapters[business]; a != nil {
		return a, nil
	}
	a, err := r.open(r, business)
	if err == nil {
		r.adapters[business] = a
	}
	return a, err
}

func usd(minor int64) *money.Money { return fixed("USD", minor) }
func eur(minor int64) *money.Money { return fixed("EUR", minor) }
func kwd(minor int64) *money.Money { return fixed("KWD", minor) }

func fixed(currency string, minor int64) *money.Money {
	m := money.Fixed(currency, minor)
	return &m
}

// harness is one over the rig that can show everything.
func (r *rig) harness() *adaptertest.Harness {
	h, err := sandboxtest.Harness(r.sandbox)
	if err != nil {
		r.t.Fatal(err)
	}
	h.Adapter, h.Strict = r.adapter, true
	creates := h.Creates
	h.Creates = func() int { return creates() + int(r.arrivals.Load()) }
	h.Now, h.Advance = r.clock.now, r.clock.advance
	h.Restart = func(business string) (osbp.BookingAdapter, error) {
		r.restarts++
		return r.open(r, business)
	}
	h.ExpireCodes = func(context.Context) error {
		r.clock.advance(sandbox.DefaultCodeLifetime)
		return nil
	}
	h.Persisted = r.persisted
	h.Logged = r.log.String
	h.EchoCustomer, h.Received = r.tap.echo, r.tap.received
	h.FailReads = r.tap.failReads
	retire := h.Retire
	h.Retire = func(ctx context.Context) (func(), error) {
		off, err := retire(ctx)
		if err != nil {
			return nil, err
		}
		return r.tap.retire(off), nil
	}
	h.Credentials = []string{credential}
	h.Upstream = true
	h.Reconciles = true
	h.Close = func() error {
		for _, f := range r.close {
			f()
		}
		return nil
	}
	return h
}

func (r *rig) persisted() ([]byte, error) {
	var all bytes.Buffer
	for record, err := range r.store.List(context.Background(), "") {
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&all, "%s %s\n", record.Key, record.Value)
	}
	return all.Bytes(), nil
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
