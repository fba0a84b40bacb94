package mcpbind_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
	"github.com/openservicekit/openservice/examples/servers/internal/osbpstack"
	"github.com/openservicekit/openservice/examples/servers/mcpbind"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// TestOSBP_Booking: B-012, B-089. The whole flow over the wire, with approval and a
// code; every answer in the form of its schema.
func TestOSBP_Booking(t *testing.T) {
	server, stack := osbpServer(t, osbpstack.Verification)
	client := mcptest.InMemory(t, server)
	in := client.Approve(t, client.Attempt(t, sandbox.Haircut, "flow"))
	if n := stack.Sandbox.Counts().Creates; n != 0 {
		t.Fatalf("%d creates before the user approved", n)
	}
	mcptest.Refused(t, client.OSBP(t, osbp.ToolBookingCreate, in), osbp.CodeRequiresVerification)
	purpose := osbp.BookingPurpose(sandbox.HarborHair)
	mcptest.Granted[osbp.VerificationChallenge](t, client.OSBP(t, osbp.ToolVerificationSend, osbp.VerificationSendInput{Customer: mcptest.Customer, Purpose: purpose}))
	code := stack.Sandbox.LastCode(mcptest.Customer.Phone)
	mcptest.Granted[osbp.VerificationChallenge](t, client.OSBP(t, osbp.ToolVerificationVerify, osbp.VerificationVerifyInput{
		Customer: mcptest.Customer, Purpose: purpose, Code: code,
	}))
	in.VerificationCode = code
	receipt := mcptest.Granted[osbp.Receipt](t, client.OSBP(t, osbp.ToolBookingCreate, in))
	booking := mcptest.Granted[osbp.Booking](t, client.OSBP(t, osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: receipt.BookingID}))
	if booking.ID != receipt.BookingID {
		t.Errorf("booking.status is about %q", booking.ID)
	}
	mcptest.Granted[osbp.Handoff](t, client.OSBP(t, osbp.ToolHandoffRequest, osbp.HandoffRequestInput{Reason: "done", Message: "nothing is left", MandateID: "mnd_flow"}))
	if n := stack.Sandbox.Counts().Appointments; n != 1 {
		t.Errorf("%d appointments", n)
	}
}

// TestOSBP_Scenarios: each scenario ends an approved create as it says.
func TestOSBP_Scenarios(t *testing.T) {
	for scenario, code := range map[osbpstack.Scenario]osbp.Code{
		osbpstack.SlotTaken:      osbp.CodeSlotTaken,
		osbpstack.RateLimited:    osbp.CodeRateLimited,
		osbpstack.OutcomeUnknown: osbp.CodeBookingOutcomeUnknown,
	} {
		t.Run(string(scenario), func(t *testing.T) {
			server, _ := osbpServer(t, scenario)
			client := mcptest.InMemory(t, server)
			in := client.Approve(t, client.Attempt(t, sandbox.FringeTrim, "scenario"))
			mcptest.Refused(t, client.OSBP(t, osbp.ToolBookingCreate, in), code)
		})
	}
}

// TestRule43_Arguments: absent and null arguments are {}, and bad ones get our own
// answer under our own schema.
func TestRule43_Arguments(t *testing.T) {
	client := osbpClient(t)
	for name, one := range map[string]struct {
		tool      osbp.Tool
		arguments any
		code      osbp.Code // "" is success
	}{
		"absent":             {osbp.ToolServiceDescribe, nil, ""},
		"null":               {osbp.ToolServiceDescribe, json.RawMessage(`null`), ""},
		"empty":              {osbp.ToolServiceDescribe, json.RawMessage(`{}`), ""},
		"absent, but needed": {osbp.ToolBookingStatus, nil, osbp.CodeInvalidInput},
		"create of nothing":  {osbp.ToolBookingCreate, nil, osbp.CodeInvalidInput},
		"an array":           {osbp.ToolServiceDescribe, json.RawMessage(`[]`), osbp.CodeInvalidInput},
		"a string":           {osbp.ToolServiceDescribe, json.RawMessage(`"x"`), osbp.CodeInvalidInput},
		"wrong type":         {osbp.ToolBookingStatus, json.RawMessage(`{"booking_id":7}`), osbp.CodeInvalidInput},
		"unknown member":     {osbp.ToolServiceDescribe, json.RawMessage(`{"service":"x"}`), osbp.CodeInvalidInput},
		"other case":         {osbp.ToolServiceDescribe, json.RawMessage(`{"Service_ID":"x"}`), osbp.CodeInvalidInput},
		"2 MiB":              {osbp.ToolHandoffRequest, map[string]string{"reason": "x", "message": strings.Repeat("a", 2<<20)}, osbp.CodeInvalidInput},
	} {
		t.Run(name, func(t *testing.T) {
			e := client.OSBP(t, one.tool, one.arguments)
			if one.code == "" {
				mcptest.Granted[json.RawMessage](t, e)
				return
			}
			mcptest.Refused(t, e, one.code)
		})
	}
}

// TestRule42_ProtocolErrors: an unknown tool, under any spelling, is an error of MCP.
func TestRule42_ProtocolErrors(t *testing.T) {
	client := osbpClient(t)
	for _, name := range []string{"osbp_booking_cancel", "booking.create", "OSBP_BOOKING_CREATE", ""} {
		_, err := client.Session.CallTool(t.Context(), &mcp.CallToolParams{Name: name})
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || wire.Code != jsonrpc.CodeInvalidParams {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestOSBP_ClosedHost: a host that is closing answers no call, which is no tool result.
func TestOSBP_ClosedHost(t *testing.T) {
	server, stack := osbpServer(t, osbpstack.Normal)
	client := mcptest.InMemory(t, server)
	if err := stack.Host.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := client.Session.CallTool(t.Context(), &mcp.CallToolParams{Name: "osbp_service_describe"})
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || wire.Code != -32000 {
		t.Errorf("error %v", err)
	}
}

// waiting is an adapter whose calls wait for their context.
type waiting struct {
	osbp.BookingAdapter
	entered chan context.Context
}

func (w *waiting) DescribeService(ctx context.Context, _ osbp.ServiceDescribeInput) (*osbp.Service, error) {
	w.entered <- ctx
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestOSBP_Cancellation: what the client cancels is cancelled in the adapter, too.
func TestOSBP_Cancellation(t *testing.T) {
	w := &waiting{entered: make(chan context.Context, 1)}
	host, err := osbp.NewHost(w, osbp.HostOptions{Log: new(audit.MemoryLog), OrganizationID: "org"})
	if err != nil {
		t.Fatal(err)
	}
	server := mcpbind.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcpbind.AddOSBP(server, host)
	client := mcptest.InMemory(t, server)
	ctx, cancel := context.WithCancel(t.Context())
	called := make(chan error, 1)
	go func() {
		_, err := client.Session.CallTool(ctx, &mcp.CallToolParams{Name: "osbp_service_describe"})
		called <- err
	}()
	inside := <-w.entered
	cancel()
	<-inside.Done()
	if err := <-called; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v", err)
	}
}

// TestOSBP_Deadline: a deadline that the server sets reaches the adapter.
func TestOSBP_Deadline(t *testing.T) {
	w := &waiting{entered: make(chan context.Context, 1)}
	host, err := osbp.NewHost(w, osbp.HostOptions{Log: new(audit.MemoryLog), OrganizationID: "org"})
	if err != nil {
		t.Fatal(err)
	}
	server := mcpbind.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcpbind.AddOSBP(server, host)
	want := time.Now().Add(time.Hour)
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
			ctx, cancel := context.WithDeadline(ctx, want)
			defer cancel()
			return next(ctx, method, request)
		}
	})
	client := mcptest.InMemory(t, server)
	ctx, cancel := context.WithCancel(t.Context())
	go client.Session.CallTool(ctx, &mcp.CallToolParams{Name: "osbp_service_describe"})
	inside := <-w.entered
	cancel()
	<-inside.Done()
	if got, ok := inside.Deadline(); !ok || !got.Equal(want) {
		t.Errorf("deadline %v, %t", got, ok)
	}
}

// TestOSBP_Panics: one tool that panics takes neither the process nor the session with
// it.
func TestOSBP_Panics(t *testing.T) {
	log := new(audit.MemoryLog)
	host, err := osbp.NewHost(panicking{}, osbp.HostOptions{Log: log, OrganizationID: "org"})
	if err != nil {
		t.Fatal(err)
	}
	server := mcpbind.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcpbind.AddOSBP(server, host)
	client := mcptest.InMemory(t, server)
	e := client.OSBP(t, osbp.ToolServiceDescribe, nil)
	mcptest.Refused(t, e, osbp.CodeInternalAdapterError)
	if e.AuditEventID == "" || strings.Contains(e.Problem.Message, "5555550100") {
		t.Errorf("audit event %q, message %q", e.AuditEventID, e.Problem.Message)
	}
	mcptest.Granted[osbp.Handoff](t, client.OSBP(t, osbp.ToolHandoffRequest, osbp.HandoffRequestInput{Reason: "r", Message: "m"}))
}

type panicking struct{ osbp.BookingAdapter }

func (panicking) DescribeService(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error) {
	panic("no service for +15555550100")
}
