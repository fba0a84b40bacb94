package sandbox

import (
	"context"
	"errors"
	"io"

	"github.com/openservicekit/openservice/osbp"
)

// Platform is one business of a Sandbox as an osbp.Platform in memory. It has no
// upstream calls to record. It can verify customers and find appointments by their
// key; to try an adapter without that, hide it:
//
//	struct{ osbp.Platform }{platform}
type Platform struct {
	s        *Sandbox
	business string
}

var (
	_ osbp.Platform          = (*Platform)(nil)
	_ osbp.Verifier          = (*Platform)(nil)
	_ osbp.AppointmentFinder = (*Platform)(nil)
)

// Platform returns the business as a platform in memory. The error says that there
// is no such business.
func (s *Sandbox) Platform(businessID string) (*Platform, error) {
	if s.byID[businessID] == nil {
		return nil, noSuchBusiness(businessID)
	}
	return &Platform{s, businessID}, nil
}

// ask does one call in memory. A late one goes on when its caller has left.
func ask[T any](ctx context.Context, c call, work func() (T, error)) (T, strikes, error) {
	if !c.hit.has(FaultLate) {
		answer, err := serve(ctx, c, work)
		return damaged(c.hit, answer, err)
	}
	type outcome struct {
		answer T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		answer, err := serve(context.WithoutCancel(ctx), c, work)
		done <- outcome{answer, err}
	}()
	select {
	case got := <-done:
		return damaged(c.hit, got.answer, got.err)
	case <-ctx.Done():
		var none T
		return none, c.hit, ctx.Err()
	}
}

// damaged is an answer as it comes out at the other end.
func damaged[T any](hit strikes, answer T, err error) (T, strikes, error) {
	var none T
	switch {
	case err != nil:
		return none, hit, err
	case hit.has(FaultTruncated):
		return none, hit, io.ErrUnexpectedEOF
	case hit.has(FaultMalformed):
		return none, hit, nil
	}
	return answer, hit, nil
}

// readError is what a read's error means: the platform's refusal in OSBP's words,
// or that it could not be asked.
func readError(err error) error {
	var no *refusal
	switch {
	case errors.As(err, &no):
		if p := problemOf(no.reason); p != nil {
			return p
		}
	case errors.Is(err, ErrStatus500):
		return osbp.NewProblem(osbp.CodePlatformUnavailable, "The booking platform has a fault. Retry later.")
	}
	return err
}
