package audit_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/audit"
)

func trace(t testing.TB) []*audit.Event {
	t.Helper()
	calls := []audit.Call{
		{ToolName: "service.describe", Input: json.RawMessage(`{"service_id":"service_123"}`), Result: json.RawMessage(
			`{"ok":true,"value":{"id":"service_123","name":"Haircut","price":{"amount_minor":9500,"currency":"USD","display":"$95.00"},"vendor_rank":7}}`)},
		{ToolName: "availability.find", Input: json.RawMessage(`{"date":"2026-05-05"}`), Result: json.RawMessage(
			`{"ok":true,"value":[{"id":"schedule_123:provider_9:service_123:2026-05-05T13:00:00","organization_id":"org_01jw3z8x9k","schedule_id":"schedule_123",
			"provider_id":"provider_9","provider_name":"Jordan Lee","provider_image_url":"https://cdn.example.com/jordan.jpg","service_id":"service_123",
			"schedule_timezone":"America/Los_Angeles","starts_at_local":"2026-05-05T13:00:00"}]}`)},
		{ToolName: "booking.create", MandateID: "mnd_2026_05_01_001", Input: json.RawMessage(booking(jane)), Result: json.RawMessage(
			`{"ok":true,"value":{"id":"receipt_idem_2026_05_01_001","booking_id":"QWJXKP",
			"text":"Booked Haircut with Jordan Lee on 2026-05-05 at 13:00. Appointment id: QWJXKP. Not QWJXKPX."},"audit_event_id":"aud_xyz"}`),
			Upstream: &audit.UpstreamMeta{Call: "POST /v2/organizations/org_01jw3z8x9k/slots/9f8e7d/2026-05-05", Status: 201, Server: "edge-7", RequestID: "req_1",
				Sunset: "Fri, 01 Jan 2027 00:00:00 GMT", RateLimit: map[string]string{"retry-after": "1"}},
			Platform: &audit.PlatformIdentity{Vendor: "example", APIVersion: "v2"}},
		{ToolName: "booking.status", Input: json.RawMessage(`{"booking_id":"QWJXKP"}`), Result: json.RawMessage(
			`{"ok":true,"value":{"id":"QWJXKP","status":"booked","starts_at":"2026-05-05T20:00:00.000Z"}}`)},
	}
	var events []*audit.Event
	for i, c := range calls {
		c.ID, c.At = fmt.Sprintf("aud_%d", i), noon
		e, err := audit.NewEvent(nil, c)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	return events
}

// TestAlias: B-216, B-224 and B-241.
func TestAlias(t *testing.T) {
	events := trace(t)
	before := string(mustJSON(t, events))
	published, err := audit.Alias(events)
	if err != nil {
		t.Fatal(err)
	}
	if string(mustJSON(t, events)) != before {
		t.Error("the events were changed")
	}
	all := string(mustJSON(t, published))
	for _, gone := range []string{"service_123", "org_01jw3z8x9k", "schedule_123", "provider_9", "Jordan", "mnd_2026", "idem_2026", "customer_123", "QWJXKP.",
		`"QWJXKP"`, "aud_", "image_url", "vendor_rank", "edge-7", "req_1", "retry-after", "9f8e7d"} {
		if strings.Contains(all, gone) {
			t.Errorf("%q is published", gone)
		}
	}
	want := []string{
		`{"service_id":"service_1"}`,
		`{"ok":true,"value":{"id":"service_1","name":"Haircut","price":{"amount_minor":9500,"currency":"USD","display":"$95.00"}}}`,
		`{"date":"2026-05-05"}`,
		`{"ok":true,"value":[{"id":"slot_1","organization_id":"organization_1","schedule_id":"schedule_1","provider_id":"provider_1",` +
			`"provider_name":"provider_name_1","service_id":"service_1","schedule_timezone":"America/Los_Angeles","starts_at_local":"2026-05-05T13:00:00"}]}`,
		"", `{"ok":true,"value":{"id":"receipt_1","booking_id":"booking_1","text":"Booked Haircut with provider_name_1 on 2026-05-05 at 13:00. ` +
			`Appointment id: booking_1. Not QWJXKPX."},"audit_event_id":"audit_4"}`,
		`{"booking_id":"booking_1"}`,
		`{"ok":true,"value":{"id":"booking_1","status":"booked","starts_at":"2026-05-05T20:00:00.000Z"}}`,
	}
	for i, e := range published {
		if got := string(e.Input); want[2*i] != "" && got != want[2*i] {
			t.Errorf("input %d\n%s, want\n%s", i, got, want[2*i])
		}
		if got := string(e.Result); got != want[2*i+1] {
			t.Errorf("result %d\n%s, want\n%s", i, got, want[2*i+1])
		}
		if err := e.Verify(); err != nil {
			t.Errorf("event %d: %v", i, err)
		}
	}
	create := published[2]
	wantAll(t, string(create.Input), `"id":"mandate_1"`, `"idempotency_key":"key_1"`, `"service_ids":["service_1"]`, `"provider_ids":["provider_2"]`,
		`"customer":{"id":"customer_1","display_name":"[redacted]"`, `"token":"[redacted]"`, `"expires_at":"2026-05-01T23:59:59-07:00"`)
	if create.ID != "audit_3" || create.MandateID != "mandate_1" || published[0].MandateID != "" {
		t.Errorf("ids %q %q %q", create.ID, create.MandateID, published[0].MandateID)
	}
	wantUpstream := &audit.UpstreamMeta{Call: "POST /v2/organizations/organization_1/slots/id_1/2026-05-05", Status: 201, Sunset: "Fri, 01 Jan 2027 00:00:00 GMT"}
	if diff := cmp.Diff(wantUpstream, create.Upstream); diff != "" {
		t.Errorf("upstream (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&audit.PlatformIdentity{Vendor: "example", APIVersion: "v2"}, create.Platform); diff != "" {
		t.Error(diff)
	}
	again, err := audit.Alias(trace(t))
	if err != nil || string(mustJSON(t, again)) != all {
		t.Errorf("a second time it comes out differently (%v)", err)
	}
}

func TestAliaserText(t *testing.T) {
	a, err := audit.NewAliaser(trace(t))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Use mandate mnd_2026_05_01_001, please.":                                 "Use mandate mandate_1, please.",
		"mnd_2026_05_01_0011 Qwjxkp":                                              "mnd_2026_05_01_0011 Qwjxkp",
		"booking:org_01jw3z8x9k":                                                  "booking:organization_1",
		"schedule_123:provider_9:service_123:2026-05-05T13:00:00 in schedule_123": "slot_1 in schedule_1",
		"nothing": "nothing", "": "",
	} {
		if got := a.Text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// TestAliasHidesWhatWasNotRedacted: an event that somebody made by hand.
func TestAliasHidesWhatWasNotRedacted(t *testing.T) {
	e := numbered(t, "aud_1")
	e.Input = json.RawMessage(booking(jane))
	e.Result = json.RawMessage(`{"ok":false,"problem":{"code":"x","message":"mail jane@example.com, approval.token=\"abc\""}}`)
	published, err := audit.Alias([]*audit.Event{e})
	if err != nil {
		t.Fatal(err)
	}
	wantNone(t, string(mustJSON(t, published)), "jane", "+1555", "approve_opaque", "482913", "abc\\")
}

// TestAliasSmallIDs: an id that two kinds of things have gets two aliases, and is
// not looked for in text.
func TestAliasSmallIDs(t *testing.T) {
	e := event(t, "booking.status", `{"booking_id":"1"}`, `{"ok":true,"value":{"id":"1","service_id":"1","provider_id":"may"}}`)
	e.Result = json.RawMessage(strings.Replace(string(e.Result), `"may"`, `"may"},"osbp_runtime":{"message":"at 1 pm in may"`, 1))
	published, err := audit.Alias([]*audit.Event{e})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"ok":true,"value":{"id":"booking_1","service_id":"service_1","provider_id":"provider_1"},"osbp_runtime":{"message":"at 1 pm in may"}}`
	if got := string(published[0].Result); got != want {
		t.Errorf("result\n%s, want\n%s", got, want)
	}
}

func TestAliasRefusesIncomplete(t *testing.T) {
	e := numbered(t, "aud_1")
	e.Input = json.RawMessage(`{`)
	if _, err := audit.Alias([]*audit.Event{e}); err == nil {
		t.Error("no error")
	}
	if _, err := audit.Alias([]*audit.Event{nil}); err == nil {
		t.Error("no error")
	}
}
