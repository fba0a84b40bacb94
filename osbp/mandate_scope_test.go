package osbp_test

import (
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// An omitted list leaves its dimension open, an empty one allows nothing (B-051,
// B-052).
func TestRule13_Lists(t *testing.T) {
	runMandateTests(t, []mandateTest{
		{"all omitted", func(c *osbp.MandateCheck) {
			c.Mandate.ServiceIDs, c.Mandate.ScheduleIDs, c.Mandate.ProviderIDs = nil, nil, nil
		}, ""},
		{"several", func(c *osbp.MandateCheck) {
			c.Mandate.ServiceIDs = []string{"service_9", "service_123"}
			c.Mandate.ScheduleIDs = []string{"schedule_123", "schedule_9"}
			c.Mandate.ProviderIDs = []string{"", "provider_123"}
		}, ""},
		{"no services", func(c *osbp.MandateCheck) { c.Mandate.ServiceIDs = []string{} }, osbp.CodeServiceNotAllowed},
		{"no schedules", func(c *osbp.MandateCheck) { c.Mandate.ScheduleIDs = []string{} }, osbp.CodeScheduleNotAllowed},
		{"no providers", func(c *osbp.MandateCheck) { c.Mandate.ProviderIDs = []string{} }, osbp.CodeProviderNotAllowed},
		{"service in another case", func(c *osbp.MandateCheck) { c.Mandate.ServiceIDs = []string{"Service_123"} },
			osbp.CodeServiceNotAllowed},
		{"service with a space", func(c *osbp.MandateCheck) { c.Mandate.ServiceIDs = []string{"service_123 "} },
			osbp.CodeServiceNotAllowed},
		{"service by its name", func(c *osbp.MandateCheck) { c.Mandate.ServiceIDs = []string{"Haircut"} },
			osbp.CodeServiceNotAllowed},
		{"the empty id is in no list", func(c *osbp.MandateCheck) {
			c.Mandate.ServiceIDs = []string{""}
			c.Request.ServiceID, c.Service.ID, c.Slot.ServiceID, c.Policy.ServiceID = "", "", "", ""
		}, osbp.CodeServiceNotAllowed},
		{"the empty id is no schedule", func(c *osbp.MandateCheck) {
			c.Mandate.ScheduleIDs = nil
			c.Request.ScheduleID, c.Slot.ScheduleID = "", ""
		}, osbp.CodeScheduleNotAllowed},
	})
}

// Rule 13: the evidence is about what was requested. The organization has a code
// of its own; everything else is invalid_mandate.
func TestRule13_EvidenceIsAboutTheRequest(t *testing.T) {
	open := func(c *osbp.MandateCheck) { // nothing pinned: only the evidence speaks
		c.Mandate.ServiceIDs, c.Mandate.ScheduleIDs, c.Mandate.ProviderIDs = nil, nil, nil
	}
	tests := []mandateTest{
		{"service.id", func(c *osbp.MandateCheck) { c.Service.ID = "service_9" }, osbp.CodeInvalidMandate},
		{"slot.service_id", func(c *osbp.MandateCheck) { c.Slot.ServiceID = "service_9" }, osbp.CodeInvalidMandate},
		{"policy.service_id", func(c *osbp.MandateCheck) { c.Policy.ServiceID = "service_9" }, osbp.CodeInvalidMandate},
		{"policy names no service", func(c *osbp.MandateCheck) { c.Policy.ServiceID = "" }, ""},
		{"slot.schedule_id", func(c *osbp.MandateCheck) { c.Slot.ScheduleID = "schedule_9" }, osbp.CodeInvalidMandate},
		{"slot.provider_id", func(c *osbp.MandateCheck) { c.Slot.ProviderID = "provider_9" }, osbp.CodeInvalidMandate},
		{"slot.organization_id", func(c *osbp.MandateCheck) { c.Slot.OrganizationID = "org_9" },
			osbp.CodeOrganizationNotAllowed},
		{"policy.organization.id", func(c *osbp.MandateCheck) { c.Policy.Organization.ID = "org_9" },
			osbp.CodeOrganizationNotAllowed},
		{"policy.organization without an id", func(c *osbp.MandateCheck) { c.Policy.Organization.ID = "" },
			osbp.CodeOrganizationNotAllowed},
		{"policy names no organization", func(c *osbp.MandateCheck) { c.Policy.Organization = nil }, ""},
		{"the adapter's organization", func(c *osbp.MandateCheck) { c.OrganizationID = "org_9" },
			osbp.CodeOrganizationNotAllowed},
		{"date", func(c *osbp.MandateCheck) { c.Request.Date = "2026-05-06" }, osbp.CodeInvalidMandate},
		{"time", func(c *osbp.MandateCheck) { c.Request.Time = "13:30" }, osbp.CodeInvalidMandate},
		{"time by a second", func(c *osbp.MandateCheck) { c.Request.Time = "13:00:01" }, osbp.CodeInvalidMandate},
		{"time by a nanosecond", func(c *osbp.MandateCheck) { c.Request.Time = "13:00:00.000000001" },
			osbp.CodeInvalidMandate},
		{"time with its seconds", func(c *osbp.MandateCheck) { c.Request.Time = "13:00:00" }, ""},
		{"time with a zero fraction", func(c *osbp.MandateCheck) { c.Request.Time = "13:00:00.0" }, ""},
		{"no request compares nothing", func(c *osbp.MandateCheck) { c.Request = nil }, ""},
		{"no request, and evidence of two services", func(c *osbp.MandateCheck) {
			c.Request, c.Slot.ServiceID = nil, "service_9"
		}, osbp.CodeInvalidMandate},
	}
	runMandateTests(t, tests)
	for i := range tests {
		edit := tests[i].edit
		tests[i].edit = func(c *osbp.MandateCheck) { open(c); edit(c) }
	}
	t.Run("nothing pinned", func(t *testing.T) { runMandateTests(t, tests) })
}

// Rule 24: an absent provider matches only a slot without one, and under a mandate
// that pins providers it is provider_unknown (B-104).
func TestRule24_Provider(t *testing.T) {
	set := func(pinned bool, requested, offered string) func(*osbp.MandateCheck) {
		return func(c *osbp.MandateCheck) {
			if !pinned {
				c.Mandate.ProviderIDs = nil
			}
			c.Request.ProviderID, c.Slot.ProviderID = requested, offered
		}
	}
	const p, other = "provider_123", "provider_9"
	runMandateTests(t, []mandateTest{
		{"pinned, both", set(true, p, p), ""},
		{"pinned, neither", set(true, "", ""), osbp.CodeProviderUnknown},
		{"pinned, not requested", set(true, "", p), osbp.CodeProviderUnknown},
		{"pinned, slot names none", set(true, p, ""), osbp.CodeProviderUnknown},
		{"pinned, another requested", set(true, other, other), osbp.CodeProviderNotAllowed},
		{"pinned, another offered", set(true, p, other), osbp.CodeInvalidMandate},
		{"open, both", set(false, other, other), ""},
		{"open, neither", set(false, "", ""), ""},
		{"open, not requested", set(false, "", p), osbp.CodeInvalidMandate},
		{"open, slot names none", set(false, p, ""), osbp.CodeInvalidMandate},
		{"pinned, no request, slot names none", func(c *osbp.MandateCheck) {
			c.Request, c.Slot.ProviderID = nil, ""
		}, osbp.CodeProviderUnknown},
		{"pinned to the empty id", func(c *osbp.MandateCheck) {
			c.Mandate.ProviderIDs = []string{""}
			c.Request.ProviderID, c.Slot.ProviderID = "", ""
		}, osbp.CodeProviderUnknown},
	})
}
