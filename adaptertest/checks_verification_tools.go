package adaptertest

import (
	"context"
	"errors"
	"slices"

	"github.com/openservicekit/openservice/osbp"
)

// The two verification tools (B-144, B-147 to B-149, B-152, B-155).
var verificationToolChecks = []check{
	required("verification.sent", "verification.send",
		"verification.send answers sent: true once the platform has sent a code", (*probe).verificationSent),
	required("verification.sent_is_true", "verification.verify",
		"verification.send never claims to have sent a code that was not sent", (*probe).verificationSentIsTrue),
	required("verification.method", "policy.explain",
		"verification.send reports a method of the protocol's, and the one that the policy names", (*probe).verificationMethod),
	required("verification.method_not_guessed", "policy.explain",
		"a way of verifying that OSBP has no word for is not reported as sms, email or none", (*probe).verificationMethodNotGuessed),
	required("verification.purpose_echoed", "verification.send",
		"verification.send answers with the purpose that it was asked for", (*probe).verificationPurposeEchoed),
	required("verification.purpose_malformed", "verification.send",
		"a purpose that is not booking:{organization_id} is refused, and nothing is sent", sendsNothing(func(p *probe, in *osbp.VerificationSendInput) {
			in.Purpose = p.key("purpose")
		})),
	required("verification.purpose_of_other", "verification.send",
		"a purpose that names another organization is refused, and nothing is sent", sendsNothing(func(p *probe, in *osbp.VerificationSendInput) {
			in.Purpose = osbp.BookingPurpose(p.key("org"))
		})),
	required("verification.purpose_missing", "verification.send",
		"a send without a purpose is refused, and nothing is sent", sendsNothing(func(p *probe, in *osbp.VerificationSendInput) {
			in.Purpose = ""
		})),
	required("verification.without_contact", "verification.send",
		"a send without phone and email is refused", (*probe).verificationWithoutContact),
	required("verification.verify_right", "verification.verify",
		"the right code is verified, or the tool is refused where the platform has no such check", (*probe).verificationVerifyRight),
	required("verification.verify_wrong", "verification.verify",
		"a wrong code is never verified", (*probe).verificationVerifyWrong),
	required("verification.verify_purpose", "verification.verify",
		"the right code for another purpose is refused", (*probe).verificationVerifyPurpose),
}

func (p *probe) sent(f Fixture) (in osbp.VerificationSendInput, got *osbp.VerificationChallenge) {
	in = osbp.VerificationSendInput{Customer: p.customer(), Purpose: osbp.BookingPurpose(f.OrganizationID)}
	got, err := p.adapter(f).SendVerification(p.ctx, in)
	p.wantAnswer("verification.send", err)
	if got == nil {
		p.fatalf("verification.send answered with nothing")
	}
	return in, got
}

func (p *probe) verificationSent() {
	t := p.verified()
	if _, got := p.sent(t.fixture); got.Sent == nil || !*got.Sent {
		p.fatalf("verification.send does not answer sent: true")
	}
}

func (p *probe) verificationSentIsTrue() {
	p.need(p.h.Code != nil, "Code", "that a send claims nothing")
	all := p.h.Fixtures
	for _, f := range []Fixture{all.Plain, all.Verified, all.NoProvider, all.NoReadback} {
		if f == (Fixture{}) {
			continue
		}
		in := osbp.VerificationSendInput{Customer: p.customer(), Purpose: osbp.BookingPurpose(f.OrganizationID)}
		got, err := p.adapter(f).SendVerification(p.ctx, in)
		if err != nil {
			p.wantRefused("verification.send", err)
			continue
		}
		if got != nil && got.Sent != nil && *got.Sent && !p.codeFor(p.ctx, in.Customer) {
			p.fatalf("verification.send says that it sent a code, and none was sent")
		}
	}
}

// codeFor reports whether a code was sent to a customer.
func (p *probe) codeFor(ctx context.Context, c osbp.Customer) bool {
	code, err := p.h.Code(ctx, c)
	if errors.Is(err, errSkip) {
		p.must("Code", err)
	}
	return err == nil && code != ""
}

func (p *probe) verificationMethod() {
	t := p.verified()
	_, got := p.sent(t.fixture)
	known := []osbp.VerificationMethod{osbp.VerificationSMS, osbp.VerificationEmail, osbp.VerificationUnknown}
	if !slices.Contains(known, got.Method) {
		p.fatalf("verification.send reports the method %q", got.Method)
	}
	policy := t.policy.VerificationMethod
	if (policy == osbp.VerificationSMS || policy == osbp.VerificationEmail) && got.Method != policy {
		p.fatalf("verification.send reports the method %q, the policy %q", got.Method, policy)
	}
}

func (p *probe) verificationMethodNotGuessed() {
	f := p.fixture(p.h.Fixtures.OtherVerification, "OtherVerification", "a way of verifying that OSBP has no word for")
	known := []osbp.VerificationMethod{osbp.VerificationSMS, osbp.VerificationEmail, osbp.VerificationNone}
	if method := p.explain(f).VerificationMethod; slices.Contains(known, method) {
		p.fatalf("the policy reports the method %q, which it is not", method)
	}
	in := osbp.VerificationSendInput{Customer: p.customer(), Purpose: osbp.BookingPurpose(f.OrganizationID)}
	if got, err := p.adapter(f).SendVerification(p.ctx, in); err == nil && got != nil && slices.Contains(known, got.Method) {
		p.fatalf("verification.send reports the method %q, which it is not", got.Method)
	}
}

func (p *probe) verificationPurposeEchoed() {
	if in, got := p.sent(p.verified().fixture); got.Purpose != in.Purpose {
		p.fatalf("verification.send answers with another purpose than it was asked for")
	}
}

// sendsNothing tries that a send with another purpose is refused.
func sendsNothing(do func(*probe, *osbp.VerificationSendInput)) func(*probe) {
	return func(p *probe) {
		p.need(p.h.Code != nil, "Code", "that nothing is sent for another purpose")
		f := p.fixture(p.h.Fixtures.Verified, "Verified", "a send for another purpose")
		in := osbp.VerificationSendInput{Customer: p.customer(), Purpose: osbp.BookingPurpose(f.OrganizationID)}
		do(p, &in)
		_, err := p.adapter(f).SendVerification(p.ctx, in)
		p.wantRefused("a send for another purpose", err)
		if p.codeFor(p.ctx, in.Customer) {
			p.fatalf("a code was sent for another purpose")
		}
	}
}

func (p *probe) verificationWithoutContact() {
	f := p.fixture(p.h.Fixtures.Verified, "Verified", "a send without a contact")
	c := p.customer()
	c.Phone, c.Email = "", ""
	_, err := p.adapter(f).SendVerification(p.ctx, osbp.VerificationSendInput{Customer: c, Purpose: osbp.BookingPurpose(f.OrganizationID)})
	p.wantRefused("a send without a contact", err)
}

// verifying has a code sent and asks about one.
func (p *probe) verifying(do func(*osbp.VerificationVerifyInput)) (*osbp.VerificationChallenge, error) {
	t := p.verified()
	in := osbp.VerificationVerifyInput{Customer: t.in.Customer, Purpose: osbp.BookingPurpose(t.fixture.OrganizationID)}
	in.Code = p.send(t.fixture, t.in.Customer)
	do(&in)
	return t.adapter.VerifyCode(p.ctx, in)
}

func (p *probe) verificationVerifyRight() {
	got, err := p.verifying(func(*osbp.VerificationVerifyInput) {})
	switch {
	case err != nil:
		if refused := p.wantRefused("verification.verify", err); refused.Code == osbp.CodeVerificationFailed {
			p.fatalf("the right code was rejected")
		}
	case got == nil || got.Verified == nil || !*got.Verified:
		p.fatalf("the right code was not verified")
	}
}

func (p *probe) verificationVerifyWrong() {
	got, err := p.verifying(func(in *osbp.VerificationVerifyInput) { in.Code = wrong(in.Code) })
	if err != nil {
		p.wantRefused("verification.verify with a wrong code", err)
	} else if got != nil && got.Verified != nil && *got.Verified {
		p.fatalf("a wrong code was verified")
	}
}

func (p *probe) verificationVerifyPurpose() {
	got, err := p.verifying(func(in *osbp.VerificationVerifyInput) { in.Purpose = osbp.BookingPurpose(p.key("org")) })
	if err != nil {
		p.wantRefused("verification.verify for another purpose", err)
	} else if got != nil && got.Verified != nil && *got.Verified {
		p.fatalf("a code was verified for another purpose")
	}
}
