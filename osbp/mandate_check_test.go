package osbp_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// The example of the specification is a yes, so every refusal below is due to the
// one edit that it makes.
func TestValidateMandateExample(t *testing.T) {
	wantVerdict(t, exampleCheck(t), "")
}

// One row for each code that the eight points can answer, in their order
// (B-098 to B-113, B-189 to B-198).
func TestValidateMandateCodes(t *testing.T) {
	runMandateTests(t, []mandateTest{
		{"B-098 invalid_mandate", func(c *osbp.MandateCheck) { c.Mandate.ID = "" }, osbp.CodeInvalidMandate},
		{"B-099 mandate_expired", func(c *osbp.MandateCheck) { c.Now = mandateNow.AddDate(0, 0, 1) },
			osbp.CodeMandateExpired},
		{"B-100 action_not_allowed", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = nil },
			osbp.CodeActionNotAllowed},
		{"B-101 organization_not_allowed", func(c *osbp.MandateCheck) { c.Mandate.OrganizationID = "org_other" },
			osbp.CodeOrganizationNotAllowed},
		{"B-102 service_not_allowed", func(c *osbp.MandateCheck) { c.Mandate.ServiceIDs = []string{"service_9"} },
			osbp.CodeServiceNotAllowed},
		{"B-103 schedule_not_allowed", func(c *osbp.MandateCheck) { c.Mandate.ScheduleIDs = []string{"schedule_9"} },
			osbp.CodeScheduleNotAllowed},
		{"B-104 provider_unknown", func(c *osbp.MandateCheck) { c.Request.ProviderID, c.Slot.ProviderID = "", "" },
			osbp.CodeProviderUnknown},
		{"B-105 provider_not_allowed", func(c *osbp.MandateCheck) { c.Mandate.ProviderIDs = []string{"provider_9"} },
			osbp.CodeProviderNotAllowed},
		{"B-106 slot_too_early", func(c *osbp.MandateCheck) { c.Mandate.EarliestStart = "2026-05-06T09:00:00" },
			osbp.CodeSlotTooEarly},
		{"B-107 slot_too_late", func(c *osbp.MandateCheck) { c.Mandate.LatestEnd = "2026-05-05T13:30:00" },
			osbp.CodeSlotTooLate},
		{"B-110 currency_mismatch", func(c *osbp.MandateCheck) { c.Mandate.MaxPrice = priced("EUR", 10000) },
			osbp.CodeCurrencyMismatch},
		{"B-113 requires_user_confirmation", func(c *osbp.MandateCheck) { c.Slot.Price, c.Service.Price = nil, nil },
			osbp.CodeRequiresUserConfirmation},
		{"B-108 price_exceeds_mandate", func(c *osbp.MandateCheck) { c.Mandate.MaxPrice = usd(9499) },
			osbp.CodePriceExceedsMandate},
		{"B-112 requires_consultation_handoff", func(c *osbp.MandateCheck) { c.Service.RequiresConsultation = true },
			osbp.CodeRequiresConsultationHandoff},
		{"B-111 requires_payment_handoff", func(c *osbp.MandateCheck) {
			requireDeposit(c, 2000, 2000)
			c.Mandate.AllowPolicyFee = false
		}, osbp.CodeRequiresPaymentHandoff},
		{"B-109 policy_fee_exceeds_mandate", func(c *osbp.MandateCheck) { requireDeposit(c, 2001, 2000) },
			osbp.CodePolicyFeeExceedsMandate},
	})
}

// Nothing that the caller leaves out leads to a yes. Where the mandate is not at
// fault the error is the caller's own and no protocol answer.
func TestMandateCheckOmissions(t *testing.T) {
	tests := []struct {
		name string
		edit func(*osbp.MandateCheck)
		want osbp.Code // empty: ErrCheckIncomplete
	}{
		{"zero check", func(c *osbp.MandateCheck) { *c = osbp.MandateCheck{} }, osbp.CodeInvalidMandate},
		{"no mandate", func(c *osbp.MandateCheck) { c.Mandate = nil }, osbp.CodeInvalidMandate},
		{"zero mandate", func(c *osbp.MandateCheck) { c.Mandate = &osbp.Mandate{} }, osbp.CodeInvalidMandate},
		{"no organization", func(c *osbp.MandateCheck) { c.OrganizationID = "" }, osbp.CodeOrganizationNotAllowed},
		{"no organization on either side", func(c *osbp.MandateCheck) {
			c.OrganizationID, c.Mandate.OrganizationID, c.Slot.OrganizationID = "", "", ""
			c.Policy.Organization = nil
		}, osbp.CodeInvalidMandate},
		{"no service", func(c *osbp.MandateCheck) { c.Service = nil }, ""},
		{"no slot", func(c *osbp.MandateCheck) { c.Slot = nil }, ""},
		{"no policy", func(c *osbp.MandateCheck) { c.Policy = nil }, ""},
		{"no clock reading", func(c *osbp.MandateCheck) { c.Now = time.Time{} }, ""},
		{"no zone for the instants", func(c *osbp.MandateCheck) { c.Zone = wallclock.Zone{} }, ""},
		{"another zone than the slot's", func(c *osbp.MandateCheck) { c.Zone = loadZone(t, "America/Denver") }, ""},
		{"zero service", func(c *osbp.MandateCheck) { c.Service = &osbp.Service{} }, osbp.CodeInvalidMandate},
		{"zero slot", func(c *osbp.MandateCheck) { c.Slot = &osbp.Slot{} }, osbp.CodeOrganizationNotAllowed},
		{"zero policy", func(c *osbp.MandateCheck) { c.Policy = &osbp.Policy{} }, osbp.CodeRequiresUserConfirmation},
		{"zero request", func(c *osbp.MandateCheck) { c.Request = &osbp.BookingCreateInput{} },
			osbp.CodeServiceNotAllowed},
		{"slot without organization", func(c *osbp.MandateCheck) { c.Slot.OrganizationID = "" },
			osbp.CodeOrganizationNotAllowed},
		{"slot without service", func(c *osbp.MandateCheck) { c.Slot.ServiceID = "" }, osbp.CodeInvalidMandate},
		{"slot without schedule", func(c *osbp.MandateCheck) { c.Slot.ScheduleID = "" }, osbp.CodeInvalidMandate},
		{"slot without provider", func(c *osbp.MandateCheck) { c.Slot.ProviderID = "" }, osbp.CodeProviderUnknown},
		{"slot without start", func(c *osbp.MandateCheck) { c.Slot.StartsAtLocal = "" }, osbp.CodeInvalidMandate},
		{"request without service", func(c *osbp.MandateCheck) { c.Request.ServiceID = "" },
			osbp.CodeServiceNotAllowed},
		{"request without schedule", func(c *osbp.MandateCheck) { c.Request.ScheduleID = "" },
			osbp.CodeScheduleNotAllowed},
		{"request without date", func(c *osbp.MandateCheck) { c.Request.Date = "" }, osbp.CodeInvalidMandate},
		{"request without time", func(c *osbp.MandateCheck) { c.Request.Time = "" }, osbp.CodeInvalidMandate},
		{"policy without requirement", func(c *osbp.MandateCheck) { c.Policy.PaymentRequirement = "" },
			osbp.CodeRequiresUserConfirmation},
		{"price without currency", func(c *osbp.MandateCheck) { c.Slot.Price.Currency = "" },
			osbp.CodeCurrencyMismatch},
		{"cap without currency", func(c *osbp.MandateCheck) { c.Mandate.MaxPrice.Currency = "" },
			osbp.CodeInvalidMandate},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := exampleCheck(t)
			tt.edit(c)
			if tt.want != "" {
				wantVerdict(t, c, tt.want)
				return
			}
			err := osbp.ValidateMandate(c)
			if !errors.Is(err, osbp.ErrCheckIncomplete) {
				t.Fatalf("ValidateMandate = %v, want ErrCheckIncomplete", err)
			}
			if osbp.AsProblem(err) != nil {
				t.Errorf("the caller's mistake %v reads as a protocol answer", err)
			}
			if f := osbp.ExplainMandate(c); len(f) == 0 || !errors.Is(f[0].Err, osbp.ErrCheckIncomplete) {
				t.Errorf("ExplainMandate = %v, want ErrCheckIncomplete first", f)
			}
		})
	}
	if err := osbp.ValidateMandate(nil); !errors.Is(err, osbp.ErrCheckIncomplete) {
		t.Errorf("ValidateMandate(nil) = %v, want ErrCheckIncomplete", err)
	}
	if f := osbp.ExplainMandate(nil); len(f) != 1 || !errors.Is(f[0].Err, osbp.ErrCheckIncomplete) {
		t.Errorf("ExplainMandate(nil) = %v, want ErrCheckIncomplete", f)
	}
}

// A refusal of the mandate comes before a complaint about evidence that a later
// step needs, so a caller may ask early.
func TestMandateCheckAsksOnlyWhatItNeeds(t *testing.T) {
	c := exampleCheck(t)
	c.Service, c.Slot, c.Policy = nil, nil, nil
	c.Now = mandateNow.AddDate(1, 0, 0)
	wantVerdict(t, c, osbp.CodeMandateExpired)
}

// A refusal is an untyped nil or a *Problem: comparing with nil means what it says.
func TestValidateMandateNeverTypedNil(t *testing.T) {
	if err := osbp.ValidateMandate(exampleCheck(t)); err != nil {
		t.Fatalf("a yes is not nil: %#v", err)
	}
}

// Rule 50: what is passed in is read, never written into.
func TestRule50_MandateCheckIsNotWrittenInto(t *testing.T) {
	edits := map[string]func(*osbp.MandateCheck){
		"yes":     func(*osbp.MandateCheck) {},
		"refusal": func(c *osbp.MandateCheck) { c.Mandate.MaxPrice = usd(1) },
		"default": func(c *osbp.MandateCheck) { c.Action = "" },
	}
	for name, edit := range edits {
		t.Run(name, func(t *testing.T) {
			c, twin := exampleCheck(t), exampleCheck(t)
			edit(c)
			edit(twin)
			_ = osbp.ValidateMandate(c)
			_ = osbp.ExplainMandate(c)
			if diff := cmp.Diff(twin, c, cmp.Comparer(func(a, b wallclock.Zone) bool { return a == b })); diff != "" {
				t.Errorf("changed (-want +got):\n%s", diff)
			}
		})
	}
}

// The zero Action is the strictest: it asks for everything that booking.create
// asks for (rule 50).
func TestRule50_ZeroActionIsBookingCreate(t *testing.T) {
	c := exampleCheck(t)
	c.Action = ""
	wantVerdict(t, c, "")

	c.Mandate.AllowedActions = []osbp.Tool{""}
	wantVerdict(t, c, osbp.CodeActionNotAllowed)

	c = exampleCheck(t)
	c.Action, c.Slot = "", nil
	if err := osbp.ValidateMandate(c); !errors.Is(err, osbp.ErrCheckIncomplete) {
		t.Errorf("ValidateMandate = %v, want ErrCheckIncomplete", err)
	}
}

// Another tool than booking.create needs no evidence, and what it is given is held
// to the same steps.
func TestMandateCheckOtherActions(t *testing.T) {
	base := func(t *testing.T) *osbp.MandateCheck {
		c := exampleCheck(t)
		c.Action = osbp.ToolVerificationSend
		c.Mandate.AllowedActions = []osbp.Tool{osbp.ToolVerificationSend}
		c.Request, c.Service, c.Slot, c.Policy = nil, nil, nil, nil
		return c
	}
	tests := []mandateTest{
		{"nothing given", func(*osbp.MandateCheck) {}, ""},
		{"not listed", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{osbp.ToolBookingCreate} },
			osbp.CodeActionNotAllowed},
		{"expired", func(c *osbp.MandateCheck) { c.Now = c.Now.AddDate(1, 0, 0) }, osbp.CodeMandateExpired},
		{"no organization", func(c *osbp.MandateCheck) { c.OrganizationID = "" }, osbp.CodeOrganizationNotAllowed},
		{"another organization", func(c *osbp.MandateCheck) { c.OrganizationID = "org_other" },
			osbp.CodeOrganizationNotAllowed},
		{"malformed window", func(c *osbp.MandateCheck) { c.Mandate.LatestEnd = "soon" }, osbp.CodeInvalidMandate},
		{"malformed cap", func(c *osbp.MandateCheck) { c.Mandate.MaxPrice = priced("ZZZ", 1) },
			osbp.CodeInvalidMandate},
		{"malformed fee cap", func(c *osbp.MandateCheck) { c.Mandate.MaxExtraFee = priced("ZZZ", 1) },
			osbp.CodeInvalidMandate},
		{"a service in scope", func(c *osbp.MandateCheck) { c.Service = exampleCheck(t).Service }, ""},
		{"a service out of scope", func(c *osbp.MandateCheck) { c.Service = &osbp.Service{ID: "service_9"} },
			osbp.CodeServiceNotAllowed},
		{"a policy in scope", func(c *osbp.MandateCheck) { c.Policy = exampleCheck(t).Policy }, ""},
		{"a policy out of scope", func(c *osbp.MandateCheck) { c.Policy = &osbp.Policy{ServiceID: "service_9"} },
			osbp.CodeServiceNotAllowed},
		{"a slot out of scope", func(c *osbp.MandateCheck) {
			c.Slot = exampleCheck(t).Slot
			c.Slot.ScheduleID = "schedule_9"
		}, osbp.CodeScheduleNotAllowed},
		{"a slot after the window", func(c *osbp.MandateCheck) {
			c.Slot = exampleCheck(t).Slot
			c.Mandate.LatestEnd = "2026-05-05T13:59:59"
		}, osbp.CodeSlotTooLate},
		{"a slot that costs too much", func(c *osbp.MandateCheck) {
			c.Slot = exampleCheck(t).Slot
			c.Slot.Price = usd(10001)
		}, osbp.CodePriceExceedsMandate},
		{"a prepayment of an unknown price", func(c *osbp.MandateCheck) {
			c.Policy = &osbp.Policy{PaymentRequirement: osbp.PaymentFullPrepay}
			c.Mandate.AllowPolicyFee = true
		}, osbp.CodeRequiresUserConfirmation},
		{"a tool that does not exist", func(c *osbp.MandateCheck) {
			c.Action = "booking.cancel"
			c.Mandate.AllowedActions = []osbp.Tool{"booking.cancel"}
		}, osbp.CodeActionNotAllowed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := base(t)
			tt.edit(c)
			wantVerdict(t, c, tt.want)
		})
	}
}
