package adaptertest

import (
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// What a token is good for: the payload, the key and the facts that the user saw, for
// a while, once (B-164 to B-167, B-174, B-221).
var approvalBindingChecks = []check{
	required("approval.bound_to_time", "booking.create",
		"a token is no approval of the same booking at another time", (*probe).boundToTime),
	required("approval.bound_to_customer", "booking.create",
		"a token is no approval of the same booking for another customer", (*probe).boundToCustomer),
	required("approval.bound_to_mandate", "booking.create",
		"a token is no approval of the same booking under another mandate", (*probe).boundToMandate),
	required("approval.bound_to_key", "booking.create",
		"a token is no approval of the same payload under another idempotency_key", (*probe).boundToKey),
	required("approval.bound_to_booking", "booking.create",
		"a leaked token authorizes no other booking", (*probe).boundToBooking),
	required("approval.bound_to_price", "booking.create",
		"a price that changes before the retry, within the cap, is put to the user anew, and the old token is not accepted", (*probe).boundToPrice),
	required("approval.bound_to_fee", "booking.create",
		"a fee that changes before the retry is put to the user anew, and the old token is not accepted", (*probe).boundToFee),
	required("approval.bound_to_note", "booking.create",
		"a policy text that changes before the retry is put to the user anew, and the old token is not accepted", (*probe).boundToNote),
	required("approval.new_facts_approved", "booking.create",
		"the token of the fresh challenge is accepted after facts have changed", (*probe).newFactsApproved),
	required("approval.expires", "booking.create",
		"a token that is an hour old is not accepted", (*probe).expires),
	required("approval.expiry_exclusive", "booking.create",
		"a token that lives ten minutes is not accepted ten minutes after it was issued", (*probe).expiryExclusive),
	required("approval.fresh_after_expiry", "booking.create",
		"an expired token is not issued again", (*probe).freshAfterExpiry),
	required("approval.life_not_renewed", "booking.create",
		"asking again does not make a token live longer", (*probe).lifeNotRenewed),
	required("approval.used_up", "booking.create",
		"the token of a booking that was made does not make another one", (*probe).usedUp),
	required("approval.survives_refusal", "booking.create",
		"the same approval is still accepted after the platform has refused the create", (*probe).survivesRefusal),
	required("approval.restart", "booking.create",
		"after a restart an approved call is booked or put to the user anew, and no token is accepted that was not issued", (*probe).approvalRestart),
	required("approval.twins_apart", "booking.create",
		"a call with a wrong token gets no receipt from an approved one that is under way", (*probe).twinsApart),
}

func (p *probe) boundToTime() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	t := p.attemptOf(p.h.Fixtures.Plain, slots[0])
	atAnyTime(t.in.Mandate)
	t.approve()
	t.in.Date, t.in.Time = startOf(slots[1])
	t.wantNoBooking("a booking.create at another time, with the token of the first,")
}

func (p *probe) boundToCustomer() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	t.in.Customer.Phone = p.customer().Phone + "1"
	t.wantNoBooking("a booking.create with another phone number, with the token of the first,")
}

func (p *probe) boundToMandate() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	other := *t.in.Mandate
	other.ID = p.key("mnd")
	t.in.Mandate = &other
	t.wantNoBooking("a booking.create under another mandate, with the token of the first,")
}

func (p *probe) boundToKey() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	issuedUnder := t.in.IdempotencyKey
	for _, key := range []string{p.key("idem"), strings.ToUpper(issuedUnder)} {
		t.in.IdempotencyKey = key
		t.wantNoBooking("a booking.create under another idempotency_key, with the token of the first,")
	}
}

func (p *probe) boundToBooking() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	leaked := p.attemptOf(p.h.Fixtures.Plain, slots[0]).challenge().Approval()
	other := p.attemptOf(p.h.Fixtures.Plain, slots[1])
	other.in.Approval = leaked
	other.wantNoBooking("a booking.create with the token of another booking")
	other.challenge()
	other.in.Approval = leaked
	other.wantNoBooking("a challenged booking.create with the token of another booking")
}

// wantChallengedAnew requires that the approved attempt is challenged again, with
// another summary and token, and that nothing is sent, however often the old token comes.
// It returns the challenge.
func (t *attempt) wantChallengedAnew(what string, old osbp.Challenge) osbp.Challenge {
	p := t.p
	before := p.h.Creates()
	t.in.Approval = old.Approval()
	_, err := t.create()
	if err == nil {
		p.fatalf("%s was booked on the old approval", what)
	}
	p.wantCreates(before, 0)
	fresh, perr := osbp.ParseChallenge(osbp.AsProblem(err))
	switch {
	case perr != nil:
		p.fatalf("%s was not put to the user anew but gave %s", what, brief(err))
	case fresh.Token == old.Token:
		p.fatalf("%s was put to the user with the old token", what)
	case fresh.Summary == old.Summary:
		p.fatalf("%s was put to the user with the old summary", what)
	}
	t.wantNoBooking(what + ", sent with the old token once more,")
	return fresh
}

// cheaper challenges an attempt, lowers the price by a tenth, and returns both.
func (p *probe) cheaper() (*attempt, osbp.Challenge) {
	f := p.h.Fixtures.Plain
	t := p.attempt(f)
	price := t.slot.Price
	if price == nil {
		price = t.service.Price
	}
	amount, fixed := price.FixedAmount()
	if !fixed || amount < 10 {
		p.fatalf("Fixtures.Plain has no fixed price that could be lowered")
	}
	old := t.challenge()
	p.setPrice(f, money.Fixed(price.Currency, amount-amount/10), "a price that changes after the challenge")
	return t, old
}

func (p *probe) boundToPrice() {
	t, old := p.cheaper()
	t.wantChallengedAnew("a booking whose price has changed", old)
}

func (p *probe) boundToFee() {
	const unproved = "a fee that changes after the challenge"
	f := p.fixture(p.h.Fixtures.Fees, "Fees", unproved)
	t := p.attempt(f)
	old := t.challenge()
	fee := money.Fixed(t.priceCurrency(), 1700)
	if was := t.policy.NoShowFee; was != nil {
		if amount, fixed := was.FixedAmount(); fixed {
			fee = money.Fixed(was.Currency, amount+1700)
		}
	}
	p.setNoShowFee(f, fee, unproved)
	t.wantChallengedAnew("a booking whose no-show fee has changed", old)
}

// priceCurrency is the currency of the attempt's price.
func (t *attempt) priceCurrency() string {
	for _, price := range []*money.Money{t.slot.Price, t.service.Price} {
		if price != nil {
			return price.Currency
		}
	}
	t.p.fatalf("the fixture has no price")
	return ""
}

func (p *probe) boundToNote() {
	f := p.h.Fixtures.Plain
	t := p.attempt(f)
	old := t.challenge()
	p.setNote(f, "Whoever comes late pays the whole hour.", "a policy text that changes after the challenge")
	t.wantChallengedAnew("a booking whose cancellation note has changed", old)
}

func (p *probe) newFactsApproved() {
	t, _ := p.cheaper()
	t.book()
}

// advance puts the clock forward.
func (p *probe) advance(d time.Duration, unproved string) {
	p.need(p.h.Advance != nil, "Advance", unproved)
	p.h.Advance(d)
}

func (p *probe) expires() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	p.advance(time.Hour, "that a token expires")
	t.wantNoBooking("a booking.create with a token that is an hour old")
}

// expiryExclusive judges an adapter whose tokens live ten minutes, as in the reference
// gate; another short life is as good. It finds out which by trying.
func (p *probe) expiryExclusive() {
	slots := p.slots(p.h.Fixtures.Plain, 3)
	acceptedAfter := func(slot osbp.Slot, age time.Duration) bool {
		t := p.attemptOf(p.h.Fixtures.Plain, slot).approve()
		p.advance(age, "when a token expires")
		_, err := t.create()
		return err == nil
	}
	const life = 10 * time.Minute
	if acceptedAfter(slots[0], life+time.Second) || !acceptedAfter(slots[1], life-time.Second) {
		return
	}
	if acceptedAfter(slots[2], life) {
		p.fatalf("a token was accepted at the very moment at which its ten minutes were over")
	}
}

func (p *probe) freshAfterExpiry() {
	t := p.attempt(p.h.Fixtures.Plain)
	old := t.challenge()
	p.advance(time.Hour, "that an expired token is not issued again")
	if t.challenge().Token == old.Token {
		p.fatalf("an hour later the challenge had the same token")
	}
}

// lifeNotRenewed asks every four minutes for two hours, more often than tokens of ten
// minutes expire. A token that has become another one was not renewed.
func (p *probe) lifeNotRenewed() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	for range 30 {
		p.advance(4*time.Minute, "that a token expires though it was asked for again")
		t.challenge()
	}
	t.wantNoBooking("a booking.create with a token that is two hours old, though it was asked for again,")
}

func (p *probe) usedUp() {
	p.need(p.h.Cancel != nil, "Cancel", "that a used token books nothing once the slot is open again")
	t := p.attempt(p.h.Fixtures.Plain)
	made := t.book()
	p.must("Cancel", p.h.Cancel(p.ctx, made.Receipt.BookingID))
	t.in.IdempotencyKey = p.key("idem")
	t.wantNoBooking("a second booking.create with the token of the first, under a new idempotency_key,")
}

func (p *probe) survivesRefusal() {
	f := p.fixture(p.h.Fixtures.Verified, "Verified", "that an approval outlives requires_verification")
	p.need(p.h.Code != nil, "Code", "that an approval outlives requires_verification")
	t := p.attempt(f).approve()
	_, err := t.create()
	p.wantProblem("an approved booking.create without a code", err, osbp.CodeRequiresVerification)
	_, err = t.adapter.SendVerification(p.ctx, osbp.VerificationSendInput{Customer: t.in.Customer, Purpose: osbp.BookingPurpose(f.OrganizationID)})
	p.wantAnswer("verification.send", err)
	code, err := p.h.Code(p.ctx, t.in.Customer)
	p.must("Code", err)
	t.in.VerificationCode = code
	_, err = t.create()
	p.wantAnswer("a booking.create with the same approval and the verification code", err)
}

// restart has the attempt go on with another adapter on the same durable state.
func (t *attempt) restart(unproved string) {
	p := t.p
	p.need(p.h.Restart != nil, "Restart", unproved)
	a, err := p.h.Restart(t.fixture.OrganizationID)
	p.must("Restart", err)
	t.adapter = a
}

func (p *probe) approvalRestart() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	issued := t.in.Approval
	t.restart("what becomes of an approval at a restart")
	t.in.Approval = p.invented()
	t.wantNoBooking("after a restart, a booking.create with a token that was never issued")
	t.in.Approval = issued
	if _, err := t.create(); err != nil {
		if _, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr != nil {
			p.fatalf("after a restart an approved booking.create was neither booked nor put to the user but gave %s", brief(err))
		}
		t.book()
	}
}

// twinsApart takes a replay for an answer, since that needs no approval: the call with
// the wrong token may have waited for the other to end.
func (p *probe) twinsApart() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.held("that a wrong token gets nothing from an approved twin")
	before := p.h.Creates()
	approved := t.begin(p.ctx)
	approved.reached(before)
	wrong := *t
	wrong.in.Approval = p.invented()
	other := wrong.begin(p.ctx)
	p.settled([]*underway{other})
	off()
	_, err := approved.ended()
	p.wantAnswer("an approved booking.create that was held", err)
	if got, err := other.ended(); err == nil && !replayed(got) {
		p.fatalf("a booking.create with a wrong token got the receipt of the approved one that was under way")
	}
	p.wantCreates(before, 1)
}

// replayed reports whether a result says that it comes from local state.
func replayed(r *osbp.CreateResult) bool {
	return r != nil && r.Runtime != nil && r.Runtime.Idempotency == osbp.LocalCacheReplay
}
