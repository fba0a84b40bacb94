package adaptertest

import (
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// What is kept of a key, and until when (B-175, B-177, B-178, B-200).
var idempotencyKeptChecks = []check{
	required("idempotency.conflict_stays", "booking.create",
		"a conflict that is sent again is a conflict again", (*probe).conflictStays),
	required("idempotency.key_alone", "booking.create",
		"the payload of a booking under a fresh key is another attempt, and gets no receipt of the first", (*probe).keyAlone),
	required("idempotency.replay_after_others", "booking.create",
		"a retry after success returns the receipt, however many other keys came in between", (*probe).replayAfterOthers),
	required("idempotency.replay_until_start", "booking.create",
		"as long as the appointment is ahead, a retry returns the receipt and creates nothing", (*probe).replayUntilStart),
}

func (p *probe) conflictStays() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	t.in.Customer.Phone += "1"
	for range 3 {
		t.wantCode("a used key with another payload", osbp.CodeIdempotencyConflict)
	}
}

func (p *probe) keyAlone() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	before := p.h.Creates()
	t.in.IdempotencyKey, t.in.Approval = p.key("idem"), nil
	t.wantNoReceipt("the payload of a booking, unapproved and under a fresh key,")
	p.wantCreates(before, 0)
}

func (p *probe) replayAfterOthers() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	t, other := p.attemptOf(p.h.Fixtures.Plain, slots[0]), p.attemptOf(p.h.Fixtures.Plain, slots[1])
	made, before := t.book(), p.h.Creates()
	for range 30 {
		other.in.IdempotencyKey = p.key("idem")
		other.challenge()
	}
	t.wantSameReceipt("a retry after success, with other keys in between,", made.Receipt)
	p.wantCreates(before, 0)
}

func (p *probe) replayUntilStart() {
	const unproved = "that a key is remembered until the appointment"
	f := p.h.Fixtures.Plain
	if days := p.h.Now().UTC().AddDate(0, 0, 5).Format(time.DateOnly); f.Date < days {
		f.Date = days // further ahead than records are kept by habit
	}
	t := p.attempt(f)
	starts, err := wallclock.ParseInstant(t.slot.StartsAt)
	if err != nil {
		p.skipf("the slots of Fixtures.Plain have no starts_at: %s is not shown", unproved)
	}
	made, before := t.book(), p.h.Creates()
	p.advance(max(0, starts.Sub(p.h.Now())-time.Hour), unproved)
	t.wantSameReceipt("a retry an hour before the appointment", made.Receipt)
	p.wantCreates(before, 0)
}
