package osbp

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
)

// Envelope is the one shape of every tool result (OSBP "Result Envelope"):
// success carries Value, failure carries Problem. Value is compact JSON.
//
// It prints as its outcome and audit event id only: a challenge carries the approval
// token, a booking may name people.
type Envelope struct {
	OK      bool            `json:"ok"`
	Value   json.RawMessage `json:"value,omitzero"`
	Problem *Problem        `json:"problem,omitzero"`
	Runtime *Runtime        `json:"osbp_runtime,omitzero"`
	// AuditEventID is absent where no event was written, as for an input that
	// never reached the tool's handler.
	AuditEventID string `json:"audit_event_id,omitzero"`
}

// String names the outcome and the audit event, never the value or the message.
func (e Envelope) String() string {
	outcome := "ok"
	switch {
	case e.OK:
	case e.Problem == nil:
		outcome = "no problem given"
	default:
		outcome = string(e.Problem.Code)
	}
	return fmt.Sprintf("result(%s, audit event %q)", outcome, e.AuditEventID)
}

// Format writes String whatever the verb.
func (e Envelope) Format(s fmt.State, _ rune) { io.WriteString(s, e.String()) }

// LogValue logs String.
func (e Envelope) LogValue() slog.Value { return slog.StringValue(e.String()) }
