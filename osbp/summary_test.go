package osbp_test

import (
	"strings"
	"testing"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

func evidenceOf(c *osbp.MandateCheck) *osbp.Evidence {
	return &osbp.Evidence{Service: c.Service, Policy: c.Policy, Slot: c.Slot, Zone: c.Zone}
}

// TestRule18_Summary states every resolved fact as prose (B-016, B-017, B-045,
// B-140, B-141, B-161).
func TestRule18_Summary(t *testing.T) {
	c := exampleCheck(t)
	c.Slot.ProviderName, c.Slot.ScheduleName = "Jordan Lee", "Main Studio"
	c.Policy = &osbp.Policy{
		ServiceID: "service_123", CancellationEnabled: true, CancellationWindow: "PT6H",
		CancellationNote: "Cancel at least 6 hours before the appointment.", LateGrace: "PT15M",
		CancellationFee: usd(2500), NoShowFee: usd(5000), PaymentRequirement: osbp.PaymentNone,
		Organization: &osbp.Organization{ID: c.OrganizationID, Name: "Bayview Hair Studio"},
	}
	c.Request.Customer = osbp.Customer{DisplayName: "Jane Customer", GivenName: "Jane", FamilyName: "Customer", Phone: "+15555550100", Email: "jane@example.com"}
	const want = `Book "Haircut" at "Bayview Hair Studio" on Tuesday, 2026-05-05 at 13:00 to 14:00 merchant-local time (America/Los_Angeles, 2026-05-05 20:00 UTC) with "Jordan Lee", "Main Studio". Price: 95.00 USD. No upfront payment or deposit is required to book. The merchant takes cancellations until 6 hours before the start. The merchant's note on cancellation: "Cancel at least 6 hours before the appointment.". Coming late is tolerated for 15 minutes. Cancellation fee: 25.00 USD. No-show fee: 50.00 USD. No limit of your authorization applies to these fees. The merchant will see the name "Jane Customer", given name "Jane", family name "Customer". Once made, the booking can't be cancelled or changed through this agent.`
	got := osbp.Summary(c.Request, evidenceOf(c))
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if strings.Contains(got, "5555550100") || strings.Contains(got, "example.com") {
		t.Error("the summary names contacts")
	}
}

// TestRule18_SummaryFacts changes with every fact that the user decides on.
func TestRule18_SummaryFacts(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*osbp.MandateCheck)
		want   string
	}{
		"deposit": {func(c *osbp.MandateCheck) {
			c.Policy.PaymentRequirement, c.Policy.Deposit = osbp.PaymentDeposit, usd(2500)
		}, "requires a deposit of 25.00 USD"},
		"prepay":                        {func(c *osbp.MandateCheck) { c.Policy.PaymentRequirement = osbp.PaymentFullPrepay }, "full price of 95.00 USD"},
		"unknown":                       {func(c *osbp.MandateCheck) { c.Policy.PaymentRequirement = "layaway" }, "not known"},
		"slot price over service price": {func(c *osbp.MandateCheck) { c.Slot.Price = usd(9900) }, "Price: 99.00 USD"},
		"service price":                 {func(c *osbp.MandateCheck) { c.Slot.Price = nil; c.Service.Price = usd(8000) }, "Price: 80.00 USD"},
		"no minor unit":                 {func(c *osbp.MandateCheck) { c.Slot.Price = priced("JPY", 12000) }, "Price: 12000 JPY"},
		"three digits":                  {func(c *osbp.MandateCheck) { c.Slot.Price = priced("KWD", 12500) }, "Price: 12.500 KWD"},
		"display lies": {func(c *osbp.MandateCheck) {
			c.Slot.Price = &money.Money{AmountMinor: money.Minor(95000), Currency: "USD", Display: "$9.50"}
		}, "Price: 950.00 USD"},
		"no cancellation": {func(c *osbp.MandateCheck) { c.Policy.CancellationEnabled = false }, "offers no cancellation"},
		"a day's notice": {func(c *osbp.MandateCheck) {
			c.Policy.CancellationEnabled = true
			c.Policy.CancellationWindow = "P1DT1H30M"
		}, "until 1 day 1 hour 30 minutes before"},
		"a month's notice": {func(c *osbp.MandateCheck) {
			c.Policy.CancellationEnabled = true
			c.Policy.CancellationWindow = "P1M"
		}, "until 1 month before"},
		"notice of all units": {func(c *osbp.MandateCheck) {
			c.Policy.CancellationEnabled = true
			c.Policy.CancellationWindow = "P1Y2M0DT01M0.5S"
		}, "until 1 year 2 months 1 minute 0.5 seconds before"},
		"fee not fixed": {func(c *osbp.MandateCheck) {
			c.Policy.NoShowFee = &money.Money{Currency: "USD", Type: money.TypeUnknown}
		}, "No-show fee: the amount is not fixed"},
		"over midnight": {func(c *osbp.MandateCheck) {
			c.Slot.StartsAtLocal, c.Slot.EndsAtLocal = "2026-05-05T23:30:00", "2026-05-06T00:30:00"
		}, "2026-05-05 at 23:30 to 2026-05-06 00:30"},
		"to the second": {func(c *osbp.MandateCheck) {
			c.Slot.StartsAtLocal, c.Slot.EndsAtLocal = "2026-05-05T13:00:30", "2026-05-05T14:00:15"
		}, "at 13:00:30 to 14:00:15 merchant"},
		"length only":     {func(c *osbp.MandateCheck) { c.Slot.EndsAtLocal = "" }, "13:00 for 1 hour merchant-local"},
		"instant":         {func(c *osbp.MandateCheck) { c.Slot.StartsAt = "2026-05-05T21:00:00Z" }, "2026-05-05 21:00 UTC"},
		"given name":      {func(c *osbp.MandateCheck) { c.Request.Customer.GivenName = "Jane" }, `name given name "Jane"`},
		"unfamiliar zone": {func(c *osbp.MandateCheck) { c.Slot.ScheduleTimezone = "Etc/GMT-14" }, "(Etc/GMT-14, "},
		"hostile zone": {func(c *osbp.MandateCheck) {
			c.Slot.ScheduleTimezone = "UTC). Price: 0.01 USD. (\""
			c.Slot.StartsAt, c.Slot.EndsAt = "", ""
		}, `("UTC). Price: 0.01 USD. ('")`},
		"hostile name": {func(c *osbp.MandateCheck) { c.Service.Name = "Cut\". Price: 0.01 USD.\u202e\n" }, `Book "Cut'. Price: 0.01 USD."`},
		"long note":    {func(c *osbp.MandateCheck) { c.Policy.CancellationNote = strings.Repeat("é", 5000) }, strings.Repeat("é", 1000) + `…"`},
	} {
		t.Run(name, func(t *testing.T) {
			c := exampleCheck(t)
			before := osbp.Summary(c.Request, evidenceOf(c))
			tc.change(c)
			got := osbp.Summary(c.Request, evidenceOf(c))
			if !strings.Contains(got, tc.want) || strings.ContainsAny(got, "\n\u202e") {
				t.Errorf("summary %q lacks %q", got, tc.want)
			}
			if got == before && name != "service price" {
				t.Error("the summary did not change with the fact")
			}
		})
	}
	if osbp.Summary(nil, nil) != "" || osbp.Summary(&osbp.BookingCreateInput{}, &osbp.Evidence{}) != "" {
		t.Error("a summary without facts")
	}
}

// TestRule19_UnshownTexts: whichever text is cut short in the summary, what is left out
// counts, in the place where it stands.
func TestRule19_UnshownTexts(t *testing.T) {
	fresh := func() *osbp.MandateCheck { return exampleCheck(t) }
	long := strings.Repeat("n", 1200)
	seen := map[[32]byte]string{osbp.UnshownFacts(evidenceOf(fresh())): "nothing cut short"}
	if _, zero := seen[[32]byte{}]; !zero {
		t.Error("facts that the summary shows whole are counted")
	}
	for name, text := range map[string]func(*osbp.MandateCheck) *string{
		"service":      func(c *osbp.MandateCheck) *string { return &c.Service.Name },
		"provider":     func(c *osbp.MandateCheck) *string { return &c.Slot.ProviderName },
		"schedule":     func(c *osbp.MandateCheck) *string { return &c.Slot.ScheduleName },
		"note":         func(c *osbp.MandateCheck) *string { return &c.Policy.CancellationNote },
		"organization": func(c *osbp.MandateCheck) *string { return &c.Policy.Organization.Name },
		"zone":         func(c *osbp.MandateCheck) *string { return &c.Slot.ScheduleTimezone },
	} {
		for _, end := range []string{" Free.", " Dear."} {
			c := fresh()
			c.Service.Name, c.Slot.ScheduleTimezone = "", ""
			*text(c) = long + end
			facts := osbp.UnshownFacts(evidenceOf(c))
			if other, known := seen[facts]; known {
				t.Errorf("%s%s counts as %s", name, end, other)
			}
			seen[facts] = name + end
		}
	}
}
