package osbp

import (
	"slices"

	"github.com/openservicekit/openservice/wallclock"
)

// identity is point 1: an id, the anchor organization, and an expires_at that is
// an RFC 3339 instant with Z or an offset. A date and time without one is refused,
// never read in somebody's zone.
func (r *mandateRun) identity() bool {
	r.step = StepIdentity
	m := r.Mandate
	if m == nil {
		r.must(false, CodeInvalidMandate, "A mandate is required.")
		return false
	}
	expires, err := wallclock.ParseInstant(m.ExpiresAt)
	r.times.expires, r.times.expiresKnown = expires, err == nil
	return r.must(m.ID != "", CodeInvalidMandate, "mandate.id is missing.") &&
		r.must(m.OrganizationID != "", CodeInvalidMandate, "mandate.organization_id is missing.") &&
		r.must(err == nil, CodeInvalidMandate,
			"mandate.expires_at must be an RFC 3339 instant with Z or an explicit UTC offset.")
}

// expiry is point 2. At the very instant of expires_at the mandate is expired.
func (r *mandateRun) expiry() bool {
	r.step = StepExpiry
	return r.needs(!r.Now.IsZero(), "Now is zero") &&
		r.must(r.Now.Before(r.times.expires) || r.moot(r.Now.IsZero() || !r.times.expiresKnown),
			CodeMandateExpired, "The mandate has expired.")
}

// action is point 3. A string in allowed_actions that is no tool grants nothing,
// also when the action itself is that string.
func (r *mandateRun) action() bool {
	r.step = StepAction
	tool := r.tool()
	known := tool == ToolBookingCreate || tool.Valid()
	return r.must(known && slices.Contains(r.Mandate.AllowedActions, tool),
		CodeActionNotAllowed, "mandate.allowed_actions does not include this action.")
}
