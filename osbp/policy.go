package osbp

import "github.com/openservicekit/openservice/money"

// PaymentRequirement says what the merchant wants paid before the appointment
// (OSBP "policy.explain"). Anything but the constants counts as unknown.
type PaymentRequirement string

// The payment requirements of v0.1.0. OSBP collects none of them.
const (
	PaymentNone       PaymentRequirement = "none"
	PaymentDeposit    PaymentRequirement = "deposit"
	PaymentFullPrepay PaymentRequirement = "full_prepay"
	PaymentUnknown    PaymentRequirement = "unknown"
)

// VerificationMethod is how the platform verifies a customer (OSBP
// "policy.explain"). Later versions may add methods; a reader keeps going.
type VerificationMethod string

// The verification methods of v0.1.0.
const (
	VerificationSMS     VerificationMethod = "sms"
	VerificationEmail   VerificationMethod = "email"
	VerificationNone    VerificationMethod = "none"
	VerificationUnknown VerificationMethod = "unknown"
)

// Policy holds payment and cancellation facts (OSBP "policy.explain"). The fees
// are conditional liabilities: disclosed in the approval summary, not capped by
// the mandate.
type Policy struct {
	ServiceID           string `json:"service_id"`
	CancellationEnabled bool   `json:"cancellation_enabled"`
	// CancellationWindow and LateGrace are ISO 8601 durations.
	CancellationWindow string             `json:"cancellation_window,omitzero"`
	CancellationNote   string             `json:"cancellation_note,omitzero"`
	LateGrace          string             `json:"late_grace,omitzero"`
	CancellationFee    *money.Money       `json:"cancellation_fee,omitzero"`
	NoShowFee          *money.Money       `json:"no_show_fee,omitzero"`
	PaymentRequirement PaymentRequirement `json:"payment_requirement,omitzero"`
	Deposit            *money.Money       `json:"deposit,omitzero"`
	VerificationMethod VerificationMethod `json:"verification_method,omitzero"`
	Organization       *Organization      `json:"organization,omitzero"`
}

// Organization is the merchant (OSBP "Core Objects"). ID is what a mandate is
// anchored to, Timezone an IANA name, Currency an ISO 4217 code, Country an ISO
// 3166-1 alpha-2 code.
type Organization struct {
	ID       string `json:"id"`
	Name     string `json:"name,omitzero"`
	Timezone string `json:"timezone,omitzero"`
	Currency string `json:"currency,omitzero"`
	Country  string `json:"country,omitzero"`
}

// PolicyExplainInput is the input of policy.explain.
type PolicyExplainInput struct {
	ServiceID string `json:"service_id"`
}
