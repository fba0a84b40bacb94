package money_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/money"
)

// Scaling is exact and by the currency's own exponent (rule 6, B-058, B-066).
func TestRule06_FromMajor(t *testing.T) {
	for _, test := range []struct {
		name, major, currency string
		want                  int64
		err                   error // nil when want is the answer
	}{
		{"the spec's example", "80", "USD", 8000, nil},
		{"two places", "80.00", "USD", 8000, nil},
		{"one place", "8.2", "USD", 820, nil},
		{"a float would give 1998.99", "19.99", "USD", 1999, nil},
		{"a float would give 28.99", "0.29", "USD", 29, nil},
		{"a float would give 114.99", "1.15", "USD", 115, nil},
		{"a float would give 1004.99", "1.005", "KWD", 1005, nil},
		{"no places: not scaled", "5000", "JPY", 5000, nil},
		{"no places, zeros written", "12000.00", "CLP", 12000, nil},
		{"three places", "12.5", "TND", 12500, nil},
		{"four places", "1.2345", "CLF", 12345, nil},
		{"four places", "0.0001", "UYW", 1, nil},
		{"two in the list where display data has none", "400", "HUF", 40000, nil},
		{"three in the list where display data has none", "1.001", "IQD", 1001, nil},
		{"zeros past the currency's places", "19.9900", "USD", 1999, nil},
		{"exponent", "8e1", "USD", 8000, nil},
		{"negative exponent", "1999e-2", "USD", 1999, nil},
		{"free", "0", "USD", 0, nil},
		{"negative zero", "-0.00", "USD", 0, nil},
		{"largest", "90071992547409.91", "USD", money.MaxMinor, nil},
		{"one digit more than fit", "123456789012345.67", "USD", 0, money.ErrAmountRange},

		{"third place in USD", "19.999", "USD", 0, money.ErrInexact},
		{"half a yen", "0.5", "JPY", 0, money.ErrInexact},
		{"fourth place in KWD", "1.0005", "KWD", 0, money.ErrInexact},
		{"a lost digit far behind", "1.00000000000000000000000001", "USD", 0, money.ErrInexact},
		{"a float's own digits", "19.989999999999998", "USD", 0, money.ErrInexact},
		{"one over the largest", "90071992547409.92", "USD", 0, money.ErrAmountRange},
		{"larger", "1e15", "USD", 0, money.ErrAmountRange},
		{"vast", "1e999999999", "USD", 0, money.ErrAmountRange},
		{"past 64 bits", "184467440737095516.16", "USD", 0, money.ErrAmountRange},
		{"negative", "-80", "USD", 0, money.ErrAmountRange},
		{"empty", "", "USD", 0, money.ErrSyntax},
		{"symbol", "$80.00", "USD", 0, money.ErrSyntax},
		{"code", "80 USD", "USD", 0, money.ErrSyntax},
		{"thousands", "1,234.00", "USD", 0, money.ErrSyntax},
		{"decimal comma", "80,00", "EUR", 0, money.ErrSyntax},
		{"space", " 80", "USD", 0, money.ErrSyntax},
		{"plus", "+80", "USD", 0, money.ErrSyntax},
		{"leading zero", "080", "USD", 0, money.ErrSyntax},
		{"bare point", ".50", "USD", 0, money.ErrSyntax},
		{"trailing point", "5.", "USD", 0, money.ErrSyntax},
		{"hexadecimal", "0x50", "USD", 0, money.ErrSyntax},
		{"not a number", "NaN", "USD", 0, money.ErrSyntax},
		{"null", "null", "USD", 0, money.ErrSyntax},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := money.Fixed(test.currency, test.want)
			if test.err != nil {
				want = money.Money{}
			}
			got, err := money.FromMajor(test.major, test.currency)
			if got != want || !errors.Is(err, test.err) {
				t.Errorf("FromMajor(%q, %s) = %v, %v, want %v, %v", test.major, test.currency, got, err, want, test.err)
			}
			number, err := money.FromMajor(json.Number(test.major), test.currency)
			if number != got || !errors.Is(err, test.err) {
				t.Errorf("as a json.Number: %v, %v", number, err)
			}
		})
	}
}

// The error names the currency, and never the text, which may be anything.
func TestFromMajorErrorKeepsTheTextOut(t *testing.T) {
	const text = "call 415-555-0100"
	_, err := money.FromMajor(text, "USD")
	if err == nil || strings.Contains(err.Error(), "415") || !strings.Contains(err.Error(), "USD") {
		t.Errorf("error is %v", err)
	}
}

// Minor units pass through unscaled (B-066).
func TestFromMinor(t *testing.T) {
	for _, test := range []struct {
		minor int64
		err   error
	}{
		{0, nil},
		{12000, nil},
		{money.MaxMinor, nil},
		{money.MaxMinor + 1, money.ErrAmountRange},
		{-1, money.ErrAmountRange},
	} {
		for _, code := range []string{"USD", "CLP", "KWD", "CLF"} {
			var want money.Money
			if test.err == nil {
				want = money.Fixed(code, test.minor)
			}
			if got, err := money.FromMinor(test.minor, code); got != want || !errors.Is(err, test.err) {
				t.Errorf("FromMinor(%d, %s) = %v, %v, want %v, %v", test.minor, code, got, err, want, test.err)
			}
		}
	}
}

// For every currency, what Plain writes FromMajor reads back.
func TestFromMajorReadsPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(4217, 2026))
	for code := range money.Currencies() {
		for i := range 200 {
			minor := random.Int64N(money.MaxMinor + 1)
			switch {
			case i < 20:
				minor = int64(i)
			case i == 20:
				minor = money.MaxMinor
			default:
				minor >>= random.IntN(53) // every size
			}
			want := money.Fixed(code, minor)
			text, unit, _ := strings.Cut(want.Plain(), " ")
			got, err := money.FromMajor(text, unit)
			if err != nil || got != want {
				t.Fatalf("%d minor units of %s: %q reads as %v, %v", minor, code, want.Plain(), got.AmountMinor, err)
			}
		}
	}
}

func FuzzFromMajor(f *testing.F) {
	for _, seed := range [][2]string{
		{"80.00", "USD"}, {"5000", "JPY"}, {"1.005", "KWD"}, {"1.2345", "CLF"}, {"-1", "USD"}, {"8e1", "USD"},
		{"1e999999999", "USD"}, {"0.001", "USD"}, {"1", "XAU"}, {"1", "ANG"}, {"90071992547409.91", "EUR"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, major, code string) {
		got, err := money.FromMajor(major, code)
		if err != nil {
			if got != (money.Money{}) {
				t.Fatalf("FromMajor(%q, %q) = %v beside %v", major, code, got, err)
			}
			return
		}
		if err := got.Check(); err != nil {
			t.Fatalf("FromMajor(%q, %q): %v", major, code, err)
		}
		text, _, _ := strings.Cut(got.Plain(), " ")
		if again, err := money.FromMajor(text, code); err != nil || again != got {
			t.Fatalf("FromMajor(%q, %q) is %v, and again %v, %v", major, code, got, again, err)
		}
		// The scaled number is what the same text with a shifted exponent
		// decodes to, if it has none of its own.
		if !strings.ContainsAny(major, "eE") {
			exponent, _ := money.Exponent(code)
			var shifted money.Amount
			if err := shifted.UnmarshalJSON([]byte(major + "e" + string(rune('0'+exponent)))); err != nil || shifted != got.AmountMinor {
				t.Fatalf("FromMajor(%q, %q) is %v, shifted %v, %v", major, code, got.AmountMinor, shifted, err)
			}
		}
	})
}
