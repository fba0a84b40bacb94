package osbp_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// TestAdapter_ResultsAreItsOwn: what has been checked stays as it was, whatever the
// platform does with its objects afterwards, and nothing is written into those.
func TestAdapter_ResultsAreItsOwn(t *testing.T) {
	p := newFakePlatform(t)
	p.service.Options = []osbp.ServiceOption{{ID: "o", Name: "Wash", Price: usd(500)}}
	p.policy.Organization = &osbp.Organization{Name: "The Shop", Timezone: "America/Nowhere"}
	p.policy.Deposit = usd(0)
	p.slots[0].ScheduleHours = []osbp.ScheduleHours{{Day: 1, Open: "09:00", Close: "17:00"}}
	a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil)
	ctx := t.Context()
	service, err := a.DescribeService(ctx, osbp.ServiceDescribeInput{})
	if err != nil {
		t.Fatal(err)
	}
	policy, err := a.ExplainPolicy(ctx, osbp.PolicyExplainInput{})
	if err != nil {
		t.Fatal(err)
	}
	slots, err := a.FindAvailability(ctx, findInput())
	if err != nil {
		t.Fatal(err)
	}
	before := map[string]string{"service": string(toJSON(t, service)), "policy": string(toJSON(t, policy)), "slots": string(toJSON(t, slots))}
	if id := p.policy.Organization.ID; id != "" || p.policy.Organization.Timezone == "" {
		t.Errorf("the platform's organization became %q, %q", id, p.policy.Organization.Timezone)
	}
	p.service.Price.AmountMinor = usd(1).AmountMinor
	p.service.Options[0].Name = "changed"
	p.service.Options[0].Price.AmountMinor = usd(1).AmountMinor
	p.policy.Organization.Name = "changed"
	p.policy.NoShowFee.AmountMinor = usd(1).AmountMinor
	p.policy.Deposit.AmountMinor = usd(1).AmountMinor
	p.slots[0].Price.AmountMinor = usd(1).AmountMinor
	p.slots[0].ScheduleHours[0].Day = 7
	after := map[string]string{"service": string(toJSON(t, service)), "policy": string(toJSON(t, policy)), "slots": string(toJSON(t, slots))}
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("what was read changed with the platform's own:\n%s", diff)
	}
}

// TestRule10_UnknownZoneOfTheOrganization is left out, and costs no policy.
func TestRule10_UnknownZoneOfTheOrganization(t *testing.T) {
	for _, zone := range []string{"America/Nowhere", "Local", "../etc/passwd", "america/los_angeles"} {
		p := newFakePlatform(t)
		p.policy.Organization = &osbp.Organization{Timezone: zone}
		got, err := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil).ExplainPolicy(t.Context(), osbp.PolicyExplainInput{})
		if err != nil || got.Organization.Timezone != "" {
			t.Errorf("%q: got %+v, %v", zone, got, err)
		}
	}
}

// TestRule24_AlmostOneOffer: two slots at the time that was asked for are one offer
// only if they agree in all that is booked.
func TestRule24_AlmostOneOffer(t *testing.T) {
	// Wall clocks only, in a zone that the platform does not name.
	local := func(s *osbp.Slot) { s.ScheduleTimezone, s.StartsAt, s.EndsAt = "", "", "" }
	for name, tc := range map[string]struct {
		both, second func(*osbp.Slot)
		one          bool
	}{
		"another label":      {nil, func(s *osbp.Slot) { s.ID = "slot_2" }, true},
		"one price missing":  {nil, func(s *osbp.Slot) { s.Price = nil }, false},
		"another currency":   {nil, func(s *osbp.Slot) { s.Price = priced("EUR", 9500) }, false},
		"one end missing":    {local, func(s *osbp.Slot) { s.EndsAtLocal = "" }, false},
		"another end":        {local, func(s *osbp.Slot) { s.EndsAtLocal = "2026-05-05T14:30:00" }, false},
		"another instant":    {local, func(s *osbp.Slot) { s.StartsAt = "2026-05-05T20:00:00Z" }, false},
		"ends at an instant": {local, func(s *osbp.Slot) { s.EndsAt = "2026-05-05T21:00:00Z" }, false},
		"another zone": {func(s *osbp.Slot) { local(s); s.ScheduleTimezone = "Mars/One" },
			func(s *osbp.Slot) { s.ScheduleTimezone = "Mars/Two" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := newFakePlatform(t)
			if tc.both != nil {
				tc.both(&p.slots[0])
			}
			p.slots = append(p.slots, p.slots[0])
			tc.second(&p.slots[1])
			_, err := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil).CreateBooking(t.Context(), exampleInput(t))
			if tc.one {
				challengeOf(t, err)
				return
			}
			wantCode(t, err, osbp.CodePlatformResultInvalid, false)
		})
	}
}

// TestRule24_AskedForExactly: the platform is asked for the ids and the date of the
// request, none of them left out.
func TestRule24_AskedForExactly(t *testing.T) {
	p := newFakePlatform(t)
	var asked []osbp.AvailabilityFindInput
	p.find = func(_ context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
		asked = append(asked, in)
		return p.slots, nil
	}
	approveWith(t, newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil), exampleInput(t))
	want := []osbp.AvailabilityFindInput{{ServiceID: "service_123", ScheduleID: "schedule_123", Date: "2026-05-05", ProviderID: "provider_123"}}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("(-want +asked):\n%s", diff)
	}
}

// TestAdapter_NotReadableIsForStatus: from any other read it is no answer.
func TestAdapter_NotReadableIsForStatus(t *testing.T) {
	p := newFakePlatform(t)
	failing(p, func() error { return osbp.ErrNotReadable })
	a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil)
	for _, tool := range readTools {
		code := osbp.CodeInternalAdapterError
		if tool == osbp.ToolBookingStatus {
			code = osbp.CodeBookingNotFound
		}
		wantCode(t, callRead(a, tool), code, false)
	}
}

// TestAdapter_VerifyCodeNeedsACode before the platform is asked.
func TestAdapter_VerifyCodeNeedsACode(t *testing.T) {
	p := &verifyingPlatform{fakePlatform: newFakePlatform(t)}
	p.verify = func(context.Context, osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
		t.Error("the platform was asked to check no code")
		return &osbp.VerificationChallenge{Verified: flag(true)}, nil
	}
	in := osbp.VerificationVerifyInput{Customer: verifyInput().Customer, Purpose: verifyInput().Purpose}
	_, err := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil).VerifyCode(t.Context(), in)
	if problem := wantCode(t, err, osbp.CodeInvalidInput, false); !strings.Contains(problem.Message, "code") {
		t.Errorf("message %q", problem.Message)
	}
}

// TestAdapter_PendingContacts: who is asked for a code again, or for another one, may
// be sent one for half an hour from then on; an address is one in any letter case.
func TestAdapter_PendingContacts(t *testing.T) {
	for _, refusal := range []osbp.Code{osbp.CodeRequiresVerification, osbp.CodeVerificationFailed} {
		t.Run(string(refusal), func(t *testing.T) {
			c := newClock("2026-05-01T19:00:00Z")
			p := &verifyingPlatform{fakePlatform: newFakePlatform(t)}
			p.send = func(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
				return &osbp.VerificationChallenge{Sent: flag(true), Method: osbp.VerificationEmail}, nil
			}
			p.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) { return nil, refusal }
			a := newAdapter(t, p, c, func(o *osbp.AdapterOptions) { o.VerifyPendingOnly = true })
			in := verifyInput()
			in.Customer = osbp.Customer{Email: "Jane@Example.com"}
			book := func() {
				t.Helper()
				_, err := a.CreateBooking(t.Context(), approveWith(t, a, exampleInput(t)))
				wantCode(t, err, refusal, true)
			}
			book()
			if _, err := a.SendVerification(t.Context(), in); err != nil {
				t.Errorf("first: %v", err)
			}
			c.Advance(20 * time.Minute)
			book()
			c.Advance(30*time.Minute - time.Second)
			if _, err := a.SendVerification(t.Context(), in); err != nil {
				t.Errorf("again: %v", err)
			}
			c.Advance(time.Second)
			_, err := a.SendVerification(t.Context(), in)
			wantCode(t, err, osbp.CodeVerificationNotPending, false)
		})
	}
}
