package adaptertest

import (
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
)

// A token is good for the payload and the facts to the letter (B-164, B-165, B-167).
var approvalPayloadChecks = []check{
	required("approval.bound_to_payload", "booking.create",
		"a token is no approval of a payload that differs in any one member", (*probe).boundToPayload),
	required("approval.bound_to_lower_fee", "booking.create",
		"a fee that falls before the retry is put to the user anew like one that rises", (*probe).boundToLowerFee),
}

// boundToPayload approves under a mandate that allows what comes next too, so that only
// the token stands against it.
func (p *probe) boundToPayload() {
	slot := p.slots(p.h.Fixtures.Plain, 1)[0]
	service, schedule, provider := p.attemptOf(p.h.Fixtures.Plain, slot).otherService(), p.key("schedule"), p.key("provider")
	for member, change := range inOrder(map[string]redraft{
		"customer.email":        func(t *attempt) { t.in.Customer.Email = "other." + t.in.Customer.Email },
		"customer.display_name": func(t *attempt) { t.in.Customer.DisplayName = "Ambrose Thistlewood" },
		"customer.display_name, in other letters": func(t *attempt) {
			t.in.Customer.DisplayName = strings.ToUpper(t.in.Customer.DisplayName)
		},
		"customer.given_name and family_name, swapped": func(t *attempt) {
			c := &t.in.Customer
			c.GivenName, c.FamilyName = c.FamilyName, c.GivenName
		},
		"customer.id": func(t *attempt) { t.in.Customer.ID = p.key("customer") },
		"service_id":  func(t *attempt) { t.in.ServiceID = service },
		"schedule_id": func(t *attempt) { t.in.ScheduleID = schedule },
		"provider_id": func(t *attempt) { t.in.ProviderID = provider },
		"date":        func(t *attempt) { t.in.Date = dateOf(t.later(t.slot.StartsAtLocal, 24*time.Hour)) },
		"mandate.expires_at": func(t *attempt) {
			own := *t.in.Mandate
			own.ExpiresAt = p.instant(5 * time.Hour)
			t.in.Mandate = &own
		},
	}) {
		t := p.attemptOf(p.h.Fixtures.Plain, slot)
		m := t.in.Mandate
		atAnyTime(m)
		m.ServiceIDs, m.ScheduleIDs, m.ProviderIDs = append(m.ServiceIDs, service), append(m.ScheduleIDs, schedule), append(m.ProviderIDs, provider)
		t.approve()
		change(t)
		t.wantNoBooking("a booking.create with another " + member + ", with the token of the first,")
	}
}

func (p *probe) boundToLowerFee() {
	const unproved = "a fee that falls after the challenge"
	f := p.fixture(p.h.Fixtures.Fees, "Fees", unproved)
	t := p.attempt(f)
	fee := t.policy.NoShowFee
	amount, fixed := int64(0), false
	if fee != nil {
		amount, fixed = fee.FixedAmount()
	}
	if !fixed || amount < 10 {
		return // which is for others to judge
	}
	old := t.challenge()
	p.setNoShowFee(f, money.Fixed(fee.Currency, amount-amount/10), unproved)
	t.wantChallengedAnew("a booking whose no-show fee has fallen", old)
}
