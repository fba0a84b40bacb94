package adaptertest_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// metered is a platform in memory that tells of its calls, as one without net/http does.
type metered struct {
	wholePlatform
	tap    *tap
	logger *slog.Logger
}

// told notes a call that was answered, and that it is going to end.
func (m metered) told(ctx context.Context, call string, err error) {
	status := http.StatusOK
	if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeRateLimited {
		status = http.StatusTooManyRequests
	} else if p != nil {
		status = http.StatusConflict
	} else if err != nil {
		return // no answer
	}
	meta := osbp.UpstreamMeta{Call: call, Status: status, Server: "memory/1"}
	if m.tap.isRetired() {
		meta.Deprecation = "@1767225600"
		method, _, _ := strings.Cut(call, " ")
		m.logger.WarnContext(ctx, "the platform is retiring a call", slog.String("method", method), slog.String("deprecation", meta.Deprecation))
	}
	osbp.RecordUpstream(ctx, meta)
}

func (m metered) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	out, err := m.wholePlatform.DescribeService(ctx, in)
	m.told(ctx, "GET /memory/offerings/"+in.ServiceID, err)
	return out, err
}

func (m metered) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	out, err := m.wholePlatform.FindAvailability(ctx, in)
	m.told(ctx, "GET /memory/openings", err)
	return out, err
}

func (m metered) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	out, err := m.wholePlatform.ExplainPolicy(ctx, in)
	m.told(ctx, "GET /memory/offerings/"+in.ServiceID+"/terms", err)
	return out, err
}

func (m metered) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	out, err := m.wholePlatform.GetBooking(ctx, in)
	m.told(ctx, "GET /memory/reservations/"+in.BookingID, err)
	return out, err
}

func (m metered) CreateAppointment(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	out, err := m.wholePlatform.CreateAppointment(ctx, b)
	m.told(ctx, "POST /memory/reservations", err)
	return out, err
}

func (m metered) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	out, err := m.wholePlatform.SendVerification(ctx, in)
	m.told(ctx, "POST /memory/codes", err)
	return out, err
}

func (m metered) VerifyCode(ctx context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	out, err := m.wholePlatform.VerifyCode(ctx, in)
	m.told(ctx, "POST /memory/codes/check", err)
	return out, err
}
