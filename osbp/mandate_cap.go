package osbp

import "github.com/openservicekit/openservice/money"

// Prices are pointers that may be nil. Each question below has the answer for an
// absent price that lets a later question decide.

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
	return p == nil || limit == nil || p.Currency == limit.Currency
}

// stated reports whether the price is there, fixed, and in a currency in which it
// can be stated to the user.
func stated(p *money.Money) bool { return p != nil && p.IsFixed() && listed(p) }

// bounds reports whether a cap, where there is one, has a fixed amount.
func bounds(limit *money.Money) bool { return limit == nil || limit.IsFixed() }

// within reports whether a stated price is at or below the cap.
func within(p, limit *money.Money) bool {
	if p == nil || limit == nil {
		return p != nil
	}
	ok, err := p.AtMost(*limit)
	return ok && err == nil
}

// canCompare reports whether within has an answer.
func canCompare(p, limit *money.Money) bool {
	return stated(p) && bounds(limit) && sameCurrency(p, limit)
}
