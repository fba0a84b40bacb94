package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/openservicekit/openservice/osbp"
)

// agent is the AI agent's side. It knows the tools and its user, and nothing of the
// platform.
type agent struct {
	host *osbp.Host
}

// call calls a tool as a transport would, with JSON, and tells of it in st.
func (a *agent) call(ctx context.Context, st *step, tool osbp.Tool, in any) (osbp.Envelope, error) {
	arguments, err := json.Marshal(in)
	if err != nil {
		return osbp.Envelope{}, err
	}
	e, err := a.host.Call(ctx, tool, arguments)
	if err != nil {
		return e, err
	}
	if e.AuditEventID != "" {
		st.events = append(st.events, e.AuditEventID)
	}
	st.say(server, "%s: %s", tool, outcome(e))
	if e.Runtime != nil {
		st.say("", "osbp_runtime: %s", e.Runtime.Message)
	}
	return e, nil
}

func outcome(e osbp.Envelope) string {
	switch {
	case e.OK:
		return "ok"
	case e.Problem.Retryable:
		return string(e.Problem.Code) + ", retryable"
	}
	return string(e.Problem.Code)
}

// ask is a call that must succeed.
func ask[T any](ctx context.Context, a *agent, st *step, tool osbp.Tool, in any) (value T, err error) {
	e, err := a.call(ctx, st, tool, in)
	if err != nil {
		return value, err
	}
	if !e.OK {
		return value, fmt.Errorf("%s: %w", tool, e.Problem)
	}
	err = json.Unmarshal(e.Value, &value)
	return value, err
}

// refused is a create that must be refused with a code.
func (a *agent) refused(ctx context.Context, st *step, in osbp.BookingCreateInput, code osbp.Code) (*osbp.Problem, error) {
	e, err := a.call(ctx, st, osbp.ToolBookingCreate, in)
	switch {
	case err != nil:
		return nil, err
	case e.OK:
		return nil, fmt.Errorf("booking.create succeeded where %s was due", string(code))
	case e.Problem.Code != code:
		return nil, fmt.Errorf("booking.create answered %s where %s was due", string(e.Problem.Code), string(code))
	}
	return e.Problem, nil
}

// challenge is the first call of an attempt: it must end in the challenge, whose
// summary alone goes to the user.
func (a *agent) challenge(ctx context.Context, st *step, in osbp.BookingCreateInput) (osbp.Challenge, error) {
	in.Approval = nil
	p, err := a.refused(ctx, st, in, osbp.CodeRequiresUserConfirmation)
	if err != nil {
		return osbp.Challenge{}, err
	}
	return osbp.ParseChallenge(p)
}

func (a *agent) book(ctx context.Context, st *step, in osbp.BookingCreateInput) (osbp.Receipt, error) {
	return ask[osbp.Receipt](ctx, a, st, osbp.ToolBookingCreate, in)
}
