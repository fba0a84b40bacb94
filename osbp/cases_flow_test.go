package osbp_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// TestCases_Flow are sequences of calls that real implementations got wrong once,
// through Host and Adapter.
func TestCases_Flow(t *testing.T) {
	answers := func(list ...any) func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		n := 0
		return func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			answer := list[n]
			n++
			if err, bad := answer.(error); bad {
				return nil, err
			}
			return &osbp.Appointment{ID: answer.(string)}, nil
		}
	}
	t.Run("idem-failure-is-not-cached", func(t *testing.T) {
		r := newHostRig(t, nil)
		r.platform.create = answers(osbp.CodeRateLimited, osbp.CodeRequiresVerification, "appointment_123")
		in := r.approved(t, exampleInput(t))
		wantRefusal(t, r.call(t, osbp.ToolBookingCreate, in), osbp.CodeRateLimited)
		wantRefusal(t, r.call(t, osbp.ToolBookingCreate, in), osbp.CodeRequiresVerification)
		in.VerificationCode = "123456"
		if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK || e.Runtime != nil {
			t.Fatalf("third call: %v", e.Problem)
		}
		if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK || e.Runtime.Idempotency != osbp.LocalCacheReplay {
			t.Errorf("fourth call: %+v", e)
		}
		if n := r.platform.creates.Load(); n != 3 {
			t.Errorf("%d creates, want 3", n)
		}
	})
	t.Run("idem-same-key-different-payload", func(t *testing.T) {
		r := newHostRig(t, nil)
		later := r.platform.slots[0]
		later.ID, later.StartsAtLocal, later.EndsAtLocal = "", "2026-05-05T13:30:00", "2026-05-05T14:30:00"
		later.StartsAt, later.EndsAt = "", ""
		r.platform.slots = append(r.platform.slots, later)
		r.call(t, osbp.ToolBookingCreate, r.approved(t, exampleInput(t)))
		for _, change := range []func(*osbp.BookingCreateInput){
			func(in *osbp.BookingCreateInput) { in.Time = "13:30" },
			func(in *osbp.BookingCreateInput) { in.Customer.Email = "other@example.com" },
		} {
			in := exampleInput(t)
			change(&in)
			wantRefusal(t, r.call(t, osbp.ToolBookingCreate, in), osbp.CodeIdempotencyConflict)
		}
		if n := r.platform.creates.Load(); n != 1 {
			t.Errorf("%d creates, want 1", n)
		}
	})
	t.Run("idem-transient-fields-excluded", func(t *testing.T) {
		r := newHostRig(t, nil)
		in := r.approved(t, exampleInput(t))
		in.VerificationCode = "123456"
		first := r.call(t, osbp.ToolBookingCreate, in)
		other := exampleInput(t)
		other.Approval, other.VerificationCode = &osbp.Approval{Confirmed: true, Token: "other"}, "654321"
		for _, again := range []osbp.BookingCreateInput{exampleInput(t), other} {
			e := r.call(t, osbp.ToolBookingCreate, again)
			if !e.OK || string(e.Value) != string(first.Value) || e.Runtime.Idempotency != osbp.LocalCacheReplay {
				t.Errorf("got %+v", e)
			}
		}
	})
	t.Run("idem-two-keys-one-slot", func(t *testing.T) {
		r := newHostRig(t, nil)
		r.platform.create = answers("appointment_123", osbp.CodeSlotTaken)
		a, b := exampleInput(t), exampleInput(t)
		a.IdempotencyKey, b.IdempotencyKey = "idem_a", "idem_b"
		a, b = r.approved(t, a), r.approved(t, b)
		if e := r.call(t, osbp.ToolBookingCreate, a); !e.OK {
			t.Fatal(e.Problem)
		}
		e := r.call(t, osbp.ToolBookingCreate, b)
		if wantRefusal(t, e, osbp.CodeSlotTaken); !e.Problem.Retryable {
			t.Error("slot_taken is not retryable")
		}
	})
	t.Run("mcp-arguments-omitted-or-null", func(t *testing.T) {
		r := newHostRig(t, nil)
		for _, raw := range []string{"", "null", "{}"} {
			if e := r.call(t, osbp.ToolServiceDescribe, raw); !e.OK {
				t.Errorf("%q: %v", raw, e.Problem)
			}
			if e := r.call(t, osbp.ToolBookingCreate, raw); e.OK {
				t.Errorf("%q booked", raw)
			}
		}
	})
	t.Run("mcp-line-longer-than-64k", func(t *testing.T) {
		r := newHostRig(t, nil)
		long := strings.Repeat("a", 70000)
		if e := r.call(t, osbp.ToolHandoffRequest, osbp.HandoffRequestInput{Reason: "x", Message: long}); !e.OK {
			t.Fatal(e.Problem)
		}
		var in osbp.HandoffRequestInput
		if err := json.Unmarshal(r.lastEvent(t).Input, &in); err != nil || in.Message != long {
			t.Error("the event does not hold the message whole")
		}
	})
}

// TestCases_Redaction plants what leaked elsewhere and looks for it in the event.
func TestCases_Redaction(t *testing.T) {
	for _, tc := range []struct {
		name     string
		customer osbp.Customer
		says     string // the platform's own words
		handoff  string // or a handoff's message
		gone     []string
	}{
		{name: "redact-email-odd-local-parts",
			handoff: `Mail o'brien+bk@example.co.uk, "john doe"@example.com, 用户@例え.jp, a_b%c@sub.example.museum, mailto:jane%40example.com`,
			gone:    []string{"o'brien", "brien+bk", "john doe", "用户", "a_b", "@example", "jane%40"}},
		{name: "redact-phone-shapes-in-free-text",
			handoff: "Call (386) 555-0199 or 386.555.0199, +1 386 555 0199, 386\u2011555\u20110199, 386\u00a0555\u00a00199, +44 20 7946 0958, tel:+13865550199",
			gone:    []string{"555", "0199", "7946", "0958"}},
		{name: "redact-phone-unicode-digits",
			handoff: "Ring ３８６-５５５-０１９９ or ٣٨٦٥٥٥٠١٩٩",
			gone:    []string{"３８６", "０１９９", "٣٨٦٥٥٥٠١٩٩"}},
		{name: "redact-name-inside-email-no-residue",
			customer: osbp.Customer{DisplayName: "Jordan", GivenName: "Jordan", FamilyName: "Ellis-Jordan", Phone: "+15555550100", Email: "jordan.ellis-jordan@example.net"},
			says:     "no match for jordan.ellis-jordan@example.net (Jordan Ellis-Jordan, 5555550100)",
			gone:     []string{"jordan", "ellis", "@example.net", "5555550100"}},
		{name: "redact-name-unicode-equivalents",
			customer: osbp.Customer{DisplayName: "José Núñez", Phone: "+15555550100"},
			says:     "customer JOSÉ NÚÑEZ / Jose\u0301 Nu\u0301n\u0303ez already exists",
			gone:     []string{"josé", "núñez", "jose\u0301", "nu\u0301n\u0303ez"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := newHostRig(t, nil)
			if tc.handoff != "" {
				r.call(t, osbp.ToolHandoffRequest, osbp.HandoffRequestInput{Reason: "requires_payment_handoff", Message: tc.handoff, MandateID: "mnd_2026_05_01_001"})
			} else {
				in := exampleInput(t)
				in.Customer = tc.customer
				r.platform.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
					return nil, osbp.Refused(osbp.NewProblem("contact_rejected", tc.says))
				}
				wantRefusal(t, r.call(t, osbp.ToolBookingCreate, r.approved(t, in)), "contact_rejected")
			}
			event := r.lastEvent(t)
			var in, result any
			if json.Unmarshal(event.Input, &in) != nil || json.Unmarshal(event.Result, &result) != nil {
				t.Fatal("the snapshots are no JSON")
			}
			text := strings.ToLower(string(event.Input) + string(event.Result))
			for _, secret := range tc.gone {
				if strings.Contains(text, secret) {
					t.Errorf("the event holds what must go: case %s", tc.name)
				}
			}
			if event.MandateID != "mnd_2026_05_01_001" {
				t.Errorf("mandate id %q", event.MandateID)
			}
		})
	}
}
