package osbp

import (
	"context"
	"errors"
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

// madeNothing returns what to answer where a failed create says for certain that no
// appointment was made under its key: a definite refusal that speaks of all that was
// sent, so not where an earlier create is in doubt or a mutation of this one was lost.
func (call *creation) madeNothing(before attemptState, err error) (refusal error, certain bool) {
	refusal, definite := refusalOf(err)
	return refusal, definite && !before.inDoubt() && !call.lost.Load()
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

// dispute ends a create that made something else. From then on the platform's word is
// taken only where it names everything that could be in dispute.
func (call *creation) dispute(ctx context.Context, a *attempt, cause error) error {
	ctx, cancel := call.c.afterwards(ctx)
	defer cancel()
	call.leaveAs(ctx, a, stateDisputed, cause)
	return call.outcomeUnknown(cause)
}

// leaveUnknown ends a create that has no definite answer: the operator is told,
// the record says so, and the platform is asked where it can be.
func (call *creation) leaveUnknown(ctx context.Context, a *attempt, cause error) (*CreateResult, error) {
	ctx, cancel := call.c.afterwards(ctx)
	defer cancel()
	if !call.leaveAs(ctx, a, stateUnknown, cause) {
		return nil, call.outcomeUnknown(cause)
	}
	result, err, answered := call.reconcile(ctx, a)
	if !answered || errors.Is(err, errLostRace) {
		// Free again or fit to be sent again: the agent's retry does that, from the top.
		return nil, call.outcomeUnknown(cause)
	}
	return result, err
}

// leaveAs tells the operator of an attempt that is left in doubt, and the record.
func (call *creation) leaveAs(ctx context.Context, a *attempt, state attemptState, cause error) bool {
	call.c.opts.Logger.Error("booking outcome is unknown; it must not be repeated on a guess", call.attrs(), call.why(cause))
	a.state, a.lease = state, time.Time{}
	write := call.c.insist
	if state == stateDisputed {
		write = call.c.keep // something exists
	}
	err := write(ctx, call.key, a)
	if err != nil && !errors.Is(err, errLostRace) {
		call.c.opts.Logger.Error("unknown outcome could not be recorded; the record still says sending", call.attrs(), call.why(err))
	}
	return err == nil
}

// stillInDoubt keeps a refusal from hiding that an earlier create may have gone
// through. A challenge passes: it claims nothing and leads on.
func (call *creation) stillInDoubt(a *attempt, err error) error {
	if err == nil || !a.inDoubt() || errors.Is(err, errLostRace) {
		return err
	}
	if p := AsProblem(err); p != nil && p.Code == CodeRequiresUserConfirmation && p.Retryable {
		return err
	}
	return call.outcomeUnknown(err)
}

// reconcile asks the platform what became of a create of unknown outcome. Where it
// does not answer for the call, the attempt may be sent again: the platform knows
// that it was never made, or makes at most one for the key.
func (call *creation) reconcile(ctx context.Context, a *attempt) (*CreateResult, error, bool) {
	c := call.c
	mayResend := c.opts.NativeIdempotency && a.state != stateDisputed
	if c.opts.Finder == nil {
		if mayResend {
			return nil, nil, false
		}
		return nil, call.outcomeUnknown(nil), true
	}
	finding, err := call.find(ctx)
	ctx, cancel := c.afterwards(ctx)
	defer cancel()
	switch {
	case err != nil:
		c.opts.Logger.Error("platform can't say what became of a booking", call.attrs(), call.why(err))
		return nil, call.outcomeUnknown(err), true
	case finding.Found == FoundAppointment:
		err := c.matches(a, finding.Appointment)
		if err == nil && a.state == stateDisputed && !a.tellsAll(finding.Appointment) {
			err = errStillDisputed
		}
		if err != nil {
			c.opts.Logger.Error("the appointment found is not what was approved", call.attrs(), call.why(err))
			return nil, call.outcomeUnknown(err), true
		}
		receipt := call.complete(ctx, a, finding.Appointment)
		return &CreateResult{Receipt: receipt, Runtime: &Runtime{
			Message: "The answer to the create call was lost; the platform was asked and has the appointment. No second create call was made.",
		}}, nil, true
	case mayResend && finding.Found == FoundNever:
		if err := c.free(ctx, call.key, a, call.in.IdempotencyKey); err != nil {
			return nil, call.stillInDoubt(&attempt{state: stateUnknown}, err), true
		}
		return nil, nil, false
	case mayResend:
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
