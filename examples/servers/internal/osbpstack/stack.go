package osbpstack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/internal/onefile"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

// Options configure a Stack. They are copied.
type Options struct {
	// Scenario is how the platform behaves; empty is Normal.
	Scenario Scenario
	// Business is a business of the sandbox; empty is sandbox.HarborHair.
	Business string
	// AuditPath is the audit log, Outbox the file that verification codes go to; both
	// required.
	AuditPath string
	Outbox    string
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
	// Logger is the operator's; nil discards.
	Logger *slog.Logger
}

// Stack is a running server without a transport.
type Stack struct {
	Host    *osbp.Host
	Sandbox *sandbox.Sandbox

	log *audit.JSONLLog
}

// New puts the pieces together. Everything but the audit log ends with the process.
func New(o Options) (*Stack, error) {
	if o.Scenario == "" {
		o.Scenario = Normal
	}
	if o.Business == "" {
		o.Business = sandbox.HarborHair
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.AuditPath == "" || o.Outbox == "" {
		return nil, errors.New("Options.AuditPath and Options.Outbox are required")
	}
	if onefile.Same(o.AuditPath, o.Outbox) {
		return nil, errors.New("the audit log and the outbox are the same file: the codes in the one have no place in the other")
	}
	s, err := sandbox.New(sandbox.Options{Clock: o.Clock})
	if err != nil {
		return nil, err
	}
	faults, err := o.Scenario.faults()
	if err != nil {
		return nil, err
	}
	for _, fault := range faults {
		if _, err := s.SwitchOn(fault); err != nil {
			return nil, err
		}
	}
	adapter, err := newAdapter(s, &o)
	if err != nil {
		return nil, err
	}
	log, err := audit.OpenJSONL(o.AuditPath, audit.JSONLOptions{Logger: o.Logger})
	if err != nil {
		return nil, fmt.Errorf("audit log: %w", err)
	}
	host, err := osbp.NewHost(adapter, osbp.HostOptions{Log: log, Clock: o.Clock, Logger: o.Logger})
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return &Stack{Host: host, Sandbox: s, log: log}, nil
}

// newAdapter puts the adapter in front of the business.
func newAdapter(s *sandbox.Sandbox, o *Options) (*osbp.Adapter, error) {
	business, err := s.Platform(o.Business)
	if err != nil {
		return nil, err
	}
	options, err := s.AdapterOptions(o.Business)
	if err != nil {
		return nil, err
	}
	all := s.Businesses()
	b := &all[slices.IndexFunc(all, func(b sandbox.Business) bool { return b.ID == o.Business })]
	shown, err := o.Scenario.shownService(b)
	if err != nil {
		return nil, err
	}
	options.DefaultServiceID, options.DefaultScheduleID = shown.ID, shown.Calendars[0]
	options.Logger = o.Logger
	if options.Store, err = store.NewMemory(store.MemoryOptions{Clock: o.Clock}); err != nil {
		return nil, err
	}
	p := &platform{Platform: business, outbox: &outbox{path: o.Outbox, messages: s.Messages}, logger: o.Logger}
	if o.Scenario == Slow {
		p.takes = slowness
	}
	return osbp.NewAdapter(p, options)
}

// Close refuses further calls, waits as long as ctx allows for a booking that is under
// way, and closes the audit log.
func (s *Stack) Close(ctx context.Context) error {
	return errors.Join(s.Host.Close(ctx), s.log.Close())
}
