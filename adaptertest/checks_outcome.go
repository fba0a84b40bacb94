package adaptertest

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// What became of a create: refusals that say so, and silences that must not be taken
// for one (B-116, B-119, B-228, B-200).
var outcomeChecks = slices.Concat([]check{
	required("outcome.slot_taken", "Result Envelope",
		"a slot that is gone is slot_taken, and is not put to the user", (*probe).slotTaken),
	required("outcome.slot_taken_after_challenge", "Result Envelope",
		"a slot that went between challenge and approval is slot_taken", (*probe).slotTakenAfterChallenge),
	required("outcome.slot_taken_in_flight", "Known Limitations",
		"a slot that goes while the create is under way is slot_taken", (*probe).slotTakenInFlight),
	required("outcome.slot_taken_retryable", "Result Envelope",
		"slot_taken is retryable", (*probe).slotTakenRetryable),
	required("outcome.taken_not_offered", "availability.find",
		"a slot that somebody has taken is offered no longer", (*probe).takenIsNotOffered),
	required("outcome.booked_not_offered", "availability.find",
		"a slot that was booked here is offered no longer", (*probe).bookedIsNotOffered),
	required("outcome.customer_sent", "booking.create",
		"the platform is sent the customer that was approved: the name, the phone number and the email address as they were given",
		(*probe).customerIsSent),
	required("outcome.no_override", "Security and Privacy Considerations",
		"no create carries a flag that has the platform skip its own checks", (*probe).nothingIsOverridden),
	required("outcome.rate_limited", "Result Envelope",
		"a create that the platform answers with 429 is rate_limited", (*probe).rateLimited),
	required("outcome.rate_limited_retryable", "Result Envelope",
		"rate_limited is retryable", (*probe).rateLimitedRetryable),
	required("outcome.rate_limited_not_repeated", "Security and Privacy Considerations",
		"a create that the platform answers with 429 is not sent again within the call", (*probe).rateLimitedNotRepeated),
	required("outcome.rate_limited_then_booked", "Result Envelope",
		"once the platform's limit is over, the same key and approval book", (*probe).rateLimitedThenBooked),
	required("outcome.reads_down", "Security and Privacy Considerations",
		"an approved create is refused and not sent while the platform can't be read", (*probe).readsDown),
}, outcomeUnknownChecks, outcomeFailedChecks)

func (p *probe) take(slot osbp.Slot, unproved string) {
	p.need(p.h.TakeSlot != nil, "TakeSlot", unproved)
	p.must("TakeSlot", p.h.TakeSlot(p.ctx, slot))
}

func (p *probe) slotTaken() {
	t := p.attempt(p.h.Fixtures.Plain)
	p.take(t.slot, "what becomes of a slot that is gone")
	t.wantCode("a booking of a slot that is gone", osbp.CodeSlotTaken)
}

// wantNotOffered requires that a slot is listed no longer.
func (p *probe) wantNotOffered(what string, slot osbp.Slot) {
	for _, s := range p.find(p.h.Fixtures.Plain, dateOf(slot.StartsAtLocal)) {
		if s.StartsAtLocal == slot.StartsAtLocal && s.StartsAt == slot.StartsAt && s.ProviderID == slot.ProviderID {
			p.fatalf("%s is still offered", what)
		}
	}
}

func (p *probe) takenIsNotOffered() {
	slot := p.slots(p.h.Fixtures.Plain, 1)[0]
	p.take(slot, "that a slot which is gone is not offered")
	p.wantNotOffered("a slot that somebody has taken", slot)
}

func (p *probe) bookedIsNotOffered() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	p.wantNotOffered("a slot that was booked here", t.slot)
}

func (p *probe) customerIsSent() {
	const unproved = "that the platform is sent the customer"
	p.need(p.h.Received != nil, "Received", unproved)
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	data, err := p.h.Received()
	p.must("Received", err)
	text := strings.ToLower(string(data))
	if plain, err := url.QueryUnescape(text); err == nil {
		text += plain
	}
	c := t.in.Customer
	for _, one := range []struct{ name, value string }{
		{"given name", c.GivenName}, {"family name", c.FamilyName}, {"email address", c.Email}, {"phone number", strings.TrimPrefix(c.Phone, "+1")},
	} {
		if !strings.Contains(text, strings.ToLower(one.value)) && !strings.Contains(squeezed(text), strings.ToLower(one.value)) {
			p.fatalf("the platform was not sent the customer's %s", one.name)
		}
	}
}

// override is a flag that is on and whose name says what it is for.
var override = regexp.MustCompile(`(?i)\b(?:force|override|overbook|bypass|skip|ignore)\w*\W{1,4}(?:true|1|yes)\b`)

func (p *probe) nothingIsOverridden() {
	p.need(p.h.Received != nil, "Received", "that the platform's own checks are left on")
	p.attempt(p.h.Fixtures.Plain).book()
	data, err := p.h.Received()
	p.must("Received", err)
	if override.Match(data) {
		p.fatalf("a create carries a flag that overrides a check of the platform's")
	}
}

func (p *probe) slotTakenAfterChallenge() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.take(t.slot, "what becomes of an approved slot that is gone")
	_, err := t.create()
	p.wantProblem("an approved booking of a slot that is gone", err, osbp.CodeSlotTaken)
}

func (p *probe) slotTakenInFlight() {
	const unproved = "what becomes of a slot that goes while the create is under way"
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.held(unproved)
	before := p.h.Creates()
	u := t.begin(p.ctx)
	u.reached(before)
	p.take(t.slot, unproved)
	off()
	_, err := u.ended()
	p.wantProblem("a booking of a slot that went meanwhile", err, osbp.CodeSlotTaken)
}

func (p *probe) slotTakenRetryable() {
	t := p.attempt(p.h.Fixtures.Plain)
	p.take(t.slot, "that slot_taken is retryable")
	_, err := t.create()
	p.wantRetryable(p.wantProblem("a booking of a slot that is gone", err, osbp.CodeSlotTaken), true)
}

// limited makes the platform answer creates with 429.
func (p *probe) limited(unproved string) (off func()) {
	p.need(p.h.RateLimit != nil, "RateLimit", unproved)
	off, err := p.h.RateLimit(p.ctx)
	return p.until("RateLimit", off, err)
}

func (p *probe) rateLimited() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.limited("what becomes of a create that is answered with 429")
	_, err := t.create()
	p.wantProblem("a create that was answered with 429", err, osbp.CodeRateLimited)
}

func (p *probe) rateLimitedRetryable() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.limited("that rate_limited is retryable")
	_, err := t.create()
	p.wantRetryable(p.wantProblem("a create that was answered with 429", err, osbp.CodeRateLimited), true)
}

func (p *probe) rateLimitedNotRepeated() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.limited("that a limit is not tried again")
	before := p.h.Creates()
	t.wantNoReceipt("a create that was answered with 429")
	if n := p.h.Creates() - before; n > 1 {
		p.fatalf("one call sent %d creates, though each was answered with 429", n)
	}
}

func (p *probe) rateLimitedThenBooked() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.limited("a retry after a limit")
	t.wantNoReceipt("a create that was answered with 429")
	off()
	_, err := t.create()
	p.wantAnswer("a retry with the same key and approval, once the limit was over,", err)
}

func (p *probe) readsDown() {
	p.need(p.h.GarbleReads != nil, "GarbleReads", "a create while the platform can't be read")
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off, err := p.h.GarbleReads(p.ctx)
	p.until("GarbleReads", off, err)
	before := p.h.Creates()
	_, err = t.create()
	p.wantRefused("an approved create while the platform can't be read", err)
	p.wantCreates(before, 0)
}

// Answers that went lost: the appointment may exist (B-228: ambiguous platform states
// refuse or hand off).
var outcomeUnknownChecks = []check{
	required("outcome.lost_is_no_refusal", "Security and Privacy Considerations",
		"a create whose answer went lost, after it was made, is not reported as one that was refused", (*probe).lostIsNoRefusal),
	required("outcome.lost_is_no_receipt", "Security and Privacy Considerations",
		"a create whose answer went lost, before anything was made, is not reported as booked", (*probe).lostIsNoReceipt),
	required("outcome.lost_not_repeated", "Mandate Enforcement",
		"a create whose answer went lost is not sent again, neither within the call nor on a retry of the key, while nobody knows what became of it", (*probe).lostNotRepeated),
	required("outcome.lost_then_settled", "Mandate Enforcement",
		"once the platform answers again, the key of a create that was made leads to one appointment, not to two", (*probe).lostThenSettled),
	required("outcome.unmade_not_guessed", "Mandate Enforcement",
		"a create whose answer went lost before anything was made is not sent again on a guess", (*probe).unmadeNotGuessed),
	required("outcome.lost_then_restart", "Mandate Enforcement",
		"a create whose answer went lost is not sent again after a restart", (*probe).lostThenRestart),
	required("outcome.restart_in_flight", "Mandate Enforcement",
		"a create that is under way when the process ends is not sent again by the next one", (*probe).restartInFlight),
	required("outcome.garbled_is_no_refusal", "Security and Privacy Considerations",
		"a create whose answer can't be read is not reported as refused, nor with a receipt that names no booking", (*probe).garbledIsNoRefusal),
	required("outcome.garbled_not_repeated", "Mandate Enforcement",
		"a create whose answer can't be read is not sent again", (*probe).garbledNotRepeated),
	required("outcome.caller_gone", "Mandate Enforcement",
		"an appointment that was made after its caller gave up is not made again, nor reported as refused", (*probe).callerGone),
}

// wantNoClaim requires that an error claims nothing of an appointment that may exist:
// of the protocol's codes only internal_adapter_error does not.
func (p *probe) wantNoClaim(what string, err error) {
	if got := osbp.AsProblem(err); got != nil && got.Code.Protocol() && got.Code != osbp.CodeInternalAdapterError {
		p.fatalf("%s was reported as %s, though the appointment may exist", what, got.Code)
	}
}

// lose makes the answers to creates go lost.
func (p *probe) lose(made bool, unproved string) (off func()) {
	p.need(p.h.LoseAnswer != nil, "LoseAnswer", unproved)
	off, err := p.h.LoseAnswer(p.ctx, made)
	return p.until("LoseAnswer", off, err)
}

const lostAnswer = "what becomes of a create whose answer goes lost"

func (p *probe) lostIsNoRefusal() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.lose(true, lostAnswer)
	_, err := t.create()
	p.wantNoClaim("a create whose answer went lost", err)
	_, err = t.create()
	p.wantNoClaim("a retry of a create whose answer went lost", err)
}

func (p *probe) lostIsNoReceipt() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.lose(false, lostAnswer)
	t.wantNoReceipt("a create that made nothing")
	t.wantNoReceipt("a retry of a create that made nothing")
}

func (p *probe) lostNotRepeated() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.lose(true, lostAnswer)
	before := p.h.Creates()
	for range 3 {
		t.create()
	}
	p.wantCreates(before, 1)
}

func (p *probe) lostThenSettled() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.lose(true, lostAnswer)
	before := p.h.Creates()
	t.create()
	off()
	t.settles("a create whose answer went lost")
	p.wantCreates(before, 1)
}

// settles retries an attempt whose appointment exists. An adapter that can find out
// gives its receipt; another claims nothing.
func (t *attempt) settles(what string) {
	got, err := t.create()
	switch {
	case err == nil && (got == nil || got.Receipt.BookingID == ""):
		t.p.fatalf("a retry of %s answered with a receipt that names no booking", what)
	case err != nil && t.p.h.Reconciles:
		t.p.fatalf("a retry of %s did not give the receipt but %s", what, brief(err))
	case err != nil:
		t.p.wantNoClaim("a retry of "+what, err)
	}
}

func (p *probe) unmadeNotGuessed() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.lose(false, lostAnswer)
	before := p.h.Creates()
	t.create()
	t.create()
	p.wantCreates(before, 1)
	off()
	t.create()
	if !p.h.Reconciles { // who can ask may have learnt that it never will be made
		p.wantCreates(before, 1)
	}
}

func (p *probe) lostThenRestart() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.lose(false, lostAnswer) // the slot stays open, so that only the record forbids it
	before := p.h.Creates()
	t.create()
	t.restart("what becomes of a lost answer at a restart")
	t.sendAgain()
	t.sendAgain()
	p.wantCreates(before, 1)
}

// sendAgain goes as far towards a create as an agent can.
func (t *attempt) sendAgain() {
	_, err := t.create()
	if c, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil {
		t.in.Approval = c.Approval()
		t.create()
	}
}

func (p *probe) restartInFlight() {
	const unproved = "what becomes at a restart of a create that is under way"
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.held(unproved)
	before := p.h.Creates()
	first := t.begin(p.ctx)
	first.reached(before)
	t.restart(unproved)
	second := t.begin(p.ctx)
	p.settled([]*underway{second})
	off()
	first.ended()
	second.ended()
	p.wantCreates(before, 1)
	t.sendAgain()
	p.wantCreates(before, 1)
}

// garbled makes the answers to creates unreadable.
func (p *probe) garbled() (off func()) {
	p.need(p.h.GarbleCreates != nil, "GarbleCreates", "what becomes of a create whose answer can't be read")
	off, err := p.h.GarbleCreates(p.ctx)
	return p.until("GarbleCreates", off, err)
}

func (p *probe) garbledIsNoRefusal() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.garbled()
	got, err := t.create()
	if err == nil && (got == nil || got.Receipt.BookingID == "") {
		p.fatalf("a create whose answer can't be read gave a receipt that names no booking")
	}
	p.wantNoClaim("a create whose answer can't be read", err)
}

func (p *probe) garbledNotRepeated() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.garbled()
	before := p.h.Creates()
	t.create()
	t.create()
	off()
	t.create()
	p.wantCreates(before, 1)
}

func (p *probe) callerGone() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.held("what becomes of a create whose caller gives up")
	before := p.h.Creates()
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	u := t.begin(ctx)
	u.reached(before)
	cancel()
	p.settled([]*underway{u})
	off()
	_, err := u.ended()
	p.wantNoClaim("a create whose caller gave up", err)
	t.settles("a create whose caller gave up")
	p.wantCreates(before, 1)
}
