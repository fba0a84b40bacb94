package money

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
)

//go:generate go run gen_placement.go

// placement is where a locale writes the currency, as CLDR's patterns have it
// and x/text does not: ¤ stands for the currency and 0 for the number.
type placement struct {
	symbol  string
	letters string // when the currency has a letter next to the number
}

// placementFor returns the placement of the tag's locale or the nearest
// ancestor that has one of its own.
func placementFor(tag language.Tag) placement {
	p, ok := localePlacement(tag.String())
	for depth := 0; !ok && depth < maxAncestors; depth++ {
		tag = tag.Parent()
		p, ok = localePlacement(tag.String())
	}
	return p
}

// maxAncestors is above the depth of the locale tree (en-DE-u-nu-latn, en-DE,
// en-150, en-001, en).
const maxAncestors = 8

// apply puts a currency and a number in their places. Digits never touch a
// currency that is not a symbol ("Rs.", "KWD"): where the locale has no space
// there, one is added (UTS #35 "Currencies", currencySpacing).
func (p placement) apply(currency, number string) string {
	next, _ := utf8.DecodeRuneInString(currency)
	if p.currencyFirst() {
		next, _ = utf8.DecodeLastRuneInString(currency)
	}
	template := p.symbol
	if unicode.IsLetter(next) {
		template = p.letters
	}
	tight := unicode.IsSymbol(next) || unicode.IsSpace(next)

	buf := make([]byte, 0, len(currency)+len(number)+len(template)+len("\u00a0"))
	var last rune
	for _, r := range template {
		if !tight && (last == '¤' && r == '0' || last == '0' && r == '¤') {
			buf = append(buf, "\u00a0"...)
		}
		switch r {
		case '¤':
			buf = append(buf, currency...)
		case '0':
			buf = append(buf, number...)
		default:
			buf = utf8.AppendRune(buf, r)
		}
		last = r
	}
	return string(buf)
}

func (p placement) currencyFirst() bool {
	return strings.IndexByte(p.symbol, '0') > strings.Index(p.symbol, "¤")
}
