package store_test

import (
	"testing"
	"time"

	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/store/storetest"
)

func TestMemoryContract(t *testing.T) {
	open := func(opts store.MemoryOptions) (store.Store, error) { return store.NewMemory(opts) }
	storetest.RunHarness(t, storetest.Harness{
		New: func(clock func() time.Time) (store.Store, error) {
			return open(store.MemoryOptions{Clock: clock})
		},
		NewMaxRecords: func(clock func() time.Time, n int) (store.Store, error) {
			return open(store.MemoryOptions{Clock: clock, MaxRecords: n})
		},
		NewMaxBytes: func(clock func() time.Time, n int64) (store.Store, error) {
			return open(store.MemoryOptions{Clock: clock, MaxBytes: n})
		},
		Again: func(s store.Store, clock func() time.Time) (store.Store, error) { return s, nil },
	})
}
