package osbp_test

import (
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

func price(currency string, minor int64) *money.Money {
	m := money.Fixed(currency, minor)
	return &m
}

func loadZone(tb testing.TB, name string) wallclock.Zone {
	tb.Helper()
	z, err := wallclock.SystemZones().LoadZone(name)
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

// withoutEvidenceInstants leaves the wall clocks alone.
func withoutInstants(c *osbp.MandateCheck) { c.Slot.StartsAt, c.Slot.EndsAt = "", "" }

// at moves request and slot to one wall-clock start, with an end, and drops the
// instants.
func at(c *osbp.MandateCheck, date, clock, start, end string) {
	c.Request.Date, c.Request.Time = date, clock
	c.Slot.StartsAtLocal, c.Slot.EndsAtLocal = start, end
	withoutInstants(c)
}
