package osbp_test

import (
	"errors"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// Rules 21 and 47: before any platform call, the mandate is held to what the
// request itself names.
func TestRule47_FirstStepsOnTheNamedIDs(t *testing.T) {
	tests := []mandateTest{
		{"in scope", func(*osbp.MandateCheck) {}, ""},
		{"no mandate", func(c *osbp.MandateCheck) { c.Mandate = nil }, osbp.CodeInvalidMandate},
		{"no id", func(c *osbp.MandateCheck) { c.Mandate.ID = "" }, osbp.CodeInvalidMandate},
		{"expired", func(c *osbp.MandateCheck) { c.Now = c.Now.AddDate(1, 0, 0) }, osbp.CodeMandateExpired},
		{"action", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{osbp.ToolBookingStatus} },
			osbp.CodeActionNotAllowed},
		{"organization", func(c *osbp.MandateCheck) { c.OrganizationID = "org_9" }, osbp.CodeOrganizationNotAllowed},
		{"no organization", func(c *osbp.MandateCheck) { c.OrganizationID = "" }, osbp.CodeOrganizationNotAllowed},
		{"service", func(c *osbp.MandateCheck) { c.Request.ServiceID = "service_9" }, osbp.CodeServiceNotAllowed},
		{"no service, none pinned", func(c *osbp.MandateCheck) {
			c.Request.ServiceID, c.Mandate.ServiceIDs = "", nil
		}, osbp.CodeServiceNotAllowed},
		{"schedule", func(c *osbp.MandateCheck) { c.Request.ScheduleID = "schedule_9" }, osbp.CodeScheduleNotAllowed},
		{"no schedule, none pinned", func(c *osbp.MandateCheck) {
			c.Request.ScheduleID, c.Mandate.ScheduleIDs = "", nil
		}, osbp.CodeScheduleNotAllowed},
		{"provider", func(c *osbp.MandateCheck) { c.Request.ProviderID = "provider_9" }, osbp.CodeProviderNotAllowed},
		{"no provider", func(c *osbp.MandateCheck) { c.Request.ProviderID = "" }, osbp.CodeProviderUnknown},
		{"no provider, none pinned", func(c *osbp.MandateCheck) {
			c.Request.ProviderID, c.Mandate.ProviderIDs = "", nil
		}, ""},
		{"offset on earliest_start", func(c *osbp.MandateCheck) { c.Mandate.EarliestStart += "Z" },
			osbp.CodeInvalidMandate},
		{"offset on latest_end", func(c *osbp.MandateCheck) { c.Mandate.LatestEnd += "-07:00" },
			osbp.CodeInvalidMandate},
		{"offset on time", func(c *osbp.MandateCheck) { c.Request.Time = "13:00-07:00" }, osbp.CodeInvalidMandate},
		{"no date", func(c *osbp.MandateCheck) { c.Request.Date = "" }, osbp.CodeInvalidMandate},
		{"at earliest_start", func(c *osbp.MandateCheck) { c.Mandate.EarliestStart = "2026-05-05T13:00" }, ""},
		{"a second before it", func(c *osbp.MandateCheck) { c.Mandate.EarliestStart = "2026-05-05T13:00:01" },
			osbp.CodeSlotTooEarly},
		{"a second before latest_end", func(c *osbp.MandateCheck) { c.Mandate.LatestEnd = "2026-05-05T13:00:01" }, ""},
		{"at latest_end", func(c *osbp.MandateCheck) { c.Mandate.LatestEnd = "2026-05-05T13:00:00" },
			osbp.CodeSlotTooLate},
		{"caps wait for the evidence", func(c *osbp.MandateCheck) { c.Mandate.MaxPrice = priced("ZZZ", 1) }, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := exampleCheck(t)
			tt.edit(c)
			err := osbp.ValidateMandateRequest(c.Mandate, c.OrganizationID, c.Request, c.Now)
			if tt.want == "" && err != nil || tt.want != "" && !errors.Is(err, tt.want) {
				t.Errorf("first steps = %v, want %q", err, tt.want)
			}
			// What the first steps refuse, the whole check refuses too. (Where the
			// evidence differs from the request, the codes may differ as well.)
			if tt.want != "" && osbp.ValidateMandate(c) == nil {
				t.Error("the whole check let through what its first steps refuse")
			}
		})
	}
}

// Rule 47: nothing left out of the first steps is a yes.
func TestRule47_FirstStepsOmissions(t *testing.T) {
	c := exampleCheck(t)
	if err := osbp.ValidateMandateRequest(c.Mandate, c.OrganizationID, nil, c.Now); !errors.Is(err, osbp.ErrCheckIncomplete) {
		t.Errorf("no request: %v", err)
	}
	if err := osbp.ValidateMandateRequest(c.Mandate, c.OrganizationID, c.Request, time.Time{}); !errors.Is(err, osbp.ErrCheckIncomplete) {
		t.Errorf("no clock reading: %v", err)
	}
	if err := osbp.ValidateMandateRequest(nil, "", &osbp.BookingCreateInput{}, time.Time{}); !errors.Is(err, osbp.CodeInvalidMandate) {
		t.Errorf("nothing at all: %v", err)
	}
}
