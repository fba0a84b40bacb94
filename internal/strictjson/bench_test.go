package strictjson_test

import (
	"testing"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// booking is the OSBP text's booking.create input.
const booking = `{
  "mandate": {
    "id": "mnd_2026_05_01_001",
    "expires_at": "2026-05-01T23:59:59-07:00",
    "allowed_actions": ["booking.create"],
    "organization_id": "org_01jw3z8x9k2m4n6p8r0s1t3v5w",
    "service_ids": ["service_123"],
    "provider_ids": ["provider_123"],
    "schedule_ids": ["schedule_123"],
    "earliest_start": "2026-05-01T09:00:00",
    "latest_end": "2026-05-14T18:00:00",
    "max_price": { "amount_minor": 10000, "currency": "USD" },
    "allow_policy_fee": false,
    "max_extra_fee": { "amount_minor": 0, "currency": "USD" }
  },
  "idempotency_key": "idem_2026_05_01_001",
  "service_id": "service_123",
  "schedule_id": "schedule_123",
  "provider_id": "provider_123",
  "date": "2026-05-05",
  "time": "13:00",
  "customer": {
    "id": "customer_123",
    "display_name": "Jane Customer",
    "given_name": "Jane",
    "family_name": "Customer",
    "phone": "+15555550100",
    "email": "jane@example.com"
  },
  "approval": { "confirmed": true, "token": "approve_opaque_adapter_token" },
  "verification_code": "123456"
}`

type bookingInput struct {
	Mandate struct {
		ID             string   `json:"id"`
		ExpiresAt      string   `json:"expires_at"`
		AllowedActions []string `json:"allowed_actions"`
		OrganizationID string   `json:"organization_id"`
		ServiceIDs     []string `json:"service_ids"`
		ProviderIDs    []string `json:"provider_ids"`
		ScheduleIDs    []string `json:"schedule_ids"`
		EarliestStart  string   `json:"earliest_start"`
		LatestEnd      string   `json:"latest_end"`
		MaxPrice       *limit   `json:"max_price"`
		AllowPolicyFee bool     `json:"allow_policy_fee"`
		MaxExtraFee    *limit   `json:"max_extra_fee"`
	} `json:"mandate"`
	IdempotencyKey string `json:"idempotency_key"`
	ServiceID      string `json:"service_id"`
	ScheduleID     string `json:"schedule_id"`
	ProviderID     string `json:"provider_id"`
	Date           string `json:"date"`
	Time           string `json:"time"`
	Customer       struct {
		ID          string `json:"id"`
		DisplayName string `json:"display_name"`
		GivenName   string `json:"given_name"`
		FamilyName  string `json:"family_name"`
		Phone       string `json:"phone"`
		Email       string `json:"email"`
	} `json:"customer"`
	Approval struct {
		Confirmed bool   `json:"confirmed"`
		Token     string `json:"token"`
	} `json:"approval"`
	VerificationCode string `json:"verification_code"`
}

func BenchmarkCheck(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(booking)))
	for b.Loop() {
		if err := strictjson.Check([]byte(booking), strictjson.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(booking)))
	for b.Loop() {
		var in bookingInput
		if err := strictjson.Decode([]byte(booking), &in, strictjson.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCanonical(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(booking)))
	for b.Loop() {
		if _, err := strictjson.Canonical([]byte(booking)); err != nil {
			b.Fatal(err)
		}
	}
}
