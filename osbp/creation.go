package osbp

import (
	"context"
	"errors"
	"fmt"
)

// creation is one booking.create on its way through a Creator.
type creation struct {
	booker
	c     *Creator
	in    *BookingCreateInput
	hash  [32]byte
	mark  [32]byte
	key   string
	check MandateCheck
	lost  lostMutation
}

func (call *creation) run(ctx context.Context) (result *CreateResult, err error) {
	var a attempt
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, call.crashed(&a, panicError(p))
		}
	}()
	if a, err = call.c.load(ctx, call.key); err != nil {
		return nil, err
	}
	if a.found && a.mark != call.mark {
		return nil, NewProblem(CodeIdempotencyConflict,
			"The idempotency_key was used with another payload. Use a fresh key for another booking attempt.")
	}
	if a.state == stateDone {
		recordLocal(ctx)
		return replay(a.receipt(call.in.IdempotencyKey)), nil
	}
	if result, err, answered := call.underWay(ctx, &a); answered {
		return result, err
	}
	evidence, approved, err := call.decide(ctx, &a)
	if err != nil {
		return nil, call.refused(ctx, &a, err)
	}
	return call.fly(ctx, &a, evidence, approved)
}

// underWay answers for an attempt that is reserved, sending or of unknown outcome,
// before anything is looked up: one's own booking must not make its retry
// slot_taken. Where it does not answer, the attempt may go on.
func (call *creation) underWay(ctx context.Context, a *attempt) (*CreateResult, error, bool) {
	if a.state != stateReserved && !a.inDoubt() {
		return nil, nil, false
	}
	if f := call.c.flights.get(call.mark); f != nil {
		if call.c.opts.Gate.holds(ctx, call.hash, call.in.Approval) {
			result, err := call.wait(ctx, f)
			return result, err, true
		}
		// The twin may have come to its end meanwhile and spent the approval.
		if call.overtaken(ctx, a) {
			return nil, errLostRace, true
		}
		return nil, inProgress(), true
	}
	// A flight that was there when the record was read may have landed since.
	if call.overtaken(ctx, a) {
		return nil, errLostRace, true
	}
	switch {
	case a.state != stateUnknown && call.c.now().Before(a.lease):
		return nil, inProgress(), true
	case a.state == stateReserved:
		return nil, nil, false
	}
	return call.reconcile(ctx, a)
}

// decide is everything between the key's record and the reservation: mandate,
// evidence, mandate against evidence, and approval. The key is bound to the
// payload by the first call that passes validation.
func (call *creation) decide(ctx context.Context, a *attempt) (*Evidence, *Approved, error) {
	c, in := call.c, call.in
	call.check = MandateCheck{
		Mandate: in.Mandate, OrganizationID: c.opts.OrganizationID, Request: in, Now: c.now(),
	}
	if err := validateRequest(&call.check); err != nil {
		return nil, nil, err
	}
	evidence, err := call.lookUp(ctx)
	if err != nil {
		return nil, nil, err
	}
	call.check.Service, call.check.Slot, call.check.Policy = evidence.Service, evidence.Slot, evidence.Policy
	call.check.Now, call.check.Zone = c.now(), evidence.Zone
	if err := ValidateMandate(&call.check); err != nil {
		return nil, nil, err
	}
	if err := c.capLeft(ctx, in); err != nil {
		return nil, nil, err
	}
	approved, gateErr := c.opts.Gate.RequireApproval(ctx, ApprovalRequest{
		PayloadHash: call.hash, Summary: Summary(in, evidence), Facts: UnshownFacts(evidence), Approval: in.Approval,
	})
	if gateErr != nil && !errors.Is(gateErr, CodeRequiresUserConfirmation) {
		return nil, nil, gateErr
	}
	if !a.found {
		call.bind(a, evidence)
		if err := c.save(ctx, call.key, a); err != nil {
			return nil, nil, err
		}
	}
	return evidence, approved, gateErr
}

// lookUp runs resolve and contains its panics. What it refuses with is the
// platform's word, and made fit to travel.
func (call *creation) lookUp(ctx context.Context) (found *Evidence, err error) {
	err = contained(func() (err error) {
		found, err = call.resolve(ctx, call.in)
		return err
	})
	if _, fit := err.(*causedProblem); fit {
		return nil, err
	}
	if err != nil {
		if p := AsProblem(err); p != nil {
			return nil, withCause(platformProblem(p), err)
		}
		return nil, internalProblem(err)
	}
	if !found.complete() {
		return nil, internalProblem(errors.New("osbp: resolve returned incomplete evidence"))
	}
	return found, nil
}

// refused lets a refusal out where it still holds: not if a twin has taken the
// attempt further meanwhile, whose booking may be why the slot is gone.
func (call *creation) refused(ctx context.Context, a *attempt, err error) error {
	first := call.in.Approval == nil && errors.Is(err, CodeRequiresUserConfirmation)
	if !first && call.overtaken(ctx, a) {
		return errLostRace
	}
	return call.stillInDoubt(a, err)
}

// overtaken reports whether somebody has written the record since it was read.
func (call *creation) overtaken(ctx context.Context, a *attempt) bool {
	now, err := call.c.load(ctx, call.key)
	return err == nil && now.version != a.version
}

// bind fills a new record.
func (call *creation) bind(a *attempt, e *Evidence) {
	*a = attempt{state: stateBound, mark: call.mark, holder: call.c.holder, since: call.c.now()}
	call.describe(a, e)
}

// describe notes what is being booked, as it stands now. The record lives at least
// RecordLifetime past the slot's end, and its life is never shortened.
func (call *creation) describe(a *attempt, e *Evidence) {
	a.mandateID = call.in.Mandate.ID
	a.serviceID, a.scheduleID, a.providerID = e.Slot.ServiceID, e.Slot.ScheduleID, e.Slot.ProviderID
	a.startsAtLocal, a.startsAt, a.endsAtLocal = e.Slot.StartsAtLocal, e.Slot.StartsAt, e.Slot.EndsAtLocal
	a.timezone = e.Slot.ScheduleTimezone
	a.price = e.price().Plain()
	a.receiptText = "Booked " + capText(e.Service.Name, maxName) + " on " + call.in.Date + " at " + call.in.Time + ". Appointment id: "
	end := call.c.now()
	if at, ok := e.latestEnd(); ok && at.After(end) {
		end = at
	}
	if end = end.Add(RecordLifetime); end.After(a.expires) {
		a.expires = end
	}
}

// fly reserves the key and books. Twins that come meanwhile wait for this one.
func (call *creation) fly(ctx context.Context, a *attempt, e *Evidence, approved *Approved) (result *CreateResult, err error) {
	if err := ctx.Err(); err != nil {
		return nil, call.stillInDoubt(a, fmt.Errorf("osbp: caller gave up before the booking was reserved: %w", err))
	}
	f, leader := call.c.flights.join(call.mark, call.in.VerificationCode)
	if !leader {
		return call.wait(ctx, f)
	}
	landed := false
	defer func() {
		if !landed {
			result, err = nil, call.crashed(a, panicError(recover()))
		}
		call.c.flights.land(call.mark, f, result, err)
	}()
	result, err = call.book(context.WithoutCancel(ctx), a, e, approved)
	landed = true
	return result, err
}

// crashed answers for a panic of something plugged in: a store, a clock, a log.
func (call *creation) crashed(a *attempt, cause error) error {
	call.c.opts.Logger.Error("booking ended by a panic", call.attrs(), call.why(cause))
	if a.inDoubt() || a.state == stateDone {
		return call.outcomeUnknown(cause)
	}
	return internalProblem(cause)
}

// wait shares the outcome of a twin under way. A refusal of a twin that sent
// another verification code is not this call's.
func (call *creation) wait(ctx context.Context, f *flight) (*CreateResult, error) {
	select {
	case <-f.done:
	case <-ctx.Done():
		return nil, withCause(inProgress(), ctx.Err())
	}
	if f.err != nil {
		if f.code != call.in.VerificationCode {
			return nil, errLostRace
		}
		return nil, f.err
	}
	recordLocal(ctx)
	return replay(f.result.Receipt), nil
}

func replay(r Receipt) *CreateResult {
	return &CreateResult{Receipt: r, Runtime: &Runtime{
		Idempotency: LocalCacheReplay,
		Message:     "No platform create call was made; this receipt was replayed from local idempotency state.",
	}}
}
