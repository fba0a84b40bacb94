package osbp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

type storeOptions = store.MemoryOptions

// TestAdapter_Create books what the platform itself offers (B-160, B-173).
func TestAdapter_Create(t *testing.T) {
	p := newFakePlatform(t)
	a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil)
	approved := approveWith(t, a, exampleInput(t))
	if n := p.creates.Load(); n != 0 {
		t.Fatalf("%d creates before approval", n)
	}
	got, err := a.CreateBooking(t.Context(), approved)
	if err != nil || got.Receipt.BookingID != "appointment_123" {
		t.Fatalf("got %+v, %v", got, err)
	}
	if diff := cmp.Diff(int64(1), p.creates.Load()); diff != "" {
		t.Error(diff)
	}
}

// TestRule24_ChosenSlot takes only the slot that the platform offers for exactly
// these ids, this date and this time.
func TestRule24_ChosenSlot(t *testing.T) {
	later := func(s osbp.Slot) osbp.Slot {
		s.StartsAtLocal, s.EndsAtLocal, s.StartsAt, s.EndsAt = "2026-05-05T14:00:00", "2026-05-05T15:00:00", "", ""
		return s
	}
	for _, tc := range []struct {
		name  string
		slots func(osbp.Slot) []osbp.Slot
		in    func(*osbp.BookingCreateInput)
		code  osbp.Code // "" is a challenge
	}{
		{name: "offered", slots: func(s osbp.Slot) []osbp.Slot { return []osbp.Slot{later(s), s} }},
		{name: "seconds spelled out", in: func(in *osbp.BookingCreateInput) { in.Time = "13:00:00" }},
		{name: "none", slots: func(osbp.Slot) []osbp.Slot { return nil }, code: osbp.CodeSlotTaken},
		{name: "another time", slots: func(s osbp.Slot) []osbp.Slot { return []osbp.Slot{later(s)} }, code: osbp.CodeSlotTaken},
		{name: "ghost provider", in: func(in *osbp.BookingCreateInput) {
			in.ProviderID = "ghost"
			in.Mandate.ProviderIDs = append(in.Mandate.ProviderIDs, "ghost")
		}, code: osbp.CodeSlotTaken},
		{name: "no provider asked, one offered", in: func(in *osbp.BookingCreateInput) { in.ProviderID = ""; in.Mandate.ProviderIDs = nil }, code: osbp.CodeSlotTaken},
		{name: "no provider asked, none offered", slots: func(s osbp.Slot) []osbp.Slot { s.ProviderID = ""; return []osbp.Slot{s} },
			in: func(in *osbp.BookingCreateInput) { in.ProviderID = ""; in.Mandate.ProviderIDs = nil }},
		{name: "no provider under a mandate that pins one", slots: func(s osbp.Slot) []osbp.Slot { s.ProviderID = ""; return []osbp.Slot{s} },
			in: func(in *osbp.BookingCreateInput) { in.ProviderID = "" }, code: osbp.CodeProviderUnknown},
		{name: "told twice", slots: func(s osbp.Slot) []osbp.Slot { return []osbp.Slot{s, s} }},
		{name: "two prices", slots: func(s osbp.Slot) []osbp.Slot { o := s; o.Price = usd(1); return []osbp.Slot{s, o} }, code: osbp.CodePlatformResultInvalid},
		{name: "two lengths", slots: func(s osbp.Slot) []osbp.Slot {
			o := s
			o.EndsAtLocal, o.EndsAt = "2026-05-05T14:30:00", "2026-05-05T21:30:00Z"
			return []osbp.Slot{s, o}
		}, code: osbp.CodePlatformResultInvalid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newFakePlatform(t)
			if tc.slots != nil {
				p.slots = tc.slots(p.slots[0])
			}
			in := exampleInput(t)
			if tc.in != nil {
				tc.in(&in)
			}
			_, err := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil).CreateBooking(t.Context(), in)
			if tc.code == "" {
				challengeOf(t, err)
				return
			}
			wantCode(t, err, tc.code, tc.code.Retryable())
			if p.creates.Load() != 0 {
				t.Error("created")
			}
		})
	}
}

// TestRule09_RepeatedHour never picks one of two instants silently.
func TestRule09_RepeatedHour(t *testing.T) {
	p := newFakePlatform(t)
	first := p.slots[0]
	first.ScheduleTimezone, first.StartsAtLocal, first.EndsAtLocal, first.EndsAt = "America/New_York", "", "", ""
	first.StartsAt = "2026-11-01T05:30:00Z"
	second := first
	second.StartsAt = "2026-11-01T06:30:00Z"
	in := exampleInput(t)
	in.Date, in.Time = "2026-11-01", "01:30"
	in.Mandate.ExpiresAt, in.Mandate.LatestEnd = "2026-11-02T00:00:00Z", "2026-11-02T00:00:00"
	a := newAdapter(t, p, newClock("2026-10-30T19:00:00Z"), nil)

	p.slots = []osbp.Slot{first, second}
	find := findInput()
	find.Date = "2026-11-01"
	slots, err := a.FindAvailability(t.Context(), find)
	if err != nil || len(slots) != 2 || slots[0].StartsAt == slots[1].StartsAt || slots[0].StartsAtLocal != "2026-11-01T01:30:00" ||
		slots[1].StartsAtLocal != slots[0].StartsAtLocal {
		t.Fatalf("slots %+v, %v", slots, err)
	}
	_, err = a.CreateBooking(t.Context(), in)
	wantCode(t, err, osbp.CodePlatformResultInvalid, false)

	p.slots = []osbp.Slot{second}
	_, err = a.CreateBooking(t.Context(), in)
	if c := challengeOf(t, err); !strings.Contains(c.Summary, "2026-11-01 06:30 UTC") {
		t.Errorf("the summary does not say which instant: %q", c.Summary)
	}
	p.create = func(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		if d, _ := b.Details(); d.StartsAt != "2026-11-01T06:30:00Z" {
			t.Errorf("booked %s", d.StartsAt)
		}
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	if _, err := a.CreateBooking(t.Context(), approveWith(t, a, in)); err != nil {
		t.Error(err)
	}
}

// TestAdapter_ConsultationBeforeSlots: such a service may offer none (B-112, B-125).
func TestAdapter_ConsultationBeforeSlots(t *testing.T) {
	p := newFakePlatform(t)
	p.service.RequiresConsultation, p.slots = true, nil
	_, err := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil).CreateBooking(t.Context(), exampleInput(t))
	wantCode(t, err, osbp.CodeRequiresConsultationHandoff, false)
}

// TestAdapter_DefaultsAreForReads: a create names its ids.
func TestAdapter_DefaultsAreForReads(t *testing.T) {
	for name, spoil := range map[string]func(*osbp.BookingCreateInput){
		"service":  func(in *osbp.BookingCreateInput) { in.ServiceID = "" },
		"schedule": func(in *osbp.BookingCreateInput) { in.ScheduleID = "" },
	} {
		in := exampleInput(t)
		spoil(&in)
		_, err := newAdapter(t, newFakePlatform(t), newClock("2026-05-01T19:00:00Z"), nil).CreateBooking(t.Context(), in)
		if p := wantCode(t, err, osbp.CodeInvalidInput, false); !strings.Contains(p.Message, name) {
			t.Errorf("%s: message %q names no field", name, p.Message)
		}
	}
}

// TestAdapter_Names passes nicknames and invents no parts (B-042..B-044).
func TestAdapter_Names(t *testing.T) {
	for name, tc := range map[string]struct {
		customer  osbp.Customer
		parts, ok bool
	}{
		"nickname":                   {osbp.Customer{DisplayName: "Alex"}, false, true},
		"no name":                    {osbp.Customer{}, false, true},
		"display name, parts needed": {osbp.Customer{DisplayName: "Alex Smith"}, true, false},
		"one part":                   {osbp.Customer{GivenName: "Alex", DisplayName: "Alex Smith"}, true, false},
		"both parts":                 {osbp.Customer{GivenName: "Alex", FamilyName: "Smith"}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			in := exampleInput(t)
			in.Customer = tc.customer
			p := newFakePlatform(t)
			p.create = func(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				if d, _ := b.Details(); d.Customer != tc.customer {
					t.Error("the customer was changed on the way")
				}
				return &osbp.Appointment{ID: "a"}, nil
			}
			a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), func(o *osbp.AdapterOptions) { o.NeedsNameParts = tc.parts })
			if !tc.ok {
				_, err := a.CreateBooking(t.Context(), in)
				wantCode(t, err, osbp.CodeCustomerNameAmbiguous, false)
				return
			}
			if _, err := a.CreateBooking(t.Context(), approveWith(t, a, in)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAdapter_VerificationFlow keeps the approval through requires_verification and
// a wrong code (B-172, B-174).
func TestAdapter_VerificationFlow(t *testing.T) {
	p := newFakePlatform(t)
	var codes []string
	p.create = func(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		d, _ := b.Details()
		codes = append(codes, d.VerificationCode)
		switch d.VerificationCode {
		case "":
			return nil, osbp.CodeRequiresVerification
		case "123456":
			return &osbp.Appointment{ID: "appointment_123"}, nil
		}
		return nil, osbp.CodeVerificationFailed
	}
	a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil)
	in := approveWith(t, a, exampleInput(t))
	_, err := a.CreateBooking(t.Context(), in)
	wantCode(t, err, osbp.CodeRequiresVerification, true)
	in.VerificationCode = "000000"
	_, err = a.CreateBooking(t.Context(), in)
	wantCode(t, err, osbp.CodeVerificationFailed, true)
	in.VerificationCode = "123456"
	if _, err := a.CreateBooking(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"", "000000", "123456"}, codes); diff != "" {
		t.Error(diff)
	}
}

func verifyInput() osbp.VerificationSendInput {
	return osbp.VerificationSendInput{Customer: osbp.Customer{Phone: "+15555550100"}, Purpose: osbp.BookingPurpose(exampleOrganization)}
}

func flag(b bool) *bool { return &b }

// TestAdapter_Verification guards purpose and contact, and what comes back.
func TestAdapter_Verification(t *testing.T) {
	sent := 0
	p := &verifyingPlatform{fakePlatform: newFakePlatform(t)}
	p.send = func(_ context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
		sent++
		return &osbp.VerificationChallenge{Sent: flag(true), Method: "carrier_pigeon"}, nil
	}
	a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil)
	ctx := t.Context()
	got, err := a.SendVerification(ctx, verifyInput())
	want := &osbp.VerificationChallenge{Sent: flag(true), Method: osbp.VerificationUnknown, Purpose: osbp.BookingPurpose(exampleOrganization)}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for name, tc := range map[string]struct {
		change func(*osbp.VerificationSendInput)
		code   osbp.Code
	}{
		"other organization": {func(in *osbp.VerificationSendInput) { in.Purpose = "booking:org_other" }, osbp.CodeInvalidVerificationPurpose},
		"other purpose":      {func(in *osbp.VerificationSendInput) { in.Purpose = "login" }, osbp.CodeInvalidVerificationPurpose},
		"no purpose":         {func(in *osbp.VerificationSendInput) { in.Purpose = "" }, osbp.CodeInvalidVerificationPurpose},
		"no contact":         {func(in *osbp.VerificationSendInput) { in.Customer.Phone = "" }, osbp.CodeInvalidInput},
	} {
		in := verifyInput()
		tc.change(&in)
		_, err := a.SendVerification(ctx, in)
		if osbp.AsProblem(err) == nil || osbp.AsProblem(err).Code != tc.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	if sent != 1 {
		t.Errorf("%d codes were sent, want 1", sent)
	}
	for name, answer := range map[string]*osbp.VerificationChallenge{
		"nil": nil, "no flag": {}, "verified instead of sent": {Verified: flag(true)},
		"other purpose": {Sent: flag(true), Purpose: "booking:org_other"},
	} {
		p.send = func(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
			return answer, nil
		}
		if _, err := a.SendVerification(ctx, verifyInput()); osbp.AsProblem(err) == nil {
			t.Errorf("%s: passed", name)
		}
	}
	_, err = a.VerifyCode(ctx, osbp.VerificationVerifyInput{Customer: verifyInput().Customer, Purpose: verifyInput().Purpose, Code: "1"})
	wantCode(t, err, osbp.CodeVerificationNotSupported, false)
	bare := newAdapter(t, newFakePlatform(t), newClock("2026-05-01T19:00:00Z"), nil)
	_, err = bare.SendVerification(ctx, verifyInput())
	wantCode(t, err, osbp.CodeVerificationNotSupported, false)
}

// TestAdapter_VerifyPendingOnly sends codes only to whom a pending attempt names
// (B-239).
func TestAdapter_VerifyPendingOnly(t *testing.T) {
	c := newClock("2026-05-01T19:00:00Z")
	p := &verifyingPlatform{fakePlatform: newFakePlatform(t)}
	sent := 0
	p.send = func(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
		sent++
		return &osbp.VerificationChallenge{Sent: flag(true), Method: osbp.VerificationSMS}, nil
	}
	p.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return nil, osbp.CodeRequiresVerification
	}
	m := newMemory(t, c, storeOptions{})
	a := newAdapter(t, p, c, func(o *osbp.AdapterOptions) { o.VerifyPendingOnly, o.Store = true, m })
	ctx := t.Context()
	_, err := a.SendVerification(ctx, verifyInput())
	wantCode(t, err, osbp.CodeVerificationNotPending, false)
	if _, err := a.CreateBooking(ctx, approveWith(t, a, exampleInput(t))); osbp.AsProblem(err).Code != osbp.CodeRequiresVerification {
		t.Fatal(err)
	}
	if _, err := a.SendVerification(ctx, verifyInput()); err != nil {
		t.Errorf("the pending contact was refused: %v", err)
	}
	other := verifyInput()
	other.Customer.Email = "victim@example.net"
	_, err = a.SendVerification(ctx, other)
	wantCode(t, err, osbp.CodeVerificationNotPending, false)
	for rec, err := range m.List(ctx, "") {
		if err != nil || strings.Contains(rec.Key+string(rec.Value), "5555550100") {
			t.Error("the store holds a contact")
		}
	}
	c.Advance(1 << 41) // more than half an hour
	_, err = a.SendVerification(ctx, verifyInput())
	wantCode(t, err, osbp.CodeVerificationNotPending, false)
	if sent != 1 {
		t.Errorf("%d codes sent, want 1", sent)
	}
}

// TestRule16_UnboundedPrices are terminal through the adapter (B-069, B-168).
func TestRule16_UnboundedPrices(t *testing.T) {
	p := newFakePlatform(t)
	p.slots[0].Price = &money.Money{Currency: "USD", Type: money.TypeInsuranceDependent}
	_, err := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil).CreateBooking(t.Context(), exampleInput(t))
	problem := wantCode(t, err, osbp.CodeRequiresUserConfirmation, false)
	if strings.Contains(problem.Message, "token") {
		t.Errorf("message %q", problem.Message)
	}
}
