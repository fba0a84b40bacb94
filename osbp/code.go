package osbp

// Code is the stable, machine-readable reason of a refusal (OSBP "Result
// Envelope": branch on problem.code only). A Code is itself an error, so
//
//	errors.Is(err, osbp.CodeSlotTaken)
//
// holds through any wrapping of a *Problem or of the bare Code. Each constant
// says who should do what next.
type Code string

// The protocol-meaningful codes of v0.1.0, in the specification's order.
const (
	// CodeInvalidMandate: the mandate lacks required fields, expires_at lacks an
	// explicit timezone, a wall-clock field carries an offset, or the evidence is
	// not about the request. The agent asks the user for a new mandate.
	CodeInvalidMandate Code = "invalid_mandate"
	// CodeMandateExpired: expires_at has come. The agent asks for a new mandate.
	CodeMandateExpired Code = "mandate_expired"
	// CodeActionNotAllowed: the tool is not in allowed_actions. The agent asks the
	// user whether to widen the mandate.
	CodeActionNotAllowed Code = "action_not_allowed"
	// CodeOrganizationNotAllowed: another organization than the mandate's. The
	// agent picks a merchant in scope or asks for a new mandate.
	CodeOrganizationNotAllowed Code = "organization_not_allowed"
	// CodeServiceNotAllowed: the service is not in service_ids. As above.
	CodeServiceNotAllowed Code = "service_not_allowed"
	// CodeScheduleNotAllowed: the schedule is not in schedule_ids. As above.
	CodeScheduleNotAllowed Code = "schedule_not_allowed"
	// CodeProviderUnknown: the mandate pins providers and the slot names none.
	// The agent picks a slot with a provider or asks for a wider mandate.
	CodeProviderUnknown Code = "provider_unknown"
	// CodeProviderNotAllowed: the provider is not in provider_ids. As above.
	CodeProviderNotAllowed Code = "provider_not_allowed"
	// CodeSlotTooEarly: the slot starts before earliest_start. The agent picks a
	// later slot.
	CodeSlotTooEarly Code = "slot_too_early"
	// CodeSlotTooLate: the slot ends after latest_end, or its end is unknown. The
	// agent picks an earlier slot.
	CodeSlotTooLate Code = "slot_too_late"
	// CodePriceExceedsMandate: the price is over max_price. The agent picks a
	// cheaper slot or asks the user.
	CodePriceExceedsMandate Code = "price_exceeds_mandate"
	// CodePolicyFeeExceedsMandate: the required fee is over max_extra_fee. The
	// agent asks the user.
	CodePolicyFeeExceedsMandate Code = "policy_fee_exceeds_mandate"
	// CodeCurrencyMismatch: a price or fee is in another currency than the cap.
	// The agent asks the user for a new approval in that currency.
	CodeCurrencyMismatch Code = "currency_mismatch"
	// CodeRequiresPaymentHandoff: a payment is required that the mandate does not
	// allow. The agent hands off.
	CodeRequiresPaymentHandoff Code = "requires_payment_handoff"
	// CodeRequiresConsultationHandoff: the service goes through a consultation or
	// quote. The agent hands off.
	CodeRequiresConsultationHandoff Code = "requires_consultation_handoff"
	// CodeRequiresUserConfirmation has two forms. The challenge is retryable and
	// carries an approval token: show the summary, get a yes, retry (ParseChallenge
	// takes it apart). The terminal form is not retryable and has no token: explain
	// the blocking fact and hand off.
	CodeRequiresUserConfirmation Code = "requires_user_confirmation"
	// CodeRequiresVerification: the platform wants the customer verified. The
	// agent calls verification.send, asks for the code and retries with it.
	CodeRequiresVerification Code = "requires_verification"
	// CodeVerificationFailed: the code was wrong or expired. The agent sends again
	// and retries booking.create with the new code.
	CodeVerificationFailed Code = "verification_failed"
	// CodeSlotTaken: the slot is gone. The agent finds another one.
	CodeSlotTaken Code = "slot_taken"
	// CodeIdempotencyConflict: the key was used with another payload. The agent
	// uses a fresh key for a new attempt.
	CodeIdempotencyConflict Code = "idempotency_conflict"
	// CodeBookingNotFound: no appointment matches. The agent checks the id.
	CodeBookingNotFound Code = "booking_not_found"
	// CodeBookingStatusRequiresVerification: history is gated. The agent relies on
	// the receipt or hands off.
	CodeBookingStatusRequiresVerification Code = "booking_status_requires_verification"
	// CodeRateLimited: the platform answered 429. The agent backs off and retries.
	CodeRateLimited Code = "rate_limited"
	// CodeInternalAdapterError: the adapter failed unexpectedly, before anything
	// was sent. The operator reads the log; the agent hands off.
	CodeInternalAdapterError Code = "internal_adapter_error"
)

// Adapter-specific codes that this suite emits beside the protocol's own (OSBP
// "Result Envelope" permits them).
const (
	// CodeInvalidInput: the input does not meet the tool's schema; the message
	// names the field. The agent corrects the call.
	CodeInvalidInput Code = "invalid_input"
	// CodeVerificationNotSupported: the platform has no such primitive. The agent
	// does not simulate it.
	CodeVerificationNotSupported Code = "verification_not_supported"
	// CodeInvalidVerificationPurpose: purpose is not booking:{organization_id}. The
	// agent corrects the call.
	CodeInvalidVerificationPurpose Code = "invalid_verification_purpose"
	// CodeVerificationNotPending: the host only sends codes to the contact of a
	// pending booking attempt, and this is none. The agent starts with booking.create.
	CodeVerificationNotPending Code = "verification_not_pending"
	// CodePlatformResultInvalid: the platform answered something malformed. The
	// operator reads the log; the agent hands off.
	CodePlatformResultInvalid Code = "platform_result_invalid"
	// CodePlatformUnavailable: the platform could not be asked before anything was
	// sent. The agent retries later.
	CodePlatformUnavailable Code = "platform_unavailable"
	// CodeBookingInProgress: a twin of this call is under way elsewhere. The agent
	// retries with the same key.
	CodeBookingInProgress Code = "booking_in_progress"
	// CodeBookingOutcomeUnknown: a create may have reached the platform and its
	// outcome is not known. The agent never books anew on a guess: it retries the
	// same key where that is retryable, else hands off.
	CodeBookingOutcomeUnknown Code = "booking_outcome_unknown"
	// CodeStoreUnavailable: the durable store or audit log would not take what must
	// be written before a create. The call sent nothing. The agent retries later.
	CodeStoreUnavailable Code = "store_unavailable"
	// CodeBookingCapReached: the operator's cap on bookings per mandate is used up.
	// The agent asks the user for a new mandate.
	CodeBookingCapReached Code = "booking_cap_reached"
	// CodeCustomerNameAmbiguous: the platform needs a given and a family name and
	// the input does not say which is which. The agent asks the customer.
	CodeCustomerNameAmbiguous Code = "customer_name_ambiguous"
	// CodeAdapterNotImplemented: the adapter's author has not mapped this method
	// yet. The operator completes the integration; the agent hands off.
	CodeAdapterNotImplemented Code = "adapter_not_implemented"
	// CodeMissingConfig: the adapter lacks configuration. The operator supplies it.
	CodeMissingConfig Code = "missing_config"
)

// Error makes every Code an error that errors.Is finds in a wrapped *Problem.
func (c Code) Error() string { return "osbp: " + string(c) }

var protocolCodes = [...]Code{
	CodeInvalidMandate, CodeMandateExpired, CodeActionNotAllowed,
	CodeOrganizationNotAllowed, CodeServiceNotAllowed, CodeScheduleNotAllowed,
	CodeProviderUnknown, CodeProviderNotAllowed, CodeSlotTooEarly, CodeSlotTooLate,
	CodePriceExceedsMandate, CodePolicyFeeExceedsMandate, CodeCurrencyMismatch,
	CodeRequiresPaymentHandoff, CodeRequiresConsultationHandoff,
	CodeRequiresUserConfirmation, CodeRequiresVerification, CodeVerificationFailed,
	CodeSlotTaken, CodeIdempotencyConflict, CodeBookingNotFound,
	CodeBookingStatusRequiresVerification, CodeRateLimited, CodeInternalAdapterError,
}

// ProtocolCodes returns the 24 codes of OSBP "Result Envelope" in its order.
func ProtocolCodes() []Code { return append([]Code(nil), protocolCodes[:]...) }

// Protocol reports whether c is one of the specification's own 24 codes.
func (c Code) Protocol() bool {
	for _, known := range protocolCodes {
		if c == known {
			return true
		}
	}
	return false
}

// Retryable returns the code's default for Problem.Retryable: whether the same
// call can succeed later as it stands or with what the code asks for. Of
// CodeRequiresUserConfirmation only the challenge form is retryable, so the
// default is false; the gate sets it on a challenge. Unknown codes are not.
func (c Code) Retryable() bool {
	switch c {
	case CodeRequiresVerification, CodeVerificationFailed, CodeSlotTaken, CodeRateLimited,
		CodePlatformUnavailable, CodeBookingInProgress, CodeStoreUnavailable:
		return true
	}
	return false
}
