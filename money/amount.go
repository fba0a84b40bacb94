package money

import (
	"errors"
	"strconv"
)

// MaxMinor is the largest amount the wire can carry, 2^53-1: the largest
// integer that every JSON implementation reads exactly.
const MaxMinor = 1<<53 - 1

// ErrAmountRange is the error for an amount outside 0..[MaxMinor].
var ErrAmountRange = errors.New("amount is not between 0 and 9007199254740991 minor units")

// Amount is an optional count of a currency's minor units (OSBP "Money",
// amount_minor). The zero Amount is absent, which is not the same as
// Minor(0): a price that is not known is not a free service.
//
// An Amount made by [Minor] may lie outside the range of the wire. Such an
// amount is never fixed, never compares and never encodes.
type Amount struct {
	n       int64
	present bool
}

// Minor returns the amount of n minor units. It does not check the range.
func Minor(n int64) Amount { return Amount{n: n, present: true} }

// Minor returns the number of minor units, and whether there is one.
func (a Amount) Minor() (n int64, ok bool) { return a.n, a.present }

// FixedAs is [Money.FixedAmount] for a price of type t, where the whole of a Money
// is not at hand or not worth a copy.
func (a Amount) FixedAs(t Type) (minor int64, ok bool) {
	if (t != "" && t != TypeFixed) || !a.inRange() {
		return 0, false
	}
	return a.n, true
}

// IsZero reports whether the amount is absent. Encoders that know omitzero
// then leave the member out. It is false for Minor(0).
func (a Amount) IsZero() bool { return !a.present }

// Equal reports whether a and b are both absent or the same number.
func (a Amount) Equal(b Amount) bool { return a == b }

// inRange reports whether the amount is there and the wire can carry it.
func (a Amount) inRange() bool { return a.present && 0 <= a.n && a.n <= MaxMinor }

// String returns the number of minor units in decimal, or "absent".
func (a Amount) String() string {
	if !a.present {
		return "absent"
	}
	return strconv.FormatInt(a.n, 10)
}
