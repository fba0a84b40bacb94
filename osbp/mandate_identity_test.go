package osbp_test

import (
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// expires_at is an RFC 3339 instant with Z or an offset, whatever else a lenient
// parser would take (B-049, B-190).
func TestRule12_ExpiresAtIsStrict(t *testing.T) {
	invalid := []string{
		"", " ", "2026-05-01", "2026-05-01T23:59:59", "2026-05-01T23:59Z", "2026-05-01 23:59:59Z",
		"2026-05-01T23:59:59-0700", "2026-05-01T23:59:59-07", "2026-05-01T23:59:59 PDT",
		"2026-05-01T23:59:59,5-07:00", "2026-05-01T9:00:00Z", "2026-05-01T23:59:59-07:60",
		"2026-05-03T23:59:59+24:00", "2099-01-01T00:00:00+25:00", "2099-02-30T00:00:00Z",
		"2099-01-01T24:00:00Z", "2099-01-01T00:60:00Z", "2099-01-01T00:00:61Z", "2099-01-01T00:00:60Z",
		"Thu, 01 Jan 2099 00:00:00 Z", "notadateZ", "4070908800", "2099-01-01T00:00:00Z ", "+2099-01-01T00:00:00Z",
		"２０９９-01-01T00:00:00Z",
	}
	for _, s := range invalid {
		t.Run("invalid "+s, func(t *testing.T) {
			c := exampleCheck(t)
			c.Mandate.ExpiresAt = s
			wantVerdict(t, c, osbp.CodeInvalidMandate)
		})
	}
	for _, s := range []string{
		"2099-01-01T00:00:00Z", "2099-01-01t00:00:00z", "2099-01-01T00:00:00.123456789Z", "2026-05-02T06:59:59+00:00",
		"2026-05-01T23:59:59-07:00", "2026-05-02T12:00:00-00:00", "2026-12-31T23:59:60Z",
	} {
		t.Run("valid "+s, func(t *testing.T) {
			c := exampleCheck(t)
			c.Mandate.ExpiresAt = s
			wantVerdict(t, c, "")
		})
	}
}

// Rule 12: at expires_at the mandate is expired, a nanosecond before it is not.
func TestRule12_ExpiryBoundary(t *testing.T) {
	expires := time.Date(2026, 5, 2, 6, 59, 59, 0, time.UTC)
	for _, tt := range []struct {
		name string
		now  time.Time
		want osbp.Code
	}{
		{"a nanosecond before", expires.Add(-1), ""},
		{"at", expires, osbp.CodeMandateExpired},
		{"at, in another zone", expires.In(time.FixedZone("", 14*3600)), osbp.CodeMandateExpired},
		{"a nanosecond after", expires.Add(1), osbp.CodeMandateExpired},
		{"years after", expires.AddDate(9, 0, 0), osbp.CodeMandateExpired},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := exampleCheck(t)
			c.Now = tt.now
			wantVerdict(t, c, tt.want)
		})
	}
}

// Rule 12: an unknown string in allowed_actions grants nothing and is no error.
func TestRule12_UnknownActionsGrantNothing(t *testing.T) {
	const create = osbp.ToolBookingCreate
	runMandateTests(t, []mandateTest{
		{"beside booking.create", func(c *osbp.MandateCheck) {
			c.Mandate.AllowedActions = []osbp.Tool{"booking.cancel", create, "*", ""}
		}, ""},
		{"twice", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{create, create} }, ""},
		{"nil", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = nil }, osbp.CodeActionNotAllowed},
		{"empty", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{} }, osbp.CodeActionNotAllowed},
		{"star", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{"*"} }, osbp.CodeActionNotAllowed},
		{"prefix", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{"booking.*", "booking"} },
			osbp.CodeActionNotAllowed},
		{"other case", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{"Booking.Create"} },
			osbp.CodeActionNotAllowed},
		{"flattened name", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{"osbp_booking_create"} },
			osbp.CodeActionNotAllowed},
		{"another tool", func(c *osbp.MandateCheck) { c.Mandate.AllowedActions = []osbp.Tool{osbp.ToolBookingStatus} },
			osbp.CodeActionNotAllowed},
	})
}
