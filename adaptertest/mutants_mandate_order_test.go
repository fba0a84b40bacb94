package adaptertest_test

import (
	"slices"

	"github.com/openservicekit/openservice/osbp"
)

// The mistakes are made in an adapter written by hand: one of its steps comes too late
// or too early. What is refused stays the same where there is but one fault.
var mandateOrderMutants = []mutant{
	{
		name: "the window's form is looked at before the provider", check: "mandate_order.provider_before_window_form",
		hand: func(q *quirks) {
			q.ordersSteps = func(s []handStep) []handStep {
				s[7], s[8] = s[8], s[7]
				return s
			}
		},
	},
	{
		name: "the expiry first", check: "mandate_order.form_before_expiry",
		hand: moves("id", "action"),
	},
	{
		name: "the action before the expiry", check: "mandate_order.expiry_before_action",
		hand: moves("expiry", "organization"),
	},
	{
		name: "the organization before the action", check: "mandate_order.action_before_organization",
		hand: moves("action", "service"),
	},
	{
		name: "the service before the organization", check: "mandate_order.organization_before_service",
		hand: moves("organization", "schedule"),
	},
	{
		name: "the schedule before the service", check: "mandate_order.service_before_schedule",
		hand: moves("service", "provider"),
	},
	{
		name: "the provider before the schedule", check: "mandate_order.schedule_before_provider",
		hand: moves("schedule", "conventions"),
	},
	{
		name: "the window before the provider", check: "mandate_order.provider_before_window",
		also: []string{"mandate_order.provider_before_window_form"},
		hand: moves("provider", "end"),
	},
	{
		name: "all formats first", check: "mandate_order.scope_before_window_form",
		also: []string{"mandate_order.provider_before_window_form"},
		hand: moves("conventions", "id"),
	},
	{
		name: "the start before the formats", check: "mandate_order.window_form_before_window",
		hand: moves("conventions", "end"),
	},
	{
		name: "the price before the start", check: "mandate_order.early_before_price",
		also: []string{"mandate_order.window_form_before_window"},
		hand: moves("start", "consultation"),
	},
	{
		name: "the price before the end", check: "mandate_order.late_before_price",
		also: []string{"mandate_order.late_before_currency"},
		hand: moves("end", "consultation"),
	},
	{
		name: "the currency before the end", check: "mandate_order.late_before_currency",
		hand: moves("end", "price"),
	},
	{
		name: "the amount before the currency", check: "mandate_order.currency_before_amount",
		also: []string{"mandate.refusals_final"},
		hand: moves("price currency", "consultation"),
	},
	{
		name: "the payment before the price", check: "mandate_order.price_before_payment",
		also: []string{"mandate_order.price_before_unknown_payment"},
		hand: moves("price", "last"),
	},
	{
		name: "the currency last", check: "mandate_order.currency_before_payment",
		also: []string{"mandate_order.currency_before_amount", "mandate.refusals_final"},
		hand: moves("price currency", "last"),
	},
	{
		name: "the payment first of all that the platform says", check: "mandate_order.price_before_unknown_payment",
		also: []string{"mandate_order.price_before_payment", "mandate_order.currency_before_payment"},
		hand: moves("payment", "price currency"),
	},
	{
		name: "the fee's cap before its permission", check: "mandate_order.permission_before_fee_cap",
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if !c.Mandate.AllowPolicyFee && c.Mandate.MaxExtraFee != nil && *c.Mandate.MaxExtraFee == *kwd(4999) && c.Mandate.MaxPrice == nil {
				return osbp.CodePolicyFeeExceedsMandate
			}
			return ""
		}),
	},
	{
		name: "the fee's amount before its currency", check: "mandate_order.fee_currency_before_fee_cap",
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if m := c.Mandate.MaxExtraFee; m != nil && c.Mandate.AllowPolicyFee {
				if n, ok := m.FixedAmount(); ok && n == 0 {
					return osbp.CodePolicyFeeExceedsMandate
				}
			}
			return ""
		}),
	},
	{
		name: "the consultation before the scope", check: "mandate_order.scope_before_consultation",
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if c.ServiceID == "off_bridal" {
				return osbp.CodeRequiresConsultationHandoff
			}
			return ""
		}),
		also: []string{"handoff.*"},
	},
	{
		name: "the approval before the consultation", check: "mandate_order.consultation_before_approval",
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if c.ServiceID == "off_bridal" && c.Approval != nil && c.Mandate.ServiceIDs == nil {
				return osbp.CodeRequiresUserConfirmation
			}
			return ""
		}),
	},
	{
		name: "an approval is permission to pay", check: "mandate_order.payment_before_approval",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate != nil && c.Approval != nil && !c.Mandate.AllowPolicyFee && c.ServiceID == "off_portrait" {
				c.Mandate.AllowPolicyFee = true
			}
		}),
	},
	{
		name: "the slot before the mandate", check: "mandate_order.scope_before_availability",
		also: []string{"mandate_order.service_before_schedule", "mandate_order.organization_before_service"},
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if len(c.Time) > 4 && c.Time[3:5] != "00" && c.Time[3:5] != "30" && c.Mandate.ServiceIDs != nil && !slices.Contains(c.Mandate.ServiceIDs, c.ServiceID) {
				return osbp.CodeSlotTaken
			}
			return ""
		}),
	},
}

// moves puts a step right before another one, or last.
func moves(step, before string) func(*quirks) {
	return func(q *quirks) {
		q.ordersSteps = func(steps []handStep) []handStep {
			at := slices.IndexFunc(steps, func(s handStep) bool { return s.name == step })
			moved := steps[at]
			moved.evidence = moved.evidence || step == "start" // or it would come early in any place
			steps = slices.Delete(steps, at, at+1)
			to := slices.IndexFunc(steps, func(s handStep) bool { return s.name == before })
			if to < 0 {
				to = len(steps)
			}
			return slices.Insert(steps, to, moved)
		}
	}
}
