package osbp

import (
	"context"
	"errors"
	"log/slog"

	"github.com/openservicekit/openservice/wallclock"
)

// DescribeService implements BookingAdapter (OSBP "service.describe"). Without a
// service_id the default service is described, where there is one.
func (a *Adapter) DescribeService(ctx context.Context, in ServiceDescribeInput) (*Service, error) {
	if in.ServiceID == "" {
		in.ServiceID = a.opts.DefaultServiceID
	}
	if in.ServiceID == "" {
		return nil, NewProblem(CodeInvalidInput, "service_id is missing, and there is no default service")
	}
	return read(ctx, a, ToolServiceDescribe, in, func(ctx context.Context) (*Service, error) {
		return a.service(ctx, in)
	})
}

// FindAvailability implements BookingAdapter (OSBP "availability.find"). Without
// service_id or schedule_id the defaults stand in. The slots are offers, not holds.
func (a *Adapter) FindAvailability(ctx context.Context, in AvailabilityFindInput) ([]Slot, error) {
	if in.ServiceID == "" {
		in.ServiceID = a.opts.DefaultServiceID
	}
	if in.ScheduleID == "" {
		in.ScheduleID = a.opts.DefaultScheduleID
	}
	switch {
	case in.ServiceID == "":
		return nil, NewProblem(CodeInvalidInput, "service_id is missing, and there is no default service")
	case in.ScheduleID == "":
		return nil, NewProblem(CodeInvalidInput, "schedule_id is missing, and there is no default schedule")
	}
	if _, err := wallclock.ParseDate(in.Date); err != nil {
		return nil, NewProblem(CodeInvalidInput, "date is not a calendar date YYYY-MM-DD")
	}
	return read(ctx, a, ToolAvailabilityFind, in, func(ctx context.Context) ([]Slot, error) {
		return a.slots(ctx, in)
	})
}

// ExplainPolicy implements BookingAdapter (OSBP "policy.explain").
func (a *Adapter) ExplainPolicy(ctx context.Context, in PolicyExplainInput) (*Policy, error) {
	if in.ServiceID == "" {
		in.ServiceID = a.opts.DefaultServiceID
	}
	if in.ServiceID == "" {
		return nil, NewProblem(CodeInvalidInput, "service_id is missing, and there is no default service")
	}
	return read(ctx, a, ToolPolicyExplain, in, func(ctx context.Context) (*Policy, error) {
		return a.policy(ctx, in)
	})
}

// GetBooking implements BookingAdapter (OSBP "booking.status"): the platform's own
// read, or, where there is none, the snapshot of a booking made here, whose Runtime
// says that it is no fresh state.
func (a *Adapter) GetBooking(ctx context.Context, in BookingStatusInput) (*Booking, error) {
	if in.BookingID == "" {
		return nil, NewProblem(CodeInvalidInput, "booking_id is missing")
	}
	b, err := read(ctx, a, ToolBookingStatus, in, func(ctx context.Context) (*Booking, error) {
		return a.booking(ctx, in)
	})
	if errors.Is(err, ErrNotReadable) {
		return a.creator.Recorded(ctx, in.BookingID)
	}
	return b, err
}

func (a *Adapter) service(ctx context.Context, in ServiceDescribeInput) (*Service, error) {
	s, err := a.platform.DescribeService(ctx, in)
	if err != nil {
		return nil, err
	}
	return a.checkService(s, in.ServiceID)
}

func (a *Adapter) policy(ctx context.Context, in PolicyExplainInput) (*Policy, error) {
	p, err := a.platform.ExplainPolicy(ctx, in)
	if err != nil {
		return nil, err
	}
	return a.checkPolicy(p, in.ServiceID)
}

func (a *Adapter) slots(ctx context.Context, in AvailabilityFindInput) ([]Slot, error) {
	found, err := a.platform.FindAvailability(ctx, in)
	if err != nil {
		return nil, err
	}
	return a.checkSlots(found, in)
}

func (a *Adapter) booking(ctx context.Context, in BookingStatusInput) (*Booking, error) {
	b, err := a.platform.GetBooking(ctx, in)
	if err != nil {
		return nil, err
	}
	return a.checkBooking(b, in.BookingID)
}

// read runs platform calls under the read timeout and turns what goes wrong into
// an answer: the platform's own Problem made fit to travel, or a fixed one, with
// the cause on the operator's logger. in is the tool's input.
func read[T any](ctx context.Context, a *Adapter, tool Tool, in any, fn func(context.Context) (T, error)) (T, error) {
	var none T
	if a.platform == nil {
		return none, errZeroAdapter
	}
	value, err := callWithin(ctx, a.opts.ReadTimeout, fn)
	if err == nil {
		return value, nil
	}
	return none, a.answer(ctx, tool, in, err)
}

func (a *Adapter) answer(ctx context.Context, tool Tool, in any, err error) error {
	if errors.Is(err, ErrNotReadable) && tool == ToolBookingStatus {
		return err
	}
	var bad *malformedResult
	if errors.As(err, &bad) {
		a.opts.Logger.ErrorContext(ctx, "platform result is malformed",
			slog.String("tool", string(tool)), slog.String("field", bad.field), slog.String("error", bad.detail))
		return withCause(NewProblem(CodePlatformResultInvalid,
			"The booking platform's answer is malformed. The operator has been told; hand off."), err)
	}
	if p := AsProblem(err); p != nil {
		return withCause(platformProblem(p), err)
	}
	a.opts.Logger.ErrorContext(ctx, "platform call failed", slog.String("tool", string(tool)), slog.String("error", loggedAbout(in, err)))
	var unsent *notSentError
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &unsent) {
		return withCause(NewProblem(CodePlatformUnavailable, "The booking platform did not answer. Retry later."), err)
	}
	return internalProblem(err)
}
