package osbp

import (
	"context"

	"github.com/openservicekit/openservice/money"
)

// Platform is what an integrator writes: raw calls to their booking system, with
// none of the protocol's obligations, which Adapter carries. Errors follow the
// rules of BookingAdapter. Methods must be safe for concurrent use and honour
// ctx's deadline.
//
// A Slot has one attendee, one provider and one time. Where what is really booked
// depends on capacity, rooms or equipment, route stops, series, waitlists or rosters,
// return a Problem rather than a slot that leaves that out, and where the platform has
// flags that skip its own checks of availability, verification or payment, never set
// them (OSBP "Known Limitations", "Security and Privacy Considerations").
type Platform interface {
	// DescribeService returns the service, or nil and a Problem.
	DescribeService(ctx context.Context, in ServiceDescribeInput) (*Service, error)
	// FindAvailability returns the open slots of one service, schedule and date,
	// none included. Slot.StartsAtLocal is required; instants may be left to the
	// adapter, which derives them from ScheduleTimezone.
	FindAvailability(ctx context.Context, in AvailabilityFindInput) ([]Slot, error)
	// ExplainPolicy returns the service's policy with its organization block.
	ExplainPolicy(ctx context.Context, in PolicyExplainInput) (*Policy, error)
	// GetBooking reads the appointment from the platform. A platform that has no
	// such read returns ErrNotReadable, and the adapter answers from its own
	// record where it has one, and says so.
	GetBooking(ctx context.Context, in BookingStatusInput) (*Booking, error)
	// CreateAppointment makes the appointment, once. It must not repeat the call.
	//
	// Only these errors say that no appointment was made: Refused(problem), a
	// Problem or Code of slot_taken, requires_verification, verification_failed or
	// rate_limited, and NotSent(err). Whatever else comes back, a timeout, a cut
	// connection, a 5xx or a malformed answer, leaves the outcome unknown.
	CreateAppointment(ctx context.Context, booking *AuthorizedBooking) (*Appointment, error)
}

// Appointment is what a platform says it made. ID is required; the other members
// are compared with what was approved where the platform reports them, and a
// difference leaves the outcome unknown. So does a provider where the slot named
// none: a platform that assigns one afterwards leaves ProviderID empty.
type Appointment struct {
	ID             string
	OrganizationID string
	ServiceID      string
	ScheduleID     string
	ProviderID     string
	// StartsAtLocal is the wall clock without an offset, StartsAt the instant.
	StartsAtLocal string
	StartsAt      string
	Price         *money.Money
}

// Verifier is implemented by a Platform that can send and check verification
// codes. Without it both tools answer verification_not_supported. A platform
// that can send but has no safe independent check returns
// CodeVerificationNotSupported from VerifyCode.
type Verifier interface {
	SendVerification(ctx context.Context, in VerificationSendInput) (*VerificationChallenge, error)
	VerifyCode(ctx context.Context, in VerificationVerifyInput) (*VerificationChallenge, error)
}

// AppointmentFinder is implemented by a Platform that can tell what became of a
// create whose answer was lost.
type AppointmentFinder interface {
	FindAppointment(ctx context.Context, q AppointmentQuery) (Finding, error)
}

// AppointmentQuery describes the create whose outcome is unknown.
type AppointmentQuery struct {
	IdempotencyKey string
	OrganizationID string
	ServiceID      string
	ScheduleID     string
	ProviderID     string
	Date, Time     string
	Customer       Customer
}

// Found says what an AppointmentFinder knows. The zero value is unknown.
type Found int

const (
	// FoundUnknown: the platform can't say. The outcome stays unknown.
	FoundUnknown Found = iota
	// FoundAppointment: it was made, and Finding.Appointment is it.
	FoundAppointment
	// FoundNever: it was not made and the lost call never will make it. Only a
	// platform with native idempotency can know that; from any other it counts as
	// unknown.
	FoundNever
)

// Finding is the answer of an AppointmentFinder.
type Finding struct {
	Found       Found
	Appointment *Appointment
}
