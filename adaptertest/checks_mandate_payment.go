package adaptertest

import (
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// What must be paid before (B-109, B-111, B-135 to B-138, B-142, B-198), and services
// that go through a person first (B-112, B-197).
var mandatePaymentChecks = []check{
	required("mandate.deposit_not_allowed", "policy.explain",
		"a deposit under a mandate with allow_policy_fee false is requires_payment_handoff",
		refuses(deposit, osbp.CodeRequiresPaymentHandoff, func(t *attempt) { t.in.Mandate.AllowPolicyFee = false })),
	required("mandate.deposit_uncapped", "policy.explain",
		"a deposit is allowed where allow_policy_fee is true and no max_extra_fee is given", allows(deposit, func(*attempt) {})),
	required("mandate.deposit_at_cap", "policy.explain",
		"a deposit of exactly max_extra_fee is allowed",
		allows(deposit, func(t *attempt) { t.in.Mandate.MaxExtraFee = t.moved(t.due(), 0) })),
	required("mandate.deposit_over_cap", "Mandate Enforcement",
		"a deposit one minor unit over max_extra_fee is policy_fee_exceeds_mandate",
		refuses(deposit, osbp.CodePolicyFeeExceedsMandate, func(t *attempt) { t.in.Mandate.MaxExtraFee = t.moved(t.due(), -1) })),
	required("mandate.deposit_currency", "Mandate Enforcement",
		"a max_extra_fee in another currency than the deposit is currency_mismatch, however large",
		refuses(deposit, osbp.CodeCurrencyMismatch, func(t *attempt) {
			t.in.Mandate.MaxExtraFee = t.inOtherCurrency(t.due(), money.MaxMinor)
		})),
	required("mandate.deposit_cap_without_amount", "policy.explain",
		"a max_extra_fee without an amount bounds no deposit: requires_user_confirmation, terminal",
		endsTerminal(deposit, func(t *attempt) { t.in.Mandate.MaxExtraFee = &money.Money{Currency: t.due().Currency} })),
	required("mandate.deposit_over_zero", "Mandate Enforcement",
		"a max_extra_fee of nothing is a cap: any deposit is policy_fee_exceeds_mandate",
		refuses(deposit, osbp.CodePolicyFeeExceedsMandate, func(t *attempt) {
			nothing := money.Fixed(t.due().Currency, 0)
			t.in.Mandate.MaxExtraFee = &nothing
		})),
	required("mandate.deposit_cap_not_fixed", "Money",
		"a max_extra_fee of a type that is not fixed bounds no deposit, whatever amount it names: requires_user_confirmation, terminal",
		endsTerminal(deposit, func(t *attempt) {
			limit := t.moved(t.due(), 0)
			limit.Type = money.TypeQuoteRequired
			t.in.Mandate.MaxExtraFee = limit
		})),
	required("mandate.deposit_currency_exact", "Money",
		"a max_extra_fee whose currency is written in small letters names none, and allows no deposit", refusesAnyOf(deposit, func(t *attempt) {
			limit := t.moved(t.due(), 0)
			limit.Currency = strings.ToLower(limit.Currency)
			t.in.Mandate.MaxExtraFee = limit
		})),
	required("mandate.deposit_apart_from_price", "Mandate Enforcement",
		"max_price bounds the price and max_extra_fee the deposit: the one is not added to the other",
		allows(deposit, func(t *attempt) {
			t.in.Mandate.MaxPrice, t.in.Mandate.MaxExtraFee = t.moved(t.price(), 0), t.moved(t.due(), 0)
		})),
	required("mandate.prepay_not_allowed", "policy.explain",
		"a price to be paid in advance under a mandate with allow_policy_fee false is requires_payment_handoff",
		refuses(fullPrepay, osbp.CodeRequiresPaymentHandoff, func(t *attempt) { t.in.Mandate.AllowPolicyFee = false })),
	required("mandate.prepay_at_cap", "policy.explain",
		"a price to be paid in advance of exactly max_extra_fee is allowed",
		allows(fullPrepay, func(t *attempt) { t.in.Mandate.MaxExtraFee = t.moved(t.price(), 0) })),
	required("mandate.prepay_over_cap", "Mandate Enforcement",
		"a price to be paid in advance one minor unit over max_extra_fee is policy_fee_exceeds_mandate",
		refuses(fullPrepay, osbp.CodePolicyFeeExceedsMandate, func(t *attempt) { t.in.Mandate.MaxExtraFee = t.moved(t.price(), -1) })),
	required("mandate.prepay_uncapped", "policy.explain",
		"a price to be paid in advance is allowed where allow_policy_fee is true and no max_extra_fee is given",
		allows(fullPrepay, func(*attempt) {})),
	required("mandate.prepay_currency", "Mandate Enforcement",
		"a max_extra_fee in another currency than a price to be paid in advance is currency_mismatch, however large",
		refuses(fullPrepay, osbp.CodeCurrencyMismatch, func(t *attempt) {
			t.in.Mandate.MaxExtraFee = t.inOtherCurrency(t.price(), money.MaxMinor)
		})),
	required("mandate.prepay_cap_without_amount", "policy.explain",
		"a max_extra_fee without an amount bounds no price to be paid in advance: requires_user_confirmation, terminal",
		endsTerminal(fullPrepay, func(t *attempt) { t.in.Mandate.MaxExtraFee = &money.Money{Currency: t.price().Currency} })),
	required("mandate.payment_unknown", "policy.explain",
		"a payment requirement that is not known is requires_user_confirmation, terminal: not retryable and without a token",
		endsTerminal(unknownPayment, func(*attempt) {})),
	required("mandate.conditional_fees_uncapped", "policy.explain",
		"cancellation and no-show fees are no fee that allow_policy_fee or max_extra_fee is about",
		allows(fees, func(t *attempt) {
			t.in.Mandate.AllowPolicyFee = false
			nothing := money.Fixed(t.currency(), 0)
			t.in.Mandate.MaxExtraFee = &nothing
		})),
	required("mandate.consultation", "Mandate Enforcement",
		"a service that needs a consultation is requires_consultation_handoff",
		func(p *probe) { p.consultation().wantCode("the booking", osbp.CodeRequiresConsultationHandoff) }),
	required("mandate.payment_final", "Result Envelope",
		"a payment or consultation that has to be handed off is not retryable", (*probe).mandatePaymentFinal),
}

func deposit(p *probe) Fixture {
	return p.fixture(p.h.Fixtures.Deposit, "Deposit", "a deposit held to the mandate")
}
func fullPrepay(p *probe) Fixture {
	return p.fixture(p.h.Fixtures.FullPrepay, "FullPrepay", "a price to be paid in advance held to the mandate")
}
func unknownPayment(p *probe) Fixture {
	return p.fixture(p.h.Fixtures.UnknownPayment, "UnknownPayment", "a payment requirement that is not known")
}
func fees(p *probe) Fixture {
	return p.fixture(p.h.Fixtures.Fees, "Fees", "cancellation and no-show fees beside the mandate")
}

// due is the deposit.
func (t *attempt) due() *money.Money {
	if t.policy.Deposit == nil {
		t.p.fatalf("the policy of Fixtures.Deposit names no deposit")
	}
	return t.policy.Deposit
}

// consultation drafts a booking of a service that goes through a person first. Where it
// has no slots the day and the time are made up.
func (p *probe) consultation() *attempt {
	f := p.fixture(p.h.Fixtures.Consultation, "Consultation", "a service that needs a consultation first")
	if slots := p.someSlots(f); len(slots) > 0 {
		return p.attemptOf(f, slots[0]).widen()
	}
	day := p.h.Now().Add(7 * 24 * time.Hour).Format(time.DateOnly)
	return p.attemptOf(f, osbp.Slot{
		OrganizationID: f.OrganizationID, ServiceID: f.ServiceID, ScheduleID: f.ScheduleID, ProviderID: f.ProviderID,
		StartsAtLocal: day + "T10:00:00", EndsAtLocal: day + "T23:00:00",
	}).widen()
}

func (p *probe) mandatePaymentFinal() {
	if f := p.h.Fixtures.Deposit; f != (Fixture{}) {
		t := p.attempt(f).widen()
		t.in.Mandate.AllowPolicyFee = false
		p.wantRetryable(t.wantCode("a booking with a deposit that is not allowed", osbp.CodeRequiresPaymentHandoff), false)
		t = p.attempt(f).widen()
		t.in.Mandate.MaxExtraFee = t.moved(t.due(), -1)
		p.wantRetryable(t.wantCode("a booking with a deposit over the cap", osbp.CodePolicyFeeExceedsMandate), false)
	}
	p.wantRetryable(p.consultation().wantCode("a booking that needs a consultation", osbp.CodeRequiresConsultationHandoff), false)
}
