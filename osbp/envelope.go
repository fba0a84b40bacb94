package osbp

import "encoding/json"

// Envelope is the one shape of every tool result (OSBP "Result Envelope"):
// success carries Value, failure carries Problem. Value is compact JSON.
type Envelope struct {
	OK      bool            `json:"ok"`
	Value   json.RawMessage `json:"value,omitzero"`
	Problem *Problem        `json:"problem,omitzero"`
	Runtime *Runtime        `json:"osbp_runtime,omitzero"`
	// AuditEventID is absent where no event was written, as for an input that
	// never reached the tool's handler.
	AuditEventID string `json:"audit_event_id,omitzero"`
}
