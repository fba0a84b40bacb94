package adaptertest

import (
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// The receipt is the proof that a booking was made (B-166, B-167): it tells its booking
// from every other one, and its text is for people.
var (
	receiptChecks = []check{
		required("shape.receipt", "booking.create",
			"a receipt has an id of its own, also under a mandate that led to another booking, and says in words what was booked",
			(*probe).receiptIsOne),
	}
	receiptTimeChecks = []check{
		required("time.receipt", "Time Discipline",
			"where a receipt's text names a date and a time they are the merchant's, and not UTC's", (*probe).receiptIsLocal),
	}
)

func (p *probe) receiptIsOne() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	one, two := p.attemptOf(p.h.Fixtures.Plain, slots[0]), p.attemptOf(p.h.Fixtures.Plain, slots[len(slots)-1])
	atAnyTime(one.in.Mandate)
	two.in.Mandate = one.in.Mandate
	first, second := one.book(), two.book()
	for _, r := range []osbp.Receipt{first.Receipt, second.Receipt} {
		if r.ID == "" || strings.TrimSpace(r.Text) == "" {
			p.fatalf("a receipt has no id or no text")
		}
	}
	if first.Receipt.ID == second.Receipt.ID {
		p.fatalf("two bookings under one mandate have one receipt id")
	}
}

// receiptIsLocal books a slot whose hour is another one in UTC. A text that names both is
// right.
func (p *probe) receiptIsLocal() {
	slots := p.slots(p.h.Fixtures.Plain, 1)
	i := slices.IndexFunc(slots, func(s osbp.Slot) bool {
		utc, ok := inUTC(s.StartsAt)
		return ok && utc.String() != s.StartsAtLocal
	})
	if i < 0 {
		p.skipf("the slots of Fixtures.Plain carry no instant, or are on UTC: which of the two a receipt names is not shown")
	}
	t := p.attemptOf(p.h.Fixtures.Plain, slots[i])
	said := summaryText(t.book().Receipt.Text)
	utc, _ := inUTC(t.slot.StartsAt)
	switch own := t.start(); {
	case said.hasTime(utc) && !said.hasTime(own):
		p.fatalf("the receipt names the time that it is in UTC")
	case utc.Date != own.Date && said.hasDate(utc) && !said.hasDate(own):
		p.fatalf("the receipt names the date that it is in UTC")
	}
}

// inUTC is what clocks in Greenwich winter show at an instant.
func inUTC(instant string) (wallclock.DateTime, bool) {
	at, err := wallclock.ParseInstant(instant)
	if err != nil {
		return wallclock.DateTime{}, false
	}
	shown, err := wallclock.ParseDateTime(at.UTC().Format("2006-01-02T15:04:05"))
	return shown, err == nil
}
