package adaptertest_test

import (
	"context"
	"errors"
	"net/http"

	"github.com/openservicekit/openservice/osbp"
)

// SendVerification implements osbp.BookingAdapter. The platform chooses the channel.
func (a *handAdapter) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	return handAnswer(ctx, a, osbp.ToolVerificationSend, func(ctx context.Context) (*osbp.VerificationChallenge, error) {
		got, err := a.verify(ctx, in.Customer, in.Purpose, "", "codes")
		if err != nil && !a.q.sentClaimed {
			return nil, err
		}
		sent := got.Done || a.q.sentClaimed
		return &osbp.VerificationChallenge{Sent: &sent, Method: a.method(got.By), Purpose: a.purpose(in.Purpose)}, nil
	})
}

// VerifyCode implements osbp.BookingAdapter. The check does not use the code up, and
// a booking does not need it.
func (a *handAdapter) VerifyCode(ctx context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	return handAnswer(ctx, a, osbp.ToolVerificationVerify, func(ctx context.Context) (*osbp.VerificationChallenge, error) {
		if in.Code == "" {
			return nil, badInput("code is missing")
		}
		got, err := a.verify(ctx, in.Customer, in.Purpose, in.Code, "codes", "check")
		if errors.Is(err, errHandMalformed) || err != nil && !a.q.anyCodeAccepted {
			return nil, err
		}
		verified := got.Done || a.q.anyCodeAccepted
		return &osbp.VerificationChallenge{Verified: &verified, Method: a.method(got.By), Purpose: a.purpose(in.Purpose)}, nil
	})
}

func (a *handAdapter) purpose(asked string) string {
	if a.q.purposeLost {
		return "booking"
	}
	return asked
}

type handCode struct {
	Done bool
	By   string
}

func (a *handAdapter) verify(ctx context.Context, c osbp.Customer, purpose, code string, path ...string) (got handCode, err error) {
	if purpose != osbp.BookingPurpose(a.organization) && !a.q.purposeIgnored {
		return got, refuseHand(osbp.CodeInvalidVerificationPurpose, "purpose is not booking:{organization_id} of this merchant")
	}
	if c.Phone == "" && c.Email == "" {
		return got, badInput("customer.phone and customer.email are both missing")
	}
	body := struct {
		Guest handGuest `json:"guest"`
		Code  string    `json:"code,omitempty"`
	}{a.guest(c), code}
	call := handCall{method: http.MethodPost, path: append([]string{"shops", a.organization}, path...), body: body}
	if err = a.wire.do(ctx, call, &got); err == nil && got.By == "" {
		err = malformedHand("verification")
	}
	return got, err
}
