package osbp_test

import (
	"os"
	"strings"
	"testing"
)

// TestLimitationsAreNamed: what v0.1.0 does not protect from is part of the contract,
// so an integrator reads of each limitation (B-171, B-218, B-219, B-232..B-241).
func TestLimitationsAreNamed(t *testing.T) {
	text, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Join(strings.Fields(string(text)), " ")
	for clause, words := range map[string]string{
		"B-142": "Cancellation and no-show fees are shown in the summary, and no mandate caps them",
		"B-171": "may leave a customer record or a message on the platform",
		"B-218": "Mandates are unsigned",
		"B-219": "`verification.send` can message a contact that the caller names",
		"B-222": "may be good for a merchant and a customer rather than for one attempt",
		"B-230": "proves nobody's identity to the platform",
		"B-233": "One attendee, one provider, one slot",
		"B-234": "Idempotency is as durable as the `store.Store` behind it",
		"B-235": "can't prove that a human saw the summary",
		"B-236": "Verification codes pass through the agent",
		"B-237": "Merchant text is display data",
		"B-240": "Nothing holds a slot",
		"B-241": "`provider_image_url` often shows a person",
	} {
		if !strings.Contains(said, words) {
			t.Errorf("%s: SECURITY.md does not say %q", clause, words)
		}
	}
}
