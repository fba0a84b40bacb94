package adaptertest_test

import (
	"context"
	"encoding/json"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// brokenAdapter is an adapter of which some methods are replaced.
type brokenAdapter struct {
	osbp.BookingAdapter
	describe func(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error)
	find     func(context.Context, osbp.AvailabilityFindInput) ([]osbp.Slot, error)
	explain  func(context.Context, osbp.PolicyExplainInput) (*osbp.Policy, error)
	send     func(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error)
	verify   func(context.Context, osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error)
	create   func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error)
	status   func(context.Context, osbp.BookingStatusInput) (*osbp.Booking, error)
}

// Platform keeps the identity of the adapter within.
func (b brokenAdapter) Platform() osbp.PlatformIdentity {
	if told, ok := b.BookingAdapter.(interface{ Platform() osbp.PlatformIdentity }); ok {
		return told.Platform()
	}
	return osbp.PlatformIdentity{}
}

func (b brokenAdapter) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	if b.describe == nil {
		return b.BookingAdapter.DescribeService(ctx, in)
	}
	return b.describe(ctx, in)
}

func (b brokenAdapter) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	if b.find == nil {
		return b.BookingAdapter.FindAvailability(ctx, in)
	}
	return b.find(ctx, in)
}

func (b brokenAdapter) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	if b.explain == nil {
		return b.BookingAdapter.ExplainPolicy(ctx, in)
	}
	return b.explain(ctx, in)
}

func (b brokenAdapter) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	if b.send == nil {
		return b.BookingAdapter.SendVerification(ctx, in)
	}
	return b.send(ctx, in)
}

func (b brokenAdapter) VerifyCode(ctx context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	if b.verify == nil {
		return b.BookingAdapter.VerifyCode(ctx, in)
	}
	return b.verify(ctx, in)
}

func (b brokenAdapter) CreateBooking(ctx context.Context, in osbp.BookingCreateInput) (*osbp.CreateResult, error) {
	if b.create == nil {
		return b.BookingAdapter.CreateBooking(ctx, in)
	}
	return b.create(ctx, in)
}

func (b brokenAdapter) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	if b.status == nil {
		return b.BookingAdapter.GetBooking(ctx, in)
	}
	return b.status(ctx, in)
}

// brokenHost is a host of which some methods are replaced.
type brokenHost struct {
	adaptertest.Host
	tools func() []osbp.ToolSpec
	call  func(context.Context, osbp.Tool, json.RawMessage) (osbp.Envelope, error)
}

func (b brokenHost) Tools() []osbp.ToolSpec {
	if b.tools == nil {
		return b.Host.Tools()
	}
	return b.tools()
}

func (b brokenHost) Call(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
	if b.call == nil {
		return b.Host.Call(ctx, tool, args)
	}
	return b.call(ctx, tool, args)
}

// wrappedHost is Harness.Host with an osbp.Host that breaks changes.
func wrappedHost(r *rig, breaks func(adaptertest.Host) adaptertest.Host) func(osbp.BookingAdapter, string, audit.Log) (adaptertest.Host, error) {
	return func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
		h, err := osbp.NewHost(a, osbp.HostOptions{Log: log, OrganizationID: organization, Clock: r.clock.now})
		if err != nil {
			return nil, err
		}
		return breaks(h), nil
	}
}
