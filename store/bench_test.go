package store_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/openservicekit/openservice/store"
)

// benchTTL is the lifetime of the records in benchmarks.
const benchTTL = 24 * time.Hour

// benchValue is about as long as a stored receipt.
var benchValue = make([]byte, 600)

// filled returns a store with n records and their keys.
func filled(b *testing.B, n int) (*store.Memory, []string) {
	b.Helper()
	m, err := store.NewMemory(store.MemoryOptions{MaxRecords: 1 << 30, MaxBytes: 1 << 50})
	if err != nil {
		b.Fatal(err)
	}
	expires := time.Now().Add(benchTTL)
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("idempotency/salon-demo/%016x", i*0x9e3779b1)
		if _, err := m.Create(b.Context(), keys[i], benchValue, expires.Add(time.Duration(i%977)*time.Second)); err != nil {
			b.Fatal(err)
		}
	}
	return m, keys
}

// benchSizes are the numbers of records that benchmarks run beside.
var benchSizes = []int{100, 10_000, 100_000}

func BenchmarkMemoryGet(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			m, keys := filled(b, n)
			ctx := b.Context()
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, err := m.Get(ctx, keys[i%n]); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

func BenchmarkMemorySwap(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			m, keys := filled(b, n)
			ctx := b.Context()
			expires := time.Now().Add(benchTTL)
			versions := make([]store.Version, n)
			for i := range versions {
				versions[i] = store.Version(i + 1)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				v, err := m.Swap(ctx, keys[i%n], versions[i%n], benchValue, expires)
				if err != nil {
					b.Fatal(err)
				}
				versions[i%n] = v
				i++
			}
		})
	}
}

// BenchmarkMemoryCreateDelete keeps the number of records as it is.
func BenchmarkMemoryCreateDelete(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			m, _ := filled(b, n)
			ctx := b.Context()
			expires := time.Now().Add(benchTTL)
			b.ReportAllocs()
			for b.Loop() {
				v, err := m.Create(ctx, "idempotency/salon-demo/new", benchValue, expires)
				if err != nil {
					b.Fatal(err)
				}
				if err := m.Delete(ctx, "idempotency/salon-demo/new", v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkMemoryCreate fills stores of 100 000 records one after the other.
func BenchmarkMemoryCreate(b *testing.B) {
	const n = 100_000
	_, keys := filled(b, n)
	ctx := b.Context()
	expires := time.Now().Add(benchTTL)
	var m *store.Memory
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if i%n == 0 {
			m, _ = store.NewMemory(store.MemoryOptions{})
		}
		if _, err := m.Create(ctx, keys[i%n], benchValue, expires); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// BenchmarkMemoryExpire creates records in a store where as many expire.
func BenchmarkMemoryExpire(b *testing.B) {
	const n = 10_000
	_, keys := filled(b, n)
	now := time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)
	m, err := store.NewMemory(store.MemoryOptions{Clock: func() time.Time { return now }})
	if err != nil {
		b.Fatal(err)
	}
	ctx := b.Context()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := m.Create(ctx, keys[i%n], benchValue, now.Add((n-1)*time.Second)); err != nil {
			b.Fatal(err)
		}
		now = now.Add(time.Second)
		i++
	}
}

func BenchmarkMemoryList(b *testing.B) {
	m, _ := filled(b, 100_000)
	expires := time.Now().Add(benchTTL)
	for i := range 10 {
		if _, err := m.Create(b.Context(), fmt.Sprintf("unsettled/%d", i), benchValue, expires); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, err := range m.List(b.Context(), "unsettled/") {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != 10 {
			b.Fatal(n)
		}
	}
}

// BenchmarkMemoryParallel reads, and writes one time in eight, from all
// processors at once.
func BenchmarkMemoryParallel(b *testing.B) {
	m, keys := filled(b, 10_000)
	expires := time.Now().Add(benchTTL)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		ctx := context.Background()
		i := 0
		for pb.Next() {
			rec, err := m.Get(ctx, keys[i%len(keys)])
			if err != nil {
				b.Error(err)
				return
			}
			if i%8 == 0 {
				// A conflict with another goroutine is part of the work.
				_, _ = m.Swap(ctx, rec.Key, rec.Version, benchValue, expires)
			}
			i += 7
		}
	})
}
