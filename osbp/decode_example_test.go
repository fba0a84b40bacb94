package osbp_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/openservicekit/openservice/osbp"
)

// An agent's mistake is answered with everything that is wrong, named by path.
func ExampleDecodeAvailabilityFind() {
	in, err := osbp.DecodeAvailabilityFind(json.RawMessage(`{"date":"2026-05-05","service_id":"service_123"}`))
	fmt.Println(in.Date, in.ServiceID, err)

	_, err = osbp.DecodeAvailabilityFind(json.RawMessage(`{"date":"2026-02-30","serviceId":"service_123"}`))
	fmt.Println(osbp.AsProblem(err).Message)
	// Output:
	// 2026-05-05 service_123 <nil>
	// Input of availability.find is not valid: date must be a calendar date YYYY-MM-DD; serviceId is not a known member (did you mean service_id?).
}

// A cap that is given twice is not a cap.
func ExampleDecodeMandate() {
	_, err := osbp.DecodeMandate(json.RawMessage(`{
		"id": "mnd_1", "expires_at": "2026-05-01T23:59:59-07:00",
		"allowed_actions": ["booking.create"], "organization_id": "org_1",
		"max_price": { "amount_minor": 5000, "currency": "USD" },
		"max_price": { "amount_minor": 900000, "currency": "USD" }
	}`))
	fmt.Println(errors.Is(err, osbp.CodeInvalidMandate), osbp.AsProblem(err).Message)
	// Output: true BookingMandate is not valid: mandate.max_price appears twice.
}

// A program on the agent's side reads a result, and branches on the code of a
// refusal.
func ExampleDecodeValue() {
	for _, result := range []string{
		`{"ok":true,"value":{"id":"receipt_1","booking_id":"appointment_123","text":"Booked Haircut."}}`,
		`{"ok":false,"problem":{"code":"slot_taken","message":"The slot is gone.","retryable":true}}`,
	} {
		envelope, err := osbp.DecodeEnvelope(json.RawMessage(result))
		if err != nil {
			fmt.Println(err)
			continue
		}
		receipt, err := osbp.DecodeValue[osbp.Receipt](envelope)
		if errors.Is(err, osbp.CodeSlotTaken) {
			fmt.Println("find another slot")
			continue
		}
		fmt.Println(receipt.BookingID, err)
	}
	// Output:
	// appointment_123 <nil>
	// find another slot
}

// The code that a customer was sent, and the approval, do not make another attempt.
func ExamplePayloadHash() {
	in := osbp.BookingCreateInput{
		Mandate:        &osbp.Mandate{ID: "mnd_1", AllowedActions: []osbp.Tool{osbp.ToolBookingCreate}},
		IdempotencyKey: "idem_1", ServiceID: "service_123", ScheduleID: "schedule_123",
		Date: "2026-05-05", Time: "13:00",
	}
	first, _ := osbp.PayloadHash(&in)
	in.VerificationCode = "123456"
	retry, _ := osbp.PayloadHash(&in)
	in.Time = "13:30"
	other, err := osbp.PayloadHash(&in)
	fmt.Println(first == retry, first == other, err)
	// Output: true false <nil>
}

// What an MCP server lists.
func ExampleToolSpecs() {
	for _, spec := range osbp.ToolSpecs() {
		fmt.Println(spec.Name, "read-only:", spec.Annotations.ReadOnly)
	}
	// Output:
	// osbp_service_describe read-only: true
	// osbp_availability_find read-only: true
	// osbp_policy_explain read-only: true
	// osbp_verification_send read-only: false
	// osbp_verification_verify read-only: false
	// osbp_booking_create read-only: false
	// osbp_booking_status read-only: true
	// osbp_handoff_request read-only: true
}

func ExampleSchema() {
	schema, ok := osbp.Schema("problem")
	var problem struct{ Required []string }
	err := json.Unmarshal(schema, &problem)
	fmt.Println(ok, problem.Required, err)
	// Output: true [code message retryable] <nil>
}
