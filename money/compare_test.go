package money_test

import (
	"errors"
	"testing"

	"github.com/openservicekit/openservice/money"
)

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		name string
		a, b money.Money
		want int
	}{
		{"below", money.Fixed("USD", 9500), money.Fixed("USD", 10000), -1},
		{"equal", money.Fixed("USD", 9500), money.Fixed("USD", 9500), 0},
		{"above", money.Fixed("USD", 10001), money.Fixed("USD", 10000), 1},
		{"free against nothing allowed", money.Fixed("USD", 0), money.Fixed("USD", 0), 0},
		{"largest", money.Fixed("JPY", money.MaxMinor), money.Fixed("JPY", money.MaxMinor-1), 1},
		{"type absent", money.Money{AmountMinor: money.Minor(5), Currency: "KWD"}, money.Fixed("KWD", 5), 0},
		{
			"display is not read", money.Fixed("USD", 9500),
			money.Money{AmountMinor: money.Minor(9500), Currency: "USD", Display: "$1.00"}, 0,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := money.Compare(test.a, test.b)
			if err != nil || got != test.want {
				t.Errorf("Compare = %d, %v, want %d", got, err, test.want)
			}
			if back, err := money.Compare(test.b, test.a); err != nil || back != -test.want {
				t.Errorf("Compare the other way = %d, %v, want %d", back, err, -test.want)
			}
			if ok, err := test.a.AtMost(test.b); err != nil || ok != (test.want <= 0) {
				t.Errorf("AtMost = %v, %v, want %v", ok, err, test.want <= 0)
			}
		})
	}
}

// A comparison that cannot be made is never a yes (B-067, B-068, B-069).
func TestCompareFailsClosed(t *testing.T) {
	good := money.Fixed("USD", 10000)
	contradiction := money.Fixed("USD", 1)
	contradiction.Type = money.TypeQuoteRequired
	for _, test := range []struct {
		name string
		a, b money.Money
		err  error // nil: a *CurrencyError
	}{
		{"other currency", money.Fixed("EUR", 1), good, money.ErrCurrencyMismatch},
		{"other currency, same amount", money.Fixed("EUR", 10000), good, money.ErrCurrencyMismatch},
		{"case of the code", money.Fixed("usd", 1), good, money.ErrCurrencyMismatch},
		{"no currency", money.Money{AmountMinor: money.Minor(1)}, good, money.ErrCurrencyMismatch},
		{"other currency and not fixed", money.Money{Currency: "EUR", Type: money.TypeUnknown}, good, money.ErrCurrencyMismatch},
		{"two zero values", money.Money{}, money.Money{}, nil},
		{"same unknown code", money.Fixed("ZZZ", 1), money.Fixed("ZZZ", 2), nil},
		{"same withdrawn code", money.Fixed("ANG", 1), money.Fixed("ANG", 2), nil},
		{"gold", money.Fixed("XAU", 1), money.Fixed("XAU", 2), nil},
		{"no amount", money.Money{Currency: "USD"}, good, money.ErrNotFixed},
		{"not fixed", money.Money{Currency: "USD", Type: money.TypeInsuranceDependent}, good, money.ErrNotFixed},
		{"contradiction", contradiction, good, money.ErrNotFixed},
		{"unfamiliar type", money.Money{AmountMinor: money.Minor(1), Currency: "USD", Type: "from"}, good, money.ErrNotFixed},
		{"negative", money.Fixed("USD", -1), good, money.ErrAmountRange},
		{"over 2^53", money.Fixed("USD", money.MaxMinor+1), good, money.ErrAmountRange},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, pair := range [][2]money.Money{{test.a, test.b}, {test.b, test.a}} {
				c, err := money.Compare(pair[0], pair[1])
				if test.err == nil {
					currencyError(t, err)
				} else if !errors.Is(err, test.err) {
					t.Errorf("Compare: %v, want %v", err, test.err)
				}
				if c != 1 {
					t.Errorf("Compare = %d beside an error, want 1", c)
				}
				if ok, err := pair[0].AtMost(pair[1]); ok || err == nil {
					t.Errorf("AtMost = %v, %v, want false and an error", ok, err)
				}
			}
		})
	}
}

// The price check of a mandate at the exact cap, in currencies that a fixed
// factor of 100 or display digits get wrong (B-058, B-196).
func TestPlatformPriceAtTheCap(t *testing.T) {
	for _, test := range []struct {
		major, currency string
		limit           int64
	}{
		{"400", "HUF", 40000},
		{"5000", "JPY", 10000},
		{"19.99", "USD", 1999},
		{"12.500", "KWD", 12500},
	} {
		price, err := money.FromMajor(test.major, test.currency)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := price.AtMost(money.Fixed(test.currency, test.limit)); err != nil || !ok {
			t.Errorf("%s %s against %d: %v, %v", test.major, test.currency, test.limit, ok, err)
		}
		n, _ := price.FixedAmount()
		if ok, err := price.AtMost(money.Fixed(test.currency, n-1)); err != nil || ok {
			t.Errorf("%s %s against %d: %v, %v", test.major, test.currency, n-1, ok, err)
		}
	}
}

func TestComparisonDoesNotAllocate(t *testing.T) {
	a, b := money.Fixed("KWD", 12500), money.Fixed("KWD", 13000)
	buf := make([]byte, 0, 64)
	for name, f := range map[string]func(){
		"Compare":     func() { _, _ = money.Compare(a, b) },
		"AtMost":      func() { _, _ = a.AtMost(b) },
		"Check":       func() { _ = a.Check() },
		"Exponent":    func() { _, _ = money.Exponent("KWD") },
		"FromMajor":   func() { _, _ = money.FromMajor("12.500", "KWD") },
		"AppendPlain": func() { _, _ = a.AppendPlain(buf) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
