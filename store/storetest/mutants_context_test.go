package storetest_test

import (
	"context"
	"iter"
	"time"

	"github.com/openservicekit/openservice/store"
)

var contextMutants = []mutant{{
	name: "Create does not look at its context", check: "context.done",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			return in.Create(context.WithoutCancel(ctx), key, value, expires)
		}}
	},
}, {
	name: "Create writes and then looks at its context", check: "context.done",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, create: func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Create(context.WithoutCancel(ctx), key, value, expires)
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			return v, err
		}}
	},
}, {
	name: "Get does not look at its context", check: "context.done",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
			return in.Get(context.WithoutCancel(ctx), key)
		}}
	},
}, {
	name: "Swap writes and then looks at its context", check: "context.done",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, swap: func(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
			v, err := in.Swap(context.WithoutCancel(ctx), key, old, value, expires)
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			return v, err
		}}
	},
}, {
	name: "Delete does not look at its context", check: "context.done",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, del: func(ctx context.Context, key string, old store.Version) error {
			return in.Delete(context.WithoutCancel(ctx), key, old)
		}}
	},
}, {
	name: "a deadline is reported as a cancellation", check: "context.done",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
			if ctx.Err() != nil {
				return store.Record{}, context.Canceled
			}
			return in.Get(ctx, key)
		}}
	},
}, {
	name: "the cause stands for the context's error", check: "context.done",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, get: func(ctx context.Context, key string) (store.Record, error) {
			if ctx.Err() != nil {
				return store.Record{}, context.Cause(ctx)
			}
			return in.Get(ctx, key)
		}}
	},
}, {
	name: "List yields nothing when its context is done", check: "context.done",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			return func(yield func(store.Record, error) bool) {
				if ctx.Err() == nil {
					in.List(ctx, prefix)(yield)
				}
			}
		}}
	},
}, {
	name: "List looks at its context only once", check: "context.list",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			if ctx.Err() == nil {
				ctx = context.WithoutCancel(ctx)
			}
			return in.List(ctx, prefix)
		}}
	},
}, {
	name: "List stops without a word when its context ends", check: "context.list",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			if ctx.Err() != nil {
				return in.List(ctx, prefix)
			}
			return func(yield func(store.Record, error) bool) {
				for r, err := range in.List(ctx, prefix) {
					if ctx.Err() != nil || !yield(r, err) {
						return
					}
				}
			}
		}}
	},
}, {
	name: "List goes on after an error", check: "context.list",
	breaks: func(in store.Store, _ func() time.Time) broken {
		return broken{Store: in, list: func(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
			if ctx.Err() != nil {
				return in.List(ctx, prefix)
			}
			return func(yield func(store.Record, error) bool) {
				for r, err := range in.List(context.WithoutCancel(ctx), prefix) {
					if ctx.Err() != nil {
						r, err = store.Record{}, ctx.Err()
					}
					if !yield(r, err) {
						return
					}
				}
			}
		}}
	},
}}
