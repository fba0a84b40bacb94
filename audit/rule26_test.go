package audit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/audit"
)

// withMember is the example booking with one more member in front.
func withMember(member string) string {
	return `{` + member + `,` + strings.TrimPrefix(booking(jane), "{")
}

const fine = `{"ok":true,"value":{"booking_id":"appointment_77482913"},"audit_event_id":"aud_1"}`

// TestRule26_IDsAreNoHidingPlace: an id keeps what an opaque one is made of, and loses
// the customer's phone number and an approval token.
func TestRule26_IDsAreNoHidingPlace(t *testing.T) {
	for _, id := range []string{"15555550100", "book-15555550100-1", "5555550100", "customer_5555550100", "approve_opaque_adapter_token"} {
		in := strings.Replace(booking(jane), "idem_2026_05_01_001", id, 1)
		got := readable(t, event(t, "booking.create", in, `{"ok":true,"value":{"booking_id":`+text(id)+`}}`))
		wantNone(t, got, "5555550100", "approve_opaque")
		wantAll(t, got, `"service_id":"service_123"`)
	}
	wantAll(t, readable(t, event(t, "booking.create", booking(jane), fine)), `"booking_id":"appointment_77482913"`)
}

// TestRule26_ConventionsAreJudgedByTheirForm: a member that holds a date, a zone or a
// duration by convention keeps nothing else.
func TestRule26_ConventionsAreJudgedByTheirForm(t *testing.T) {
	for _, member := range []string{
		`"schedule_timezone":"Jane/Customer"`, `"timezone":"Jane"`, `"country":"Jane Customer"`, `"currency":"Jane"`,
		`"duration":"5555550100"`, `"late_grace":"15555550100"`, `"cancellation_window":"P Jane"`,
		`"starts_at":"2026-05-05T13:00:00.15555550100Z"`, `"open":"Jane 09:00"`, `"close":"555 555 0100"`,
		`"status":"Jane"`, `"reason":"Jane Customer"`, `"type":"jane"`, `"method":"+1 555 555 0100"`,
	} {
		got := readable(t, event(t, "booking.create", withMember(member), fine))
		name, _, _ := strings.Cut(member, ":")
		i := strings.Index(got, name)
		if i < 0 {
			t.Fatalf("%s is gone from %s", name, got)
		}
		value, _, _ := strings.Cut(got[i+len(name)+1:], ",")
		wantNone(t, value, "jane", "5555550100", "0100", "customer")
	}
	for _, member := range []string{
		`"schedule_timezone":"America/Los_Angeles"`, `"duration":"PT1H30M"`, `"starts_at":"2026-05-05T13:00:00.123456789Z"`,
		`"open":"09:00"`, `"status":"booked"`, `"currency":"USD"`, `"country":"US"`,
	} {
		wantAll(t, readable(t, event(t, "booking.create", withMember(member), fine)), member)
	}
}

// TestRule26_CustomerInOtherForms: what is given as the customer is the customer's,
// whatever its form, and is removed from all other text.
func TestRule26_CustomerInOtherForms(t *testing.T) {
	says := problem("slot_taken", "Sorry Zoë, no slot for Ångström.")
	for _, customer := range []string{
		`{"name":"Zoë Ångström"}`, `"Zoë Ångström"`, `["Zoë Ångström"]`, `{"id":"c_1","firstName":"Zoë","last-name":"Ångström"}`,
		`{"display_name":["Zoë","Ångström"]}`, `{"given_name":{"first":"Zoë","second":"Ångström"}}`,
	} {
		got := readable(t, event(t, "booking.create", booking(customer), says))
		wantNone(t, got, "Zoë", "Ångström")
		wantAll(t, got, "slot_taken")
	}
}

// TestRule26_NumbersInSensitivePlaces go too, however short.
func TestRule26_NumbersInSensitivePlaces(t *testing.T) {
	in := strings.Replace(booking(`{"id":"customer_123","phone":15555550100,"pin":7}`), `"482913"`, `12`, 1)
	got := readable(t, event(t, "booking.create", in, fine))
	wantAll(t, got, `"verification_code":"[redacted]"`, `"phone":"[redacted]"`, `"pin":"[redacted]"`, `"amount_minor":10000`)
	wantNone(t, got, "5555550100")
}

// TestRule26_CodesOfAnswers: a code that the answer has was not submitted.
func TestRule26_CodesOfAnswers(t *testing.T) {
	e := event(t, "booking.status", `{"booking_id":"b_1"}`, `{"ok":true,"value":{"verification_code":"482913","text":"Code 482913"}}`)
	wantNone(t, readable(t, e), "482913")
	if e.Verification != nil {
		t.Errorf("verification %+v", e.Verification)
	}
}

// TestRule26_RepeatedMembers: two members of one name, on either side, leave an event
// that can be hashed and that keeps and redacts both.
func TestRule26_RepeatedMembers(t *testing.T) {
	twice := `{"booking_id":"b_1","booking_id":"b_2","phone":"+15555550100","phone":"+15555550199"}`
	for side, e := range map[string]*audit.Event{
		"input":  event(t, "booking.status", twice, fine),
		"result": event(t, "booking.status", `{"booking_id":"b_1"}`, `{"ok":true,"value":`+twice+`}`),
	} {
		if err := e.Verify(); err != nil {
			t.Errorf("%s: %v", side, err)
		}
		got := readable(t, e)
		wantAll(t, got, `"b_1"`, `"b_2"`)
		wantNone(t, got, "0100", "0199")
	}
}

// TestRule26_QuotedNumbers: a secret that an error quotes as a number is removed
// where else it stands.
func TestRule26_QuotedNumbers(t *testing.T) {
	e := event(t, "booking.create", booking(jane), problem("slot_taken", `upstream got {"otp":73915} and could not use 73915`))
	wantNone(t, readable(t, e), "73915")
}

// TestRule26_UpstreamMetadata loses what is known of the customer, whatever header it
// came back in.
func TestRule26_UpstreamMetadata(t *testing.T) {
	const echo = "for-15555550100"
	e, err := audit.NewEvent(nil, audit.Call{
		ID: "aud_1", ToolName: "booking.create", At: noon, Input: json.RawMessage(booking(jane)), Result: json.RawMessage(fine),
		Upstream: &audit.UpstreamMeta{
			Call: "GET /v1/customers/jane/" + echo, Status: 200, Server: echo, RequestID: echo, APIVersion: echo,
			Deprecation: echo, Sunset: echo, RateLimit: map[string]string{"retry-after": echo, "ratelimit": "10;w=60"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := readable(t, e)
	wantNone(t, got, "5555550100", "/jane/")
	wantAll(t, got, `"ratelimit":"10;w=60"`, `"status":200`, `"server":"`, `"request_id":"`, `"api_version":"`, `"deprecation":"`, `"sunset":"`, `"retry-after":"`)
}
