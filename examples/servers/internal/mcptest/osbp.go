package mcptest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/wallclock"
)

// Noon is when the tests of OSBP begin: noon in California on Friday, 1 May 2026.
var Noon = time.Date(2026, time.May, 1, 19, 0, 0, 0, time.UTC)

// Customer is made up, like everybody here.
var Customer = osbp.Customer{DisplayName: "Jane Customer", Phone: "+15555550100", Email: "jane@example.com"}

// OSBP calls a tool of an OSBP server.
func (c *Client) OSBP(t testing.TB, tool osbp.Tool, arguments any) osbp.Envelope {
	t.Helper()
	var e osbp.Envelope
	if err := json.Unmarshal(c.Call(t, tool.MCPName(), arguments), &e); err != nil {
		t.Fatalf("%s: %v", tool, err)
	}
	return e
}

// Granted is the value of a call that must succeed.
func Granted[T any](t testing.TB, e osbp.Envelope) T {
	t.Helper()
	if !e.OK {
		t.Fatalf("refused: %s, %s", e, e.Problem.Message)
	}
	var value T
	if err := json.Unmarshal(e.Value, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// Refused holds a refusal to its code.
func Refused(t testing.TB, e osbp.Envelope, code osbp.Code) *osbp.Problem {
	t.Helper()
	if e.OK || e.Problem.Code != code {
		t.Fatalf("the answer is %s, not %s", e, string(code))
	}
	return e.Problem
}

// Attempt looks for a slot of a Harbor Hair service on Tuesday, 5 May 2026, and returns
// what books it.
func (c *Client) Attempt(t testing.TB, service, id string) osbp.BookingCreateInput {
	t.Helper()
	Granted[osbp.Service](t, c.OSBP(t, osbp.ToolServiceDescribe, osbp.ServiceDescribeInput{ServiceID: service}))
	slots := Granted[[]osbp.Slot](t, c.OSBP(t, osbp.ToolAvailabilityFind, osbp.AvailabilityFindInput{
		ServiceID: service, ScheduleID: sandbox.HarborMain, ProviderID: sandbox.StaffMaya, Date: "2026-05-05",
	}))
	Granted[osbp.Policy](t, c.OSBP(t, osbp.ToolPolicyExplain, osbp.PolicyExplainInput{ServiceID: service}))
	return AttemptAt(t, slots, id)
}

// AttemptAt is what books the first of the slots, inside a mandate that is just wide
// enough.
func AttemptAt(t testing.TB, slots []osbp.Slot, id string) osbp.BookingCreateInput {
	t.Helper()
	if len(slots) == 0 {
		t.Fatal("no slot is free")
	}
	start, err := wallclock.ParseDateTime(slots[0].StartsAtLocal)
	if err != nil {
		t.Fatal(err)
	}
	most, nothing := money.Fixed("USD", 9000), money.Fixed("USD", 0)
	return osbp.BookingCreateInput{
		Mandate: &osbp.Mandate{
			ID: "mnd_" + id, ExpiresAt: wallclock.FormatInstant(Noon.Add(4 * time.Hour)),
			AllowedActions: []osbp.Tool{osbp.ToolBookingCreate}, OrganizationID: sandbox.HarborHair,
			ServiceIDs: []string{slots[0].ServiceID}, ProviderIDs: []string{sandbox.StaffMaya}, ScheduleIDs: []string{sandbox.HarborMain},
			EarliestStart: "2026-05-05T00:00:00", LatestEnd: "2026-05-05T23:59:00",
			MaxPrice: &most, MaxExtraFee: &nothing,
		},
		IdempotencyKey: "idem_" + id, Customer: Customer,
		ServiceID: slots[0].ServiceID, ScheduleID: slots[0].ScheduleID, ProviderID: slots[0].ProviderID,
		Date: start.Date.String(), Time: start.Time.Short(),
	}
}

// Approve makes the first call of an attempt, whose challenge it answers: what it
// returns is ready to be booked.
func (c *Client) Approve(t testing.TB, in osbp.BookingCreateInput) osbp.BookingCreateInput {
	t.Helper()
	challenge, err := osbp.ParseChallenge(Refused(t, c.OSBP(t, osbp.ToolBookingCreate, in), osbp.CodeRequiresUserConfirmation))
	if err != nil {
		t.Fatal(err)
	}
	in.Approval = challenge.Approval()
	return in
}
