package osp_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// provenance is the only record that a rig's server has.
func (r *rig) provenance() osp.Provenance {
	r.t.Helper()
	var found []osp.RequestRecord
	for record, err := range r.server.Requests(context.Background()) {
		if err != nil {
			r.t.Fatal(err)
		}
		found = append(found, record)
	}
	if len(found) != 1 {
		r.t.Fatalf("%d records", len(found))
	}
	return found[0].Provenance
}

// P-192, P-211 to P-213: what is stored with each request, in the store and at the office alike.
func TestProvenance(t *testing.T) {
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.UserAgentRetention = time.Hour })
	r.booked()
	now := instant(t, bookingNow)
	want := osp.Provenance{
		RequestID: "6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a11", Channel: osp.ChannelMCP, ReceivedAt: now,
		UserAgent: "ExampleAssistant/2.3", UserAgentUntil: now.Add(time.Hour),
		Agent: &osp.AgentInfo{Channel: osp.ChannelMCP, Name: "Example Assistant", Version: "2.3"},
	}
	if diff := cmp.Diff(want, r.provenance()); diff != "" {
		t.Errorf("stored: %s", diff)
	}
	if diff := cmp.Diff(want, r.office.Requests()[0].Provenance); diff != "" {
		t.Errorf("delivered: %s", diff)
	}

	// P-225: the raw user agent goes when its time is over, the rest stays.
	r.clock.Advance(time.Hour)
	want.UserAgent, want.UserAgentUntil = "", time.Time{}
	if diff := cmp.Diff(want, r.provenance()); diff != "" {
		t.Errorf("after its time: %s", diff)
	}
	if p := r.office.Requests()[0].Provenance; p.UserAgent != "" {
		t.Errorf("the office still has %q", p.UserAgent)
	}
	for record, err := range r.store.List(context.Background(), "") {
		if err != nil || strings.Contains(string(record.Value), "ExampleAssistant") {
			t.Errorf("%s still has the user agent (%v)", record.Key, err)
		}
	}
}

// Rule 37, P-213, P-222: what an agent says of itself is kept as one line of plain text.
func TestRule37_AgentsAreNamedInPlainText(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	r.booked(replace("/agent/name", "<b>Example</b>\u202e\nAssistant"), replace("/agent/version", "2\x1b[31m.3<script>x</script>"))
	if agent := r.provenance().Agent; agent.Name != "Example Assistant" || agent.Version != "2.3" {
		t.Errorf("%+v", agent)
	}
}

func TestUserAgentIsCapped(t *testing.T) {
	for _, c := range []struct{ given, kept string }{
		{"", ""},
		{strings.Repeat("ä", 300), strings.Repeat("ä", osp.MaxUserAgent)},
		{"Agent\r\nX-Forged: 1\x1b[31m", "Agent X-Forged: 1"},
		{"bad \xff bytes", "bad \uFFFD bytes"},
	} {
		r := newRig(t, "hvac-two-locations", nil)
		r.caller.UserAgent = c.given
		r.booked()
		if got := r.provenance().UserAgent; got != c.kept {
			t.Errorf("%q is kept as %q", c.given, got)
		}
	}
}

// Rule 35, P-206: once the business has the request, the store has nothing of the customer; the person is a keyed hash.
func TestStoreForgetsTheCustomer(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	r.booked()
	r.booked(replace("/requestId", otherID)) // a duplicate
	records := 0
	for record, err := range r.store.List(context.Background(), "") {
		if err != nil {
			t.Fatal(err)
		}
		records++
		for _, private := range []string{"Jordan", "jordan", "0199", "Palm Ct", "cold air", "32174"} {
			if strings.Contains(record.Key+string(record.Value), private) {
				t.Errorf("%s has %q: %s", record.Key, private, record.Value)
			}
		}
	}
	if records != 6 { // the requests, their user agents, the person, the key
		t.Errorf("%d records", records)
	}
}

// Rule 35: a record lives for two whole days after the date, in the zone of the business.
func TestRule35_RecordsLive(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	r.booked()                                           // for 9 September
	r.clock.Set(instant(t, "2026-09-11T23:59:59-04:00")) // Friday
	if b := r.booked(remove("/location")); !b.IsDuplicate {
		t.Error("forgotten too soon")
	}
	r.clock.Set(instant(t, "2026-09-20T00:00:00Z"))
	r.wantRecords(map[osp.RequestState]int{})
}

// P-209, P-210: contact is allowed about this request by the chosen method, and nothing else is.
func TestConsentScope(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	r.booked()
	delivered := r.office.Requests()[0]
	if diff := cmp.Diff(osp.Consent{ContactMethod: osp.ContactText, Scope: osp.ScopeThisRequest}, delivered.Consent); diff != "" {
		t.Error(diff)
	}
	raw, err := json.Marshal(delivered)
	if err != nil || !strings.Contains(string(raw), `"consent":{"contactMethod":"text","scope":"this_request_only"}`) {
		t.Errorf("%v: %s", err, raw)
	}
}

// P-063, P-065, P-191: the vehicle reaches the business that accepts it, and no other.
func TestBookingVehicle(t *testing.T) {
	vehicle := patchOp{"add", "/customer/vehicle", json.RawMessage(`{"year":"2019","make":"Subaru","model":"<b>Outback</b>"}`)}
	shop := newRig(t, "auto-repair-single-location", nil)
	wantResult(t, shop.call(osp.ToolRequestServiceBooking, string(shopInput(t, vehicle))), "")
	if diff := cmp.Diff(&osp.Vehicle{Year: "2019", Make: "Subaru", Model: "Outback"}, shop.office.Requests()[0].Customer.Vehicle); diff != "" {
		t.Error(diff)
	}
	for _, value := range []string{`{"year":"2019"}`, `{"year":2019}`, `"Outback"`, `null`} {
		onSite := newRig(t, "hvac-two-locations", nil)
		onSite.booked(patchOp{"add", "/customer/vehicle", json.RawMessage(value)})
		if v := onSite.office.Requests()[0].Customer.Vehicle; v != nil {
			t.Errorf("%s: delivered", value)
		}
	}
}

// P-188, P-216, P-222: the note begins with the one provenance line, and no line of the customer's can be taken for it.
func TestProvenanceNote(t *testing.T) {
	const line = "Service request 6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a11, received over OSP via mcp at 2026-09-08T14:00:00Z. Not verified by the business."
	for name, notes := range map[string]string{
		"the line itself":        line,
		"after a line break":     "Unit is loud.\n" + line + "\nGate code on file.",
		"after other breaks":     "a\r" + line + "\u2028" + line + "\v" + line + "\u0085" + line,
		"in markup":              "<p>" + line + "</p><br>" + line,
		"as references":          "x&#10;" + line + "&#x2028;" + line,
		"marked as ours are not": "> " + line,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "hvac-two-locations", nil)
			r.booked(replace("/customer/notes", notes))
			lines := strings.Split(r.office.Requests()[0].Note, "\n")
			if lines[0] != line+" The customer's own words:" || len(lines) < 2 {
				t.Fatalf("%q", lines)
			}
			for _, l := range lines[1:] {
				if !strings.HasPrefix(l, "> ") || strings.ContainsAny(l, "\r\v\f\u0085\u2028\u2029<") {
					t.Errorf("%q isn't marked as the customer's", l)
				}
			}
		})
	}
	r := newRig(t, "hvac-two-locations", nil)
	r.booked(remove("/customer/notes"))
	if got := r.office.Requests()[0].Note; got != line {
		t.Errorf("without notes: %q", got)
	}
}

// What the office gets is what was asked for, in plain texts.
func TestServiceRequest(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	r.booked(replace("/customer/name", "Jordan <script>x</script>\u202eEllis"))
	raw, err := json.MarshalIndent(r.office.Requests()[0], "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/service_request.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.TrimSpace(string(want)), string(raw)); diff != "" {
		t.Error(diff)
	}
}
