package adaptertest

import (
	"slices"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// The mandate's rules, each alone: at its boundary, where it allows, and just past it,
// where it refuses (B-189 to B-198).
var mandateChecks = slices.Concat(
	mandateFormChecks, mandateScopeChecks, mandateWindowChecks, mandatePriceChecks, mandatePaymentChecks, mandateSlotChecks,
)

// redraft is what an agent does to a draft before it sends it.
type redraft func(*attempt)

// refuses tries that a draft is refused with a code once a change is made to the widest
// mandate there is, and that nothing is created.
func refuses(on selector, code osbp.Code, do redraft) func(*probe) {
	return func(p *probe) {
		t := p.attempt(on(p)).widen()
		do(t)
		t.wantCode("the booking", code)
	}
}

// refusesEach is refuses for several changes, each to a draft of its own.
func refusesEach(on selector, code osbp.Code, each ...redraft) func(*probe) {
	return func(p *probe) {
		for _, do := range each {
			refuses(on, code, do)(p)
		}
	}
}

// allowsEach is allows for several changes, each to a draft of its own.
func allowsEach(on selector, each ...redraft) func(*probe) {
	return func(p *probe) {
		for _, do := range each {
			allows(on, do)(p)
		}
	}
}

// allows tries that a draft gets as far as the user's approval with a change made to the
// widest mandate there is.
func allows(on selector, do redraft) func(*probe) {
	return func(p *probe) {
		t := p.attempt(on(p)).widen()
		do(t)
		t.challenge()
	}
}

// widen replaces the mandate by one that has only what it must have.
func (t *attempt) widen() *attempt {
	m := t.in.Mandate
	t.in.Mandate = &osbp.Mandate{
		ID: m.ID, ExpiresAt: m.ExpiresAt, AllowedActions: m.AllowedActions, OrganizationID: m.OrganizationID, AllowPolicyFee: true,
	}
	return t
}

// selector picks the fixture that a check is about.
type selector func(*probe) Fixture

func plain(p *probe) Fixture { return p.h.Fixtures.Plain }

// Mandates without what they must have, and the instant at which they end (B-049, B-098
// to B-101, B-190 to B-192).
var mandateFormChecks = []check{
	required("mandate.required", "booking.create",
		"booking.create without a mandate is invalid_mandate",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) { t.in.Mandate = nil })),
	required("mandate.id_required", "Mandate Enforcement",
		"a mandate without an id is invalid_mandate",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) { t.in.Mandate.ID = "" })),
	required("mandate.organization_required", "Result Envelope",
		"a mandate without organization_id is invalid_mandate",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) { t.in.Mandate.OrganizationID = "" })),
	required("mandate.expires_at_required", "Mandate Enforcement",
		"a mandate without expires_at is invalid_mandate",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) { t.in.Mandate.ExpiresAt = "" })),
	required("mandate.expires_at_naked", "BookingMandate",
		"an expires_at without Z or an offset is invalid_mandate, read in nobody's zone",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) { t.expiresIn(48*time.Hour, "") })),
	required("mandate.expires_at_date_only", "BookingMandate",
		"an expires_at that is only a date is invalid_mandate",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) { t.in.Mandate.ExpiresAt = t.p.h.Now().AddDate(0, 0, 2).Format(time.DateOnly) })),
	required("mandate.expires_at_not_a_date", "BookingMandate",
		"an expires_at on a day that no calendar has is invalid_mandate",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) {
			t.in.Mandate.ExpiresAt = t.p.h.Now().AddDate(2, 0, 0).Format("2006") + "-02-30T12:00:00Z"
		})),
	required("mandate.expires_at_not_an_offset", "BookingMandate",
		"an expires_at with an offset of 25 hours is invalid_mandate",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) { t.expiresIn(48*time.Hour, "+25:00") })),
	required("mandate.expires_at_other_form", "Time Discipline",
		"an expires_at in another form than that of RFC 3339 is invalid_mandate",
		refusesEach(plain, osbp.CodeInvalidMandate,
			expiresAt("Thu, 01 Jan 2099 00:00:00 GMT"), expiresAt("Thu, 01 Jan 2099 00:00:00 Z"), expiresAt("2099/01/01T00:00:00Z"),
			expiresAt("2099-01-01T24:00:00Z"), expiresAt("4070908800"), expiresAt("neverZ"))),
	required("mandate.expired", "Mandate Enforcement",
		"a mandate whose expires_at is past is mandate_expired",
		refuses(plain, osbp.CodeMandateExpired, func(t *attempt) { t.expiresIn(-time.Hour, "Z") })),
	required("mandate.expired_by_instant", "BookingMandate",
		"an expires_at that is past is mandate_expired, whatever the clocks in its offset show",
		refuses(plain, osbp.CodeMandateExpired, func(t *attempt) { t.expiresShown(-time.Hour, 14) })),
	required("mandate.valid_by_instant", "BookingMandate",
		"an expires_at that is to come is valid, whatever the clocks in its offset show",
		allows(plain, func(t *attempt) { t.expiresShown(time.Hour, -11) })),
	required("mandate.expired_at_the_instant", "Mandate Enforcement",
		"at the very instant of expires_at the mandate is mandate_expired",
		refuses(handSet, osbp.CodeMandateExpired, func(t *attempt) { t.in.Mandate.ExpiresAt = t.p.instant(0) })),
	required("mandate.valid_just_before", "Mandate Enforcement",
		"a second before expires_at the mandate is valid",
		allows(handSet, func(t *attempt) { t.in.Mandate.ExpiresAt = t.p.instant(time.Second) })),
	required("mandate.expires_between", "Mandate Enforcement",
		"a mandate that expires between the challenge and the approved retry is mandate_expired then", (*probe).mandateExpiresBetween),
	required("mandate.expires_meanwhile", "Mandate Enforcement",
		"a mandate that expires while the platform is slow to answer reads is mandate_expired", (*probe).mandateExpiresMeanwhile),
	required("mandate.expires_at_fraction", "BookingMandate",
		"an expires_at with a fraction of a second is valid",
		allows(plain, func(t *attempt) { t.expiresIn(48*time.Hour, ".250Z") })),
	required("mandate.reusable", "Known Limitations",
		"a mandate that has led to a booking can lead to another until it expires", (*probe).mandateReusable),
	required("mandate.judged_anew", "Mandate Enforcement",
		"a mandate is held to what the call brings, also where one with its id was seen before", (*probe).mandateJudgedAnew),
	required("mandate.actions_empty", "Mandate Enforcement",
		"a mandate whose allowed_actions is empty is action_not_allowed",
		refuses(plain, osbp.CodeActionNotAllowed, func(t *attempt) { t.actions() })),
	required("mandate.actions_other", "Mandate Enforcement",
		"a mandate that allows other tools than booking.create is action_not_allowed",
		refuses(plain, osbp.CodeActionNotAllowed, func(t *attempt) { t.actions(osbp.ToolBookingStatus, osbp.ToolVerificationSend) })),
	required("mandate.actions_alike", "Mandate Enforcement",
		"a string in allowed_actions that only resembles booking.create grants nothing",
		refuses(plain, osbp.CodeActionNotAllowed, func(t *attempt) {
			t.actions("booking", "booking.*", "*", "BOOKING.CREATE", "booking.create ", "booking.create.all", "osbp_booking_create")
		})),
	required("mandate.actions_beside", "Mandate Enforcement",
		"a string in allowed_actions that is no tool is no error beside booking.create",
		allows(plain, func(t *attempt) { t.actions("booking.cancel", osbp.ToolBookingCreate) })),
	required("mandate.validated_with_approval", "Mandate Enforcement",
		"the mandate is validated also on a call that brings an approval",
		refuses(plain, osbp.CodeActionNotAllowed, func(t *attempt) {
			t.actions(osbp.ToolBookingStatus)
			t.in.Approval = &osbp.Approval{Confirmed: true, Token: t.p.key("approve")}
		})),
	required("mandate.refusals_final", "Result Envelope",
		"what the mandate refuses is not retryable: the same call can't succeed later", (*probe).mandateRefusalsFinal),
}

// handSet is the plain fixture under a clock that stands still.
func handSet(p *probe) Fixture {
	p.need(p.h.Advance != nil, "Advance", "what happens at the very instant of expires_at")
	return p.h.Fixtures.Plain
}

// expiresIn writes the instant so long from now in UTC, with the offset that follows it.
func (t *attempt) expiresIn(d time.Duration, offset string) {
	t.in.Mandate.ExpiresAt = t.p.h.Now().Add(d).UTC().Format("2006-01-02T15:04:05") + offset
}

// expiresShown writes the instant so long from now as clocks so many hours ahead of UTC
// show it.
func (t *attempt) expiresShown(d time.Duration, hours int) {
	at := t.p.h.Now().Add(d).In(time.FixedZone("", hours*3600))
	t.in.Mandate.ExpiresAt = at.Format("2006-01-02T15:04:05-07:00")
}

func expiresAt(text string) redraft {
	return func(t *attempt) { t.in.Mandate.ExpiresAt = text }
}

func (t *attempt) actions(tools ...osbp.Tool) {
	t.in.Mandate.AllowedActions = append([]osbp.Tool{}, tools...)
}

func (p *probe) mandateExpiresBetween() {
	p.need(p.h.Advance != nil, "Advance", "that a mandate may expire while the user thinks")
	t := p.attempt(p.h.Fixtures.Plain)
	t.in.Mandate.ExpiresAt = p.instant(time.Minute)
	t.approve()
	p.h.Advance(time.Minute + time.Second)
	t.wantCode("an approved booking under a mandate that has expired", osbp.CodeMandateExpired)
}

func (p *probe) mandateExpiresMeanwhile() {
	const unproved = "a mandate that expires while the platform is slow"
	p.need(p.h.HoldReads != nil, "HoldReads", unproved)
	p.need(p.h.Advance != nil, "Advance", unproved)
	t := p.attempt(p.h.Fixtures.Plain)
	t.expiresIn(time.Minute, "Z")
	t.approve()
	before := p.h.Creates()
	waiting, off, err := p.h.HoldReads(p.ctx)
	off = p.until("HoldReads", off, err)
	u := t.begin(p.ctx)
	select {
	case <-waiting:
	case <-u.done:
		p.fatalf("an approved booking.create ended without a read of the platform")
	case <-p.ctx.Done():
		p.fatalf("an approved booking.create did not read the platform")
	}
	p.h.Advance(2 * time.Minute)
	off()
	_, err = u.ended()
	p.wantProblem("a booking whose mandate expired meanwhile", err, osbp.CodeMandateExpired)
	p.wantCreates(before, 0)
}

func (p *probe) mandateReusable() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	one, two := p.attemptOf(p.h.Fixtures.Plain, slots[0]), p.attemptOf(p.h.Fixtures.Plain, slots[1])
	atAnyTime(one.in.Mandate)
	two.in.Mandate = one.in.Mandate
	one.book()
	two.book()
}

// mandateJudgedAnew sends a mandate again with less in it, for another attempt.
func (p *probe) mandateJudgedAnew() {
	t := p.attempt(p.h.Fixtures.Plain).widen()
	t.challenge()
	narrow := *t.in.Mandate
	narrow.ServiceIDs = []string{p.key("service")}
	t.in.Mandate, t.in.IdempotencyKey = &narrow, p.key("idem")
	t.wantCode("a booking under a mandate that was wider before", osbp.CodeServiceNotAllowed)
}

func (p *probe) mandateRefusalsFinal() {
	for _, one := range []struct {
		code osbp.Code
		do   redraft
	}{
		{osbp.CodeInvalidMandate, func(t *attempt) { t.in.Mandate.ID = "" }},
		{osbp.CodeMandateExpired, func(t *attempt) { t.expiresIn(-time.Hour, "Z") }},
		{osbp.CodeActionNotAllowed, func(t *attempt) { t.actions() }},
		{osbp.CodeOrganizationNotAllowed, func(t *attempt) { t.in.Mandate.OrganizationID = p.key("org") }},
		{osbp.CodeServiceNotAllowed, func(t *attempt) { t.in.Mandate.ServiceIDs = []string{} }},
		{osbp.CodeScheduleNotAllowed, func(t *attempt) { t.in.Mandate.ScheduleIDs = []string{} }},
		{osbp.CodeProviderUnknown, func(t *attempt) { t.pinned(); t.in.ProviderID = "" }},
		{osbp.CodeProviderNotAllowed, func(t *attempt) { t.in.Mandate.ProviderIDs = []string{} }},
		{osbp.CodeSlotTooEarly, func(t *attempt) { t.in.Mandate.EarliestStart = t.later(t.slot.StartsAtLocal, time.Minute) }},
		{osbp.CodeSlotTooLate, func(t *attempt) { t.in.Mandate.LatestEnd = t.slot.StartsAtLocal }},
		{osbp.CodePriceExceedsMandate, func(t *attempt) { t.in.Mandate.MaxPrice = t.moved(t.price(), -1) }},
		{osbp.CodeCurrencyMismatch, func(t *attempt) { t.in.Mandate.MaxPrice = t.inOtherCurrency(t.price(), 1) }},
	} {
		t := p.attempt(p.h.Fixtures.Plain)
		one.do(t)
		p.wantRetryable(t.wantCode("the booking", one.code), false)
	}
}
