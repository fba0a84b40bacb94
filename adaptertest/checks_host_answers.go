package adaptertest

import (
	"strings"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// A host hands on what the adapter answers, decides nothing itself, and keeps nothing
// (B-006, B-013, B-093, B-096, B-202, B-231).
var hostAnswerChecks = []check{
	required("host.problem_unchanged", "Result Envelope",
		"a problem reaches the agent with the code and the retryable flag that the adapter gave it", (*probe).problemsAreHandedOn),
	required("host.refusals_audited", "Audit",
		"every refusal under a mandate leaves an event with the mandate's id and the code", (*probe).refusalsAreAudited),
	required("host.approves_nothing", "booking.create",
		"a booking.create without approval comes back with the challenge, and nothing is booked", (*probe).hostApprovesNothing),
	required("host.rate_limited_once", "Security and Privacy Considerations",
		"a booking.create that the platform answers with 429 is not sent again within the call", (*probe).hostRepeatsNothing),
	required("host.reads_anew", "Introduction",
		"a price that the platform has changed is read anew through a host", (*probe).hostReadsAnew),
}

// refusedDraft is a booking that is refused, and the code that it is refused with.
type refusedDraft struct {
	code osbp.Code
	*attempt
}

// refusedDrafts are bookings that the mandate refuses.
func (p *probe) refusedDrafts() []refusedDraft {
	slot := p.slots(p.h.Fixtures.Plain, 1)[0]
	var all []refusedDraft
	for _, one := range []struct {
		code  osbp.Code
		fault redraft
	}{
		{osbp.CodeInvalidMandate, withoutExpiry}, {osbp.CodeMandateExpired, expired}, {osbp.CodeActionNotAllowed, noAction},
		{osbp.CodeServiceNotAllowed, noService}, {osbp.CodeScheduleNotAllowed, noSchedule}, {osbp.CodeSlotTooEarly, tooEarly},
		{osbp.CodePriceExceedsMandate, tooDear},
	} {
		t := p.attemptOf(p.h.Fixtures.Plain, slot)
		one.fault(t)
		all = append(all, refusedDraft{one.code, t})
	}
	return all
}

func withoutExpiry(t *attempt) { t.in.Mandate.ExpiresAt = "" }

func (p *probe) problemsAreHandedOn() {
	h := p.hosted(p.h.Fixtures.Plain)
	all := p.refusedDrafts()
	if p.h.TakeSlot != nil {
		gone := p.attempt(p.h.Fixtures.Plain)
		if p.can("TakeSlot", p.h.TakeSlot(p.ctx, gone.slot)) {
			all = append(all, refusedDraft{osbp.CodeSlotTaken, gone})
		}
	}
	handedOn := func(h *hosted, tool osbp.Tool, args any, want *osbp.Problem) {
		got := h.wantCode("a refusal through the host", tool, args, want.Code)
		if got.Retryable != want.Retryable {
			p.fatalf("the host changes whether %s is retryable", want.Code)
		}
	}
	// The two are one attempt, or two alike where a refusal may use an approval up.
	booked := func(t refusedDraft, again *attempt) {
		_, err := t.create()
		if want := problemOf(err); want != nil && want.Code == t.code { // else it is for others to judge
			handedOn(p.hosted(t.fixture), osbp.ToolBookingCreate, again.in, want)
		}
	}
	for _, t := range all {
		booked(t, t.attempt)
	}
	if f := p.h.Fixtures.Verified; f != (Fixture{}) {
		booked(refusedDraft{osbp.CodeRequiresVerification, p.attempt(f).approve()}, p.attempt(f).approve())
	}
	unknown := osbp.ServiceDescribeInput{ServiceID: p.key("service")}
	if _, err := p.adapter(p.h.Fixtures.Plain).DescribeService(p.ctx, unknown); osbp.AsProblem(err) != nil {
		handedOn(h, osbp.ToolServiceDescribe, unknown, osbp.AsProblem(err))
	}
	if p.h.RateLimit != nil {
		limited, again := refusedDraft{osbp.CodeRateLimited, p.attempt(p.h.Fixtures.Plain).approve()}, p.attempt(p.h.Fixtures.Plain).approve()
		if off, err := p.h.RateLimit(p.ctx); p.can("RateLimit", err) {
			p.until("RateLimit", off, nil)
			booked(limited, again)
		}
	}
}

func (p *probe) refusalsAreAudited() {
	h := p.hosted(p.h.Fixtures.Plain)
	for _, t := range p.refusedDrafts() {
		before := len(h.events())
		if e := h.call(osbp.ToolBookingCreate, t.in); e.Problem == nil || e.Problem.Code != t.code {
			continue // which is for others to judge
		}
		events := h.events()[before:]
		switch {
		case len(events) != 1:
			p.fatalf("a booking refused with %s left %d audit events", t.code, len(events))
		case events[0].MandateID != t.in.Mandate.ID:
			p.fatalf("the audit event of a booking refused with %s does not have its mandate's id", t.code)
		case !strings.Contains(string(events[0].Result), string(t.code)):
			p.fatalf("the audit event of a booking refused with %s does not have the code", t.code)
		}
	}
}

func (p *probe) hostApprovesNothing() {
	t, before := p.attempt(p.h.Fixtures.Plain), p.h.Creates()
	got := p.hosted(t.fixture).wantCode("an unapproved booking.create", osbp.ToolBookingCreate, t.in, osbp.CodeRequiresUserConfirmation)
	if !strings.Contains(got.Message, tokenMarker) {
		p.fatalf("the host leaves the token out of the challenge")
	}
	p.wantCreates(before, 0)
}

func (p *probe) hostRepeatsNothing() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.limited("that a host does not try a limit again")
	before := p.h.Creates()
	p.hosted(t.fixture).call(osbp.ToolBookingCreate, t.in)
	if n := p.h.Creates() - before; n > 1 {
		p.fatalf("one call through the host sent %d creates, though each was answered with 429", n)
	}
}

func (p *probe) hostReadsAnew() {
	f := p.h.Fixtures.Plain
	h := p.hosted(f)
	read := func() *money.Money {
		s, err := osbp.DecodeValue[osbp.Service](h.call(osbp.ToolServiceDescribe, osbp.ServiceDescribeInput{ServiceID: f.ServiceID}))
		p.wantAnswer("service.describe through the host", err)
		return s.Price
	}
	if read() == nil {
		p.skipf("the service of Fixtures.Plain has no price of its own: that a host reads it anew is not shown")
	}
	raised := p.attempt(f).moved(p.describe(f).Price, 1100)
	p.setPrice(f, *raised, "that a host reads anew")
	p.wantSameMoney("the price, raised meanwhile,", read(), raised)
}
