package osbp

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"

	"github.com/openservicekit/openservice/audit"
)

// Host serves the eight tools over a BookingAdapter (OSBP "Tool Set", "Result
// Envelope", "Audit"): it decodes input strictly, contains what the adapter throws,
// answers in the one envelope and writes one redacted audit event per call. Only a
// Host is a conforming OSBP server; any transport may carry it. It serves one
// organization and is safe for concurrent use; make one with NewHost.
//
// Merchant text in a value is display data: a production host shows it to a model
// fenced off from instructions.
type Host struct {
	adapter  BookingAdapter
	own      bool // an Adapter, which meets every obligation itself
	opts     HostOptions
	platform *audit.PlatformIdentity

	running sync.WaitGroup
	mu      sync.Mutex
	closed  bool
}

// ErrNoSuchTool is returned by Call for a Tool that is none of the eight.
var ErrNoSuchTool = errors.New("osbp: no such tool")

// NewHost serves a, or says which option is missing or out of range.
//
// In front of an adapter that is not an *Adapter it checks the mandate's own
// validity and the named ids against it before every create, proves the audit log
// writable, and takes an error that is no Problem out of CreateBooking as an
// outcome that is not known.
func NewHost(a BookingAdapter, o HostOptions) (*Host, error) {
	if isNil(a) {
		return nil, errors.New("osbp: NewHost needs a BookingAdapter")
	}
	if err := o.complete(a); err != nil {
		return nil, err
	}
	h := &Host{adapter: a, opts: o}
	_, h.own = a.(*Adapter)
	if p, ok := a.(interface{ Platform() PlatformIdentity }); ok {
		identity := p.Platform()
		h.platform = &identity
	}
	return h, nil
}

// Tools returns the eight tools as a server presents them.
func (h *Host) Tools() []ToolSpec { return ToolSpecs() }

// Call runs one tool on its JSON arguments and returns the envelope that answers
// it. The error is ErrNoSuchTool, or that the host is closed; everything else,
// arguments that are no JSON included, is an answer. Absent arguments are {}.
func (h *Host) Call(ctx context.Context, tool Tool, arguments json.RawMessage) (Envelope, error) {
	if h == nil || h.adapter == nil {
		return Envelope{}, errors.New("osbp: Host was not made by NewHost")
	}
	if !tool.Valid() {
		return Envelope{}, ErrNoSuchTool
	}
	if !h.enter() {
		return Envelope{}, ErrHostClosed
	}
	defer h.running.Done()
	in, err := decodeInput(tool, arguments)
	if err != nil {
		p := AsProblem(err)
		if p.Code != CodeInvalidMandate {
			return Envelope{Problem: p}, nil
		}
		// A malformed mandate has reached the handler: it is answered and audited.
		return h.answer(ctx, &hostCall{tool: tool, unread: salvage(arguments), record: new(callRecord)}, nil, nil, p), nil
	}
	call := &hostCall{tool: tool, in: in, record: &callRecord{beforeSend: h.opts.Log.Ready}}
	var value any
	var runtime *Runtime
	err = contained(func() (err error) {
		value, runtime, err = h.run(withCallRecord(ctx, call.record), call, arguments)
		return err
	})
	return h.answer(ctx, call, value, runtime, err), nil
}

// hostCall is one call of a tool on its way through a Host.
type hostCall struct {
	tool   Tool
	in     any           // the decoded input
	unread unreadMandate // what is kept of one that could not be decoded
	record *callRecord
}

// ErrHostClosed is returned by Call after Close.
var ErrHostClosed = errors.New("osbp: host is closed")

func (h *Host) enter() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.running.Add(1)
	return true
}

// Close refuses further calls, waits as long as ctx allows for those that run,
// and closes the adapter where it has a Close of the same form.
func (h *Host) Close(ctx context.Context) error {
	if h == nil || h.adapter == nil {
		return nil
	}
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	done := make(chan struct{})
	go func() {
		h.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if closer, ok := h.adapter.(interface{ Close(context.Context) error }); ok {
		return closer.Close(ctx)
	}
	return nil
}

// answer makes the envelope and writes the event.
func (h *Host) answer(ctx context.Context, call *hostCall, value any, runtime *Runtime, err error) Envelope {
	e := Envelope{OK: err == nil, Runtime: runtime}
	if err == nil {
		if e.Value, err = json.Marshal(value); err != nil {
			e.OK, e.Value = false, nil
			err = h.unanswered(call.tool, err)
		}
	}
	if err != nil {
		e.Problem = h.problem(ctx, call, err)
	}
	return h.record(ctx, call, e)
}

// problem is the part of err that may travel; the operator gets the rest.
func (h *Host) problem(ctx context.Context, call *hostCall, err error) *Problem {
	p := AsProblem(err)
	if p == nil || p.Code == "" {
		h.opts.Logger.ErrorContext(ctx, "tool call failed", slog.String("tool", string(call.tool)), slog.String("error", loggedAbout(call.in, err)))
		return AsProblem(h.unanswered(call.tool, err))
	}
	var caused *causedProblem
	if errors.As(err, &caused) {
		h.opts.Logger.WarnContext(ctx, "tool call refused", slog.String("tool", string(call.tool)), slog.String("error", loggedAbout(call.in, err)))
	}
	out := *p
	if out.Code != CodeRequiresUserConfirmation || !out.Retryable {
		out.Message = cleanText(out.Message)
	}
	if out.Message == "" {
		out.Message = "The call was refused: " + string(out.Code) + "."
	}
	return &out
}

// unanswered is what a call comes to when the adapter gave no answer. Only our own
// adapter is known to have sent nothing then, unless it is still at work.
func (h *Host) unanswered(tool Tool, cause error) error {
	if tool == ToolBookingCreate && h.own && errors.Is(cause, errStillRunning) {
		return withCause(inProgress(), cause)
	}
	if tool == ToolBookingCreate && !h.own {
		return withCause(NewProblem(CodeBookingOutcomeUnknown,
			"The booking may have been sent to the platform, and its outcome is not known. "+
				"Do not book again under another idempotency_key; hand off to the merchant."), cause)
	}
	return internalProblem(cause)
}
