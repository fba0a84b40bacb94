package osbp

import "context"

// BookingAdapter is the contract between a host and a booking platform (OSBP
// "Adapter Contract"). Most integrators write a Platform and let NewAdapter meet
// it; whoever implements it directly stands on ValidateMandate, Gate and Creator.
//
// An error that is or wraps a *Problem or a Code is a protocol answer. Any other
// error, and a panic, is an internal one whose text never reaches the agent.
// Every method must be safe for concurrent use and honour ctx, except that a
// create that may have been sent is not abandoned with its caller.
type BookingAdapter interface {
	DescribeService(ctx context.Context, in ServiceDescribeInput) (*Service, error)
	FindAvailability(ctx context.Context, in AvailabilityFindInput) ([]Slot, error)
	ExplainPolicy(ctx context.Context, in PolicyExplainInput) (*Policy, error)
	SendVerification(ctx context.Context, in VerificationSendInput) (*VerificationChallenge, error)
	VerifyCode(ctx context.Context, in VerificationVerifyInput) (*VerificationChallenge, error)
	// CreateBooking has mandate, service, policy and slot evidence validated, the
	// summary approved and the key reserved before any create call, or refuses.
	CreateBooking(ctx context.Context, in BookingCreateInput) (*CreateResult, error)
	GetBooking(ctx context.Context, in BookingStatusInput) (*Booking, error)
}
