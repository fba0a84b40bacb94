package osbp

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/openservicekit/openservice/store"
)

// Defaults of CreatorOptions.
const (
	// DefaultCreateTimeout bounds the platform's create call.
	DefaultCreateTimeout = 30 * time.Second
	// DefaultFindTimeout bounds a question to an AppointmentFinder.
	DefaultFindTimeout = 10 * time.Second
	// DefaultStoreTimeout bounds the writes that follow a create.
	DefaultStoreTimeout = 5 * time.Second
	// RecordLifetime is how long a booking attempt's record outlives the slot's end.
	RecordLifetime = 24 * time.Hour
)

// reserveLease is how long a key stays with a call that reserved it and did not
// come to sending.
const reserveLease = 30 * time.Second

// CreatorOptions configure a Creator.
type CreatorOptions struct {
	// OrganizationID is the one organization that is booked; required.
	OrganizationID string
	// Namespace prefixes the records; required. See Namespace.
	Namespace string
	// Store keeps the booking attempts; required. It must outlive a restart for
	// idempotency to do so, and be shared by all instances that book for the
	// organization.
	Store store.Store
	// Gate asks for final confirmation; required.
	Gate *Gate
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
	// Logger is the operator's; nil discards.
	Logger *slog.Logger
	// Finder tells what became of a create whose answer was lost; nil means that
	// such an attempt stays unknown and is handed off.
	Finder AppointmentFinder
	// NativeIdempotency declares that the platform makes at most one appointment
	// for an idempotency key, however often it is sent, and that CreateAppointment
	// sends it. Only then may a create whose outcome is unknown be sent again.
	NativeIdempotency bool
	// MaxBookingsPerMandate caps bookings under one mandate id; zero is no cap,
	// as in v0.1.0. The mandate is unsigned, so this stops an over-eager agent, not
	// one that forges ids.
	MaxBookingsPerMandate int
	// CreateTimeout, FindTimeout and StoreTimeout; zero means the default.
	CreateTimeout time.Duration
	FindTimeout   time.Duration
	StoreTimeout  time.Duration
}

const maxNamespace = 512

func (o *CreatorOptions) complete() error {
	switch {
	case o.OrganizationID == "":
		return errors.New("osbp: CreatorOptions.OrganizationID is required")
	case o.Namespace == "":
		return errors.New("osbp: CreatorOptions.Namespace is required")
	case len(o.Namespace) > maxNamespace:
		return fmt.Errorf("osbp: CreatorOptions.Namespace is longer than %d bytes", maxNamespace)
	case o.Store == nil:
		return errors.New("osbp: CreatorOptions.Store is required")
	case o.Gate == nil || o.Gate.opts.Store == nil:
		return errors.New("osbp: CreatorOptions.Gate is required")
	case o.MaxBookingsPerMandate < 0 || o.MaxBookingsPerMandate > maxBookingCap:
		return fmt.Errorf("osbp: CreatorOptions.MaxBookingsPerMandate is not within 0 to %d", maxBookingCap)
	case o.CreateTimeout < 0 || o.FindTimeout < 0 || o.StoreTimeout < 0:
		return errors.New("osbp: a timeout in CreatorOptions is negative")
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.CreateTimeout == 0 {
		o.CreateTimeout = DefaultCreateTimeout
	}
	if o.FindTimeout == 0 {
		o.FindTimeout = DefaultFindTimeout
	}
	if o.StoreTimeout == 0 {
		o.StoreTimeout = DefaultStoreTimeout
	}
	return nil
}
