package osbp

import (
	"fmt"
	"io"
	"log/slog"
)

// String returns a placeholder: the summary names a customer.
func (ApprovalRequest) String() string { return redactedText }

// Format writes a placeholder whatever the verb.
func (ApprovalRequest) Format(s fmt.State, _ rune) { io.WriteString(s, redactedText) }

// LogValue logs a placeholder.
func (ApprovalRequest) LogValue() slog.Value { return slog.StringValue(redactedText) }
