package osbp

import (
	"context"
	"errors"
	"log/slog"
)

// book reserves, proves the audit log writable, reads the clock once more, marks
// the record as sending, creates and settles. Its ctx never ends with the caller.
func (call *creation) book(ctx context.Context, a *attempt, e *Evidence, approved *Approved) (*CreateResult, error) {
	before := a.state
	call.describe(a, e)
	if err := call.prepare(ctx, a, before, e, approved); err != nil {
		return nil, err
	}
	if call.in.VerificationCode != "" {
		RecordVerification(ctx, e.Policy.VerificationMethod)
	}
	left := make(chan *attempt, 1)
	defer close(left)
	late := func(appointment *Appointment, err error) { call.settleLate(before, <-left, appointment, err) }
	appointment, err, returned := call.send(withLostMutation(ctx, &call.lost), e, late)
	if !returned {
		result, err := call.leaveUnknown(ctx, a, errors.New("osbp: the platform did not answer in time"))
		left <- a
		return result, err
	}
	return call.settle(ctx, a, before, approved, appointment, err)
}

// prepare takes the record from bound to sending, within the store's time limit.
func (call *creation) prepare(ctx context.Context, a *attempt, before attemptState, e *Evidence, approved *Approved) error {
	c := call.c
	limit := withLimit(ctx, c.opts.StoreTimeout)
	defer limit.end()
	ctx = limit
	if !before.inDoubt() {
		a.state, a.lease = stateReserved, c.now().Add(reserveLease)
		if err := c.save(ctx, call.key, a); err != nil {
			return err
		}
	}
	err := call.mayStillSend(ctx, e, approved)
	if err == nil {
		err = c.capTake(ctx, call.in)
	}
	if err == nil {
		// The clock is read once more after the last wait, right before sending.
		err = call.unexpired()
	}
	if err != nil {
		return call.release(ctx, a, before, err)
	}
	held := *a
	a.state, a.lease = stateSending, c.now().Add(c.opts.CreateTimeout+2*c.opts.StoreTimeout)
	if err = c.save(ctx, call.key, a); err == nil || errors.Is(err, errLostRace) {
		return err
	}
	// If the store has taken the mark after all, the key is not free again and the
	// record says sending, which fails closed. Nothing was sent.
	a.state, a.lease = held.state, held.lease
	return call.release(ctx, a, before, err)
}

func (call *creation) unexpired() error {
	return mandateExpired(call.in.Mandate, call.c.now())
}

func (call *creation) mayStillSend(ctx context.Context, e *Evidence, approved *Approved) error {
	if err := contained(func() error { return provenWritable(ctx) }); err != nil {
		return withCause(NewProblem(CodeStoreUnavailable,
			"The audit log can't be written. This call has booked nothing. Retry it later as it is."), err)
	}
	if err := call.unexpired(); err != nil {
		return err
	}
	if approved == nil || approved.payload != call.hash {
		return internalProblem(errors.New("osbp: approval is not for this payload"))
	}
	if !call.c.now().Before(approved.expires) {
		// Asking again gives the challenge that says so.
		_, err := call.c.opts.Gate.RequireApproval(ctx, ApprovalRequest{
			PayloadHash: call.hash, Summary: Summary(call.in, e), Facts: UnshownFacts(e),
		})
		return err
	}
	return nil
}

// release gives the key back after a refusal that this call has certainly made
// nothing by. Where an earlier create of the key is in doubt, nothing is given back.
func (call *creation) release(ctx context.Context, a *attempt, before attemptState, why error) error {
	if before.inDoubt() {
		return call.stillInDoubt(&attempt{state: before}, why)
	}
	ctx, cancel := call.c.afterwards(ctx)
	defer cancel()
	if err := call.c.free(ctx, call.key, a, call.in.IdempotencyKey); err != nil {
		call.c.opts.Logger.Error("idempotency key could not be given back; a reservation ends on its own, one marked as sending is listed as unsettled",
			call.attrs(), call.why(err))
	}
	return why
}

// send calls the platform and waits for it no longer than the create timeout. A
// call that has not returned by then is left to end in its own time, and late gets
// what it says.
func (call *creation) send(ctx context.Context, e *Evidence, late func(*Appointment, error)) (appointment *Appointment, err error, returned bool) {
	c := call.c
	type answer struct {
		appointment *Appointment
		err         error
	}
	booking := &AuthorizedBooking{details: call.details(e)}
	within := withLimit(ctx, c.opts.CreateTimeout)
	answers := make(chan answer, 1)
	c.hold()
	go func() {
		defer c.leave()
		defer within.end()
		growStack(0)
		var got answer
		got.err = contained(func() (err error) {
			got.appointment, err = call.create(within, call.in, booking)
			return err
		})
		select {
		case answers <- got:
		default:
			late(got.appointment, got.err)
		}
	}()
	letRun()
	select {
	case got := <-answers:
		return got.appointment, got.err, true
	default:
	}
	select {
	case got := <-answers:
		return got.appointment, got.err, true
	case <-within.Done():
	}
	// Whoever fills the channel first decides who settles.
	select {
	case answers <- answer{}:
		return nil, nil, false
	case got := <-answers:
		return got.appointment, got.err, true
	}
}

func (call *creation) details(e *Evidence) *BookingDetails {
	in := call.in
	return &BookingDetails{
		OrganizationID: call.c.opts.OrganizationID, ServiceID: e.Slot.ServiceID, ScheduleID: e.Slot.ScheduleID,
		ProviderID: e.Slot.ProviderID, SlotID: e.Slot.ID, Date: in.Date, Time: in.Time,
		StartsAtLocal: e.Slot.StartsAtLocal, EndsAtLocal: e.Slot.EndsAtLocal, StartsAt: e.Slot.StartsAt,
		ScheduleTimezone: e.Slot.ScheduleTimezone, Customer: in.Customer, VerificationCode: in.VerificationCode,
		IdempotencyKey: in.IdempotencyKey, ExpectedPrice: e.price(),
	}
}

func (call *creation) attrs() slog.Attr {
	return slog.Group("attempt",
		slog.String("idempotency_key", call.in.IdempotencyKey),
		slog.String("mandate_id", call.in.Mandate.ID),
		slog.String("organization_id", call.c.opts.OrganizationID))
}

// why logs an error without what it may say about the customer.
func (call *creation) why(err error) slog.Attr {
	return slog.String("error", loggedAbout(call.in, err))
}
