package audit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/audit"
)

// TestRule25_NewEvent: B-202 to B-206.
func TestRule25_NewEvent(t *testing.T) {
	platform := &audit.PlatformIdentity{Vendor: "example", APIVersion: "2026-05-21"}
	upstream := &audit.UpstreamMeta{Call: "GET /v1/slots", Status: 200, RateLimit: map[string]string{"retry-after": "30"}}
	method := &audit.Verification{Submitted: true, Method: "sms"}
	got, err := audit.NewEvent(nil, audit.Call{
		ID: "aud_1", MandateID: "mnd_1", ToolName: "availability.find", At: noon.In(time.FixedZone("", -7*3600)), Source: "test",
		Input: json.RawMessage(` { "date" : "2026-05-05" } `), Result: json.RawMessage(`{"value":[],"ok":true}`),
		Platform: platform, Upstream: upstream, Verification: method,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := &audit.Event{
		ID: "aud_1", MandateID: "mnd_1", ToolName: "availability.find", CreatedAt: noon, Source: "test",
		Input: json.RawMessage(`{"date":"2026-05-05"}`), Result: json.RawMessage(`{"value":[],"ok":true}`),
		InputHash:  "999fa5ca683b892d8c45ddf423e04414aaf3fd50fc54720f2869a2895d150942",
		ResultHash: "8abc0d389552bb0345219a0f1463989bd652be474dd2c4abe0635001bafb1560", Platform: platform, Upstream: upstream, Verification: method,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("event (-want +got):\n%s", diff)
	}
	if err := got.Verify(); err != nil {
		t.Error(err)
	}
	upstream.RateLimit["retry-after"], platform.Vendor, method.Method = "31", "other", "email"
	if got.Upstream.RateLimit["retry-after"] != "30" || got.Platform.Vendor != "example" || got.Verification.Method != "sms" {
		t.Error("the event holds on to what its maker was given")
	}
}

func TestNewEventRefuses(t *testing.T) {
	whole := audit.Call{ID: "aud_1", ToolName: "booking.status", At: noon, Input: json.RawMessage(`{}`), Result: json.RawMessage(`{}`)}
	if _, err := audit.NewEvent(nil, whole); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*audit.Call){
		"id": func(c *audit.Call) { c.ID = "" }, "tool_name": func(c *audit.Call) { c.ToolName = "" },
		"created_at": func(c *audit.Call) { c.At = time.Time{} }, "input": func(c *audit.Call) { c.Input = nil },
		"result": func(c *audit.Call) { c.Result = json.RawMessage(`nul`) },
	} {
		c := whole
		change(&c)
		if e, err := audit.NewEvent(nil, c); err == nil || e != nil || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v %v", name, e, err)
		}
	}
}

// TestRule25_Verification: that a code came is recorded even if nobody says so.
func TestRule25_Verification(t *testing.T) {
	for name, c := range map[string]struct {
		input string
		given *audit.Verification
		want  *audit.Verification
	}{
		"none":          {`{}`, nil, nil},
		"empty code":    {`{"verification_code":""}`, nil, nil},
		"a code":        {`{"verification_code":"482913"}`, nil, &audit.Verification{Submitted: true}},
		"with a method": {`{"code":"482913"}`, &audit.Verification{Method: "email"}, &audit.Verification{Submitted: true, Method: "email"}},
		"method only":   {`{}`, &audit.Verification{Method: "sms"}, &audit.Verification{Method: "sms"}},
	} {
		e, err := audit.NewEvent(nil, audit.Call{ID: "aud_1", ToolName: "booking.create", At: noon,
			Input: json.RawMessage(c.input), Result: json.RawMessage(problem("verification_failed", "x")), Verification: c.given})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, e.Verification); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestRule26_Hash: hex SHA-256 of the RFC 8785 form (B-204). The digests were
// computed with another tool.
func TestRule26_Hash(t *testing.T) {
	for doc, want := range map[string]string{
		`{}`:                                 "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
		`{"a":"é","b":9500}`:                 "805660b07fdf731ff878cc4a4368915129ae100a343c47c4a39005ad13da186a",
		` { "b" : 9.5e3 , "a" : "\u00e9" } `: "805660b07fdf731ff878cc4a4368915129ae100a343c47c4a39005ad13da186a",
	} {
		if got, err := audit.Hash([]byte(doc)); err != nil || got != want {
			t.Errorf("%s: %s (%v), want %s", doc, got, err, want)
		}
	}
	for _, doc := range []string{``, `{`, `{"a":1,"a":1}`, `1e400`} {
		if got, err := audit.Hash([]byte(doc)); err == nil || got != "" {
			t.Errorf("%q has the hash %q", doc, got)
		}
	}
}

// TestRule48_CallPrintsNothing: a call holds what must not be logged.
func TestRule48_CallPrintsNothing(t *testing.T) {
	c := audit.Call{ID: "aud_1", Input: json.RawMessage(booking(jane))}
	var b strings.Builder
	slog.New(slog.NewJSONHandler(&b, nil)).Info("x", "call", c, "pointer", &c)
	for _, printed := range []string{fmt.Sprint(c), fmt.Sprintf("%v %+v %#v %s %q %x", c, &c, c, c, c, c), b.String(), c.String()} {
		wantNone(t, printed, "jane", "mandate", "109 97 110")
	}
}

func TestErrorsAreDistinct(t *testing.T) {
	all := []error{audit.ErrIncomplete, audit.ErrHash, audit.ErrFull, audit.ErrClosed, audit.ErrTorn, audit.ErrTooLong}
	for i, a := range all {
		for j, b := range all {
			if errors.Is(a, b) != (i == j) {
				t.Errorf("%v is %v", a, b)
			}
		}
	}
}
