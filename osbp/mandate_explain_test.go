package osbp_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// Rule 49: ValidateMandate gives the first failure, ExplainMandate all of them in
// order.
func TestRule49_ExplainGivesAllFailures(t *testing.T) {
	c := exampleCheck(t)
	c.Mandate.ID = ""
	c.Mandate.ExpiresAt = "2026-05-01T00:00:00Z"
	c.Mandate.AllowedActions = nil
	c.Mandate.ServiceIDs = []string{"service_9"}
	c.Mandate.ProviderIDs = []string{}
	c.Mandate.EarliestStart = "2026-05-06T00:00:00"
	c.Mandate.LatestEnd = "2026-05-04T00:00:00"
	c.Mandate.MaxPrice = usd(1)
	c.Service.RequiresConsultation = true
	requireDeposit(c, 2000, 1)
	c.Mandate.AllowPolicyFee = false

	type finding struct {
		Step osbp.MandateStep
		Code osbp.Code
	}
	var got []finding
	for _, f := range osbp.ExplainMandate(c) {
		got = append(got, finding{f.Step, osbp.AsProblem(f.Err).Code})
	}
	want := []finding{
		{osbp.StepIdentity, osbp.CodeInvalidMandate},
		{osbp.StepExpiry, osbp.CodeMandateExpired},
		{osbp.StepAction, osbp.CodeActionNotAllowed},
		{osbp.StepScope, osbp.CodeServiceNotAllowed},
		{osbp.StepScope, osbp.CodeProviderNotAllowed},
		{osbp.StepWindow, osbp.CodeSlotTooEarly},
		{osbp.StepWindow, osbp.CodeSlotTooLate},
		{osbp.StepPrice, osbp.CodePriceExceedsMandate},
		{osbp.StepConsultation, osbp.CodeRequiresConsultationHandoff},
		{osbp.StepPayment, osbp.CodeRequiresPaymentHandoff},
		{osbp.StepPayment, osbp.CodePolicyFeeExceedsMandate},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if err := osbp.ValidateMandate(c); !errors.Is(err, osbp.CodeInvalidMandate) {
		t.Errorf("ValidateMandate = %v, want the first of them", err)
	}
}

// Rule 49: what an earlier failure took the ground from is left out, so that each
// fault is told once.
func TestRule49_ExplainTellsEachFaultOnce(t *testing.T) {
	tests := []struct {
		name string
		edit func(*osbp.MandateCheck)
		want []string // step, then code or "incomplete"
	}{
		{"malformed expiry", func(c *osbp.MandateCheck) { c.Mandate.ExpiresAt = "soon" },
			[]string{"identity invalid_mandate"}},
		{"no mandate", func(c *osbp.MandateCheck) { c.Mandate = nil }, []string{"identity invalid_mandate"}},
		{"no clock reading", func(c *osbp.MandateCheck) { c.Now = time.Time{} }, []string{"expiry incomplete"}},
		{"malformed start", func(c *osbp.MandateCheck) { c.Slot.StartsAtLocal = "soon" },
			[]string{"window invalid_mandate"}},
		{"malformed request", func(c *osbp.MandateCheck) { c.Request.Time = "soon" },
			[]string{"window invalid_mandate"}},
		{"malformed end", func(c *osbp.MandateCheck) { c.Slot.EndsAtLocal = "soon" },
			[]string{"window invalid_mandate", "window slot_too_late"}},
		{"malformed instants", func(c *osbp.MandateCheck) { c.Slot.StartsAt, c.Slot.EndsAt = "soon", "later" },
			[]string{"window invalid_mandate", "window invalid_mandate"}},
		{"no zone", func(c *osbp.MandateCheck) { c.Zone = wallclock.Zone{} },
			[]string{"window incomplete", "window incomplete"}},
		{"no evidence", func(c *osbp.MandateCheck) { c.Service, c.Slot, c.Policy = nil, nil, nil },
			[]string{"scope incomplete", "scope incomplete", "scope incomplete"}},
		{"no price", func(c *osbp.MandateCheck) { c.Slot.Price, c.Service.Price = nil, nil },
			[]string{"price requires_user_confirmation"}},
		{"price in another currency", func(c *osbp.MandateCheck) { c.Slot.Price = priced("EUR", 99999) },
			[]string{"price currency_mismatch"}},
		{"cap without amount", func(c *osbp.MandateCheck) { c.Mandate.MaxPrice = typed("USD", "", -1) },
			[]string{"price requires_user_confirmation"}},
		{"fee unknown", func(c *osbp.MandateCheck) {
			requireDeposit(c, 1, 1)
			c.Policy.Deposit = nil
		}, []string{"payment requires_user_confirmation"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := exampleCheck(t)
			tt.edit(c)
			var got []string
			for _, f := range osbp.ExplainMandate(c) {
				code := "incomplete"
				if p := osbp.AsProblem(f.Err); p != nil {
					code = string(p.Code)
				}
				got = append(got, f.Step.String()+" "+code)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// A finding reads as a sentence and holds no id, no name and no value.
func TestMandateFindingString(t *testing.T) {
	c := exampleCheck(t)
	c.Mandate.ScheduleIDs = []string{"schedule_secret"}
	c.Slot.ScheduleName = "Room secret"
	f := osbp.ExplainMandate(c)
	if len(f) != 1 {
		t.Fatalf("findings %v, want one", f)
	}
	const want = "4 scope: schedule_not_allowed: The schedule is not in mandate.schedule_ids."
	if got := f[0].String(); got != want || strings.Contains(got, "secret") {
		t.Errorf("String() = %q, want %q", got, want)
	}
	c = exampleCheck(t)
	c.Policy = nil
	f = osbp.ExplainMandate(c)
	if got := f[0].String(); got != "4 scope: osbp: mandate check is incomplete: Policy is nil" {
		t.Errorf("String() = %q", got)
	}
	if got := osbp.MandateStep(0).String() + ", " + osbp.MandateStep(9).String(); got != "no step, no step" {
		t.Errorf("other steps are %q", got)
	}
}
