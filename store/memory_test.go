package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/store/storetest"
)

// noon is when the tests' clocks start.
var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// testClock is a clock that a test sets.
type testClock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *testClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *testClock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = t
}

// newMemory returns a store and the clock that it reads, set to noon unless the
// options bring their own.
func newMemory(t *testing.T, opts store.MemoryOptions) (*store.Memory, *testClock) {
	t.Helper()
	clock := &testClock{t: noon}
	if opts.Clock == nil {
		opts.Clock = clock.now
	}
	m, err := store.NewMemory(opts)
	if err != nil {
		t.Fatal(err)
	}
	return m, clock
}

// create stores a record that must fit.
func create(t *testing.T, m store.Store, key, value string, expires time.Time) store.Version {
	t.Helper()
	v, err := m.Create(t.Context(), key, []byte(value), expires)
	if err != nil {
		t.Fatalf("Create: %v", err)
	}
	return v
}

func TestMemoryKeepsTheContract(t *testing.T) {
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
		Again: func(s store.Store, _ func() time.Time) (store.Store, error) { return s, nil },
	})
}

// Rule 19: now == expiry is expired.
func TestRule19_NowEqualToExpiryIsExpired(t *testing.T) {
	m, clock := newMemory(t, store.MemoryOptions{})
	create(t, m, "approval", "token", noon.Add(10*time.Minute))

	clock.set(noon.Add(10*time.Minute - time.Nanosecond))
	if _, err := m.Get(t.Context(), "approval"); err != nil {
		t.Errorf("Get a nanosecond before the expiry: %v", err)
	}
	clock.set(noon.Add(10 * time.Minute))
	if _, err := m.Get(t.Context(), "approval"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Get at the expiry: %v, want %v", err, store.ErrNotFound)
	}
}

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

// Rule 50: the options are copied, and the zero options are bounded.
func TestRule50_ZeroOptionsAreBounded(t *testing.T) {
	m, _ := newMemory(t, store.MemoryOptions{})
	for i := range store.DefaultMaxRecords {
		create(t, m, fmt.Sprint(i), "", noon.Add(time.Hour))
	}
	if _, err := m.Create(t.Context(), "one more", nil, noon.Add(time.Hour)); !errors.Is(err, store.ErrFull) {
		t.Errorf("Create of record %d: %v, want %v", store.DefaultMaxRecords+1, err, store.ErrFull)
	}

	m, _ = newMemory(t, store.MemoryOptions{})
	value := make([]byte, store.MaxValueBytes)
	n := 0
	for ; n <= store.DefaultMaxBytes/store.MaxValueBytes; n++ {
		if _, err := m.Create(t.Context(), fmt.Sprint(n), value, noon.Add(time.Hour)); err != nil {
			if !errors.Is(err, store.ErrFull) {
				t.Fatal(err)
			}
			break
		}
	}
	if want := store.DefaultMaxBytes/store.MaxValueBytes - 1; n != want {
		t.Errorf("the store took %d values of 4 MiB, want %d", n, want)
	}
}

func TestNewMemoryRefusesNegativeBounds(t *testing.T) {
	for field, opts := range map[string]store.MemoryOptions{
		"MaxRecords": {MaxRecords: -1},
		"MaxBytes":   {MaxBytes: -1},
	} {
		m, err := store.NewMemory(opts)
		if m != nil || err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("NewMemory with negative %s: %v, %v", field, m, err)
		}
	}
}

func TestZeroMemoryRefusesEveryCall(t *testing.T) {
	var m store.Memory
	ctx := t.Context()
	_, createErr := m.Create(ctx, "key", nil, noon)
	_, getErr := m.Get(ctx, "key")
	_, swapErr := m.Swap(ctx, "key", 0, nil, noon)
	errs := []error{createErr, getErr, swapErr, m.Delete(ctx, "key", 0)}
	for _, err := range m.List(ctx, "") {
		errs = append(errs, err)
	}
	if len(errs) != 5 {
		t.Errorf("List yielded %d pairs, want one error", len(errs)-4)
	}
	for i, err := range errs {
		if err == nil || !strings.Contains(err.Error(), "NewMemory") {
			t.Errorf("call %d: %v, want an error that names NewMemory", i, err)
		}
	}
}

func TestNilClockIsTheSystems(t *testing.T) {
	m, err := store.NewMemory(store.MemoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Create(t.Context(), "key", nil, time.Now().Add(-time.Second)); !errors.Is(err, store.ErrInvalidExpiry) {
		t.Errorf("Create with an expiry a second ago: %v, want %v", err, store.ErrInvalidExpiry)
	}
	if _, err := m.Create(t.Context(), "key", nil, time.Now().Add(time.Hour)); err != nil {
		t.Errorf("Create with an expiry in an hour: %v", err)
	}
}

// The record that a list yields is the one of that moment.
func TestListYieldsRecordsAsTheyStand(t *testing.T) {
	m, _ := newMemory(t, store.MemoryOptions{})
	for _, key := range []string{"a", "b", "c", "d"} {
		create(t, m, key, "old", noon.Add(time.Hour))
	}
	var got []string
	for r, err := range m.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Key+" "+string(r.Value))
		if r.Key == "a" {
			for other := range m.List(t.Context(), "b") {
				if err := m.Delete(t.Context(), "b", other.Version); err != nil {
					t.Fatal(err)
				}
			}
			c, err := m.Get(t.Context(), "c")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Swap(t.Context(), "c", c.Version, []byte("new"), noon.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if want := "a old, c new, d old"; strings.Join(got, ", ") != want {
		t.Errorf("List yielded %v, want %s", got, want)
	}
}

// The booking path relies on these.
func TestAllocations(t *testing.T) {
	m, _ := newMemory(t, store.MemoryOptions{Clock: func() time.Time { return noon }})
	ctx := context.Background()
	value := make([]byte, 600)
	v := create(t, m, "key", "value", noon.Add(time.Hour))
	for _, tc := range []struct {
		name string
		most float64
		call func()
	}{
		{"Get", 1, func() { _, _ = m.Get(ctx, "key") }},
		{"Swap", 1, func() { v, _ = m.Swap(ctx, "key", v, value, noon.Add(time.Hour)) }},
		{"Create and Delete", 3, func() {
			v, _ := m.Create(ctx, "other", value, noon.Add(time.Hour))
			_ = m.Delete(ctx, "other", v)
		}},
		{"Get of nothing", 0, func() { _, _ = m.Get(ctx, "none") }},
	} {
		if got := testing.AllocsPerRun(100, tc.call); got > tc.most {
			t.Errorf("%s: %v allocations, want at most %v", tc.name, got, tc.most)
		}
	}
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
		clock.set(first.Expires)
		maps.DeleteFunc(live, func(_ string, r store.Record) bool { return r.Expires.Equal(first.Expires) })
	}
}
