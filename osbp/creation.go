package osbp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/openservicekit/openservice/money"
)

// creation is one booking.create on its way through a Creator.
type creation struct {
	c       *Creator
	in      *BookingCreateInput
	hash    [32]byte
	mark    [32]byte
	key     string
	resolve ResolveFunc
	create  CreateFunc
	lost    lostMutation
}

func (call *creation) run(ctx context.Context) (*CreateResult, error) {
	a, err := call.c.load(ctx, call.key)
	if err != nil {
		return nil, err
	}
	if a.found && a.mark != call.mark {
		return nil, NewProblem(CodeIdempotencyConflict,
			"The idempotency_key was used with another payload. Use a fresh key for another booking attempt.")
	}
	if a.state == stateDone {
		recordLocal(ctx)
		return replay(a.receipt()), nil
	}
	if result, err, answered := call.underWay(ctx, &a); answered {
		return result, err
	}
	evidence, approved, err := call.decide(ctx, &a)
	if err != nil && call.overtaken(ctx, &a, err) {
		return nil, errLostRace
	}
	if err != nil {
		return nil, call.stillInDoubt(&a, err)
	}
	return call.fly(ctx, &a, evidence, approved)
}

// overtaken reports whether a twin has moved the record since it was read. Then the
// twin's appointment may be the very thing that refuses this call, and the record
// has the answer; or it has spent the approval that this call brings. A challenge of
// a call that brought none stands: it claims nothing and leads on.
func (call *creation) overtaken(ctx context.Context, a *attempt, why error) bool {
	if p := AsProblem(why); p == nil || call.in.Approval == nil && p.Code == CodeRequiresUserConfirmation {
		return false
	}
	now, err := call.c.load(ctx, call.key)
	return err == nil && (now.found != a.found || now.version != a.version)
}

// underWay answers for an attempt that is reserved, sending or of unknown outcome,
// before anything is looked up: one's own booking must not make its retry
// slot_taken. Where it does not answer, the attempt may go on.
func (call *creation) underWay(ctx context.Context, a *attempt) (*CreateResult, error, bool) {
	if a.state != stateReserved && !a.inDoubt() {
		return nil, nil, false
	}
	if f := call.c.flights.get(call.key); f != nil {
		if !call.c.opts.Gate.holds(ctx, call.hash, call.in.Approval) {
			// The twin may have come to its end meanwhile and spent the approval.
			now, err := call.c.load(ctx, call.key)
			if err == nil && now.state == stateDone && now.mark == call.mark {
				recordLocal(ctx)
				return replay(now.receipt()), nil, true
			}
			return nil, inProgress(), true
		}
		result, err := call.wait(ctx, f)
		return result, err, true
	}
	// A flight that was there when the record was read may have landed since.
	if now, err := call.c.load(ctx, call.key); err == nil && now.version != a.version {
		return nil, errLostRace, true
	}
	if a.state != stateUnknown && call.c.now().Before(a.lease) {
		return nil, inProgress(), true
	}
	if a.state == stateReserved {
		return nil, nil, false
	}
	return call.reconcile(ctx, a)
}

// decide is everything between the key's record and the reservation: mandate,
// evidence, mandate against evidence, and approval. The key is bound to the
// payload by the first call that passes validation.
func (call *creation) decide(ctx context.Context, a *attempt) (*Evidence, *Approved, error) {
	c, in := call.c, call.in
	if err := validateMandateRequest(in.Mandate, c.opts.OrganizationID, in, c.now()); err != nil {
		return nil, nil, err
	}
	evidence, err := call.lookUp(ctx)
	if err != nil {
		return nil, nil, err
	}
	err = ValidateMandate(&MandateCheck{
		Mandate: in.Mandate, OrganizationID: c.opts.OrganizationID, Request: in,
		Service: evidence.Service, Slot: evidence.Slot, Policy: evidence.Policy,
		Now: c.now(), Zone: evidence.Zone,
	})
	if err != nil {
		return nil, nil, err
	}
	if err := c.capLeft(ctx, in); err != nil {
		return nil, nil, err
	}
	approved, gateErr := c.opts.Gate.RequireApproval(ctx, ApprovalRequest{
		PayloadHash: call.hash, Summary: Summary(in, evidence), Approval: in.Approval,
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

// lookUp runs resolve and contains its panics.
func (call *creation) lookUp(ctx context.Context) (evidence *Evidence, err error) {
	defer func() {
		if p := recover(); p != nil {
			evidence, err = nil, internalProblem(panicError(p))
		}
	}()
	found, err := call.resolve(ctx)
	if err != nil {
		if p := AsProblem(err); p != nil {
			return nil, err
		}
		return nil, internalProblem(err)
	}
	if !found.complete() {
		return nil, internalProblem(errors.New("osbp: resolve returned incomplete evidence"))
	}
	return found, nil
}

func (e *Evidence) complete() bool {
	return e != nil && e.Service != nil && e.Policy != nil && e.Slot != nil
}

// clone copies the evidence with all that it points to, in one piece.
func (e *Evidence) clone() *Evidence {
	own := &struct {
		Evidence
		service      Service
		policy       Policy
		slot         Slot
		organization Organization
		amounts      [5]money.Money
	}{*e, *e.Service, *e.Policy, *e.Slot, Organization{}, [5]money.Money{}}
	own.Service, own.Policy, own.Slot = &own.service, &own.policy, &own.slot
	for i, amount := range [...]**money.Money{
		&own.service.Price, &own.slot.Price,
		&own.policy.Deposit, &own.policy.CancellationFee, &own.policy.NoShowFee,
	} {
		if *amount != nil {
			own.amounts[i] = **amount
			*amount = &own.amounts[i]
		}
	}
	if own.policy.Organization != nil {
		own.organization = *own.policy.Organization
		own.policy.Organization = &own.organization
	}
	return &own.Evidence
}

// bind fills a new record.
func (call *creation) bind(a *attempt, e *Evidence) {
	*a = attempt{state: stateBound, mark: call.mark, since: call.c.now()}
	call.describe(a, e)
}

// describe notes what is being booked, as it stands now. The record lives at least
// RecordLifetime past the slot's end, and its life is never shortened.
func (call *creation) describe(a *attempt, e *Evidence) {
	a.mandateID = call.in.Mandate.ID
	a.serviceID, a.scheduleID, a.providerID = e.Slot.ServiceID, e.Slot.ScheduleID, e.Slot.ProviderID
	a.startsAtLocal, a.startsAt, a.endsAtLocal = e.Slot.StartsAtLocal, e.Slot.StartsAt, e.Slot.EndsAtLocal
	a.timezone = e.Slot.ScheduleTimezone
	a.price, a.serviceName = e.price().Plain(), capText(e.Service.Name, maxName)
	end := call.c.now()
	if at, ok := e.latestEnd(); ok && at.After(end) {
		end = at
	}
	if end = end.Add(RecordLifetime); end.After(a.expires) {
		a.expires = end
	}
}

// latestEnd is an instant by which the slot has ended: by its own instants, else
// by its wall clock in the zone of the earth where that comes last.
func (e *Evidence) latestEnd() (time.Time, bool) {
	if at, ok := instantOf(e.Slot.EndsAt); ok {
		return at, true
	}
	if at, ok := instantOf(e.Slot.StartsAt); ok {
		return at.Add(e.duration()), true
	}
	const westernmost = 12 * time.Hour
	local, ok := localOf(e.Slot.StartsAtLocal)
	if !ok {
		return time.Time{}, false
	}
	start := time.Date(local.Date.Year, local.Date.Month, local.Date.Day, local.Time.Hour, local.Time.Minute, 0, 0, time.UTC)
	return start.Add(e.duration() + westernmost), true
}

// duration is an upper bound of the slot's length for keeping records, a week
// where the platform does not say.
func (e *Evidence) duration() time.Duration {
	const unknown = 7 * 24 * time.Hour
	start, ok1 := localOf(e.Slot.StartsAtLocal)
	end, ok2 := localOf(e.Slot.EndsAtLocal)
	if !ok1 || !ok2 {
		return unknown
	}
	days := time.Duration(start.Date.DaysUntil(end.Date)+1) * 24 * time.Hour
	return max(days, 24*time.Hour)
}

// fly reserves the key and books. Twins that come meanwhile wait for this one.
func (call *creation) fly(ctx context.Context, a *attempt, e *Evidence, approved *Approved) (*CreateResult, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("osbp: caller gave up before the booking was reserved: %w", err)
	}
	f, leader := call.c.flights.join(call.key)
	if !leader {
		return call.wait(ctx, f)
	}
	landed := false
	defer func() {
		if !landed {
			call.c.flights.land(call.key, f, nil, internalProblem(errors.New("osbp: booking ended by a panic")))
		}
	}()
	result, err := call.book(context.WithoutCancel(ctx), a, e, approved)
	landed = true
	call.c.flights.land(call.key, f, result, err)
	return result, err
}

// wait shares the outcome of a twin under way.
func (call *creation) wait(ctx context.Context, f *flight) (*CreateResult, error) {
	select {
	case <-f.done:
	case <-ctx.Done():
		return nil, withCause(inProgress(), ctx.Err())
	}
	if f.err != nil {
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
