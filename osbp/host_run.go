package osbp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

var (
	errNoResult     = errors.New("osbp: adapter returned neither a result nor an error")
	errStillRunning = errors.New("osbp: adapter did not return in time")
)

// run hands the decoded input to the adapter.
func (h *Host) run(ctx context.Context, call *hostCall, raw json.RawMessage) (value any, runtime *Runtime, err error) {
	switch in := call.in.(type) {
	case ServiceDescribeInput:
		value, err = some(adapt(ctx, h, call, in, h.adapter.DescribeService))
	case AvailabilityFindInput:
		var slots []Slot
		if slots, err = adapt(ctx, h, call, in, h.adapter.FindAvailability); slots == nil {
			slots = []Slot{}
		}
		value = slots
	case PolicyExplainInput:
		value, err = some(adapt(ctx, h, call, in, h.adapter.ExplainPolicy))
	case VerificationSendInput:
		if err = h.checkPurpose(in.Purpose); err == nil {
			value, err = some(adapt(ctx, h, call, in, h.adapter.SendVerification))
		}
	case VerificationVerifyInput:
		if err = h.checkPurpose(in.Purpose); err == nil {
			value, err = some(adapt(ctx, h, call, in, h.adapter.VerifyCode))
		}
	case BookingCreateInput:
		return h.create(ctx, call, in, raw)
	case BookingStatusInput:
		var b *Booking
		if b, err = some(adapt(ctx, h, call, in, h.adapter.GetBooking)); err == nil {
			value, runtime = b, diagnostics(ctx, b.Runtime)
		}
	case HandoffRequestInput:
		// Nothing is sent to anyone: the answer is the request with its status.
		value = Handoff{Status: HandoffRequiresHuman, Reason: in.Reason, Message: in.Message, MandateID: in.MandateID}
	default:
		err = fmt.Errorf("osbp: no handler for %T", in)
	}
	return value, runtime, err
}

func (h *Host) checkPurpose(purpose string) error {
	if purpose != BookingPurpose(h.opts.OrganizationID) {
		return NewProblem(CodeInvalidVerificationPurpose, "purpose is not booking:{organization_id} of this merchant")
	}
	return nil
}

// create adds, in front of somebody else's adapter, what a host can hold it to.
func (h *Host) create(ctx context.Context, call *hostCall, in BookingCreateInput, raw json.RawMessage) (any, *Runtime, error) {
	if err := h.verifyMandate(ctx, raw); err != nil {
		return nil, nil, err
	}
	if !h.own {
		if err := validateMandateRequest(in.Mandate, h.opts.OrganizationID, &in, h.opts.Clock()); err != nil {
			return nil, nil, err
		}
		if err := contained(func() error { return provenWritable(ctx) }); err != nil {
			return nil, nil, withCause(NewProblem(CodeStoreUnavailable,
				"The audit log can't be written. This call has booked nothing. Retry it later as it is."), err)
		}
	}
	result, err := adapt(ctx, h, call, in, h.adapter.CreateBooking)
	switch {
	case err != nil:
		if AsProblem(err) == nil {
			err = h.unanswered(call.tool, err)
		}
		return nil, nil, err
	case result == nil || result.Receipt.BookingID == "":
		return nil, nil, h.unanswered(call.tool, errNoResult)
	}
	return result.Receipt, diagnostics(ctx, result.Runtime), nil
}

// diagnostics is what travels of an adapter's osbp_runtime: of idempotency the one
// value that v0.1.0 defines (OSBP "Result Envelope"). An answer from local state has
// no upstream call in its event.
func diagnostics(ctx context.Context, from *Runtime) *Runtime {
	if from == nil {
		return nil
	}
	out := Runtime{Message: cleanText(from.Message)}
	if from.Idempotency == LocalCacheReplay {
		out.Idempotency = LocalCacheReplay
		recordLocal(ctx)
	}
	if out == (Runtime{}) {
		return nil
	}
	return &out
}

func (h *Host) verifyMandate(ctx context.Context, raw json.RawMessage) error {
	if h.opts.MandateVerifier == nil {
		return nil
	}
	// The decoder has refused duplicate and unknown names, so this is the mandate.
	var members struct {
		Mandate json.RawMessage `json:"mandate"`
	}
	err := json.Unmarshal(raw, &members)
	if err == nil {
		err = contained(func() error { return h.opts.MandateVerifier.VerifyMandate(ctx, members.Mandate) })
	}
	if err == nil || AsProblem(err) != nil {
		return err
	}
	return withCause(NewProblem(CodeInvalidMandate, "The mandate could not be verified."), err)
}

// some refuses a nil result that comes without an error.
func some[T any](value *T, err error) (*T, error) {
	if err == nil && value == nil {
		return nil, errNoResult
	}
	return value, err
}

// adapt calls the adapter, contains its panics and bounds the wait. A read is not
// waited for once its caller is gone; a create is, since its outcome must be
// recorded whoever still listens.
func adapt[In, Out any](ctx context.Context, h *Host, call *hostCall, in In, method func(context.Context, In) (Out, error)) (Out, error) {
	type answer struct {
		value Out
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		var got answer
		got.err = contained(func() (err error) {
			got.value, err = method(ctx, in)
			return err
		})
		answers <- got
	}()
	limit := time.NewTimer(h.opts.CallTimeout)
	defer limit.Stop()
	gone := ctx.Done()
	if call.tool == ToolBookingCreate {
		gone = nil
	}
	var none Out
	select {
	case got := <-answers:
		if got.err != nil {
			return none, got.err
		}
		return got.value, nil
	case <-limit.C:
		return none, errStillRunning
	case <-gone:
		return none, fmt.Errorf("osbp: caller gave up: %w", ctx.Err())
	}
}
