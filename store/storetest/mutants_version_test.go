package storetest_test

import (
	"context"
	"iter"
	"math/bits"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// renumbered is a store that shows other versions than it keeps. The functions
// must be inverse to each other for each key.
func renumbered(in store.Store, show, keep func(key string, v store.Version) store.Version) broken {
	shown := func(r store.Record, err error) (store.Record, error) {
		if err == nil {
			r.Version = show(r.Key, r.Version)
		}
		return r, err
	}
	return broken{
		Store: in,
		create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Create(ctx, key, value, expires)
			if err != nil {
				return v, err
			}
			return show(key, v), nil
		},
		get: func(ctx context.Context, key string) (store.Record, error) {
			return shown(in.Get(ctx, key))
		},
		swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Swap(ctx, key, keep(key, old), value, expires)
			if err != nil {
				return v, err
			}
			return show(key, v), nil
		},
		del: func(ctx context.Context, key string, old store.Version) error {
			return in.Delete(ctx, key, keep(key, old))
		},
		list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return func(yield func(store.Record, error) bool) {
				for r, err := range in.List(ctx, prefix) {
					if !yield(shown(r, err)) {
						return
					}
				}
			}
		},
	}
}

// restarting numbers the versions of a key from its first one again when the
// key's last life ended in one of the two ways: by Delete or by the expiry.
func restarting(in store.Store, byDelete bool) broken {
	var mu sync.Mutex
	first := make(map[string]store.Version)  // the first version a key ever had
	offset := make(map[string]store.Version) // by how much its present versions are ahead
	deleted := make(map[string]bool)         // its last life was ended by Delete
	b := renumbered(in,
		func(key string, v store.Version) store.Version {
			mu.Lock()
			defer mu.Unlock()
			return v - offset[key]
		},
		func(key string, v store.Version) store.Version {
			mu.Lock()
			defer mu.Unlock()
			return v + offset[key]
		})
	b.create = func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
		mu.Lock()
		defer mu.Unlock()
		v, err := in.Create(ctx, key, value, expires)
		if err != nil {
			return v, err
		}
		switch {
		case first[key] == 0:
			first[key] = v
		case deleted[key] == byDelete:
			offset[key] = v - first[key]
		}
		deleted[key] = false
		return v - offset[key], nil
	}
	plain := b.del
	b.del = func(ctx context.Context, key string, old store.Version) error {
		err := plain(ctx, key, old)
		if err == nil {
			mu.Lock()
			defer mu.Unlock()
			deleted[key] = true
		}
		return err
	}
	return b
}

var versionMutants = []mutant{{
	name: "versions are unique and unordered", check: "version.order",
	breaks: func(in store.Store, _ func() time.Time) broken {
		mirror := func(_ string, v store.Version) store.Version {
			return store.Version(bits.Reverse32(uint32(v)))
		}
		return renumbered(in, mirror, mirror)
	},
}, {
	name: "versions begin at 0", check: "version.order",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return renumbered(in,
			func(_ string, v store.Version) store.Version { return v - 1 },
			func(_ string, v store.Version) store.Version { return v + 1 })
	},
}, {
	name: "versions do not fit in an int64", check: "version.order",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return renumbered(in,
			func(_ string, v store.Version) store.Version { return v | 1<<63 },
			func(_ string, v store.Version) store.Version { return v &^ (1 << 63) })
	},
}, {
	name: "versions start over after Delete", check: "version.deleted",
	breaks: func(in store.Store, _ func() time.Time) broken { return restarting(in, true) },
}, {
	name: "versions start over after the expiry", check: "version.expired",
	breaks: func(in store.Store, _ func() time.Time) broken { return restarting(in, false) },
}}
