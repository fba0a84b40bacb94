package money

import (
	"iter"
	"slices"
)

//go:generate go run gen.go

// What minorUnits returns for codes without an exponent.
const (
	noMinorUnit = -1
	notListed   = -2
)

// CurrencyErrorKind says why a code has no exponent.
type CurrencyErrorKind int

// The reasons why a code has no exponent.
const (
	// CurrencyUnknown: the list has never had it, or it is misspelt.
	CurrencyUnknown CurrencyErrorKind = iota
	// CurrencyWithdrawn: it was a currency once.
	CurrencyWithdrawn
	// CurrencyNoMinorUnit: a code for gold, tests and the like, for which
	// the list defines no minor unit.
	CurrencyNoMinorUnit
)

// String returns "unknown", "withdrawn" or "no minor unit".
func (k CurrencyErrorKind) String() string {
	switch k {
	case CurrencyWithdrawn:
		return "withdrawn"
	case CurrencyNoMinorUnit:
		return "no minor unit"
	}
	return "unknown"
}

// CurrencyError is the error for a code that has no exponent. A merchant who
// charges in such a currency cannot be onboarded (OSBP "Money").
type CurrencyError struct {
	Code string // as given
	Kind CurrencyErrorKind
	// Withdrawn is when a CurrencyWithdrawn code was withdrawn, as the list
	// writes it: "2025-03", or "1989 to 1990" where that is all it knows.
	Withdrawn string
}

// Error says which code it is and why it has no exponent. It does not repeat
// text that is not three letters: that could be anything.
func (e *CurrencyError) Error() string {
	switch {
	case e.Kind == CurrencyWithdrawn:
		return e.Code + " was withdrawn from ISO 4217 in " + e.Withdrawn
	case e.Kind == CurrencyNoMinorUnit:
		return e.Code + " has no minor unit in ISO 4217"
	case len(e.Code) == 3 && isLetter(e.Code[0]) && isLetter(e.Code[1]) && isLetter(e.Code[2]):
		return e.Code + " is not an ISO 4217 currency code"
	}
	return "code is not three capital letters (ISO 4217)"
}

func isLetter(c byte) bool { return 'A' <= c&^0x20 && c&^0x20 <= 'Z' }

// Exponent returns the number of decimal digits of a currency's minor unit: 2
// for USD, 0 for JPY, 3 for KWD (OSBP "Money"). Codes are compared exactly,
// case included. The error is a *[CurrencyError].
func Exponent(currency string) (int, error) {
	if e := minorUnits(currency); e >= 0 {
		return e, nil
	}
	return 0, currencyError(currency)
}

func currencyError(code string) error {
	e := &CurrencyError{Code: code}
	if minorUnits(code) == noMinorUnit {
		e.Kind = CurrencyNoMinorUnit
	} else if month := withdrawnIn(code); month != "" {
		e.Kind, e.Withdrawn = CurrencyWithdrawn, month
	}
	return e
}

// Currencies returns the codes that have an exponent, in alphabetical order.
func Currencies() iter.Seq[string] { return slices.Values(currencies[:]) }
