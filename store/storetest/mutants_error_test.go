package storetest_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/openservicekit/openservice/store"
)

var errorMutants = []mutant{{
	name: "Create looks for the record first", check: "error.order",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			if _, err := in.Get(ctx, key); err == nil {
				return 0, store.ErrExists
			}
			return in.Create(ctx, key, value, expires)
		}}
	},
}, {
	name: "Swap looks for the record first", check: "error.order",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			if _, err := in.Get(ctx, key); err != nil {
				return 0, err
			}
			return in.Swap(ctx, key, old, value, expires)
		}}
	},
}, {
	name: "Swap compares the version first", check: "error.order",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			if r, err := in.Get(ctx, key); err == nil && r.Version != old {
				return 0, store.ErrConflict
			}
			return in.Swap(ctx, key, old, value, expires)
		}}
	},
}, {
	name: "Get names the key that it did not find", check: "error.quiet",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
			r, err := in.Get(ctx, key)
			if err != nil {
				err = fmt.Errorf("%q: %w", key, err)
			}
			return r, err
		}}
	},
}, {
	name: "Swap prints the value that it refused", check: "error.quiet",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Swap(ctx, key, old, value, expires)
			if errors.Is(err, store.ErrConflict) {
				err = fmt.Errorf("%v: %w", value, err)
			}
			return v, err
		}}
	},
}, {
	name: "Delete names the key when its context is done", check: "error.quiet",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, del: func(ctx context.Context, key string, old store.Version) error {
			err := in.Delete(ctx, key, old)
			if ctx.Err() != nil {
				err = fmt.Errorf("DELETE %s: %w", key, err)
			}
			return err
		}}
	},
}}
