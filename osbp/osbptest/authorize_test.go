package osbptest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/osbptest"
)

// failing records a failure where a test would end.
type failing struct{ message string }

func (*failing) Helper() {}

func (f *failing) Fatalf(format string, args ...any) { f.message = fmt.Sprintf(format, args...) }

func details(t *testing.T, b *osbp.AuthorizedBooking) osbp.BookingDetails {
	t.Helper()
	d, err := b.Details()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// equal compares details that would print as placeholders.
func equal(t *testing.T, got, want osbp.BookingDetails) {
	t.Helper()
	plain := cmp.Transformer("plain", func(m money.Money) string { return m.Plain() })
	if !cmp.Equal(got, want, plain) {
		t.Errorf("details differ:\n%s", cmp.Diff(got, want, plain))
	}
}

func TestAuthorizeFillsIn(t *testing.T) {
	equal(t, details(t, osbptest.Authorize(t, osbp.BookingDetails{})), osbp.BookingDetails{
		OrganizationID: "org_01jw3z8x9k2m4n6p8r0s1t3v5w", ServiceID: "service_123", ScheduleID: "schedule_123",
		SlotID: "slot_123", Date: "2026-05-05", Time: "13:00", StartsAtLocal: "2026-05-05T13:00:00",
		Customer:       osbp.Customer{DisplayName: "Jane Customer", Phone: "+15555550100", Email: "jane@example.com"},
		IdempotencyKey: "idem_osbptest", ExpectedPrice: money.Fixed("USD", 9500),
	})
}

func TestAuthorizeKeeps(t *testing.T) {
	for name, d := range map[string]osbp.BookingDetails{
		"everything": {
			OrganizationID: "org_1", ServiceID: "s", ScheduleID: "c", ProviderID: "p", SlotID: "slot", Date: "2031-02-28",
			Time: "23:30:00", StartsAtLocal: "2031-02-28T23:30", EndsAtLocal: "2031-03-01T00:15", StartsAt: "2031-02-28T22:30:00Z",
			ScheduleTimezone: "Europe/Berlin", Customer: osbp.Customer{GivenName: "Ann", FamilyName: "Lee"},
			VerificationCode: "482913", IdempotencyKey: "k", ExpectedPrice: money.Fixed("KWD", 12500),
		},
		"a start in the past": {
			OrganizationID: "org_1", ServiceID: "s", ScheduleID: "c", SlotID: "slot", Date: "1999-01-01", Time: "09:00",
			StartsAtLocal: "1999-01-01T09:00:00", Customer: osbp.Customer{DisplayName: "Ann"},
			IdempotencyKey: "k", ExpectedPrice: money.Fixed("JPY", 0),
		},
	} {
		t.Run(name, func(t *testing.T) { equal(t, details(t, osbptest.Authorize(t, d)), d) })
	}
	local := details(t, osbptest.Authorize(t, osbp.BookingDetails{StartsAtLocal: "2027-10-04T08:15:00"}))
	if local.Date != "2027-10-04" || local.Time != "08:15:00" {
		t.Errorf("date %q and time %q are not those of the local start", local.Date, local.Time)
	}
}

// TestAuthorizeRefuses: a Creator decides, so what would not be booked is not
// authorized either.
func TestAuthorizeRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		d    osbp.BookingDetails
		want string
	}{
		"impossible date":       {osbp.BookingDetails{Date: "2026-02-30"}, "date"},
		"other local start":     {osbp.BookingDetails{StartsAtLocal: "2026-05-05T14:00", Date: "2026-05-05", Time: "13:00"}, "invalid_mandate"},
		"no such zone":          {osbp.BookingDetails{ScheduleTimezone: "Mars/Phobos"}, "ScheduleTimezone"},
		"instant at other time": {osbp.BookingDetails{ScheduleTimezone: "America/Los_Angeles", StartsAt: "2026-05-05T12:00:00Z"}, "invalid_mandate"},
		"price not fixed":       {osbp.BookingDetails{ExpectedPrice: money.Money{Currency: "USD", Type: "starting_at"}}, "requires_user_confirmation"},
		"ends before it starts": {osbp.BookingDetails{EndsAtLocal: "2026-05-05T12:00"}, "invalid_mandate"},
		"key that is no text":   {osbp.BookingDetails{IdempotencyKey: "\x00"}, "invalid_input"},
	} {
		t.Run(name, func(t *testing.T) {
			f := new(failing)
			if b := osbptest.Authorize(f, c.d); b != nil || !strings.Contains(f.message, c.want) {
				t.Errorf("got %v and %q, want nil and a failure that says %s", b, f.message, c.want)
			}
		})
	}
}

// adapter answers booking.create as it is told.
type adapter struct {
	osbp.BookingAdapter
	create func(osbp.BookingCreateInput) (*osbp.CreateResult, error)
}

func (a adapter) CreateBooking(_ context.Context, in osbp.BookingCreateInput) (*osbp.CreateResult, error) {
	return a.create(in)
}

func TestApprove(t *testing.T) {
	challenge := &osbp.Problem{
		Code: osbp.CodeRequiresUserConfirmation, Retryable: true,
		Message: "Book a haircut.\n\nRetry with approval.token=\"approve_abc\"",
	}
	sent := &osbp.Approval{Confirmed: true, Token: "of another attempt"}
	in := osbptest.Approve(t.Context(), t, adapter{create: func(in osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		sent = in.Approval
		return nil, challenge
	}}, osbp.BookingCreateInput{IdempotencyKey: "k", Approval: sent})
	if sent != nil {
		t.Error("the first call was not without approval")
	}
	if in.IdempotencyKey != "k" || in.Approval == nil || !in.Approval.Confirmed || in.Approval.Token != "approve_abc" {
		t.Error("the input does not come back with the approval of the challenge")
	}
	for name, c := range map[string]struct {
		result *osbp.CreateResult
		err    error
		want   string
	}{
		"books unasked": {new(osbp.CreateResult), nil, "without approval"},
		"refuses":       {nil, osbp.CodeSlotTaken, "slot_taken"},
		"terminal":      {nil, osbp.NewProblem(osbp.CodeRequiresUserConfirmation, "No."), "requires_user_confirmation"},
	} {
		t.Run(name, func(t *testing.T) {
			f := new(failing)
			in := osbptest.Approve(t.Context(), f, adapter{create: func(osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				return c.result, c.err
			}}, osbp.BookingCreateInput{})
			if in.Approval != nil || !strings.Contains(f.message, c.want) {
				t.Errorf("approval %v, failure %q, want none and %q", in.Approval, f.message, c.want)
			}
		})
	}
}
