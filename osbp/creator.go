package osbp

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Creator makes appointments at most once per idempotency key, and only those
// that their mandate and their user allow (OSBP "booking.create", "Mandate
// Enforcement"). It is what Adapter books with, exported for adapters written by
// hand. Safe for concurrent use; the zero value refuses everything.
type Creator struct {
	opts    CreatorOptions
	holder  [8]byte // tells this Creator's records from another's
	flights flights

	mu      sync.Mutex
	closed  bool
	running int
	idle    chan struct{} // closed when running falls to zero after Close
}

// NewCreator returns a Creator, or an error where an option is missing or out of
// range.
func NewCreator(o CreatorOptions) (*Creator, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	c := &Creator{opts: o}
	if _, err := rand.Read(c.holder[:]); err != nil {
		return nil, fmt.Errorf("osbp: no randomness for a Creator: %w", err)
	}
	return c, nil
}

var errZeroCreator = errors.New("osbp: Creator was not made by NewCreator")

func (c *Creator) made() bool { return c != nil && c.opts.Store != nil }

// ResolveFunc looks up what the platform says about the booking asked for:
// service and policy, then, unless the service needs a consultation, the one slot
// for exactly those ids, that date and that time. None is CodeSlotTaken.
type ResolveFunc func(ctx context.Context) (*Evidence, error)

// CreateFunc makes the appointment, once. Its errors are those of
// Platform.CreateAppointment.
type CreateFunc func(ctx context.Context, booking *AuthorizedBooking) (*Appointment, error)

// Create runs a booking.create in this order, and refuses at the first step that
// does not hold: the key's record (conflict, replay, or the question what became
// of an unknown outcome); the mandate's own validity and the named ids and start
// against it; resolve; the full ValidateMandate; approval; reservation; the audit
// log proven writable; the mandate's expiry once more; the record marked as
// sending; create; settlement.
//
// A refusal is an error that AsProblem finds a Problem in. From the reservation on
// the work no longer depends on ctx being live. If the outcome of create is not
// definite, the answer is CodeBookingOutcomeUnknown, and the same key never creates
// again on a guess.
func (c *Creator) Create(ctx context.Context, in BookingCreateInput, resolve ResolveFunc, create CreateFunc) (*CreateResult, error) {
	if resolve == nil || create == nil {
		return nil, errors.New("osbp: Create needs resolve and create")
	}
	return c.run(ctx, in, bookerFuncs{resolve, create})
}

// booker is what a creation asks of the platform. Nobody else can change what
// resolve returns; in is the creation's own.
type booker interface {
	resolve(ctx context.Context, in *BookingCreateInput) (*Evidence, error)
	create(ctx context.Context, in *BookingCreateInput, booking *AuthorizedBooking) (*Appointment, error)
}

type bookerFuncs struct {
	resolver ResolveFunc
	creator  CreateFunc
}

// resolve copies the evidence: whoever made it may change it while the booking runs.
func (f bookerFuncs) resolve(ctx context.Context, _ *BookingCreateInput) (*Evidence, error) {
	e, err := f.resolver(ctx)
	if err != nil || !e.complete() {
		return nil, err
	}
	return e.clone(), nil
}

func (f bookerFuncs) create(ctx context.Context, _ *BookingCreateInput, booking *AuthorizedBooking) (*Appointment, error) {
	return f.creator(ctx, booking)
}

// run is Create for any booker.
func (c *Creator) run(ctx context.Context, given BookingCreateInput, b booker) (*CreateResult, error) {
	if !c.made() {
		return nil, errZeroCreator
	}
	if err := checkCreateInput(&given); err != nil {
		return nil, err
	}
	in := ownInput(given)
	hash, err := PayloadHash(in)
	if err != nil {
		return nil, withCause(NewProblem(CodeInvalidInput, "The booking input can't be put in canonical form."), err)
	}
	if !c.enter() {
		return nil, NewProblem(CodeStoreUnavailable, "The server is shutting down. This call has booked nothing. Retry it later as it is.")
	}
	defer c.leave()
	call := &creation{
		c: c, in: in, hash: hash, mark: payloadMark("idempotency", hash),
		key: c.key(in.IdempotencyKey), booker: b,
	}
	// Each round starts from a fresh reading of the record; a lost race begins anew.
	for range 8 {
		result, err := call.run(ctx)
		if !errors.Is(err, errLostRace) {
			return result, err
		}
	}
	return nil, inProgress()
}

func inProgress() *Problem {
	return NewProblem(CodeBookingInProgress,
		"A call with the same idempotency_key is under way. Retry with the same payload and key.")
}

func (c *Creator) key(idempotencyKey string) string {
	return c.opts.Namespace + "attempt/" + idempotencyKey
}

func (c *Creator) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	c.running++
	return true
}

// hold keeps Close waiting for work that outlives its call.
func (c *Creator) hold() {
	c.mu.Lock()
	c.running++
	c.mu.Unlock()
}

func (c *Creator) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running--
	if c.running == 0 && c.idle != nil {
		close(c.idle)
		c.idle = nil
	}
}

// Close refuses further calls and waits, as long as ctx allows, for those that
// are under way and for creates whose platform call has not returned yet.
func (c *Creator) Close(ctx context.Context) error {
	if !c.made() {
		return nil
	}
	c.mu.Lock()
	c.closed = true
	if c.running == 0 {
		c.mu.Unlock()
		return nil
	}
	if c.idle == nil {
		c.idle = make(chan struct{})
	}
	idle := c.idle
	c.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("osbp: bookings still under way: %w", ctx.Err())
	}
}

// afterwards is a context for writes that must happen whether or not the caller
// still waits.
func (c *Creator) afterwards(ctx context.Context) (context.Context, context.CancelFunc) {
	limit := withLimit(context.WithoutCancel(ctx), c.opts.StoreTimeout)
	return limit, limit.end
}

func (c *Creator) now() time.Time { return c.opts.Clock() }
