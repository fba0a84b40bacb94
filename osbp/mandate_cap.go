package osbp

import "github.com/openservicekit/openservice/money"

// capWords are the refusals of an amount that is held to a cap.
type capWords struct {
	over                     Code
	noCap, noAmount, exceeds string
}

// hold holds an amount to a cap, nil being none. The amount must be fixed, in a
// currency in which it can be stated to the user; a cap must be able to bound it,
// and does so where it is fixed and in the same currency. The caller has compared
// the currencies and looked the cap's up.
func (r *mandateRun) hold(p, limit *money.Money, words *capWords) bool {
	minor, fixed := amount(p)
	most, bounds := amount(limit)
	same := sameCurrency(p, limit)
	stated := fixed && (limit != nil && same || listed(p))
	return r.must(limit == nil || bounds, CodeRequiresUserConfirmation, words.noCap) &&
		r.must(stated, CodeRequiresUserConfirmation, words.noAmount) &&
		r.must(limit == nil || bounds && same && stated && minor <= most || r.moot(!bounds || !same || !stated),
			words.over, words.exceeds)
}

// amount returns the minor units of a price that is there and fixed.
func amount(p *money.Money) (minor int64, fixed bool) {
	if p == nil {
		return 0, false
	}
	return p.AmountMinor.FixedAs(p.Type)
}

// The questions below count an absent price as right: whether it may be absent is
// another question.

// listed reports whether the currency has an exponent in ISO 4217.
func listed(p *money.Money) bool {
	if p == nil {
		return true
	}
	_, err := money.Exponent(p.Currency)
	return err == nil
}

// inRange reports whether the amount, if there is one, can be an amount at all.
func inRange(p *money.Money) bool {
	if p == nil {
		return true
	}
	n, ok := p.AmountMinor.Minor()
	return !ok || 0 <= n && n <= money.MaxMinor
}

// sameCurrency reports whether the price is in the cap's currency, letter by
// letter. Nothing is converted.
func sameCurrency(p, limit *money.Money) bool {
	return p == nil || limit == nil || p == limit || p.Currency == limit.Currency
}
