package storetest_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// rekeyed is a store that takes keys for the same when fold makes them so.
func rekeyed(in store.Store, fold func(key string) string) broken {
	var mu sync.Mutex
	spelled := make(map[string]string) // folded key -> as it was created
	folded := func(key string) string {
		mu.Lock()
		defer mu.Unlock()
		f := fold(key)
		if spelled[f] == "" {
			spelled[f] = key
		}
		return f
	}
	get := func(ctx context.Context, key string) (store.Record, error) {
		r, err := in.Get(ctx, folded(key))
		if err == nil {
			r.Key = key
		}
		return r, err
	}
	return broken{
		Store: in,
		create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			return in.Create(ctx, folded(key), value, expires)
		},
		get: get,
		swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			return in.Swap(ctx, folded(key), old, value, expires)
		},
		del: func(ctx context.Context, key string, old store.Version) error {
			return in.Delete(ctx, folded(key), old)
		},
		list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return relisted(ctx, get, func() []string {
				var keys []string
				for r := range in.List(context.WithoutCancel(ctx), "") {
					mu.Lock()
					key := spelled[r.Key]
					mu.Unlock()
					if strings.HasPrefix(key, prefix) {
						keys = append(keys, key)
					}
				}
				slices.Sort(keys)
				return keys
			})
		},
	}
}

func rekeying(fold func(key string) string) mistake {
	return func(in store.Store, _ func() time.Time) broken { return rekeyed(in, fold) }
}

// lower folds the case of ASCII letters and keeps every other byte.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// cutTo keeps n bytes of a key that is not too long to be refused.
func cutTo(n int) func(key string) string {
	return func(key string) string {
		if len(key) > store.MaxKeyBytes {
			return key
		}
		return key[:min(n, len(key))]
	}
}

var keyMutants = []mutant{{
	name: "letter case is folded", check: "key.bytes", breaks: rekeying(lower),
}, {
	name: "spaces at the end are cut", check: "key.bytes",
	breaks: rekeying(func(key string) string { return strings.TrimRight(key, " ") }),
}, {
	name: "keys end at NUL", check: "key.bytes",
	breaks: rekeying(func(key string) string {
		before, _, found := strings.Cut(key, "\x00")
		if found {
			return before + "."
		}
		return key
	}),
}, {
	name: "accents are composed", check: "key.bytes",
	breaks: rekeying(strings.NewReplacer("e\u0301", "\u00e9").Replace),
}, {
	name: "keys that look like numbers are numbers", check: "key.bytes",
	breaks: rekeying(func(key string) string {
		if f, err := strconv.ParseFloat(key, 64); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
		return key
	}),
}, {
	name: "paths are cleaned", check: "key.bytes",
	breaks: rekeying(strings.NewReplacer("//", "/", "/./", "/").Replace),
}, {
	name: "keys are cut at 255 bytes", check: "key.long", breaks: rekeying(cutTo(255)),
}, {
	name: "keys are cut at 1023 bytes", check: "key.long", breaks: rekeying(cutTo(1023)),
}, {
	name: "an empty key is a key", check: "key.refused",
	breaks: rekeying(func(key string) string {
		if key == "" {
			return "."
		}
		return key
	}),
}, {
	name: "long keys are hashed", check: "key.refused",
	breaks: rekeying(func(key string) string {
		if len(key) > store.MaxKeyBytes {
			sum := sha256.Sum256([]byte(key))
			return hex.EncodeToString(sum[:])
		}
		return key
	}),
}}
