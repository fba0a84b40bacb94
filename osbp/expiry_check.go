package osbp

import (
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// mandateExpired refuses a mandate at or after its expiry, or without a readable
// one (OSBP "Mandate Enforcement" 1 and 2): the reading right before sending.
func mandateExpired(m *Mandate, now time.Time) error {
	at, err := wallclock.ParseInstant(m.ExpiresAt)
	if err != nil {
		return NewProblem(CodeInvalidMandate, "mandate.expires_at is not an RFC 3339 instant with an explicit offset")
	}
	if now.IsZero() {
		return missing("Now is zero")
	}
	if !now.Before(at) {
		return NewProblem(CodeMandateExpired, "mandate.expires_at has passed")
	}
	return nil
}
