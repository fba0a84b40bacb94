package osbp_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// FuzzValidateMandate changes the specification's example in a few places at
// random and holds the verdict to the oracle's. Text from the fuzzer is among the
// values of every field that is parsed.
func FuzzValidateMandate(f *testing.F) {
	for seed := range uint64(64) {
		f.Add(seed, "2026-05-05T13:00")
	}
	for _, text := range []string{
		"", "2026-05-05T13:00:00.000000000000", "2026-05-05T13:00:00.0000000001", "0000-01-01T00:00:00Z",
		"9999-12-31T23:59:59-23:59", "2016-12-31T23:59:60Z", "2026-11-01T01:30:00", "2027-03-14T02:30:00", "13:00:00Z",
	} {
		f.Add(uint64(len(text)), text)
	}
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		rng := rand.New(rand.NewPCG(seed, 1))
		c := exampleCheck(t)
		for range rng.IntN(6) {
			mandateEdit(t, rng, c, text)
		}
		err := osbp.ValidateMandate(c)
		if want := oracleCovers(c); want != (err == nil) {
			t.Fatalf("ValidateMandate = %v (%v), oracle says covered: %v\nmandate %+v\nrequest %v %v\nslot %+v\npolicy %+v",
				err, osbp.ExplainMandate(c), want, *c.Mandate, c.Request, requested(c), *c.Slot, *c.Policy)
		}
		findings := osbp.ExplainMandate(c)
		if (len(findings) == 0) != (err == nil) {
			t.Fatalf("ValidateMandate = %v, ExplainMandate = %v", err, findings)
		}
		for i, found := range findings {
			if found.Step < osbp.StepIdentity || found.Step > osbp.StepPayment || found.Err == nil ||
				i > 0 && found.Step < findings[i-1].Step {
				t.Fatalf("findings %v are not in the order of the steps", findings)
			}
		}
		if err != nil {
			if got, want := findings[0].Err.Error(), err.Error(); got != want {
				t.Fatalf("first finding %q, ValidateMandate %q", got, want)
			}
			return
		}
		// The first steps never refuse what the whole check lets through.
		if c.Request != nil {
			if err := osbp.ValidateMandateRequest(c.Mandate, c.OrganizationID, c.Request, c.Now); err != nil {
				t.Fatalf("first steps refuse a covered request: %v", err)
			}
		}
	})
}

func requested(c *osbp.MandateCheck) string {
	if c.Request == nil {
		return ""
	}
	return c.Request.Date + "T" + c.Request.Time
}

// mandateEdit makes one random change.
func mandateEdit(t *testing.T, rng *rand.Rand, c *osbp.MandateCheck, text string) {
	pick := func(values ...string) string { return values[rng.IntN(len(values))] }
	ids := func(id string) []string {
		return [][]string{nil, {}, {id}, {"other", id}, {"other"}, {""}}[rng.IntN(6)]
	}
	wall := func() string {
		return pick("", "2026-05-05T13:00", "2026-05-05T13:00:00", "2026-05-05T14:00:00", "2026-05-05T13:30:00.5",
			"2026-05-05T13:00:00Z", "2026-11-01T01:30:00", "2026-11-01T01:15:00", "2026-11-01T02:00:00",
			"2027-03-14T02:30:00", "2027-03-14T03:30:00", "2026-02-30T13:00:00", text)
	}
	instant := func() string {
		return pick("", "2026-05-05T20:00:00Z", "2026-05-05T21:00:00.000Z", "2026-05-05T13:00:00-07:00",
			"2026-05-05T20:00:00", "2026-11-01T08:30:00Z", "2026-11-01T09:30:00Z", "2026-11-01T05:30:00Z",
			"2026-11-01T06:30:00Z", "2027-03-14T10:30:00Z", text)
	}
	price := func() *money.Money {
		if rng.IntN(6) == 0 {
			return nil
		}
		p := &money.Money{
			Currency: pick("USD", "USD", "USD", "EUR", "JPY", "ZZZ", "usd", ""),
			Type:     money.Type(pick("", "fixed", "fixed", "quote_required", "FIXED")),
		}
		if rng.IntN(6) > 0 {
			amounts := []int64{0, 0, 1, 2000, 9500, 10000, 10001, -1, money.MaxMinor, money.MaxMinor + 1}
			p.AmountMinor = money.Minor(amounts[rng.IntN(len(amounts))])
		}
		return p
	}
	m, slot, policy := c.Mandate, c.Slot, c.Policy
	edits := []func(){
		func() { m.ID = pick("", "mnd") },
		func() { m.ExpiresAt = pick("2026-05-01T23:59:59-07:00", "2016-12-31T23:59:60Z", "2026-05-01", text) },
		func() { m.AllowedActions = []osbp.Tool{osbp.Tool(pick("booking.create", "booking.cancel"))} },
		func() { m.OrganizationID = pick(m.OrganizationID, "", "org_9") },
		func() { c.OrganizationID = pick(c.OrganizationID, "", "org_9") },
		func() { m.ServiceIDs = ids("service_123") },
		func() { m.ScheduleIDs = ids("schedule_123") },
		func() { m.ProviderIDs = ids("provider_123") },
		func() { m.EarliestStart = wall() },
		func() { m.LatestEnd = wall() },
		func() { m.MaxPrice = price() },
		func() { m.MaxExtraFee = price() },
		func() { m.AllowPolicyFee = rng.IntN(3) > 0 },
		func() { c.Request = nil },
		func() {
			if c.Request != nil {
				c.Request.ServiceID = pick(c.Request.ServiceID, "", "other")
				c.Request.ScheduleID = pick(c.Request.ScheduleID, "", "other")
				c.Request.ProviderID = pick(c.Request.ProviderID, "", "other")
			}
		},
		func() {
			if c.Request != nil {
				c.Request.Time = pick("13:00", "13:00:00", "13:00:00.0", "13:30", "01:30", "13:00Z", text)
			}
		},
		func() { c.Service.ID = pick(c.Service.ID, "", "other") },
		func() {
			c.Service.Duration = pick("", "PT60M", "PT30M", "PT5400S", "PT16H", "P1D", "P1W", "P1DT30M", "P1M", "45", "PT0S")
		},
		func() { c.Service.Price = price() },
		func() { c.Service.RequiresConsultation = rng.IntN(2) == 0 },
		func() { slot.OrganizationID = pick(slot.OrganizationID, "", "org_9") },
		func() { slot.ServiceID = pick(slot.ServiceID, "", "other") },
		func() { slot.ScheduleID = pick(slot.ScheduleID, "", "other") },
		func() { slot.ProviderID = pick(slot.ProviderID, "", "other") },
		func() { slot.StartsAt = instant() },
		func() { slot.EndsAt = instant() },
		func() { slot.StartsAtLocal = wall() },
		func() { slot.EndsAtLocal = wall() },
		func() { slot.StartsAt, slot.EndsAt = "", "" },
		func() { slot.EndsAt, slot.EndsAtLocal = "", "" },
		func() {
			start := wall()
			slotAt(c, start, wall())
			m.LatestEnd, m.EarliestStart = pick("", "2027-12-31T00:00:00", wall()), pick("", wall())
			slot.StartsAt, slot.EndsAt = pick("", instant()), pick("", instant())
		},
		func() {
			name := pick("America/Los_Angeles", "America/New_York", "Asia/Tokyo")
			slot.ScheduleTimezone, c.Zone = name, loadZone(t, name)
		},
		func() { slot.ScheduleTimezone = pick("", "Asia/Tokyo") },
		func() { c.Zone = wallclock.Zone{} },
		func() { slot.Price = price() },
		func() { policy.ServiceID = pick(policy.ServiceID, "", "other") },
		func() { policy.Organization = nil },
		func() { policy.Deposit = price() },
		func() { policy.CancellationFee = price() },
		func() { requireDeposit(c, 2000, 2000) },
		func() {
			policy.PaymentRequirement = osbp.PaymentRequirement(
				pick("none", "none", "deposit", "full_prepay", "full_prepay", "unknown", "", "other"))
		},
		func() { c.Now = c.Now.Add(time.Duration(rng.IntN(48)-12) * time.Hour) },
	}
	edits[rng.IntN(len(edits))]()
}

// The oracle and the check agree on many random bookings, and enough of them are a
// yes for that to mean something.
func TestValidateMandateAgainstOracle(t *testing.T) {
	yes := 0
	for seed := range uint64(10_000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		c := exampleCheck(t)
		for range 1 + rng.IntN(5) {
			mandateEdit(t, rng, c, "2026-05-05T13:00:00.25")
		}
		err := osbp.ValidateMandate(c)
		if want := oracleCovers(c); want != (err == nil) {
			t.Fatalf("seed %d: ValidateMandate = %v, oracle says covered: %v; %v\nslot %+v\nmandate %+v",
				seed, err, want, osbp.ExplainMandate(c), *c.Slot, *c.Mandate)
		}
		if err == nil {
			yes++
		}
	}
	if yes < 1000 {
		t.Errorf("only %d of 10000 were a yes", yes)
	}
}
