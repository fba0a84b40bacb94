package sandbox

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Op is what a caller asks of the platform; a fault is switched on for one of them.
type Op string

// The operations, each with the OSBP tool that needs it. OpLookUp is the search by
// key, for an osbp.AppointmentFinder.
const (
	OpDescribe  Op = "describe"  // service.describe
	OpOpenings  Op = "openings"  // availability.find
	OpTerms     Op = "terms"     // policy.explain
	OpSendCode  Op = "send_code" // verification.send
	OpCheckCode Op = "check_code"
	OpReserve   Op = "reserve" // booking.create
	OpRead      Op = "read"    // booking.status
	OpLookUp    Op = "look_up"
)

// FaultKind is a way in which a platform fails. In memory, what concerns
// connections and bytes becomes an error or an object that says the same.
type FaultKind string

// The faults. Before and after mean before and after the work was done, such as an
// appointment written.
const (
	// FaultTaken refuses a create as if somebody had been quicker.
	FaultTaken FaultKind = "taken"
	// FaultSlowDown answers 429 with Retry-After.
	FaultSlowDown FaultKind = "slow_down"
	// FaultHang gives no answer until the fault is switched off or the caller gives
	// up, and in the latter case does nothing.
	FaultHang FaultKind = "hang"
	// FaultLate gives no answer until the fault is switched off, and then does the
	// work, whether or not anybody still waits.
	FaultLate FaultKind = "late"
	// FaultCutBefore and FaultCutAfter cut the connection without an answer.
	FaultCutBefore FaultKind = "cut_before"
	FaultCutAfter  FaultKind = "cut_after"
	// FaultErrorBefore and FaultErrorAfter answer 500.
	FaultErrorBefore FaultKind = "error_before"
	FaultErrorAfter  FaultKind = "error_after"
	// FaultHangAfter does the work and gives no answer until the fault is switched
	// off or the caller gives up.
	FaultHangAfter FaultKind = "hang_after"
	// FaultMalformed answers with members of the wrong kind, in memory with an empty
	// object. FaultTruncated breaks off in the middle of the answer.
	FaultMalformed FaultKind = "malformed"
	FaultTruncated FaultKind = "truncated"
	// FaultWrongPrice and FaultWrongIDs give an appointment that is not what was
	// asked for in the answer to a create or a look-up.
	FaultWrongPrice FaultKind = "wrong_price"
	FaultWrongIDs   FaultKind = "wrong_ids"
	// FaultRetiring adds Deprecation and Sunset headers to the answer. In memory
	// there are none.
	FaultRetiring FaultKind = "retiring"
)

// Fault is one way to fail, for one operation. Several for one operation add up:
// of those that end a call the first that was switched on decides.
type Fault struct {
	Op   Op
	Kind FaultKind
	// Count is how many calls it strikes; zero is every one until it is switched off.
	Count int
	// RetryAfter goes with FaultSlowDown, in whole seconds; zero is 30 seconds.
	RetryAfter time.Duration
	// Struck, if not nil, is called for every call that it strikes, before anything
	// else happens to it; Worked, if not nil, for every one of them once its work is
	// done.
	Struck, Worked func()
}

// DefaultRetryAfter goes with a FaultSlowDown that says nothing else.
const DefaultRetryAfter = 30 * time.Second

// Errors in memory of a call of which nobody knows what became.
var (
	ErrCut       = errors.New("sandbox: connection cut")
	ErrStatus500 = errors.New("sandbox: status 500")
)

// SwitchOn makes the platform fail from now on. off ends that, and lets go of the
// calls that the fault has made hang. The error says what is wrong with f.
func (s *Sandbox) SwitchOn(f Fault) (off func(), err error) {
	switch f.Op {
	case OpDescribe, OpOpenings, OpTerms, OpSendCode, OpCheckCode, OpReserve, OpRead, OpLookUp:
	default:
		return nil, fmt.Errorf("sandbox: no operation %q", f.Op)
	}
	switch f.Kind {
	case FaultSlowDown, FaultHang, FaultLate, FaultCutBefore, FaultCutAfter, FaultErrorBefore, FaultErrorAfter,
		FaultHangAfter, FaultMalformed, FaultTruncated, FaultRetiring:
	case FaultTaken:
		if f.Op != OpReserve {
			return nil, fmt.Errorf("sandbox: fault %q is for %s alone", f.Kind, OpReserve)
		}
	case FaultWrongPrice, FaultWrongIDs:
		if f.Op != OpReserve && f.Op != OpLookUp {
			return nil, fmt.Errorf("sandbox: fault %q is for %s and %s", f.Kind, OpReserve, OpLookUp)
		}
	default:
		return nil, fmt.Errorf("sandbox: no fault %q", f.Kind)
	}
	if f.Count < 0 || f.RetryAfter < 0 {
		return nil, errors.New("sandbox: a Fault's Count or RetryAfter is negative")
	}
	if f.RetryAfter == 0 {
		f.RetryAfter = DefaultRetryAfter
	}
	return s.faults.add(f), nil
}

// switchboard holds the faults that are on.
type switchboard struct {
	mu sync.Mutex
	on []*switchedOn
}

type switchedOn struct {
	Fault
	struck int
	off    chan struct{}
}

func (b *switchboard) add(f Fault) (off func()) {
	on := &switchedOn{Fault: f, off: make(chan struct{})}
	b.mu.Lock()
	b.on = append(b.on, on)
	b.mu.Unlock()
	return sync.OnceFunc(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for i := range b.on {
			if b.on[i] == on {
				b.on = append(b.on[:i:i], b.on[i+1:]...)
				break
			}
		}
		close(on.off)
	})
}

// strike returns the faults that hit this call of op.
func (b *switchboard) strike(op Op) strikes {
	b.mu.Lock()
	var hit strikes
	for _, f := range b.on {
		if f.Op == op && (f.Count == 0 || f.struck < f.Count) {
			f.struck++
			hit = append(hit, f)
		}
	}
	b.mu.Unlock()
	for _, f := range hit {
		if f.Struck != nil {
			f.Struck()
		}
	}
	return hit
}

// strikes are the faults that hit one call.
type strikes []*switchedOn

func (hit strikes) has(kind FaultKind) bool {
	for _, f := range hit {
		if f.Kind == kind {
			return true
		}
	}
	return false
}

// before is what happens instead of the work. ctx is the caller's patience.
func (hit strikes) before(ctx context.Context) error {
	for _, f := range hit {
		switch f.Kind {
		case FaultTaken:
			return refuse(reasonTaken)
		case FaultSlowDown:
			return &refusal{reasonSlowDown, f.RetryAfter}
		case FaultCutBefore:
			return ErrCut
		case FaultErrorBefore:
			return ErrStatus500
		case FaultLate:
			<-f.off
		case FaultHang:
			if err := f.wait(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// after is what happens instead of the answer, once the work is done.
func (hit strikes) after(ctx context.Context) error {
	for _, f := range hit {
		if f.Worked != nil {
			f.Worked()
		}
	}
	for _, f := range hit {
		switch f.Kind {
		case FaultCutAfter:
			return ErrCut
		case FaultErrorAfter:
			return ErrStatus500
		case FaultHangAfter:
			if err := f.wait(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *switchedOn) wait(ctx context.Context) error {
	select {
	case <-f.off:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// misreport makes of an appointment what FaultWrongPrice and FaultWrongIDs say it
// is.
func (hit strikes) misreport(r *Reservation) {
	if hit.has(FaultWrongPrice) && r.Price != nil {
		r.Price = fixed(r.Price.Currency, 999_999)
	}
	if hit.has(FaultWrongIDs) {
		r.OfferingID, r.CalendarID = "off_somebody_elses", "cal_somebody_elses"
	}
}
