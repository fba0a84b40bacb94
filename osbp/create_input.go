package osbp

import "unicode/utf8"

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
