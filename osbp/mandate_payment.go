package osbp

import "github.com/openservicekit/openservice/money"

// consultation is point 7.
func (r *mandateRun) consultation() bool {
	r.step = StepConsultation
	return r.must(r.Service == nil || !r.Service.RequiresConsultation, CodeRequiresConsultationHandoff,
		"The service goes through a consultation or quote workflow.")
}

// payment is point 8: what must be paid before the appointment, against
// allow_policy_fee and max_extra_fee. That is the deposit where the policy
// requires one, and the whole price under full_prepay. Anything but a known
// requirement with a known amount is refused, among it a policy that contradicts
// itself: no payment, and yet a deposit; a deposit, and yet nothing to deposit.
func (r *mandateRun) payment() bool {
	r.step = StepPayment
	limit := r.Mandate.MaxExtraFee
	if !(r.must(listed(limit), CodeInvalidMandate, "mandate.max_extra_fee.currency is not an ISO 4217 currency.") &&
		r.must(inRange(limit), CodeInvalidMandate, "mandate.max_extra_fee.amount_minor is out of range.")) {
		return false
	}
	policy := r.Policy
	if policy == nil {
		return true
	}
	if !(r.must(inRange(policy.Deposit), CodeInvalidMandate, "policy.deposit.amount_minor is out of range.") &&
		r.must(inRange(policy.CancellationFee), CodeInvalidMandate,
			"policy.cancellation_fee.amount_minor is out of range.") &&
		r.must(inRange(policy.NoShowFee), CodeInvalidMandate, "policy.no_show_fee.amount_minor is out of range.")) {
		return false
	}
	switch policy.PaymentRequirement {
	case PaymentNone:
		return r.must(policy.Deposit == nil || isNothing(policy.Deposit), CodeRequiresUserConfirmation,
			"The policy requires no payment and yet names a deposit.")
	case PaymentDeposit:
		return r.fee(r.requiredFee()) &&
			r.must(!isNothing(policy.Deposit), CodeRequiresUserConfirmation,
				"The policy requires a deposit and yet names none.")
	case PaymentFullPrepay:
		return r.fee(r.requiredFee())
	}
	return r.must(false, CodeRequiresUserConfirmation, "The payment requirement is not known.")
}

// requiredFee is what the policy wants paid before the appointment. It is nil
// where that is nothing, and where it should be known and is not.
func (r *mandateRun) requiredFee() *money.Money {
	switch r.Policy.PaymentRequirement {
	case PaymentDeposit:
		return r.Policy.Deposit
	case PaymentFullPrepay:
		return r.bookedPrice()
	}
	return nil
}

// fee holds a required payment to the mandate.
func (r *mandateRun) fee(fee *money.Money) bool {
	limit := r.Mandate.MaxExtraFee
	return r.must(r.Mandate.AllowPolicyFee, CodeRequiresPaymentHandoff,
		"The policy requires a payment, which mandate.allow_policy_fee does not allow.") &&
		r.must(sameCurrency(fee, limit), CodeCurrencyMismatch,
			"The required payment is in another currency than mandate.max_extra_fee.") &&
		r.hold(fee, limit, &feeWords)
}

var feeWords = capWords{
	over:     CodePolicyFeeExceedsMandate,
	noCap:    "mandate.max_extra_fee has no fixed amount, so it bounds nothing.",
	noAmount: "The required payment is not known as a fixed amount in an ISO 4217 currency.",
	exceeds:  "The required payment exceeds mandate.max_extra_fee.",
}

// isNothing reports whether the amount is exactly zero, not merely absent.
func isNothing(p *money.Money) bool {
	minor, fixed := amount(p)
	return fixed && minor == 0
}
