package osbp_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// faulty is a rig whose attempts go through a faultyStore.
func faulty(t testing.TB, change func(*rig, *osbp.CreatorOptions)) (*rig, *faultyStore) {
	t.Helper()
	f := new(faultyStore)
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		f.Store = r.store
		o.Store = f
		if change != nil {
			change(r, o)
		}
	})
	return r, f
}

// The swaps of an attempt's record on the way of a first approved call.
const (
	reserveSwap = iota
	sendingSwap
	settleSwap
)

// TestRule24_StoreErrorAtEveryWrite: whichever write of a booking fails, done or
// not, the key never makes two appointments, no answer claims what is not so, and
// the retry comes to a receipt.
func TestRule24_StoreErrorAtEveryWrite(t *testing.T) {
	for _, write := range []struct {
		name, op, kind string
		n              int
	}{
		{"bind", "Create", "attempt", 0},
		{"reserve", "Swap", "attempt", reserveSwap},
		{"sending", "Swap", "attempt", sendingSwap},
		{"settle", "Swap", "attempt", settleSwap},
		{"count", "Create", "mandate", 0},
		{"remember", "Create", "booking", 0},
	} {
		for _, done := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, done %t", write.name, done), func(t *testing.T) {
				r, f := faulty(t, func(_ *rig, o *osbp.CreatorOptions) { o.MaxBookingsPerMandate = 5 })
				fail := func(c storeCall) error {
					if c.of(write.op, write.kind, write.n) {
						return errStore
					}
					return nil
				}
				if done {
					f.after = fail
				} else {
					f.before = fail
				}
				in := r.input()
				made := 0
				var last *osbp.CreateResult
				for range 6 {
					got, err := r.create(t.Context(), in)
					if err == nil {
						last, made = got, made+1
						continue
					}
					p := osbp.AsProblem(err)
					if p == nil {
						t.Fatal(err)
					}
					if c, err := osbp.ParseChallenge(p); err == nil {
						in.Approval = c.Approval()
					} else if !p.Retryable {
						t.Fatalf("a dead end: %v", p)
					}
					if strings.Contains(p.Message, "Nothing was sent") && r.creates.Load() > 0 {
						t.Errorf("after a create it says %q", p.Message)
					}
					r.clock.Advance(time.Minute) // past any lease
				}
				if made == 0 || last.Runtime == nil || last.Receipt.BookingID != "appointment_123" {
					t.Fatalf("%d receipts, the last %+v\n%s", made, last, r.log)
				}
				r.wantCreates(t, 1)
				other := r.another(t, nil)
				if got := other.mustBook(t, in); got.Receipt != last.Receipt {
					t.Errorf("another instance replays %+v", got.Receipt)
				}
			})
		}
	}
}

// TestRule23_SendingMarkUnsure: the store takes the mark and says it failed, then
// can't be read. Nothing was sent, so nothing may be sent later on a guess either.
func TestRule23_SendingMarkUnsure(t *testing.T) {
	r, f := faulty(t, nil)
	approved := r.approve(t, r.input())
	down := false
	f.after = func(c storeCall) error {
		if c.of("Swap", "attempt", sendingSwap) {
			down = true
			return errStore
		}
		return nil
	}
	f.before = func(c storeCall) error {
		if down && c.kind() == "attempt" {
			return errStore
		}
		return nil
	}
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeStoreUnavailable, true)
	r.wantCreates(t, 0)
	down = false
	r.clock.Advance(time.Hour)
	_, err = r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	if !strings.Contains(r.log.String(), "level=ERROR") {
		t.Error("the operator was not told")
	}
	// A person looks and finds nothing; then the key is free.
	if err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey, osbp.Finding{Found: osbp.FoundNever}); err != nil {
		t.Fatal(err)
	}
	r.wantCreates(t, 0)
}

// TestRule23_RefusalSurvivesAStumblingStore: a definite refusal frees the key also
// where the store fails once on the way.
func TestRule23_RefusalSurvivesAStumblingStore(t *testing.T) {
	for _, done := range []bool{false, true} {
		t.Run(fmt.Sprintf("done %t", done), func(t *testing.T) {
			r, f := faulty(t, nil)
			approved := r.approve(t, r.input())
			fail := func(c storeCall) error {
				if c.of("Swap", "attempt", settleSwap) {
					return errStore
				}
				return nil
			}
			if done {
				f.after = fail
			} else {
				f.before = fail
			}
			r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				return nil, osbp.CodeRequiresVerification
			}
			_, err := r.create(t.Context(), approved)
			wantCode(t, err, osbp.CodeRequiresVerification, true)
			r.onCreate = nil
			r.mustBook(t, approved)
		})
	}
}

// TestRule24_SettlingNeverGrows: the record takes the room of its receipt before
// the create, so a store that fills up meanwhile takes nothing back.
func TestRule24_SettlingNeverGrows(t *testing.T) {
	for name, id := range map[string]string{"short id": "a", "long id": strings.Repeat("a", 255)} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, func(r *rig, _ *osbp.CreatorOptions) {
				r.store = newMemory(t, r.clock, store.MemoryOptions{MaxBytes: 1 << 16})
			})
			in := r.input()
			in.IdempotencyKey = strings.Repeat("k", osbp.MaxIdempotencyKey)
			r.example.Service.Name = strings.Repeat("é", 300)
			approved := r.approve(t, in)
			r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				fill(t, r.store, r.clock.Now().Add(time.Hour))
				return &osbp.Appointment{ID: id}, nil
			}
			first := r.mustBook(t, approved)
			got := r.another(t, nil).mustBook(t, approved)
			if got.Receipt != first.Receipt || got.Receipt.BookingID != id {
				t.Errorf("the receipt was not kept: %+v", got.Receipt)
			}
			r.wantCreates(t, 1)
		})
	}
}

// fill leaves no room for another byte.
func fill(t testing.TB, s store.Store, expires time.Time) {
	t.Helper()
	for n, size := 1, 1<<14; size > 0; n++ {
		_, err := s.Create(t.Context(), fmt.Sprintf("filler %d", n), make([]byte, size), expires)
		if errors.Is(err, store.ErrFull) {
			size /= 2
		} else if err != nil {
			t.Fatal(err)
		}
	}
	// What is less than a record's overhead goes into a record that is there.
	rec, err := s.Get(t.Context(), "filler 1")
	if err != nil {
		t.Fatal(err)
	}
	for grow := 1 << 12; grow > 0; {
		v, err := s.Swap(t.Context(), rec.Key, rec.Version, make([]byte, len(rec.Value)+grow), expires)
		if errors.Is(err, store.ErrFull) {
			grow /= 2
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		rec.Version, rec.Value = v, make([]byte, len(rec.Value)+grow)
	}
}

// TestRule24_FullStoreRefusesBeforeTheCreate: no room for the receipt is no create.
func TestRule24_FullStoreRefusesBeforeTheCreate(t *testing.T) {
	r := newRig(t, func(r *rig, _ *osbp.CreatorOptions) {
		r.store = newMemory(t, r.clock, store.MemoryOptions{MaxBytes: 1 << 16})
	})
	approved := r.approve(t, r.input())
	fill(t, r.store, r.clock.Now().Add(time.Minute))
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeStoreUnavailable, true)
	r.wantCreates(t, 0)
	r.clock.Advance(time.Minute)
	r.mustBook(t, approved)
}

// TestRule23_StoreErrorWhileInDoubt claims nothing about the earlier create.
func TestRule23_StoreErrorWhileInDoubt(t *testing.T) {
	r, f := faulty(t, func(_ *rig, o *osbp.CreatorOptions) { o.NativeIdempotency = true })
	approved := r.approve(t, r.input())
	r.onCreate = cut
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	broken := ""
	f.before = func(c storeCall) error {
		if c.op == broken && c.kind() == "attempt" {
			return errStore
		}
		return nil
	}
	broken = "Swap" // the mark of the second sending
	_, err = r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	broken = "Get"
	_, err = r.create(t.Context(), approved)
	if p := wantCode(t, err, osbp.CodeStoreUnavailable, true); strings.Contains(p.Message, "Nothing was sent") {
		t.Errorf("%q, after a create of this key", p.Message)
	}
	broken = ""
	ctx, cancel := context.WithCancel(t.Context())
	r.onResolve = func() error { cancel(); return nil }
	_, err = r.create(ctx, approved)
	if osbp.AsProblem(err) == nil {
		t.Errorf("a caller that gave up while in doubt got %v, no answer", err)
	}
	r.wantCreates(t, 1)
}

// TestRule23_NeverFoundButNotKept: the platform says it never made the appointment
// and the store can't write that down; the answer doesn't hide the create.
func TestRule23_NeverFoundButNotKept(t *testing.T) {
	r, f := faulty(t, func(_ *rig, o *osbp.CreatorOptions) {
		o.NativeIdempotency = true
		o.Finder = finderFunc(func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
			return osbp.Finding{Found: osbp.FoundNever}, nil
		})
	})
	approved := r.approve(t, r.input())
	r.onCreate = cut
	f.before = func(c storeCall) error {
		if c.op == "Swap" && c.kind() == "attempt" && c.n > settleSwap {
			return errStore
		}
		return nil
	}
	for range 2 {
		_, err := r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
	}
}

// TestRule24_CallerGivesUpBeforeTheReservation gets nothing reserved and nothing sent.
func TestRule24_CallerGivesUpBeforeTheReservation(t *testing.T) {
	for _, doubt := range []bool{false, true} {
		t.Run(fmt.Sprintf("in doubt %t", doubt), func(t *testing.T) {
			giveUp := func() {}
			r, f := faulty(t, func(r *rig, o *osbp.CreatorOptions) {
				o.NativeIdempotency = true
				o.Gate = newGate(t, osbp.GateOptions{Store: r.store, Clock: r.clock.Now,
					Approver: approverFunc(func(context.Context, string) (bool, error) { giveUp(); return true, nil })})
			})
			approved := r.approve(t, r.input())
			want := int64(0)
			if doubt {
				r.onCreate = cut
				r.create(t.Context(), approved)
				want = 1
			}
			r.onCreate = nil
			ctx, cancel := context.WithCancel(t.Context())
			giveUp = cancel
			f.before = func(c storeCall) error {
				if c.op == "Swap" && c.kind() == "attempt" {
					t.Error("the record was touched")
				}
				return nil
			}
			_, err := r.create(ctx, approved)
			if doubt {
				wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
			} else if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			r.wantCreates(t, want)
		})
	}
}

// TestRule27_OneCreatePerCall: a call whose create was lost never sends a second one
// itself, whatever it learns afterwards.
func TestRule27_OneCreatePerCall(t *testing.T) {
	r, f := faulty(t, func(_ *rig, o *osbp.CreatorOptions) {
		o.NativeIdempotency = true
		o.Finder = finderFunc(func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
			return osbp.Finding{Found: osbp.FoundNever}, nil
		})
	})
	approved := r.approve(t, r.input())
	r.onCreate = cut
	f.before = func(c storeCall) error {
		if c.of("Swap", "attempt", settleSwap+1) { // freeing the key: somebody else was quicker
			rec := attemptRecord(t, r.store)
			if _, err := r.store.Swap(t.Context(), rec.Key, rec.Version, rec.Value, rec.Expires); err != nil {
				t.Error(err)
			}
		}
		return nil
	}
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
	r.wantCreates(t, 1)
}

// TestRule24_CallerGivesUpWhileAsking: what the platform found is written down though
// nobody waits for it.
func TestRule24_CallerGivesUpWhileAsking(t *testing.T) {
	asked := 0
	giveUp := func() {}
	r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
		o.Finder = finderFunc(func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
			if asked++; asked == 1 {
				return osbp.Finding{}, nil
			}
			giveUp()
			return osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "appointment_123"}}, nil
		})
	})
	approved := r.approve(t, r.input())
	r.onCreate = cut
	r.create(t.Context(), approved)
	ctx, cancel := context.WithCancel(t.Context())
	giveUp = cancel
	if _, err := r.create(ctx, approved); err != nil {
		t.Error(err)
	}
	if got := r.mustBook(t, approved); got.Runtime.Idempotency != osbp.LocalCacheReplay || asked != 2 {
		t.Errorf("asked %d times, and then %+v", asked, got.Runtime)
	}
}
