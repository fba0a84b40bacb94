package audit_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/openservicekit/openservice/audit"
)

// Things that went wrong elsewhere, each as it was met.

// A sanitizer's key list omitted one-time codes, so live codes reached the logs.
func TestCaseCodeEchoedByPlatform(t *testing.T) {
	e := event(t, "booking.create", booking(jane), problem("verification_failed", "Code 482913 is invalid or expired for appointment 77482913"))
	got := readable(t, e)
	wantNone(t, got, `"482913"`, "Code 482913")
	wantAll(t, got, `"code":"verification_failed"`, `"verification":{"submitted":true}`, `"verification_code":"[redacted]"`)

	e, err := audit.NewEvent(nil, audit.Call{ID: "aud_1", ToolName: "verification.verify", At: noon,
		Input:        json.RawMessage(`{"customer":{"phone":"+15555550100"},"purpose":"booking:org_1","code":"482913"}`),
		Result:       json.RawMessage(problem("verification_failed", "482 913 has expired")),
		Verification: &audit.Verification{Method: "sms"}})
	if err != nil {
		t.Fatal(err)
	}
	got = readable(t, e)
	wantNone(t, got, "482913", "482 913")
	wantAll(t, got, `"verification":{"method":"sms","submitted":true}`, `"purpose":"booking:org_1"`)
}

// An address pattern that omits some legal characters redacts only the tail.
func TestCaseEmailOddLocalParts(t *testing.T) {
	in, result := handoff(`Mail o'brien+bk@example.co.uk, "john doe"@example.com, 用户@例え.jp, a_b%c@sub.example.museum, mailto:jane%40example.com`)
	wantNone(t, readable(t, event(t, "handoff.request", in, result)),
		"o'brien", "brien+bk", "john doe", "用户", "a_b", "@example", "jane%40")
}

// Redaction of serialized text corrupted the log, and newlines forged records.
func TestCaseOneLinePerEvent(t *testing.T) {
	in, result := handoff("line one\n{\"id\":\"aud_forged\",\"tool_name\":\"booking.create\"} \\\" call 386-555-0199\\\u2028")
	path := t.TempDir() + "/events.jsonl"
	log := open(t, path)
	if err := log.Append(t.Context(), event(t, "handoff.request", in, result)); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(read(t, path), "\n")
	if len(lines) != 2 || lines[1] != "" {
		t.Fatalf("%d lines, want one", len(lines)-1)
	}
	var e audit.Event
	if err := json.Unmarshal([]byte(lines[0]), &e); err != nil || e.ID != "aud_1" {
		t.Errorf("id %q, %v", e.ID, err)
	}
	wantNone(t, readable(t, &e), "386", "0199")
}

// Masking a short value first broke up a longer one that contained it.
func TestCaseNameInsideEmail(t *testing.T) {
	customer := `{"display_name":"Jordan","given_name":"Jordan","family_name":"Ellis-Jordan","phone":"+15555550100","email":"jordan.ellis-jordan@example.net"}`
	e := event(t, "booking.create", booking(customer),
		problem("internal_adapter_error", "no match for jordan.ellis-jordan@example.net (Jordan Ellis-Jordan, 5555550100)"))
	wantNone(t, readable(t, e), "jordan", "ellis", "@example.net", "5555550100")
}

// A value matched byte for byte was missed in another case or Unicode form.
func TestCaseNameUnicodeEquivalents(t *testing.T) {
	customer := `{"display_name":"José Núñez","phone":"+15555550100"}`
	for _, echoed := range []string{"customer JOSÉ NÚÑEZ / José Núñez already exists", norm.NFD.String("customer JOSÉ NÚÑEZ / José Núñez already exists")} {
		got := norm.NFC.String(readable(t, event(t, "booking.create", booking(customer), problem("slot_taken", echoed))))
		wantNone(t, got, "JOSÉ", "NÚÑEZ", "José", "Núñez", "jose", "nunez")
		wantAll(t, got, "customer [redacted]", "already exists")
	}
}

// Phone patterns tuned to one layout missed brackets, dots, doubled spaces and
// typographic hyphens.
func TestCasePhoneShapes(t *testing.T) {
	in, result := handoff("Call (386) 555-0199 or 386.555.0199, +1 386 555 0199, 386‑555‑0199, 386 555 0199, +44 20 7946 0958, tel:+13865550199")
	e := event(t, "handoff.request", in, result)
	var decodedIn struct{ Message string }
	var decodedOut struct{ Value struct{ Message string } }
	if json.Unmarshal(e.Input, &decodedIn) != nil || json.Unmarshal(e.Result, &decodedOut) != nil {
		t.Fatal("snapshots don't decode")
	}
	for _, message := range []string{decodedIn.Message, decodedOut.Value.Message} {
		wantNone(t, message, "555", "0199", "7946", "0958")
	}
	wantAll(t, readable(t, e), "mnd_2026_05_01_001", "requires_payment_handoff")
}

// Digit classes limited to ASCII let other scripts' digits through.
func TestCasePhoneUnicodeDigits(t *testing.T) {
	in, result := handoff("Ring ３８６-５５５-０１９９ or ٣٨٦٥٥٥٠١٩٩")
	got := readable(t, event(t, "handoff.request", in, result))
	wantNone(t, got, "３８６", "０１９９", "٣٨٦٥٥٥٠١٩٩")
	if !utf8.ValidString(got) {
		t.Error("not UTF-8")
	}
}

// A filter compared the decoded value with the percent-encoded text.
func TestCaseUpstreamCallPath(t *testing.T) {
	got := audit.UpstreamCall("GET", "/v1/customers/jane%40example.com/phones/%2B15555550100?token=abc&email=jane@example.com")
	wantNone(t, got, "jane", "example.com", "5555550100", "token", "?")
	if !strings.HasPrefix(got, "GET /v1/customers/") {
		t.Errorf("got %q", got)
	}
	// What only the call's input gives away goes from the path, too.
	e, err := audit.NewEvent(nil, audit.Call{ID: "aud_1", ToolName: "booking.create", At: noon,
		Input: json.RawMessage(booking(jane)), Result: json.RawMessage(`{"ok":true}`),
		Upstream: &audit.UpstreamMeta{Call: audit.UpstreamCall("GET", "/v1/customers/jane-customer/2026-05-05"), Status: 200,
			Deprecation: "@1767225600", Sunset: "Fri, 01 Jan 2027 00:00:00 GMT", RequestID: "req_1767225600", RateLimit: map[string]string{"retry-after": "30"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := &audit.UpstreamMeta{Call: "GET /v1/customers/[redacted]-[redacted]/2026-05-05", Status: 200,
		Deprecation: "@1767225600", Sunset: "Fri, 01 Jan 2027 00:00:00 GMT", RequestID: "req_1767225600", RateLimit: map[string]string{"retry-after": "30"}}
	if e.Upstream == nil || text(string(mustJSON(t, e.Upstream))) != text(string(mustJSON(t, want))) {
		t.Errorf("upstream %s, want %s", mustJSON(t, e.Upstream), mustJSON(t, want))
	}
}

func mustJSON(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
