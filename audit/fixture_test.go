package audit_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/audit"
)

// bookingInput is the OSBP text's booking.create input, with the customer, the
// approval and the code left to the caller.
const bookingInput = `{
  "mandate": {
    "id": "mnd_2026_05_01_001", "expires_at": "2026-05-01T23:59:59-07:00", "allowed_actions": ["booking.create"],
    "organization_id": "org_01jw3z8x9k2m4n6p8r0s1t3v5w", "service_ids": ["service_123"], "provider_ids": ["provider_123"],
    "schedule_ids": ["schedule_123"], "earliest_start": "2026-05-01T09:00:00", "latest_end": "2026-05-14T18:00:00",
    "max_price": {"amount_minor": 10000, "currency": "USD"}, "allow_policy_fee": false,
    "max_extra_fee": {"amount_minor": 0, "currency": "USD"}
  },
  "idempotency_key": "idem_2026_05_01_001", "service_id": "service_123", "schedule_id": "schedule_123",
  "provider_id": "provider_123", "date": "2026-05-05", "time": "13:00",
  "customer": CUSTOMER,
  "approval": {"confirmed": true, "token": "approve_opaque_adapter_token"},
  "verification_code": "482913"
}`

const jane = `{"id": "customer_123", "display_name": "Jane Customer", "given_name": "Jane", "family_name": "Customer",
  "phone": "+15555550100", "email": "jane@example.com"}`

func booking(customer string) string { return strings.ReplaceAll(bookingInput, "CUSTOMER", customer) }

func problem(code, message string) string {
	return `{"ok":false,"problem":{"code":` + text(code) + `,"message":` + text(message) + `,"retryable":false},"audit_event_id":"aud_1"}`
}

func handoff(message string) (input, result string) {
	in := `{"reason":"requires_payment_handoff","message":` + text(message) + `,"mandate_id":"mnd_2026_05_01_001"}`
	return in, `{"ok":true,"value":{"status":"requires_human",` + in[1:] + `,"audit_event_id":"aud_1"}`
}

func text(s string) string {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(quoted)
}

var noon = time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)

func event(t testing.TB, tool, input, result string) *audit.Event {
	t.Helper()
	e, err := audit.NewEvent(nil, audit.Call{
		ID: "aud_1", MandateID: "mnd_2026_05_01_001", ToolName: tool, At: noon,
		Input: json.RawMessage(input), Result: json.RawMessage(result),
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// readable is the event as one who reads the log sees it, without its hashes, in
// which any digits may stand.
func readable(t testing.TB, e *audit.Event) string {
	t.Helper()
	c := *e
	c.InputHash, c.ResultHash = "", ""
	line, err := json.Marshal(&c)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(line, &v); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func wantNone(t *testing.T, line string, none ...string) {
	t.Helper()
	for _, n := range none {
		if strings.Contains(strings.ToLower(line), strings.ToLower(n)) {
			t.Errorf("%q is in %s", n, line)
		}
	}
}

func wantAll(t *testing.T, line string, all ...string) {
	t.Helper()
	for _, a := range all {
		if !strings.Contains(line, a) {
			t.Errorf("%q is not in %s", a, line)
		}
	}
}
