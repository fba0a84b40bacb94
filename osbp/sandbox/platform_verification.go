package sandbox

import (
	"context"

	"github.com/openservicekit/openservice/osbp"
)

// SendVerification implements osbp.Verifier. The code goes to the contact that the
// business verifies, and into the outbox. It is bound to business and contact, not
// to one booking: whoever has it can book with it once, until it expires.
func (p *Platform) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	by, _, err := ask(ctx, p.s.call(OpSendCode), func() (Channel, error) { return p.s.sendCode(p.business, contactOf(in.Customer)) })
	if err != nil {
		return nil, readError(err)
	}
	if by == "" {
		return &osbp.VerificationChallenge{}, nil
	}
	sent := true
	return &osbp.VerificationChallenge{Sent: &sent, Method: verificationMethod(by), Purpose: in.Purpose}, nil
}

// VerifyCode implements osbp.Verifier. The check leaves the code good, so that it
// may be used before a booking, and need not: the create checks it, too. A code
// that is not good is CodeVerificationFailed.
func (p *Platform) VerifyCode(ctx context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	by, _, err := ask(ctx, p.s.call(OpCheckCode), func() (Channel, error) {
		return p.s.checkCode(p.business, contactOf(in.Customer), in.Code)
	})
	if err != nil {
		return nil, readError(err)
	}
	if by == "" {
		return &osbp.VerificationChallenge{}, nil
	}
	verified := true
	return &osbp.VerificationChallenge{Verified: &verified, Method: verificationMethod(by), Purpose: in.Purpose}, nil
}
