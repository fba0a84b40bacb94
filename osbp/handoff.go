package osbp

// HandoffRequestInput is the input of handoff.request (OSBP "handoff.request").
// Reason and Message carry no names, contacts or addresses.
type HandoffRequestInput struct {
	Reason    string `json:"reason"`
	Message   string `json:"message"`
	MandateID string `json:"mandate_id,omitzero"`
}

// Handoff is the output of handoff.request: the same words with the status
// requires_human. Nothing is sent to the merchant.
type Handoff struct {
	Status    string `json:"status"`
	Reason    string `json:"reason"`
	Message   string `json:"message"`
	MandateID string `json:"mandate_id,omitzero"`
}

// HandoffRequiresHuman is the only Handoff.Status.
const HandoffRequiresHuman = "requires_human"
