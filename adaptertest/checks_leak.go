package adaptertest

import (
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// What must not turn up where it doesn't belong: customers, codes, tokens and
// credentials (B-212 to B-216, B-220 to B-226).
var leakChecks = slices.Concat([]check{
	required("leak.contact_in_refusal", "Security and Privacy Considerations",
		"no refusal's message has the customer's phone number or email address", (*probe).contactInRefusal),
	required("leak.name_in_refusal", "Security and Privacy Considerations",
		"no refusal's message but the challenge has the customer's name", (*probe).nameInRefusal),
	required("leak.token_in_refusal", "Canonical Flow",
		"no refusal's message but the challenge has the approval token", (*probe).tokenInRefusal),
	required("leak.code_in_refusal", "Security and Privacy Considerations",
		"no refusal's message has the verification code", (*probe).codeInRefusal),
	required("leak.error_text", "Security and Privacy Considerations",
		"the text of an error, which programs log, has nothing of the customer, the code or the token", (*probe).errorText),
	required("leak.credential_in_refusal", "Platform Metadata and Versioning",
		"no refusal has a credential, neither in its message nor in the text of the error", (*probe).credentialInRefusal),
	required("leak.receipt", "booking.create",
		"a receipt has neither the customer's contacts nor the code or the token", (*probe).receiptLeak),
	required("leak.other_customer", "Security and Privacy Considerations",
		"what one customer's attempt answers has nothing of another customer of the same slot", (*probe).otherCustomer),
	required("leak.token_stored", "Security and Privacy Considerations",
		"an approval token is not stored as it is", (*probe).tokenStored),
	required("leak.customer_stored", "Security and Privacy Considerations",
		"the customer's contacts and name are not kept once the booking is over", (*probe).customerStored),
	required("leak.token_sent", "Security and Privacy Considerations",
		"an approval token is not sent to the platform", (*probe).tokenSent),
}, leakLogChecks, leakAuditChecks, leakUpstreamChecks)

// A receipt may name the customer, as the summary does (B-031).
func (p *probe) receiptLeak() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.in.VerificationCode = "730194"
	made := t.book()
	again, err := t.create()
	p.wantAnswer("a retry after success", err)
	for _, r := range []*osbp.CreateResult{made, again} {
		text := r.Receipt.ID + "\n" + r.Receipt.BookingID + "\n" + r.Receipt.Text
		if r.Runtime != nil {
			text += "\n" + r.Runtime.Message
		}
		p.wantAbsent("a receipt", text, slices.Concat(contacts(t.in.Customer), t.token(), t.code())...)
	}
}

func (p *probe) otherCustomer() {
	one, two := p.rivals()
	two.in.Customer.DisplayName, two.in.Customer.GivenName, two.in.Customer.FamilyName = "Ambrose Thistlewood", "Ambrose", "Thistlewood"
	two.in.Approval, two.in.IdempotencyKey = nil, p.key("idem")
	challenge := two.challenge()
	made := one.book()
	two.in.Approval = challenge.Approval()
	err := two.wantNoReceipt("the second of two attempts for one slot")
	p.wantAbsent("the refusal of another's attempt for the same slot", problemOf(err).Message,
		append(one.canaries(), canary{"the booking id", made.Receipt.BookingID})...)
	p.wantAbsent("the challenge of another's attempt for the same slot", challenge.Summary, one.canaries()...)
}

// persisted is everything that the adapter has stored.
func (p *probe) persisted(unproved string) string {
	p.need(p.h.Persisted != nil, "Persisted", unproved)
	data, err := p.h.Persisted()
	p.must("Persisted", err)
	return string(data)
}

func (p *probe) tokenStored() {
	const unproved = "that no approval token is stored"
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.wantAbsent("what is stored after the challenge", p.persisted(unproved), t.token()...)
	t.create()
	p.wantAbsent("what is stored after the booking", p.persisted(unproved), t.token()...)
}

func (p *probe) customerStored() {
	const unproved = "that customers are not stored"
	p.need(p.h.Persisted != nil, "Persisted", unproved)
	t, _, _ := p.refusals()
	p.wantAbsent("what is stored after refusals", p.persisted(unproved), append(contacts(t.in.Customer), names(t.in.Customer)...)...)
	t = p.attempt(p.h.Fixtures.Plain)
	t.book()
	p.wantAbsent("what is stored after a booking", p.persisted(unproved), append(contacts(t.in.Customer), names(t.in.Customer)...)...)
}

func (p *probe) tokenSent() {
	p.need(p.h.Received != nil, "Received", "that no approval token is sent to the platform")
	t := p.attempt(p.h.Fixtures.Plain).approve()
	_, err := t.create()
	p.wantAnswer("an approved booking.create", err)
	data, err := p.h.Received()
	p.must("Received", err)
	p.wantAbsent("what the platform received", string(data), t.token()...)
}

// The operator's log (B-213, B-220).
var leakLogChecks = []check{
	required("leak.contact_logged", "Security and Privacy Considerations",
		"the operator's log has no phone number and no email address of the customer", (*probe).contactLogged),
	required("leak.name_logged", "Security and Privacy Considerations",
		"the operator's log has no name of the customer", (*probe).nameLogged),
	required("leak.token_logged", "Security and Privacy Considerations",
		"the operator's log has no approval token", (*probe).tokenLogged),
	required("leak.code_logged", "Security and Privacy Considerations",
		"the operator's log has no verification code", (*probe).codeLogged),
	required("leak.credential_stored", "Platform Metadata and Versioning",
		"credentials turn up neither in what is stored nor in the operator's log", (*probe).credentialStored),
}

// troubled runs an attempt through what operators are told about: a lost answer, a
// retry, a refusal of each kind.
func (p *probe) troubled(unproved string) *attempt {
	p.need(p.h.Logged != nil, "Logged", unproved)
	t, _, _ := p.refusals()
	if p.h.LoseAnswer != nil {
		if off, err := p.h.LoseAnswer(p.ctx, true); p.can("LoseAnswer", err) {
			p.until("LoseAnswer", off, nil)
		}
	}
	t.create()
	t.create()
	return t
}

func (p *probe) contactLogged() {
	t := p.troubled("that the log leaves customers out")
	p.wantAbsent("the operator's log", p.h.Logged(), contacts(t.in.Customer)...)
}

func (p *probe) nameLogged() {
	t := p.troubled("that the log leaves names out")
	p.wantAbsent("the operator's log", p.h.Logged(), names(t.in.Customer)...)
}

func (p *probe) tokenLogged() {
	t := p.troubled("that the log leaves tokens out")
	p.wantAbsent("the operator's log", p.h.Logged(), t.token()...)
}

func (p *probe) codeLogged() {
	t := p.troubled("that the log leaves codes out")
	p.wantAbsent("the operator's log", p.h.Logged(), t.code()...)
}

func (p *probe) credentialStored() {
	p.need(len(p.h.Credentials) > 0, "Credentials", "that credentials stay where they are")
	p.need(p.h.Logged != nil || p.h.Persisted != nil, "Logged", "that credentials stay where they are")
	before := ""
	if p.h.Logged != nil {
		before = p.h.Logged() // of other checks on the same sandbox
	}
	p.attempt(p.h.Fixtures.Plain).book()
	if p.h.Logged != nil {
		p.wantAbsent("the operator's log", strings.TrimPrefix(p.h.Logged(), before), p.credentials()...)
	}
	if p.h.Persisted != nil {
		p.wantAbsent("what is stored", p.persisted("that credentials are not stored"), p.credentials()...)
	}
}
