package money

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"
	"golang.org/x/text/number"
)

// Format returns a fixed price as the speakers of a language write it:
// "$95.00" for "en", "95,00 $" for "de". The language is a BCP 47 tag. A
// language that is not known is written neutrally ("US$ 95.00"), and unknown
// subtags are left out.
//
// Agents owe the user this rather than [Money.Display] (OSBP "Money"), which
// is not read. Symbols, digits and separators are golang.org/x/text's and may
// change with its version: compare [Money.Plain], not this. The number of
// decimals is [Exponent]'s.
//
// The errors are [Money.AppendPlain]'s, and one for text that is not a tag.
func Format(m Money, lang string) (string, error) {
	exponent, err := Exponent(m.Currency)
	if err != nil {
		return "", fmt.Errorf("money: format: %w", err)
	}
	n, ok := m.FixedAmount()
	if !ok {
		return "", fmt.Errorf("money: format: %w", m.notFixed())
	}
	tag, ok := parseLanguage(lang)
	if !ok {
		return "", errors.New("money: format: language is not a BCP 47 tag")
	}
	return placementFor(tag).apply(symbol(m.Currency, tag), localNumber(n, exponent, tag)), nil
}

// maxLanguage bounds a language tag. RFC 5646 section 4.4 asks for room for 35
// bytes.
const maxLanguage = 100

// parseLanguage returns the language, script and region of a tag, in the form
// that x/text has data for. Of the extensions only Latin digits (-u-nu-latn)
// are kept: they go through for every language, while x/text never comes back
// from other digits for some (zh-Hant-u-nu-thai in v0.44.0).
func parseLanguage(lang string) (language.Tag, bool) {
	if len(lang) > maxLanguage {
		return language.Und, false
	}
	given, err := language.All.Parse(lang)
	if _, unknown := errors.AsType[language.ValueError](err); err != nil && !unknown {
		return language.Und, false
	}
	base, script, region := given.Raw()
	if base.String() == "no" {
		base = language.MustParseBase("nb") // where the data for Norwegian are
	}
	tag, err := language.Raw.Compose(base, script, region)
	if err == nil && given.TypeForKey("nu") == "latn" {
		tag, err = tag.SetTypeForKey("nu", "latn")
	}
	return tag, err == nil
}

// localNumber writes n minor units in the digits and with the separators of a
// language. x/text takes a fraction only as a float64, so it is given whole
// numbers: the major units followed by a fraction of zeros, and the fraction
// by itself, which then takes the zeros' place.
func localNumber(n int64, exponent int, tag language.Tag) string {
	unit := majorUnit(exponent)
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
