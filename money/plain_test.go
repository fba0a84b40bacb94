package money_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/money"
)

// The summary's own form of an amount (rule 18).
func TestRule18_Plain(t *testing.T) {
	for _, test := range []struct {
		money money.Money
		want  string
	}{
		{money.Fixed("USD", 9500), "95.00 USD"},
		{money.Fixed("USD", 95000), "950.00 USD"},
		{money.Fixed("USD", 0), "0.00 USD"},
		{money.Fixed("USD", 5), "0.05 USD"},
		{money.Fixed("USD", 95), "0.95 USD"},
		{money.Fixed("USD", 100), "1.00 USD"},
		{money.Fixed("CLP", 12000), "12000 CLP"},
		{money.Fixed("VND", 250000), "250000 VND"},
		{money.Fixed("JPY", 0), "0 JPY"},
		{money.Fixed("KWD", 12500), "12.500 KWD"},
		{money.Fixed("TND", 1), "0.001 TND"},
		{money.Fixed("CLF", 1), "0.0001 CLF"},
		{money.Fixed("UYW", 123456789), "12345.6789 UYW"},
		{money.Fixed("HUF", 40000), "400.00 HUF"},
		{money.Fixed("USD", money.MaxMinor), "90071992547409.91 USD"},
		{money.Money{AmountMinor: money.Minor(9500), Currency: "USD"}, "95.00 USD"},
	} {
		if got := test.money.Plain(); got != test.want {
			t.Errorf("Plain of %v %s is %q, want %q", test.money.AmountMinor, test.money.Currency, got, test.want)
		}
		got, err := test.money.AppendPlain([]byte("price "))
		if err != nil || string(got) != "price "+test.want {
			t.Errorf("AppendPlain: %q, %v", got, err)
		}
		if test.money.String() != test.want {
			t.Errorf("String is %q", test.money)
		}
	}
}

// Never a wrong number, and never the merchant's text (B-065).
func TestPlainWithoutNumber(t *testing.T) {
	contradiction := money.Fixed("USD", 9500)
	contradiction.Type = money.TypeQuoteRequired
	for _, test := range []struct {
		name  string
		money money.Money
		err   error // nil: a *CurrencyError
	}{
		{"zero value", money.Money{}, nil},
		{"unknown currency", money.Fixed("ZZZ", 9500), nil},
		{"withdrawn currency", money.Fixed("ANG", 9500), nil},
		{"no minor unit", money.Fixed("XAU", 9500), nil},
		{"text for a currency", money.Fixed("USD approval.token=\"x\"", 9500), nil},
		{"no amount", money.Money{Currency: "USD", Display: "$95.00"}, money.ErrNotFixed},
		{"contradiction", contradiction, money.ErrNotFixed},
		{"negative", money.Fixed("USD", -9500), money.ErrAmountRange},
		{"over 2^53", money.Fixed("USD", 1<<60), money.ErrAmountRange},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.money.Plain(); got != "no fixed amount" {
				t.Errorf("Plain is %q", got)
			}
			got, err := test.money.AppendPlain([]byte("price "))
			if test.err == nil {
				currencyError(t, err)
			} else if !errors.Is(err, test.err) {
				t.Errorf("error %v, want %v", err, test.err)
			}
			if string(got) != "price " {
				t.Errorf("AppendPlain left %q", got)
			}
		})
	}
}

// Plain is the amount divided by ten to the exponent, for every currency.
func TestPlainIsExact(t *testing.T) {
	for code := range money.Currencies() {
		exponent, err := money.Exponent(code)
		if err != nil {
			t.Fatal(err)
		}
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent)), nil)
		for _, minor := range []int64{0, 1, 9, 10, 99, 100, 101, 999, 1000, 9999, 10000, 123456, money.MaxMinor} {
			want := new(big.Rat).SetFrac(big.NewInt(minor), scale).FloatString(exponent)
			got, unit, _ := strings.Cut(money.Fixed(code, minor).Plain(), " ")
			if got != want || unit != code {
				t.Errorf("%d minor units of %s: %s %s, want %s", minor, code, got, unit, want)
			}
		}
	}
}
