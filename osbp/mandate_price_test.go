package osbp_test

import (
	"fmt"
	"testing"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// typed is a price with a type, and an amount unless minor is negative.
func typed(currency string, kind money.Type, minor int64) *money.Money {
	m := &money.Money{Currency: currency, Type: kind}
	if minor >= 0 {
		m.AmountMinor = money.Minor(minor)
	}
	return m
}

// Rule 16: the price is the slot's, else the service's, and holds at the cap
// (B-108, B-196).
func TestRule16_PriceAndCap(t *testing.T) {
	set := func(service, slot, limit *money.Money) func(*osbp.MandateCheck) {
		return func(c *osbp.MandateCheck) {
			c.Service.Price, c.Slot.Price, c.Mandate.MaxPrice = service, slot, limit
		}
	}
	runMandateTests(t, []mandateTest{
		{"at the cap", set(usd(1), usd(10000), usd(10000)), ""},
		{"a cent over", set(usd(1), usd(10001), usd(10000)), osbp.CodePriceExceedsMandate},
		{"the slot's price, though the service's is over", set(usd(90000), usd(9500), usd(10000)), ""},
		{"the service's price where the slot has none", set(usd(10000), nil, usd(10000)), ""},
		{"the service's price, over", set(usd(10001), nil, usd(10000)), osbp.CodePriceExceedsMandate},
		{"the slot's price alone", set(nil, usd(10000), usd(10000)), ""},
		{"free", set(usd(0), usd(0), usd(0)), ""},
		{"one cent against a cap of nothing", set(nil, usd(1), usd(0)), osbp.CodePriceExceedsMandate},
		{"no cap", set(usd(9500), usd(9500), nil), ""},
		{"no cap, any amount", set(nil, usd(money.MaxMinor), nil), ""},
		{"the largest amount at its cap", set(nil, usd(money.MaxMinor), usd(money.MaxMinor)), ""},
		{"no price", set(nil, nil, usd(10000)), osbp.CodeRequiresUserConfirmation},
		{"no price, no cap", set(nil, nil, nil), osbp.CodeRequiresUserConfirmation},
		{"display is not read", func(c *osbp.MandateCheck) {
			c.Slot.Price.Display = "$950,000.00"
			c.Mandate.MaxPrice.Display = "$0.01"
		}, ""},
		{"the deposit too must be in the cap's currency", set(priced("KWD", 12500), priced("KWD", 12500), priced("KWD", 12500)), osbp.CodeCurrencyMismatch},
	})
}

// Rules 7 and 16: only an amount of type fixed, or of no type, is fixed; anything
// else can't be bounded, cap or no cap (B-062, B-069).
func TestRule07_ContradictoryPricesAreNotFixed(t *testing.T) {
	for _, limit := range []*money.Money{usd(10000), nil} {
		for name, price := range map[string]*money.Money{
			"no amount":              typed("USD", "", -1),
			"fixed without amount":   typed("USD", money.TypeFixed, -1),
			"quote":                  typed("USD", money.TypeQuoteRequired, -1),
			"insurance":              typed("USD", money.TypeInsuranceDependent, -1),
			"unknown":                typed("USD", money.TypeUnknown, -1),
			"quote with an amount":   typed("USD", money.TypeQuoteRequired, 9500),
			"unknown with an amount": typed("USD", money.TypeUnknown, 9500),
			"a type of its own":      typed("USD", "Fixed", 9500),
		} {
			if limit == nil {
				name += ", no cap"
			}
			t.Run(name, func(t *testing.T) {
				c := exampleCheck(t)
				c.Mandate.MaxPrice = limit
				c.Slot.Price = price
				wantVerdict(t, c, osbp.CodeRequiresUserConfirmation)
				c.Slot.Price, c.Service.Price = nil, price
				wantVerdict(t, c, osbp.CodeRequiresUserConfirmation)
			})
		}
	}
	t.Run("no type", func(t *testing.T) {
		c := exampleCheck(t)
		c.Slot.Price = typed("USD", "", 9500)
		wantVerdict(t, c, "")
	})
	t.Run("a slot without amount hides no service price", func(t *testing.T) {
		c := exampleCheck(t)
		c.Slot.Price = typed("USD", money.TypeUnknown, -1)
		wantVerdict(t, c, osbp.CodeRequiresUserConfirmation)
	})
}

// Rule 16: every currency in sight is the cap's, letter by letter; nothing is
// converted (B-067, B-068, B-110).
func TestRule16_Currencies(t *testing.T) {
	runMandateTests(t, []mandateTest{
		{"service", func(c *osbp.MandateCheck) { c.Service.Price.Currency = "EUR" }, osbp.CodeCurrencyMismatch},
		{"service, not fixed", func(c *osbp.MandateCheck) { c.Service.Price = typed("EUR", money.TypeUnknown, -1) },
			osbp.CodeCurrencyMismatch},
		{"slot", func(c *osbp.MandateCheck) { c.Slot.Price.Currency = "EUR" }, osbp.CodeCurrencyMismatch},
		{"deposit that is not required", func(c *osbp.MandateCheck) { c.Policy.Deposit.Currency = "EUR" },
			osbp.CodeCurrencyMismatch},
		{"deposit that is required", func(c *osbp.MandateCheck) {
			requireDeposit(c, 2000, 2000)
			c.Policy.Deposit.Currency, c.Mandate.MaxExtraFee.Currency = "EUR", "EUR"
		}, osbp.CodeCurrencyMismatch},
		{"cap", func(c *osbp.MandateCheck) { c.Mandate.MaxPrice.Currency = "EUR" }, osbp.CodeCurrencyMismatch},
		{"cap in small letters", func(c *osbp.MandateCheck) { c.Mandate.MaxPrice.Currency = "usd" },
			osbp.CodeInvalidMandate},
		{"price in small letters", func(c *osbp.MandateCheck) { c.Slot.Price.Currency = "usd" },
			osbp.CodeCurrencyMismatch},
		{"price with a space", func(c *osbp.MandateCheck) { c.Slot.Price.Currency = "USD " },
			osbp.CodeCurrencyMismatch},
		{"no cap: service and slot need not agree", func(c *osbp.MandateCheck) {
			c.Mandate.MaxPrice, c.Service.Price.Currency = nil, "EUR"
		}, ""},
		{"fees that no cap bounds", func(c *osbp.MandateCheck) {
			c.Policy.CancellationFee, c.Policy.NoShowFee = priced("EUR", 90000), priced("ZZZ", 90000)
		}, ""},
		{"an idle max_extra_fee", func(c *osbp.MandateCheck) { c.Mandate.MaxExtraFee.Currency = "EUR" }, ""},
	})
}

// Rule 16: a cap in a currency that ISO 4217 does not list is no cap, and a price
// in one cannot be stated.
func TestRule16_UnlistedCurrencies(t *testing.T) {
	for _, code := range []string{"ZZZ", "XAU", "XXX", "XTS", "ANG", "DEM", "", "usd", "US", "USDX", "€", "UＳD"} {
		t.Run("cap "+code, func(t *testing.T) {
			c := exampleCheck(t)
			c.Mandate.MaxPrice.Currency = code
			c.Service.Price.Currency, c.Slot.Price.Currency, c.Policy.Deposit.Currency = code, code, code
			wantVerdict(t, c, osbp.CodeInvalidMandate)
		})
		t.Run("fee cap "+code, func(t *testing.T) {
			c := exampleCheck(t)
			c.Mandate.MaxExtraFee.Currency = code
			wantVerdict(t, c, osbp.CodeInvalidMandate)
		})
		t.Run("price without cap "+code, func(t *testing.T) {
			c := exampleCheck(t)
			c.Mandate.MaxPrice, c.Slot.Price.Currency = nil, code
			wantVerdict(t, c, osbp.CodeRequiresUserConfirmation)
		})
	}
	t.Run("XCG is listed", func(t *testing.T) {
		c := exampleCheck(t)
		for _, m := range []*money.Money{c.Mandate.MaxPrice, c.Service.Price, c.Slot.Price, c.Policy.Deposit} {
			m.Currency = "XCG"
		}
		wantVerdict(t, c, "")
	})
}

// Rule 16: a cap that cannot bound is refused, however small the price.
func TestRule16_CapsThatBoundNothing(t *testing.T) {
	for name, limit := range map[string]*money.Money{
		"no amount":            {Currency: "USD"},
		"fixed without amount": typed("USD", money.TypeFixed, -1),
		"unknown":              typed("USD", money.TypeUnknown, -1),
		"quote with an amount": typed("USD", money.TypeQuoteRequired, 10000),
		"a type of its own":    typed("USD", "max", 10000),
	} {
		t.Run("max_price "+name, func(t *testing.T) {
			c := exampleCheck(t)
			c.Mandate.MaxPrice, c.Slot.Price = limit, usd(0)
			wantVerdict(t, c, osbp.CodeRequiresUserConfirmation)
		})
		t.Run("max_extra_fee "+name, func(t *testing.T) {
			c := exampleCheck(t)
			requireDeposit(c, 1, 1)
			c.Mandate.MaxExtraFee = limit
			wantVerdict(t, c, osbp.CodeRequiresUserConfirmation)
		})
		t.Run("idle max_extra_fee "+name, func(t *testing.T) {
			c := exampleCheck(t)
			c.Mandate.MaxExtraFee = limit
			wantVerdict(t, c, "")
		})
	}
}

// Rule 13: an amount that cannot be one is invalid_mandate wherever it stands.
func TestRule13_AmountsOutOfRange(t *testing.T) {
	places := map[string]func(*osbp.MandateCheck) **money.Money{
		"max_price":        func(c *osbp.MandateCheck) **money.Money { return &c.Mandate.MaxPrice },
		"max_extra_fee":    func(c *osbp.MandateCheck) **money.Money { return &c.Mandate.MaxExtraFee },
		"service.price":    func(c *osbp.MandateCheck) **money.Money { return &c.Service.Price },
		"slot.price":       func(c *osbp.MandateCheck) **money.Money { return &c.Slot.Price },
		"deposit":          func(c *osbp.MandateCheck) **money.Money { return &c.Policy.Deposit },
		"cancellation_fee": func(c *osbp.MandateCheck) **money.Money { return &c.Policy.CancellationFee },
		"no_show_fee":      func(c *osbp.MandateCheck) **money.Money { return &c.Policy.NoShowFee },
	}
	for name, place := range places {
		for _, minor := range []int64{-1, -500, -1 << 63, money.MaxMinor + 1, 1<<63 - 1} {
			for _, kind := range []money.Type{"", money.TypeFixed, money.TypeUnknown} {
				t.Run(fmt.Sprintf("%s %d %s", name, minor, kind), func(t *testing.T) {
					c := exampleCheck(t)
					*place(c) = &money.Money{AmountMinor: money.Minor(minor), Currency: "USD", Type: kind}
					wantVerdict(t, c, osbp.CodeInvalidMandate)
				})
			}
		}
	}
}
