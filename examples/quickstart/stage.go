package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

// clock is set by hand, so that every run happens at the same time: noon in
// California on Friday, 1 May 2026, to begin with.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Date(2026, time.May, 1, 19, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) set(t time.Time) {
	c.mu.Lock()
	c.t = t
	c.mu.Unlock()
}

// stage is everything that stands between an agent and an appointment: a booking
// system behind HTTP, a platform that translates its API, the adapter that carries the
// protocol's obligations, and the host that serves the eight tools.
type stage struct {
	clock    *clock
	sandbox  *sandbox.Sandbox
	server   *http.Server
	platform *adapter.Platform
	log      *audit.JSONLLog
	events   *keptLog
	operator *operatorLog
	host     *osbp.Host
}

// merchant is whom the agent books with.
const merchant = sandbox.HarborHair

func newStage(ctx context.Context, auditPath string) (_ *stage, err error) {
	s := &stage{clock: newClock(), operator: new(operatorLog)}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close(ctx))
		}
	}()
	logger := slog.New(s.operator)

	// The merchant's booking platform.
	if s.sandbox, err = sandbox.New(sandbox.Options{Clock: s.clock.now, Seed: 2026}); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.server = &http.Server{Handler: s.sandbox.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go s.server.Serve(listener)

	// What an integrator writes: calls to that platform.
	s.platform, err = adapter.New(adapter.Options{
		BaseURL: "http://" + listener.Addr().String(), Shop: merchant, Logger: logger,
	})
	if err != nil {
		return nil, err
	}

	// What this library does around it.
	options, err := s.sandbox.AdapterOptions(merchant)
	if err != nil {
		return nil, err
	}
	options.Logger = logger
	if options.Store, err = store.NewMemory(store.MemoryOptions{Clock: s.clock.now}); err != nil {
		return nil, err
	}
	booking, err := osbp.NewAdapter(s.platform, options)
	if err != nil {
		return nil, err
	}
	if s.log, err = audit.OpenJSONL(auditPath, audit.JSONLOptions{Logger: logger}); err != nil {
		return nil, err
	}
	s.events = &keptLog{Log: s.log}
	s.host, err = osbp.NewHost(booking, osbp.HostOptions{Log: s.events, Clock: s.clock.now, Logger: logger})
	return s, err
}

// close ends what newStage began, in the opposite order.
func (s *stage) close(ctx context.Context) error {
	var errs []error
	if s.host != nil {
		errs = append(errs, s.host.Close(ctx))
	}
	if s.log != nil {
		errs = append(errs, s.log.Close())
	}
	if s.platform != nil {
		s.platform.CloseIdleConnections()
	}
	if s.server != nil {
		errs = append(errs, s.server.Close())
	}
	return errors.Join(errs...)
}

// tell adds what the platform has seen so far, and what the operator was told.
func (s *stage) tell(st *step) {
	for _, message := range s.operator.read() {
		st.say(operator, "log: %s", message)
	}
	n := s.sandbox.Counts()
	st.say(platform, "%s received, %s made", count(n.Creates, "create call"), count(n.Appointments, "appointment"))
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
