package adaptertest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// One key, one appointment: replays (B-095, B-175 to B-177, B-200).
var idempotencyChecks = slices.Concat([]check{
	required("idempotency.same_receipt", "booking.create",
		"a retry with the same key and payload after success returns the same receipt", (*probe).sameReceipt),
	required("idempotency.replay_no_create", "booking.create",
		"a retry after success sends nothing to the platform", (*probe).replayNoCreate),
	required("idempotency.replay_says_so", "Result Envelope",
		"a receipt that comes from local state is marked as local_cache_replay", (*probe).replaySaysSo),
	required("idempotency.first_is_no_replay", "Result Envelope",
		"the result of the create itself is not marked as local_cache_replay", (*probe).firstIsNoReplay),
	required("idempotency.approval_transient", "booking.create",
		"approval is no part of the payload: a retry without it, or with another one, is the same attempt", (*probe).approvalTransient),
	required("idempotency.code_transient", "booking.create",
		"verification_code is no part of the payload: a retry with one is the same attempt", (*probe).codeTransient),
	required("idempotency.replay_after_change", "booking.create",
		"a retry after success returns the receipt though the price has changed since", (*probe).replayAfterChange),
	required("idempotency.replay_offline", "booking.create",
		"a retry after success returns the receipt without contacting the platform", (*probe).replayOffline),
	required("idempotency.restart_replays", "booking.create",
		"after a restart the same key and payload return the same receipt, and nothing is sent", (*probe).restartReplays),
	required("idempotency.receipts_apart", "booking.create",
		"two bookings have two receipts, and a retry of each returns its own", (*probe).receiptsApart),
	required("idempotency.organizations_apart", "booking.create",
		"a key that was used at one organization is no replay at another", (*probe).organizationsApart),
}, idempotencyConflictChecks, idempotencyPayloadChecks, idempotencyKeptChecks, idempotencyRaceChecks)

// wantSameReceipt requires that the attempt as it stands answers with a receipt.
func (t *attempt) wantSameReceipt(what string, want osbp.Receipt) *osbp.CreateResult {
	got, err := t.create()
	t.p.wantAnswer(what, err)
	if got == nil || got.Receipt != want {
		t.p.fatalf("%s answered with another receipt", what)
	}
	return got
}

func (p *probe) sameReceipt() {
	t := p.attempt(p.h.Fixtures.Plain)
	made := t.book()
	for range 2 {
		if p.h.Advance != nil {
			p.h.Advance(time.Minute)
		}
		t.wantSameReceipt("a retry after success", made.Receipt)
	}
}

func (p *probe) replayNoCreate() {
	t := p.attempt(p.h.Fixtures.Plain)
	before := p.h.Creates()
	t.book()
	for range 2 {
		t.create()
	}
	p.wantCreates(before, 1)
}

func (p *probe) replaySaysSo() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	got, err := t.create()
	p.wantAnswer("a retry after success", err)
	if !replayed(got) {
		p.fatalf("a retry after success was not marked as local_cache_replay")
	}
}

func (p *probe) firstIsNoReplay() {
	if replayed(p.attempt(p.h.Fixtures.Plain).book()) {
		p.fatalf("a first create was marked as local_cache_replay")
	}
}

func (p *probe) approvalTransient() {
	t := p.attempt(p.h.Fixtures.Plain)
	made := t.book()
	t.in.Approval = nil
	t.wantSameReceipt("a retry after success without approval", made.Receipt)
	t.in.Approval = p.invented()
	t.wantSameReceipt("a retry after success with another token", made.Receipt)
}

func (p *probe) codeTransient() {
	t := p.attempt(p.h.Fixtures.Plain)
	made := t.book()
	t.in.VerificationCode = "730194"
	t.wantSameReceipt("a retry after success with a verification_code", made.Receipt)
}

func (p *probe) replayAfterChange() {
	f := p.h.Fixtures.Plain
	t := p.attempt(f)
	made := t.book()
	p.setPrice(f, money.Fixed(t.priceCurrency(), 999_900), "a replay after the price has changed")
	t.wantSameReceipt("a retry after success, at a time when the price is another,", made.Receipt)
}

func (p *probe) replayOffline() {
	p.need(p.h.GarbleReads != nil, "GarbleReads", "that a replay asks the platform nothing")
	t := p.attempt(p.h.Fixtures.Plain)
	made := t.book()
	off, err := p.h.GarbleReads(p.ctx)
	p.until("GarbleReads", off, err)
	t.wantSameReceipt("a retry after success, while the platform can't be read,", made.Receipt)
}

func (p *probe) restartReplays() {
	t := p.attempt(p.h.Fixtures.Plain)
	before := p.h.Creates()
	made := t.book()
	t.restart("that receipts outlive a restart")
	t.wantSameReceipt("a retry after success and a restart", made.Receipt)
	p.wantCreates(before, 1)
}

func (p *probe) receiptsApart() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	one, two := p.attemptOf(p.h.Fixtures.Plain, slots[0]), p.attemptOf(p.h.Fixtures.Plain, slots[1])
	first, second := one.book().Receipt, two.book().Receipt
	if first.BookingID == second.BookingID || first.ID == second.ID {
		p.fatalf("two bookings of two customers have the same receipt or booking id")
	}
	one.wantSameReceipt("a retry of the first of two bookings", first)
	two.wantSameReceipt("a retry of the second of two bookings", second)
}

func (p *probe) organizationsApart() {
	here, there := p.h.Fixtures.Plain, p.elsewhere("that organizations don't share keys")
	one, two := p.attempt(here), p.attempt(there)
	two.in.IdempotencyKey = one.in.IdempotencyKey
	before := p.h.Creates()
	first := one.book()
	second := two.book()
	if replayed(second) || first.Receipt.BookingID == second.Receipt.BookingID {
		p.fatalf("a booking at one organization answered with the receipt of another's")
	}
	p.wantCreates(before, 2)
}

// elsewhere is a fixture of another organization than Plain's that needs no code.
func (p *probe) elsewhere(unproved string) Fixture {
	f := p.h.Fixtures
	for _, other := range append([]Fixture{f.Free, f.NoProvider, f.NoReadback}, f.Currencies...) {
		if other != (Fixture{}) && other.OrganizationID != f.Plain.OrganizationID {
			return other
		}
	}
	p.skipf("Harness.Fixtures has none of Free, NoProvider, NoReadback and Currencies at another organization than Plain's: %s is not shown", unproved)
	return Fixture{}
}

// Another payload under a used key (B-117, B-178).
var idempotencyConflictChecks = []check{
	required("idempotency.conflict_time", "booking.create",
		"a used key with another time is idempotency_conflict", (*probe).conflictTime),
	required("idempotency.conflict_customer", "booking.create",
		"a used key with another customer is idempotency_conflict", (*probe).conflictCustomer),
	required("idempotency.conflict_mandate", "booking.create",
		"a used key with another mandate is idempotency_conflict", (*probe).conflictMandate),
	required("idempotency.conflict_not_retryable", "Result Envelope",
		"idempotency_conflict is not retryable", (*probe).conflictNotRetryable),
	required("idempotency.conflict_before_booking", "booking.create",
		"a key belongs to the payload that was validated under it first, though nothing is booked yet", (*probe).conflictBeforeBooking),
	required("idempotency.conflict_keeps_receipt", "booking.create",
		"after a conflict the key still returns the receipt of its own payload", (*probe).conflictKeepsReceipt),
	required("idempotency.restart_conflict", "booking.create",
		"after a restart a used key with another payload is idempotency_conflict", (*probe).restartConflict),
	required("idempotency.key_exact", "booking.create",
		"keys that differ in upper and lower case, or in a space, are not one", (*probe).keyExact),
	required("idempotency.fresh_key", "booking.create",
		"a fresh key books after the first was refused with a conflict", (*probe).freshKey),
}

func (p *probe) conflictTime() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	t := p.attemptOf(p.h.Fixtures.Plain, slots[0])
	t.book()
	t.in.Date, t.in.Time = startOf(slots[1])
	t.wantCode("a used key with another time", osbp.CodeIdempotencyConflict)
}

func (p *probe) conflictCustomer() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	t.in.Customer.Phone += "1"
	t.wantCode("a used key with another phone number", osbp.CodeIdempotencyConflict)
}

// underAnother puts the attempt under another mandate.
func (t *attempt) underAnother() {
	m := *t.in.Mandate
	m.ID = t.p.key("mnd")
	t.in.Mandate = &m
}

func (p *probe) conflictMandate() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	t.underAnother()
	t.wantCode("a used key with another mandate", osbp.CodeIdempotencyConflict)
}

func (p *probe) conflictNotRetryable() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	t.underAnother()
	p.wantRetryable(t.wantCode("a used key with another payload", osbp.CodeIdempotencyConflict), false)
}

func (p *probe) conflictBeforeBooking() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.challenge()
	t.in.Customer.Phone += "1"
	t.wantCode("a challenged key with another payload", osbp.CodeIdempotencyConflict)
}

func (p *probe) conflictKeepsReceipt() {
	t := p.attempt(p.h.Fixtures.Plain)
	made := t.book()
	other := *t
	other.in.Customer.Phone += "1"
	other.wantNoReceipt("a used key with another payload")
	t.wantSameReceipt("a retry after a conflict", made.Receipt)
}

// wantNoReceipt requires any refusal.
func (t *attempt) wantNoReceipt(what string) error {
	_, err := t.create()
	if err == nil {
		t.p.fatalf("%s succeeded", what)
	}
	return err
}

func (p *probe) restartConflict() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	t.restart("that conflicts outlive a restart")
	t.in.Customer.Phone += "1"
	t.wantCode("after a restart, a used key with another payload", osbp.CodeIdempotencyConflict)
}

func (p *probe) keyExact() {
	slots := p.slots(p.h.Fixtures.Plain, 3)
	one, two := p.attemptOf(p.h.Fixtures.Plain, slots[0]), p.attemptOf(p.h.Fixtures.Plain, slots[1])
	one.in.IdempotencyKey += "_key"
	two.in.IdempotencyKey = strings.ToUpper(one.in.IdempotencyKey)
	one.book()
	two.book()
	for _, spaced := range []string{one.in.IdempotencyKey + " ", " " + one.in.IdempotencyKey} {
		t := p.attemptOf(p.h.Fixtures.Plain, slots[2]) // which an adapter may refuse for its key
		t.in.IdempotencyKey = spaced
		if errors.Is(t.wantNoReceipt("an unapproved booking.create"), osbp.CodeIdempotencyConflict) {
			p.fatalf("two keys that differ in a space are taken for one")
		}
	}
}

func (p *probe) freshKey() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	one := p.attemptOf(p.h.Fixtures.Plain, slots[0])
	one.book()
	two := p.attemptOf(p.h.Fixtures.Plain, slots[1])
	fresh := two.in.IdempotencyKey
	two.in.IdempotencyKey = one.in.IdempotencyKey
	two.wantNoReceipt("a used key with another payload")
	two.in.IdempotencyKey = fresh
	two.book()
}

// Several calls for one key or one slot at a time.
var idempotencyRaceChecks = []check{
	required("idempotency.twins", "booking.create",
		"two approved calls with one key at a time make one create, and whoever gets a receipt gets the same", (*probe).twins),
	required("idempotency.twin_refusal_retryable", "booking.create",
		"a twin that is refused while the other is under way may retry, and then gets the receipt", (*probe).twinRetries),
	required("idempotency.one_slot_two_keys", "booking.create",
		"of two approved attempts for one slot under two keys, one after the other, the second is slot_taken", (*probe).oneSlotTwoKeys),
	required("idempotency.one_slot_two_keys_race", "booking.create",
		"of two approved attempts for one slot under two keys, at a time, one gets a receipt", (*probe).oneSlotRace),
}

func (p *probe) twins() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.held("that twins make one create")
	before := p.h.Creates()
	first := t.begin(p.ctx)
	first.reached(before)
	var others []*underway
	for range 3 {
		others = append(others, t.begin(p.ctx))
	}
	p.settled(others)
	p.wantCreates(before, 1)
	off()
	made, err := first.ended()
	p.wantAnswer("the first of two calls with one key", err)
	for _, other := range others {
		got, err := other.ended()
		switch {
		case err == nil && (got == nil || got.Receipt != made.Receipt):
			p.fatalf("a twin got another receipt")
		case err != nil && !problemOf(err).Retryable:
			p.fatalf("a twin was refused as not retryable: %s", brief(err))
		}
	}
	p.wantCreates(before, 1)
}

// settled gives calls that are under way the time to do what they do while the first
// create is held: until all have ended, or for a while, since they may wait for it. The
// while is some times what a challenge took, for which an adapter reads the same.
func (p *probe) settled(calls []*underway) {
	ctx, cancel := context.WithTimeout(p.ctx, min(max(10*p.pace, 5*time.Millisecond), 2*time.Second))
	defer cancel()
	for _, u := range calls {
		select {
		case <-u.done:
		case <-ctx.Done():
			return
		}
	}
}

func (p *probe) twinRetries() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	off := p.held("what a twin gets afterwards")
	before := p.h.Creates()
	first := t.begin(p.ctx)
	first.reached(before)
	twin := t.begin(p.ctx)
	p.settled([]*underway{twin})
	off()
	made, err := first.ended()
	p.wantAnswer("the first of two calls with one key", err)
	if _, err := twin.ended(); err != nil {
		p.wantRetryable(problemOf(err), true)
	}
	t.wantSameReceipt("a twin's retry", made.Receipt)
	p.wantCreates(before, 1)
}

// rivals drafts two approved attempts for one slot.
func (p *probe) rivals() (*attempt, *attempt) {
	slot := p.slots(p.h.Fixtures.Plain, 1)[0]
	return p.attemptOf(p.h.Fixtures.Plain, slot).approve(), p.attemptOf(p.h.Fixtures.Plain, slot).approve()
}

func (p *probe) oneSlotTwoKeys() {
	one, two := p.rivals()
	_, err := one.create()
	p.wantAnswer("the first of two attempts for one slot", err)
	_, err = two.create()
	p.wantProblem("the second of two attempts for one slot", err, osbp.CodeSlotTaken)
}

func (p *probe) oneSlotRace() {
	one, two := p.rivals()
	off := p.held("that two attempts for one slot don't both succeed")
	before := p.h.Creates()
	first := one.begin(p.ctx)
	first.reached(before)
	second := two.begin(p.ctx)
	p.settled([]*underway{second})
	off()
	receipts := 0
	for _, u := range []*underway{first, second} {
		if _, err := u.ended(); err == nil {
			receipts++
		}
	}
	if receipts != 1 {
		p.fatalf("%d of two attempts for one slot got a receipt", receipts)
	}
}
