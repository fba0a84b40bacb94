package osbp_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// mandateNow is inside the life of the specification's example mandate.
var mandateNow = time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)

func usd(minor int64) *money.Money {
	m := money.Fixed("USD", minor)
	return &m
}

func priced(currency string, minor int64) *money.Money {
	m := money.Fixed(currency, minor)
	return &m
}

var mandateZones = wallclock.SystemZones()

func loadZone(tb testing.TB, name string) wallclock.Zone {
	tb.Helper()
	z, err := mandateZones.LoadZone(name)
	if err != nil {
		tb.Fatal(err)
	}
	return z
}

// exampleCheck is the booking that the specification prints, every part freshly
// made: a mandate, a request, and a service, slot and policy that all agree.
func exampleCheck(tb testing.TB) *osbp.MandateCheck {
	tb.Helper()
	m := &osbp.Mandate{
		ID:             "mnd_2026_05_01_001",
		ExpiresAt:      "2026-05-01T23:59:59-07:00",
		AllowedActions: []osbp.Tool{osbp.ToolBookingCreate},
		OrganizationID: "org_01jw3z8x9k2m4n6p8r0s1t3v5w",
		ServiceIDs:     []string{"service_123"},
		ProviderIDs:    []string{"provider_123"},
		ScheduleIDs:    []string{"schedule_123"},
		EarliestStart:  "2026-05-01T09:00:00",
		LatestEnd:      "2026-05-14T18:00:00",
		MaxPrice:       usd(10000),
		MaxExtraFee:    usd(0),
	}
	return &osbp.MandateCheck{
		Mandate:        m,
		Action:         osbp.ToolBookingCreate,
		OrganizationID: "org_01jw3z8x9k2m4n6p8r0s1t3v5w",
		Request: &osbp.BookingCreateInput{
			Mandate:        m,
			IdempotencyKey: "idem_2026_05_01_001",
			ServiceID:      "service_123",
			ScheduleID:     "schedule_123",
			ProviderID:     "provider_123",
			Date:           "2026-05-05",
			Time:           "13:00",
		},
		Service: &osbp.Service{ID: "service_123", Name: "Haircut", Duration: "PT60M", Price: usd(9500)},
		Slot: &osbp.Slot{
			ID:               "schedule_123:provider_123:service_123:2026-05-05T13:00:00",
			OrganizationID:   "org_01jw3z8x9k2m4n6p8r0s1t3v5w",
			ScheduleID:       "schedule_123",
			ScheduleTimezone: "America/Los_Angeles",
			ProviderID:       "provider_123",
			ServiceID:        "service_123",
			StartsAt:         "2026-05-05T20:00:00.000Z",
			EndsAt:           "2026-05-05T21:00:00.000Z",
			StartsAtLocal:    "2026-05-05T13:00:00",
			EndsAtLocal:      "2026-05-05T14:00:00",
			Price:            usd(9500),
		},
		Policy: &osbp.Policy{
			ServiceID:           "service_123",
			CancellationEnabled: true,
			CancellationFee:     usd(2500),
			NoShowFee:           usd(5000),
			PaymentRequirement:  osbp.PaymentNone,
			Deposit:             usd(0),
			Organization:        &osbp.Organization{ID: "org_01jw3z8x9k2m4n6p8r0s1t3v5w"},
		},
		Now:  mandateNow,
		Zone: loadZone(tb, "America/Los_Angeles"),
	}
}

// requireDeposit makes the policy ask for a deposit that the mandate allows.
func requireDeposit(c *osbp.MandateCheck, deposit, limit int64) {
	c.Policy.PaymentRequirement = osbp.PaymentDeposit
	c.Policy.Deposit = usd(deposit)
	c.Mandate.AllowPolicyFee = true
	c.Mandate.MaxExtraFee = usd(limit)
}

// slotAt moves request and slot to a wall-clock start and end, without instants.
func slotAt(c *osbp.MandateCheck, start, end string) {
	if c.Request != nil {
		c.Request.Date, c.Request.Time, _ = strings.Cut(start, "T")
	}
	c.Slot.StartsAtLocal, c.Slot.EndsAtLocal = start, end
	c.Slot.StartsAt, c.Slot.EndsAt = "", ""
}

// mandateTest edits the specification's example; want is empty for a yes.
type mandateTest struct {
	name string
	edit func(*osbp.MandateCheck)
	want osbp.Code
}

func runMandateTests(t *testing.T, tests []mandateTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := exampleCheck(t)
			tt.edit(c)
			wantVerdict(t, c, tt.want)
		})
	}
}

// wantVerdict checks the verdict in full: the code, the form of the refusal, and
// that ExplainMandate starts with the same.
func wantVerdict(t *testing.T, c *osbp.MandateCheck, want osbp.Code) {
	t.Helper()
	err := osbp.ValidateMandate(c)
	findings := osbp.ExplainMandate(c)
	if want == "" {
		if err != nil {
			t.Fatalf("ValidateMandate refused: %v", findings)
		}
		if len(findings) != 0 {
			t.Fatalf("ExplainMandate found %v in what ValidateMandate let through", findings)
		}
		return
	}
	if err == nil {
		t.Fatalf("ValidateMandate let through what is %s", want)
	}
	if errors.Is(err, osbp.ErrCheckIncomplete) {
		t.Fatalf("ValidateMandate = %v, want %s", err, want)
	}
	p := osbp.AsProblem(err)
	if p == nil || p.Code != want || !errors.Is(err, want) {
		t.Fatalf("ValidateMandate = %v, want %s; all: %v", err, want, findings)
	}
	if p.Retryable || p.Message == "" {
		t.Errorf("refusal is %+v, want a terminal one with a message", *p)
	}
	if len(findings) == 0 || !errors.Is(findings[0].Err, want) {
		t.Errorf("ExplainMandate starts with %v, want %s first", findings, want)
	}
}
