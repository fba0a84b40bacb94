package adaptertest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// Audit events are redacted (B-212 to B-216).
var leakAuditChecks = []check{
	required("leak.contact_audited", "Audit",
		"no audit event has the customer's phone number or email address", (*probe).contactAudited),
	required("leak.name_audited", "Audit",
		"no audit event has the customer's name, whether in a field or in the summary", (*probe).nameAudited),
	required("leak.display_name_audited", "Audit",
		"no audit event has the customer's display name, also one that shares nothing with the other names", (*probe).displayNameAudited),
	required("leak.token_audited", "Audit",
		"no audit event has an approval token", (*probe).tokenAudited),
	required("leak.code_audited", "Audit",
		"no audit event has a verification code", (*probe).codeAudited),
	required("leak.image_audited", "Known Limitations",
		"no audit event has a provider's image URL", (*probe).imageAudited),
	required("leak.free_text_audited", "Audit",
		"what looks like a phone number or an email address in free text is taken out of audit events", (*probe).freeTextAudited),
	required("leak.credential_shown", "Platform Metadata and Versioning",
		"credentials turn up in no envelope and in no audit event", (*probe).credentialShown),
}

// audited calls every tool through a host, and returns the attempt, and all that was
// answered and recorded.
func (p *probe) audited() (t *attempt, answered, recorded string) {
	return p.auditedOf(p.attempt(p.h.Fixtures.Plain))
}

func (p *probe) auditedOf(t *attempt) (_ *attempt, answered, recorded string) {
	h := p.hosted(p.h.Fixtures.Plain)
	var said strings.Builder
	call := func(tool osbp.Tool, args any) osbp.Envelope {
		e := h.call(tool, args)
		data, err := json.Marshal(e)
		if err != nil {
			p.fatalf("the envelope of %s can't be encoded", tool)
		}
		said.Write(data)
		return e
	}
	f := t.fixture
	call(osbp.ToolServiceDescribe, osbp.ServiceDescribeInput{ServiceID: f.ServiceID})
	call(osbp.ToolAvailabilityFind, osbp.AvailabilityFindInput{ServiceID: f.ServiceID, ScheduleID: f.ScheduleID, Date: t.in.Date})
	call(osbp.ToolPolicyExplain, osbp.PolicyExplainInput{ServiceID: f.ServiceID})
	call(osbp.ToolVerificationSend, osbp.VerificationSendInput{Customer: t.in.Customer, Purpose: osbp.BookingPurpose(f.OrganizationID)})
	t.in.VerificationCode = "730194"
	call(osbp.ToolVerificationVerify, osbp.VerificationVerifyInput{Customer: t.in.Customer, Purpose: osbp.BookingPurpose(f.OrganizationID), Code: t.in.VerificationCode})
	c, err := osbp.ParseChallenge(call(osbp.ToolBookingCreate, t.in).Problem)
	if err != nil {
		p.fatalf("an unapproved booking.create through a host was not challenged")
	}
	t.in.Approval = c.Approval()
	e := call(osbp.ToolBookingCreate, t.in)
	made, err := osbp.DecodeValue[osbp.Receipt](e)
	if err != nil {
		p.fatalf("an approved booking.create through a host gave no receipt: %s", brief(err))
	}
	call(osbp.ToolBookingCreate, t.in)
	call(osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: made.BookingID, Customer: &t.in.Customer})
	return t, said.String(), h.recorded()
}

// recorded is every audit event as JSON.
func (h *hosted) recorded() string {
	var all strings.Builder
	for _, event := range h.events() {
		data, err := json.Marshal(event)
		if err != nil {
			h.p.fatalf("an audit event can't be encoded")
		}
		all.Write(data)
		all.WriteByte('\n')
	}
	if all.Len() == 0 {
		h.p.fatalf("no audit event was written")
	}
	return all.String()
}

const auditEvent = "an audit event"

func (p *probe) contactAudited() {
	t, _, recorded := p.audited()
	p.wantAbsent(auditEvent, recorded, contacts(t.in.Customer)...)
}

func (p *probe) nameAudited() {
	t, _, recorded := p.audited()
	p.wantAbsent(auditEvent, recorded, names(t.in.Customer)...)
}

func (p *probe) displayNameAudited() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.in.Customer.DisplayName = "Thistlewood Larkspur"
	_, _, recorded := p.auditedOf(t)
	p.wantAbsent(auditEvent, recorded, canary{"the customer's display name", "Thistlewood"}, canary{"the customer's display name", "Larkspur"})
}

func (p *probe) tokenAudited() {
	t, _, recorded := p.audited()
	p.wantAbsent(auditEvent, recorded, t.token()...)
}

func (p *probe) codeAudited() {
	t, _, recorded := p.audited()
	p.wantAbsent(auditEvent, recorded, t.code()...)
}

func (p *probe) imageAudited() {
	f := p.h.Fixtures
	for _, f := range append([]Fixture{f.Plain, f.Free, f.Fees, f.Verified, f.Options, f.Deposit, f.FullPrepay, f.FullName}, f.Currencies...) {
		if f == (Fixture{}) {
			continue
		}
		slot := p.slots(f, 1)[0]
		if slot.ProviderImageURL == "" {
			continue
		}
		h := p.hosted(f)
		date, _ := startOf(slot)
		h.call(osbp.ToolAvailabilityFind, osbp.AvailabilityFindInput{ServiceID: f.ServiceID, ScheduleID: f.ScheduleID, Date: date})
		p.wantAbsent(auditEvent, h.recorded(), canary{"a provider's image URL", slot.ProviderImageURL})
		return
	}
	p.skipf("no fixture has slots with provider_image_url: that it stays out of audit events is not shown")
}

func (p *probe) freeTextAudited() {
	h := p.hosted(p.h.Fixtures.Plain)
	c := p.customer()
	area, exchange, line := c.Phone[2:5], c.Phone[5:8], c.Phone[8:]
	for _, phone := range []string{
		c.Phone, "(" + area + ") " + exchange + "-" + line, area + "." + exchange + "." + line, "+1 " + area + " " + exchange + " " + line,
	} {
		h.call(osbp.ToolHandoffRequest, map[string]string{
			"reason": "requires_payment_handoff", "message": "Please call " + phone + " or write to " + strings.ToUpper(c.Email) + " about it.",
		})
	}
	other := p.customer()
	for _, text := range []string{
		"Call " + c.Phone + ", or else " + other.Phone + ", and write to " + c.Email + " or " + other.Email + ".",
		"Call " + abroad + " or write to zq+deposit@" + letters(p.run) + ".example.",
	} {
		h.call(osbp.ToolHandoffRequest, map[string]string{"reason": text, "message": "A deposit comes first."})
		h.call(osbp.ToolHandoffRequest, map[string]string{"reason": "requires_payment_handoff", "message": text})
	}
	p.wantAbsent(auditEvent, h.recorded(), slices.Concat(contacts(c), contacts(other), []canary{
		{"a phone number of another country", abroad}, {"an email address with a plus sign", "@" + letters(p.run) + ".example"},
	})...)
}

// abroad is a number that Britain keeps for fiction.
const abroad = "+44 20 7946 0958"

func (p *probe) credentialShown() {
	p.need(len(p.h.Credentials) > 0, "Credentials", "that credentials stay where they are")
	_, answered, recorded := p.audited()
	p.wantAbsent("an envelope", answered, p.credentials()...)
	p.wantAbsent(auditEvent, recorded, p.credentials()...)
}

// Texts of the platform that quote what they were given (B-220, B-226).
var leakUpstreamChecks = []check{
	required("leak.upstream_answered", "Security and Privacy Considerations",
		"a platform's text that quotes the customer and a credential does not reach the agent", (*probe).upstreamAnswered),
	required("leak.upstream_audited", "Audit",
		"a platform's text that quotes the customer and a credential does not reach an audit event", (*probe).upstreamAudited),
	required("leak.upstream_logged", "Security and Privacy Considerations",
		"a platform's text that quotes the customer reaches the operator's log without the customer", (*probe).upstreamLogged),
}

// echoed has the platform fail a create with a text that quotes it, through a host.
func (p *probe) echoed(unproved string) (t *attempt, answered, recorded string) {
	p.need(p.h.EchoCustomer != nil, "EchoCustomer", unproved)
	t = p.attempt(p.h.Fixtures.Plain)
	h := p.hosted(p.h.Fixtures.Plain)
	t.approve()
	off, err := p.h.EchoCustomer(p.ctx)
	p.until("EchoCustomer", off, err)
	e := h.call(osbp.ToolBookingCreate, t.in)
	if e.OK {
		p.fatalf("a create succeeded that the platform failed")
	}
	data, err := json.Marshal(e)
	if err != nil {
		p.fatalf("an envelope can't be encoded")
	}
	return t, string(data), h.recorded()
}

func (p *probe) upstreamAnswered() {
	t, answered, _ := p.echoed("that a platform's texts don't reach the agent")
	p.wantAbsent("an envelope", answered, append(t.canaries(), p.credentials()...)...)
}

func (p *probe) upstreamAudited() {
	t, _, recorded := p.echoed("that a platform's texts don't reach an audit event")
	p.wantAbsent(auditEvent, recorded, append(t.canaries(), p.credentials()...)...)
}

func (p *probe) upstreamLogged() {
	const unproved = "that the log leaves customers out of a platform's texts"
	p.need(p.h.Logged != nil, "Logged", unproved)
	t, _, _ := p.echoed(unproved)
	p.wantAbsent("the operator's log", p.h.Logged(), append(contacts(t.in.Customer), t.token()...)...)
}
