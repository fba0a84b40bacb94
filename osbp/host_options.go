package osbp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/openservicekit/openservice/audit"
)

// DefaultCallTimeout is how long a Host waits for an adapter unless HostOptions
// say otherwise: longer than all the limits of an Adapter together, so that it
// only ever cuts off an adapter that has none.
const DefaultCallTimeout = 2 * time.Minute

// MandateVerifier sees the mandate's bytes as the agent sent them, for mandates
// that carry a signature. An error refuses the call: a *Problem as it is, anything
// else as invalid_mandate.
type MandateVerifier interface {
	VerifyMandate(ctx context.Context, mandate json.RawMessage) error
}

// HostOptions configure a Host. They are copied.
type HostOptions struct {
	// Log takes one audit event per call; required.
	Log audit.Log
	// OrganizationID is the one organization that is served. It may be left out
	// where the adapter tells it, as Adapter does.
	OrganizationID string
	// Redactor cleans the events; nil is the strictest one.
	Redactor *audit.Redactor
	// MandateVerifier is asked before a booking.create reaches the adapter; nil, as
	// in v0.1.0, leaves mandates unsigned.
	MandateVerifier MandateVerifier
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
	// Logger is the operator's; nil discards.
	Logger *slog.Logger
	// Rand makes event ids; nil is crypto/rand.
	Rand io.Reader
	// CallTimeout bounds the wait for the adapter, LogTimeout a write to the log;
	// zero means DefaultCallTimeout and DefaultStoreTimeout.
	CallTimeout time.Duration
	LogTimeout  time.Duration
}

func (o *HostOptions) complete(a BookingAdapter) error {
	if told, ok := a.(interface{ OrganizationID() string }); ok {
		if o.OrganizationID != "" && o.OrganizationID != told.OrganizationID() {
			return errors.New("osbp: HostOptions.OrganizationID is not the adapter's")
		}
		o.OrganizationID = told.OrganizationID()
	}
	switch {
	case o.OrganizationID == "":
		return errors.New("osbp: HostOptions.OrganizationID is required")
	case o.Log == nil:
		return errors.New("osbp: HostOptions.Log is required")
	case o.CallTimeout < 0 || o.LogTimeout < 0:
		return errors.New("osbp: a timeout in HostOptions is negative")
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.CallTimeout == 0 {
		o.CallTimeout = DefaultCallTimeout
	}
	if o.LogTimeout == 0 {
		o.LogTimeout = DefaultStoreTimeout
	}
	return nil
}
