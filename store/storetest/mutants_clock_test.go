package storetest_test

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// relisted yields the records under the keys as get returns them when their
// turn comes.
func relisted(ctx context.Context, get func(context.Context, string) (store.Record, error), keys func() []string) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(store.Record{}, err)
			return
		}
		for _, key := range keys() {
			r, err := get(ctx, key)
			if err == store.ErrNotFound {
				continue
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// peeking is a store that looks at expiries without removing what has expired,
// in the one method that is named.
func peeking(in store.Store, now func() time.Time, method string) broken {
	var mu sync.Mutex
	expiries := make(map[string]time.Time)
	note := func(key string, expires time.Time, err error) {
		if err == nil {
			mu.Lock()
			defer mu.Unlock()
			expiries[key] = expires.Truncate(time.Microsecond)
		}
	}
	expired := func(key, caller string) bool {
		mu.Lock()
		defer mu.Unlock()
		expires, ok := expiries[key]
		return ok && caller == method && !now().Before(expires)
	}
	get := func(caller string) func(context.Context, string) (store.Record, error) {
		return func(ctx context.Context, key string) (store.Record, error) {
			if ctx.Err() == nil && expired(key, caller) {
				return store.Record{}, store.ErrNotFound
			}
			return in.Get(ctx, key)
		}
	}
	b := broken{
		Store: in,
		create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Create(ctx, key, value, expires)
			note(key, expires, err)
			return v, err
		},
		get: get("Get"),
		swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			if _, err := store.CheckExpiry(expires, now()); err == nil && ctx.Err() == nil && expired(key, "Swap") {
				return 0, store.ErrNotFound
			}
			v, err := in.Swap(ctx, key, old, value, expires)
			note(key, expires, err)
			return v, err
		},
		del: func(ctx context.Context, key string, old store.Version) error {
			if ctx.Err() == nil && expired(key, "Delete") {
				return store.ErrNotFound
			}
			return in.Delete(ctx, key, old)
		},
	}
	if method == "List" {
		b.list = func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return relisted(ctx, get("List"), func() []string {
				mu.Lock()
				defer mu.Unlock()
				keys := slices.Sorted(maps.Keys(expiries))
				return slices.DeleteFunc(keys, func(key string) bool { return !strings.HasPrefix(key, prefix) })
			})
		}
	}
	return b
}

var clockMutants = []mutant{{
	name: "writes are judged by the system's clock", check: "clock.injected",
	breaks: func(in store.Store, now func() time.Time) broken {
		today := time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)
		b := expiring(in, func(asked time.Time) time.Time {
			if asked.Before(today) {
				return time.Time{}
			}
			return asked
		})
		return b
	},
}, {
	name: "expiries are kept in 32 bits", check: "clock.injected",
	breaks: func(in store.Store, now func() time.Time) broken {
		return expiring(in, func(asked time.Time) time.Time {
			if asked.Year() < 2106 || asked.Year() > 9999 {
				return asked
			}
			return time.Unix(int64(uint32(asked.Unix())), 0)
		})
	},
}, {
	name: "Get leaves expired records", check: "clock.back",
	breaks: func(in store.Store, now func() time.Time) broken { return peeking(in, now, "Get") },
}, {
	name: "Swap leaves expired records", check: "clock.back",
	breaks: func(in store.Store, now func() time.Time) broken { return peeking(in, now, "Swap") },
}, {
	name: "Delete leaves expired records", check: "clock.back",
	breaks: func(in store.Store, now func() time.Time) broken { return peeking(in, now, "Delete") },
}, {
	name: "List leaves expired records", check: "clock.back",
	breaks: func(in store.Store, now func() time.Time) broken { return peeking(in, now, "List") },
}}
