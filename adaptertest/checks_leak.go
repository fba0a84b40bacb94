package adaptertest

import (
	"fmt"
	"slices"
	"strings"
	"time"

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
	required("leak.receipt", "booking.create",
		"a receipt has nothing of the customer, the code or the token", (*probe).receiptLeak),
	required("leak.other_customer", "Security and Privacy Considerations",
		"what one customer's attempt answers has nothing of another customer of the same slot", (*probe).otherCustomer),
	required("leak.token_stored", "Security and Privacy Considerations",
		"an approval token is not stored as it is", (*probe).tokenStored),
	required("leak.token_sent", "Security and Privacy Considerations",
		"an approval token is not sent to the platform", (*probe).tokenSent),
}, leakLogChecks, leakAuditChecks, leakUpstreamChecks)

// refusal is one that was provoked.
type refusal struct {
	what string
	err  error
}

// refusals has the adapter refuse in many ways, and returns the attempt and what it
// said, the challenge apart.
func (p *probe) refusals() (t *attempt, challenge error, all []refusal) {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	t = p.attemptOf(p.h.Fixtures.Plain, slots[0])
	t.in.VerificationCode = "730194"
	_, challenge = t.create()
	t.approve()
	try := func(what string, change func(*osbp.BookingCreateInput)) {
		other := *t
		m := *t.in.Mandate
		other.in.Mandate = &m
		other.in.IdempotencyKey = p.key("idem")
		change(&other.in)
		_, err := other.create()
		all = append(all, refusal{what, err})
	}
	try("a refusal for an expired mandate", func(in *osbp.BookingCreateInput) { in.Mandate.ExpiresAt = p.instant(-time.Hour) })
	try("a refusal for an action", func(in *osbp.BookingCreateInput) { in.Mandate.AllowedActions = nil })
	try("a refusal for a service", func(in *osbp.BookingCreateInput) { in.Mandate.ServiceIDs = []string{"none"} })
	try("a refusal for the window", func(in *osbp.BookingCreateInput) { in.Mandate.LatestEnd = t.slot.StartsAtLocal })
	try("a refusal for a malformed window", func(in *osbp.BookingCreateInput) { in.Mandate.EarliestStart = "tomorrow" })
	try("a refusal for a date", func(in *osbp.BookingCreateInput) { in.Date = "2026-02-30" })
	try("a refusal for a time", func(in *osbp.BookingCreateInput) { in.Time = "00:01"; in.Mandate.EarliestStart = "" })
	try("a refusal for a missing key", func(in *osbp.BookingCreateInput) { in.IdempotencyKey = "" })
	try("an idempotency_conflict", func(in *osbp.BookingCreateInput) {
		in.IdempotencyKey = t.in.IdempotencyKey
		in.Date, in.Time = startOf(slots[1])
	})
	if p.h.TakeSlot != nil {
		gone := p.attemptOf(p.h.Fixtures.Plain, slots[1])
		gone.in.Customer, gone.in.VerificationCode = t.in.Customer, t.in.VerificationCode
		gone.in.Approval = t.in.Approval
		p.must("TakeSlot", p.h.TakeSlot(p.ctx, slots[1]))
		_, err := gone.create()
		all = append(all, refusal{"a refusal for a slot that is gone", err})
	}
	_, err := t.adapter.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: p.key("none"), Customer: &t.in.Customer})
	all = append(all, refusal{"a refusal of booking.status", err})
	_, err = t.adapter.SendVerification(p.ctx, osbp.VerificationSendInput{Customer: t.in.Customer, Purpose: "booking:none"})
	all = append(all, refusal{"a refusal of verification.send", err})
	_, err = t.adapter.VerifyCode(p.ctx, osbp.VerificationVerifyInput{Customer: t.in.Customer, Purpose: osbp.BookingPurpose(t.fixture.OrganizationID), Code: t.in.VerificationCode})
	all = append(all, refusal{"a refusal of verification.verify", err})
	if p.h.RateLimit != nil {
		off, err := p.h.RateLimit(p.ctx)
		p.until("RateLimit", off, err)
		_, err = t.create()
		all = append(all, refusal{"rate_limited", err})
	}
	return t, challenge, all
}

// wantMessagesWithout searches the messages of many refusals. One that puts the booking
// to the user is no refusal.
func (p *probe) wantMessagesWithout(values func(*attempt) []canary) {
	t, _, all := p.refusals()
	for _, r := range all {
		got := osbp.AsProblem(r.err)
		if got == nil || strings.Contains(got.Message, tokenMarker) {
			continue
		}
		p.wantAbsent("the message of "+r.what, got.Message, values(t)...)
	}
}

func (p *probe) contactInRefusal() {
	p.wantMessagesWithout(func(t *attempt) []canary { return contacts(t.in.Customer) })
}

func (p *probe) nameInRefusal() {
	p.wantMessagesWithout(func(t *attempt) []canary { return names(t.in.Customer) })
}

func (p *probe) tokenInRefusal() { p.wantMessagesWithout((*attempt).token) }

func (p *probe) codeInRefusal() { p.wantMessagesWithout((*attempt).code) }

// canaries are the values of the attempt that belong to its customer alone.
func (t *attempt) canaries() []canary {
	return slices.Concat(contacts(t.in.Customer), names(t.in.Customer), t.token(), t.code())
}

func (p *probe) errorText() {
	t, challenge, all := p.refusals()
	for _, r := range append(all, refusal{"the challenge", challenge}) {
		for _, verb := range []string{"%v", "%+v"} {
			p.wantAbsent("the error text of "+r.what, fmt.Sprintf(verb, r.err), t.canaries()...)
		}
	}
}

func (p *probe) receiptLeak() {
	t := p.attempt(p.h.Fixtures.Plain)
	made := t.book()
	again, err := t.create()
	p.wantAnswer("a retry after success", err)
	for _, r := range []*osbp.CreateResult{made, again} {
		text := r.Receipt.ID + "\n" + r.Receipt.BookingID + "\n" + r.Receipt.Text
		if r.Runtime != nil {
			text += "\n" + r.Runtime.Message
		}
		p.wantAbsent("a receipt", text, t.canaries()...)
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
		off, err := p.h.LoseAnswer(p.ctx, true)
		p.until("LoseAnswer", off, err)
	}
	t.create()
	t.create()
	return t
}

func (p *probe) contactLogged() {
	t := p.troubled("that the log leaves customers out")
	p.wantAbsent("the operator's log", p.h.Logged(), contacts(t.in.Customer)...)
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
