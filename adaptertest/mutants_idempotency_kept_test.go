package adaptertest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

var idempotencyKeptMutants = []mutant{
	{
		name: "a conflict that comes again is taken", check: "idempotency.conflict_stays",
		also: []string{"idempotency.conflict_limits"},
		adapter: receipted(func() func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
			var mu sync.Mutex
			warned := make(map[string]bool)
			return func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
				got, err := in.CreateBooking(ctx, c)
				if !errors.Is(err, osbp.CodeIdempotencyConflict) {
					return got, err
				}
				mu.Lock()
				defer mu.Unlock()
				if warned[c.IdempotencyKey] {
					for _, was := range given {
						if was.in.IdempotencyKey == c.IdempotencyKey {
							return &osbp.CreateResult{Receipt: was.result.Receipt, Runtime: &osbp.Runtime{Idempotency: osbp.LocalCacheReplay}}, nil
						}
					}
				}
				warned[c.IdempotencyKey] = true
				return got, err
			}
		}()),
	},
	{
		name: "sixteen keys are kept", check: "idempotency.replay_after_others",
		adapter: leastRecent(16),
	},
	{
		name: "three keys are kept", check: "idempotency.replay_after_others",
		adapter: leastRecent(3),
	},
	{
		name: "keys are kept for three days", check: "idempotency.replay_until_start",
		adapter: keptFor(72 * time.Hour),
	},
	{
		name: "a payload that was booked is a replay, whatever its key", check: "idempotency.key_alone",
		also: []string{"approval.used_up"},
		adapter: receipted(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
			for _, was := range given {
				if was.in.IdempotencyKey != c.IdempotencyKey && samePayload(was.in, c) {
					return &osbp.CreateResult{Receipt: was.result.Receipt, Runtime: &osbp.Runtime{Idempotency: osbp.LocalCacheReplay}}, nil
				}
			}
			return in.CreateBooking(ctx, c)
		}),
	},
	{
		name: "keys are trimmed", check: "idempotency.key_exact",
		adapter: creating(func(c *osbp.BookingCreateInput) { c.IdempotencyKey = strings.TrimSpace(c.IdempotencyKey) }),
	},
	{
		name: "a slot that was taken settles the key", check: "outcome.taken_then_open",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			var settled sync.Map
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				if err, ok := settled.Load(c.IdempotencyKey); ok {
					return nil, err.(error)
				}
				got, err := in.CreateBooking(ctx, c)
				if errors.Is(err, osbp.CodeSlotTaken) && c.Approval != nil {
					settled.Store(c.IdempotencyKey, err)
				}
				return got, err
			}}
		},
	},
	{
		name: "payloads are hashed with the process's seed", check: "idempotency.restart_replays",
		also: []string{"approval.restart"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			if r.first == nil {
				r.first = new(sync.Map)
			}
			started := r.restarts
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				if was, ok := r.first.LoadOrStore(c.IdempotencyKey, started); ok && was.(int) != started {
					return nil, osbp.NewProblem(osbp.CodeIdempotencyConflict, "This key was used with another payload.")
				}
				return in.CreateBooking(ctx, c)
			}}
		},
	},
	{
		name: "a key whose create went lost is free for another payload", check: "outcome.lost_then_other_payload",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			var mu sync.Mutex
			lost := make(map[string]osbp.BookingCreateInput)
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				mu.Lock()
				was, unknown := lost[c.IdempotencyKey]
				mu.Unlock()
				key := c.IdempotencyKey
				if unknown && !samePayload(was, c) {
					c.IdempotencyKey += "/other"
				}
				got, err := in.CreateBooking(ctx, c)
				if errors.Is(err, osbp.CodeBookingOutcomeUnknown) && !unknown {
					mu.Lock()
					lost[key] = c
					mu.Unlock()
				}
				return got, err
			}}
		},
	},
	{
		name: "the customer's appointment is the one that was looked for", check: "outcome.lost_of_regular",
		adapter: receipted(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if errors.Is(err, osbp.CodeBookingOutcomeUnknown) {
				for _, was := range slices.Backward(given) {
					if was.in.Customer.Phone == c.Customer.Phone {
						return &osbp.CreateResult{Receipt: osbp.Receipt{ID: "receipt_" + c.IdempotencyKey, BookingID: was.result.Receipt.BookingID, Text: was.result.Receipt.Text}}, nil
					}
				}
			}
			return got, err
		}),
	},
}

// leastRecent keeps so many keys, and takes those that are used no longer for new ones.
func leastRecent(n int) adapterBreaks {
	var mu sync.Mutex
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		var recent []string
		lives := make(map[string]int)
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			mu.Lock()
			if c.IdempotencyKey != "" {
				if i := slices.Index(recent, c.IdempotencyKey); i >= 0 {
					recent = slices.Delete(recent, i, i+1)
				}
				if recent = append(recent, c.IdempotencyKey); len(recent) > n {
					lives[recent[0]]++
					recent = recent[1:]
				}
				if life := lives[c.IdempotencyKey]; life > 0 {
					c.IdempotencyKey += fmt.Sprint("/", life)
				}
			}
			mu.Unlock()
			return in.CreateBooking(ctx, c)
		}}
	}
}

// keptFor forgets a key so long after it came first.
func keptFor(life time.Duration) adapterBreaks {
	return func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
		var came sync.Map
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			if first, ok := came.LoadOrStore(c.IdempotencyKey, r.clock.now()); ok && r.clock.now().Sub(first.(time.Time)) > life {
				c.IdempotencyKey += "/later"
			}
			return in.CreateBooking(ctx, c)
		}}
	}
}
