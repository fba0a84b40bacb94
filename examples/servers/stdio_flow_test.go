package servers_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// TestStdio_Booking: B-012, B-088. The whole flow, with approval and a code that the
// customer reads off the telephone, which here is a file.
func TestStdio_Booking(t *testing.T) {
	s := startStdio(t, "-scenario", "verification")
	client := s.client(t)
	in := client.Approve(t, client.Attempt(t, sandbox.Haircut, "flow"))
	mcptest.Refused(t, client.OSBP(t, osbp.ToolBookingCreate, in), osbp.CodeRequiresVerification)
	sent := mcptest.Granted[osbp.VerificationChallenge](t, client.OSBP(t, osbp.ToolVerificationSend, osbp.VerificationSendInput{
		Customer: mcptest.Customer, Purpose: osbp.BookingPurpose(sandbox.HarborHair),
	}))
	if sent.Sent == nil || !*sent.Sent {
		t.Errorf("verification.send says %+v", sent)
	}
	in.VerificationCode = "000000x"
	mcptest.Refused(t, client.OSBP(t, osbp.ToolBookingCreate, in), osbp.CodeVerificationFailed)
	in.VerificationCode = s.lastCode(t)
	receipt := mcptest.Granted[osbp.Receipt](t, client.OSBP(t, osbp.ToolBookingCreate, in))
	mcptest.Granted[osbp.Booking](t, client.OSBP(t, osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: receipt.BookingID}))
	again := client.OSBP(t, osbp.ToolBookingCreate, in)
	if got := mcptest.Granted[osbp.Receipt](t, again); got.BookingID != receipt.BookingID || again.Runtime == nil || again.Runtime.Idempotency != osbp.LocalCacheReplay {
		t.Errorf("the retry got %s, %+v", got.BookingID, again.Runtime)
	}
	s.in.Close()
	s.ended(t)
	if log := s.logs.String(); !strings.Contains(log, "appointments=1") || strings.Contains(log, in.VerificationCode) {
		t.Errorf("standard error:\n%s", log)
	}
	for _, e := range s.events(t) {
		if line := fmt.Sprintf("%s %s", e.Input, e.Result); strings.Contains(line, in.VerificationCode) || strings.Contains(line, "Jane") || strings.Contains(line, in.Approval.Token) {
			t.Errorf("the audit log has more than it should: %s", line)
		}
	}
}

// TestStdio_Scenarios: each ends an approved create as it says.
func TestStdio_Scenarios(t *testing.T) {
	for scenario, code := range map[string]osbp.Code{
		"slot_taken": osbp.CodeSlotTaken, "rate_limited": osbp.CodeRateLimited, "outcome_unknown": osbp.CodeBookingOutcomeUnknown,
	} {
		t.Run(scenario, func(t *testing.T) {
			client := startStdio(t, "-scenario", scenario).client(t)
			in := client.Approve(t, client.Attempt(t, sandbox.FringeTrim, "scenario"))
			mcptest.Refused(t, client.OSBP(t, osbp.ToolBookingCreate, in), code)
		})
	}
}

// TestStdio_ShownService: what reads show by default fits the scenario.
func TestStdio_ShownService(t *testing.T) {
	for _, one := range []struct{ business, scenario, service string }{
		{sandbox.HarborHair, "normal", sandbox.FringeTrim},
		{sandbox.HarborHair, "verification", sandbox.Haircut},
		{sandbox.YoruCycle, "normal", sandbox.BikeTune},
		{sandbox.KanalDental, "normal", sandbox.DentalClean},
	} {
		client := startStdio(t, "-scenario", one.scenario, "-business", one.business).client(t)
		if got := mcptest.Granted[osbp.Service](t, client.OSBP(t, osbp.ToolServiceDescribe, nil)); got.ID != one.service {
			t.Errorf("%s, %s: %s", one.business, one.scenario, got.ID)
		}
	}
}

// TestStdio_Parallel: a hundred calls at a time, each with its own answer.
func TestStdio_Parallel(t *testing.T) {
	s := startStdio(t)
	client := s.client(t)
	var calls sync.WaitGroup
	for n := range 100 {
		calls.Go(func() {
			message := fmt.Sprintf("call %d", n)
			result, err := client.Session.CallTool(t.Context(), &mcp.CallToolParams{
				Name: "osbp_handoff_request", Arguments: osbp.HandoffRequestInput{Reason: "parallel", Message: message},
			})
			if err != nil {
				t.Error(err)
				return
			}
			document, err := client.Check("osbp_handoff_request", result)
			var answer struct{ Value osbp.Handoff }
			if err == nil {
				err = json.Unmarshal(document, &answer)
			}
			if err != nil || answer.Value.Message != message {
				t.Errorf("%s: %+v, %v", message, answer, err)
			}
		})
	}
	calls.Wait()
	s.in.Close()
	s.ended(t)
	if n := len(s.events(t)); n != 100 {
		t.Errorf("%d audit events", n)
	}
}

// TestStdio_ParallelCreates: a hundred calls for one attempt make one appointment.
func TestStdio_ParallelCreates(t *testing.T) {
	s := startStdio(t)
	client := s.client(t)
	in := client.Approve(t, client.Attempt(t, sandbox.FringeTrim, "twins"))
	var calls sync.WaitGroup
	receipts := make(chan string, 100)
	for range 100 {
		calls.Go(func() {
			result, err := client.Session.CallTool(t.Context(), &mcp.CallToolParams{Name: "osbp_booking_create", Arguments: in})
			if err != nil {
				t.Error(err)
				return
			}
			document, err := client.Check("osbp_booking_create", result)
			var answer struct {
				OK    bool
				Value osbp.Receipt
			}
			if err == nil {
				err = json.Unmarshal(document, &answer)
			}
			if err != nil || !answer.OK {
				t.Errorf("%s, %v", document, err)
				return
			}
			receipts <- answer.Value.BookingID
		})
	}
	calls.Wait()
	close(receipts)
	ids := map[string]bool{}
	for id := range receipts {
		ids[id] = true
	}
	if len(ids) != 1 {
		t.Errorf("receipts of %d bookings", len(ids))
	}
	s.in.Close()
	s.ended(t)
	s.logs.await(t, "appointments=1")
}
