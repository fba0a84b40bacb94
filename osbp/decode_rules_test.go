package osbp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// patchedBooking is the specification's booking.create input with members set, by their
// dotted paths, to JSON texts; an empty text removes the member.
func patchedBooking(t *testing.T, changes ...string) []byte {
	t.Helper()
	doc := jsonValue(t, specDocument(t, "booking.create.input"))
	for i := 0; i < len(changes); i += 2 {
		at := doc.(map[string]any)
		names := strings.Split(changes[i], ".")
		for _, name := range names[:len(names)-1] {
			at = at[name].(map[string]any)
		}
		last := names[len(names)-1]
		if changes[i+1] == "" {
			delete(at, last)
			continue
		}
		at[last] = json.RawMessage(changes[i+1])
	}
	return mustJSON(t, doc)
}

// wantDecodeProblem checks the code, and that the message has each of the words.
func wantDecodeProblem(t *testing.T, err error, code osbp.Code, words ...string) {
	t.Helper()
	p := osbp.AsProblem(err)
	if p == nil || p.Code != code {
		t.Fatalf("got %v (%s), want %s", err, problemText(err), code)
	}
	if p.Retryable {
		t.Errorf("%s is retryable", code)
	}
	for _, w := range words {
		if !strings.Contains(p.Message, w) {
			t.Errorf("message %q lacks %q", p.Message, w)
		}
	}
}

// TestRule01_Bytes: what a careful and a careless reader could understand
// differently is refused by every tool's decoder.
func TestRule01_Bytes(t *testing.T) {
	deep := func(n int) string { return strings.Repeat(`{"a":`, n-1) + `{}` + strings.Repeat(`}`, n-1) }
	for _, c := range []struct{ name, doc, word string }{
		{"not JSON", `{`, "the input"},
		{"a number", `7`, "must be an object"},
		{"an array", `[]`, "must be an object"},
		{"trailing data", `{} {}`, "after its end"},
		{"trailing garbage", `{}x`, "the input"},
		{"comment", `{/**/}`, "the input"},
		{"bad UTF-8", "{\"a\":\"\xff\"}", "UTF-8"},
		{"lone surrogate", `{"a":"\ud800"}`, "UTF-8"},
		{"byte order mark", "\xef\xbb\xbf{}", "byte order mark"},
		{"too deep", deep(65), "64 levels"},
		{"as deep as may be", deep(64), "a is not a known member"},
		{"too large", `{"a":"` + strings.Repeat("a", 1<<20) + `"}`, "1048576 bytes"},
		{"duplicate in an unknown member", `{"x":{"a":1,"a":2}}`, "x is not a known member"},
	} {
		for _, tool := range osbp.AllTools() {
			t.Run(c.name+"/"+string(tool), func(t *testing.T) {
				in, err := decodeAnyInput(tool, []byte(c.doc))
				wantDecodeProblem(t, err, osbp.CodeInvalidInput, c.word)
				wantZeroInput(t, in)
			})
		}
	}
}

func wantZeroInput(t *testing.T, in any) {
	t.Helper()
	switch in {
	case osbp.ServiceDescribeInput{}, osbp.AvailabilityFindInput{}, osbp.PolicyExplainInput{},
		osbp.VerificationSendInput{}, osbp.VerificationVerifyInput{}, osbp.BookingCreateInput{},
		osbp.BookingStatusInput{}, osbp.HandoffRequestInput{}:
	default:
		t.Errorf("refused, yet %T is not zero", in)
	}
}

// TestRule01_LimitsAreInclusive: 1 MiB is fine, and so is a long message.
func TestRule01_LimitsAreInclusive(t *testing.T) {
	doc := []byte(`{"reason":"slot_taken","message":""}`)
	fill := 1<<20 - len(doc)
	doc = []byte(`{"reason":"slot_taken","message":"` + strings.Repeat("a", fill) + `"}`)
	in, err := osbp.DecodeHandoffRequest(doc)
	if err != nil || len(in.Message) != fill {
		t.Errorf("1 MiB: %s", problemText(err))
	}
	if _, err := osbp.DecodeHandoffRequest(append(doc, ' ')); err == nil {
		t.Error("1 MiB and a byte is accepted")
	}
}

// TestRule01_Names: names match letter for letter, once, and however they are
// escaped; a twin in another case is never taken for the member.
func TestRule01_Names(t *testing.T) {
	in, err := osbp.DecodeAvailabilityFind([]byte(`{"d\u0061te":"2026-05-05"}`))
	if err != nil || in.Date != "2026-05-05" {
		t.Errorf("escaped name: %+v %s", in, problemText(err))
	}
	for _, doc := range []string{
		`{"date":"2026-05-05","Date":"2026-05-06"}`,
		`{"date":"2026-05-05","DATE":"2026-05-06"}`,
		`{"date":"2026-05-05","date":"2026-05-05"}`,
		`{"date":"2026-05-05","d\u0061te":"2026-05-06"}`,
	} {
		_, err := osbp.DecodeAvailabilityFind([]byte(doc))
		wantDecodeProblem(t, err, osbp.CodeInvalidInput, "ate")
	}
}

// TestRule02_MandateFaults: what is structurally wrong at or under the mandate is
// invalid_mandate. B-098, B-156.
func TestRule02_MandateFaults(t *testing.T) {
	for _, c := range []struct{ name, path, json, word string }{
		{"absent", "mandate", "", "mandate is missing"},
		{"null", "mandate", "null", "mandate is null"},
		{"text", "mandate", `"mnd"`, "mandate must be an object"},
		{"array", "mandate", `[]`, "mandate must be an object"},
		{"no id", "mandate.id", "", "mandate.id is missing"},
		{"no expiry", "mandate.expires_at", "", "mandate.expires_at is missing"},
		{"no actions", "mandate.allowed_actions", "", "mandate.allowed_actions is missing"},
		{"no organization", "mandate.organization_id", "", "mandate.organization_id is missing"},
		{"id of another type", "mandate.id", `7`, "mandate.id must be a string"},
		{"expiry as a number", "mandate.expires_at", `1777705199`, "mandate.expires_at must be a string"},
		{"actions as text", "mandate.allowed_actions", `"booking.create"`, "mandate.allowed_actions must be an array"},
		{"an action that is a number", "mandate.allowed_actions", `["booking.create",1]`, "mandate.allowed_actions[1] must be a string"},
		{"null list", "mandate.service_ids", `null`, "mandate.service_ids is null"},
		{"null in a list", "mandate.service_ids", `[null]`, "mandate.service_ids[0] is null"},
		{"null bound", "mandate.latest_end", `null`, "mandate.latest_end is null"},
		{"empty bound", "mandate.latest_end", `""`, "mandate.latest_end must not be empty"},
		{"empty bound", "mandate.earliest_start", `""`, "mandate.earliest_start must not be empty"},
		{"null cap", "mandate.max_price", `null`, "mandate.max_price is null"},
		{"cap as a number", "mandate.max_price", `10000`, "mandate.max_price must be an object"},
		{"cap without currency", "mandate.max_price", `{"amount_minor":1}`, "mandate.max_price.currency is missing"},
		{"empty type of a cap", "mandate.max_price.type", `""`, "mandate.max_price.type must not be empty"},
		{"unknown member of a cap", "mandate.max_price.amount", `1`, "mandate.max_price.amount is not a known member"},
		{"consent as text", "mandate.allow_policy_fee", `"true"`, "mandate.allow_policy_fee must be true or false"},
		{"consent as a number", "mandate.allow_policy_fee", `1`, "mandate.allow_policy_fee must be true or false"},
		{"null consent", "mandate.allow_policy_fee", `null`, "mandate.allow_policy_fee is null"},
		{"a limit unknown here", "mandate.max_bookings", `1`, "mandate.max_bookings is not a known member"},
		{"another spelling", "mandate.maxPrice", `{}`, "did you mean max_price?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := osbp.DecodeBookingCreate(patchedBooking(t, c.path, c.json))
			wantDecodeProblem(t, err, osbp.CodeInvalidMandate, c.word)
			wantZeroInput(t, in)
			if c.path == "mandate" {
				return
			}
			// The same mandate alone gets the same answer.
			var doc struct{ Mandate json.RawMessage }
			if err := json.Unmarshal(patchedBooking(t, c.path, c.json), &doc); err != nil {
				t.Fatal(err)
			}
			m, err := osbp.DecodeMandate(doc.Mandate)
			wantDecodeProblem(t, err, osbp.CodeInvalidMandate, c.word)
			if m != nil {
				t.Error("refused, yet there is a mandate")
			}
		})
	}
}

// TestRule02_DuplicatesInMandate: a cap given twice, in the same or in another
// spelling, never becomes the larger one.
func TestRule02_DuplicatesInMandate(t *testing.T) {
	const mandate = `{"id":"mnd_2026_05_01_001","expires_at":"2026-05-01T23:59:59-07:00","allowed_actions":["booking.create"],` +
		`"organization_id":"org_01jw3z8x9k2m4n6p8r0s1t3v5w","earliest_start":"2026-05-01T09:00:00","latest_end":"2026-05-14T18:00:00",` +
		`"max_price":{"amount_minor":5000,"currency":"USD"},"%s":{"amount_minor":900000,"currency":"USD"},"allow_policy_fee":false}`
	for twin, word := range map[string]string{
		"MAX_PRICE":      "mandate.MAX_PRICE is not a known member",
		"max_price":      "mandate.max_price appears twice",
		`max\u005fprice`: "mandate.max_price appears twice",
	} {
		doc := []byte(strings.Replace(string(patchedBooking(t, "mandate", `"here"`)), `"here"`, fmt.Sprintf(mandate, twin), 1))
		_, err := osbp.DecodeBookingCreate(doc)
		wantDecodeProblem(t, err, osbp.CodeInvalidMandate, word)
	}
	doc := strings.Replace(string(patchedBooking(t)), `{`, `{"mandate":{"id":"other"},`, 1)
	_, err := osbp.DecodeBookingCreate([]byte(doc))
	wantDecodeProblem(t, err, osbp.CodeInvalidMandate, "mandate appears twice")
}

// TestRule02_FormatsWait: how the mandate's values are spelled is for
// ValidateMandate, in its order.
func TestRule02_FormatsWait(t *testing.T) {
	for _, c := range [][2]string{
		{"mandate.id", `""`}, {"mandate.expires_at", `"2026-05-01"`}, {"mandate.earliest_start", `"2026-05-01T09:00:00Z"`},
		{"mandate.latest_end", `"yesterday"`}, {"mandate.allowed_actions", `["no.such.tool",""]`}, {"mandate.allowed_actions", `[]`},
		{"mandate.organization_id", `""`}, {"mandate.service_ids", `[""]`}, {"mandate.max_price.currency", `"usd"`},
		{"mandate.max_price.type", `"quote_required"`}, {"mandate.max_price.amount_minor", ""}, {"mandate.allow_policy_fee", ""},
	} {
		if _, err := osbp.DecodeBookingCreate(patchedBooking(t, c[0], c[1])); err != nil {
			t.Errorf("%s %s: %s", c[0], c[1], problemText(err))
		}
	}
}

// TestRule02_OutsideMandate: everything else that fails the schema is invalid_input
// and named, also when the mandate is at fault as well.
func TestRule02_OutsideMandate(t *testing.T) {
	for _, c := range []struct{ name, path, json, word string }{
		{"no key", "idempotency_key", "", "idempotency_key is missing"},
		{"empty key", "idempotency_key", `""`, "idempotency_key must not be empty"},
		{"key of 256 bytes", "idempotency_key", `"` + strings.Repeat("é", 128) + `"`, "255 bytes"},
		{"control in the key", "idempotency_key", `"a\nb"`, "control"},
		{"C1 control in the key", "idempotency_key", `"a\u0085b"`, "control"},
		{"no service", "service_id", "", "service_id is missing"},
		{"empty service", "service_id", `""`, "service_id must not be empty"},
		{"null schedule", "schedule_id", `null`, "schedule_id is null"},
		{"null provider", "provider_id", `null`, "provider_id is null"},
		{"no date", "date", "", "date is missing"},
		{"no such day", "date", `"2026-02-29"`, "date must be a calendar date"},
		{"short date", "date", `"2026-5-5"`, "date must be a calendar date"},
		{"date as a number", "date", `20260505`, "date must be a string"},
		{"short time", "time", `"9:00"`, "time must be a time of day"},
		{"no such time", "time", `"24:00"`, "time must be a time of day"},
		{"leap second", "time", `"23:59:60"`, "time must be a time of day"},
		{"twelve-hour time", "time", `"1:00 PM"`, "time must be a time of day"},
		{"no customer", "customer", "", "customer is missing"},
		{"customer as text", "customer", `"Jane"`, "customer must be an object"},
		{"null phone", "customer.phone", `null`, "customer.phone is null"},
		{"phone as a number", "customer.phone", `15555550100`, "customer.phone must be a string"},
		{"unknown contact", "customer.fax", `"1"`, "customer.fax is not a known member"},
		{"null approval", "approval", `null`, "approval is null"},
		{"approval without token", "approval.token", "", "approval.token is missing"},
		{"approval without yes", "approval.confirmed", "", "approval.confirmed is missing"},
		{"yes as text", "approval.confirmed", `"true"`, "approval.confirmed must be true or false"},
		{"empty code", "verification_code", `""`, "verification_code must not be empty"},
		{"code as a number", "verification_code", `123456`, "verification_code must be a string"},
		{"unknown member", "override", `true`, "override is not a known member"},
		{"another spelling", "serviceId", `"s"`, "serviceId is not a known member (did you mean service_id?)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := osbp.DecodeBookingCreate(patchedBooking(t, c.path, c.json))
			wantDecodeProblem(t, err, osbp.CodeInvalidInput, c.word)
			_, err = osbp.DecodeBookingCreate(patchedBooking(t, c.path, c.json, "mandate", "null"))
			wantDecodeProblem(t, err, osbp.CodeInvalidInput, c.word, "mandate is null")
		})
	}
}

// TestRule02_OffsetOnDateOrTime is invalid_mandate, unless something else outside
// the mandate is wrong. B-072, B-078.
func TestRule02_OffsetOnDateOrTime(t *testing.T) {
	for _, c := range [][2]string{
		{"time", `"13:00Z"`}, {"time", `"13:00:00-07:00"`}, {"time", `"13:00+0200"`}, {"time", `"13:00z"`},
		{"date", `"2026-05-05Z"`}, {"date", `"2026-05-05+02:00"`}, {"date", `"2026-05-05T13:00:00Z"`},
	} {
		_, err := osbp.DecodeBookingCreate(patchedBooking(t, c[0], c[1]))
		wantDecodeProblem(t, err, osbp.CodeInvalidMandate, c[0]+" carries an offset")
		_, err = osbp.DecodeBookingCreate(patchedBooking(t, c[0], c[1], "service_id", ""))
		wantDecodeProblem(t, err, osbp.CodeInvalidInput, "service_id is missing", c[0]+" carries an offset")
	}
	// availability.find has no mandate that could be invalid.
	_, err := osbp.DecodeAvailabilityFind([]byte(`{"date":"2026-05-05Z"}`))
	wantDecodeProblem(t, err, osbp.CodeInvalidInput, "date")
}

// TestRule02_MandateOfBookingCreateOnly: elsewhere a mandate is an unknown member.
func TestRule02_MandateOfBookingCreateOnly(t *testing.T) {
	for _, tool := range osbp.AllTools() {
		if tool == osbp.ToolBookingCreate {
			continue
		}
		_, err := decodeAnyInput(tool, []byte(`{"mandate":{"id":1}}`))
		wantDecodeProblem(t, err, osbp.CodeInvalidInput, "mandate is not a known member")
	}
	// Nor is a handoff's mandate_id in one.
	_, err := osbp.DecodeHandoffRequest([]byte(`{"reason":"r","message":"m","mandate_id":7}`))
	wantDecodeProblem(t, err, osbp.CodeInvalidInput, "mandate_id must be a string")
}

// TestRule02_PassThrough: contacts, names and what the gate judges are not judged
// here. B-040, B-042, B-043.
func TestRule02_PassThrough(t *testing.T) {
	for _, c := range [][2]string{
		{"customer", `{}`}, {"customer.phone", `"call me"`}, {"customer.email", `"\"a b\"@exämple"`}, {"customer.email", `""`},
		{"customer.display_name", `"Alex"`}, {"customer.given_name", ""}, {"provider_id", ""}, {"provider_id", `""`},
		{"approval.confirmed", `false`}, {"approval.token", `""`}, {"approval", ""}, {"verification_code", ""},
		{"time", `"13:00:00"`}, {"time", `"13:00:00.000"`}, {"idempotency_key", `"` + strings.Repeat("k", 255) + `"`},
		{"idempotency_key", `"ключ 1"`},
	} {
		if _, err := osbp.DecodeBookingCreate(patchedBooking(t, c[0], c[1])); err != nil {
			t.Errorf("%s %s: %s", c[0], c[1], problemText(err))
		}
	}
}

// TestRule02_AllFaultsNamed: an agent learns of everything at once, within reason.
func TestRule02_AllFaultsNamed(t *testing.T) {
	_, err := osbp.DecodeBookingCreate([]byte(`{}`))
	wantDecodeProblem(t, err, osbp.CodeInvalidInput, "mandate", "idempotency_key", "service_id", "schedule_id", "date", "time", "customer")

	var many strings.Builder
	for i := range 50000 {
		fmt.Fprintf(&many, `,"m%d":1`, i)
	}
	_, err = osbp.DecodeServiceDescribe([]byte(`{"service_id":"s"` + many.String() + `}`))
	wantDecodeProblem(t, err, osbp.CodeInvalidInput, "m0 is", "and 49992 more")
	if n := len(osbp.AsProblem(err).Message); n > 1000 {
		t.Errorf("the message has %d bytes", n)
	}
	// A swarm of faults in the mandate does not hide the one outside it.
	doc := patchedBooking(t, "date", "")
	doc = []byte(strings.Replace(string(doc), `"mandate":{`, `"mandate":{`+many.String()[1:]+`,`, 1))
	_, err = osbp.DecodeBookingCreate(doc)
	wantDecodeProblem(t, err, osbp.CodeInvalidInput, "date is missing")
}

// TestRule02_MessagesQuoteNothing: no value and no doubtful name is repeated, so that
// neither a customer's data nor a forged token marker gets into a message.
func TestRule02_MessagesQuoteNothing(t *testing.T) {
	for _, doc := range [][]byte{
		patchedBooking(t, "customer.phone", `["secret"]`),
		patchedBooking(t, "date", `"secret"`),
		patchedBooking(t, "idempotency_key", `"secret\n"`),
		patchedBooking(t, "mandate.max_price.amount_minor", `"secret"`),
		patchedBooking(t, `secret phrase`, `1`),
		patchedBooking(t, `approval=secret`, `1`),
		patchedBooking(t, "mandate", `{"approval.token=\"secret\"":1}`),
		patchedBooking(t, "customer", `{"secret@example.com":1}`),
		patchedBooking(t, "customer", `{"\nsecret":1,"`+strings.Repeat("secret", 100)+`":1}`),
		[]byte(`{"secret`), []byte(`{"secret":"` + "\xff" + `"}`),
	} {
		_, err := osbp.DecodeBookingCreate(doc)
		p := osbp.AsProblem(err)
		if p == nil || strings.Contains(p.Message, "secret") || strings.ContainsAny(p.Message, "\"\n") {
			t.Errorf("%.60s: %s", doc, problemText(err))
		}
		if strings.Contains(err.Error(), " is ") {
			t.Errorf("Error repeats the message: %v", err)
		}
	}
}

// TestRule03_Amounts: one amount, however it is written; all else is refused, and
// null is not absence.
func TestRule03_Amounts(t *testing.T) {
	for text, want := range map[string]int64{
		"9500": 9500, "9500.0": 9500, "9.5e3": 9500, "95E+2": 9500, "0": 0, "-0": 0, "0e9": 0,
		"9007199254740991": money.MaxMinor, "950000e-2": 9500,
	} {
		in, err := osbp.DecodeBookingCreate(patchedBooking(t, "mandate.max_price.amount_minor", text))
		if err != nil {
			t.Errorf("%s: %s", text, problemText(err))
			continue
		}
		if got := in.Mandate.MaxPrice.AmountMinor; got != money.Minor(want) {
			t.Errorf("%s is %v, want %d", text, got, want)
		}
	}
	for _, text := range []string{"-1", "0.5", "95.01", "9007199254740992", "1e400", "1e-1", `"9500"`, "true", "null", "[]", "{}"} {
		_, err := osbp.DecodeBookingCreate(patchedBooking(t, "mandate.max_price.amount_minor", text))
		wantDecodeProblem(t, err, osbp.CodeInvalidMandate, "mandate.max_price.amount_minor")
	}
}

// TestRule04_AbsentMembersAreOmitted: what is absent is not written, and null never
// is; an empty list is not an absent one.
func TestRule04_AbsentMembersAreOmitted(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{osbp.Mandate{AllowedActions: []osbp.Tool{}},
			`{"id":"","expires_at":"","allowed_actions":[],"organization_id":"","allow_policy_fee":false}`},
		{osbp.Mandate{AllowedActions: []osbp.Tool{}, ServiceIDs: []string{}, ProviderIDs: []string{}, ScheduleIDs: []string{}},
			`{"id":"","expires_at":"","allowed_actions":[],"organization_id":"","service_ids":[],"provider_ids":[],"schedule_ids":[],"allow_policy_fee":false}`},
		{osbp.BookingCreateInput{Mandate: &osbp.Mandate{AllowedActions: []osbp.Tool{}}},
			`{"mandate":{"id":"","expires_at":"","allowed_actions":[],"organization_id":"","allow_policy_fee":false},"idempotency_key":"","service_id":"","schedule_id":"","date":"","time":"","customer":{}}`},
		{osbp.ServiceDescribeInput{}, `{}`},
		{osbp.AvailabilityFindInput{}, `{"date":""}`},
		{osbp.BookingStatusInput{}, `{"booking_id":""}`},
		{osbp.HandoffRequestInput{}, `{"reason":"","message":""}`},
		{osbp.Service{}, `{"id":"","name":"","requires_consultation":false}`},
		{osbp.ServiceOption{}, `{"id":"","name":""}`},
		{osbp.Slot{}, `{"id":"","organization_id":"","schedule_id":"","service_id":"","starts_at_local":""}`},
		{osbp.Policy{}, `{"service_id":"","cancellation_enabled":false}`},
		{osbp.Organization{}, `{"id":""}`},
		{osbp.Booking{Runtime: &osbp.Runtime{}}, `{"id":"","status":""}`},
		{osbp.VerificationChallenge{}, `{"method":"","purpose":""}`},
		{osbp.Handoff{}, `{"status":"","reason":"","message":""}`},
		{osbp.Envelope{}, `{"ok":false}`},
		{osbp.Runtime{}, `{}`},
		{money.Money{}, `{"currency":""}`},
	} {
		if got := string(mustJSON(t, c.v)); got != c.want {
			t.Errorf("%T:\n got %s\nwant %s", c.v, got, c.want)
		}
	}
}

// TestRule04_EmptyListsSurvive: a mandate's empty allow-list is still there, and
// still empty, after decoding and encoding. B-051, B-052.
func TestRule04_EmptyListsSurvive(t *testing.T) {
	in, err := osbp.DecodeBookingCreate(patchedBooking(t, "mandate.service_ids", "[]", "mandate.provider_ids", "[]",
		"mandate.schedule_ids", "", "mandate.allowed_actions", "[]"))
	if err != nil {
		t.Fatal(problemText(err))
	}
	again, err := osbp.DecodeMandate(mustJSON(t, in.Mandate))
	if err != nil {
		t.Fatal(problemText(err))
	}
	if diff := cmp.Diff(in.Mandate, again); diff != "" {
		t.Error(diff)
	}
	if again.ServiceIDs == nil || again.ProviderIDs == nil || again.ScheduleIDs != nil || again.AllowedActions == nil {
		t.Errorf("lists: %#v", again)
	}
}

// TestRule43_AbsentArguments are an empty object, and so is null in their place:
// enough for a tool that demands nothing, and refused by the others.
func TestRule43_AbsentArguments(t *testing.T) {
	for _, raw := range []json.RawMessage{nil, {}, json.RawMessage("null"), json.RawMessage(" null\n"), json.RawMessage("{}"), json.RawMessage(" \n")} {
		if in, err := osbp.DecodeServiceDescribe(raw); err != nil || in != (osbp.ServiceDescribeInput{}) {
			t.Errorf("%q: %s", raw, problemText(err))
		}
		_, err := osbp.DecodeBookingCreate(raw)
		wantDecodeProblem(t, err, osbp.CodeInvalidInput, "mandate is missing", "idempotency_key is missing")
	}
}

// TestDecodeErrorsAreProblems: an accepted input has no error at all, a refused one
// has a *Problem that errors.Is matches by code.
func TestDecodeErrorsAreProblems(t *testing.T) {
	for _, tool := range osbp.AllTools() {
		in, err := osbp.DecodeInput(tool, specDocument(t, string(tool)+".input"))
		if err != nil {
			t.Errorf("%s: %s", tool, problemText(err))
		}
		want, _ := decodeAnyInput(tool, specDocument(t, string(tool)+".input"))
		if diff := cmp.Diff(want, in); diff != "" {
			t.Error(diff)
		}
		if _, err := osbp.DecodeInput(tool, []byte(`[]`)); !errors.Is(err, osbp.CodeInvalidInput) {
			t.Errorf("%s: %v", tool, err)
		}
	}
	if _, err := osbp.DecodeInput("booking.cancel", nil); !errors.Is(err, osbp.CodeInvalidInput) {
		t.Errorf("unknown tool: %v", err)
	}
}
