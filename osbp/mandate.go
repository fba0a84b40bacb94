package osbp

import "github.com/openservicekit/openservice/money"

// Mandate is the BookingMandate: the user's scoped authorization, inside which
// alone an appointment may be created (OSBP "BookingMandate"). It is unsigned
// JSON in v0.1.0; ValidateMandate checks every field before a mutation.
//
// A nil id list leaves that dimension unconstrained; an empty, non-nil one is
// present and allows nothing. Encoding keeps the two apart.
type Mandate struct {
	// ID identifies the mandate; required.
	ID string `json:"id"`
	// ExpiresAt is an RFC 3339 instant with Z or an explicit offset. At that
	// instant the mandate is expired.
	ExpiresAt string `json:"expires_at"`
	// AllowedActions lists tools; a string that is no tool grants nothing.
	AllowedActions []Tool `json:"allowed_actions"`
	// OrganizationID is the merchant that the mandate is anchored to; required.
	OrganizationID string `json:"organization_id"`

	ServiceIDs  []string `json:"service_ids,omitzero"`
	ProviderIDs []string `json:"provider_ids,omitzero"`
	ScheduleIDs []string `json:"schedule_ids,omitzero"`

	// EarliestStart and LatestEnd are merchant-local wall-clock strings without
	// an offset (YYYY-MM-DDTHH:MM[:SS]); empty means no bound.
	EarliestStart string `json:"earliest_start,omitzero"`
	LatestEnd     string `json:"latest_end,omitzero"`

	// MaxPrice caps the price; nil means no cap, never no check.
	MaxPrice *money.Money `json:"max_price,omitzero"`
	// AllowPolicyFee permits a booking with a required payment or deposit.
	AllowPolicyFee bool `json:"allow_policy_fee"`
	// MaxExtraFee caps that payment; nil means no cap.
	MaxExtraFee *money.Money `json:"max_extra_fee,omitzero"`
}
