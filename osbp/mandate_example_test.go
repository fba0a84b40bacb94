package osbp_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// A haircut on the fifth of May, as the read tools of a platform describe it.
func haircut() (*osbp.Service, *osbp.Slot, *osbp.Policy) {
	price := money.Fixed("USD", 9500)
	service := &osbp.Service{ID: "haircut", Name: "Haircut", Duration: "PT60M", Price: &price}
	slot := &osbp.Slot{
		OrganizationID: "bayview", ServiceID: "haircut", ScheduleID: "main", ProviderID: "jordan",
		StartsAtLocal: "2026-05-05T13:00:00", EndsAtLocal: "2026-05-05T14:00:00",
		Price: &price,
	}
	policy := &osbp.Policy{ServiceID: "haircut", PaymentRequirement: osbp.PaymentNone}
	return service, slot, policy
}

var may1 = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// An adapter asks before every create whether the user's mandate covers it.
func ExampleValidateMandate() {
	service, slot, policy := haircut()
	mandate := &osbp.Mandate{
		ID:             "mnd_1",
		ExpiresAt:      "2026-05-02T00:00:00Z",
		AllowedActions: []osbp.Tool{osbp.ToolBookingCreate},
		OrganizationID: "bayview",
		LatestEnd:      "2026-05-31T18:00:00",
		MaxPrice:       &money.Money{AmountMinor: money.Minor(9000), Currency: "USD"},
	}
	err := osbp.ValidateMandate(&osbp.MandateCheck{
		Mandate: mandate, OrganizationID: "bayview",
		Service: service, Slot: slot, Policy: policy,
		Now: may1,
	})
	fmt.Println(errors.Is(err, osbp.CodePriceExceedsMandate))
	fmt.Println(osbp.AsProblem(err).Message)
	// Output:
	// true
	// The price exceeds mandate.max_price.
}

// Whoever debugs an integration wants to see every reason at once.
func ExampleExplainMandate() {
	service, slot, policy := haircut()
	mandate := &osbp.Mandate{
		ID:             "mnd_1",
		ExpiresAt:      "2026-05-02T00:00:00Z",
		AllowedActions: []osbp.Tool{osbp.ToolBookingCreate},
		OrganizationID: "bayview",
		ProviderIDs:    []string{"alex"},
		EarliestStart:  "2026-05-06T00:00:00",
	}
	for _, finding := range osbp.ExplainMandate(&osbp.MandateCheck{
		Mandate: mandate, OrganizationID: "bayview",
		Service: service, Slot: slot, Policy: policy,
		Now: may1,
	}) {
		fmt.Println(finding)
	}
	// Output:
	// 4 scope: provider_not_allowed: The provider is not in mandate.provider_ids.
	// 5 window: slot_too_early: The slot starts before mandate.earliest_start.
}

// An agent drafts the tightest mandate for the slot that the user chose, and asks
// the user to approve it.
func ExampleNewMandate() {
	service, slot, policy := haircut()
	mandate, err := osbp.NewMandate(osbp.MandateRequest{
		ID: "mnd_1", ExpiresAt: may1.Add(12 * time.Hour),
		Service: service, Slot: slot, Policy: policy,
		Now: may1,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(mandate.OrganizationID, mandate.ServiceIDs, mandate.ScheduleIDs, mandate.ProviderIDs)
	fmt.Println(mandate.EarliestStart, "to", mandate.LatestEnd)
	fmt.Println("at most", mandate.MaxPrice, "and no fee:", !mandate.AllowPolicyFee)
	// Output:
	// bayview [haircut] [main] [jordan]
	// 2026-05-05T13:00:00 to 2026-05-05T14:00:00
	// at most 95.00 USD and no fee: true
}

// An integrator sees what a platform's read tools leave out.
func ExampleReachability() {
	service, slot, policy := haircut()
	slot.ProviderID, slot.EndsAtLocal, service.Duration = "", "", ""
	for _, gap := range osbp.Reachability(service, slot, policy) {
		fmt.Printf("%s for %s (%s), blocking: %t\n", gap.Member, gap.MandateMember, gap.Clause, gap.Blocking)
	}
	// Output:
	// slot.provider_id for provider_ids (B-129), blocking: false
	// slot.ends_at_local for latest_end (B-194), blocking: true
	// slot.schedule_timezone for latest_end (B-073), blocking: false
	// policy.organization for organization_id (B-143), blocking: false
}
