package sandbox

import "time"

// reason is the platform's own, stable word for a refusal.
type reason string

const (
	reasonNoBusiness    reason = "no_such_shop"
	reasonNoOffering    reason = "no_such_offering"
	reasonNoCalendar    reason = "no_such_calendar"
	reasonNoReservation reason = "no_such_reservation"
	reasonTaken         reason = "opening_taken"
	reasonUnclear       reason = "begins_twice"
	reasonPriceChanged  reason = "price_changed"
	reasonKeyReused     reason = "key_reused"
	reasonByRequest     reason = "by_request_only"
	reasonContact       reason = "contact_rejected"
	reasonName          reason = "full_name_needed"
	reasonCodeNeeded    reason = "code_needed"
	reasonCodeRejected  reason = "code_rejected"
	reasonProofNeeded   reason = "proof_needed"
	reasonNoReadback    reason = "no_readback"
	reasonSlowDown      reason = "slow_down"
	reasonVersion       reason = "version_needed"
	reasonBadRequest    reason = "bad_request"
	reasonNoCodes       reason = "no_codes_here"
)

// refusal is the platform's word that it did not do what it was asked.
type refusal struct {
	reason reason
	// retryAfter goes with reasonSlowDown.
	retryAfter time.Duration
}

func (r *refusal) Error() string { return "sandbox: " + string(r.reason) }

func refuse(r reason) error { return &refusal{reason: r} }
