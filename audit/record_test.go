package audit_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/audit"
)

// TestRule25_EventsAreKeptAsTheyWere: a call's parts belong to the caller, an event's
// to the log, and neither changes with the other.
func TestRule25_EventsAreKeptAsTheyWere(t *testing.T) {
	call := audit.Call{
		ID: "aud_1", ToolName: "booking.create", At: noon.In(time.FixedZone("", 2*60*60)),
		Input: json.RawMessage(booking(jane)), Result: json.RawMessage(`{"ok":true}`),
		Platform:     &audit.PlatformIdentity{Vendor: "acme", APIVersion: "1"},
		Upstream:     &audit.UpstreamMeta{Call: "GET /v1", Status: 200, RateLimit: map[string]string{"retry-after": "1"}},
		Verification: &audit.Verification{Submitted: true, Method: "sms"},
	}
	e, err := audit.NewEvent(nil, call)
	if err != nil {
		t.Fatal(err)
	}
	if e.CreatedAt.Location() != time.UTC || !e.CreatedAt.Equal(noon) {
		t.Errorf("created at %v", e.CreatedAt)
	}
	want := text(readable(t, e))
	var log audit.MemoryLog
	if err := log.Append(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	call.Platform.Vendor, call.Upstream.Status, call.Upstream.RateLimit["retry-after"] = "other", 500, "2"
	call.Verification.Method = "email"
	if diff := cmp.Diff(want, text(readable(t, e))); diff != "" {
		t.Errorf("the event changed with the call:\n%s", diff)
	}
	for range 2 { // what went in and what came out
		e.Platform.Vendor, e.Upstream.Status, e.Upstream.RateLimit["retry-after"] = "other", 500, "2"
		e.Verification.Method, e.Input[0], e.Result[0] = "email", 'x', 'x'
		e = log.Events()[0]
		if diff := cmp.Diff(want, text(readable(t, e))); diff != "" {
			t.Errorf("the log changed with an event:\n%s", diff)
		}
	}
}
