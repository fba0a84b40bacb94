package adaptertest_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// handAdapter is an osbp.BookingAdapter written by hand against the interface alone,
// in front of one business of the sandbox's HTTP API. What it does about mandates,
// approval and idempotency is its own.
type handAdapter struct {
	organization    string
	defaultService  string
	defaultSchedule string
	needsNameParts  bool

	wire   *handWire
	store  store.Store
	own    store.Store // used by an adapter that forgets
	zones  wallclock.ZoneLoader
	clock  func() time.Time
	logger *slog.Logger
	// patience is how long the platform is waited for.
	patience time.Duration

	mu      sync.Mutex
	flights map[string]chan struct{} // closed when the booking under the key is over
	last    osbp.Receipt             // for receiptOfLastCustomer

	q quirks
}

var _ osbp.BookingAdapter = (*handAdapter)(nil)

// newHand returns a right handAdapter. A second one over the same store is what a
// restart leaves, or another instance.
func newHand(t testing.TB, s *sandbox.Sandbox, business string, st store.Store, clock func() time.Time, logger *slog.Logger) *handAdapter {
	t.Helper()
	return newHandOver(t, s, s.Handler(), business, st, clock, logger)
}

// newHandOver is newHand with something before the sandbox's API.
func newHandOver(t testing.TB, s *sandbox.Sandbox, api http.Handler, business string, st store.Store, clock func() time.Time, logger *slog.Logger) *handAdapter {
	t.Helper()
	own, err := store.NewMemory(store.MemoryOptions{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	a := &handAdapter{
		organization: business, store: st, own: own, zones: wallclock.SystemZones(), clock: clock, logger: logger,
		patience: 10 * time.Second, flights: map[string]chan struct{}{},
	}
	a.wire = newHandWire(api, business, logger, &a.q)
	for _, b := range s.Businesses() {
		if b.ID == business {
			a.defaultService, a.defaultSchedule = b.Offerings[0].ID, b.Offerings[0].Calendars[0]
			a.needsNameParts = b.NeedsFullName
			return a
		}
	}
	t.Fatalf("no business %q", business)
	return nil
}

// Platform is the adapter's static identity.
func (a *handAdapter) Platform() osbp.PlatformIdentity {
	if a.q.missingIdentity {
		return osbp.PlatformIdentity{}
	}
	return osbp.PlatformIdentity{Vendor: sandbox.Vendor, APIVersion: sandbox.APIVersion}
}

// OrganizationID is the one organization that is served.
func (a *handAdapter) OrganizationID() string { return a.organization }

// handAnswer runs a tool. Whatever goes wrong in it becomes a Problem.
func handAnswer[T any](ctx context.Context, a *handAdapter, tool osbp.Tool, work func(context.Context) (T, error)) (value T, err error) {
	if a.q.panics == tool {
		panic("handAdapter: index out of range")
	}
	if a.q.plainErrors == tool {
		return value, errors.New("handAdapter: unexpected end of JSON input")
	}
	defer func() {
		if p := recover(); p != nil {
			var none T
			value, err = none, a.refusal(ctx, tool, &handPanic{p})
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, a.patience)
	defer cancel()
	if value, err = work(ctx); err != nil {
		var none T
		return none, a.refusal(ctx, tool, err)
	}
	return value, nil
}

type handPanic struct{ value any }

func (*handPanic) Error() string { return "panic" }

// refusal is the Problem that an error becomes. The error itself is the operator's.
func (a *handAdapter) refusal(ctx context.Context, tool osbp.Tool, err error) error {
	p := osbp.AsProblem(err)
	if p == nil {
		a.logger.ErrorContext(ctx, "tool failed", slog.String("tool", string(tool)), slog.String("error", err.Error()))
		p = failureProblem(err)
	}
	out := *p
	if out.Code == a.q.retryableFlipped {
		out.Retryable = !out.Retryable
	}
	if a.q.codeRenamed[0] == out.Code {
		out.Code = a.q.codeRenamed[1]
	}
	var no *handUpstreamError
	if errors.As(err, &no) && a.q.upstreamText {
		out.Message += " (" + no.text + ")"
	}
	if out.Code == osbp.CodePlatformUnavailable && a.q.credentialLeaks {
		out.Message += " Request headers: Authorization: Bearer " + credential
	}
	var crash *handPanic
	if errors.As(err, &crash) && a.q.leaksPanic {
		out.Message += fmt.Sprintf(" (%v)", crash.value)
	}
	return &out
}

// failureProblem is what an error means that is no answer of the platform's.
func failureProblem(err error) *osbp.Problem {
	var no *handUpstreamError
	switch {
	case errors.As(err, &no) && no.word() != nil:
		return no.word()
	case errors.Is(err, errHandMalformed):
		return osbp.NewProblem(osbp.CodePlatformResultInvalid, "The booking platform's answer is malformed. Hand off to the merchant.")
	case errors.As(err, &no) && no.status >= 500, errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, context.Canceled), errors.Is(err, errHandCut):
		return osbp.NewProblem(osbp.CodePlatformUnavailable, "The booking platform did not answer. Retry later.")
	}
	return osbp.NewProblem(osbp.CodeInternalAdapterError, "The adapter failed unexpectedly. Hand off to the merchant.")
}

func badInput(message string) error { return osbp.NewProblem(osbp.CodeInvalidInput, message) }

// records is where idempotency records and pending approvals are kept.
func (a *handAdapter) records() store.Store {
	if a.q.forgets {
		return a.own
	}
	return a.store
}

func (a *handAdapter) recordKey(kind, id string) string {
	if a.q.sharedNamespace {
		return "hand/" + kind + "/" + id
	}
	return "hand/" + a.organization + "/" + kind + "/" + id
}

func storeDown(err error) error {
	return &handCause{osbp.NewProblem(osbp.CodeStoreUnavailable, "The adapter's store is not available. Nothing was booked. Retry later."), err}
}

// handCause is a Problem together with what the operator may want to know.
type handCause struct {
	problem *osbp.Problem
	cause   error
}

func (e *handCause) Error() string   { return e.problem.Error() }
func (e *handCause) Unwrap() []error { return []error{e.problem, e.cause} }
