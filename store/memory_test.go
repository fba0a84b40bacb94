package store_test

import (
	"context"
	"errors"
	"fmt"
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
