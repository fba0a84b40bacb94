package money

import (
	"errors"
	"fmt"
)

// Type says whether a price is known (OSBP "Money", type).
type Type string

// The types of the protocol. An absent type together with an amount means
// TypeFixed.
const (
	TypeFixed              Type = "fixed"
	TypeInsuranceDependent Type = "insurance_dependent"
	TypeQuoteRequired      Type = "quote_required"
	TypeUnknown            Type = "unknown"
)

// ErrNotFixed is the error for a price that has no amount, or whose type says
// that it is not fixed.
var ErrNotFixed = errors.New("price is not fixed")

// Money is the protocol's price object (OSBP "Money"). It is comparable; two
// values are == when all four members are equal.
//
// Decoding checks AmountMinor alone; [Money.Check] checks the whole. Read what
// others sent with a decoder that refuses repeated members and names in another
// case, which encoding/json does not: the last AMOUNT_MINOR would win.
type Money struct {
	// AmountMinor counts the currency's minor units (cents, fils, yen).
	AmountMinor Amount `json:"amount_minor,omitzero"`
	// Currency is an ISO 4217 code, upper case.
	Currency string `json:"currency"`
	// Type is absent or TypeFixed for a price that is known.
	Type Type `json:"type,omitempty"`
	// Display is a platform's own rendering of the price, a hint to people.
	// It may say anything; nothing in this package reads it.
	Display string `json:"display,omitempty"`
}

// Fixed returns a fixed price without checking it: for literals, and where
// [Money.Check] follows. Elsewhere use [FromMinor].
func Fixed(currency string, minor int64) Money {
	return Money{AmountMinor: Minor(minor), Currency: currency, Type: TypeFixed}
}

// IsFixed reports whether the price is fixed: it has an amount in
// 0..[MaxMinor], and its type is absent or TypeFixed. An amount beside another
// type is a contradiction, and not fixed. The currency is not looked at.
func (m Money) IsFixed() bool {
	_, ok := m.FixedAmount()
	return ok
}

// FixedAmount returns the minor units of a price for which IsFixed is true.
func (m Money) FixedAmount() (minor int64, ok bool) { return m.AmountMinor.FixedAs(m.Type) }

// FieldError says which member of a Money is wrong.
type FieldError struct {
	Field string // JSON name: "amount_minor", "currency" or "type"
	Err   error
}

func (e *FieldError) Error() string { return "money: " + e.Field + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *FieldError) Unwrap() error { return e.Err }

// Check reports the first thing that makes m unusable, as a *[FieldError]: a
// currency without an exponent (a *[CurrencyError]), an unfamiliar type, an
// amount outside 0..[MaxMinor] ([ErrAmountRange]), a fixed price without
// an amount, or an amount beside a type that has none.
func (m Money) Check() error {
	if _, err := Exponent(m.Currency); err != nil {
		return &FieldError{"currency", err}
	}
	_, present := m.AmountMinor.Minor()
	switch m.Type {
	case "", TypeFixed:
		if !present {
			return &FieldError{"amount_minor", fmt.Errorf("%w: there is no amount", ErrNotFixed)}
		}
	case TypeInsuranceDependent, TypeQuoteRequired, TypeUnknown:
		if present {
			return &FieldError{"type", fmt.Errorf("%w, and yet there is an amount", ErrNotFixed)}
		}
		return nil
	default:
		return &FieldError{"type", errors.New("not a type of the protocol")}
	}
	if !m.AmountMinor.inRange() {
		return &FieldError{"amount_minor", ErrAmountRange}
	}
	return nil
}
