package money

import "fmt"

// FromMajor returns the fixed price that a platform writes in major units:
// "80.00" or a json.Number of 80 or 8e1 in USD is 8000 minor units (OSBP
// "Money": scaled by the currency's exponent, never by a fixed 100). The text
// must be a number in JSON's grammar: separators, symbols, a plus sign, spaces
// and leading zeros are [ErrSyntax].
//
// The result is exact. Digits that the currency cannot hold are [ErrInexact]
// unless they are zeros, a negative number is [ErrAmountRange], and a currency
// without an exponent is a *[CurrencyError], wrapped like all of them.
func FromMajor[S ~string](major S, currency string) (Money, error) {
	exponent, err := Exponent(currency)
	if err != nil {
		return Money{}, fmt.Errorf("money: currency: %w", err)
	}
	d, err := parseDecimal(major)
	var n int64
	if err == nil {
		n, err = d.scale(exponent)
	}
	if err != nil {
		return Money{}, fmt.Errorf("money: amount in major units of %s: %w", currency, err)
	}
	return Fixed(currency, n), nil
}

// FromMinor returns the fixed price that a platform writes in minor units,
// which pass through unscaled (OSBP "Money"). The error wraps a
// *[CurrencyError] or [ErrAmountRange].
func FromMinor(minor int64, currency string) (Money, error) {
	if _, err := Exponent(currency); err != nil {
		return Money{}, fmt.Errorf("money: currency: %w", err)
	}
	m := Fixed(currency, minor)
	if !m.AmountMinor.inRange() {
		return Money{}, fmt.Errorf("money: amount in minor units of %s: %w", currency, ErrAmountRange)
	}
	return m, nil
}
