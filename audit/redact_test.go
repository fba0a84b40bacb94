package audit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/internal/strictjson"
)

// TestRule26_Structure: what the specification names goes, the rest explains the
// decision (B-201, B-212, B-213, B-225, B-241).
func TestRule26_Structure(t *testing.T) {
	slots := `{"ok":true,"value":[{"id":"schedule_123:provider_123:service_123:2026-05-05T13:00:00","organization_id":"org_1","schedule_id":"schedule_123",
	  "schedule_name":"Main Studio","schedule_timezone":"America/Los_Angeles","provider_id":"provider_123","provider_name":"Jordan Lee",
	  "provider_image_url":"https://cdn.example.com/p/jordan.jpg","service_id":"service_123","starts_at":"2026-05-05T20:00:00.000Z",
	  "starts_at_local":"2026-05-05T13:00:00","price":{"amount_minor":9500,"currency":"USD","type":"fixed","display":"$95.00"},
	  "schedule_hours":[{"day":1,"open":"09:00","close":"17:00"}]}],"audit_event_id":"aud_1"}`
	in, out, err := new(audit.Redactor).Redact([]byte(booking(jane)), []byte(slots))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(`"Jane Customer"`, `"[redacted]"`, `"Jane"`, `"[redacted]"`, `"Customer"`, `"[redacted]"`, `"+15555550100"`, `"[redacted]"`,
		`"jane@example.com"`, `"[redacted]"`, `"approve_opaque_adapter_token"`, `"[redacted]"`, `"482913"`, `"[redacted]"`).Replace(booking(jane))
	if diff := cmp.Diff(value(t, want), value(t, string(in))); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
	want = strings.Replace(slots, "https://cdn.example.com/p/jordan.jpg", "[redacted]", 1)
	if diff := cmp.Diff(value(t, want), value(t, string(out))); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

func value(t testing.TB, doc string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(doc), &v); err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	return v
}

// TestRule26_StructureHidesAnyType: a sensitive member hides whatever it holds.
func TestRule26_StructureHidesAnyType(t *testing.T) {
	in, out, err := new(audit.Redactor).Redact([]byte(`{
		"customer": {"id":"customer_123","phone":15555550100,"email":null,"address":{"street":"12 Main Street","lines":["Flat 3"],"verified":true},
			"notes":"ring twice","tags":["vip"]},
		"approval": {"confirmed":true,"token":["a1b2c3d4"]}, "verification_code": 482913,
		"mandate": {"id":"mnd_1","Phone":"+44 20 7946 0958","first_name":"Zoë","fax":{"x":1},"emailAddress":"zoe@example.net","otp":"9981"}}`),
		[]byte(`{"ok":false,"problem":{"code":"slot_taken","message":"5555550100, 12 Main Street, 482913, a1b2c3d4, Zoë, zoe@example.net, 020 7946 0958, ring twice, 9981"},"count":482913}`))
	if err != nil {
		t.Fatal(err)
	}
	const r = "[redacted]"
	wantIn := map[string]any{
		"customer": map[string]any{"id": "customer_123", "phone": r, "email": nil,
			"address": map[string]any{"street": r, "lines": []any{r}, "verified": true}, "notes": r, "tags": []any{r}},
		"approval": map[string]any{"confirmed": true, "token": []any{r}}, "verification_code": r,
		"mandate": map[string]any{"id": "mnd_1", "Phone": r, "first_name": r, "fax": map[string]any{"x": 1.0}, "emailAddress": r, "otp": r},
	}
	if diff := cmp.Diff(any(wantIn), value(t, string(in))); diff != "" {
		t.Errorf("input (-want +got):\n%s", diff)
	}
	wantOut := map[string]any{"ok": false, "count": r, "problem": map[string]any{"code": "slot_taken",
		"message": "[redacted], [redacted], [redacted], [redacted], [redacted], [redacted], [redacted], [redacted], [redacted]"}}
	if diff := cmp.Diff(any(wantOut), value(t, string(out))); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

// TestRule26_CommonNames: a customer called May Day blanks no mandate.
func TestRule26_CommonNames(t *testing.T) {
	customer := `{"id":"may","display_name":"May Day","given_name":"May","family_name":"Day","phone":"+15555550100"}`
	in := strings.ReplaceAll(booking(customer), "service_123", "may_day")
	e := event(t, "booking.create", in, problem("slot_taken", "May 5 is a day off; may_day is taken"))
	got := readable(t, e)
	wantAll(t, got, `"id":"may"`, `"service_id":"may_day"`, `"service_ids":["may_day"]`, `"allowed_actions":["booking.create"]`,
		`"expires_at":"2026-05-01T23:59:59-07:00"`, `"amount_minor":10000`, `"code":"slot_taken"`, `"currency":"USD"`,
		`"message":"[redacted] 5 is a [redacted] off; [redacted]_[redacted] is taken"`)
}

// TestRule26_IDsInText: nor does one called Customer break the ids that a message
// mentions.
func TestRule26_IDsInText(t *testing.T) {
	got := readable(t, event(t, "booking.create", booking(jane), problem("slot_taken", "Customer customer_123 is not in schedule_123, customer_9.")))
	wantAll(t, got, `"message":"[redacted] customer_123 is not in schedule_123, [redacted]_9."`)
}

// TestRule26_ConventionsAreChecked: where an enum or a date belongs, words are
// free text all the same.
func TestRule26_ConventionsAreChecked(t *testing.T) {
	in := strings.NewReplacer(`"booking.create"`, `"ask Jane"`, "2026-05-01T23:59:59-07:00", "call +1 386 555 0199", `"USD"`, `"JANE"`,
		"2026-05-05", "386-555-0199", "idem_2026_05_01_001", "jane@example.com", `"13:00"`, `"Jane o'clock"`).Replace(booking(jane))
	result := `{"ok":true,"value":{"status":"Jane","schedule_timezone":"Jane","duration":"Jane","method":"jane@example.com","country":"Jane","purpose":"booking:Jane Customer"}}`
	got := readable(t, event(t, "booking.create", in, result))
	wantNone(t, got, "jane", "555")
	wantAll(t, got, "[redacted] o'clock", "ask [redacted]", `"purpose":"booking:[redacted] [redacted]"`)
}

// TestRule26_DuplicatesAreKept: a mandate with two caps is audited with both
// (rule 2), and so is a number that no reader can hold.
func TestRule26_DuplicatesAreKept(t *testing.T) {
	e := event(t, "booking.create",
		`{"mandate":{"id":"m_1","max_price":{"amount_minor":1e400},"max_price":{"amount_minor":1},"max_price":2,"max_price (2)":3},"verification_code":"111222","verification_code":"333444"}`,
		problem("invalid_mandate", "mandate.max_price appears twice, not 111222 or 333444"))
	want := `{"mandate":{"id":"m_1","max_price":{"amount_minor":"1e400"},"max_price (2)":{"amount_minor":1},"max_price (3)":2,"max_price (2) (2)":3},` +
		`"verification_code":"[redacted]","verification_code (2)":"[redacted]"}`
	if got := string(e.Input); got != want {
		t.Errorf("input\n%s, want\n%s", got, want)
	}
	wantNone(t, string(e.Result), "111222", "333444")
	if err := e.Verify(); err != nil {
		t.Error(err)
	}
}

// TestRule26_MemberNames: names of members stay, but for contacts in made-up ones.
func TestRule26_MemberNames(t *testing.T) {
	in, _, err := new(audit.Redactor).Redact(
		[]byte(`{"mandate":{"may":1,"Jane":2,"jane@example.com":3,"+1 386 555 0199":4,"x@example.com":5},"customer":{"display_name":"Jane May"}}`), []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"mandate":{"may":1,"Jane":2,"[redacted]":3,"[redacted]":4,"[redacted]":5},"customer":{"display_name":"[redacted]"}}`
	if string(in) != want {
		t.Errorf("got %s, want %s", in, want)
	}
}

// TestRule26_Challenge: the token of a challenge goes from everywhere.
func TestRule26_Challenge(t *testing.T) {
	message := "Book Haircut on 2026-05-05 at 13:00 for 95.00 USD, Jane Customer?\n\nRetry with approval.token=\"Zm9v-YmFy_YmF6\""
	in := `{"note":"the token zm9v-ymfy_ymf6 came"}`
	got := readable(t, event(t, "booking.create", in, problem("requires_user_confirmation", message)))
	wantNone(t, got, "Zm9v")
	wantAll(t, got, "Book Haircut on 2026-05-05 at 13:00 for 95.00 USD", `approval.token=\"[redacted]\"`, "the token [redacted] came")
}

func TestRedactorSecrets(t *testing.T) {
	r := audit.NewRedactor(audit.RedactorOptions{Secrets: []string{"sk_live_51H8xQ"}})
	_, out, err := r.Redact([]byte(`{}`), []byte(problem("internal_adapter_error", "bad key SK_LIVE_51H8xQ")))
	if err != nil {
		t.Fatal(err)
	}
	wantNone(t, string(out), "sk_live")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		wantNone(t, fmt.Sprintf(verb, r), "sk_live")
	}
}

// TestRedactRefuses: what is no JSON is an error that does not quote it.
func TestRedactRefuses(t *testing.T) {
	deep := strings.Repeat(`[`, 200) + strings.Repeat(`]`, 200)
	for name, doc := range map[string]string{
		"empty": "", "cut short": `{"phone":"+15555550100"`, "two values": `{}{}`, "bad UTF-8": "\"jane\xff\"", "too deep": deep, "byte order mark": "\xef\xbb\xbf{}",
	} {
		for side, docs := range map[string][2]string{"input": {doc, `{}`}, "result": {`{}`, doc}} {
			in, out, err := new(audit.Redactor).Redact([]byte(docs[0]), []byte(docs[1]))
			var fault *strictjson.Error
			if !errors.As(err, &fault) || in != nil || out != nil {
				t.Errorf("%s %s: %s %s %v", name, side, in, out, err)
				continue
			}
			if !strings.Contains(err.Error(), side) || strings.Contains(err.Error(), "5555") || strings.Contains(err.Error(), "jane") {
				t.Errorf("%s %s: %v", name, side, err)
			}
		}
	}
}

// TestRule26_OnceIsEnough: redacting what is redacted changes nothing.
func TestRule26_OnceIsEnough(t *testing.T) {
	e := event(t, "booking.create", booking(jane), problem("slot_taken", "Jane, jane@example.com"))
	in, out, err := new(audit.Redactor).Redact(e.Input, e.Result)
	if err != nil || string(in) != string(e.Input) || string(out) != string(e.Result) {
		t.Errorf("%v\n%s\n%s", err, in, out)
	}
}

// TestRule26_QuotedObjects: what a quoted document names goes as if it were one of
// ours, but a code in it was not submitted and an id in it spares nothing.
func TestRule26_QuotedObjects(t *testing.T) {
	inner := `{"customer":{"display_name":"Zoë Lang","phone":4930901820,"notes":"rear door"},"verification_code":"9182","approval":{"token":"q7Zt0x"},"id":"3865550199"}`
	for name, text := range map[string]string{
		"alone":    inner,
		"in prose": "422: " + inner + " was refused for Lang",
		"twice":    string(mustJSON(t, map[string]string{"body": inner})),
		"listed":   string(mustJSON(t, map[string]any{"errors": []string{inner}})),
	} {
		for side, snapshots := range map[string][2]string{
			"input":  {string(mustJSON(t, map[string]string{"reason": "x", "message": text})), `{"ok":true,"value":{"message":"Zoë, 9182, 3865550199"}}`},
			"result": {`{"reason":"x","message":"Zoë, 9182, 3865550199"}`, problem("slot_taken", text)},
		} {
			t.Run(name+" in the "+side, func(t *testing.T) {
				e := event(t, "handoff.request", snapshots[0], snapshots[1])
				wantNone(t, readable(t, e), "zoë", "lang", "901820", "rear door", "9182", "q7Zt0x", " 3865550199", "submitted")
			})
		}
	}
}
