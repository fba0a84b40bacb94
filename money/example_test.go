package money_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/openservicekit/openservice/money"
)

// A salon's booking system reports a price in major units, and the user allowed
// at most 100 dollars.
func Example() {
	price, err := money.FromMajor("95.00", "USD")
	if err != nil {
		fmt.Println(err)
		return
	}
	limit := money.Fixed("USD", 10000)

	ok, err := price.AtMost(limit)
	fmt.Println(price, "within", limit, ok, err)

	shown, err := money.Format(price, "de")
	fmt.Printf("%q %v\n", shown, err)
	// Output:
	// 95.00 USD within 100.00 USD true <nil>
	// "95,00\u00a0$" <nil>
}

// Amounts are scaled by the currency's own exponent, and exactly.
func ExampleFromMajor() {
	for _, price := range []struct {
		major    json.Number
		currency string
	}{
		{"19.99", "USD"}, {"5000", "JPY"}, {"12.5", "KWD"}, {"19.999", "USD"}, {"80", "ANG"},
	} {
		m, err := money.FromMajor(price.major, price.currency)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(m.AmountMinor, m.Currency)
	}
	// Output:
	// 1999 USD
	// 5000 JPY
	// 12500 KWD
	// money: amount in major units of USD: number has more decimal places than the amount can hold
	// money: currency: ANG was withdrawn from ISO 4217 in 2025-03
}

// A price that cannot be compared is never within a limit.
func ExampleMoney_AtMost() {
	limit := money.Fixed("USD", 10000)
	quote := money.Money{Currency: "USD", Type: money.TypeQuoteRequired}

	_, err := quote.AtMost(limit)
	fmt.Println(errors.Is(err, money.ErrNotFixed))

	_, err = money.Fixed("EUR", 9500).AtMost(limit)
	fmt.Println(errors.Is(err, money.ErrCurrencyMismatch))
	// Output:
	// true
	// true
}

// Why a merchant's currency cannot be taken on.
func ExampleExponent() {
	for _, code := range []string{"KWD", "XAU", "HRK", "ZZZ"} {
		exponent, err := money.Exponent(code)
		if e, ok := errors.AsType[*money.CurrencyError](err); ok {
			fmt.Printf("%s: %v (%s)\n", code, e.Kind, e)
			continue
		}
		fmt.Printf("%s: %d\n", code, exponent)
	}
	// Output:
	// KWD: 3
	// XAU: no minor unit (XAU has no minor unit in ISO 4217)
	// HRK: withdrawn (HRK was withdrawn from ISO 4217 in 2023-01)
	// ZZZ: unknown (ZZZ is not an ISO 4217 currency code)
}

// The wire tells an unknown price from a free service.
func ExampleAmount() {
	for _, text := range []string{
		`{"amount_minor": 0, "currency": "USD"}`,
		`{"currency": "USD", "type": "insurance_dependent"}`,
	} {
		var m money.Money
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(m.AmountMinor, m.IsFixed())
	}
	// Output:
	// 0 true
	// absent false
}

func ExampleFormat() {
	price := money.Fixed("INR", 1234567800)
	for _, lang := range []string{"en-IN", "de", "ja"} {
		text, err := money.Format(price, lang)
		fmt.Printf("%q %v\n", text, err)
	}
	// Output:
	// "₹1,23,45,678.00" <nil>
	// "12.345.678,00\u00a0₹" <nil>
	// "₹12,345,678.00" <nil>
}
