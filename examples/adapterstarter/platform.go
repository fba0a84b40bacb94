package adapterstarter

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/openservicekit/openservice/osbp"
)

// Vendor and APIVersion are the platform's identity (OSBP "Platform Metadata and
// Versioning"). Map: its slug, and the version of its API that this code was written
// against. Where the version is a header, name it; every request is then pinned to it.
const (
	Vendor        = "your-platform"
	APIVersion    = "2026-01-01"
	versionHeader = "Your-Platform-Version"
)

// Options configure a Platform. They are copied.
type Options struct {
	// Organization is the one that is called for. One Platform serves one.
	Organization string
	// Credentials signs a request in. Take the key from the program's configuration, not
	// from a constant, and not in a URL.
	Credentials func(*http.Request) error
	// Logger is the operator's; required.
	Logger *slog.Logger
	// Base sends the requests; nil is a transport with time limits.
	Base http.RoundTripper
}

// Platform is one organization of the platform. Make one with New.
type Platform struct {
	organization string
	transport    *osbp.Transport
}

// Leave out Verifier if the platform sends no codes of its own, and AppointmentFinder if
// it can't look up what it made by the key of the create. Simulate neither.
var (
	_ osbp.Platform          = (*Platform)(nil)
	_ osbp.Verifier          = (*Platform)(nil)
	_ osbp.AppointmentFinder = (*Platform)(nil)
)

// New returns a Platform, or says which option is missing or wrong.
func New(o Options) (*Platform, error) {
	if o.Organization == "" {
		return nil, fmt.Errorf("adapterstarter: Options.Organization is required")
	}
	transport, err := osbp.NewTransport(osbp.TransportOptions{
		Vendor:        Vendor,
		VersionHeader: osbp.VersionHeader{Name: versionHeader, Value: APIVersion},
		Credentials:   o.Credentials,
		Logger:        o.Logger,
		Base:          o.Base,
	})
	if err != nil {
		return nil, fmt.Errorf("adapterstarter: %w", err)
	}
	return &Platform{organization: o.Organization, transport: transport}, nil
}

// CloseIdleConnections closes those that are not in use.
func (p *Platform) CloseIdleConnections() { p.transport.CloseIdleConnections() }

// String names the platform and the organization.
func (p *Platform) String() string { return Vendor + "/" + p.organization }

// DescribeService is the first to map. Send every request of this package through
// p.transport.Client(), once, and never again on your own.
//
// Map: name; length as an ISO 8601 duration; price in minor units by money.FromMajor from
// the number's text, with a type where it isn't fixed, and none where none is named;
// RequiresConsultation where a person decides first; variants and add-ons as Options.
// A service that is not there is a Problem; a failure is what it proves and no more.
func (p *Platform) DescribeService(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error) {
	return nil, notMapped(osbp.ToolServiceDescribe)
}

// FindAvailability comes second.
//
// Map: only slots that the platform offers for exactly this service, schedule, date and
// provider; start and end as wall clocks of ScheduleTimezone, an IANA name; instants only
// if the platform has them; days of the week as ISO has them, Monday 1 to Sunday 7; the
// slot's own price where it has one. None is an empty list. Where capacity, rooms, routes
// or series decide what is really booked, a Problem, and no slot that hides it.
func (p *Platform) FindAvailability(context.Context, osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	return nil, notMapped(osbp.ToolAvailabilityFind)
}

// ExplainPolicy comes third; with it mandates are enforced and summaries shown.
//
// Map: what must be paid before, unknown where the platform does not say or has a word
// that OSBP lacks; the deposit; fees for cancelling and for not coming; the merchant's
// note as it is; how customers are verified; and the organization, with its zone and
// currency.
func (p *Platform) ExplainPolicy(context.Context, osbp.PolicyExplainInput) (*osbp.Policy, error) {
	return nil, notMapped(osbp.ToolPolicyExplain)
}

// CreateAppointment comes fourth, and with care.
//
// Map: booking.Details, which fails for what nobody approved, into one request; the
// idempotency key, if the platform takes one; the customer's name and contacts as they
// are; the verification code, which is kept nowhere; the expected price, if the platform
// can hold to it. No flag that overrides the platform's own checks. Then report what it
// says that it made, from its answer and not from the request.
//
// Only the platform's own word that nothing was made is osbp.Refused, as this is; a
// timeout, a 5xx and an answer that can't be read go back as plain errors.
func (p *Platform) CreateAppointment(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	return nil, osbp.Refused(notMapped(osbp.ToolBookingCreate))
}

// GetBooking comes fifth.
//
// Map: the platform's read of the appointment, with its organization, so that those of
// others stay hidden; its state, unknown where OSBP has no word for it. A platform
// without such a read answers osbp.ErrNotReadable, one that shows it only after a proof
// CodeBookingStatusRequiresVerification.
func (p *Platform) GetBooking(context.Context, osbp.BookingStatusInput) (*osbp.Booking, error) {
	return nil, notMapped(osbp.ToolBookingStatus)
}

// SendVerification comes sixth. It is also the answer to a create's
// requires_verification.
//
// Map: the platform's own code, to the contact that it verifies; the method it chose.
func (p *Platform) SendVerification(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	return nil, notMapped(osbp.ToolVerificationSend)
}

// VerifyCode comes seventh.
//
// Map: the platform's check of a code, if it has one that leaves the code good for the
// create; otherwise answer CodeVerificationNotSupported. Write down whether a booking
// needs it, and what a code is bound to.
func (p *Platform) VerifyCode(context.Context, osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	return nil, notMapped(osbp.ToolVerificationVerify)
}

// FindAppointment comes last: it says what became of a create whose answer was lost.
//
// Map: the platform's look-up by idempotency key. FoundAppointment if there is exactly
// one; FoundNever only where the platform says that none will ever come of it; else
// nothing.
func (p *Platform) FindAppointment(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
	return osbp.Finding{}, notMapped(osbp.ToolBookingCreate)
}

func notMapped(tool osbp.Tool) *osbp.Problem {
	return osbp.NewProblem(osbp.CodeAdapterNotImplemented, fmt.Sprintf("This adapter does not do %s yet. Hand off.", tool))
}
