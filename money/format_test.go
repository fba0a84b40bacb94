package money_test

import (
	"errors"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/language"

	"github.com/openservicekit/openservice/money"
)

func TestFormat(t *testing.T) {
	for _, test := range []struct {
		lang  string
		money money.Money
		want  string
	}{
		{"en", money.Fixed("USD", 9500), "$95.00"},
		{"en", money.Fixed("USD", 123456789), "$1,234,567.89"},
		{"en", money.Fixed("USD", 5), "$0.05"},
		{"en", money.Fixed("USD", 0), "$0.00"},
		{"en", money.Fixed("JPY", 12000), "¥12,000"},
		{"en", money.Fixed("KWD", 12500), "KWD\u00a012.500"},
		{"en", money.Fixed("CLF", 10001), "CLF\u00a01.0001"},
		{"en", money.Fixed("UYW", 123), "UYW\u00a00.0123"},
		{"en", money.Fixed("USD", money.MaxMinor), "$90,071,992,547,409.91"},
		{"en-US", money.Fixed("CAD", 9500), "CA$95.00"},
		{"en-CA", money.Fixed("CAD", 9500), "$95.00"},
		{"en-CA", money.Fixed("USD", 9500), "US$95.00"},
		{"en-GB", money.Fixed("GBP", 9500), "£95.00"},
		{"en-IN", money.Fixed("INR", 1234567800), "₹1,23,45,678.00"},
		{"en-ZA", money.Fixed("KWD", 12500), "KWD\u00a012,500"},
		{"de", money.Fixed("USD", 9500), "95,00\u00a0$"},
		{"de", money.Fixed("EUR", 123456), "1.234,56\u00a0€"},
		{"de-AT", money.Fixed("EUR", 9500), "€\u00a095,00"},
		{"de-CH", money.Fixed("CHF", 123456), "CHF\u00a01’234.56"},
		{"fr", money.Fixed("EUR", 123456), "1\u00a0234,56\u00a0€"},
		{"fr-CA", money.Fixed("CAD", 9500), "95,00\u00a0$"},
		{"es-MX", money.Fixed("MXN", 123456), "$1,234.56"},
		{"pt-BR", money.Fixed("BRL", 123456), "R$\u00a01.234,56"},
		{"nl", money.Fixed("EUR", 9500), "€\u00a095,00"},
		{"nb", money.Fixed("USD", 123456), "1\u00a0234,56\u00a0USD"},
		{"no-NO", money.Fixed("USD", 123456), "1\u00a0234,56\u00a0USD"},
		{"ja", money.Fixed("JPY", 12000), "￥12,000"},
		{"ja-JP", money.Fixed("USD", 9500), "$95.00"},
		{"zh-Hant-TW", money.Fixed("TWD", 9500), "$95.00"},
		{"ko", money.Fixed("KRW", 12000), "₩12,000"},
		{"hi", money.Fixed("INR", 1234567800), "₹1,23,45,678.00"},
		{"ar", money.Fixed("KWD", 12500), "\u200f١٢٫٥٠٠\u00a0د.ك.\u200f"},
		{"ar-u-nu-latn", money.Fixed("USD", 9500), "\u200f95.00\u00a0US$"},
		{"he", money.Fixed("ILS", 9500), "\u200f95.00\u00a0\u200f₪"},
		{"fa", money.Fixed("USD", 9500), "\u200e$۹۵٫۰۰"},

		// Display data shows no decimals for these two.
		{"hu", money.Fixed("HUF", 40000), "400,00\u00a0Ft"},
		{"en", money.Fixed("IQD", 1001), "IQD\u00a01.001"},
		// Codes newer than x/text's data.
		{"en", money.Fixed("XCG", 9500), "XCG\u00a095.00"},
		{"de", money.Fixed("ZWG", 9500), "95,00\u00a0ZWG"},
		// A symbol that ends in neither a letter nor a sign is kept off the digits.
		{"en-IN", money.Fixed("PKR", 9500), "PKR\u00a095.00"},
		// Languages and subtags that are not known.
		{"und", money.Fixed("USD", 9500), "US$\u00a095.00"},
		{"tlh", money.Fixed("USD", 9500), "US$\u00a095.00"},
		{"qqz", money.Fixed("USD", 9500), "US$\u00a095.00"},
		{"de-QX", money.Fixed("EUR", 9500), "95,00\u00a0€"},
		{"EN_us", money.Fixed("USD", 9500), "$95.00"},
	} {
		got, err := money.Format(test.money, test.lang)
		if err != nil || got != test.want {
			t.Errorf("%v for %s: %q, %v, want %q", test.money, test.lang, got, err, test.want)
		}
	}
}

// Display is never read (B-065).
func TestFormatIgnoresDisplay(t *testing.T) {
	m := money.Fixed("USD", 95000)
	m.Display = "$9.50"
	if got, err := money.Format(m, "en"); err != nil || got != "$950.00" {
		t.Errorf("Format = %q, %v", got, err)
	}
}

func TestFormatErrors(t *testing.T) {
	for _, code := range []string{"ZZZ", "ANG", "XAU", "", "usd"} {
		got, err := money.Format(money.Fixed(code, 9500), "en")
		currencyError(t, err)
		if got != "" {
			t.Errorf("%q: %q", code, got)
		}
	}
	if got, err := money.Format(money.Fixed("USD", 9500), "en-x"+strings.Repeat("-private", 20)); got != "" || err == nil {
		t.Errorf("a language without end: %q, %v", got, err)
	}
	contradiction := money.Fixed("USD", 9500)
	contradiction.Type = money.TypeUnknown
	for _, test := range []struct {
		name  string
		money money.Money
		err   error
	}{
		{"negative", money.Fixed("USD", -9500), money.ErrAmountRange},
		{"over 2^53", money.Fixed("USD", money.MaxMinor+1), money.ErrAmountRange},
		{"absent", money.Money{Currency: "USD", Display: "$95.00"}, money.ErrNotFixed},
		{"contradiction", contradiction, money.ErrNotFixed},
	} {
		if got, err := money.Format(test.money, "en"); got != "" || !errors.Is(err, test.err) {
			t.Errorf("%s: %q, %v, want %v", test.name, got, err, test.err)
		}
	}
	for _, lang := range []string{"", "e", "en-", "not a tag", "en\x00", "\xff", "english-language", strings.Repeat("en-", 50), "en-u-" + strings.Repeat("abc-", 50)} {
		got, err := money.Format(money.Fixed("USD", 9500), lang)
		if got != "" || err == nil || err.Error() != "money: format: language is not a BCP 47 tag" {
			t.Errorf("%q: %q, %v", lang, got, err)
		}
	}
}

// digits returns the decimal digits of s, of any script, as ASCII.
func digits(s string) string {
	var b strings.Builder
	for _, r := range s {
		if !unicode.IsDigit(r) {
			continue
		}
		for _, block := range unicode.Nd.R16 {
			if rune(block.Lo) <= r && r <= rune(block.Hi) {
				b.WriteByte('0' + byte((r-rune(block.Lo))%10))
			}
		}
		for _, block := range unicode.Nd.R32 {
			if rune(block.Lo) <= r && r <= rune(block.Hi) {
				b.WriteByte('0' + byte((r-rune(block.Lo))%10))
			}
		}
	}
	return b.String()
}

// Whatever the language, its digits and its separators, the number is the
// amount: no digit is lost, added or rounded (rule 6).
func TestRule06_FormatKeepsEveryDigit(t *testing.T) {
	var langs []string
	for _, row := range rows(t, "cldr-currency-patterns.csv") {
		langs = append(langs, row[0])
	}
	langs = append(langs, "ar-u-nu-latn", "fa-u-nu-latn", "bn-u-nu-latn", "hi-u-nu-deva", "zh-u-nu-hanidec", "he-u-nu-hebr")
	for _, lang := range langs {
		for _, m := range []money.Money{
			money.Fixed("USD", 0), money.Fixed("USD", 7), money.Fixed("EUR", 120), money.Fixed("EUR", 123456705),
			money.Fixed("JPY", 1234567), money.Fixed("KWD", 1000010), money.Fixed("CLF", 10203),
			money.Fixed("CLF", money.MaxMinor), money.Fixed("CHF", money.MaxMinor), money.Fixed("JPY", money.MaxMinor),
		} {
			got, err := money.Format(m, lang)
			if err != nil {
				t.Fatalf("%s: %v", lang, err)
			}
			if digits(got) != digits(m.Plain()) {
				t.Errorf("%v for %s: %q", m, lang, got)
			}
		}
	}
}

// In no language do two currencies share a symbol.
func TestFormatTellsCurrenciesApart(t *testing.T) {
	for _, row := range rows(t, "cldr-currency-patterns.csv") {
		seen := map[string]string{}
		for code := range money.Currencies() {
			text, err := money.Format(money.Fixed(code, 0), row[0])
			if err != nil {
				t.Fatal(err)
			}
			symbol := strings.Map(func(r rune) rune {
				if unicode.IsDigit(r) || unicode.IsSpace(r) || strings.ContainsRune(".,٫\u200e\u200f", r) {
					return -1
				}
				return r
			}, text)
			if other, ok := seen[symbol]; ok {
				t.Errorf("%s: %s and %s are both %q", row[0], code, other, symbol)
			}
			seen[symbol] = code
		}
	}
}

// The tags of x/text's own data, with digits that it loops on for some, come
// back, and with the digits asked for if these are Latin.
func TestFormatNumberingSystems(t *testing.T) {
	m := money.Fixed("USD", 9500)
	for _, tag := range language.Supported.Tags() {
		for _, system := range []string{"latn", "thai", "hanidec", "native"} {
			got, err := money.Format(m, tag.String()+"-u-nu-"+system)
			if err != nil {
				t.Fatal(err)
			}
			if system == "latn" && !strings.Contains(got, "95") {
				t.Errorf("%s: %q", tag, got)
			}
		}
	}
	got, err := money.Format(m, "zh-Hant-u-nu-thai")
	if err != nil || got != "US$95.00" {
		t.Errorf("zh-Hant-u-nu-thai: %q, %v", got, err)
	}
}

func FuzzFormat(f *testing.F) {
	for _, seed := range []struct {
		minor      int64
		code, lang string
	}{
		{9500, "USD", "en"}, {12500, "KWD", "ar"}, {1, "CLF", "de-CH"}, {money.MaxMinor, "JPY", "hi-u-nu-deva"},
		{-1, "USD", "en"}, {1 << 60, "EUR", "fr"}, {5, "ANG", "nl"}, {5, "USD", "x-private"}, {5, "XCG", "zh-Hant-u-nu-hanidec"},
		{5, "USD", "no-nynorsk"}, {5, "USD", "en-GB-oed"}, {5, "USD", "sl-rozaj-biske-1994"},
	} {
		f.Add(seed.minor, seed.code, seed.lang)
	}
	f.Fuzz(func(t *testing.T, minor int64, code, lang string) {
		m := money.Fixed(code, minor)
		got, err := money.Format(m, lang)
		if err != nil {
			if got != "" {
				t.Fatalf("%d %q for %q: %q beside %v", minor, code, lang, got, err)
			}
			if _, parseErr := language.Parse(lang); parseErr == nil && len(lang) <= 100 && m.Check() == nil {
				t.Fatalf("%d %q for %q: %v", minor, code, lang, err)
			}
			return
		}
		if err := m.Check(); err != nil {
			t.Fatalf("%d %q for %q: %q in spite of %v", minor, code, lang, got, err)
		}
		if digits(got) != digits(m.Plain()) {
			t.Fatalf("%v for %q: %q", m, lang, got)
		}
	})
}
