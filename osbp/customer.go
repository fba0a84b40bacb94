package osbp

import (
	"fmt"
	"io"
	"log/slog"
)

// Customer is the person the appointment is for (OSBP "Core Objects"). Phone is
// E.164 and Email RFC 5322 by convention; both pass through to the platform,
// which enforces its own formats. Names are never matched against a legal name
// and missing parts are never invented.
//
// A Customer prints as a placeholder under every verb of fmt and in slog.
type Customer struct {
	ID          string `json:"id,omitzero"`
	DisplayName string `json:"display_name,omitzero"`
	GivenName   string `json:"given_name,omitzero"`
	FamilyName  string `json:"family_name,omitzero"`
	Phone       string `json:"phone,omitzero"`
	Email       string `json:"email,omitzero"`
}

const redactedText = "[redacted]"

// String returns a placeholder, never the customer's data.
func (Customer) String() string { return redactedText }

// Format writes a placeholder whatever the verb.
func (Customer) Format(s fmt.State, _ rune) { io.WriteString(s, redactedText) }

// LogValue logs a placeholder.
func (Customer) LogValue() slog.Value { return slog.StringValue(redactedText) }
