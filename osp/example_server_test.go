package osp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// noon is when the examples take place.
func noon() time.Time { return time.Date(2026, 9, 8, 16, 0, 0, 0, time.UTC) }

const exampleRequest = `{
	"requestId": "6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a11",
	"confirmed": true,
	"serviceSlug": "ac-repair",
	"preferredDate": "2026-09-09",
	"preferredTime": "Morning",
	"location": "daytona",
	"customer": {
		"name": "Jordan Ellis", "phone": "+1 386 555 0199",
		"address": "44 Palm Ct", "city": "Ormond Beach", "state": "FL", "zip": "32174",
		"notes": "Unit runs but no cold air since Sunday.",
		"contactMethod": "text", "contactAuthorized": true
	}
}`

// A server takes a request to the business once, however often it is sent.
func ExampleServer_Call() {
	records, err := store.NewMemory(store.MemoryOptions{Clock: noon}) // a durable store in production
	if err != nil {
		fmt.Println(err)
		return
	}
	office := &osp.MemorySink{Clock: noon}
	server, err := osp.NewServer(palmetto(), osp.ServerOptions{Sink: office, Store: records, Clock: noon})
	if err != nil {
		fmt.Println(err)
		return
	}
	caller := osp.Caller{Key: "203.0.113.7", Channel: osp.ChannelMCP, UserAgent: "ExampleAssistant/2.3"}
	for range 2 {
		result, err := server.Call(context.Background(), caller, osp.ToolRequestServiceBooking, json.RawMessage(exampleRequest))
		if err != nil {
			fmt.Println(err)
			return
		}
		var answer osp.BookingResult
		if err := json.Unmarshal(result.JSON, &answer); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(answer.IsDuplicate, answer.Message)
	}
	fmt.Println("The office has", len(office.Requests()), "request:")
	fmt.Println(office.Requests()[0].Note)
	// Output:
	// false The service request was received. The business still has to confirm the appointment and the exact arrival time.
	// true The business already has this request: AC repair on 2026-09-09. No second request was made. The business still has to confirm.
	// The office has 1 request:
	// Service request 6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a11, received over OSP via mcp at 2026-09-08T16:00:00Z. Not verified by the business. The customer's own words:
	// > Unit runs but no cold air since Sunday.
}

// Refusals are answers too, with a code that says what to do next.
func ExampleResult_Err() {
	server, err := osp.NewServer(palmetto(), osp.ServerOptions{Clock: noon})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := server.Call(context.Background(), osp.Caller{}, osp.ToolCheckCoverage, json.RawMessage(`{"zip": 32174}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var refusal *osp.Refusal
	if errors.As(result.Err(), &refusal) && errors.Is(refusal, osp.CodeInvalidInput) {
		fmt.Println("Correct and call again:", refusal.Fields)
	}
	// Output:
	// Correct and call again: [zip]
}

// A server offers the tools that it has backends for.
func ExampleServer_Tools() {
	server, err := osp.NewServer(palmetto(), osp.ServerOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, spec := range server.Tools() {
		fmt.Println(spec.Tool, spec.Annotations.ReadOnly)
	}
	// Output:
	// get_business_info true
	// list_services true
	// check_coverage true
	// check_availability true
}
