package adaptertest

import (
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// A code stands in for nothing else, and nothing but the code for it (B-155, B-164 to
// B-166, B-174, B-221).
var verificationLoopChecks = []check{
	required("verification.whole_code", "Security and Privacy Considerations",
		"a part of the code, or the code with more to it, books nothing", (*probe).verificationWholeCode),
	required("verification.verify_whole_code", "verification.verify",
		"a part of the code, or the code with more to it, is never verified", (*probe).verificationVerifyWholeCode),
	required("verification.approval_expires", "booking.create",
		"a token that expired while the code was awaited is not accepted with the code", (*probe).verificationApprovalExpires),
	required("verification.facts_again", "booking.create",
		"a price that changed while the code was awaited is put to the user anew", (*probe).verificationFactsAgain),
	required("verification.mandate_again", "Security and Privacy Considerations",
		"a mandate that expired while the code was awaited is mandate_expired, whatever the code", (*probe).verificationMandateAgain),
	required("verification.purpose_exact", "verification.send",
		"a purpose that only resembles booking:{organization_id} is refused, and nothing is sent", (*probe).verificationPurposeExact),
}

// near are codes that resemble the right one.
func near(right string) map[string]string {
	return map[string]string{
		"with a nought before it":      "0" + right,
		"with a nought after it":       right + "0",
		"without its first characters": right[min(2, len(right)-1):],
		"without its last character":   right[:len(right)-1],
	}
}

func (p *probe) verificationWholeCode() {
	for what := range inOrder(near("000000")) {
		t := p.verified()
		t.asked()
		t.in.VerificationCode = near(p.send(t.fixture, t.in.Customer))[what]
		if _, err := t.create(); err == nil {
			p.fatalf("the code %s led to a booking", what)
		}
	}
}

func (p *probe) verificationVerifyWholeCode() {
	for what := range inOrder(near("000000")) {
		got, err := p.verifying(func(in *osbp.VerificationVerifyInput) { in.Code = near(in.Code)[what] })
		if err != nil {
			p.wantRefused("verification.verify with a code "+what, err)
		} else if got != nil && got.Verified != nil && *got.Verified {
			p.fatalf("the code %s was verified", what)
		}
	}
}

func (p *probe) verificationApprovalExpires() {
	t := p.verified()
	t.asked()
	p.advance(time.Hour, "that a token expires while a code is awaited")
	t.in.VerificationCode = p.send(t.fixture, t.in.Customer)
	if _, err := t.create(); err == nil {
		p.fatalf("a booking.create with a fresh code and a token that is an hour old succeeded")
	}
}

func (p *probe) verificationFactsAgain() {
	t := p.verified()
	t.asked()
	amount, fixed := int64(0), false
	if t.slot.Price != nil {
		amount, fixed = t.slot.Price.FixedAmount()
	} else if t.service.Price != nil {
		amount, fixed = t.service.Price.FixedAmount()
	}
	if !fixed || amount < 10 {
		p.skipf("Fixtures.Verified has no fixed price that could be lowered: that it is put to the user anew is not shown")
	}
	p.setPrice(t.fixture, money.Fixed(t.priceCurrency(), amount-amount/10), "a price that changes while a code is awaited")
	t.in.VerificationCode = p.send(t.fixture, t.in.Customer)
	_, err := t.create()
	if err == nil {
		p.fatalf("a booking.create with a code succeeded at a price that nobody had approved")
	}
	if _, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr != nil {
		p.fatalf("a booking whose price had changed was not put to the user anew but gave %s", brief(err))
	}
}

func (p *probe) verificationMandateAgain() {
	t := p.verified()
	t.expiresIn(5*time.Minute, "Z")
	t.asked()
	p.advance(6*time.Minute, "that a mandate expires while a code is awaited")
	t.in.VerificationCode = p.send(t.fixture, t.in.Customer)
	_, err := t.create()
	p.wantProblem("a booking.create with a code, under a mandate that has expired,", err, osbp.CodeMandateExpired)
}

func (p *probe) verificationPurposeExact() {
	for _, change := range []func(purpose string) string{
		strings.ToUpper,
		func(purpose string) string { return purpose + "_2" },
		func(purpose string) string { return purpose + ":all" },
		func(purpose string) string { return strings.TrimPrefix(purpose, "booking:") },
	} {
		sendsNothing(func(_ *probe, in *osbp.VerificationSendInput) { in.Purpose = change(in.Purpose) })(p)
	}
}
