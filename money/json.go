package money

import (
	"errors"
	"fmt"
	"strconv"
)

// MarshalJSON encodes the amount as a JSON integer. An amount that is absent
// (a field without omitzero) or outside 0..[MaxMinor] is an error: the wire
// has neither null nor such numbers.
func (a Amount) MarshalJSON() ([]byte, error) {
	if !a.present {
		return nil, errors.New("money: an absent amount has no JSON form")
	}
	if !a.inRange() {
		return nil, fmt.Errorf("money: %w", ErrAmountRange)
	}
	return strconv.AppendInt(nil, a.n, 10), nil
}

// UnmarshalJSON decodes any JSON number that is mathematically an integer in
// 0..[MaxMinor]: 9500, 9500.0 and 9.5e3 are one amount, and -0 is 0. All else
// is an error, which wraps [ErrSyntax] (not a number: strings, null),
// [ErrInexact] (a fraction) or [ErrAmountRange], and leaves the amount as it
// was. The time taken is linear in the input, whatever its exponent.
func (a *Amount) UnmarshalJSON(data []byte) error {
	d, err := parseDecimal(data)
	if err != nil {
		return fmt.Errorf("money: amount_minor: %w", err)
	}
	n, err := d.scale(0)
	if err != nil {
		return fmt.Errorf("money: amount_minor: %w", err)
	}
	*a = Minor(n)
	return nil
}
