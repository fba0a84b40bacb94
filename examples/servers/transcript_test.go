package servers_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
	"github.com/openservicekit/openservice/examples/servers/internal/ospstack"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

var update = flag.Bool("update", false, "write the transcripts in README.md anew")

// transcript writes down a session.
type transcript struct {
	strings.Builder
	client *mcptest.Client
}

// What differs from run to run.
var (
	eventID = regexp.MustCompile(`aud_[0-9a-f]{32}`)
)

// call makes a call and returns its answer, the whole of it.
func (s *transcript) call(t *testing.T, tool string, arguments any) string {
	t.Helper()
	asked, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	answer := string(s.client.Call(t, tool, arguments))
	shown := eventID.ReplaceAllString(answer, "aud_0123456789abcdef0123456789abcdef")
	if s.Len() > 0 {
		s.WriteString("\n")
	}
	fmt.Fprintf(s, "> %s %s\n< %s\n", tool, asked, firstOfMany(t, shown))
	return answer
}

// firstOfMany cuts a long list of slots.
func firstOfMany(t *testing.T, answer string) string {
	t.Helper()
	var envelope struct{ Value json.RawMessage }
	var slots []json.RawMessage
	if json.Unmarshal([]byte(answer), &envelope) != nil || json.Unmarshal(envelope.Value, &slots) != nil || len(slots) < 2 {
		return answer
	}
	return strings.Replace(answer, string(envelope.Value), fmt.Sprintf("[%s, ... %d more]", slots[0], len(slots)-1), 1)
}

// TestReadme_OSBPSession: the transcript in the README is what the program says.
func TestReadme_OSBPSession(t *testing.T) {
	s := startStdio(t, "-scenario", "verification")
	story := &transcript{client: s.client(t)}
	story.call(t, "osbp_service_describe", osbp.ServiceDescribeInput{ServiceID: sandbox.Haircut})
	found := story.call(t, "osbp_availability_find", osbp.AvailabilityFindInput{
		ServiceID: sandbox.Haircut, ScheduleID: sandbox.HarborMain, ProviderID: sandbox.StaffMaya, Date: "2026-05-05",
	})
	story.call(t, "osbp_policy_explain", osbp.PolicyExplainInput{ServiceID: sandbox.Haircut})
	var slots struct{ Value []osbp.Slot }
	if err := json.Unmarshal([]byte(found), &slots); err != nil {
		t.Fatal(err)
	}
	in := mcptest.AttemptAt(t, slots.Value, "haircut")
	most := *in.Mandate.MaxPrice
	low := money.Fixed("USD", 5000)
	in.Mandate.MaxPrice = &low
	story.call(t, "osbp_booking_create", in)
	in.Mandate.MaxPrice = &most
	in.Mandate.ID, in.IdempotencyKey = "mnd_haircut_2", "idem_haircut_2"
	var challenged osbp.Envelope
	if err := json.Unmarshal([]byte(story.call(t, "osbp_booking_create", in)), &challenged); err != nil {
		t.Fatal(err)
	}
	challenge, err := osbp.ParseChallenge(challenged.Problem)
	if err != nil {
		t.Fatal(err)
	}
	in.Approval = challenge.Approval()
	story.call(t, "osbp_booking_create", in)
	story.call(t, "osbp_verification_send", osbp.VerificationSendInput{Customer: mcptest.Customer, Purpose: osbp.BookingPurpose(sandbox.HarborHair)})
	in.VerificationCode = s.lastCode(t)
	booked := story.call(t, "osbp_booking_create", in)
	var receipt struct{ Value osbp.Receipt }
	if err := json.Unmarshal([]byte(booked), &receipt); err != nil {
		t.Fatal(err)
	}
	story.call(t, "osbp_booking_status", osbp.BookingStatusInput{BookingID: receipt.Value.BookingID})
	wantSession(t, "osbp", strings.NewReplacer(challenge.Token, "TOKEN", in.VerificationCode, "CODE").Replace(story.String()))
}

// TestReadme_OSPSession: and so is the other one. The program's own clock is the
// system's, so that this asks the same stack at a time of its own.
func TestReadme_OSPSession(t *testing.T) {
	stack, err := ospstack.New(ospstack.Options{Clock: func() time.Time { return time.Date(2026, time.September, 8, 14, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(stack.Handler)
	defer listening.Close()
	story := &transcript{client: mcptest.Connect(t, &mcp.StreamableClientTransport{Endpoint: listening.URL + stack.MCPPath})}
	story.call(t, "check_coverage", map[string]any{"zip": "32174"})
	story.call(t, "check_availability", map[string]any{"serviceSlug": "ac-repair", "location": "daytona", "from": "2026-09-10", "to": "2026-09-10"})
	const id = "6f1c0a52-5b0e-4d51-9f0a-2f6f5f0c7d11"
	in := bookingRequest(id, "2026-09-10", "Evening")
	story.call(t, "request_service_booking", in)
	in["preferredTime"] = "Morning"
	story.call(t, "request_service_booking", in)
	story.call(t, "request_service_booking", in)
	wantSession(t, "osp", story.String())
}

// wantSession compares with the block in the README, or writes it.
func wantSession(t *testing.T, name, got string) {
	t.Helper()
	data, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- session "+name+" -->\n", "<!-- end -->"
	before, rest, ok := strings.Cut(string(data), begin)
	block, after, isWhole := strings.Cut(rest, end)
	if !ok || !isWhole {
		t.Fatalf("README.md has no place for the session %s", name)
	}
	want := "```text\n" + got + "```\n"
	if *update {
		if err := os.WriteFile("README.md", []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(block, want); diff != "" {
		t.Errorf("the session %s in README.md differs (-README +session); go test -update writes it anew\n%s", name, diff)
	}
}
