package adaptertest

import (
	"context"
	"slices"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// Answers to creates that are no refusals, whatever they look like: server errors, and
// appointments that nobody approved (B-116, B-228).
var outcomeFailedChecks = []check{
	required("outcome.server_error_is_no_refusal", "Security and Privacy Considerations",
		"a create that the platform answered with a server error, after it was made, is not reported as one that was refused",
		(*probe).serverErrorIsNoRefusal),
	required("outcome.server_error_is_no_receipt", "Security and Privacy Considerations",
		"a create that the platform answered with a server error, before anything was made, is not reported as booked",
		(*probe).serverErrorIsNoReceipt),
	required("outcome.server_error_not_repeated", "Mandate Enforcement",
		"a create that the platform answered with a server error is not sent again while nobody knows what became of it",
		(*probe).serverErrorNotRepeated),
	required("outcome.server_error_then_settled", "Mandate Enforcement",
		"once the platform answers again, the key of a create that it made and failed leads to one appointment, not to two",
		(*probe).serverErrorThenSettled),
	required("outcome.lost_then_later", "Mandate Enforcement",
		"hours later a create whose answer went lost is still not sent again, while nobody knows what became of it", (*probe).lostThenLater),
	required("outcome.restart_then_later", "Mandate Enforcement",
		"a create that was under way when the process ended is not sent again hours later, while nobody knows what became of it",
		(*probe).restartThenLater),
	required("outcome.lost_then_taken", "Mandate Enforcement",
		"an appointment that somebody else made at the slot is not taken for the one whose answer went lost", (*probe).lostThenTaken),
	required("outcome.unknown_retryable", "Result Envelope",
		"a create whose answer went lost is retryable exactly where a retry of the key can find out what became of it",
		(*probe).unknownRetryable),
	required("outcome.other_is_no_receipt", "Security and Privacy Considerations",
		"an appointment that is not the one that was approved is not reported as booked, nor as refused",
		disputes((*Harness).makeOther)),
	required("outcome.dearer_is_no_receipt", "Security and Privacy Considerations",
		"an appointment at another price than was approved is not reported as booked, nor as refused",
		disputes((*Harness).makeDearer)),
	required("outcome.lost_then_other_payload", "booking.create",
		"the key of a create whose answer went lost is idempotency_conflict with another payload, and nothing is sent", (*probe).lostThenOtherPayload),
	required("outcome.lost_of_regular", "Security and Privacy Considerations",
		"an earlier appointment of the customer's is not taken for the one whose answer went lost", (*probe).lostOfRegular),
	required("outcome.taken_then_open", "Result Envelope",
		"a key that was slot_taken books once the slot is open again", (*probe).takenThenOpen),
}

// fail makes the platform answer creates with a server error.
func (p *probe) fail(made bool) (off func()) {
	p.need(p.h.FailCreates != nil, "FailCreates", "what becomes of a create that is answered with a server error")
	off, err := p.h.FailCreates(p.ctx, made)
	return p.until("FailCreates", off, err)
}

func (p *probe) serverErrorIsNoRefusal() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.fail(true)
	_, err := t.create()
	p.wantNoClaim("a create that was answered with a server error", err)
	_, err = t.create()
	p.wantNoClaim("a retry of a create that was answered with a server error", err)
}

func (p *probe) serverErrorIsNoReceipt() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.fail(false)
	t.wantNoReceipt("a create that made nothing")
	t.wantNoReceipt("a retry of a create that made nothing")
}

func (p *probe) serverErrorNotRepeated() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.fail(false) // the slot stays open, so that nothing but care forbids it
	before := p.h.Creates()
	for range 3 {
		t.create()
	}
	p.wantCreates(before, 1)
}

func (p *probe) serverErrorThenSettled() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.fail(true)
	before := p.h.Creates()
	t.create()
	off()
	t.settles("a create that was answered with a server error")
	p.wantCreates(before, 1)
}

func (p *probe) lostThenLater() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.expiresIn(24*time.Hour, "Z")
	t.approve()
	p.lose(false, lostAnswer) // the slot stays open, so that only the record forbids it
	before := p.h.Creates()
	t.create()
	p.advance(3*time.Hour, "what becomes of a lost answer hours later")
	t.sendAgain()
	p.wantCreates(before, 1)
}

// lostThenTaken loses a create that made nothing, and has somebody else book the slot.
func (p *probe) lostThenTaken() {
	const unproved = "whose appointment it is, once an answer went lost"
	p.need(p.h.TakeSlot != nil, "TakeSlot", unproved)
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off, before := p.lose(false, unproved), p.h.Creates()
	t.create()
	p.take(t.slot, unproved)
	off()
	t.wantNoReceipt("a retry of a create that made nothing, at a slot that somebody else has now,")
	if !p.h.Reconciles { // who can ask may have learnt that it never will be made
		p.wantCreates(before, 1)
	}
}

func (p *probe) restartThenLater() {
	const unproved = "what becomes hours after a restart of a create that was under way"
	p.need(p.h.Advance != nil, "Advance", unproved)
	t := p.attempt(p.h.Fixtures.Plain)
	t.expiresIn(24*time.Hour, "Z")
	t.approve()
	lost := p.lose(false, unproved)
	off := p.held(unproved)
	before := p.h.Creates()
	first := t.begin(p.ctx)
	first.reached(before)
	t.restart(unproved)
	p.h.Advance(3 * time.Hour)
	second := t.begin(p.ctx)
	p.settled([]*underway{second})
	off()
	first.ended()
	second.ended()
	t.sendAgain()
	p.wantCreates(before, 1)
	lost()
}

func (p *probe) unknownRetryable() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.lose(true, "whether a create whose answer went lost may be retried")
	_, err := t.create()
	got := problemOf(err)
	if got == nil {
		return // it found out at once
	}
	p.wantRetryable(got, p.h.Reconciles)
}

func (h *Harness) makeOther() (hook func(context.Context) (func(), error), field string) {
	return h.MakeOther, "MakeOther"
}

func (h *Harness) makeDearer() (hook func(context.Context) (func(), error), field string) {
	return h.MakeDearer, "MakeDearer"
}

// disputes tries a create of which the platform makes something else.
func disputes(hook func(*Harness) (func(context.Context) (func(), error), string)) func(*probe) {
	return func(p *probe) {
		begin, field := hook(p.h)
		p.need(begin != nil, field, "what becomes of an appointment that nobody approved")
		t, before := p.attempt(p.h.Fixtures.Plain).approve(), p.h.Creates()
		off, err := begin(p.ctx)
		p.until(field, off, err)
		for _, what := range []string{"an appointment that nobody approved", "a retry of it"} {
			t.wantNoReceipt(what)
			_, err := t.create()
			p.wantNoClaim(what, err)
		}
		p.wantCreates(before, 1)
	}
}

func (p *probe) lostThenOtherPayload() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.lose(false, "what a key is good for, once an answer went lost") // the slot stays open
	before := p.h.Creates()
	t.create()
	off()
	t.in.Approval = nil
	t.in.Customer.Phone += "1"
	_, err := t.create()
	p.wantProblem("a key whose create went lost, with another payload,", err, osbp.CodeIdempotencyConflict)
	p.wantCreates(before, 1)
}

// lostOfRegular loses a create for a customer who has an appointment already.
func (p *probe) lostOfRegular() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	earlier, t := p.attemptOf(p.h.Fixtures.Plain, slots[0]), p.attemptOf(p.h.Fixtures.Plain, slots[1])
	t.in.Customer = earlier.in.Customer
	had := earlier.book().Receipt
	t.approve()
	off := p.lose(false, "whose appointment it is, once an answer went lost")
	t.wantNoReceipt("a create that made nothing, for a customer who has an appointment,")
	off()
	if got, err := t.create(); err == nil && got != nil && got.Receipt.BookingID == had.BookingID {
		p.fatalf("a create that made nothing was answered with an earlier appointment of the customer's")
	}
}

// takenThenOpen has one of two rivals book and be called off. Where the platform does not
// offer the slot again, there is nothing to see.
func (p *probe) takenThenOpen() {
	p.need(p.h.Cancel != nil, "Cancel", "that a key books once its slot is open again")
	one, two := p.rivals()
	made, err := two.create()
	p.wantAnswer("the first of two attempts for one slot", err)
	_, err = one.create()
	p.wantProblem("the second of two attempts for one slot", err, osbp.CodeSlotTaken)
	p.must("Cancel", p.h.Cancel(p.ctx, made.Receipt.BookingID))
	if slices.ContainsFunc(p.find(one.fixture, one.in.Date), func(s osbp.Slot) bool {
		return s.StartsAtLocal == one.slot.StartsAtLocal && s.ProviderID == one.slot.ProviderID
	}) {
		one.book()
	}
}
