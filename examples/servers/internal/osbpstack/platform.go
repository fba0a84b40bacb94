package osbpstack

import (
	"context"
	"log/slog"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// platform is the sandbox's business with what the demonstration adds: codes that
// reach a file, and appointments that take their time.
type platform struct {
	*sandbox.Platform
	outbox *outbox
	takes  time.Duration
	logger *slog.Logger
}

// SendVerification implements osbp.Verifier.
func (p *platform) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	sent, err := p.Platform.SendVerification(ctx, in)
	if err == nil {
		// The code has been sent, whether or not this file shows it.
		if err := p.outbox.update(); err != nil {
			p.logger.ErrorContext(ctx, "the outbox can't be written", slog.String("error", err.Error()))
		}
	}
	return sent, err
}

// CreateAppointment implements osbp.Platform.
func (p *platform) CreateAppointment(ctx context.Context, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	p.logger.InfoContext(ctx, "the platform has been asked for an appointment")
	if p.takes > 0 {
		done := time.NewTimer(p.takes)
		defer done.Stop()
		select {
		case <-done.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return p.Platform.CreateAppointment(ctx, booking)
}
