package osbp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
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
		recordVerification(ctx, e.Policy.VerificationMethod)
	}
	appointment, err, returned := call.send(withLostMutation(ctx, &call.lost), a, e)
	if !returned {
		return call.leaveUnknown(ctx, a, errors.New("osbp: the platform did not answer in time"), true)
	}
	return call.settle(ctx, a, before, approved, appointment, err)
}

// prepare takes the record from bound to sending, within the store's time limit.
func (call *creation) prepare(ctx context.Context, a *attempt, before attemptState, e *Evidence, approved *Approved) error {
	c := call.c
	ctx, cancel := context.WithTimeout(ctx, c.opts.StoreTimeout)
	defer cancel()
	if !a.inDoubt() {
		a.state, a.lease = stateReserved, c.now().Add(reserveLease)
		if err := c.save(ctx, call.key, a); err != nil {
			return err
		}
	}
	if err := call.mayStillSend(ctx, e, approved); err != nil {
		return call.release(ctx, a, before, err)
	}
	if err := c.capTake(ctx, call.in); err != nil {
		return call.release(ctx, a, before, err)
	}
	// The clock is read once more after the last wait, right before sending.
	if err := call.unexpired(); err != nil {
		c.capGiveBack(ctx, call.in)
		return call.release(ctx, a, before, err)
	}
	a.state, a.lease = stateSending, c.now().Add(c.opts.CreateTimeout+c.opts.StoreTimeout)
	if err := c.save(ctx, call.key, a); err != nil {
		// The store may have taken the mark although it failed; then the record says
		// sending, which fails closed. Nothing was sent.
		c.capGiveBack(ctx, call.in)
		return err
	}
	return nil
}

func (call *creation) unexpired() error {
	return mandateExpired(call.in.Mandate, call.c.now())
}

func (call *creation) mayStillSend(ctx context.Context, e *Evidence, approved *Approved) error {
	if err := contained(func() error { return provenWritable(ctx) }); err != nil {
		return withCause(NewProblem(CodeStoreUnavailable,
			"The audit log can't be written. Nothing was sent to the booking platform. Retry later."), err)
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
			PayloadHash: call.hash, Summary: Summary(call.in, e),
		})
		return err
	}
	return nil
}

// release gives the key back after a refusal that came before anything was sent.
func (call *creation) release(ctx context.Context, a *attempt, before attemptState, why error) error {
	if before == stateSending || before == stateUnknown {
		return call.stillInDoubt(a, why)
	}
	a.state, a.lease = stateBound, time.Time{}
	ctx, cancel := call.c.afterwards(ctx)
	defer cancel()
	if err := call.c.save(ctx, call.key, a); err != nil {
		call.c.opts.Logger.Error("booking record could not be released; its lease ends it", call.attrs(), slog.String("error", logged(err)))
	}
	return why
}

// send calls the platform and waits for it no longer than the create timeout. A
// call that has not returned by then is left to end in its own time, and what it
// says is written down when it does.
func (call *creation) send(ctx context.Context, a *attempt, e *Evidence) (appointment *Appointment, err error, returned bool) {
	c := call.c
	type answer struct {
		appointment *Appointment
		err         error
	}
	booking := &AuthorizedBooking{details: call.details(e)}
	ctx, cancel := context.WithTimeout(ctx, c.opts.CreateTimeout)
	answers := make(chan answer, 1)
	c.hold()
	go func() {
		defer c.leave()
		defer cancel()
		var got answer
		got.err = contained(func() (err error) {
			got.appointment, err = call.create(ctx, booking)
			return err
		})
		if got.err != nil {
			got.appointment = nil
		}
		select {
		case answers <- got:
		default:
			call.settleLate(got.appointment, got.err)
		}
	}()
	select {
	case got := <-answers:
		return got.appointment, got.err, true
	case <-ctx.Done():
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

// settle writes down what the platform said. Only a definite refusal frees the
// key, and only where no earlier create of it is in doubt: the refusal speaks of
// this one. Only an appointment that is what was approved is a receipt.
func (call *creation) settle(ctx context.Context, a *attempt, before attemptState, approved *Approved, appointment *Appointment, err error) (*CreateResult, error) {
	if err != nil {
		refusal, definite := refusalOf(err)
		if !definite || call.lost.Load() || before == stateSending || before == stateUnknown {
			return call.leaveUnknown(ctx, a, err, true)
		}
		call.c.capGiveBack(ctx, call.in)
		return nil, call.release(ctx, a, stateReserved, refusal)
	}
	if err := call.matches(a, appointment); err != nil {
		return call.leaveUnknown(ctx, a, err, false)
	}
	ctx, cancel := call.c.afterwards(ctx)
	defer cancel()
	receipt := call.complete(ctx, a, appointment)
	if err := approved.Spend(ctx); err != nil && !errors.Is(err, ErrSpent) {
		call.c.opts.Logger.Error("approval could not be marked as spent; it expires on its own", call.attrs(), slog.String("error", logged(err)))
	}
	return &CreateResult{Receipt: receipt}, nil
}

// complete records the receipt. A store that fails now takes nothing back: the
// appointment exists.
func (call *creation) complete(ctx context.Context, a *attempt, appointment *Appointment) Receipt {
	in := call.in
	a.settleAs(in.IdempotencyKey, appointment.ID, in.Date, in.Time)
	if err := call.c.save(ctx, call.key, a); err != nil {
		call.c.opts.Logger.Error("BOOKED, but the receipt could not be stored; a retry will ask the platform or hand off",
			call.attrs(), slog.String("booking_id", appointment.ID), slog.String("error", logged(err)))
	}
	call.c.remember(ctx, in.IdempotencyKey, a)
	return a.receipt()
}

// matches compares the appointment with what was approved; what the platform does
// not report is not compared.
func (call *creation) matches(a *attempt, got *Appointment) error {
	if got == nil || got.ID == "" || len(got.ID) > maxBookingID || cleanText(got.ID) != got.ID {
		return errors.New("osbp: the platform's appointment has no usable id")
	}
	for _, m := range []struct{ name, got, want string }{
		{"organization_id", got.OrganizationID, call.c.opts.OrganizationID},
		{"service_id", got.ServiceID, a.serviceID},
		{"schedule_id", got.ScheduleID, a.scheduleID},
		{"provider_id", got.ProviderID, a.providerID},
	} {
		if m.got != "" && m.got != m.want {
			return fmt.Errorf("osbp: the appointment's %s is not what was approved", m.name)
		}
	}
	if got.StartsAtLocal != "" && !sameLocal(got.StartsAtLocal, a.startsAtLocal) {
		return errors.New("osbp: the appointment's starts_at_local is not what was approved")
	}
	if got.StartsAt != "" && a.startsAt != "" && !sameInstant(got.StartsAt, a.startsAt) {
		return errors.New("osbp: the appointment's starts_at is not what was approved")
	}
	if got.Price != nil && got.Price.Plain() != a.price {
		return errors.New("osbp: the appointment's price is not what was approved")
	}
	return nil
}

const maxBookingID = 255

func sameLocal(a, b string) bool {
	x, ok1 := localOf(a)
	y, ok2 := localOf(b)
	return ok1 && ok2 && x == y
}

func sameInstant(a, b string) bool {
	x, ok1 := instantOf(a)
	y, ok2 := instantOf(b)
	return ok1 && ok2 && x.Equal(y)
}

func (call *creation) attrs() slog.Attr {
	return slog.Group("attempt",
		slog.String("idempotency_key", call.in.IdempotencyKey),
		slog.String("mandate_id", call.in.Mandate.ID),
		slog.String("organization_id", call.c.opts.OrganizationID))
}
