package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

// call sends in to booking.create at the host.
func (k *stack) call(ctx context.Context, t testing.TB, in osbp.BookingCreateInput) osbp.Envelope {
	t.Helper()
	arguments, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	e, err := k.host.Call(ctx, osbp.ToolBookingCreate, arguments)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestRule24_CancelledCaller leaves while its create is with the platform: the booking
// is made once, written down, and replayed to whoever asks.
func TestRule24_CancelledCaller(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		in := k.approved(t, fringe, "idem")
		ctx, cancel := context.WithCancel(t.Context())
		k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultRetiring, Struck: cancel})
		if e := k.call(ctx, t, in); !e.OK || e.AuditEventID == "" {
			t.Errorf("%v", e)
		}
		e := k.call(t.Context(), t, in)
		if !e.OK || e.Runtime == nil || e.Runtime.Idempotency != osbp.LocalCacheReplay {
			t.Errorf("%v", e)
		}
		k.wantCounts(t, sandbox.HarborHair, "idem", 1, 1)
	})
}

// TestRule24_CallerGoneBefore is one that had left before anything was reserved: then
// nothing is sent.
func TestRule24_CallerGoneBefore(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		in := k.approved(t, fringe, "idem")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := k.adapter.CreateBooking(ctx, in); err == nil {
			t.Error("booked for nobody")
		}
		k.wantCounts(t, sandbox.HarborHair, "idem", 0, 0)
		if _, err := k.adapter.CreateBooking(t.Context(), in); err != nil {
			t.Error(err)
		}
	})
}

// readyLog is an audit log that a test can act in, when it is asked whether it is
// writable, and break.
type readyLog struct {
	audit.MemoryLog
	ready    func() error
	appendTo func() error
}

func (l *readyLog) Ready(ctx context.Context) error {
	if l.ready != nil {
		return l.ready()
	}
	return l.MemoryLog.Ready(ctx)
}

func (l *readyLog) Append(ctx context.Context, e *audit.Event) error {
	if l.appendTo != nil {
		return l.appendTo()
	}
	return l.MemoryLog.Append(ctx, e)
}

// TestRule21_ExpiryWhileSending: the mandate runs out between its validation and the
// create, which is then not sent.
func TestRule21_ExpiryWhileSending(t *testing.T) {
	log := new(readyLog)
	k := newStack(t, setup{host: func(o *osbp.HostOptions) { o.Log = log }})
	in := k.approved(t, fringe, "idem")
	log.ready = func() error { k.clock.Advance(4 * time.Hour); return nil }
	if e := k.call(t.Context(), t, in); e.OK || e.Problem.Code != osbp.CodeMandateExpired {
		t.Errorf("%v", e)
	}
	k.wantCounts(t, sandbox.HarborHair, "idem", 0, 0)
}

// TestRule25_FailingLog refuses a create before it is sent, and never takes one back.
func TestRule25_FailingLog(t *testing.T) {
	broken := errors.New("no space left")
	log := new(readyLog)
	k := newStack(t, setup{host: func(o *osbp.HostOptions) { o.Log = log }})
	in := k.approved(t, fringe, "idem")
	log.ready = func() error { return broken }
	if e := k.call(t.Context(), t, in); e.OK || e.Problem.Code != osbp.CodeStoreUnavailable || !e.Problem.Retryable {
		t.Errorf("before: %v", e)
	}
	k.wantCounts(t, sandbox.HarborHair, "idem", 0, 0)
	log.ready, log.appendTo = nil, func() error { return broken }
	if e := k.call(t.Context(), t, in); !e.OK || e.AuditEventID != "" {
		t.Errorf("after: %v", e)
	}
	k.wantCounts(t, sandbox.HarborHair, "idem", 1, 1)
}

// TestRule24_FullStore refuses before the create, without evicting anything.
func TestRule24_FullStore(t *testing.T) {
	c := newClock(friday)
	small, err := store.NewMemory(store.MemoryOptions{Clock: c.Now, MaxRecords: 2})
	if err != nil {
		t.Fatal(err)
	}
	k := newStack(t, setup{store: small})
	if _, err := k.adapter.CreateBooking(t.Context(), k.approved(t, fringe, "idem")); err != nil {
		t.Fatal(err)
	}
	// The receipt and what finds it by its id fill the store.
	other := k.request(t, wish{fringe.service, fringe.schedule, fringe.provider, fringe.date, "15:00"}, "idem_2")
	_, err = k.adapter.CreateBooking(t.Context(), other)
	wantCode(t, err, osbp.CodeStoreUnavailable, true)
	k.wantCounts(t, sandbox.HarborHair, "idem_2", 0, 0)
	k.wantCounts(t, sandbox.HarborHair, "idem", 1, 1)
}

// failingStore fails its writes from a certain one on.
type failingStore struct {
	store.Store
	swapsLeft atomic.Int64
}

func (s *failingStore) Swap(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
	if s.swapsLeft.Add(-1) < 0 {
		return 0, errors.New("disk on fire")
	}
	return s.Store.Swap(ctx, key, old, value, expires)
}

// TestRule25_StoreFailsAround: a store that fails on the way to the create stops it; one
// that fails after it takes nothing back, and the retry asks the platform.
func TestRule25_StoreFailsAround(t *testing.T) {
	for _, tc := range []struct {
		name          string
		swaps         int64
		code          osbp.Code // "" is a receipt
		creates, made int
	}{
		{"reserving", 0, osbp.CodeStoreUnavailable, 0, 0},
		{"marking as sending", 1, osbp.CodeStoreUnavailable, 0, 0},
		{"settling", 2, "", 1, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := newStack(t, setup{})
			failing := &failingStore{Store: k.store}
			approvals, err := store.NewMemory(store.MemoryOptions{Clock: k.clock.Now})
			if err != nil {
				t.Fatal(err)
			}
			k.store = failing
			failing.swapsLeft.Store(1 << 30)
			a := k.newAdapter(t, sandbox.HarborHair, func(o *osbp.AdapterOptions) { o.Approvals = approvals })
			in := approve(t, a, k.request(t, fringe, "idem"))
			failing.swapsLeft.Store(tc.swaps)
			_, err = a.CreateBooking(t.Context(), in)
			if tc.code != "" {
				wantCode(t, err, tc.code, true)
			} else if err != nil {
				t.Fatal(err)
			}
			k.wantCounts(t, sandbox.HarborHair, "idem", tc.creates, tc.made)
			failing.swapsLeft.Store(1 << 30)
			k.clock.Advance(time.Minute)
			if _, err := a.CreateBooking(t.Context(), in); err != nil {
				t.Fatal(err)
			}
			k.wantCounts(t, sandbox.HarborHair, "idem", 1, 1)
		})
	}
}

// TestRule22_Transient retries as the code comes and the platform slows down: a failed
// attempt is not cached, and a settled one is.
func TestRule22_Transient(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		in := k.approved(t, tuesday, "idem")
		k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultSlowDown, Count: 1})
		_, err := k.adapter.CreateBooking(t.Context(), in)
		wantCode(t, err, osbp.CodeRateLimited, true)
		_, err = k.adapter.CreateBooking(t.Context(), in)
		wantCode(t, err, osbp.CodeRequiresVerification, true)
		in.VerificationCode = k.send(t, sandbox.HarborHair, jane)
		if _, err = k.adapter.CreateBooking(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		k.wantCounts(t, sandbox.HarborHair, "idem", 3, 1)
		in.Approval, in.VerificationCode = &osbp.Approval{Confirmed: true, Token: "another"}, "654321"
		got, err := k.adapter.CreateBooking(t.Context(), in)
		if err != nil || got.Runtime.Idempotency != osbp.LocalCacheReplay {
			t.Errorf("%v, %v", got, err)
		}
		k.wantCounts(t, sandbox.HarborHair, "idem", 3, 1)
	})
}
