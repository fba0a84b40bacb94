package osbp

import (
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/openservicekit/openservice/money"
)

// AuthorizedBooking is the permission to make one appointment. Creator alone makes
// one, after the mandate was validated, the summary approved and the key reserved;
// so whoever holds one that yields its Details holds the proof of that. It carries
// neither mandate nor token. It prints as a placeholder.
type AuthorizedBooking struct {
	details *BookingDetails
}

// BookingDetails is what a Platform needs to make the appointment.
type BookingDetails struct {
	OrganizationID string
	ServiceID      string
	ScheduleID     string
	// ProviderID is empty where the slot names no provider.
	ProviderID string
	SlotID     string
	// Date and Time are the agent's, StartsAtLocal is the slot's: the same
	// merchant-local wall clock. StartsAt is the slot's instant, empty when unknown;
	// in the hour that a clock change repeats it alone says which one is meant.
	Date, Time       string
	StartsAtLocal    string
	EndsAtLocal      string
	StartsAt         string
	ScheduleTimezone string
	Customer         Customer
	// VerificationCode is passed to the platform and kept nowhere.
	VerificationCode string
	// IdempotencyKey is for the platform's own idempotency, where it has one.
	IdempotencyKey string
	// ExpectedPrice is the approved price, always fixed.
	ExpectedPrice money.Money
}

// ErrNotAuthorized is returned by Details of an AuthorizedBooking that no Creator
// made. A Platform that meets it must not create anything.
var ErrNotAuthorized = errors.New("osbp: booking is not authorized")

// Details returns what was authorized, or ErrNotAuthorized.
func (b *AuthorizedBooking) Details() (BookingDetails, error) {
	if b == nil || b.details == nil {
		return BookingDetails{}, ErrNotAuthorized
	}
	return *b.details, nil
}

// String returns a placeholder, never the customer or the code.
func (*AuthorizedBooking) String() string { return redactedText }

// Format writes a placeholder whatever the verb.
func (*AuthorizedBooking) Format(s fmt.State, _ rune) { io.WriteString(s, redactedText) }

// LogValue logs a placeholder.
func (*AuthorizedBooking) LogValue() slog.Value { return slog.StringValue(redactedText) }

// String names the idempotency key, never the customer or the code.
func (d BookingDetails) String() string { return fmt.Sprintf("booking(key %q)", d.IdempotencyKey) }

// Format writes String whatever the verb.
func (d BookingDetails) Format(s fmt.State, _ rune) { io.WriteString(s, d.String()) }

// LogValue logs String.
func (d BookingDetails) LogValue() slog.Value { return slog.StringValue(d.String()) }

// String names the idempotency key, never the customer.
func (q AppointmentQuery) String() string {
	return fmt.Sprintf("appointment query(key %q)", q.IdempotencyKey)
}

// Format writes String whatever the verb.
func (q AppointmentQuery) Format(s fmt.State, _ rune) { io.WriteString(s, q.String()) }

// LogValue logs String.
func (q AppointmentQuery) LogValue() slog.Value { return slog.StringValue(q.String()) }
