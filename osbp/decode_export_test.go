package osbp

import "encoding/json"

// DecodeInput and Salvage are what Host reads tool calls with.
var DecodeInput = decodeInput

// Salvage returns what the audit keeps of a malformed booking.create call.
func Salvage(raw json.RawMessage) (mandateID string, snapshot json.RawMessage) {
	u := salvage(raw)
	return u.mandateID, u.snapshot
}
