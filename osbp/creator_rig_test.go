package osbp_test

import (
	"bytes"
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// rig is a Creator over the specification's example booking, with a platform whose
// answers the test chooses.
type rig struct {
	clock   *clock
	store   store.Store
	gate    *osbp.Gate
	creator *osbp.Creator
	log     *bytes.Buffer
	example *osbp.MandateCheck

	creates  atomic.Int64
	resolves atomic.Int64
	// onCreate answers a create; nil makes appointment_123.
	onCreate func(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error)
	// onResolve runs before the evidence is handed out.
	onResolve func() error
}

func newRig(t testing.TB, change func(*rig, *osbp.CreatorOptions)) *rig {
	t.Helper()
	r := &rig{clock: newClock("2026-05-01T19:00:00Z"), log: new(bytes.Buffer), example: exampleCheck(t)}
	r.store = newMemory(t, r.clock, store.MemoryOptions{})
	o := osbp.CreatorOptions{
		OrganizationID: r.example.OrganizationID, Namespace: osbp.Namespace("test", r.example.OrganizationID),
		Clock: r.clock.Now, Logger: slog.New(slog.NewTextHandler(r.log, nil)),
	}
	if change != nil {
		change(r, &o)
	}
	if o.Store == nil {
		o.Store = r.store
	}
	if o.Gate == nil {
		o.Gate = newGate(t, osbp.GateOptions{Store: r.store, Clock: r.clock.Now, Namespace: o.Namespace})
	}
	r.gate = o.Gate
	var err error
	if r.creator, err = osbp.NewCreator(o); err != nil {
		t.Fatal(err)
	}
	return r
}

// another returns a rig that stands for a second process on the same store.
func (r *rig) another(t testing.TB, change func(*osbp.CreatorOptions)) *rig {
	t.Helper()
	return newRig(t, func(other *rig, o *osbp.CreatorOptions) {
		other.clock, other.store = r.clock, r.store
		o.Clock = r.clock.Now
		if change != nil {
			change(o)
		}
	})
}

func (r *rig) input() osbp.BookingCreateInput {
	in := *r.example.Request
	in.Mandate = r.example.Mandate
	in.Customer = osbp.Customer{DisplayName: "Jane Customer", Phone: "+15555550100", Email: "jane@example.com"}
	return in
}

func (r *rig) create(ctx context.Context, in osbp.BookingCreateInput) (*osbp.CreateResult, error) {
	return r.creator.Create(ctx, in,
		func(context.Context) (*osbp.Evidence, error) {
			r.resolves.Add(1)
			if r.onResolve != nil {
				if err := r.onResolve(); err != nil {
					return nil, err
				}
			}
			return &osbp.Evidence{Service: r.example.Service, Policy: r.example.Policy, Slot: r.example.Slot, Zone: r.example.Zone}, nil
		},
		func(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			r.creates.Add(1)
			if r.onCreate != nil {
				return r.onCreate(ctx, b)
			}
			return &osbp.Appointment{ID: "appointment_123"}, nil
		})
}

// approve runs the challenge and returns the input as the agent retries with it.
func (r *rig) approve(t testing.TB, in osbp.BookingCreateInput) osbp.BookingCreateInput {
	t.Helper()
	before := r.creates.Load()
	_, err := r.create(t.Context(), in)
	in.Approval = challengeOf(t, err).Approval()
	if r.creates.Load() != before {
		t.Fatal("the platform was asked to create before approval")
	}
	return in
}

func (r *rig) mustBook(t testing.TB, in osbp.BookingCreateInput) *osbp.CreateResult {
	t.Helper()
	got, err := r.create(t.Context(), in)
	if err != nil {
		t.Fatalf("create: %v\n%s", err, r.log)
	}
	return got
}

func (r *rig) wantCreates(t testing.TB, n int64) {
	t.Helper()
	if got := r.creates.Load(); got != n {
		t.Errorf("%d create calls reached the platform, want %d", got, n)
	}
}

// hookStore runs a function before each swap, where a process could stall.
type hookStore struct {
	store.Store
	beforeSwap func(n int64)
	swaps      atomic.Int64
}

func (s *hookStore) Swap(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
	s.beforeSwap(s.swaps.Add(1))
	return s.Store.Swap(ctx, key, old, value, expires)
}
