package osbp_test

import (
	"testing"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// Rule 17: a required payment needs a fixed amount, consent and, where there is a
// cap, room under it (B-109, B-111, B-135 to B-137, B-198).
func TestRule17_RequiredPayment(t *testing.T) {
	deposit := func(fee, limit *money.Money, allow bool) func(*osbp.MandateCheck) {
		return func(c *osbp.MandateCheck) {
			c.Policy.PaymentRequirement, c.Policy.Deposit = osbp.PaymentDeposit, fee
			c.Mandate.MaxExtraFee, c.Mandate.AllowPolicyFee = limit, allow
		}
	}
	prepay := func(service, slot, limit *money.Money, allow bool) func(*osbp.MandateCheck) {
		return func(c *osbp.MandateCheck) {
			c.Policy.PaymentRequirement = osbp.PaymentFullPrepay
			c.Service.Price, c.Slot.Price = service, slot
			c.Mandate.MaxPrice, c.Mandate.MaxExtraFee, c.Mandate.AllowPolicyFee = nil, limit, allow
		}
	}
	runMandateTests(t, []mandateTest{
		{"deposit at its cap", deposit(usd(2000), usd(2000), true), ""},
		{"deposit a cent over", deposit(usd(2001), usd(2000), true), osbp.CodePolicyFeeExceedsMandate},
		{"deposit, no cap", deposit(usd(2000), nil, true), ""},
		{"deposit, not allowed", deposit(usd(2000), usd(2000), false), osbp.CodeRequiresPaymentHandoff},
		{"deposit, not allowed, no cap", deposit(usd(2000), nil, false), osbp.CodeRequiresPaymentHandoff},
		{"deposit without an object", deposit(nil, usd(2000), true), osbp.CodeRequiresUserConfirmation},
		{"deposit without an object, no cap", deposit(nil, nil, true), osbp.CodeRequiresUserConfirmation},
		{"deposit without an amount", deposit(typed("USD", "", -1), usd(2000), true),
			osbp.CodeRequiresUserConfirmation},
		{"deposit of a quote", deposit(typed("USD", money.TypeQuoteRequired, 1), usd(2000), true),
			osbp.CodeRequiresUserConfirmation},
		{"unknown deposit, not allowed", deposit(nil, nil, false), osbp.CodeRequiresPaymentHandoff},
		{"deposit of nothing", deposit(usd(0), usd(2000), true), osbp.CodeRequiresUserConfirmation},
		{"deposit of nothing, not allowed", deposit(usd(0), usd(2000), false), osbp.CodeRequiresPaymentHandoff},
		{"deposit against a cap of nothing", deposit(usd(1), usd(0), true), osbp.CodePolicyFeeExceedsMandate},
		{"deposit in another currency than its cap", deposit(usd(2000), priced("EUR", 2000), true),
			osbp.CodeCurrencyMismatch},
		{"deposit that no list knows", func(c *osbp.MandateCheck) {
			deposit(priced("ZZZ", 1), nil, true)(c)
			c.Mandate.MaxPrice = nil
		}, osbp.CodeRequiresUserConfirmation},

		{"prepayment at its cap", prepay(usd(1), usd(9500), usd(9500), true), ""},
		{"prepayment a cent over", prepay(usd(1), usd(9501), usd(9500), true), osbp.CodePolicyFeeExceedsMandate},
		{"prepayment of the slot's price, not the service's", prepay(usd(9500), usd(20000), usd(10000), true),
			osbp.CodePolicyFeeExceedsMandate},
		{"prepayment of the service's price", prepay(usd(9500), nil, usd(9500), true), ""},
		{"prepayment, not allowed", prepay(usd(9500), usd(9500), usd(9500), false), osbp.CodeRequiresPaymentHandoff},
		{"prepayment, no cap", prepay(usd(9500), usd(9500), nil, true), ""},
		{"prepayment in another currency than its cap", prepay(usd(9500), usd(9500), priced("EUR", 9500), true),
			osbp.CodeCurrencyMismatch},
		{"prepayment of an unknown price", prepay(nil, nil, usd(9500), true), osbp.CodeRequiresUserConfirmation},
		{"prepayment of nothing, allowed", prepay(usd(0), usd(0), usd(0), true), ""},
		{"prepayment of nothing, not allowed", prepay(usd(0), usd(0), usd(0), false), osbp.CodeRequiresPaymentHandoff},
	})
}

// Rule 17: no payment together with a deposit contradicts itself, and whatever is
// not known is refused, whatever the mandate allows (B-133, B-138).
func TestRule17_UnknownAndContradictory(t *testing.T) {
	generous := func(requirement osbp.PaymentRequirement, deposit *money.Money) func(*osbp.MandateCheck) {
		return func(c *osbp.MandateCheck) {
			c.Policy.PaymentRequirement, c.Policy.Deposit = requirement, deposit
			c.Mandate.AllowPolicyFee, c.Mandate.MaxExtraFee = true, usd(money.MaxMinor)
		}
	}
	const terminal = osbp.CodeRequiresUserConfirmation
	runMandateTests(t, []mandateTest{
		{"none, no deposit", generous(osbp.PaymentNone, nil), ""},
		{"none, a deposit of nothing", generous(osbp.PaymentNone, usd(0)), ""},
		{"none, a deposit of a cent", generous(osbp.PaymentNone, usd(1)), terminal},
		{"none, a deposit without an amount", generous(osbp.PaymentNone, typed("USD", "", -1)), terminal},
		{"none, a deposit of nothing, perhaps", generous(osbp.PaymentNone, typed("USD", money.TypeUnknown, 0)), terminal},
		{"absent", generous("", nil), terminal},
		{"unknown", generous(osbp.PaymentUnknown, nil), terminal},
		{"unrecognised", generous("card_on_file", nil), terminal},
		{"in another case", generous("None", nil), terminal},
		{"with a space", generous("none ", nil), terminal},
	})
}

// Cancellation and no-show fees are disclosed in the approval, not held to a cap
// (B-142).
func TestRule17_ConditionalFeesAreNotCapped(t *testing.T) {
	runMandateTests(t, []mandateTest{
		{"over both caps", func(c *osbp.MandateCheck) {
			c.Policy.CancellationFee, c.Policy.NoShowFee = usd(1_000_000), usd(1_000_000)
		}, ""},
		{"without amounts", func(c *osbp.MandateCheck) {
			c.Policy.CancellationFee = typed("USD", money.TypeUnknown, -1)
			c.Policy.NoShowFee = typed("USD", "", -1)
		}, ""},
		{"absent", func(c *osbp.MandateCheck) { c.Policy.CancellationFee, c.Policy.NoShowFee = nil, nil }, ""},
	})
}
