package osbp_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// TestRule46_ChallengeApart: a program gets the summary to show and the token to send
// back as two fields of what a host answered, and whatever it prints of them shows no
// token (B-019, B-020, B-032).
func TestRule46_ChallengeApart(t *testing.T) {
	r := newHostRig(t, nil)
	text := toJSON(t, r.call(t, osbp.ToolBookingCreate, exampleInput(t)))
	answer, err := osbp.DecodeEnvelope(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := osbp.ParseChallenge(answer.Problem)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(c.Summary, `Book "Haircut"`) || !strings.HasSuffix(c.Summary, "through this agent.") {
		t.Errorf("summary %q", c.Summary)
	}
	for _, word := range []string{c.Token, "token", "approval", "For the agent", "retry", "idempotency"} {
		if word == "" || strings.Contains(c.Summary, word) {
			t.Errorf("the summary holds %q", word)
		}
	}
	if n := strings.Count(answer.Problem.Message, `approval.token="`+c.Token+`"`); n != 1 {
		t.Errorf("the message carries the token %d times", n)
	}
	for _, printed := range []string{fmt.Sprint(c), fmt.Sprintf("%+v %#v %s", c, c, &c), fmt.Sprint(c.Approval(), answer, answer.Problem)} {
		if strings.Contains(printed, c.Token) {
			t.Errorf("the token prints: %s", strings.ReplaceAll(printed, c.Token, "TOKEN"))
		}
	}
	in := exampleInput(t)
	in.Approval = c.Approval()
	if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK {
		t.Errorf("the token taken apart does not book: %v", e.Problem)
	}
}

// TestLeakedToken opens nothing but the booking that it was issued for: no other
// booking, payload or key, neither before that booking is made nor after (B-167, B-221).
func TestLeakedToken(t *testing.T) {
	r := newHostRig(t, nil)
	later := r.platform.slots[0]
	later.ID, later.StartsAt, later.EndsAt = "", "", ""
	later.StartsAtLocal, later.EndsAtLocal = "2026-05-05T15:00:00", "2026-05-05T16:00:00"
	r.platform.slots = append(r.platform.slots, later)
	owner := r.approved(t, exampleInput(t))
	uses := map[string]func(*osbp.BookingCreateInput){
		"another key":  func(in *osbp.BookingCreateInput) { in.IdempotencyKey = "idem_other" },
		"another time": func(in *osbp.BookingCreateInput) { in.IdempotencyKey, in.Time = "idem_time", "15:00" },
		"another customer": func(in *osbp.BookingCreateInput) {
			in.IdempotencyKey, in.Customer.Email = "idem_customer", "x@example.net"
		},
		"the same time, respelled": func(in *osbp.BookingCreateInput) { in.IdempotencyKey, in.Time = "idem_spelling", "13:00:00" },
		"a mandate with more room": func(in *osbp.BookingCreateInput) {
			m := *in.Mandate
			m.MaxPrice = usd(900000)
			in.IdempotencyKey, in.Mandate = "idem_mandate", &m
		},
	}
	try := func(when string, creates int64) {
		for name, change := range uses {
			in := owner
			change(&in)
			e := r.call(t, osbp.ToolBookingCreate, in)
			if e.OK {
				t.Fatalf("%s, %s: booked", when, name)
			}
			c, err := osbp.ParseChallenge(e.Problem)
			if err != nil || c.Token == owner.Approval.Token {
				t.Errorf("%s, %s: %v, want a challenge with a token of its own", when, name, e.Problem)
			}
		}
		if n := r.platform.creates.Load(); n != creates {
			t.Errorf("%s: %d creates, want %d", when, n, creates)
		}
	}
	try("before", 0)
	if e := r.call(t, osbp.ToolBookingCreate, owner); !e.OK {
		t.Fatal(e.Problem)
	}
	try("after", 1)
	// The token is good for its own payload, and still no way around the mandate.
	fresh := exampleInput(t)
	fresh.IdempotencyKey = "idem_expiry"
	fresh = r.approved(t, fresh)
	expired := exampleCheck(t).Now.AddDate(0, 0, 1)
	r.clock.Advance(expired.Sub(r.clock.Now()))
	wantRefusal(t, r.call(t, osbp.ToolBookingCreate, fresh), osbp.CodeMandateExpired)
}

// TestStoreHoldsNoSecret: what outlives a booking attempt in the store names no
// customer and holds no code and no token, whatever became of the attempt (B-225).
func TestStoreHoldsNoSecret(t *testing.T) {
	for name, outcome := range map[string]error{
		"booked": nil, "refused": osbp.CodeVerificationFailed, "unknown": errUpstream, "to be verified": osbp.CodeRequiresVerification,
	} {
		t.Run(name, func(t *testing.T) {
			c := newClock("2026-05-01T19:00:00Z")
			m := newMemory(t, c, store.MemoryOptions{})
			p := &verifyingPlatform{fakePlatform: newFakePlatform(t)}
			p.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				if outcome != nil {
					return nil, outcome
				}
				return &osbp.Appointment{ID: "appointment_123"}, nil
			}
			a := newAdapter(t, p, c, func(o *osbp.AdapterOptions) {
				o.Store, o.VerifyPendingOnly, o.MaxBookingsPerMandate = m, true, 3
			})
			in := exampleInput(t)
			in.Customer.GivenName, in.Customer.FamilyName = "Jane", "Customer"
			in = approveWith(t, a, in)
			in.VerificationCode = "482913"
			if _, err := a.CreateBooking(t.Context(), in); (err == nil) != (outcome == nil) {
				t.Fatal(err)
			}
			records := 0
			for rec, err := range m.List(t.Context(), "") {
				if err != nil {
					t.Fatal(err)
				}
				records++
				raw := strings.ToLower(rec.Key + "\n" + string(rec.Value))
				for _, secret := range []string{"jane", "customer", "5555550100", "example.com", "482913", in.Approval.Token, in.Approval.Token[len("approve_"):]} {
					if strings.Contains(raw, strings.ToLower(secret)) {
						t.Errorf("a record holds what must not be kept")
					}
				}
			}
			if records == 0 {
				t.Error("nothing was recorded, so nothing was tested")
			}
		})
	}
}
