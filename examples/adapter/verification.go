package adapter

import (
	"context"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

type guest struct {
	Name  string `json:"name,omitempty"`
	First string `json:"first,omitempty"`
	Last  string `json:"last,omitempty"`
	Phone string `json:"phone,omitempty"`
	Mail  string `json:"mail,omitempty"`
}

// guestOf passes the contacts through as they are, for the platform to judge, and splits
// no name: which part is which is not for an adapter to guess.
func guestOf(c osbp.Customer) guest {
	name := c.DisplayName
	if name == "" {
		name = strings.TrimSpace(c.GivenName + " " + c.FamilyName)
	}
	return guest{Name: name, First: c.GivenName, Last: c.FamilyName, Phone: c.Phone, Mail: c.Email}
}

type codeRequest struct {
	Guest guest  `json:"guest"`
	Code  string `json:"code,omitempty"`
}

type codeAnswer struct {
	Done bool   `json:"done"`
	By   string `json:"by"`
}

// SendVerification implements osbp.Verifier. The platform chooses the channel.
func (p *Platform) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	var got codeAnswer
	if err := p.post(ctx, &got, codeRequest{Guest: guestOf(in.Customer)}, "", "shops", p.shop, "codes"); err != nil {
		return nil, readFailure(err)
	}
	return &osbp.VerificationChallenge{Sent: &got.Done, Method: verificationMethod(got.By), Purpose: in.Purpose}, nil
}

// VerifyCode implements osbp.Verifier, since the platform has a check that does not use
// the code up. Where there is none, it answers CodeVerificationNotSupported. The code goes
// to the platform, and nowhere else.
func (p *Platform) VerifyCode(ctx context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	var got codeAnswer
	body := codeRequest{Guest: guestOf(in.Customer), Code: in.Code}
	if err := p.post(ctx, &got, body, "", "shops", p.shop, "codes", "check"); err != nil {
		return nil, readFailure(err)
	}
	return &osbp.VerificationChallenge{Verified: &got.Done, Method: verificationMethod(got.By), Purpose: in.Purpose}, nil
}
