package money_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/openservicekit/openservice/money"
)

// The generated placements are CLDR's patterns, locale for locale: a price of
// each kind is taken apart at its digits and put together by the pattern.
func TestPlacementEqualsCLDRPatterns(t *testing.T) {
	patterns := rows(t, "cldr-currency-patterns.csv")
	if len(patterns) != 766 {
		t.Errorf("%d locales, want 766", len(patterns))
	}
	for _, row := range patterns {
		for _, code := range []string{"EUR", "USD", "MRU", "KWD", "XCG"} {
			got, err := money.Format(money.Fixed(code, 0), row[0])
			if err != nil {
				t.Fatal(err)
			}
			symbol, number := takeApart(got)
			want := expand(t, row[1], row[2], symbol, number)
			if got != want {
				t.Errorf("%s: %s is %q, the patterns %s and %s say %q", row[0], code, got, row[1], row[2], want)
			}
		}
	}
}

// takeApart returns the currency and the number in a formatted price of zero.
func takeApart(price string) (symbol, number string) {
	isNumber := func(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune(".,٫", r) }
	isOutside := func(r rune) bool { return unicode.IsSpace(r) || r == '\u200e' || r == '\u200f' }
	start, end := strings.IndexFunc(price, isNumber), strings.LastIndexFunc(price, unicode.IsDigit)
	_, size := utf8.DecodeRuneInString(price[end:])
	end += size
	symbol = strings.TrimFunc(price[:start]+price[end:], isOutside)
	if strings.HasSuffix(price, ".\u200f") {
		symbol += "\u200f" // part of Arabic symbols
	}
	return symbol, price[start:end]
}

// expand fills in the standard pattern, or the other one if the symbol has a
// letter where the standard pattern has the number.
func expand(tb testing.TB, standard, alphaNextToNumber, symbol, number string) string {
	tb.Helper()
	next, _ := utf8.DecodeRuneInString(symbol)
	if strings.Index(standard, "¤") < strings.Index(standard, "#") {
		next, _ = utf8.DecodeLastRuneInString(symbol)
	}
	pattern := standard
	if unicode.IsLetter(next) && alphaNextToNumber != "" {
		pattern = alphaNextToNumber
	}
	pattern, _, _ = strings.Cut(pattern, ";")
	pattern, err := strconv.Unquote(`"` + pattern + `"`)
	if err != nil {
		tb.Fatal(err)
	}
	start, end := strings.Index(pattern, "#"), strings.LastIndex(pattern, "0")+1
	before, after := pattern[:start], pattern[end:]
	if !unicode.IsSymbol(next) { // no letter touches a digit
		if strings.HasSuffix(before, "¤") {
			before += "\u00a0"
		}
		if strings.HasPrefix(after, "¤") {
			after = "\u00a0" + after
		}
	}
	return strings.ReplaceAll(before, "¤", symbol) + number + strings.ReplaceAll(after, "¤", symbol)
}
