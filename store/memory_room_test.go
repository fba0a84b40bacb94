package store_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/openservicekit/openservice/store"
)

// Rule 24: idempotency records are never evicted, and a full store refuses.
func TestRule24_FullStoreRefusesAndNeverEvicts(t *testing.T) {
	for name, opts := range map[string]store.MemoryOptions{
		"by records": {MaxRecords: 100},
		"by bytes":   {MaxBytes: 100 * (store.RecordOverhead + int64(len("key 000")) + int64(len("value")))},
	} {
		t.Run(name, func(t *testing.T) {
			m, _ := newMemory(t, opts)
			// The first expires soonest, which makes it no more evictable.
			for i := range 100 {
				create(t, m, fmt.Sprintf("key %03d", i), "value", noon.Add(time.Duration(i+1)*time.Hour))
			}
			for i := 100; i < 200; i++ {
				_, err := m.Create(t.Context(), fmt.Sprintf("key %03d", i), []byte("value"), noon.Add(time.Hour))
				if !errors.Is(err, store.ErrFull) {
					t.Fatalf("Create in a full store: %v, want %v", err, store.ErrFull)
				}
			}
			for i := range 100 {
				if _, err := m.Get(t.Context(), fmt.Sprintf("key %03d", i)); err != nil {
					t.Errorf("record %d of a full store: %v", i, err)
				}
			}
		})
	}
}

func TestSwapThatDoesNotFitLeavesTheRecord(t *testing.T) {
	const room = 1000
	m, _ := newMemory(t, store.MemoryOptions{MaxBytes: store.RecordOverhead + room})
	key := "key"
	v := create(t, m, key, "first", noon.Add(time.Hour))

	_, err := m.Swap(t.Context(), key, v, make([]byte, room-len(key)+1), noon.Add(2*time.Hour))
	if !errors.Is(err, store.ErrFull) {
		t.Fatalf("Swap for one byte too many: %v, want %v", err, store.ErrFull)
	}
	r, err := m.Get(t.Context(), key)
	if err != nil || string(r.Value) != "first" || r.Version != v || !r.Expires.Equal(noon.Add(time.Hour)) {
		t.Errorf("after the refused Swap: %+v, %v", r, err)
	}
	if _, err := m.Swap(t.Context(), key, v, make([]byte, room-len(key)), noon.Add(time.Hour)); err != nil {
		t.Errorf("Swap for what just fits: %v", err)
	}
}

func TestValueLargerThanTheStoreIsFull(t *testing.T) {
	m, _ := newMemory(t, store.MemoryOptions{MaxBytes: 1 << 10})
	if _, err := m.Create(t.Context(), "key", make([]byte, 1<<11), noon.Add(time.Hour)); !errors.Is(err, store.ErrFull) {
		t.Errorf("Create: %v, want %v", err, store.ErrFull)
	}
}

// Usage is exact, whatever was done to the records.
func TestUsage(t *testing.T) {
	m, clock := newMemory(t, store.MemoryOptions{})
	want := func(records int, keysAndValues int64) {
		t.Helper()
		w := store.Usage{Records: records, Bytes: keysAndValues + int64(records)*store.RecordOverhead}
		if got := m.Usage(); got != w {
			t.Errorf("Usage() = %+v, want %+v", got, w)
		}
	}
	want(0, 0)
	v := create(t, m, "key", "value", noon.Add(time.Hour))
	want(1, 3+5)
	create(t, m, "other", "", noon.Add(2*time.Hour))
	want(2, 3+5+5)
	v, err := m.Swap(t.Context(), "key", v, []byte("a longer value"), noon.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	want(2, 3+14+5)
	if v, err = m.Swap(t.Context(), "key", v, nil, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	want(2, 3+5)
	if err := m.Delete(t.Context(), "key", v+1); !errors.Is(err, store.ErrConflict) {
		t.Fatal(err)
	}
	want(2, 3+5)
	if err := m.Delete(t.Context(), "key", v); err != nil {
		t.Fatal(err)
	}
	want(1, 5)
	clock.set(noon.Add(2 * time.Hour))
	if _, err := m.Get(t.Context(), "other"); !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	want(0, 0)
}

// Expired records are reclaimed faster than new ones come, without any call
// that has to clear them all.
func TestExpiredRecordsAreReclaimedAFewAtATime(t *testing.T) {
	m, clock := newMemory(t, store.MemoryOptions{})
	const n = 1000
	for i := range n {
		create(t, m, fmt.Sprint("old ", i), "value", noon.Add(time.Minute))
	}
	clock.set(noon.Add(time.Hour))
	for i := range n {
		before := m.Usage().Records
		create(t, m, fmt.Sprint("new ", i), "value", noon.Add(2*time.Hour))
		after := m.Usage().Records
		if garbage := before > i; garbage && after != before-1 || !garbage && after != before+1 {
			t.Fatalf("Create took the store from %d records, %d of them live, to %d", before, i, after)
		}
	}
	if got := m.Usage().Records; got != n {
		t.Errorf("%d records, of which %d are live", got, n)
	}
}

// A clock that is wrong for a moment costs the records that are looked at in
// that moment and a few more, not all of them.
func TestClockThatLeapsAheadForAMomentLosesFewRecords(t *testing.T) {
	m, clock := newMemory(t, store.MemoryOptions{})
	const n = 1000
	for i := range n {
		create(t, m, fmt.Sprint("key ", i), "value", noon.Add(time.Hour))
	}
	clock.set(noon.AddDate(70, 0, 0))
	create(t, m, "written meanwhile", "value", noon.AddDate(71, 0, 0))
	clock.set(noon)
	lost := 0
	for i := range n {
		if _, err := m.Get(t.Context(), fmt.Sprint("key ", i)); err != nil {
			lost++
		}
	}
	if lost > 2 {
		t.Errorf("%d of %d records are lost", lost, n)
	}
	create(t, m, "afterwards", "value", noon.Add(time.Hour))
}

// However records are added, moved and removed, the next to be reclaimed is the
// one that expires first, and not before it does.
func TestRecordThatExpiresFirstMakesRoomFirst(t *testing.T) {
	const n = 300
	m, clock := newMemory(t, store.MemoryOptions{MaxRecords: n})
	random := rand.New(rand.NewPCG(1, 2))
	live := make(map[string]store.Record)
	next := 0
	add := func() error {
		key := fmt.Sprint("key ", next)
		expires := clock.now().Add(time.Duration(1+random.IntN(1_000_000)) * time.Microsecond)
		v, err := m.Create(t.Context(), key, nil, expires)
		if err == nil {
			next++
			live[key] = store.Record{Key: key, Version: v, Expires: expires}
		}
		return err
	}
	for range 3000 {
		for len(live) < n {
			if err := add(); err != nil {
				t.Fatalf("Create with %d of %d records: %v", len(live), n, err)
			}
		}
		for key, r := range live { // whichever comes first
			if random.IntN(2) == 0 {
				if err := m.Delete(t.Context(), key, r.Version); err != nil {
					t.Fatal(err)
				}
				delete(live, key)
				if err := add(); err != nil {
					t.Fatal(err)
				}
				break
			}
			r.Expires = clock.now().Add(time.Duration(1+random.IntN(1_000_000)) * time.Microsecond)
			v, err := m.Swap(t.Context(), key, r.Version, nil, r.Expires)
			if err != nil {
				t.Fatal(err)
			}
			r.Version = v
			live[key] = r
			break
		}
		first := slices.MinFunc(slices.Collect(maps.Values(live)), func(a, b store.Record) int { return a.Expires.Compare(b.Expires) })
		clock.set(first.Expires.Add(-time.Microsecond))
		if err := add(); !errors.Is(err, store.ErrFull) {
			t.Fatalf("Create before anything expires: %v, want %v", err, store.ErrFull)
		}
		if !m.IsQueueInOrder() {
			t.Fatal("a record in the queue expires before the one that goes before it")
		}
		clock.set(first.Expires)
		maps.DeleteFunc(live, func(_ string, r store.Record) bool { return r.Expires.Equal(first.Expires) })
	}
}

// Whatever order records are moved in, the queue of a store of any size stays in order.
func TestExpiryQueueStaysInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= 100; n++ {
		m, _ := newMemory(t, store.MemoryOptions{})
		versions := make([]store.Version, n)
		for i := range versions {
			versions[i] = create(t, m, fmt.Sprint(i), "", noon.Add(time.Duration(1+random.IntN(1000))*time.Second))
		}
		for range 10 * n {
			i := random.IntN(n)
			v, err := m.Swap(t.Context(), fmt.Sprint(i), versions[i], nil, noon.Add(time.Duration(1+random.IntN(1000))*time.Second))
			if err != nil {
				t.Fatal(err)
			}
			if versions[i] = v; !m.IsQueueInOrder() {
				t.Fatalf("with %d records the queue is out of order", n)
			}
		}
	}
}
