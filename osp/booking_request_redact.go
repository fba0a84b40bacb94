package osp

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
)

// What a customer sent must not end up in a log because somebody printed a value, so these types print a fixed text with
// every verb. Encoding as JSON is for stores and the business, and holds nothing back.

const (
	redactedRequest  = "osp.BookingRequest(redacted)"
	redactedCustomer = "osp.Customer(redacted)"
	redactedVehicle  = "osp.Vehicle(redacted)"
)

// String returns a fixed text.
func (BookingRequest) String() string { return redactedRequest }

// Format writes a fixed text for every verb.
func (BookingRequest) Format(s fmt.State, _ rune) { writeFixed(s, redactedRequest) }

// LogValue returns a fixed text.
func (BookingRequest) LogValue() slog.Value { return slog.StringValue(redactedRequest) }

// MarshalJSON returns the input that the request was decoded from, without a vehicle that was ignored. Decoding it again
// gives the same request. The zero value is an error.
func (r BookingRequest) MarshalJSON() ([]byte, error) {
	d, ok := r.decoded()
	if !ok {
		return nil, errNotDecoded
	}
	return append(json.RawMessage(nil), d.input...), nil
}

// String returns a fixed text.
func (Customer) String() string { return redactedCustomer }

// Format writes a fixed text for every verb.
func (Customer) Format(s fmt.State, _ rune) { writeFixed(s, redactedCustomer) }

// LogValue returns a fixed text.
func (Customer) LogValue() slog.Value { return slog.StringValue(redactedCustomer) }

// String returns a fixed text.
func (Vehicle) String() string { return redactedVehicle }

// Format writes a fixed text for every verb.
func (Vehicle) Format(s fmt.State, _ rune) { writeFixed(s, redactedVehicle) }

// LogValue returns a fixed text.
func (Vehicle) LogValue() slog.Value { return slog.StringValue(redactedVehicle) }

func writeFixed(w io.Writer, text string) { _, _ = io.WriteString(w, text) }
