package adaptertest

import (
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// What the mandate refuses is answered in the order in which the text lists it: of two
// faults the earlier one (B-189 to B-198).
var mandateOrderChecks = []check{
	required("mandate_order.form_before_expiry", "Mandate Enforcement",
		"a mandate without an id that has expired is invalid_mandate",
		firstOf(plain, osbp.CodeInvalidMandate, withoutID, expired)),
	required("mandate_order.expiry_before_action", "Mandate Enforcement",
		"a mandate that has expired and does not allow booking.create is mandate_expired",
		firstOf(plain, osbp.CodeMandateExpired, expired, noAction)),
	required("mandate_order.action_before_organization", "Mandate Enforcement",
		"a mandate that does not allow booking.create and is for another organization is action_not_allowed",
		firstOf(plain, osbp.CodeActionNotAllowed, noAction, otherOrganization)),
	required("mandate_order.organization_before_service", "Mandate Enforcement",
		"a mandate for another organization and another service is organization_not_allowed",
		firstOf(plain, osbp.CodeOrganizationNotAllowed, otherOrganization, noService)),
	required("mandate_order.service_before_schedule", "Mandate Enforcement",
		"a mandate for another service and another schedule is service_not_allowed",
		firstOf(plain, osbp.CodeServiceNotAllowed, noService, noSchedule)),
	required("mandate_order.schedule_before_provider", "Mandate Enforcement",
		"a mandate for another schedule and another provider is schedule_not_allowed",
		firstOf(plain, osbp.CodeScheduleNotAllowed, noSchedule, noProviderAllowed)),
	required("mandate_order.provider_before_window", "Mandate Enforcement",
		"a mandate for another provider that begins after the slot is provider_not_allowed",
		firstOf(plain, osbp.CodeProviderNotAllowed, noProviderAllowed, tooEarly)),
	required("mandate_order.scope_before_window_form", "Mandate Enforcement",
		"a mandate for another service whose earliest_start carries an offset is service_not_allowed",
		firstOf(plain, osbp.CodeServiceNotAllowed, noService, windowWithOffset)),
	required("mandate_order.provider_before_window_form", "Mandate Enforcement",
		"a mandate for another provider whose latest_end carries an offset is provider_not_allowed",
		firstOf(plain, osbp.CodeProviderNotAllowed, noProviderAllowed, windowWithOffset)),
	required("mandate_order.window_form_before_window", "Mandate Enforcement",
		"a mandate whose latest_end carries an offset and that begins after the slot is invalid_mandate",
		firstOf(plain, osbp.CodeInvalidMandate, windowWithOffset, tooEarly)),
	required("mandate_order.early_before_price", "Mandate Enforcement",
		"a slot before the mandate's window and over its cap is slot_too_early",
		firstOf(plain, osbp.CodeSlotTooEarly, tooEarly, tooDear)),
	required("mandate_order.late_before_price", "Mandate Enforcement",
		"a slot after the mandate's window and over its cap is slot_too_late",
		firstOf(plain, osbp.CodeSlotTooLate, tooLate, tooDear)),
	required("mandate_order.late_before_currency", "Mandate Enforcement",
		"a slot after the mandate's window and in another currency than its cap is slot_too_late",
		firstOf(plain, osbp.CodeSlotTooLate, tooLate, otherCurrency)),
	required("mandate_order.currency_before_amount", "Mandate Enforcement",
		"a max_price of nothing in another currency is currency_mismatch",
		firstOf(plain, osbp.CodeCurrencyMismatch, func(t *attempt) { t.in.Mandate.MaxPrice = t.inOtherCurrency(t.price(), 0) })),
	required("mandate_order.price_before_payment", "Mandate Enforcement",
		"a price over the cap with a deposit that is not allowed is price_exceeds_mandate",
		firstOf(deposit, osbp.CodePriceExceedsMandate, tooDear, noPayment)),
	required("mandate_order.currency_before_payment", "Mandate Enforcement",
		"a price in another currency than the cap with a deposit that is not allowed is currency_mismatch",
		firstOf(deposit, osbp.CodeCurrencyMismatch, otherCurrency, noPayment)),
	required("mandate_order.price_before_unknown_payment", "Mandate Enforcement",
		"a price over the cap with a payment requirement that is not known is price_exceeds_mandate",
		firstOf(unknownPayment, osbp.CodePriceExceedsMandate, tooDear)),
	required("mandate_order.permission_before_fee_cap", "Mandate Enforcement",
		"a deposit that is not allowed and over max_extra_fee is requires_payment_handoff",
		firstOf(deposit, osbp.CodeRequiresPaymentHandoff, noPayment, feeTooHigh)),
	required("mandate_order.fee_currency_before_fee_cap", "Mandate Enforcement",
		"a max_extra_fee of nothing in another currency is currency_mismatch",
		firstOf(deposit, osbp.CodeCurrencyMismatch, func(t *attempt) { t.in.Mandate.MaxExtraFee = t.inOtherCurrency(t.due(), 0) })),
	required("mandate_order.scope_before_consultation", "Mandate Enforcement",
		"a service outside the mandate that needs a consultation is service_not_allowed", (*probe).scopeBeforeConsultation),
	required("mandate_order.consultation_before_approval", "Mandate Enforcement",
		"a service that needs a consultation is requires_consultation_handoff also for a call that brings an approval",
		(*probe).consultationBeforeApproval),
	required("mandate_order.payment_before_approval", "Mandate Enforcement",
		"a deposit that is not allowed is requires_payment_handoff also for a call that brings an approval",
		firstOf(deposit, osbp.CodeRequiresPaymentHandoff, noPayment, madeUpApproval)),
	required("mandate_order.scope_before_availability", "Mandate Enforcement",
		"a service outside the mandate at a time that nobody offers is service_not_allowed",
		firstOf(plain, osbp.CodeServiceNotAllowed, noService, func(t *attempt) {
			t.in.Time = t.later(t.slot.StartsAtLocal, 7*time.Minute)[len("2006-01-02T"):]
		})),
}

// firstOf tries that of several faults in a draft the one is answered that has the code.
func firstOf(on selector, code osbp.Code, faults ...redraft) func(*probe) {
	return func(p *probe) {
		t := p.attempt(on(p)).widen()
		for _, fault := range faults {
			fault(t)
		}
		t.wantCode("the booking", code)
	}
}

// The faults, in the order of the text.

func withoutID(t *attempt)         { t.in.Mandate.ID = "" }
func expired(t *attempt)           { t.expiresIn(-time.Hour, "Z") }
func noAction(t *attempt)          { t.actions(osbp.ToolBookingStatus) }
func otherOrganization(t *attempt) { t.in.Mandate.OrganizationID = t.p.key("org") }
func noService(t *attempt)         { t.in.Mandate.ServiceIDs = []string{t.p.key("service")} }
func noSchedule(t *attempt)        { t.in.Mandate.ScheduleIDs = []string{t.p.key("schedule")} }
func noProviderAllowed(t *attempt) { t.in.Mandate.ProviderIDs = []string{t.p.key("provider")} }
func windowWithOffset(t *attempt)  { t.in.Mandate.LatestEnd = t.later(t.end(), 48*time.Hour) + "Z" }
func tooEarly(t *attempt)          { t.in.Mandate.EarliestStart = t.later(t.slot.StartsAtLocal, time.Hour) }
func tooLate(t *attempt)           { t.in.Mandate.LatestEnd = t.later(t.end(), -time.Minute) }
func otherCurrency(t *attempt)     { t.in.Mandate.MaxPrice = t.inOtherCurrency(t.price(), money.MaxMinor) }
func tooDear(t *attempt)           { t.in.Mandate.MaxPrice = t.moved(t.price(), -1) }
func noPayment(t *attempt)         { t.in.Mandate.AllowPolicyFee = false }
func feeTooHigh(t *attempt)        { t.in.Mandate.MaxExtraFee = t.moved(t.due(), -1) }

func madeUpApproval(t *attempt) {
	t.in.Approval = &osbp.Approval{Confirmed: true, Token: t.p.key("approve")}
}

func (p *probe) scopeBeforeConsultation() {
	t := p.consultation()
	noService(t)
	t.wantCode("the booking", osbp.CodeServiceNotAllowed)
}

func (p *probe) consultationBeforeApproval() {
	t := p.consultation()
	madeUpApproval(t)
	t.wantCode("the booking", osbp.CodeRequiresConsultationHandoff)
}
