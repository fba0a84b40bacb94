package money

import (
	"fmt"
	"strconv"
)

// notFixedText is what Plain says when there is no number to say.
const notFixedText = "no fixed amount"

// Plain returns the amount at its currency's exponent and the ISO code:
// "95.00 USD", "12000 CLP", "12.500 KWD". It is the same text in every
// version, locale and program, so that texts made of it can be compared. For
// anything but a fixed price in a known currency it is "no fixed amount".
func (m Money) Plain() string {
	var buf [32]byte
	b, err := m.AppendPlain(buf[:0])
	if err != nil {
		return notFixedText
	}
	return string(b)
}

// AppendPlain appends what [Money.Plain] returns to dst. It returns dst as it
// was, and [ErrNotFixed], [ErrAmountRange] or a *[CurrencyError], where Plain
// would have no number to say.
func (m Money) AppendPlain(dst []byte) ([]byte, error) {
	exponent, err := Exponent(m.Currency)
	if err != nil {
		return dst, fmt.Errorf("money: %w", err)
	}
	n, ok := m.FixedAmount()
	if !ok {
		return dst, fmt.Errorf("money: %w", m.notFixed())
	}
	dst = appendMajor(dst, n, exponent)
	dst = append(dst, ' ')
	return append(dst, m.Currency...), nil
}

// String returns [Money.Plain].
func (m Money) String() string { return m.Plain() }

// appendMajor appends n minor units as a decimal number of major units with
// exactly exponent places.
func appendMajor(dst []byte, n int64, exponent int) []byte {
	unit := majorUnit(exponent)
	dst = strconv.AppendInt(dst, n/unit, 10)
	if exponent > 0 {
		dst = append(dst, '.')
	}
	for unit /= 10; unit > 0; unit /= 10 {
		dst = append(dst, '0'+byte(n/unit%10))
	}
	return dst
}

// majorUnit returns how many minor units make a major unit.
func majorUnit(exponent int) int64 {
	unit := int64(1)
	for range exponent {
		unit *= 10
	}
	return unit
}
