package audit_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/openservicekit/openservice/audit"
)

// A call becomes an event, the event a line of the log.
func Example() {
	dir, err := os.MkdirTemp("", "audit")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "events.jsonl")
	log, err := audit.OpenJSONL(path, audit.JSONLOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer log.Close()

	event, err := audit.NewEvent(nil, audit.Call{
		ID: "aud_1", ToolName: "booking.status", At: time.Date(2026, 5, 5, 20, 0, 0, 0, time.UTC),
		Input:  json.RawMessage(`{"booking_id":"appointment_123","customer":{"phone":"+15555550100"}}`),
		Result: json.RawMessage(`{"ok":false,"problem":{"code":"booking_not_found","message":"Nothing for (555) 555-0100.","retryable":false}}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := log.Append(context.Background(), event); err != nil {
		fmt.Println(err)
		return
	}

	data, err := os.ReadFile(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	for e, err := range audit.ReadJSONL(strings.NewReader(string(data))) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.ID, e.ToolName, e.CreatedAt.Format(time.RFC3339))
		fmt.Println(string(e.Input))
		fmt.Println(string(e.Result))
	}
	// Output:
	// aud_1 booking.status 2026-05-05T20:00:00Z
	// {"booking_id":"appointment_123","customer":{"phone":"[redacted]"}}
	// {"ok":false,"problem":{"code":"booking_not_found","message":"Nothing for [redacted].","retryable":false}}
}

func ExampleRedactor_Redact() {
	r := audit.NewRedactor(audit.RedactorOptions{Secrets: []string{"sk_test_4242"}})
	input, result, err := r.Redact(
		[]byte(`{"mandate":{"id":"mnd_may_1","earliest_start":"2026-05-05T09:00:00"},"customer":{"display_name":"May Day"}}`),
		[]byte(`{"ok":false,"problem":{"code":"slot_taken","message":"MAY DAY, may@example.com, was refused with key sk_test_4242"}}`),
	)
	fmt.Println(string(input))
	fmt.Println(string(result), err)
	// Output:
	// {"mandate":{"id":"mnd_may_1","earliest_start":"2026-05-05T09:00:00"},"customer":{"display_name":"[redacted]"}}
	// {"ok":false,"problem":{"code":"slot_taken","message":"[redacted] [redacted], [redacted], was refused with key [redacted]"}} <nil>
}

func ExampleUpstreamCall() {
	fmt.Println(audit.UpstreamCall("GET", "/v1/customers/jane%40example.com/bookings?token=abc"))
	// Output: GET /v1/customers/[redacted]/bookings
}

func ExampleAlias() {
	event, err := audit.NewEvent(nil, audit.Call{
		ID: "aud_7f3a", ToolName: "booking.status", At: time.Date(2026, 5, 5, 20, 0, 0, 0, time.UTC),
		Input:  json.RawMessage(`{"booking_id":"appointment_123"}`),
		Result: json.RawMessage(`{"ok":true,"value":{"id":"appointment_123","status":"booked","service_id":"service_9"}}`),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	published, err := audit.Alias([]*audit.Event{event})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(published[0].ID, string(published[0].Input), string(published[0].Result))
	// Output: audit_1 {"booking_id":"booking_1"} {"ok":true,"value":{"id":"booking_1","status":"booked","service_id":"service_1"}}
}

func ExampleMemoryLog() {
	var log audit.MemoryLog
	fmt.Println(log.Ready(context.Background()), len(log.Events()))
	// Output: <nil> 0
}
