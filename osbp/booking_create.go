package osbp

import (
	"fmt"
	"io"
	"log/slog"
)

// BookingCreateInput is the input of booking.create (OSBP "booking.create").
// Date and Time are merchant-local wall clocks taken unchanged from the selected
// slot's starts_at_local. Approval and VerificationCode are transient: they are
// no part of the payload that the idempotency key and the approval bind.
//
// It prints as its idempotency key and mandate id only.
type BookingCreateInput struct {
	// Mandate is the user's authorization; nil is invalid_mandate.
	Mandate *Mandate `json:"mandate"`
	// IdempotencyKey is fresh for each logical attempt, 1 to 255 bytes.
	IdempotencyKey string `json:"idempotency_key"`
	ServiceID      string `json:"service_id"`
	ScheduleID     string `json:"schedule_id"`
	// ProviderID may be empty only for a slot that names no provider.
	ProviderID string `json:"provider_id,omitzero"`
	// Date is YYYY-MM-DD, Time is HH:MM[:SS], both without an offset.
	Date     string   `json:"date"`
	Time     string   `json:"time"`
	Customer Customer `json:"customer"`
	// Approval is omitted on the first call of an attempt.
	Approval *Approval `json:"approval,omitzero"`
	// VerificationCode is supplied only on a retry after requires_verification.
	VerificationCode string `json:"verification_code,omitzero"`
}

// Approval carries the user's confirmation of a challenge and its token.
type Approval struct {
	Confirmed bool   `json:"confirmed"`
	Token     string `json:"token"`
}

// MaxIdempotencyKey is the longest idempotency key accepted, in bytes.
const MaxIdempotencyKey = 255

// String names the attempt by its correlation ids, never the customer or a secret.
func (in BookingCreateInput) String() string {
	mandate := ""
	if in.Mandate != nil {
		mandate = in.Mandate.ID
	}
	return fmt.Sprintf("booking.create(key %q, mandate %q)", in.IdempotencyKey, mandate)
}

// Format writes String whatever the verb.
func (in BookingCreateInput) Format(s fmt.State, _ rune) { io.WriteString(s, in.String()) }

// LogValue logs the correlation ids.
func (in BookingCreateInput) LogValue() slog.Value { return slog.StringValue(in.String()) }

// String returns a placeholder, never the token.
func (Approval) String() string { return redactedText }

// Format writes a placeholder whatever the verb.
func (Approval) Format(s fmt.State, _ rune) { io.WriteString(s, redactedText) }

// LogValue logs a placeholder.
func (Approval) LogValue() slog.Value { return slog.StringValue(redactedText) }

// Receipt is OSBP's proof of creation (OSBP "booking.create"). The platform's
// appointment record stays authoritative.
type Receipt struct {
	ID        string `json:"id"`
	BookingID string `json:"booking_id"`
	// Text is English prose; merchant text in it is display data.
	Text string `json:"text"`
}

// CreateResult is what a successful create returns: the receipt and, where it was
// replayed from local state, the diagnostics that say so.
type CreateResult struct {
	Receipt Receipt
	Runtime *Runtime
}

// Runtime is osbp_runtime: optional diagnostics of how a response was produced
// (OSBP "Result Envelope").
type Runtime struct {
	Idempotency string `json:"idempotency,omitzero"`
	Message     string `json:"message,omitzero"`
}

// LocalCacheReplay is the only value of Runtime.Idempotency that v0.1.0 defines:
// a settled result was returned from local state without a platform call.
const LocalCacheReplay = "local_cache_replay"
