package adaptertest

import (
	"strings"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// What it may cost (B-056, B-068, B-069, B-108, B-110, B-113, B-168, B-196).
var mandatePriceChecks = []check{
	required("mandate.price_at_cap", "Mandate Enforcement",
		"a price of exactly max_price is allowed",
		allows(plain, func(t *attempt) { t.in.Mandate.MaxPrice = t.moved(t.price(), 0) })),
	required("mandate.price_over_cap", "Mandate Enforcement",
		"a price one minor unit over max_price is price_exceeds_mandate",
		refuses(plain, osbp.CodePriceExceedsMandate, func(t *attempt) { t.in.Mandate.MaxPrice = t.moved(t.price(), -1) })),
	required("mandate.price_over_zero", "Mandate Enforcement",
		"a max_price of nothing is a cap: any other price is price_exceeds_mandate",
		refuses(plain, osbp.CodePriceExceedsMandate, func(t *attempt) {
			price := t.price()
			n, _ := price.FixedAmount()
			t.in.Mandate.MaxPrice = t.moved(price, -n)
		})),
	required("mandate.free_at_zero", "Mandate Enforcement",
		"a service that costs nothing is within a max_price of nothing",
		allows(free, func(t *attempt) { t.in.Mandate.MaxPrice = t.moved(t.price(), 0) })),
	required("mandate.currency_other", "Mandate Enforcement",
		"a max_price in another currency is currency_mismatch, however large",
		refuses(plain, osbp.CodeCurrencyMismatch, func(t *attempt) {
			t.in.Mandate.MaxPrice = t.inOtherCurrency(t.price(), money.MaxMinor)
		})),
	required("mandate.currency_exact", "Money",
		"a max_price whose currency is written in small letters names none, and allows nothing",
		refusesAny(func(t *attempt) {
			limit := t.moved(t.price(), 0)
			limit.Currency = strings.ToLower(limit.Currency)
			t.in.Mandate.MaxPrice = limit
		})),
	required("mandate.cap_largest", "Money",
		"the largest max_price there is, 2^53-1 minor units, allows every price in its currency",
		allows(plain, func(t *attempt) {
			limit := money.Fixed(t.price().Currency, money.MaxMinor)
			t.in.Mandate.MaxPrice = &limit
		})),
	required("mandate.cap_without_amount", "Mandate Enforcement",
		"a max_price without an amount bounds nothing: requires_user_confirmation, terminal",
		endsTerminal(plain, func(t *attempt) { t.in.Mandate.MaxPrice = &money.Money{Currency: t.price().Currency} })),
	required("mandate.cap_not_fixed", "Mandate Enforcement",
		"a max_price of a type that is not fixed bounds nothing, whatever amount it names: requires_user_confirmation, terminal",
		endsTerminal(plain, func(t *attempt) {
			limit := t.moved(t.price(), 0)
			limit.Type = money.TypeQuoteRequired
			t.in.Mandate.MaxPrice = limit
		})),
	required("mandate.price_not_fixed", "Money",
		"a price that is not fixed is requires_user_confirmation, terminal: not retryable and without a token",
		endsTerminal(notFixed, func(*attempt) {})),
	required("mandate.price_not_fixed_capped", "Money",
		"a price that is not fixed is requires_user_confirmation, terminal, under a cap as well",
		endsTerminal(notFixed, func(t *attempt) {
			currency := t.currency()
			limit := money.Fixed(currency, money.MaxMinor)
			t.in.Mandate.MaxPrice = &limit
		})),
	required("mandate.price_absent", "booking.create",
		"a price that nobody names is requires_user_confirmation, terminal: not retryable and without a token",
		endsTerminal(noPrice, func(*attempt) {})),
	required("mandate.slot_price_counts", "Mandate Enforcement",
		"a slot that costs more than its service is held to max_price by its own price",
		refusesSlot(osbp.CodePriceExceedsMandate, func(t *attempt) { t.in.Mandate.MaxPrice = t.moved(t.service.Price, 0) })),
	required("mandate.slot_price_at_cap", "Mandate Enforcement",
		"a slot that costs more than its service is allowed where max_price covers it",
		func(p *probe) {
			t := p.dearer().widen()
			t.in.Mandate.MaxPrice = t.moved(t.slot.Price, 0)
			t.challenge()
		}),
	required("mandate.cap_display_ignored", "Money",
		"max_price is its amount_minor: its display text allows nothing", refuses(plain, osbp.CodePriceExceedsMandate, func(t *attempt) {
			t.in.Mandate.MaxPrice = t.moved(t.price(), -1)
			t.in.Mandate.MaxPrice.Display = "999,999.00"
		})),
	required("mandate.cap_display_no_limit", "Money",
		"max_price is its amount_minor: its display text forbids nothing", allows(plain, func(t *attempt) {
			t.in.Mandate.MaxPrice = t.moved(t.price(), 0)
			t.in.Mandate.MaxPrice.Display = "0.01"
		})),
	required("mandate.price_raised", "Mandate Enforcement",
		"a price that rises over max_price between the challenge and the approved retry is price_exceeds_mandate then",
		(*probe).mandatePriceRaised),
}

func free(p *probe) Fixture {
	return p.fixture(p.h.Fixtures.Free, "Free", "a service that costs nothing")
}
func notFixed(p *probe) Fixture {
	return p.fixture(p.h.Fixtures.NotFixed, "NotFixed", "a price that is not fixed")
}
func noPrice(p *probe) Fixture {
	return p.fixture(p.h.Fixtures.NoPrice, "NoPrice", "a service without a price")
}

// endsTerminal tries that a draft leads to the form of requires_user_confirmation that
// asks for no confirmation: not retryable, and no token.
func endsTerminal(on selector, do redraft) func(*probe) {
	return func(p *probe) {
		t := p.attempt(on(p)).widen()
		do(t)
		p.wantTerminal(t.wantCode("the booking", osbp.CodeRequiresUserConfirmation))
	}
}

func (p *probe) wantTerminal(got *osbp.Problem) {
	p.wantRetryable(got, false)
	if strings.Contains(got.Message, "approval.token") {
		p.fatalf("the terminal form of %s carries an approval token", got.Code)
	}
}

// price is the slot's, else the service's; it is fixed.
func (t *attempt) price() *money.Money {
	price := t.slot.Price
	if price == nil {
		price = t.service.Price
	}
	if price == nil || !price.IsFixed() {
		t.p.fatalf("a service that should have a fixed price has none")
	}
	return price
}

// moved is the amount and so many minor units more, without type or display.
func (t *attempt) moved(m *money.Money, by int64) *money.Money {
	n, ok := m.FixedAmount()
	if !ok || n+by < 0 {
		t.p.fatalf("a price that should be fixed and more than nothing is not")
	}
	out := money.Fixed(m.Currency, n+by)
	return &out
}

// inOtherCurrency is an amount in a currency that is not m's.
func (t *attempt) inOtherCurrency(m *money.Money, minor int64) *money.Money {
	currency := "USD"
	if m.Currency == currency {
		currency = "EUR"
	}
	out := money.Fixed(currency, minor)
	return &out
}

// currency is the one that the merchant's prices are in.
func (t *attempt) currency() string {
	switch {
	case t.slot.Price != nil:
		return t.slot.Price.Currency
	case t.service.Price != nil:
		return t.service.Price.Currency
	case t.policy.Organization != nil && t.policy.Organization.Currency != "":
		return t.policy.Organization.Currency
	}
	return "USD"
}

// dearer drafts a booking of a slot that costs more than its service says.
func (p *probe) dearer() *attempt {
	f := p.fixture(p.h.Fixtures.SlotPrice, "SlotPrice", "a slot with a price of its own")
	for _, slot := range p.slots(f, 1) {
		t := p.attemptOf(f, slot)
		if slot.Price == nil || t.service.Price == nil {
			continue
		}
		if cost, err := money.Compare(*slot.Price, *t.service.Price); err == nil && cost > 0 {
			return t
		}
	}
	p.fatalf("the first day of Fixtures.SlotPrice has no slot that costs more than the service")
	return nil
}

func refusesSlot(code osbp.Code, do redraft) func(*probe) {
	return func(p *probe) {
		t := p.dearer().widen()
		do(t)
		t.wantCode("the booking", code)
	}
}

func (p *probe) mandatePriceRaised() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.in.Mandate.MaxPrice = t.moved(t.price(), 0)
	t.approve()
	p.setPrice(t.fixture, *t.moved(t.price(), 1), "a price that rises while the user thinks")
	t.wantCode("an approved booking that has become too dear", osbp.CodePriceExceedsMandate)
}
