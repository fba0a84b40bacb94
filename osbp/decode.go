package osbp

import "encoding/json"

// The decoders read the arguments of a tool call, as a host of one's own does
// before it calls a BookingAdapter (OSBP "Tool Set"); Host does it by itself.
//
// They are strict: at most 1 MiB of UTF-8 JSON nested no deeper than 64, no member
// that the tool does not have or has already been given, names that match letter
// for letter, and null nowhere: it is not absence. No arguments at all are an empty
// object. An error is a *Problem whose message names every offending member and
// quotes no value, and comes with a zero input.

// DecodeServiceDescribe reads the input of service.describe (OSBP
// "service.describe"). The error is invalid_input.
func DecodeServiceDescribe(raw json.RawMessage) (ServiceDescribeInput, error) {
	return decodeTool(ToolServiceDescribe, raw, (*inputReader).serviceDescribe)
}

// DecodeAvailabilityFind reads the input of availability.find (OSBP
// "availability.find"). The date must be a day of the calendar. The error is
// invalid_input.
func DecodeAvailabilityFind(raw json.RawMessage) (AvailabilityFindInput, error) {
	return decodeTool(ToolAvailabilityFind, raw, (*inputReader).availabilityFind)
}

// DecodePolicyExplain reads the input of policy.explain (OSBP "policy.explain").
// The error is invalid_input.
func DecodePolicyExplain(raw json.RawMessage) (PolicyExplainInput, error) {
	return decodeTool(ToolPolicyExplain, raw, (*inputReader).policyExplain)
}

// DecodeVerificationSend reads the input of verification.send (OSBP
// "verification.send"). Phone and email pass as they are. The error is
// invalid_input; the convention for purpose is not judged here.
func DecodeVerificationSend(raw json.RawMessage) (VerificationSendInput, error) {
	return decodeTool(ToolVerificationSend, raw, (*inputReader).verificationSend)
}

// DecodeVerificationVerify reads the input of verification.verify (OSBP
// "verification.verify"). The error is invalid_input.
func DecodeVerificationVerify(raw json.RawMessage) (VerificationVerifyInput, error) {
	return decodeTool(ToolVerificationVerify, raw, (*inputReader).verificationVerify)
}

// DecodeBookingCreate reads the input of booking.create (OSBP "booking.create").
//
// The error's code says which call it was (rule 2). invalid_input: something
// outside the mandate fails the schema, whatever the mandate looks like; the call
// never reached the tool's handler and is not audited. invalid_mandate: all else
// is well formed, but the mandate is absent, null, not an object, or has a member
// that is missing, unknown, repeated or of the wrong type, or date or time carries
// an offset; such a call is one that a handler answers and that is audited. How
// the mandate's dates, instants and currencies are spelled is for ValidateMandate.
func DecodeBookingCreate(raw json.RawMessage) (BookingCreateInput, error) {
	return decodeTool(ToolBookingCreate, raw, (*inputReader).bookingCreate)
}

// DecodeBookingStatus reads the input of booking.status (OSBP "booking.status").
// The error is invalid_input.
func DecodeBookingStatus(raw json.RawMessage) (BookingStatusInput, error) {
	return decodeTool(ToolBookingStatus, raw, (*inputReader).bookingStatus)
}

// DecodeHandoffRequest reads the input of handoff.request (OSBP
// "handoff.request"). The error is invalid_input.
func DecodeHandoffRequest(raw json.RawMessage) (HandoffRequestInput, error) {
	return decodeTool(ToolHandoffRequest, raw, (*inputReader).handoffRequest)
}

func decodeTool[T any](tool Tool, raw json.RawMessage, read func(*inputReader, *T)) (T, error) {
	var in, zero T
	var r inputReader
	if r.open(raw) {
		read(&r, &in)
	}
	if p := r.finish("Input of " + string(tool)); p != nil {
		return zero, p
	}
	return in, nil
}

// decodeInput reads the arguments of any of the eight tools into its input type.
func decodeInput(tool Tool, raw json.RawMessage) (any, error) {
	switch tool {
	case ToolServiceDescribe:
		return DecodeServiceDescribe(raw)
	case ToolAvailabilityFind:
		return DecodeAvailabilityFind(raw)
	case ToolPolicyExplain:
		return DecodePolicyExplain(raw)
	case ToolVerificationSend:
		return DecodeVerificationSend(raw)
	case ToolVerificationVerify:
		return DecodeVerificationVerify(raw)
	case ToolBookingCreate:
		return DecodeBookingCreate(raw)
	case ToolBookingStatus:
		return DecodeBookingStatus(raw)
	case ToolHandoffRequest:
		return DecodeHandoffRequest(raw)
	}
	return nil, NewProblem(CodeInvalidInput, "There is no such tool.")
}
