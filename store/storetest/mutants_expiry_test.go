package storetest_test

import (
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// lingering is a store whose records are still there at their expiry for the
// one method that is named.
func lingering(in store.Store, now func() time.Time, method string) broken {
	const late = time.Microsecond
	longer := func(expires time.Time) (time.Time, error) {
		expires, err := store.CheckExpiry(expires, now())
		return expires.Add(late), err
	}
	// look clears away a record that has expired, unless the method is the one.
	look := func(ctx context.Context, key, caller string) {
		r, err := in.Get(ctx, key)
		if err == nil && caller != method && !now().Before(r.Expires.Add(-late)) {
			_ = in.Delete(ctx, key, r.Version)
		}
	}
	sooner := func(r store.Record, err error) (store.Record, error) {
		if err == nil {
			r.Expires = r.Expires.Add(-late)
		}
		return r, err
	}
	return broken{
		Store: in,
		create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			expires, err := longer(expires)
			if err != nil {
				return 0, err
			}
			look(ctx, key, "Create")
			return in.Create(ctx, key, value, expires)
		},
		get: func(ctx context.Context, key string) (store.Record, error) {
			look(ctx, key, "Get")
			return sooner(in.Get(ctx, key))
		},
		swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			expires, err := longer(expires)
			if err != nil {
				return 0, err
			}
			look(ctx, key, "Swap")
			return in.Swap(ctx, key, old, value, expires)
		},
		del: func(ctx context.Context, key string, old store.Version) error {
			look(ctx, key, "Delete")
			return in.Delete(ctx, key, old)
		},
		list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return func(yield func(store.Record, error) bool) {
				for r, err := range in.List(ctx, prefix) {
					r, err = sooner(r, err)
					if err == nil && method != "List" && !now().Before(r.Expires) {
						continue
					}
					if !yield(r, err) {
						return
					}
				}
			}
		},
	}
}

// expiring is a store that writes other expiries than it is asked to.
func expiring(in store.Store, other func(asked time.Time) time.Time) broken {
	return broken{
		Store: in,
		create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			return in.Create(ctx, key, value, other(expires))
		},
		swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			return in.Swap(ctx, key, old, value, other(expires))
		},
	}
}

// swapExpiring is a store whose Swap writes another expiry than it is asked to.
func swapExpiring(in store.Store, now func() time.Time, other func(was, asked time.Time) time.Time) broken {
	return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
		r, getErr := in.Get(ctx, key)
		_, err := store.CheckExpiry(expires, now())
		if err == nil && getErr == nil && r.Version == old {
			expires = other(r.Expires, expires)
		}
		return in.Swap(ctx, key, old, value, expires)
	}}
}

var expiryMutants = []mutant{{
	name: "Get finds a record at its expiry", check: "expiry.boundary",
	breaks: func(in store.Store, now func() time.Time) broken { return lingering(in, now, "Get") },
}, {
	name: "Swap finds a record at its expiry", check: "expiry.boundary",
	breaks: func(in store.Store, now func() time.Time) broken { return lingering(in, now, "Swap") },
}, {
	name: "Delete finds a record at its expiry", check: "expiry.boundary",
	breaks: func(in store.Store, now func() time.Time) broken { return lingering(in, now, "Delete") },
}, {
	name: "List finds a record at its expiry", check: "expiry.boundary",
	breaks: func(in store.Store, now func() time.Time) broken { return lingering(in, now, "List") },
}, {
	name: "Create over an expired record keeps its value", check: "expiry.recreate",
	breaks: func(in store.Store, _ func() time.Time) broken {
		var mu sync.Mutex
		values := make(map[string][]byte)
		return broken{
			Store: in,
			create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
				mu.Lock()
				defer mu.Unlock()
				if was, ok := values[key]; ok {
					value = was
				}
				v, err := in.Create(ctx, key, value, expires)
				if err == nil {
					values[key] = append([]byte(nil), value...)
				}
				return v, err
			},
			del: func(ctx context.Context, key string, old store.Version) error {
				err := in.Delete(ctx, key, old)
				if err == nil {
					mu.Lock()
					defer mu.Unlock()
					delete(values, key)
				}
				return err
			},
		}
	},
}, {
	name: "Swap keeps the expiry", check: "expiry.swap",
	breaks: func(in store.Store, now func() time.Time) broken {
		return swapExpiring(in, now, func(was, _ time.Time) time.Time { return was })
	},
}, {
	name: "Swap never brings the expiry forward", check: "expiry.swap",
	breaks: func(in store.Store, now func() time.Time) broken {
		return swapExpiring(in, now, func(was, asked time.Time) time.Time {
			if asked.Before(was) {
				return was
			}
			return asked
		})
	},
}, {
	name: "a zero expiry means for ever", check: "expiry.refused",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return expiring(in, func(asked time.Time) time.Time {
			if asked.IsZero() {
				return time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
			}
			return asked
		})
	},
}, {
	name: "an expiry past the year 9999 is cut", check: "expiry.refused",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return expiring(in, func(asked time.Time) time.Time {
			if asked.Year() == 10000 {
				return time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)
			}
			return asked
		})
	},
}, {
	name: "Create of what has expired stores nothing and succeeds", check: "expiry.refused",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Create(ctx, key, value, expires)
			if errors.Is(err, store.ErrInvalidExpiry) {
				return 1, nil
			}
			return v, err
		}}
	},
}, {
	name: "a refused expiry of Swap removes the record", check: "expiry.refused",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Swap(ctx, key, old, value, expires)
			if errors.Is(err, store.ErrInvalidExpiry) {
				_ = in.Delete(ctx, key, old)
			}
			return v, err
		}}
	},
}, {
	name: "expiries are kept in milliseconds", check: "expiry.precision",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return expiring(in, func(asked time.Time) time.Time { return asked.Truncate(time.Millisecond) })
	},
}, {
	name: "expiries are rounded to the nearest microsecond", check: "expiry.precision",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return expiring(in, func(asked time.Time) time.Time { return asked.Round(time.Microsecond) })
	},
}, {
	name: "expiries lose their zone", check: "expiry.zone",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return expiring(in, func(asked time.Time) time.Time {
			if asked.Location() == time.Local {
				return asked
			}
			_, offset := asked.Zone()
			return asked.Add(time.Duration(offset) * time.Second)
		})
	},
}, {
	name: "expiries come back in another zone", check: "expiry.zone",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
			r, err := in.Get(ctx, key)
			r.Expires = r.Expires.In(time.FixedZone("here", 3600))
			return r, err
		}}
	},
}}
