package osbp

import (
	"fmt"
	"io"
	"log/slog"
	"strconv"
)

// HandoffRequestInput is the input of handoff.request (OSBP "handoff.request").
// Reason and Message must carry no names, contacts or addresses; since nothing
// keeps an agent from it, it prints as its mandate id only.
type HandoffRequestInput struct {
	Reason    string `json:"reason"`
	Message   string `json:"message"`
	MandateID string `json:"mandate_id,omitzero"`
}

// Handoff is the output of handoff.request: the same words with the status
// requires_human. Nothing is sent to the merchant. It prints as its input does.
type Handoff struct {
	Status    string `json:"status"`
	Reason    string `json:"reason"`
	Message   string `json:"message"`
	MandateID string `json:"mandate_id,omitzero"`
}

// HandoffRequiresHuman is the only Handoff.Status.
const HandoffRequiresHuman = "requires_human"

// String names the mandate, never the reason or the message.
func (in HandoffRequestInput) String() string {
	return "handoff.request(mandate " + strconv.Quote(in.MandateID) + ")"
}

// Format writes String whatever the verb.
func (in HandoffRequestInput) Format(s fmt.State, _ rune) { io.WriteString(s, in.String()) }

// LogValue logs String.
func (in HandoffRequestInput) LogValue() slog.Value { return slog.StringValue(in.String()) }

// String names the mandate, never the reason or the message.
func (h Handoff) String() string { return HandoffRequestInput{MandateID: h.MandateID}.String() }

// Format writes String whatever the verb.
func (h Handoff) Format(s fmt.State, _ rune) { io.WriteString(s, h.String()) }

// LogValue logs String.
func (h Handoff) LogValue() slog.Value { return slog.StringValue(h.String()) }
