package storetest_test

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// The bounds that the checks ask for.
const (
	recordBound = 8
	byteBound   = 256 << 10
)

var fullMutants = []mutant{{
	name: "a full store evicts a record", check: "full.records",
	bounded: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Create(ctx, key, value, expires)
			if keys := allKeys(ctx, in); errors.Is(err, store.ErrFull) && len(keys) == recordBound {
				if r, err := in.Get(ctx, keys[0]); err == nil && in.Delete(ctx, r.Key, r.Version) == nil {
					return in.Create(ctx, key, value, expires)
				}
			}
			return v, err
		}}
	},
}, {
	name: "a full store does not look whether the key exists", check: "full.records",
	bounded: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Create(ctx, key, value, expires)
			if errors.Is(err, store.ErrExists) && len(allKeys(ctx, in)) == recordBound {
				return 0, store.ErrFull
			}
			return v, err
		}}
	},
}, {
	name: "one record too many", check: "full.records",
	bounded: func(in store.Store, _ func() time.Time) broken {
		// The record over the bound lies beside the store.
		var mu sync.Mutex
		beside := make(map[string]store.Record)
		return broken{
			Store: in,
			create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
				v, err := in.Create(ctx, key, value, expires)
				if errors.Is(err, store.ErrFull) && len(allKeys(ctx, in)) == recordBound {
					mu.Lock()
					defer mu.Unlock()
					beside[key] = store.Record{Key: key, Value: value, Version: 1 << 32, Expires: expires}
					return 1 << 32, nil
				}
				return v, err
			},
			get: func(ctx context.Context, key string) (store.Record, error) {
				mu.Lock()
				defer mu.Unlock()
				if r, ok := beside[key]; ok {
					return r, nil
				}
				return in.Get(ctx, key)
			},
		}
	},
}, {
	name: "a full store refuses to replace", check: "full.swap",
	bounded: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			if len(allKeys(ctx, in)) == recordBound {
				return 0, store.ErrFull
			}
			return in.Swap(ctx, key, old, value, expires)
		}}
	},
}, {
	name: "expired records count", check: "full.expired",
	bounded: func(in store.Store, _ func() time.Time) broken {
		// Large values mark the store that is bounded in bytes.
		var mu sync.Mutex
		keys := make(map[string]bool)
		return broken{
			Store: in,
			create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
				mu.Lock()
				defer mu.Unlock()
				if len(keys) == recordBound && !keys[key] && len(value) < 1<<10 {
					return 0, store.ErrFull
				}
				v, err := in.Create(ctx, key, value, expires)
				if err == nil {
					keys[key] = true
				}
				return v, err
			},
			del: func(ctx context.Context, key string, old store.Version) error {
				mu.Lock()
				defer mu.Unlock()
				delete(keys, key)
				return in.Delete(ctx, key, old)
			},
		}
	},
}, {
	name: "a Swap that does not fit evicts a record", check: "full.bytes",
	bounded: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			for {
				v, err := in.Swap(ctx, key, old, value, expires)
				if !errors.Is(err, store.ErrFull) {
					return v, err
				}
				for _, other := range allKeys(ctx, in) {
					if r, err := in.Get(ctx, other); err == nil && other != key {
						_ = in.Delete(ctx, other, r.Version)
						break
					}
				}
			}
		}}
	},
}, {
	name: "a Swap that does not fit loses the record", check: "full.bytes",
	bounded: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Swap(ctx, key, old, value, expires)
			if errors.Is(err, store.ErrFull) {
				_ = in.Delete(ctx, key, old)
			}
			return v, err
		}}
	},
}, {
	name: "deleted bytes are not given back", check: "full.freed",
	bounded: func(in store.Store, _ func() time.Time) broken {
		var mu sync.Mutex
		var total int
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			mu.Lock()
			defer mu.Unlock()
			v, err := in.Create(ctx, key, value, expires)
			switch {
			case err != nil:
				return 0, err
			case total+len(value) > byteBound:
				return 0, errors.Join(store.ErrFull, in.Delete(ctx, key, v))
			}
			total += len(value)
			return v, nil
		}}
	},
}, {
	name: "Create judges the room first", check: "full.last",
	bounded: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			if len(value) >= byteBound {
				return 0, store.ErrFull
			}
			return in.Create(ctx, key, value, expires)
		}}
	},
}, {
	name: "Swap judges the room first", check: "full.last",
	bounded: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			if len(value) >= byteBound {
				return 0, store.ErrFull
			}
			return in.Swap(ctx, key, old, value, expires)
		}}
	},
}}

// cached is a handle that answers Get from what it has read before.
func cached(in store.Store, _ func() time.Time) broken {
	var mu sync.Mutex
	seen := make(map[string]store.Record)
	return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
		mu.Lock()
		defer mu.Unlock()
		if r, ok := seen[key]; ok {
			return r, nil
		}
		r, err := in.Get(ctx, key)
		if err == nil {
			seen[key] = r
		}
		return r, err
	}}
}

var sharedMutants = []mutant{{
	name: "the other handle caches what it reads", check: "shared.visible", again: cached,
}, {
	name: "the other handle lists what it wrote itself", check: "shared.visible",
	again: func(in store.Store, now func() time.Time) broken {
		own, err := store.NewMemory(store.MemoryOptions{Clock: now})
		if err != nil {
			panic(err)
		}
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return own.List(ctx, prefix)
		}}
	},
}, {
	name: "the other handle's Create looks and then writes", check: "shared.race", again: gapInCreate,
}, {
	name: "the other handle's Swap looks and then writes", check: "shared.race",
	again: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			if r, err := in.Get(ctx, key); err != nil || r.Version != old {
				return in.Swap(ctx, key, old, value, expires)
			}
			gap()
			for {
				r, err := in.Get(ctx, key)
				if err != nil {
					return 0, err
				}
				v, err := in.Swap(ctx, key, r.Version, value, expires)
				if !errors.Is(err, store.ErrConflict) {
					return v, err
				}
			}
		}}
	},
}}
