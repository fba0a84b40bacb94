package osbp

import (
	"crypto/sha256"
	"errors"
)

// PayloadHash identifies what a booking attempt asks for (OSBP "booking.create"):
// SHA-256 over the RFC 8785 form of the input without its transient members,
// approval and verification_code. The idempotency key is part of it.
//
// It is taken over the typed input, so the spelling of the JSON does not matter,
// but every value does: "13:00" and "13:00:00" are different payloads, and an
// empty list is not an absent one. A required list that is nil counts as empty.
//
// An input that has no JSON form is refused and hashes to nothing: a nil input or
// mandate, text that is not UTF-8 (encoders replace it, and two payloads would
// look alike), an amount outside 0..2^53-1. Decoded inputs have none of these.
func PayloadHash(in *BookingCreateInput) ([sha256.Size]byte, error) {
	if in == nil {
		return [sha256.Size]byte{}, errors.New("osbp: booking.create input is nil")
	}
	if in.Mandate == nil {
		return [sha256.Size]byte{}, errors.New("osbp: mandate is nil")
	}
	var space [usualPayload]byte
	var w canonicalWriter
	payload := w.payload(space[:0], in)
	if w.err != nil {
		return [sha256.Size]byte{}, w.err
	}
	return sha256.Sum256(payload), nil
}

// usualPayload is the size up to which a payload need not be allocated.
const usualPayload = 2048

func (w *canonicalWriter) payload(b []byte, in *BookingCreateInput) []byte {
	b = append(b, '{')
	b = w.customer(w.member(b, "customer"), &in.Customer)
	b = w.text(b, "date", in.Date)
	b = w.text(b, "idempotency_key", in.IdempotencyKey)
	b = w.mandate(w.member(b, "mandate"), in.Mandate)
	b = w.optional(b, "provider_id", in.ProviderID)
	b = w.text(b, "schedule_id", in.ScheduleID)
	b = w.text(b, "service_id", in.ServiceID)
	b = w.text(b, "time", in.Time)
	return append(b, '}')
}

func (w *canonicalWriter) customer(b []byte, c *Customer) []byte {
	b = append(b, '{')
	b = w.optional(b, "display_name", c.DisplayName)
	b = w.optional(b, "email", c.Email)
	b = w.optional(b, "family_name", c.FamilyName)
	b = w.optional(b, "given_name", c.GivenName)
	b = w.optional(b, "id", c.ID)
	b = w.optional(b, "phone", c.Phone)
	return append(b, '}')
}

func (w *canonicalWriter) mandate(b []byte, m *Mandate) []byte {
	b = append(b, '{')
	b = w.bool(b, "allow_policy_fee", m.AllowPolicyFee)
	b = canonicalList(w, b, "allowed_actions", m.AllowedActions)
	b = w.optional(b, "earliest_start", m.EarliestStart)
	b = w.text(b, "expires_at", m.ExpiresAt)
	b = w.text(b, "id", m.ID)
	b = w.optional(b, "latest_end", m.LatestEnd)
	b = w.price(b, "max_extra_fee", m.MaxExtraFee)
	b = w.price(b, "max_price", m.MaxPrice)
	b = w.text(b, "organization_id", m.OrganizationID)
	b = w.optionalList(b, "provider_ids", m.ProviderIDs)
	b = w.optionalList(b, "schedule_ids", m.ScheduleIDs)
	b = w.optionalList(b, "service_ids", m.ServiceIDs)
	return append(b, '}')
}
