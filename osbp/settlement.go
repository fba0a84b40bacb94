package osbp

import (
	"context"
	"errors"
	"log/slog"
)

// settle writes down what the platform said. Only the certainty that nothing was
// made frees the key, and only an appointment that is what was approved is a receipt.
func (call *creation) settle(ctx context.Context, a *attempt, before attemptState, approved *Approved, appointment *Appointment, err error) (*CreateResult, error) {
	if err == nil {
		if err = call.c.matches(a, appointment); err == nil {
			return call.booked(ctx, a, approved, appointment), nil
		}
		if !errors.Is(err, errNoAppointment) {
			return nil, call.dispute(ctx, a, err)
		}
	}
	if refusal, certain := call.madeNothing(before, err); certain {
		return nil, call.release(ctx, a, before, refusal)
	}
	return call.leaveUnknown(ctx, a, err)
}

func (call *creation) booked(ctx context.Context, a *attempt, approved *Approved, appointment *Appointment) *CreateResult {
	ctx, cancel := call.c.afterwards(ctx)
	defer cancel()
	receipt := call.complete(ctx, a, appointment)
	if err := approved.Spend(ctx); err != nil && !errors.Is(err, ErrSpent) {
		call.c.opts.Logger.Error("approval could not be marked as spent; it expires on its own", call.attrs(), call.why(err))
	}
	return &CreateResult{Receipt: receipt}
}

// complete records the receipt. A store that fails now takes nothing back: the
// appointment exists.
func (call *creation) complete(ctx context.Context, a *attempt, appointment *Appointment) Receipt {
	in := call.in
	err := errOtherReceipt // unless this is the first, or the same again
	if a.state != stateDone || a.receiptBooking == appointment.ID {
		a.settleAs(appointment.ID)
		err = call.c.keep(ctx, call.key, a)
	}
	switch {
	case errors.Is(err, errOtherReceipt):
		call.c.opts.Logger.Error("BOOKED, and the idempotency key has another appointment; one of the two must be cancelled",
			call.attrs(), slog.String("booking_id", appointment.ID))
	case err != nil:
		call.c.opts.Logger.Error("BOOKED, but the receipt could not be stored; a retry will ask the platform or hand off",
			call.attrs(), slog.String("booking_id", appointment.ID), call.why(err))
	}
	call.c.remember(ctx, in.IdempotencyKey, a)
	return a.receipt(in.IdempotencyKey)
}

// settleLate writes down what a create said after nobody waited for it any more.
// left is the attempt as the call left it, or nil if it could not say.
//
// An appointment exists, and so is written over whatever has been written since. A
// refusal frees the key only where nobody has touched the record since.
func (call *creation) settleLate(before attemptState, left *attempt, appointment *Appointment, err error) {
	c := call.c
	ctx, cancel := c.afterwards(context.Background())
	defer cancel()
	if err == nil {
		if left == nil {
			left = new(attempt)
			*left, err = c.load(ctx, call.key)
		}
		if err == nil {
			err = c.matches(left, appointment)
		}
		switch {
		case err == nil:
			call.complete(ctx, left, appointment)
			return
		case appointment != nil && left.found && left.state != stateDone && !errors.Is(err, errNoAppointment):
			call.dispute(ctx, left, err)
			return
		}
	} else if refusal, certain := call.madeNothing(before, err); certain && left != nil && left.inDoubt() {
		c.opts.Logger.Warn("booking platform refused late", call.attrs(), call.why(refusal))
		if err = c.free(ctx, call.key, left, call.in.IdempotencyKey); err == nil || errors.Is(err, errLostRace) {
			return
		}
	}
	c.opts.Logger.Error("booking outcome stays unknown", call.attrs(), slog.String("booking_id", idOf(appointment)), call.why(err))
}

// idOf is the id to be logged, empty where there is none.
func idOf(a *Appointment) string {
	if a == nil {
		return ""
	}
	return capText(a.ID, maxBookingID)
}
