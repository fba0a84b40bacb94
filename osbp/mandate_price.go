package osbp

import "github.com/openservicekit/openservice/money"

// price is point 6: the slot's price, or the service's where the slot has none,
// against max_price.
//
// Every currency in sight must be the cap's: the service's, the slot's, and the
// policy's deposit, which is the only policy fee that the mandate bounds. (The
// cancellation and no-show fees are never held to a cap.) A price that is absent
// or not fixed cannot be bounded, so it is refused also without a cap; so is a
// cap that bounds nothing.
func (r *mandateRun) price() bool {
	r.step = StepPrice
	limit := r.Mandate.MaxPrice
	service, slot, deposit := r.servicePrice(), r.slotPrice(), r.deposit()
	if !(r.must(listed(limit), CodeInvalidMandate, "mandate.max_price.currency is not an ISO 4217 currency.") &&
		r.must(inRange(limit), CodeInvalidMandate, "mandate.max_price.amount_minor is out of range.") &&
		r.must(inRange(service), CodeInvalidMandate, "service.price.amount_minor is out of range.") &&
		r.must(inRange(slot), CodeInvalidMandate, "slot.price.amount_minor is out of range.") &&
		r.must(sameCurrency(service, limit), CodeCurrencyMismatch,
			"service.price is in another currency than mandate.max_price.") &&
		r.must(sameCurrency(slot, limit), CodeCurrencyMismatch,
			"slot.price is in another currency than mandate.max_price.") &&
		r.must(sameCurrency(deposit, limit), CodeCurrencyMismatch,
			"policy.deposit is in another currency than mandate.max_price.")) {
		return false
	}
	if r.Service == nil && r.Slot == nil {
		return true // another tool than booking.create, and nothing with a price
	}
	return r.hold(r.bookedPrice(), limit, &priceWords)
}

var priceWords = capWords{
	over:     CodePriceExceedsMandate,
	noCap:    "mandate.max_price has no fixed amount, so it bounds nothing.",
	noAmount: "The price is not known as a fixed amount in an ISO 4217 currency.",
	exceeds:  "The price exceeds mandate.max_price.",
}

// bookedPrice is the price of what would be booked.
func (r *mandateRun) bookedPrice() *money.Money {
	if p := r.slotPrice(); p != nil {
		return p
	}
	return r.servicePrice()
}

func (r *mandateRun) servicePrice() *money.Money {
	if r.Service == nil {
		return nil
	}
	return r.Service.Price
}

func (r *mandateRun) slotPrice() *money.Money {
	if r.Slot == nil {
		return nil
	}
	return r.Slot.Price
}

func (r *mandateRun) deposit() *money.Money {
	if r.Policy == nil {
		return nil
	}
	return r.Policy.Deposit
}
