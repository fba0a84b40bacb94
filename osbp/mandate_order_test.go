package osbp_test

import (
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// orderedFaults are faults in the order in which their answers are given: the
// points of OSBP "Mandate Enforcement", and the questions within a point. Each
// fault leaves the others possible.
var orderedFaults = []struct {
	name string
	step osbp.MandateStep
	edit func(*osbp.MandateCheck)
	want osbp.Code
}{
	{"id", osbp.StepIdentity, func(c *osbp.MandateCheck) { c.Mandate.ID = "" }, osbp.CodeInvalidMandate},
	{"expiry", osbp.StepExpiry, func(c *osbp.MandateCheck) { c.Mandate.ExpiresAt = "2026-05-01T00:00:00Z" },
		osbp.CodeMandateExpired},
	{"action", osbp.StepAction, func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{} },
		osbp.CodeActionNotAllowed},
	{"organization", osbp.StepScope, func(c *osbp.MandateCheck) { c.Mandate.OrganizationID = "org_other" },
		osbp.CodeOrganizationNotAllowed},
	{"service", osbp.StepScope, func(c *osbp.MandateCheck) { c.Mandate.ServiceIDs = []string{} },
		osbp.CodeServiceNotAllowed},
	{"schedule", osbp.StepScope, func(c *osbp.MandateCheck) { c.Mandate.ScheduleIDs = []string{} },
		osbp.CodeScheduleNotAllowed},
	{"provider", osbp.StepScope, func(c *osbp.MandateCheck) { c.Mandate.ProviderIDs = []string{} },
		osbp.CodeProviderNotAllowed},
	{"conventions", osbp.StepWindow, func(c *osbp.MandateCheck) { c.Slot.EndsAt = "2026-05-05T21:00:00" },
		osbp.CodeInvalidMandate},
	{"window start", osbp.StepWindow, func(c *osbp.MandateCheck) { c.Mandate.EarliestStart = "2026-05-05T13:00:01" },
		osbp.CodeSlotTooEarly},
	{"window end", osbp.StepWindow, func(c *osbp.MandateCheck) { c.Mandate.LatestEnd = "2026-05-05T13:59:59" },
		osbp.CodeSlotTooLate},
	{"price currency", osbp.StepPrice, func(c *osbp.MandateCheck) { c.Service.Price.Currency = "EUR" },
		osbp.CodeCurrencyMismatch},
	{"price type", osbp.StepPrice, func(c *osbp.MandateCheck) { c.Mandate.MaxPrice.Type = "quote_required" },
		osbp.CodeRequiresUserConfirmation},
	{"consultation", osbp.StepConsultation, func(c *osbp.MandateCheck) { c.Service.RequiresConsultation = true },
		osbp.CodeRequiresConsultationHandoff},
	{"payment allowed", osbp.StepPayment, func(c *osbp.MandateCheck) {
		requireDeposit(c, 2000, 2000)
		c.Mandate.AllowPolicyFee = false
	}, osbp.CodeRequiresPaymentHandoff},
}

// Rule 12: with every pair of faults, the earlier one is the answer; and with all
// of them, each in turn once those before it are mended (B-189).
func TestRule12_FirstFailureInTheOrderOfTheText(t *testing.T) {
	for i, early := range orderedFaults {
		for _, late := range orderedFaults[i+1:] {
			t.Run(early.name+" before "+late.name, func(t *testing.T) {
				c := exampleCheck(t)
				late.edit(c)
				early.edit(c)
				wantVerdict(t, c, early.want)
			})
		}
		t.Run(early.name+" before all the rest", func(t *testing.T) {
			c := exampleCheck(t)
			for _, f := range orderedFaults[i:] {
				f.edit(c)
			}
			wantVerdict(t, c, early.want)
			if got := osbp.ExplainMandate(c)[0].Step; got != early.step {
				t.Errorf("fails at %v, want %v", got, early.step)
			}
		})
	}
}

// A scope fault is answered before a malformed window: the text lists it first.
func TestRule12_ScopeBeforeTimes(t *testing.T) {
	runMandateTests(t, []mandateTest{
		{"schedule before an offset on earliest_start", func(c *osbp.MandateCheck) {
			c.Mandate.EarliestStart = "2026-05-01T09:00:00Z"
			c.Mandate.ScheduleIDs = []string{"schedule_9"}
		}, osbp.CodeScheduleNotAllowed},
		{"evidence of a service before the schedule's scope", func(c *osbp.MandateCheck) {
			c.Slot.ServiceID = "service_9"
			c.Mandate.ScheduleIDs = []string{"schedule_9"}
		}, osbp.CodeInvalidMandate},
		{"price of a quote in another currency", func(c *osbp.MandateCheck) {
			c.Slot.Price = priced("EUR", 9500)
			c.Slot.Price.Type = "quote_required"
		}, osbp.CodeCurrencyMismatch},
		{"a fee that is not allowed before its currency", func(c *osbp.MandateCheck) {
			requireDeposit(c, 2000, 2000)
			c.Mandate.AllowPolicyFee = false
			c.Mandate.MaxExtraFee = priced("EUR", 1)
		}, osbp.CodeRequiresPaymentHandoff},
		{"a fee's currency before its amount", func(c *osbp.MandateCheck) {
			requireDeposit(c, 2000, 2000)
			c.Mandate.MaxExtraFee = priced("EUR", 1)
		}, osbp.CodeCurrencyMismatch},
	})
}
