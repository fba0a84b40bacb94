package osbp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

// refusalOf returns what a failed create means. Definite are only the platform's
// own word (Refused, or one of the four codes that say no appointment was made)
// and the certainty that nothing was sent. An error joined from several is not
// definite: one of them may be about a call that went through.
func refusalOf(err error) (refusal error, definite bool) {
	for e := err; e != nil; e = errors.Unwrap(e) {
		switch e := e.(type) {
		case *refusedError:
			return withCause(platformProblem(e.problem), err), true
		case *notSentError:
			return withCause(NewProblem(CodePlatformUnavailable,
				"The booking platform could not be reached. Nothing was sent to it. Retry later."), err), true
		case *Problem:
			if e != nil && saysNotMade(e.Code) {
				return withCause(platformProblem(e), err), true
			}
			return nil, false
		case Code:
			if saysNotMade(e) {
				return withCause(platformProblem(AsProblem(e)), err), true
			}
			return nil, false
		}
	}
	return nil, false
}

func saysNotMade(c Code) bool {
	switch c {
	case CodeSlotTaken, CodeRequiresVerification, CodeVerificationFailed, CodeRateLimited:
		return true
	}
	return false
}

func (call *creation) outcomeUnknown(cause error) error {
	retryable := call.c.opts.Finder != nil
	message := "The booking was sent to the platform and its outcome is not known. It may exist. " +
		"Do not book again under another idempotency_key; hand off to the merchant."
	if retryable {
		message = "The booking was sent to the platform and its outcome is not known. It may exist. " +
			"Retry with the same payload and idempotency_key to ask again; " +
			"never book again under another one. If it stays unknown, hand off to the merchant."
	}
	return withCause(&Problem{Code: CodeBookingOutcomeUnknown, Message: message, Retryable: retryable}, cause)
}

// leaveUnknown ends a create that has no definite answer: the operator is told,
// the record says so, and the platform is asked where it can be.
func (call *creation) leaveUnknown(ctx context.Context, a *attempt, cause error, ask bool) (*CreateResult, error) {
	c := call.c
	c.opts.Logger.Error("booking outcome is unknown; it must not be repeated on a guess", call.attrs(), slog.String("error", logged(cause)))
	a.state, a.lease = stateUnknown, time.Time{}
	ctx, cancel := c.afterwards(ctx)
	defer cancel()
	if err := c.save(ctx, call.key, a); err != nil {
		if !errors.Is(err, errLostRace) {
			c.opts.Logger.Error("unknown outcome could not be recorded; the record still says sending", call.attrs(), slog.String("error", logged(err)))
		}
		return nil, call.outcomeUnknown(cause)
	}
	if !ask {
		return nil, call.outcomeUnknown(cause)
	}
	result, err, answered := call.reconcile(ctx, a)
	if !answered {
		// Free again or fit to be sent again: the agent's retry does that, from the top.
		return nil, call.outcomeUnknown(cause)
	}
	return result, err
}

// stillInDoubt keeps a refusal from hiding that an earlier create may have gone
// through. A challenge passes: it claims nothing and leads on.
func (call *creation) stillInDoubt(a *attempt, err error) error {
	if err == nil || !a.inDoubt() {
		return err
	}
	if p := AsProblem(err); p != nil && p.Code == CodeRequiresUserConfirmation && p.Retryable {
		return err
	}
	if errors.Is(err, errLostRace) {
		return err
	}
	return call.outcomeUnknown(err)
}

// reconcile asks the platform what became of a create of unknown outcome. Where it
// does not answer for the call, the attempt may be sent again: the platform knows
// that it was never made, or makes at most one for the key.
func (call *creation) reconcile(ctx context.Context, a *attempt) (*CreateResult, error, bool) {
	c := call.c
	if c.opts.Finder == nil {
		if c.opts.NativeIdempotency {
			return nil, nil, false
		}
		return nil, call.outcomeUnknown(nil), true
	}
	finding, err := call.find(ctx)
	switch {
	case err != nil:
		c.opts.Logger.Error("platform can't say what became of a booking", call.attrs(), slog.String("error", logged(err)))
		return nil, call.outcomeUnknown(err), true
	case finding.Found == FoundAppointment:
		if err := call.matches(a, finding.Appointment); err != nil {
			c.opts.Logger.Error("the appointment found is not what was approved", call.attrs(), slog.String("error", logged(err)))
			return nil, call.outcomeUnknown(err), true
		}
		ctx, cancel := c.afterwards(ctx)
		defer cancel()
		receipt := call.complete(ctx, a, finding.Appointment)
		return &CreateResult{Receipt: receipt, Runtime: &Runtime{
			Message: "The answer to the create call was lost; the platform was asked and has the appointment. No second create call was made.",
		}}, nil, true
	case c.opts.NativeIdempotency && finding.Found == FoundNever:
		a.state, a.lease = stateBound, time.Time{}
		if err := c.save(ctx, call.key, a); err != nil {
			return nil, err, true
		}
		return nil, nil, false
	case c.opts.NativeIdempotency:
		return nil, nil, false
	}
	return nil, call.outcomeUnknown(nil), true
}

func (call *creation) find(ctx context.Context) (Finding, error) {
	c, in := call.c, call.in
	query := AppointmentQuery{
		IdempotencyKey: in.IdempotencyKey, OrganizationID: c.opts.OrganizationID,
		ServiceID: in.ServiceID, ScheduleID: in.ScheduleID, ProviderID: in.ProviderID,
		Date: in.Date, Time: in.Time, Customer: in.Customer,
	}
	return callWithin(context.WithoutCancel(ctx), c.opts.FindTimeout, func(ctx context.Context) (Finding, error) {
		return c.opts.Finder.FindAppointment(ctx, query)
	})
}

// settleLate writes down what a create said after nobody waited for it any more.
func (call *creation) settleLate(appointment *Appointment, err error) {
	ctx, cancel := call.c.afterwards(context.Background())
	defer cancel()
	for range 4 {
		a, loadErr := call.c.load(ctx, call.key)
		if loadErr != nil || !a.inDoubt() || a.mark != call.mark {
			return
		}
		_, definite := refusalOf(err)
		switch {
		case err == nil && call.matches(&a, appointment) == nil:
			call.complete(ctx, &a, appointment)
			return
		case err != nil && definite && !call.lost.Load():
			a.state, a.lease = stateBound, time.Time{}
			saveErr := call.c.save(ctx, call.key, &a)
			if errors.Is(saveErr, errLostRace) {
				continue
			}
			call.c.capGiveBack(ctx, call.in)
			return
		}
		call.c.opts.Logger.Error("booking outcome stays unknown", call.attrs(), slog.String("error", logged(err)))
		return
	}
}

// callWithin calls fn with a deadline, contains its panic, and does not wait for one
// that ignores the deadline.
func callWithin[T any](ctx context.Context, limit time.Duration, fn func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	answers := make(chan answer, 1)
	go func() {
		defer cancel()
		var got answer
		got.err = contained(func() (err error) {
			got.value, err = fn(ctx)
			return err
		})
		answers <- got
	}()
	select {
	case got := <-answers:
		return got.value, got.err
	case <-ctx.Done():
	}
	select {
	case got := <-answers:
		return got.value, got.err
	default:
		var zero T
		return zero, fmt.Errorf("osbp: platform call did not return: %w", ctx.Err())
	}
}

// contained runs fn and turns a panic into an error.
func contained(fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicError(p)
		}
	}()
	return fn()
}

// panicked is a contained panic. Its text may quote anything, so Error does not
// show it; the stack goes to the operator's logger.
type panicked struct {
	value any
	stack []byte
}

func panicError(value any) error { return &panicked{value, debug.Stack()} }

func (p *panicked) Error() string { return "osbp: panic in platform code" }
