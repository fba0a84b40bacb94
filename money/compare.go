package money

import (
	"cmp"
	"errors"
	"fmt"
)

// ErrCurrencyMismatch is the error for two prices in different currencies.
// Nothing here converts (OSBP "Money").
var ErrCurrencyMismatch = errors.New("currencies differ")

// Compare returns -1, 0 or 1 as a is less than, equal to or more than b. It
// fails closed, in this order: [ErrCurrencyMismatch]; a *[CurrencyError] for a
// currency without an exponent; [ErrNotFixed] or [ErrAmountRange] for a price
// for which [Money.IsFixed] is false. On any error the result is 1.
func Compare(a, b Money) (int, error) {
	if a.Currency != b.Currency {
		return 1, fmt.Errorf("money: compare: %w", ErrCurrencyMismatch)
	}
	if _, err := Exponent(a.Currency); err != nil {
		return 1, fmt.Errorf("money: compare: %w", err)
	}
	x, ok := a.FixedAmount()
	if !ok {
		return 1, fmt.Errorf("money: compare: %w", a.notFixed())
	}
	y, ok := b.FixedAmount()
	if !ok {
		return 1, fmt.Errorf("money: compare: %w", b.notFixed())
	}
	return cmp.Compare(x, y), nil
}

// AtMost reports whether the price m is at or below limit. It is false
// whenever there is an error; the errors are [Compare]'s.
func (m Money) AtMost(limit Money) (bool, error) {
	c, err := Compare(m, limit)
	return err == nil && c <= 0, err
}

// notFixed says why FixedAmount is false.
func (m Money) notFixed() error {
	if (m.Type == "" || m.Type == TypeFixed) && m.AmountMinor.present {
		return ErrAmountRange
	}
	return ErrNotFixed
}
