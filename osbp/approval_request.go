package osbp

import (
	"fmt"
	"io"
	"log/slog"
)

// ApprovalRequest is what a Gate decides on. It prints as a placeholder.
type ApprovalRequest struct {
	// PayloadHash is PayloadHash of the booking.create input; zero is refused.
	PayloadHash [32]byte
	// Summary is the user-facing prose, see Summary; empty is refused. The gate
	// cleans it of control characters and of anything like the token marker.
	Summary string
	// Facts is a digest of resolved facts that the summary can't show whole, such as
	// the end of a very long note: when it changes, the user is asked anew. Zero where
	// there are none.
	Facts [32]byte
	// Approval is what the agent sent, nil on the first call.
	Approval *Approval
}

// String returns a placeholder: the summary names a customer.
func (ApprovalRequest) String() string { return redactedText }

// Format writes a placeholder whatever the verb.
func (ApprovalRequest) Format(s fmt.State, _ rune) { io.WriteString(s, redactedText) }

// LogValue logs a placeholder.
func (ApprovalRequest) LogValue() slog.Value { return slog.StringValue(redactedText) }
