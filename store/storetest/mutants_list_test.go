package storetest_test

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/openservicekit/openservice/store"
)

// choosing is a store whose List chooses by another rule which of all keys
// belong to a prefix.
func choosing(in func(prefix, key string) bool) mistake {
	return reordered(func(keys []string, prefix string) []string {
		return slices.DeleteFunc(keys, func(key string) bool { return !in(prefix, key) })
	})
}

// arranging is a store whose List yields the right keys in another way.
func arranging(other func(keys []string) []string) mistake {
	return reordered(func(keys []string, prefix string) []string {
		return other(slices.DeleteFunc(keys, func(key string) bool { return !strings.HasPrefix(key, prefix) }))
	})
}

func reordered(other func(keys []string, prefix string) []string) mistake {
	return func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return relisted(ctx, in.Get, func() []string { return other(allKeys(ctx, in), prefix) })
		}}
	}
}

// allKeys returns the keys of the live records, in order.
func allKeys(ctx context.Context, in store.Store) []string {
	var keys []string
	for r := range in.List(context.WithoutCancel(ctx), "") {
		keys = append(keys, r.Key)
	}
	return keys
}

// like is SQL's LIKE, byte by byte.
func like(pattern, s string) bool {
	if pattern == "" {
		return s == ""
	}
	switch pattern[0] {
	case '%':
		return like(pattern[1:], s) || s != "" && like(pattern, s[1:])
	case '_':
		return s != "" && like(pattern[1:], s[1:])
	default:
		return s != "" && s[0] == pattern[0] && like(pattern[1:], s[1:])
	}
}

// goroutine names the goroutine that calls it.
func goroutine() string {
	stack := make([]byte, 64)
	return strings.Fields(string(stack[:runtime.Stack(stack, false)]))[1]
}

// page is how many records the mutants read at a time.
const page = 1000

var listMutants = []mutant{{
	name: "the prefix is a LIKE pattern", check: "list.prefix",
	breaks: choosing(func(prefix, key string) bool { return like(prefix+"%", key) }),
}, {
	name: "the prefix ignores letter case", check: "list.prefix",
	breaks: choosing(func(prefix, key string) bool {
		return strings.HasPrefix(lower(key), lower(prefix))
	}),
}, {
	name: "the prefix ends at an asterisk", check: "list.prefix",
	breaks: choosing(func(prefix, key string) bool { return strings.HasPrefix(key, strings.TrimSuffix(prefix, "*")) }),
}, {
	name: "the greatest byte overflows", check: "list.bytes",
	breaks: choosing(func(prefix, key string) bool {
		end := []byte(prefix)
		if len(end) > 0 {
			end[len(end)-1]++
		}
		return key >= prefix && (prefix == "" || key < string(end))
	}),
}, {
	name: "the greatest byte is not reached", check: "list.bytes",
	breaks: choosing(func(prefix, key string) bool { return prefix == "" || key >= prefix && key < prefix+"\xff" }),
}, {
	name: "pages come in the wrong order", check: "list.order",
	breaks: arranging(func(keys []string) []string {
		if len(keys) <= page {
			return keys
		}
		return append(keys[page:len(keys):len(keys)], keys[:page]...)
	}),
}, {
	name: "only the first page comes", check: "list.order",
	breaks: arranging(func(keys []string) []string { return keys[:min(page*2, len(keys))] }),
}, {
	name: "the last record of a page comes twice", check: "list.order",
	breaks: arranging(func(keys []string) []string {
		if len(keys) > page*2 {
			keys = slices.Insert(keys, page*2, keys[page*2-1])
		}
		return keys
	}),
}, {
	name: "upper case sorts like lower case", check: "list.order",
	breaks: arranging(func(keys []string) []string {
		slices.SortFunc(keys, func(a, b string) int { return cmp.Compare(lower(a), lower(b)) })
		return keys
	}),
}, {
	name: "List leaves out the expiry", check: "list.record",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return func(yield func(store.Record, error) bool) {
				for r, err := range in.List(ctx, prefix) {
					r.Expires = time.Time{}
					if !yield(r, err) {
						return
					}
				}
			}
		}}
	},
}, {
	name: "List goes on after the loop has ended", check: "list.break",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return func(yield func(store.Record, error) bool) {
				for r, err := range in.List(ctx, prefix) {
					yield(r, err)
				}
			}
		}}
	},
}, {
	name: "a sequence lists once", check: "list.break",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			spent := false
			return func(yield func(store.Record, error) bool) {
				if !spent {
					spent = true
					in.List(ctx, prefix)(yield)
				}
			}
		}}
	},
}, {
	name: "List holds a lock while the loop body runs", check: "list.body",
	breaks: func(in store.Store, _ func() time.Time) broken {
		var lock sync.Mutex
		var holder atomic.Value // the goroutine that lists
		holder.Store("")
		return broken{
			Store: in,
			swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
				if holder.Load() == goroutine() {
					return 0, errors.New("deadlock")
				}
				lock.Lock()
				defer lock.Unlock()
				return in.Swap(ctx, key, old, value, expires)
			},
			list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
				return func(yield func(store.Record, error) bool) {
					lock.Lock()
					defer lock.Unlock()
					holder.Store(goroutine())
					defer holder.Store("")
					in.List(ctx, prefix)(yield)
				}
			},
		}
	},
}, {
	name: "List reads pages by offset", check: "list.body",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			const page = 100
			return func(yield func(store.Record, error) bool) {
				for offset := 0; ; offset += page {
					var records []store.Record
					n := 0
					for r, err := range in.List(ctx, prefix) {
						if err != nil {
							yield(r, err)
							return
						}
						if n >= offset && n < offset+page {
							records = append(records, r)
						}
						n++
					}
					for _, r := range records {
						r, err := in.Get(ctx, r.Key)
						if err == store.ErrNotFound {
							continue
						}
						if !yield(r, err) || err != nil {
							return
						}
					}
					if len(records) < page {
						return
					}
				}
			}
		}}
	},
}, {
	name: "List yields what was live when it began", check: "list.expiring",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return func(yield func(store.Record, error) bool) {
				var records []store.Record
				for r, err := range in.List(ctx, prefix) {
					if err != nil {
						yield(r, err)
						return
					}
					records = append(records, r)
				}
				for _, r := range records {
					if err := ctx.Err(); err != nil {
						yield(store.Record{}, err)
						return
					}
					if !yield(r, nil) {
						return
					}
				}
			}
		}}
	},
}}
