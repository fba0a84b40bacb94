package osbp

import (
	"fmt"
	"io"
	"log/slog"
)

// VerificationSendInput is the input of verification.send. Purpose follows the
// convention booking:{organization_id} (OSBP "verification.send"). It prints as its
// purpose only.
type VerificationSendInput struct {
	Customer Customer `json:"customer"`
	Purpose  string   `json:"purpose"`
}

// VerificationVerifyInput is the input of verification.verify. It prints as its
// purpose only.
type VerificationVerifyInput struct {
	Customer Customer `json:"customer"`
	Purpose  string   `json:"purpose"`
	Code     string   `json:"code"`
}

// VerificationChallenge is the output of both verification tools: Sent is set by
// verification.send, Verified by verification.verify.
type VerificationChallenge struct {
	Sent     *bool              `json:"sent,omitzero"`
	Verified *bool              `json:"verified,omitzero"`
	Method   VerificationMethod `json:"method"`
	Purpose  string             `json:"purpose"`
}

// BookingPurpose returns the purpose by which a booking's verification is asked
// for: booking:{organization_id}.
func BookingPurpose(organizationID string) string { return "booking:" + organizationID }

// String names the purpose, never the customer.
func (in VerificationSendInput) String() string {
	return fmt.Sprintf("verification.send(purpose %q)", in.Purpose)
}

// Format writes String whatever the verb.
func (in VerificationSendInput) Format(s fmt.State, _ rune) { io.WriteString(s, in.String()) }

// LogValue logs the purpose.
func (in VerificationSendInput) LogValue() slog.Value { return slog.StringValue(in.String()) }

// String names the purpose, never the customer or the code.
func (in VerificationVerifyInput) String() string {
	return fmt.Sprintf("verification.verify(purpose %q)", in.Purpose)
}

// Format writes String whatever the verb.
func (in VerificationVerifyInput) Format(s fmt.State, _ rune) { io.WriteString(s, in.String()) }

// LogValue logs the purpose.
func (in VerificationVerifyInput) LogValue() slog.Value { return slog.StringValue(in.String()) }
