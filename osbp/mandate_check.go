package osbp

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// MandateCheck is what ValidateMandate decides on: a mandate, what is to be done
// under it, and the platform's own facts about that. The zero MandateCheck is
// refused, and so is every one that lacks something the decision needs. It prints
// as its mandate id and action only.
type MandateCheck struct {
	// Mandate is the user's authorization. Nil is invalid_mandate.
	Mandate *Mandate
	// Action is what is to be done; empty means booking.create.
	Action Tool
	// OrganizationID is the organization that will be booked, from the adapter's
	// configuration, never from the agent. Empty is organization_not_allowed.
	OrganizationID string
	// Request is the call. The evidence must be about its ids, date and time.
	// Creator always passes it; nil compares nothing.
	Request *BookingCreateInput
	// Service, Slot and Policy are the evidence. booking.create needs all three;
	// for another tool none is needed, and what is given is held to the same steps.
	Service *Service
	Slot    *Slot
	Policy  *Policy
	// Now is the instant of the decision; zero is refused.
	Now time.Time
	// Zone is Slot.ScheduleTimezone, loaded by the caller. It is needed when the
	// slot carries both instants and a schedule_timezone.
	Zone wallclock.Zone
}

// String names the mandate and the action, never what a request says of a customer.
func (c MandateCheck) String() string {
	r := mandateRun{MandateCheck: &c}
	mandate := ""
	if c.Mandate != nil {
		mandate = c.Mandate.ID
	}
	return fmt.Sprintf("%s under mandate %q", r.tool(), mandate)
}

// Format writes String whatever the verb.
func (c MandateCheck) Format(s fmt.State, _ rune) { io.WriteString(s, c.String()) }

// LogValue logs String.
func (c MandateCheck) LogValue() slog.Value { return slog.StringValue(c.String()) }

// ErrCheckIncomplete marks an error that is the caller's, not the mandate's: a
// MandateCheck lacks something that a step needed. It is no protocol answer.
var ErrCheckIncomplete = errors.New("osbp: mandate check is incomplete")

// ValidateMandate decides whether a mandate covers an action (OSBP "Mandate
// Enforcement", its first eight points). It runs the points in the order of that
// list and returns the first failure: a *Problem, or an error that wraps
// ErrCheckIncomplete where c lacks what the step needs. Nil is the only yes, and
// nothing left out leads to it.
//
// The remaining points, final confirmation and idempotency, are Gate's and
// Creator's. ValidateMandate is pure: it reads no clock and nothing global, keeps
// nothing, and gives the same answer whatever zone the host is in. A yes
// allocates nothing. ExplainMandate gives all failures.
//
// Where the text leaves room, the refusing reading is taken; the methods of each
// step say which.
func ValidateMandate(c *MandateCheck) error {
	if c == nil {
		return missing("it is nil")
	}
	r := mandateRun{MandateCheck: c}
	return r.answer(r.first() && r.rest())
}

// validateMandateRequest runs the first five points on the words of the request
// alone, before any platform call: id, expiry, action, the named ids, and the
// start. A yes means only that asking the platform is not in vain; the whole of
// ValidateMandate has still to be passed.
func validateMandateRequest(m *Mandate, organizationID string, in *BookingCreateInput, now time.Time) error {
	if in == nil {
		return missing("Request is nil")
	}
	return validateRequest(&MandateCheck{Mandate: m, OrganizationID: organizationID, Request: in, Now: now})
}

// validateRequest is validateMandateRequest for a check that has no evidence yet.
func validateRequest(c *MandateCheck) error {
	r := mandateRun{MandateCheck: c, requestOnly: true}
	return r.answer(r.first())
}
