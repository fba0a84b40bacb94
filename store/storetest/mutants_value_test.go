package storetest_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// rewriting is a store that writes other values than it is given.
func rewriting(other func(value []byte) []byte) mistake {
	return func(in store.Store, _ func() time.Time) broken {
		return broken{
			Store: in,
			create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
				return in.Create(ctx, key, other(value), expires)
			},
			swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
				return in.Swap(ctx, key, old, other(value), expires)
			},
		}
	}
}

// cutValue keeps n bytes of a value that is not too long to be refused.
func cutValue(n int) func(value []byte) []byte {
	return func(value []byte) []byte {
		if len(value) > store.MaxValueBytes {
			return value
		}
		return value[:min(n, len(value))]
	}
}

// slicesByVersion keeps slices that a store should have copied.
type slicesByVersion struct {
	mu     sync.Mutex
	slices map[store.Version][]byte
}

func (s *slicesByVersion) put(v store.Version, value []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.slices == nil {
		s.slices = make(map[store.Version][]byte)
	}
	s.slices[v] = value
}

// get returns what was put, or puts other.
func (s *slicesByVersion) get(v store.Version, other []byte) []byte {
	s.mu.Lock()
	value, ok := s.slices[v]
	s.mu.Unlock()
	if !ok {
		s.put(v, other)
		return other
	}
	return value
}

// keepsCallers is a store that keeps the caller's slice in the writes that are
// named.
func keepsCallers(onCreate, onSwap bool) mistake {
	return func(in store.Store, _ func() time.Time) broken {
		var kept slicesByVersion
		return broken{
			Store: in,
			create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
				v, err := in.Create(ctx, key, value, expires)
				if err == nil && onCreate {
					kept.put(v, value)
				}
				return v, err
			},
			swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
				v, err := in.Swap(ctx, key, old, value, expires)
				if err == nil && onSwap {
					kept.put(v, value)
				}
				return v, err
			},
			get: func(ctx context.Context, key string) (store.Record, error) {
				r, err := in.Get(ctx, key)
				if err == nil {
					r.Value = bytes.Clone(kept.get(r.Version, bytes.Clone(r.Value)))
				}
				return r, err
			},
		}
	}
}

var valueMutants = []mutant{{
	name: "values are made valid UTF-8", check: "value.bytes",
	breaks: rewriting(func(value []byte) []byte { return bytes.ToValidUTF8(value, []byte("?")) }),
}, {
	name: "values are trimmed", check: "value.bytes", breaks: rewriting(bytes.TrimSpace),
}, {
	name: "values end at NUL", check: "value.bytes",
	breaks: rewriting(func(value []byte) []byte {
		before, _, _ := bytes.Cut(value, []byte{0})
		return before
	}),
}, {
	name: "a record with an empty value is not found", check: "value.empty",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
			r, err := in.Get(ctx, key)
			if err == nil && len(r.Value) == 0 {
				return store.Record{}, store.ErrNotFound
			}
			return r, err
		}}
	},
}, {
	name: "nil is refused", check: "value.empty",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			if value == nil {
				return 0, errors.New("value must not be null")
			}
			return in.Create(ctx, key, value, expires)
		}}
	},
}, {
	name: "values are cut at 65535 bytes", check: "value.large", breaks: rewriting(cutValue(65535)),
}, {
	name: "values over 1 MiB are refused", check: "value.large",
	breaks: rewriting(func(value []byte) []byte {
		if len(value) > 1<<20 {
			return make([]byte, store.MaxValueBytes+1)
		}
		return value
	}),
}, {
	name: "values over 4 MiB are cut", check: "value.refused",
	breaks: rewriting(func(value []byte) []byte { return value[:min(len(value), store.MaxValueBytes)] }),
}, {
	name: "a refused value of Swap removes the record", check: "value.refused",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Swap(ctx, key, old, value, expires)
			if errors.Is(err, store.ErrTooLarge) {
				_ = in.Delete(ctx, key, old)
			}
			return v, err
		}}
	},
}, {
	name: "Create keeps the caller's slice", check: "value.in", breaks: keepsCallers(true, false),
}, {
	name: "Swap keeps the caller's slice", check: "value.in", breaks: keepsCallers(false, true),
}, {
	name: "Get returns one slice to all", check: "value.out",
	breaks: func(in store.Store, _ func() time.Time) broken {
		var shared slicesByVersion
		return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
			r, err := in.Get(ctx, key)
			if err == nil {
				r.Value = shared.get(r.Version, r.Value)
			}
			return r, err
		}}
	},
}, {
	name: "List returns one slice to all", check: "value.out",
	breaks: func(in store.Store, _ func() time.Time) broken {
		var shared slicesByVersion
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return func(yield func(store.Record, error) bool) {
				for r, err := range in.List(ctx, prefix) {
					if err == nil {
						r.Value = shared.get(r.Version, r.Value)
					}
					if !yield(r, err) {
						return
					}
				}
			}
		}}
	},
}}
