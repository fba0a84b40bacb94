package storetest_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// The mistakes here are gaps between looking and acting. In the gap the others
// get their turn.
func gap() {
	for range 4 {
		runtime.Gosched()
	}
}

// gapInCreate looks whether the key is free, and then writes in any case.
func gapInCreate(in store.Store, now func() time.Time) broken {
	return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
		if _, err := store.CheckExpiry(expires, now()); err != nil {
			return 0, err
		}
		if _, err := in.Get(ctx, key); err == nil {
			return 0, store.ErrExists
		}
		gap()
		v, err := in.Create(ctx, key, value, expires)
		if errors.Is(err, store.ErrExists) {
			if r, err := in.Get(ctx, key); err == nil {
				return in.Swap(ctx, key, r.Version, value, expires)
			}
		}
		return v, err
	}}
}

// gapInDelete looks whether the version is right, and then removes whatever is
// there.
func gapInDelete(in store.Store, _ func() time.Time) broken {
	return broken{Store: in, del: func(ctx context.Context, key string, old store.Version) error {
		r, err := in.Get(ctx, key)
		if err != nil {
			return err
		}
		if r.Version != old {
			return store.ErrConflict
		}
		gap()
		for {
			r, err := in.Get(ctx, key)
			if err != nil || in.Delete(ctx, key, r.Version) == nil {
				return nil
			}
		}
	}}
}

var raceMutants = []mutant{{
	name: "Create looks and then writes", check: "race.create", breaks: gapInCreate,
}, {
	name: "Swap for the value that is there already succeeds", check: "race.swap",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Swap(ctx, key, old, value, expires)
			if errors.Is(err, store.ErrConflict) {
				if r, err := in.Get(ctx, key); err == nil && string(r.Value) == string(value) {
					return r.Version, nil
				}
			}
			return v, err
		}}
	},
}, {
	name: "Get reads value and version one after the other", check: "race.counter",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
			r, err := in.Get(ctx, key)
			if err != nil {
				return r, err
			}
			gap()
			if later, err := in.Get(ctx, key); err == nil {
				r.Version = later.Version
			}
			return r, nil
		}}
	},
}, {
	name: "Delete looks and then removes", check: "race.delete", breaks: gapInDelete,
}, {
	name: "Create keeps its key where another call can overwrite it", check: "race.keys",
	breaks: func(in store.Store, _ func() time.Time) broken {
		var mu sync.Mutex
		var scratch string
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			mu.Lock()
			scratch = key
			mu.Unlock()
			gap()
			mu.Lock()
			key = scratch
			mu.Unlock()
			return in.Create(ctx, key, value, expires)
		}}
	},
}}
