package osbp_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/internal/strictjson"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

func specBooking(tb testing.TB) osbp.BookingCreateInput {
	tb.Helper()
	in, err := osbp.DecodeBookingCreate(specDocument(tb, "booking.create.input"))
	if err != nil {
		tb.Fatal(problemText(err))
	}
	return in
}

// payloadJSON is the RFC 8785 form of the payload, made the slow way.
func payloadJSON(tb testing.TB, in osbp.BookingCreateInput) []byte {
	tb.Helper()
	in.Approval, in.VerificationCode = nil, ""
	if in.Mandate.AllowedActions == nil {
		mandate := *in.Mandate
		mandate.AllowedActions = []osbp.Tool{}
		in.Mandate = &mandate
	}
	canonical, err := strictjson.Canonical(mustJSON(tb, in))
	if err != nil {
		tb.Fatal(err)
	}
	return canonical
}

func mustHash(tb testing.TB, in osbp.BookingCreateInput) [32]byte {
	tb.Helper()
	sum, err := osbp.PayloadHash(&in)
	if err != nil {
		tb.Fatal(err)
	}
	return sum
}

// TestRule20_CanonicalPayload pins the bytes that are hashed: idempotency records
// and pending approvals of earlier versions must still match.
func TestRule20_CanonicalPayload(t *testing.T) {
	in := specBooking(t)
	const want = `{"customer":{"display_name":"Jane Customer","email":"jane@example.com","family_name":"Customer",` +
		`"given_name":"Jane","id":"customer_123","phone":"+15555550100"},"date":"2026-05-05",` +
		`"idempotency_key":"idem_2026_05_01_001","mandate":{"allow_policy_fee":false,"allowed_actions":["booking.create"],` +
		`"earliest_start":"2026-05-01T09:00:00","expires_at":"2026-05-01T23:59:59-07:00","id":"mnd_2026_05_01_001",` +
		`"latest_end":"2026-05-14T18:00:00","max_extra_fee":{"amount_minor":0,"currency":"USD"},` +
		`"max_price":{"amount_minor":10000,"currency":"USD"},"organization_id":"org_01jw3z8x9k2m4n6p8r0s1t3v5w",` +
		`"provider_ids":["provider_123"],"schedule_ids":["schedule_123"],"service_ids":["service_123"]},` +
		`"provider_id":"provider_123","schedule_id":"schedule_123","service_id":"service_123","time":"13:00"}`
	if got := string(payloadJSON(t, in)); got != want {
		t.Errorf("payload\n got %s\nwant %s", got, want)
	}
	if got := mustHash(t, in); got != sha256.Sum256([]byte(want)) {
		t.Errorf("hash %x", got)
	}
	const pinned = "89d1ee8fdedb94104e06638f5422ece5d456e0a5557c876e23a3d46b02cfdaf7"
	if got := fmt.Sprintf("%x", mustHash(t, in)); got != pinned {
		t.Errorf("hash %s, want %s", got, pinned)
	}
}

// TestRule20_TransientMembers: approval and verification_code make no new payload.
// B-176.
func TestRule20_TransientMembers(t *testing.T) {
	in := specBooking(t)
	want := mustHash(t, in)
	for _, c := range []struct {
		approval *osbp.Approval
		code     string
	}{
		{nil, ""}, {&osbp.Approval{Confirmed: true, Token: "other"}, "654321"}, {&osbp.Approval{}, "\xff"},
	} {
		in.Approval, in.VerificationCode = c.approval, c.code
		if mustHash(t, in) != want {
			t.Errorf("approval %t, code %t: another hash", c.approval != nil, c.code != "")
		}
	}
}

// TestRule20_SpellingOfTheJSON does not matter, since the typed input is hashed.
func TestRule20_SpellingOfTheJSON(t *testing.T) {
	want := mustHash(t, specBooking(t))
	for _, doc := range []string{
		string(patchedBooking(t)),
		string(patchedBooking(t, "mandate.max_price.amount_minor", "1.0e4")),
		strings.Replace(string(patchedBooking(t)), `"date"`, `"d\u0061te"`, 1),
		strings.Replace(string(patchedBooking(t)), `Jane Customer`, `\u004aane\u0020Customer`, 1),
	} {
		in, err := osbp.DecodeBookingCreate([]byte(doc))
		if err != nil {
			t.Fatal(problemText(err))
		}
		if mustHash(t, in) != want {
			t.Errorf("another hash for %s", doc)
		}
	}
}

// TestRule20_EveryMemberCounts: every value does, and so does the difference
// between an empty list and none, and between 13:00 and 13:00:00.
func TestRule20_EveryMemberCounts(t *testing.T) {
	seen := map[[32]byte]string{mustHash(t, specBooking(t)): "as it was"}
	for _, c := range [][2]string{
		{"time", `"13:00:00"`}, {"date", `"2026-05-06"`}, {"service_id", `"s"`}, {"schedule_id", `"s"`},
		{"provider_id", ""}, {"provider_id", `"s"`}, {"idempotency_key", `"k"`},
		{"customer.id", `"x"`}, {"customer.display_name", `"x"`}, {"customer.given_name", `"x"`}, {"customer.family_name", `"x"`},
		{"customer.phone", `"x"`}, {"customer.email", `"x"`}, {"customer", `{}`},
		{"mandate.id", `"x"`}, {"mandate.expires_at", `"2026-05-02T06:59:59Z"`}, {"mandate.allowed_actions", `[]`},
		{"mandate.allowed_actions", `["booking.create","x"]`}, {"mandate.organization_id", `"x"`},
		{"mandate.service_ids", ""}, {"mandate.service_ids", "[]"}, {"mandate.service_ids", `["a","b"]`}, {"mandate.service_ids", `["a,b"]`},
		{"mandate.provider_ids", ""}, {"mandate.provider_ids", "[]"}, {"mandate.schedule_ids", ""}, {"mandate.schedule_ids", "[]"},
		{"mandate.earliest_start", ""}, {"mandate.earliest_start", `"2026-05-01T09:00"`}, {"mandate.latest_end", ""},
		{"mandate.max_price", ""}, {"mandate.max_price.amount_minor", ""}, {"mandate.max_price.amount_minor", "1"},
		{"mandate.max_price.currency", `"EUR"`}, {"mandate.max_price.type", `"fixed"`}, {"mandate.max_price.display", `"x"`},
		{"mandate.allow_policy_fee", "true"}, {"mandate.max_extra_fee", ""}, {"mandate.max_extra_fee.amount_minor", "1"},
	} {
		in, err := osbp.DecodeBookingCreate(patchedBooking(t, c[0], c[1]))
		if err != nil {
			t.Fatal(problemText(err))
		}
		sum, name := mustHash(t, in), c[0]+" "+c[1]
		if twin, ok := seen[sum]; ok {
			t.Errorf("%s has the hash of %s", name, twin)
		}
		seen[sum] = name
	}
	// Nothing to tell apart here.
	in, err := osbp.DecodeBookingCreate(patchedBooking(t, "mandate.allow_policy_fee", "", "provider_id", `""`))
	if err != nil {
		t.Fatal(problemText(err))
	}
	if seen[mustHash(t, in)] != "provider_id " {
		t.Error("an absent consent is not false, or an empty provider not absent")
	}
}

// TestRule20_InputsWithoutJSONForm are refused, and their error names the member.
func TestRule20_InputsWithoutJSONForm(t *testing.T) {
	if sum, err := osbp.PayloadHash(nil); err == nil || sum != [32]byte{} {
		t.Errorf("nil input: %x, %v", sum, err)
	}
	for word, change := range map[string]func(*osbp.BookingCreateInput){
		"mandate is nil":         func(in *osbp.BookingCreateInput) { in.Mandate = nil },
		"time is not valid":      func(in *osbp.BookingCreateInput) { in.Time = "13:00\xff" },
		"phone is not":           func(in *osbp.BookingCreateInput) { in.Customer.Phone = "\xc3(" },
		"display_name is not":    func(in *osbp.BookingCreateInput) { in.Customer.DisplayName = "\"\xed\xa0\x80" },
		"service_ids is not":     func(in *osbp.BookingCreateInput) { in.Mandate.ServiceIDs = []string{"a", "\xff"} },
		"allowed_actions is not": func(in *osbp.BookingCreateInput) { in.Mandate.AllowedActions = []osbp.Tool{"\xff"} },
		"currency is not":        func(in *osbp.BookingCreateInput) { in.Mandate.MaxPrice.Currency = "\xff" },
		"max_price is not an amount": func(in *osbp.BookingCreateInput) {
			in.Mandate.MaxPrice.AmountMinor = money.Minor(-1)
		},
		"max_extra_fee is not an amount": func(in *osbp.BookingCreateInput) {
			in.Mandate.MaxExtraFee.AmountMinor = money.Minor(money.MaxMinor + 1)
		},
	} {
		in := specBooking(t)
		change(&in)
		sum, err := osbp.PayloadHash(&in)
		if err == nil || !strings.Contains(err.Error(), word) || sum != [32]byte{} {
			t.Errorf("%s: %x, %v", word, sum, err)
		}
	}
}

// TestRule20_NilActionsAreEmpty: the list is required, so there is no third state.
func TestRule20_NilActionsAreEmpty(t *testing.T) {
	in := specBooking(t)
	in.Mandate.AllowedActions = []osbp.Tool{}
	want := mustHash(t, in)
	in.Mandate.AllowedActions = nil
	if mustHash(t, in) != want {
		t.Error("nil and empty differ")
	}
}

// TestPayloadHashIsCanonical: the hash is that of the JSON encoding in RFC 8785
// form, for payloads of every shape and longer than the usual.
func TestPayloadHashIsCanonical(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 3000 {
		in := randomDocument(r, "booking.create.input").(osbp.BookingCreateInput)
		if want := sha256.Sum256(payloadJSON(t, in)); mustHash(t, in) != want {
			t.Fatalf("hash differs for %s", payloadJSON(t, in))
		}
	}
	in := specBooking(t)
	in.Customer.DisplayName = strings.Repeat("Jäné \"\\\x01\u2028", 1000)
	if want := sha256.Sum256(payloadJSON(t, in)); mustHash(t, in) != want {
		t.Error("hash differs for a long payload")
	}
}

// FuzzPayloadHash: as above, for every decodable input and every text.
func FuzzPayloadHash(f *testing.F) {
	f.Add(specDocument(f, "booking.create.input"), "a\"\\\b\f\n\r\t\x00\x1f\x7f\u0080\u2028é🙂")
	f.Fuzz(func(t *testing.T, doc []byte, text string) {
		in, err := osbp.DecodeBookingCreate(doc)
		if err != nil {
			in = osbp.BookingCreateInput{Mandate: new(osbp.Mandate)}
		}
		in.Customer.GivenName = strings.ToValidUTF8(text, "?")
		in.Mandate.ServiceIDs = strings.Fields(in.Customer.GivenName)
		if want := sha256.Sum256(payloadJSON(t, in)); mustHash(t, in) != want {
			t.Fatalf("hash differs for %s", payloadJSON(t, in))
		}
	})
}

func BenchmarkPayloadHash(b *testing.B) {
	in := specBooking(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osbp.PayloadHash(&in); err != nil {
			b.Fatal(err)
		}
	}
}
