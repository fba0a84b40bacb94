package money_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/openservicekit/openservice/money"
)

// A price is fixed when it has an amount and its type is absent or fixed
// (rule 7, B-062).
func TestRule07_Fixed(t *testing.T) {
	price := money.Minor(9500)
	for _, test := range []struct {
		name   string
		amount money.Amount
		typ    money.Type
		want   bool
	}{
		{"amount and no type", price, "", true},
		{"amount and fixed", price, money.TypeFixed, true},
		{"zero", money.Minor(0), "", true},
		{"largest", money.Minor(money.MaxMinor), "", true},
		{"nothing", money.Amount{}, "", false},
		{"fixed without an amount", money.Amount{}, money.TypeFixed, false},
		{"insurance", money.Amount{}, money.TypeInsuranceDependent, false},
		{"quote", money.Amount{}, money.TypeQuoteRequired, false},
		{"unknown", money.Amount{}, money.TypeUnknown, false},
		{"contradiction: insurance", price, money.TypeInsuranceDependent, false},
		{"contradiction: quote", price, money.TypeQuoteRequired, false},
		{"contradiction: unknown", price, money.TypeUnknown, false},
		{"unfamiliar type", price, "from", false},
		{"type in capitals", price, "FIXED", false},
		{"negative", money.Minor(-5), "", false},
		{"2^53", money.Minor(money.MaxMinor + 1), "", false},
		{"2^60", money.Minor(1 << 60), money.TypeFixed, false},
		{"smallest int64", money.Minor(math.MinInt64), "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := money.Money{AmountMinor: test.amount, Currency: "USD", Type: test.typ}
			n, ok := m.FixedAmount()
			if m.IsFixed() != test.want || ok != test.want {
				t.Errorf("IsFixed %v, FixedAmount %d, %v, want %v", m.IsFixed(), n, ok, test.want)
			}
			want, _ := test.amount.Minor()
			if !test.want {
				want = 0
			}
			if n != want {
				t.Errorf("FixedAmount is %d, want %d", n, want)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	price := money.Minor(9500)
	for _, test := range []struct {
		name  string
		money money.Money
		field string // empty: no error
		err   error  // wrapped, when it is a sentinel
	}{
		{"fixed", money.Fixed("USD", 9500), "", nil},
		{"type absent", money.Money{AmountMinor: price, Currency: "USD"}, "", nil},
		{"free", money.Fixed("USD", 0), "", nil},
		{"insurance", money.Money{Currency: "USD", Type: money.TypeInsuranceDependent}, "", nil},
		{"quote", money.Money{Currency: "JPY", Type: money.TypeQuoteRequired}, "", nil},
		{"unknown", money.Money{Currency: "KWD", Type: money.TypeUnknown}, "", nil},
		{"display says anything", money.Money{AmountMinor: price, Currency: "USD", Display: "$9.50"}, "", nil},

		{"zero Money", money.Money{}, "currency", nil},
		{"currency absent", money.Money{AmountMinor: price}, "currency", nil},
		{"currency withdrawn", money.Fixed("ANG", 1), "currency", nil},
		{"currency without minor unit", money.Fixed("XAU", 1), "currency", nil},
		{"currency unknown", money.Fixed("ZZZ", 1), "currency", nil},
		{"currency in small letters", money.Fixed("usd", 1), "currency", nil},
		{"not fixed, currency unknown", money.Money{Currency: "ZZZ", Type: money.TypeUnknown}, "currency", nil},
		{"nothing but a currency", money.Money{Currency: "USD"}, "amount_minor", money.ErrNotFixed},
		{"fixed without an amount", money.Money{Currency: "USD", Type: money.TypeFixed}, "amount_minor", money.ErrNotFixed},
		{"negative", money.Fixed("USD", -1), "amount_minor", money.ErrAmountRange},
		{"2^53", money.Fixed("USD", money.MaxMinor+1), "amount_minor", money.ErrAmountRange},
		{"contradiction", money.Money{AmountMinor: price, Currency: "USD", Type: money.TypeQuoteRequired}, "type", nil},
		{"unfamiliar type", money.Money{AmountMinor: price, Currency: "USD", Type: "from"}, "type", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := test.money.Check()
			if test.field == "" {
				if err != nil {
					t.Errorf("error %v", err)
				}
				return
			}
			e, ok := errors.AsType[*money.FieldError](err)
			if !ok || e.Field != test.field {
				t.Fatalf("error %v, want one of %s", err, test.field)
			}
			if test.err != nil && !errors.Is(err, test.err) {
				t.Errorf("error %v, want %v", err, test.err)
			}
			if test.field == "currency" {
				currencyError(t, err)
			}
		})
	}
}

func TestCheckMessageNamesTheField(t *testing.T) {
	for _, test := range []struct {
		money money.Money
		want  string
	}{
		{money.Fixed("ANG", 1), "money: currency: ANG was withdrawn from ISO 4217 in 2025-03"},
		{money.Fixed("USD", -1), "money: amount_minor: amount is not between 0 and 9007199254740991 minor units"},
		{money.Money{Currency: "USD"}, "money: amount_minor: price is not fixed: there is no amount"},
		{
			money.Money{AmountMinor: money.Minor(1), Currency: "USD", Type: money.TypeUnknown},
			"money: type: price is not fixed, and yet there is an amount",
		},
		{
			money.Money{AmountMinor: money.Minor(1), Currency: "USD", Type: "call 415-555-0100"},
			"money: type: not a type of the protocol",
		},
	} {
		if err := test.money.Check(); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

// Printing a price by any verb shows no merchant's text.
func TestStringLeavesDisplayOut(t *testing.T) {
	m := money.Fixed("USD", 95000)
	m.Display = "$9.50"
	for _, verb := range []string{"%v", "%s"} {
		if got := fmt.Sprintf(verb, m); got != "950.00 USD" {
			t.Errorf("%s prints %q", verb, got)
		}
	}
}
