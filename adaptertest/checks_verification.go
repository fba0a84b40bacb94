package adaptertest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// The customer's code (B-114, B-115, B-147 to B-155, B-174, B-225).
var verificationChecks = slices.Concat(verificationFlowChecks, verificationLoopChecks, verificationToolChecks)

var verificationFlowChecks = []check{
	required("verification.required", "booking.create",
		"an approved booking that needs a code and has none is requires_verification", (*probe).verificationRequired),
	required("verification.required_retryable", "Result Envelope",
		"requires_verification is retryable", (*probe).verificationRequiredRetryable),
	required("verification.after_approval", "Canonical Flow",
		"no code is asked for before the user has approved, and no create is tried to find out", (*probe).verificationAfterApproval),
	required("verification.flow", "Canonical Flow",
		"with the code that was sent, the same key and the same approval book", (*probe).verificationFlow),
	required("verification.not_bypassed", "verification.verify",
		"a retry without a code is requires_verification again, also once a code was sent", (*probe).verificationNotBypassed),
	required("verification.code_is_no_approval", "booking.create",
		"the right code without an approval books nothing: who gives a code has not confirmed a summary", (*probe).codeIsNoApproval),
	required("verification.wrong_code", "Result Envelope",
		"a wrong code is verification_failed", (*probe).verificationWrongCode),
	required("verification.wrong_code_retryable", "Result Envelope",
		"verification_failed is retryable: with a new code the same call can succeed", (*probe).verificationWrongCodeRetryable),
	required("verification.right_after_wrong", "Result Envelope",
		"after a wrong code the right one still books, with the same key and the same approval", (*probe).verificationRightAfterWrong),
	required("verification.old_code", "Result Envelope",
		"a code that has expired is verification_failed", (*probe).verificationOldCode),
	required("verification.resend", "Result Envelope",
		"after another send the new code books", (*probe).verificationResend),
	required("verification.of_another", "Security and Privacy Considerations",
		"a code that was sent to somebody else is verification_failed", (*probe).verificationOfAnother),
	required("verification.not_told", "verification.verify",
		"no answer tells the code that was sent: only the customer can", (*probe).verificationNotTold),
	required("verification.nothing_sent_before", "booking.create",
		"an unapproved booking.create sends the customer no code", (*probe).verificationUnsent),
	required("verification.not_stored", "Security and Privacy Considerations",
		"no code is ever persisted, neither a right nor a wrong one", (*probe).verificationNotStored),
	required("verification.not_logged", "Security and Privacy Considerations",
		"no code is ever told to the operator", (*probe).verificationNotLogged),
	required("verification.not_audited", "Security and Privacy Considerations",
		"no code stands in an audit event", (*probe).verificationNotAudited),
	required("verification.audited", "Security and Privacy Considerations",
		"the audit log says that verification happened and by which method", (*probe).verificationAudited),
}

func (p *probe) verified() *attempt {
	return p.attempt(p.fixture(p.h.Fixtures.Verified, "Verified", "a booking that needs a verification code"))
}

// send has a code sent to a customer of the fixture's organization, and reads it.
func (p *probe) send(f Fixture, c osbp.Customer) string {
	p.need(p.h.Code != nil, "Code", "what a verification code does")
	got, err := p.adapter(f).SendVerification(p.ctx, osbp.VerificationSendInput{Customer: c, Purpose: osbp.BookingPurpose(f.OrganizationID)})
	p.wantAnswer("verification.send", err)
	if got == nil {
		p.fatalf("verification.send answered with nothing")
	}
	code, err := p.h.Code(p.ctx, c)
	p.must("Code", err)
	if code == "" {
		p.fatalf("Harness.Code knows no code")
	}
	return code
}

// asked approves the attempt and sends it without a code.
func (t *attempt) asked() *osbp.Problem {
	_, err := t.approve().create()
	return t.p.wantProblem("an approved booking without a code", err, osbp.CodeRequiresVerification)
}

// bookVerified books, with a code where the platform asks for one.
func (t *attempt) bookVerified() *osbp.CreateResult {
	r, err := t.approve().create()
	if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeRequiresVerification {
		t.in.VerificationCode = t.p.send(t.fixture, t.in.Customer)
		r, err = t.create()
	}
	t.p.wantAnswer("an approved booking", err)
	if r == nil {
		t.p.fatalf("an approved booking answered with nothing")
	}
	return r
}

// wrong is a code like the one given, and not it.
func wrong(code string) string {
	last := code[len(code)-1]
	if last == '7' {
		return code[:len(code)-1] + "3"
	}
	return code[:len(code)-1] + "7"
}

func (p *probe) verificationRequired() { p.verified().asked() }

func (p *probe) verificationRequiredRetryable() { p.wantRetryable(p.verified().asked(), true) }

func (p *probe) verificationAfterApproval() {
	t := p.verified()
	before := p.h.Creates()
	t.challenge()
	p.wantCreates(before, 0)
}

func (p *probe) verificationFlow() {
	t := p.verified()
	t.asked()
	t.in.VerificationCode = p.send(t.fixture, t.in.Customer)
	before := p.h.Creates()
	r, err := t.create()
	p.wantAnswer("an approved booking with the code", err)
	if r == nil || r.Receipt.BookingID == "" {
		p.fatalf("an approved booking with the code gave no receipt")
	}
	p.wantCreates(before, 1)
}

func (p *probe) verificationNotBypassed() {
	t := p.verified()
	t.asked()
	p.send(t.fixture, t.in.Customer)
	_, err := t.create()
	p.wantProblem("a retry without the code", err, osbp.CodeRequiresVerification)
}

func (p *probe) codeIsNoApproval() {
	t := p.verified()
	t.asked()
	t.in.VerificationCode, t.in.Approval = p.send(t.fixture, t.in.Customer), nil
	t.wantNoBooking("a booking.create with the right code and without an approval")
}

// tryWrong sends an approved attempt with a wrong code and returns the right one.
func (t *attempt) tryWrong() (right string, got *osbp.Problem) {
	t.asked()
	right = t.p.send(t.fixture, t.in.Customer)
	t.in.VerificationCode = wrong(right)
	_, err := t.create()
	return right, t.p.wantProblem("a booking with a wrong code", err, osbp.CodeVerificationFailed)
}

func (p *probe) verificationWrongCode() { p.verified().tryWrong() }

func (p *probe) verificationWrongCodeRetryable() {
	_, got := p.verified().tryWrong()
	p.wantRetryable(got, true)
}

func (p *probe) verificationRightAfterWrong() {
	t := p.verified()
	t.in.VerificationCode, _ = t.tryWrong()
	_, err := t.create()
	p.wantAnswer("a booking with the right code after a wrong one", err)
}

func (p *probe) verificationOldCode() {
	p.need(p.h.ExpireCodes != nil, "ExpireCodes", "what happens to a code that has expired")
	t := p.verified()
	t.asked()
	t.in.VerificationCode = p.send(t.fixture, t.in.Customer)
	p.must("ExpireCodes", p.h.ExpireCodes(p.ctx))
	_, err := t.approve().create() // the approval may have expired with the code
	p.wantProblem("a booking with a code that has expired", err, osbp.CodeVerificationFailed)
}

func (p *probe) verificationResend() {
	t := p.verified()
	t.asked()
	p.send(t.fixture, t.in.Customer)
	t.in.VerificationCode = p.send(t.fixture, t.in.Customer)
	_, err := t.create()
	p.wantAnswer("a booking with the latest code", err)
}

func (p *probe) verificationOfAnother() {
	t := p.verified()
	t.asked()
	other := p.customer()
	for other.Phone == t.in.Customer.Phone {
		other = p.customer()
	}
	own := p.send(t.fixture, t.in.Customer)
	t.in.VerificationCode = p.send(t.fixture, other)
	if t.in.VerificationCode == own {
		p.skipf("the sandbox sends everybody the same code: that one person's is not another's is not shown")
	}
	_, err := t.create()
	p.wantProblem("a booking with somebody else's code", err, osbp.CodeVerificationFailed)
}

// verificationNotTold asks again after a code was sent, without one and with a wrong one.
func (p *probe) verificationNotTold() {
	t := p.verified()
	t.asked()
	right := p.send(t.fixture, t.in.Customer)
	_, without := t.create()
	t.in.VerificationCode = wrong(right)
	_, rejected := t.create()
	_, checked := t.adapter.VerifyCode(p.ctx, osbp.VerificationVerifyInput{
		Customer: t.in.Customer, Purpose: osbp.BookingPurpose(t.fixture.OrganizationID), Code: wrong(right),
	})
	for what, err := range inOrder(map[string]error{
		"a retry without the code": without, "a booking with a wrong code": rejected, "verification.verify with a wrong code": checked,
	}) {
		if got := osbp.AsProblem(err); got != nil {
			p.wantAbsent("the answer to "+what, got.Message, canary{"the code that was sent", right})
		}
	}
}

func (p *probe) verificationUnsent() {
	p.need(p.h.Code != nil, "Code", "that no code is sent before the approval")
	t := p.verified()
	t.challenge()
	if p.codeFor(p.ctx, t.in.Customer) {
		p.fatalf("the challenge came with a code to the customer")
	}
}

// throughCodes books with a wrong code and then with the right one.
func (t *attempt) throughCodes() (codes []string) {
	right, _ := t.tryWrong()
	codes = []string{t.in.VerificationCode, right}
	t.in.VerificationCode = right
	_, err := t.create()
	t.p.wantAnswer("a booking with the right code", err)
	return codes
}

func (p *probe) verificationNotStored() {
	p.need(p.h.Persisted != nil, "Persisted", "that no code is persisted")
	for _, code := range p.verified().throughCodes() {
		stored, err := p.h.Persisted()
		p.must("Persisted", err)
		if stands(string(stored), code) {
			p.fatalf("a verification code is among what the adapter has stored")
		}
	}
}

func (p *probe) verificationNotLogged() {
	p.need(p.h.Logged != nil, "Logged", "that no code is told to the operator")
	for _, code := range p.verified().throughCodes() {
		if stands(p.h.Logged(), code) {
			p.fatalf("a verification code is in the operator's log")
		}
	}
}

// hostedCodes goes through a host: challenge, approval, code, and verification.verify.
func (p *probe) hostedCodes() (events []*audit.Event, code string) {
	t := p.verified()
	h := p.hosted(t.fixture)
	t.asked()
	purpose := osbp.BookingPurpose(t.fixture.OrganizationID)
	h.call(osbp.ToolVerificationSend, osbp.VerificationSendInput{Customer: t.in.Customer, Purpose: purpose})
	p.need(p.h.Code != nil, "Code", "what a verification code does")
	code, err := p.h.Code(p.ctx, t.in.Customer)
	p.must("Code", err)
	h.call(osbp.ToolVerificationVerify, osbp.VerificationVerifyInput{Customer: t.in.Customer, Purpose: purpose, Code: code})
	t.in.VerificationCode = code
	if e := h.call(osbp.ToolBookingCreate, t.in); !e.OK {
		p.fatalf("a booking with the code failed through the host")
	}
	return h.events(), code
}

func (p *probe) verificationNotAudited() {
	events, code := p.hostedCodes()
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil {
			p.fatalf("an audit event can't be encoded: %v", err)
		}
		if stands(string(text), code) {
			p.fatalf("the audit event of %s carries the verification code", e.ToolName)
		}
	}
}

// verificationAudited looks for the event of the booking, and for the method in it or
// in that of the send.
func (p *probe) verificationAudited() {
	events, _ := p.hostedCodes()
	happened, how := false, ""
	for _, e := range events {
		if v := e.Verification; v != nil {
			how += v.Method
		}
		switch e.ToolName {
		case string(osbp.ToolBookingCreate):
			happened = happened || e.Verification != nil && e.Verification.Submitted || bytes.Contains(e.Input, []byte(`"verification_code"`))
		case string(osbp.ToolVerificationSend):
			how += string(e.Result)
		}
	}
	if !happened {
		p.fatalf("the booking's audit event does not say that a code was submitted")
	}
	if !strings.Contains(how, string(osbp.VerificationSMS)) && !strings.Contains(how, string(osbp.VerificationEmail)) &&
		!strings.Contains(how, string(osbp.VerificationUnknown)) {
		p.fatalf("no audit event says by which method the customer was verified")
	}
}
