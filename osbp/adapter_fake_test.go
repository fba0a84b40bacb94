package osbp_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// fakePlatform serves the specification's example; a test replaces what it needs.
type fakePlatform struct {
	describe func(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error)
	find     func(context.Context, osbp.AvailabilityFindInput) ([]osbp.Slot, error)
	explain  func(context.Context, osbp.PolicyExplainInput) (*osbp.Policy, error)
	get      func(context.Context, osbp.BookingStatusInput) (*osbp.Booking, error)
	create   func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error)

	service osbp.Service
	slots   []osbp.Slot
	policy  osbp.Policy
	creates atomic.Int64
}

func (p *fakePlatform) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	if p.describe != nil {
		return p.describe(ctx, in)
	}
	return &p.service, nil
}

func (p *fakePlatform) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	if p.find != nil {
		return p.find(ctx, in)
	}
	return p.slots, nil
}

func (p *fakePlatform) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	if p.explain != nil {
		return p.explain(ctx, in)
	}
	return &p.policy, nil
}

func (p *fakePlatform) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	if p.get != nil {
		return p.get(ctx, in)
	}
	return nil, osbp.ErrNotReadable
}

func (p *fakePlatform) CreateAppointment(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	p.creates.Add(1)
	if p.create != nil {
		return p.create(ctx, b)
	}
	return &osbp.Appointment{ID: "appointment_123"}, nil
}

// verifyingPlatform adds the optional Verifier.
type verifyingPlatform struct {
	*fakePlatform
	send   func(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error)
	verify func(context.Context, osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error)
}

func (p *verifyingPlatform) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	return p.send(ctx, in)
}

func (p *verifyingPlatform) VerifyCode(ctx context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	if p.verify == nil {
		return nil, osbp.CodeVerificationNotSupported
	}
	return p.verify(ctx, in)
}

func newFakePlatform(t testing.TB) *fakePlatform {
	c := exampleCheck(t)
	return &fakePlatform{service: *c.Service, slots: []osbp.Slot{*c.Slot}, policy: *c.Policy}
}

const exampleOrganization = "org_01jw3z8x9k2m4n6p8r0s1t3v5w"

func newAdapter(t testing.TB, p osbp.Platform, c *clock, change func(*osbp.AdapterOptions)) *osbp.Adapter {
	t.Helper()
	o := osbp.AdapterOptions{
		Vendor: "test-platform", APIVersion: "2026-01-01", OrganizationID: exampleOrganization,
		Store: newMemory(t, c, store.MemoryOptions{}), Clock: c.Now,
		DefaultServiceID: "service_123", DefaultScheduleID: "schedule_123",
	}
	if change != nil {
		change(&o)
	}
	a, err := osbp.NewAdapter(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func exampleInput(t testing.TB) osbp.BookingCreateInput {
	in := *exampleCheck(t).Request
	in.Customer = osbp.Customer{DisplayName: "Jane Customer", Phone: "+15555550100", Email: "jane@example.com"}
	return in
}

// approveWith runs the challenge and returns the input as the agent retries with it.
func approveWith(t testing.TB, a osbp.BookingAdapter, in osbp.BookingCreateInput) osbp.BookingCreateInput {
	t.Helper()
	_, err := a.CreateBooking(context.Background(), in)
	in.Approval = challengeOf(t, err).Approval()
	return in
}

var errUpstream = errors.New("upstream said +15555550100 is bad")
