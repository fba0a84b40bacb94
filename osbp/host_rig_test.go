package osbp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// flakyLog is a log that a test can break.
type flakyLog struct {
	audit.MemoryLog
	broken    atomic.Bool // nothing works
	appendBad atomic.Bool // Ready says yes, Append fails
}

var errLog = errors.New("disk full")

func (l *flakyLog) Append(ctx context.Context, e *audit.Event) error {
	if l.broken.Load() || l.appendBad.Load() {
		return errLog
	}
	return l.MemoryLog.Append(ctx, e)
}

func (l *flakyLog) Ready(ctx context.Context) error {
	if l.broken.Load() {
		return errLog
	}
	return l.MemoryLog.Ready(ctx)
}

// hostRig is a Host over an Adapter over a fake platform.
type hostRig struct {
	clock    *clock
	platform *verifyingPlatform
	log      *flakyLog
	operator *bytes.Buffer
	host     *osbp.Host
}

func newHostRig(t testing.TB, change func(*osbp.HostOptions)) *hostRig {
	t.Helper()
	r := &hostRig{clock: newClock("2026-05-01T19:00:00Z"), log: new(flakyLog), operator: new(bytes.Buffer)}
	r.platform = &verifyingPlatform{fakePlatform: newFakePlatform(t)}
	r.platform.send = func(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
		return &osbp.VerificationChallenge{Sent: flag(true), Method: osbp.VerificationSMS}, nil
	}
	r.platform.verify = func(context.Context, osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
		return &osbp.VerificationChallenge{Verified: flag(true), Method: osbp.VerificationSMS}, nil
	}
	logger := slog.New(slog.NewTextHandler(r.operator, nil))
	a := newAdapter(t, r.platform, r.clock, func(o *osbp.AdapterOptions) { o.Logger = logger })
	r.host = newHost(t, a, r, change)
	return r
}

func newHost(t testing.TB, a osbp.BookingAdapter, r *hostRig, change func(*osbp.HostOptions)) *osbp.Host {
	t.Helper()
	o := osbp.HostOptions{Log: r.log, Clock: r.clock.Now, Logger: slog.New(slog.NewTextHandler(r.operator, nil))}
	if change != nil {
		change(&o)
	}
	h, err := osbp.NewHost(a, o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func toJSON(t testing.TB, v any) json.RawMessage {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// call runs a tool and holds its answer to the tool's output schema.
func (r *hostRig) call(t testing.TB, tool osbp.Tool, in any) osbp.Envelope {
	t.Helper()
	raw, ok := in.(string)
	if !ok {
		raw = string(toJSON(t, in))
	}
	e, err := r.host.Call(t.Context(), tool, json.RawMessage(raw))
	if err != nil {
		t.Fatal(err)
	}
	validateEnvelope(t, tool, e)
	return e
}

func validateEnvelope(t testing.TB, tool osbp.Tool, e osbp.Envelope) {
	t.Helper()
	body := toJSON(t, e)
	if err := schemaAccepts(t, compileSchema(t, string(tool)+".output"), body); err != nil {
		t.Errorf("%s answers %s, which its output schema refuses: %v", tool, body, err)
	}
	if strings.Contains(string(body), "null") && !strings.Contains(string(body), `"null`) {
		t.Errorf("%s answers with null: %s", tool, body)
	}
}

func wantRefusal(t testing.TB, e osbp.Envelope, code osbp.Code) {
	t.Helper()
	if e.OK || e.Problem == nil || e.Problem.Code != code || e.Value != nil {
		t.Fatalf("got ok %t, problem %v, want %s", e.OK, e.Problem, code)
	}
}

// approved runs the challenge through the host and returns the retry's input.
func (r *hostRig) approved(t testing.TB, in osbp.BookingCreateInput) osbp.BookingCreateInput {
	t.Helper()
	e := r.call(t, osbp.ToolBookingCreate, in)
	c, err := osbp.ParseChallenge(e.Problem)
	if err != nil {
		t.Fatalf("no challenge: %v", e.Problem)
	}
	in.Approval = c.Approval()
	return in
}

func (r *hostRig) lastEvent(t testing.TB) *audit.Event {
	t.Helper()
	events := r.log.Events()
	if len(events) == 0 {
		t.Fatal("no event")
	}
	return events[len(events)-1]
}
