package money

import (
	"fmt"
	"strings"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/number"
)

// maxLanguage bounds a language tag. BCP 47 (RFC 5646 section 4.4) asks for
// room for 35 bytes.
const maxLanguage = 100

// Format returns a fixed price as the speakers of a language write it: "$95.00"
// for "en", "95,00 $" for "de". The language is a BCP 47 tag; one that is well
// formed and not known is written neutrally ("US$ 95.00").
//
// Agents owe the user this rather than [Money.Display] (OSBP "Money"), which
// is not read. Symbols and separators are golang.org/x/text's and may change
// with its version: compare [Money.Plain], not this. The number of decimals is
// [Exponent]'s, and a symbol that the language uses for several currencies
// gives way to the ISO code.
//
// The error is as for [Money.AppendPlain], or says that lang is not a tag.
func Format(m Money, lang string) (string, error) {
	exponent, err := Exponent(m.Currency)
	if err != nil {
		return "", err
	}
	n, ok := m.FixedAmount()
	if !ok {
		return "", fmt.Errorf("money: format: %w", m.notFixed())
	}
	tag, err := parseLanguage(lang)
	if err != nil {
		return "", fmt.Errorf("money: format: language is not a BCP 47 tag: %w", err)
	}
	return placementFor(tag).apply(symbol(m.Currency, tag), localNumber(n, exponent, tag)), nil
}

// parseLanguage returns the tag in the form that x/text has data for.
func parseLanguage(lang string) (language.Tag, error) {
	if len(lang) > maxLanguage {
		return language.Und, fmt.Errorf("it is over %d bytes long", maxLanguage)
	}
	tag, err := language.All.Parse(lang)
	if err != nil {
		return language.Und, err
	}
	// Canonical form turns Bokmål, which has data, into Norwegian, which has none.
	if base, _ := tag.Base(); base.String() == "no" {
		nb, err := language.ParseBase("nb")
		if err != nil {
			return language.Und, err
		}
		return language.Compose(tag, nb)
	}
	return tag, nil
}

// localNumber writes n minor units in the digits and with the separators of a
// language. x/text takes a fraction only as a float64, so it is given whole
// numbers: the major units followed by a fraction of zeros, and the fraction
// by itself, which then takes the zeros' place.
func localNumber(n int64, exponent int, tag language.Tag) string {
	unit := int64(1)
	for range exponent {
		unit *= 10
	}
	whole := textState{tag: tag}
	number.Decimal(n/unit, number.Scale(exponent)).Format(&whole, 'v')
	if n%unit == 0 {
		return whole.String()
	}
	fraction := textState{tag: tag}
	number.Decimal(n%unit, number.MinIntegerDigits(exponent), number.NoSeparator()).Format(&fraction, 'v')
	return whole.String()[:whole.Len()-fraction.Len()] + fraction.String()
}

// symbol returns what a language writes for a currency, or its code.
func symbol(code string, tag language.Tag) string {
	unit, err := currency.ParseISO(code)
	if err != nil {
		return code // newer than x/text
	}
	s := textState{tag: tag}
	currency.Symbol(unit).Format(&s, 'v')
	return s.String()
}

// textState is how a formatter of x/text learns the language and hands back
// its text, without a message.Printer and its catalogue.
type textState struct {
	strings.Builder
	tag language.Tag
}

func (s *textState) Language() language.Tag { return s.tag }
func (*textState) Width() (int, bool)       { return 0, false }
func (*textState) Precision() (int, bool)   { return 0, false }
func (*textState) Flag(int) bool            { return false }
