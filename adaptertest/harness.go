package adaptertest

import (
	"context"
	"encoding/json"
	"time"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// Harness describes one adapter and the sandbox behind it, made anew for each check.
// Adapter, Fixtures.Plain and Creates are required. Any other function may be nil, or
// return an error that is errors.ErrUnsupported: the checks that need it are then
// skipped by name.
//
// A function that puts the platform into a state and returns off is ended by calling
// off, which the suite does before it closes the harness. One that changes something for
// good, such as SetPrice, is called once more to change it back.
//
// The suite calls the functions one at a time. Calls of the adapter may be under way
// meanwhile, some of them several at a time: Creates, Now, Advance, TakeSlot, Logged and
// every off must stand that, and so must the adapter. A check that exceeds Timeout is left
// behind, and may still call some of them while the next one runs.
type Harness struct {
	// Adapter returns the adapter under test for an organization, the same one on
	// every call. Adapters of several organizations may share a store.
	Adapter func(organizationID string) (osbp.BookingAdapter, error)
	// Fixtures are what the sandbox offers.
	Fixtures Fixtures
	// Creates counts the appointment creates that reached the platform for any
	// organization, refused ones included.
	Creates func() int

	// Host puts a host in front of an adapter; nil means osbp.Host. Its audit events
	// go to log.
	Host func(a osbp.BookingAdapter, organizationID string, log audit.Log) (Host, error)
	// Now is the adapter's clock; nil is the system's. Advance puts it forward.
	Now     func() time.Time
	Advance func(d time.Duration)
	// Zones loads IANA zones; nil is the system's.
	Zones wallclock.ZoneLoader
	// Identity is what the adapter should declare as its platform (OSBP "Platform
	// Metadata and Versioning"); the zero one only requires that it declares any.
	Identity osbp.PlatformIdentity
	// Upstream says that the adapter records the metadata of its calls to the
	// platform, as with osbp.Transport.
	Upstream bool
	// Credentials are the secrets that the adapter holds for the platform. They must
	// turn up nowhere.
	Credentials []string

	// Restart returns another adapter on the same platform and durable state, as
	// after the process was started anew.
	Restart func(organizationID string) (osbp.BookingAdapter, error)
	// Persisted returns everything that the adapter has stored, in any form.
	Persisted func() ([]byte, error)
	// Logged returns what the adapter has told its operator.
	Logged func() string

	// TakeSlot has somebody else book the slot.
	TakeSlot func(ctx context.Context, slot osbp.Slot) error
	// SetPrice changes what the service of a fixture costs from now on.
	SetPrice func(ctx context.Context, f Fixture, price money.Money) error
	// SetNoShowFee changes what not coming costs from now on.
	SetNoShowFee func(ctx context.Context, f Fixture, fee money.Money) error
	// SetNote changes the cancellation note, a text of the merchant's.
	SetNote func(ctx context.Context, f Fixture, note string) error
	// RateLimit makes the platform answer 429 to creates, RateLimitReads to reads,
	// that of an appointment included.
	RateLimit      func(ctx context.Context) (off func(), err error)
	RateLimitReads func(ctx context.Context) (off func(), err error)
	// LoseAnswer makes the platform's answer to creates go lost: after the appointment
	// was made, or before it was (the adapter can't know which).
	LoseAnswer func(ctx context.Context, made bool) (off func(), err error)
	// FailReads makes the platform answer reads with a server error. Where there are
	// Credentials its text should quote the first, as careless platforms do.
	FailReads func(ctx context.Context) (off func(), err error)
	// FailCreates makes the platform answer creates with a server error: after the
	// appointment was made, or before it was (the adapter can't know which).
	FailCreates func(ctx context.Context, made bool) (off func(), err error)
	// MakeOther has creates make an appointment that is not the one asked for, and say
	// so; MakeDearer one at another price.
	MakeOther  func(ctx context.Context) (off func(), err error)
	MakeDearer func(ctx context.Context) (off func(), err error)
	// GarbleReads makes the platform answer reads with something malformed,
	// GarbleCreates creates, after they were made.
	GarbleReads   func(ctx context.Context) (off func(), err error)
	GarbleCreates func(ctx context.Context) (off func(), err error)
	// HoldCreates makes creates wait, once they have reached the platform, until off.
	HoldCreates func(ctx context.Context) (off func(), err error)
	// HoldReads makes reads wait until off, and closes waiting when the first one has to.
	HoldReads func(ctx context.Context) (waiting <-chan struct{}, off func(), err error)
	// Retire makes the platform announce with every answer that its endpoints are going
	// to end, as by Deprecation and Sunset headers. Before, it announced nothing.
	Retire func(ctx context.Context) (off func(), err error)
	// EchoCustomer makes the platform fail creates, none of which makes anything, with
	// a text that quotes the customer. Where there are Credentials it should quote the
	// first as well.
	EchoCustomer func(ctx context.Context) (off func(), err error)
	// Received returns everything that creates have brought to the platform, in any
	// form.
	Received func() ([]byte, error)
	// Reconciles says that the adapter can find out what became of a create whose
	// answer was lost, once the platform answers again.
	Reconciles bool

	// Code returns the latest verification code that the platform sent to the
	// customer, "" or an error where it sent none.
	Code func(ctx context.Context, customer osbp.Customer) (string, error)
	// ExpireCodes makes the codes that were sent too old to be used.
	ExpireCodes func(ctx context.Context) error
	// Cancel calls an appointment off at the platform.
	Cancel func(ctx context.Context, bookingID string) error
	// SetUnusualState puts an appointment into a state that OSBP has no word for.
	SetUnusualState func(ctx context.Context, bookingID string) error
	// ForeignBooking returns the id of an appointment of an organization other than
	// Fixtures.Plain's that the platform itself would show to the adapter.
	ForeignBooking func(ctx context.Context) (bookingID string, err error)

	// Strict makes skips failures.
	Strict bool
	// Seed makes keys and customers repeatable; 0 draws one for each run. A failure
	// names it.
	Seed uint64
	// Timeout bounds one check in real time; 0 means a minute. The longest checks make
	// some 250 calls of the adapter, so a sandbox across the internet wants more.
	Timeout time.Duration
	// Close is called once, after the check.
	Close func() error
}

// Host is what serves the eight tools, such as an osbp.Host.
type Host interface {
	Tools() []osbp.ToolSpec
	Call(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error)
}
