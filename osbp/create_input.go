package osbp

import (
	"unicode/utf8"

	"github.com/openservicekit/openservice/money"
)

// ownInput copies the input in one piece with all that it points to, so that what
// was validated stays what is booked whatever the caller does with its own.
func ownInput(given BookingCreateInput) *BookingCreateInput {
	own := &struct {
		BookingCreateInput
		mandate  Mandate
		approval Approval
		amounts  [2]money.Money
		actions  [2]Tool
		ids      [6]string
	}{BookingCreateInput: given, mandate: *given.Mandate}
	m := &own.mandate
	own.Mandate = m
	if given.Approval != nil {
		own.approval = *given.Approval
		own.Approval = &own.approval
	}
	for i, amount := range [...]**money.Money{&m.MaxPrice, &m.MaxExtraFee} {
		if *amount != nil {
			own.amounts[i] = **amount
			*amount = &own.amounts[i]
		}
	}
	if m.AllowedActions != nil {
		m.AllowedActions = append(own.actions[:0], m.AllowedActions...)
	}
	ids := own.ids[:0]
	for _, list := range [...]*[]string{&m.ServiceIDs, &m.ProviderIDs, &m.ScheduleIDs} {
		if *list != nil {
			ids = append(ids, *list...)
			*list = ids[len(ids)-len(*list):]
		}
	}
	return &own.BookingCreateInput
}

// checkCreateInput refuses what the decoder would have refused, for inputs that
// were built in Go.
func checkCreateInput(in *BookingCreateInput) error {
	if in.Mandate == nil {
		return NewProblem(CodeInvalidMandate, "mandate is missing")
	}
	if len(in.IdempotencyKey) > MaxIdempotencyKey || !utf8.ValidString(in.IdempotencyKey) ||
		cleanText(in.IdempotencyKey) != in.IdempotencyKey {
		return NewProblem(CodeInvalidInput, "idempotency_key is longer than 255 bytes or not plain text")
	}
	for _, field := range [...]struct{ name, value string }{
		{"idempotency_key", in.IdempotencyKey}, {"service_id", in.ServiceID},
		{"schedule_id", in.ScheduleID}, {"date", in.Date}, {"time", in.Time},
	} {
		if field.value == "" {
			return NewProblem(CodeInvalidInput, field.name+" is missing")
		}
	}
	return nil
}
