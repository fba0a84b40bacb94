package adaptertest_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// standingAdapter is an osbp.BookingAdapter as an integrator writes one who wants the
// reads to be their own: it stands on osbp.Gate and osbp.Creator, not on
// osbp.Adapter.
type standingAdapter struct {
	organization    string
	defaultService  string
	defaultSchedule string
	needsNameParts  bool

	platform wholePlatform
	creator  *osbp.Creator
	zones    wallclock.ZoneLoader
	logger   *slog.Logger
	// patience is how long the platform is waited for.
	patience time.Duration
}

var _ osbp.BookingAdapter = (*standingAdapter)(nil)

// newStanding returns a standingAdapter. A second one over the same store is what a
// restart leaves, or another instance.
func newStanding(t testing.TB, s *sandbox.Sandbox, business string, st store.Store, clock func() time.Time, logger *slog.Logger) *standingAdapter {
	t.Helper()
	platform, err := s.Platform(business)
	if err != nil {
		t.Fatal(err)
	}
	return newStandingOver(t, s, platform, business, st, clock, logger)
}

// newStandingOver is newStanding with something before the sandbox.
func newStandingOver(t testing.TB, s *sandbox.Sandbox, platform wholePlatform, business string, st store.Store, clock func() time.Time, logger *slog.Logger) *standingAdapter {
	t.Helper()
	facts, err := s.AdapterOptions(business)
	if err != nil {
		t.Fatal(err)
	}
	namespace := osbp.Namespace(sandbox.Vendor, business)
	gate, err := osbp.NewGate(osbp.GateOptions{Store: st, Namespace: namespace, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	creator, err := osbp.NewCreator(osbp.CreatorOptions{
		OrganizationID: business, Namespace: namespace, Store: st, Gate: gate, Clock: clock, Logger: logger,
		Finder: platform, NativeIdempotency: facts.NativeIdempotency,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &standingAdapter{
		organization: business, defaultService: facts.DefaultServiceID, defaultSchedule: facts.DefaultScheduleID,
		needsNameParts: facts.NeedsNameParts, platform: platform, creator: creator,
		zones: wallclock.SystemZones(), logger: logger, patience: 10 * time.Second,
	}
}

// Platform is the adapter's static identity.
func (a *standingAdapter) Platform() osbp.PlatformIdentity {
	return osbp.PlatformIdentity{Vendor: sandbox.Vendor, APIVersion: sandbox.APIVersion}
}

// OrganizationID is the one organization that is served.
func (a *standingAdapter) OrganizationID() string { return a.organization }

// standingCall asks the platform, for no longer than the adapter's patience. What
// goes wrong becomes a Problem; its text is the operator's.
func standingCall[In, Out any](ctx context.Context, a *standingAdapter, call func(context.Context, In) (Out, error), in In) (out Out, err error) {
	ctx, cancel := context.WithTimeout(ctx, a.patience)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = osbp.NewProblem(osbp.CodeInternalAdapterError, "The adapter failed unexpectedly. Hand off.")
			a.logger.ErrorContext(ctx, "platform call panicked")
		}
	}()
	out, err = call(ctx, in)
	if err == nil || osbp.AsProblem(err) != nil || errors.Is(err, osbp.ErrNotReadable) {
		return out, err
	}
	a.logger.ErrorContext(ctx, "platform call failed", slog.String("error", err.Error()))
	return out, osbp.NewProblem(osbp.CodePlatformUnavailable, "The booking platform did not answer. Retry later.")
}

// standingBad is an answer that can't be what was asked for.
func standingBad(a *standingAdapter, what string) error {
	a.logger.Error("platform result is malformed", slog.String("what", what))
	return osbp.NewProblem(osbp.CodePlatformResultInvalid, "The booking platform's answer is malformed. Hand off.")
}

func orElse(given, otherwise string) string {
	if given == "" {
		return otherwise
	}
	return given
}

// DescribeService implements osbp.BookingAdapter.
func (a *standingAdapter) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	in.ServiceID = orElse(in.ServiceID, a.defaultService)
	s, err := standingCall(ctx, a, a.platform.DescribeService, in)
	if err == nil && (s.ID != in.ServiceID || s.Name == "") {
		return nil, standingBad(a, "service")
	}
	return s, err
}

// ExplainPolicy implements osbp.BookingAdapter.
func (a *standingAdapter) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	in.ServiceID = orElse(in.ServiceID, a.defaultService)
	p, err := standingCall(ctx, a, a.platform.ExplainPolicy, in)
	if err == nil && (p.ServiceID != in.ServiceID || p.Organization == nil || p.Organization.ID != a.organization) {
		return nil, standingBad(a, "policy")
	}
	return p, err
}

// FindAvailability implements osbp.BookingAdapter.
func (a *standingAdapter) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	in.ServiceID, in.ScheduleID = orElse(in.ServiceID, a.defaultService), orElse(in.ScheduleID, a.defaultSchedule)
	if _, err := wallclock.ParseDate(in.Date); err != nil {
		return nil, osbp.NewProblem(osbp.CodeInvalidInput, "date is not a calendar date YYYY-MM-DD")
	}
	slots, err := standingCall(ctx, a, a.platform.FindAvailability, in)
	if err != nil {
		return nil, err
	}
	for i := range slots {
		if !a.sound(&slots[i], &in) {
			return nil, standingBad(a, "slot")
		}
	}
	return slots, nil
}

// sound reports whether a slot is about what was asked for, with times that agree.
func (a *standingAdapter) sound(s *osbp.Slot, in *osbp.AvailabilityFindInput) bool {
	zone, err := a.zones.LoadZone(s.ScheduleTimezone)
	starts, err1 := wallclock.ParseInstant(s.StartsAt)
	ends, err2 := wallclock.ParseInstant(s.EndsAt)
	from, err3 := wallclock.ParseDateTime(s.StartsAtLocal)
	until, err4 := wallclock.ParseDateTime(s.EndsAtLocal)
	return errors.Join(err, err1, err2, err3, err4) == nil && ends.After(starts) &&
		zone.Agrees(starts, from) && zone.Agrees(ends, until) && strings.HasPrefix(s.StartsAtLocal, in.Date+"T") &&
		s.OrganizationID == a.organization && s.ServiceID == in.ServiceID && s.ScheduleID == in.ScheduleID &&
		(in.ProviderID == "" || s.ProviderID == in.ProviderID)
}

// SendVerification implements osbp.BookingAdapter.
func (a *standingAdapter) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	if err := a.mayVerify(&in.Customer, in.Purpose); err != nil {
		return nil, err
	}
	got, err := standingCall(ctx, a, a.platform.SendVerification, in)
	if err == nil && (got == nil || got.Sent == nil || got.Purpose != in.Purpose) {
		return nil, standingBad(a, "verification")
	}
	return got, err
}

// VerifyCode implements osbp.BookingAdapter. The check does not use the code up, and
// a booking does not need it.
func (a *standingAdapter) VerifyCode(ctx context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	if err := a.mayVerify(&in.Customer, in.Purpose); err != nil {
		return nil, err
	}
	if in.Code == "" {
		return nil, osbp.NewProblem(osbp.CodeInvalidInput, "code is missing")
	}
	got, err := standingCall(ctx, a, a.platform.VerifyCode, in)
	if err == nil && (got == nil || got.Verified == nil || got.Purpose != in.Purpose) {
		return nil, standingBad(a, "verification")
	}
	return got, err
}

func (a *standingAdapter) mayVerify(c *osbp.Customer, purpose string) error {
	switch {
	case purpose != osbp.BookingPurpose(a.organization):
		return osbp.NewProblem(osbp.CodeInvalidVerificationPurpose, "purpose is not booking:{organization_id} of this merchant")
	case c.Phone == "" && c.Email == "":
		return osbp.NewProblem(osbp.CodeInvalidInput, "customer.phone and customer.email are both missing")
	}
	return nil
}

// GetBooking implements osbp.BookingAdapter: the platform's own read, or the record
// of a booking made here where it has none. Other merchants' bookings are hidden.
func (a *standingAdapter) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	if in.BookingID == "" {
		return nil, osbp.NewProblem(osbp.CodeInvalidInput, "booking_id is missing")
	}
	b, err := standingCall(ctx, a, a.platform.GetBooking, in)
	switch {
	case errors.Is(err, osbp.ErrNotReadable):
		return a.creator.Recorded(ctx, in.BookingID)
	case err != nil:
		return nil, err
	case b.ID != in.BookingID:
		return nil, standingBad(a, "booking")
	case b.OrganizationID != a.organization:
		return nil, osbp.NewProblem(osbp.CodeBookingNotFound, "No booking with this booking_id is known here.")
	}
	return b, nil
}
