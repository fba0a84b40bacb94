package storetest_test

import (
	"context"
	"errors"
	"iter"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

var recordMutants = []mutant{{
	name: "Get forgets the key", check: "create.get",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
			r, err := in.Get(ctx, key)
			r.Key = ""
			return r, err
		}}
	},
}, {
	name: "a second Create prolongs the record", check: "create.exists",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Create(ctx, key, value, expires)
			if errors.Is(err, store.ErrExists) {
				if r, err := in.Get(ctx, key); err == nil && expires.After(r.Expires) {
					_, _ = in.Swap(ctx, key, r.Version, r.Value, expires)
				}
			}
			return v, err
		}}
	},
}, {
	name: "a second Create with the same value succeeds", check: "create.exists",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Create(ctx, key, value, expires)
			if errors.Is(err, store.ErrExists) {
				r, getErr := in.Get(ctx, key)
				if getErr == nil && string(r.Value) == string(value) && r.Expires.Equal(expires) {
					return r.Version, nil
				}
			}
			return v, err
		}}
	},
}, {
	name: "Swap with version 0 creates", check: "key.unknown",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Swap(ctx, key, old, value, expires)
			if errors.Is(err, store.ErrNotFound) && old == 0 {
				return in.Create(ctx, key, value, expires)
			}
			return v, err
		}}
	},
}, {
	name: "Delete of an unknown key with version 0 succeeds", check: "key.unknown",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, del: func(ctx context.Context, key string, old store.Version) error {
			err := in.Delete(ctx, key, old)
			if errors.Is(err, store.ErrNotFound) && old == 0 {
				return nil
			}
			return err
		}}
	},
}, {
	name: "Swap overwrites only as much as it brings", check: "swap.replaces",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			r, err := in.Get(ctx, key)
			if err == nil && r.Version == old && len(value) > 0 && len(r.Value) > len(value) {
				value = append(value[:len(value):len(value)], r.Value[len(value):]...)
			}
			return in.Swap(ctx, key, old, value, expires)
		}}
	},
}, {
	name: "Swap accepts a version from the future", check: "swap.conflict",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			if r, err := in.Get(ctx, key); err == nil && old > r.Version {
				old = r.Version
			}
			return in.Swap(ctx, key, old, value, expires)
		}}
	},
}, {
	name: "Swap with version 0 reports absence", check: "swap.conflict",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Swap(ctx, key, old, value, expires)
			if errors.Is(err, store.ErrConflict) && old == 0 {
				return 0, store.ErrNotFound
			}
			return v, err
		}}
	},
}, {
	name: "deleted records are listed", check: "delete.removes",
	breaks: func(in store.Store, _ func() time.Time) broken {
		var mu sync.Mutex
		deleted := make(map[string]store.Record)
		return broken{
			Store: in,
			del: func(ctx context.Context, key string, old store.Version) error {
				r, _ := in.Get(ctx, key)
				err := in.Delete(ctx, key, old)
				if err == nil {
					mu.Lock()
					defer mu.Unlock()
					deleted[key] = r
				}
				return err
			},
			list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
				return func(yield func(store.Record, error) bool) {
					mu.Lock()
					ghosts := maps.Clone(deleted)
					mu.Unlock()
					for r, err := range in.List(ctx, prefix) {
						if !yield(r, err) {
							return
						}
						delete(ghosts, r.Key)
					}
					for key, r := range ghosts {
						if strings.HasPrefix(key, prefix) && !yield(r, nil) {
							return
						}
					}
				}
			},
		}
	},
}, {
	name: "Delete removes what begins with the key", check: "delete.removes",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, del: func(ctx context.Context, key string, old store.Version) error {
			err := in.Delete(ctx, key, old)
			if err == nil {
				for r, err := range in.List(ctx, key) {
					if err == nil {
						_ = in.Delete(ctx, r.Key, r.Version)
					}
				}
			}
			return err
		}}
	},
}, {
	name: "Delete takes version 0 for any", check: "delete.conflict",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, del: func(ctx context.Context, key string, old store.Version) error {
			if old == 0 {
				if r, err := in.Get(ctx, key); err == nil {
					old = r.Version
				}
			}
			return in.Delete(ctx, key, old)
		}}
	},
}}
