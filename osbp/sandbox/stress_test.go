package sandbox_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// atOnce runs n functions that start together.
func atOnce(n int, fn func(i int)) {
	start := make(chan struct{})
	var done sync.WaitGroup
	for i := range n {
		done.Go(func() {
			<-start
			fn(i)
		})
	}
	close(start)
	done.Wait()
}

// oneKey has n callers book with one key over the adapters, and holds the outcome: one
// create call, one appointment, one receipt, which whoever asks again gets, too.
func oneKey(t *testing.T, k *stack, n int, adapters ...*osbp.Adapter) {
	t.Helper()
	in := k.approved(t, fringe, "idem")
	var receipts sync.Map
	var ok atomic.Int64
	atOnce(n, func(i int) {
		got, err := adapters[i%len(adapters)].CreateBooking(t.Context(), in)
		switch {
		case err == nil:
			ok.Add(1)
			receipts.Store(got.Receipt, true)
		case osbp.AsProblem(err) == nil:
			t.Error(err)
		}
	})
	if ok.Load() == 0 {
		t.Error("nobody got the receipt")
	}
	atOnce(n, func(i int) {
		got, err := adapters[i%len(adapters)].CreateBooking(t.Context(), in)
		if err != nil || got.Runtime == nil || got.Runtime.Idempotency != osbp.LocalCacheReplay {
			t.Error(got, err)
			return
		}
		receipts.Store(got.Receipt, true)
	})
	distinct := 0
	receipts.Range(func(any, any) bool { distinct++; return true })
	if distinct != 1 {
		t.Errorf("%d receipts", distinct)
	}
	k.wantCounts(t, sandbox.HarborHair, "idem", 1, 1)
}

// TestRule24_OneKey: 200 callers with one key, one create call.
func TestRule24_OneKey(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		oneKey(t, k, 200, k.adapter)
	})
}

// TestRule24_OneKeyTwoInstances: the same through two adapters on one store.
func TestRule24_OneKeyTwoInstances(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		oneKey(t, k, 100, k.adapter, k.newAdapter(t, sandbox.HarborHair, nil))
	})
}

// TestOneSlot: 200 keys for one slot, one appointment, and slot_taken for the others.
func TestOneSlot(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		inputs := make([]osbp.BookingCreateInput, 200)
		for i := range inputs {
			inputs[i] = k.approved(t, fringe, fmt.Sprintf("idem_%d", i))
		}
		before := len(k.sandbox.Reservations(sandbox.HarborHair))
		var ok atomic.Int64
		atOnce(len(inputs), func(i int) {
			_, err := k.adapter.CreateBooking(t.Context(), inputs[i])
			switch {
			case err == nil:
				ok.Add(1)
			case !errors.Is(err, osbp.CodeSlotTaken):
				t.Error(err)
			}
		})
		if made := len(k.sandbox.Reservations(sandbox.HarborHair)) - before; ok.Load() != 1 || made != 1 || k.sandbox.Counts().Appointments != 1 {
			t.Errorf("%d receipts, %d appointments", ok.Load(), made)
		}
	})
}

// TestRule23_EveryFault books under every fault at once, struck at random, over HTTP
// and warm connections, with every caller retrying: never two appointments for one
// key, never two creates where the platform has no idempotency of its own, and
// whoever got a receipt has the appointment that is in the book.
func TestRule23_EveryFault(t *testing.T) {
	const keys, retries = 48, 4
	for _, native := range []bool{false, true} {
		t.Run(fmt.Sprintf("native=%t", native), func(t *testing.T) {
			k := newStack(t, setup{
				overHTTP: true, options: sandbox.Options{NativeIdempotency: native},
				adapter: func(o *osbp.AdapterOptions) {
					o.CreateTimeout, o.FindTimeout, o.ReadTimeout = 300*time.Millisecond, 300*time.Millisecond, time.Second
				},
			})
			inputs := make([]osbp.BookingCreateInput, keys)
			for i := range inputs {
				w := fringe
				w.provider = []string{sandbox.StaffMaya, sandbox.StaffSam}[i%2]
				w.date, w.time = []string{"2026-05-05", "2026-05-06"}[i/32], fmt.Sprintf("%02d:%02d", 9+i/2%16/2, i/2%2*30)
				inputs[i] = k.approved(t, w, fmt.Sprintf("idem_%d", i))
			}
			random := rand.New(rand.NewPCG(1, 2))
			var offs []func()
			for range 40 {
				kinds := []sandbox.FaultKind{
					sandbox.FaultTaken, sandbox.FaultSlowDown, sandbox.FaultHang, sandbox.FaultLate, sandbox.FaultCutBefore,
					sandbox.FaultCutAfter, sandbox.FaultErrorBefore, sandbox.FaultErrorAfter, sandbox.FaultHangAfter,
					sandbox.FaultMalformed, sandbox.FaultTruncated, sandbox.FaultWrongPrice, sandbox.FaultWrongIDs, sandbox.FaultRetiring,
				}
				op, kind := sandbox.OpReserve, kinds[random.IntN(len(kinds))]
				if random.IntN(3) == 0 && kind != sandbox.FaultTaken {
					op = sandbox.OpLookUp
				}
				offs = append(offs, k.switchOn(t, sandbox.Fault{Op: op, Kind: kind, Count: 1 + random.IntN(3)}))
			}
			receipts := make([]string, keys)
			atOnce(keys*2, func(i int) {
				in := inputs[i%keys]
				for range retries {
					got, err := k.adapter.CreateBooking(t.Context(), in)
					if err == nil && i < keys {
						receipts[i] = got.Receipt.BookingID
					}
					if err != nil && osbp.AsProblem(err) == nil {
						t.Error(err)
					}
				}
			})
			for _, off := range offs {
				off()
			}
			for i, in := range inputs {
				got, err := k.adapter.CreateBooking(t.Context(), in)
				if err == nil {
					if receipts[i] != "" && receipts[i] != got.Receipt.BookingID {
						t.Errorf("%s has two receipts", in.IdempotencyKey)
					}
					receipts[i] = got.Receipt.BookingID
				}
			}
			inBook := map[string]bool{}
			for _, r := range k.sandbox.Reservations(sandbox.HarborHair) {
				inBook[r.Ref] = true
			}
			receipted := 0
			for i, in := range inputs {
				counts := k.sandbox.CountsOf(sandbox.HarborHair, in.IdempotencyKey)
				if counts.Appointments > 1 {
					t.Errorf("%s: %d appointments", in.IdempotencyKey, counts.Appointments)
				}
				if receipts[i] == "" {
					continue
				}
				receipted++
				if !inBook[receipts[i]] || counts.Appointments != 1 {
					t.Errorf("%s: a receipt for what is not in the book", in.IdempotencyKey)
				}
			}
			if receipted < keys/2 {
				t.Errorf("only %d of %d were booked in the end", receipted, keys)
			}
		})
	}
}
