package osbp_test

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// mandateRequest asks for a mandate for the specification's example slot.
func mandateRequest(tb testing.TB) osbp.MandateRequest {
	c := exampleCheck(tb)
	return osbp.MandateRequest{
		ID: "mnd_1", ExpiresAt: mandateNow.Add(time.Hour),
		Service: c.Service, Slot: c.Slot, Policy: c.Policy, Zone: c.Zone, Now: c.Now,
	}
}

// checkOf is the booking for which a mandate was made.
func checkOf(m *osbp.Mandate, req osbp.MandateRequest) *osbp.MandateCheck {
	c := &osbp.MandateCheck{
		Mandate: m, OrganizationID: req.Slot.OrganizationID,
		Service: req.Service, Slot: req.Slot, Policy: req.Policy, Now: req.Now, Zone: req.Zone,
	}
	return c
}

func TestNewMandateIsTheTightest(t *testing.T) {
	req := mandateRequest(t)
	got, err := osbp.NewMandate(req)
	if err != nil {
		t.Fatal(err)
	}
	want := &osbp.Mandate{
		ID:             "mnd_1",
		ExpiresAt:      "2026-05-01T20:00:00Z",
		AllowedActions: []osbp.Tool{osbp.ToolBookingCreate},
		OrganizationID: "org_01jw3z8x9k2m4n6p8r0s1t3v5w",
		ServiceIDs:     []string{"service_123"},
		ProviderIDs:    []string{"provider_123"},
		ScheduleIDs:    []string{"schedule_123"},
		EarliestStart:  "2026-05-05T13:00:00",
		LatestEnd:      "2026-05-05T14:00:00",
		MaxPrice:       &money.Money{AmountMinor: money.Minor(9500), Currency: "USD"},
		MaxExtraFee:    &money.Money{AmountMinor: money.Minor(0), Currency: "USD"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mandate (-want +got):\n%s", diff)
	}
	wantVerdict(t, checkOf(got, req), "")
}

func TestNewMandatePolicyFee(t *testing.T) {
	t.Run("not required: consent is not passed on", func(t *testing.T) {
		req := mandateRequest(t)
		req.AllowPolicyFee = true
		m, err := osbp.NewMandate(req)
		if err != nil || m.AllowPolicyFee {
			t.Errorf("mandate %+v, %v; want one that allows no fee", m, err)
		}
	})
	t.Run("deposit", func(t *testing.T) {
		req := mandateRequest(t)
		req.Policy.PaymentRequirement, req.Policy.Deposit = osbp.PaymentDeposit, usd(2000)
		if m, err := osbp.NewMandate(req); m != nil || !errors.Is(err, osbp.CodeRequiresPaymentHandoff) {
			t.Fatalf("without consent: %+v, %v", m, err)
		}
		req.AllowPolicyFee = true
		m, err := osbp.NewMandate(req)
		if err != nil || !m.AllowPolicyFee {
			t.Fatalf("mandate %+v, %v; want one that allows the deposit", m, err)
		}
		if want := (money.Money{AmountMinor: money.Minor(2000), Currency: "USD"}); *m.MaxExtraFee != want {
			t.Errorf("max_extra_fee %+v, want %+v", *m.MaxExtraFee, want)
		}
	})
	t.Run("full_prepay", func(t *testing.T) {
		req := mandateRequest(t)
		req.AllowPolicyFee = true
		req.Policy.PaymentRequirement = osbp.PaymentFullPrepay
		m, err := osbp.NewMandate(req)
		if err != nil || !m.AllowPolicyFee || *m.MaxExtraFee != *m.MaxPrice {
			t.Errorf("mandate %+v, %v; want one that allows the price to be paid", m, err)
		}
	})
}

// What cannot be bounded gets no mandate, and neither does what was left out.
func TestNewMandateRefuses(t *testing.T) {
	tests := []struct {
		name string
		edit func(*osbp.MandateRequest)
		want error
	}{
		{"zero request", func(r *osbp.MandateRequest) { *r = osbp.MandateRequest{} }, osbp.ErrCheckIncomplete},
		{"no id", func(r *osbp.MandateRequest) { r.ID = "" }, osbp.ErrCheckIncomplete},
		{"no expiry", func(r *osbp.MandateRequest) { r.ExpiresAt = time.Time{} }, osbp.ErrCheckIncomplete},
		{"no now", func(r *osbp.MandateRequest) { r.Now = time.Time{} }, osbp.ErrCheckIncomplete},
		{"no service", func(r *osbp.MandateRequest) { r.Service = nil }, osbp.ErrCheckIncomplete},
		{"no slot", func(r *osbp.MandateRequest) { r.Slot = nil }, osbp.ErrCheckIncomplete},
		{"no policy", func(r *osbp.MandateRequest) { r.Policy = nil }, osbp.ErrCheckIncomplete},
		{"no zone", func(r *osbp.MandateRequest) { r.Zone = wallclock.Zone{} }, osbp.ErrCheckIncomplete},
		{"already expired", func(r *osbp.MandateRequest) { r.ExpiresAt = r.Now }, osbp.CodeMandateExpired},
		{"an expiry beyond the calendar", func(r *osbp.MandateRequest) { r.ExpiresAt = r.Now.AddDate(9000, 0, 0) },
			osbp.CodeInvalidMandate},
		{"no organization", func(r *osbp.MandateRequest) { r.Slot.OrganizationID = "" }, osbp.CodeInvalidMandate},
		{"two organizations", func(r *osbp.MandateRequest) { r.Policy.Organization.ID = "org_9" },
			osbp.CodeOrganizationNotAllowed},
		{"two services", func(r *osbp.MandateRequest) { r.Slot.ServiceID = "service_9" }, osbp.CodeInvalidMandate},
		{"no schedule", func(r *osbp.MandateRequest) { r.Slot.ScheduleID = "" }, osbp.CodeScheduleNotAllowed},
		{"malformed start", func(r *osbp.MandateRequest) { r.Slot.StartsAtLocal += "Z" }, osbp.CodeInvalidMandate},
		{"no end and no duration", func(r *osbp.MandateRequest) {
			r.Slot.EndsAtLocal, r.Slot.EndsAt, r.Service.Duration = "", "", ""
		}, osbp.CodeSlotTooLate},
		{"a price to be quoted", func(r *osbp.MandateRequest) { r.Slot.Price = typed("USD", money.TypeQuoteRequired, -1) },
			osbp.CodeRequiresUserConfirmation},
		{"no price", func(r *osbp.MandateRequest) { r.Slot.Price, r.Service.Price = nil, nil },
			osbp.CodeRequiresUserConfirmation},
		{"two currencies", func(r *osbp.MandateRequest) { r.Service.Price = priced("EUR", 1) },
			osbp.CodeCurrencyMismatch},
		{"a price that no list knows", func(r *osbp.MandateRequest) {
			r.Slot.Price, r.Service.Price, r.Policy.Deposit = priced("ZZZ", 1), nil, nil
		}, osbp.CodeRequiresUserConfirmation},
		{"a consultation", func(r *osbp.MandateRequest) { r.Service.RequiresConsultation = true },
			osbp.CodeRequiresConsultationHandoff},
		{"unknown payment", func(r *osbp.MandateRequest) { r.Policy.PaymentRequirement = osbp.PaymentUnknown },
			osbp.CodeRequiresUserConfirmation},
		{"unknown deposit", func(r *osbp.MandateRequest) {
			r.AllowPolicyFee = true
			r.Policy.PaymentRequirement, r.Policy.Deposit = osbp.PaymentDeposit, nil
		}, osbp.CodeRequiresUserConfirmation},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := mandateRequest(t)
			tt.edit(&req)
			m, err := osbp.NewMandate(req)
			if m != nil || !errors.Is(err, tt.want) {
				t.Errorf("NewMandate = %+v, %v; want %v", m, err, tt.want)
			}
		})
	}
}

// A slot without an end, or without a provider, gets as tight a mandate as it
// allows.
func TestNewMandateFromLess(t *testing.T) {
	req := mandateRequest(t)
	req.Slot.EndsAt, req.Slot.EndsAtLocal, req.Service.Duration = "", "", "PT1H30M"
	req.Slot.ProviderID = ""
	m, err := osbp.NewMandate(req)
	if err != nil {
		t.Fatal(err)
	}
	if m.LatestEnd != "2026-05-05T14:30:00" || m.ProviderIDs != nil {
		t.Errorf("latest_end %q, provider_ids %v; want the derived end and no provider", m.LatestEnd, m.ProviderIDs)
	}
}

// Rule 50: the request is read, never written into, and the mandate shares nothing
// with it.
func TestRule50_NewMandateLeavesItsRequestAlone(t *testing.T) {
	req, twin := mandateRequest(t), mandateRequest(t)
	m, err := osbp.NewMandate(req)
	if err != nil {
		t.Fatal(err)
	}
	*m.MaxPrice, *m.MaxExtraFee = money.Money{}, money.Money{}
	m.ServiceIDs[0], m.ScheduleIDs[0], m.ProviderIDs[0] = "", "", ""
	if diff := cmp.Diff(twin, req, cmp.Comparer(func(a, b wallclock.Zone) bool { return a == b })); diff != "" {
		t.Errorf("request changed (-want +got):\n%s", diff)
	}
}

// deviations are single steps outside a mandate made for one slot, each with the
// code that catches it.
var deviations = []mandateTest{
	{"organization", func(c *osbp.MandateCheck) { c.OrganizationID, c.Slot.OrganizationID = "org_9", "org_9" },
		osbp.CodeOrganizationNotAllowed},
	{"service", func(c *osbp.MandateCheck) {
		c.Service.ID, c.Slot.ServiceID, c.Policy.ServiceID = "service_9", "service_9", "service_9"
	}, osbp.CodeServiceNotAllowed},
	{"schedule", func(c *osbp.MandateCheck) { c.Slot.ScheduleID = "schedule_9" }, osbp.CodeScheduleNotAllowed},
	{"provider", func(c *osbp.MandateCheck) { c.Slot.ProviderID = "provider_9" }, osbp.CodeProviderNotAllowed},
	{"no provider", func(c *osbp.MandateCheck) { c.Slot.ProviderID = "" }, osbp.CodeProviderUnknown},
	{"action", func(c *osbp.MandateCheck) { c.Action = osbp.ToolVerificationSend }, osbp.CodeActionNotAllowed},
	{"expiry", func(c *osbp.MandateCheck) { c.Now = c.Now.Add(time.Hour) }, osbp.CodeMandateExpired},
	{"start a second earlier", func(c *osbp.MandateCheck) { shift(c, &c.Slot.StartsAtLocal, &c.Slot.StartsAt, -1) },
		osbp.CodeSlotTooEarly},
	{"end a second later", func(c *osbp.MandateCheck) { shift(c, &c.Slot.EndsAtLocal, &c.Slot.EndsAt, 1) },
		osbp.CodeSlotTooLate},
	{"no end", func(c *osbp.MandateCheck) { c.Slot.EndsAtLocal, c.Slot.EndsAt, c.Service.Duration = "", "", "" },
		osbp.CodeSlotTooLate},
	{"price a minor unit higher", func(c *osbp.MandateCheck) {
		n, _ := c.Slot.Price.AmountMinor.Minor()
		c.Slot.Price.AmountMinor = money.Minor(n + 1)
	}, osbp.CodePriceExceedsMandate},
	{"price in another currency", func(c *osbp.MandateCheck) { c.Slot.Price.Currency = "CHF" },
		osbp.CodeCurrencyMismatch},
	{"price to be quoted", func(c *osbp.MandateCheck) { c.Slot.Price.Type = money.TypeQuoteRequired },
		osbp.CodeRequiresUserConfirmation},
	{"consultation", func(c *osbp.MandateCheck) { c.Service.RequiresConsultation = true },
		osbp.CodeRequiresConsultationHandoff},
	{"payment unknown", func(c *osbp.MandateCheck) { c.Policy.PaymentRequirement = osbp.PaymentUnknown },
		osbp.CodeRequiresUserConfirmation},
	{"a deposit more", func(c *osbp.MandateCheck) {
		n := int64(1)
		if c.Policy.Deposit != nil {
			n, _ = c.Policy.Deposit.AmountMinor.Minor()
			n++
		}
		c.Policy.PaymentRequirement = osbp.PaymentDeposit
		c.Policy.Deposit = priced(c.Slot.Price.Currency, n)
	}, ""}, // the code depends on whether a deposit was allowed
}

// shift moves a wall clock and its instant by seconds.
func shift(c *osbp.MandateCheck, local, instant *string, seconds int) {
	at, err := wallclock.ParseInstant(*instant)
	if err != nil {
		panic(err)
	}
	at = at.Add(time.Duration(seconds) * time.Second)
	*instant, *local = wallclock.FormatInstant(at), c.Zone.ToLocal(at).String()
}

// Property: a mandate made for a slot covers it, and covers no single deviation.
func TestNewMandateProperty(t *testing.T) {
	zones := []string{"America/Los_Angeles", "Australia/Lord_Howe", "Asia/Kathmandu", "Europe/Dublin", "UTC"}
	currencies := []string{"USD", "JPY", "KWD", "CLF", "EUR"}
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 7))
		build := func() osbp.MandateRequest {
			rng = rand.New(rand.NewPCG(seed, 7))
			req := mandateRequest(t)
			currency := currencies[rng.IntN(len(currencies))]
			req.Zone = loadZone(t, zones[rng.IntN(len(zones))])
			start := mandateNow.Add(time.Duration(rng.IntN(200*24*60)) * time.Minute)
			end := start.Add(time.Duration(1+rng.IntN(300)) * time.Minute)
			req.Slot.ScheduleTimezone = req.Zone.Name()
			req.Slot.StartsAt, req.Slot.EndsAt = wallclock.FormatInstant(start), wallclock.FormatInstant(end)
			req.Slot.StartsAtLocal, req.Slot.EndsAtLocal = req.Zone.ToLocal(start).String(), req.Zone.ToLocal(end).String()
			req.Slot.Price = priced(currency, rng.Int64N(1_000_000))
			req.Service.Price = nil
			req.Policy.Deposit = nil
			if rng.IntN(2) == 0 {
				req.AllowPolicyFee = true
				req.Policy.PaymentRequirement = osbp.PaymentDeposit
				req.Policy.Deposit = priced(currency, 1+rng.Int64N(1_000_000))
			}
			return req
		}
		req := build()
		m, err := osbp.NewMandate(req)
		if req.Slot.EndsAtLocal <= req.Slot.StartsAtLocal {
			if !errors.Is(err, osbp.CodeSlotTooEarly) && !errors.Is(err, osbp.CodeSlotTooLate) {
				t.Fatalf("seed %d: a slot across a clock change: %v", seed, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		wantVerdict(t, checkOf(m, req), "")
		for _, d := range deviations {
			c := checkOf(m, build())
			d.edit(c)
			err := osbp.ValidateMandate(c)
			if err == nil || d.want != "" && !errors.Is(err, d.want) {
				t.Errorf("seed %d: deviation %q: %v, want %q", seed, d.name, err, d.want)
			}
		}
	}
}
