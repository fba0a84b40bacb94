package osbp_test

import (
	"testing"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

func BenchmarkPayloadHash(b *testing.B) {
	usd := money.Money{AmountMinor: money.Minor(10000), Currency: "USD"}
	zero := money.Money{AmountMinor: money.Minor(0), Currency: "USD"}
	in := &osbp.BookingCreateInput{
		Mandate: &osbp.Mandate{ID: "mnd_2026_05_01_001", ExpiresAt: "2026-05-01T23:59:59-07:00",
			AllowedActions: []osbp.Tool{"booking.create"}, OrganizationID: "org_01jw3z8x9k2m4n6p8r0s1t3v5w",
			ServiceIDs: []string{"service_123"}, ProviderIDs: []string{"provider_123"}, ScheduleIDs: []string{"schedule_123"},
			EarliestStart: "2026-05-01T09:00:00", LatestEnd: "2026-05-14T18:00:00", MaxPrice: &usd, MaxExtraFee: &zero},
		IdempotencyKey: "idem_2026_05_01_001", ServiceID: "service_123", ScheduleID: "schedule_123", ProviderID: "provider_123",
		Date: "2026-05-05", Time: "13:00",
		Customer: osbp.Customer{ID: "customer_123", DisplayName: "Jane Customer", GivenName: "Jane", FamilyName: "Customer",
			Phone: "+15555550100", Email: "jane@example.com"},
		Approval: &osbp.Approval{Confirmed: true, Token: "approve_opaque_adapter_token"}, VerificationCode: "123456",
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osbp.PayloadHash(in); err != nil {
			b.Fatal(err)
		}
	}
}
