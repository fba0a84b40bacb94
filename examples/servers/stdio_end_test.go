package servers_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// TestStdio_EndDuringCreate: however a session ends while an appointment is being made,
// the appointment is made, the log says so, and the program ends well.
func TestStdio_EndDuringCreate(t *testing.T) {
	for name, one := range map[string]struct {
		end      func(*testing.T, *stdioServer)
		answered bool // the answer still reaches the client
	}{
		"end of input": {func(_ *testing.T, s *stdioServer) { s.in.Close() }, true},
		"signal":       {func(t *testing.T, s *stdioServer) { s.terminate(t) }, true},
		"end of input, then signals": {func(t *testing.T, s *stdioServer) {
			s.in.Close()
			s.terminate(t)
			s.logs.await(t, "asked to end")
			s.terminate(t)
		}, true},
		"client gone": {func(_ *testing.T, s *stdioServer) {
			s.out.Close()
			s.in.Close()
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startStdio(t, "-scenario", "slow")
			client := s.client(t)
			in := client.Approve(t, client.Attempt(t, sandbox.FringeTrim, "end"))
			type outcome struct {
				result *mcp.CallToolResult
				err    error
			}
			called := make(chan outcome, 1)
			go func() {
				result, err := client.Session.CallTool(t.Context(), &mcp.CallToolParams{Name: "osbp_booking_create", Arguments: in})
				called <- outcome{result, err}
			}()
			s.logs.await(t, "asked for an appointment")
			one.end(t, s)
			s.ended(t)
			got := <-called
			if one.answered {
				if got.err != nil {
					t.Fatalf("the create got no answer: %v", got.err)
				}
				document, err := client.Check("osbp_booking_create", got.result)
				if err != nil || !strings.HasPrefix(string(document), `{"ok":true`) {
					t.Errorf("the answer is %s, %v", document, err)
				}
			}
			s.logs.await(t, "appointments=1")
			if n := booked(t, s); n != 1 {
				t.Errorf("the audit log has %d appointments", n)
			}
		})
	}
}

// booked counts the creates that the audit log calls successful.
func booked(t *testing.T, s *stdioServer) int {
	t.Helper()
	n := 0
	for _, e := range s.events(t) {
		var result struct{ OK bool }
		if err := json.Unmarshal(e.Result, &result); err != nil {
			t.Fatal(err)
		}
		if e.ToolName == string(osbp.ToolBookingCreate) && result.OK {
			n++
		}
	}
	return n
}

// TestStdio_NoCallsWhileEnding: once it was asked to end it takes no further calls, and
// says so in MCP's own words.
func TestStdio_NoCallsWhileEnding(t *testing.T) {
	t.Parallel()
	s := startStdio(t, "-scenario", "slow")
	client := s.client(t)
	in := client.Approve(t, client.Attempt(t, sandbox.FringeTrim, "ending"))
	created := make(chan error, 1)
	go func() {
		_, err := client.Session.CallTool(t.Context(), &mcp.CallToolParams{Name: "osbp_booking_create", Arguments: in})
		created <- err
	}()
	s.logs.await(t, "asked for an appointment")
	s.terminate(t)
	s.logs.await(t, "asked to end")
	// The signal is known; the host closes right after.
	for {
		_, err := client.Session.CallTool(t.Context(), &mcp.CallToolParams{Name: "osbp_service_describe"})
		if err != nil {
			if !strings.Contains(err.Error(), "closing") {
				t.Errorf("the call ended with %v", err)
			}
			break
		}
	}
	if err := <-created; err != nil {
		t.Errorf("the create ended with %v", err)
	}
	s.ended(t)
}

// TestStdio_CancelledCreate: a cancelled create goes on, gets no answer, and its retry
// finds what became of it.
func TestStdio_CancelledCreate(t *testing.T) {
	t.Parallel()
	s := startStdio(t, "-scenario", "slow")
	c := converse(t, s)
	in := prepare(t, c)
	c.call(t, "7", "osbp_booking_create", in)
	s.logs.await(t, "asked for an appointment")
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"the user left"}}`)
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never seen"}}`)
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/something-new"}`)
	c.send(t, `{"jsonrpc":"2.0","id":8,"method":"ping"}`)
	c.await(t, "8")
	c.call(t, "9", "osbp_booking_create", in)
	retry := c.await(t, "9")
	if !strings.Contains(string(retry.Result), `"ok":true`) {
		t.Errorf("the retry got %s", retry.Result)
	}
	s.in.Close()
	s.ended(t)
	for _, f := range c.rest(t) {
		if string(f.ID) == "7" {
			t.Errorf("the cancelled call was answered: %s", f.Result)
		}
		if len(f.ID) == 0 || string(f.ID) == "null" {
			t.Errorf("a notification was answered: %+v", f)
		}
	}
	s.logs.await(t, "appointments=1")
}

// prepare gets a create approved in raw lines.
func prepare(t *testing.T, c *conversation) osbp.BookingCreateInput {
	t.Helper()
	in := fringeTrim(t, c)
	c.call(t, "2", "osbp_booking_create", in)
	var result struct {
		StructuredContent osbp.Envelope
	}
	if err := json.Unmarshal(c.await(t, "2").Result, &result); err != nil {
		t.Fatal(err)
	}
	challenge, err := osbp.ParseChallenge(mcptest.Refused(t, result.StructuredContent, osbp.CodeRequiresUserConfirmation))
	if err != nil {
		t.Fatal(err)
	}
	in.Approval = challenge.Approval()
	return in
}

// fringeTrim is a create for the first slot that is offered.
func fringeTrim(t *testing.T, c *conversation) osbp.BookingCreateInput {
	t.Helper()
	c.call(t, "1", "osbp_availability_find", osbp.AvailabilityFindInput{
		ServiceID: sandbox.FringeTrim, ScheduleID: sandbox.HarborMain, ProviderID: sandbox.StaffMaya, Date: "2026-05-05",
	})
	var found struct {
		StructuredContent struct{ Value []osbp.Slot }
	}
	if err := json.Unmarshal(c.await(t, "1").Result, &found); err != nil {
		t.Fatal(err)
	}
	return mcptest.AttemptAt(t, found.StructuredContent.Value, "raw")
}
