package osbp

import (
	"fmt"
	"io"
	"log/slog"
)

// BookingStatus is the state of an appointment (OSBP "booking.status").
// Unfamiliar values of a platform become BookingUnknown.
type BookingStatus string

// Appointment states. The specification's text names booked; the others are the
// field's usual words, so that a cancelled appointment is never shown as booked.
const (
	BookingBooked    BookingStatus = "booked"
	BookingPending   BookingStatus = "pending"
	BookingCancelled BookingStatus = "cancelled"
	BookingCompleted BookingStatus = "completed"
	BookingNoShow    BookingStatus = "no_show"
	BookingUnknown   BookingStatus = "unknown"
)

// Booking is an appointment as booking.status reads it (OSBP "booking.status").
// Times follow the same conventions as a Slot's.
type Booking struct {
	ID               string        `json:"id"`
	Status           BookingStatus `json:"status"`
	OrganizationID   string        `json:"organization_id,omitzero"`
	ServiceID        string        `json:"service_id,omitzero"`
	ScheduleID       string        `json:"schedule_id,omitzero"`
	ProviderID       string        `json:"provider_id,omitzero"`
	StartsAt         string        `json:"starts_at,omitzero"`
	EndsAt           string        `json:"ends_at,omitzero"`
	StartsAtLocal    string        `json:"starts_at_local,omitzero"`
	EndsAtLocal      string        `json:"ends_at_local,omitzero"`
	ScheduleTimezone string        `json:"schedule_timezone,omitzero"`

	// Runtime is not part of the value: the host lifts it into osbp_runtime. It is
	// set where the answer comes from a local record and is no fresh platform state.
	Runtime *Runtime `json:"-"`
}

// BookingStatusInput is the input of booking.status (OSBP "booking.status"). It
// prints as a placeholder: it may name a customer, and on some platforms whoever
// knows the id can read the booking.
type BookingStatusInput struct {
	// BookingID is the booking_id of the create receipt; required.
	BookingID string `json:"booking_id"`
	// Customer lets an adapter that can read history match by contact.
	Customer *Customer `json:"customer,omitzero"`
}

// String returns a placeholder, never the booking or the customer.
func (BookingStatusInput) String() string { return redactedText }

// Format writes a placeholder whatever the verb.
func (BookingStatusInput) Format(s fmt.State, _ rune) { io.WriteString(s, redactedText) }

// LogValue logs a placeholder.
func (BookingStatusInput) LogValue() slog.Value { return slog.StringValue(redactedText) }
