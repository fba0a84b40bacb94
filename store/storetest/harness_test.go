package storetest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/store/storetest"
)

func TestRunOnMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T, clock func() time.Time) store.Store {
		s, err := store.NewMemory(store.MemoryOptions{Clock: clock})
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

func TestRunHarnessOnMemory(t *testing.T) {
	storetest.RunHarness(t, mutant{}.harness())
}

func TestCheckIDsAreDistinctAndDescribed(t *testing.T) {
	seen := make(map[string]bool)
	results := storetest.Check(t.Context(), storetest.Harness{})
	for _, r := range results {
		if seen[r.ID] || !strings.Contains(r.ID, ".") {
			t.Errorf("id %q is used twice or has no dot", r.ID)
		}
		seen[r.ID] = true
		if !strings.HasSuffix(r.Requirement, ".") {
			t.Errorf("%s: requirement %q is no sentence", r.ID, r.Requirement)
		}
	}
	if len(results) < 20 {
		t.Errorf("%d checks, want at least 20", len(results))
	}
}

// TestEachCheckHasItsOwnStore holds that no check depends on another's
// leftovers, and that each opened store is closed.
func TestEachCheckHasItsOwnStore(t *testing.T) {
	var opened, closed []store.Store
	note := func(s store.Store, err error) (store.Store, error) {
		opened = append(opened, s)
		return s, err
	}
	h := mutant{}.harness()
	records, bytes, plain := h.NewMaxRecords, h.NewMaxBytes, h.New
	h.New = func(clock func() time.Time) (store.Store, error) { return note(plain(clock)) }
	h.NewMaxRecords = func(clock func() time.Time, n int) (store.Store, error) { return note(records(clock, n)) }
	h.NewMaxBytes = func(clock func() time.Time, n int64) (store.Store, error) { return note(bytes(clock, n)) }
	h.Again = func(s store.Store, _ func() time.Time) (store.Store, error) { return note(broken{Store: s}, nil) }
	h.Close = func(s store.Store) error { closed = append(closed, s); return nil }

	results := storetest.Check(t.Context(), h)
	shared := 0
	for _, r := range results {
		if strings.HasPrefix(r.ID, "shared.") {
			shared++
		}
	}
	if want := len(results) + shared; len(opened) != want || len(closed) != want {
		t.Errorf("%d checks, %d of them shared, opened %d stores and closed %d", len(results), shared, len(opened), len(closed))
	}
	// A second handle is closed before the store it stands on.
	if first, ok := closed[len(closed)-2].(broken); !ok || first.Store != closed[len(closed)-1] {
		t.Error("a second handle was not closed first")
	}
}

func TestWhatTheHarnessLacksIsSkippedByName(t *testing.T) {
	h := mutant{}.harness()
	results := storetest.Check(t.Context(), storetest.Harness{New: h.New})
	for _, r := range results {
		kind, _, _ := strings.Cut(r.ID, ".")
		needsMore := kind == "full" || kind == "shared"
		if needsMore != strings.Contains(r.Skipped, "is nil") {
			t.Errorf("%s: skipped %q", r.ID, r.Skipped)
		}
		if r.Err != nil {
			t.Error(r)
		}
	}
}

func TestOpenErrorsAreResults(t *testing.T) {
	broke := errors.New("no such database")
	none := func() (store.Store, error) { return nil, broke }
	h := storetest.Harness{
		New:           func(func() time.Time) (store.Store, error) { return none() },
		NewMaxRecords: func(func() time.Time, int) (store.Store, error) { return none() },
		NewMaxBytes:   func(func() time.Time, int64) (store.Store, error) { return none() },
		Again:         func(store.Store, func() time.Time) (store.Store, error) { return none() },
	}
	for _, r := range storetest.Check(t.Context(), h) {
		if !errors.Is(r.Err, broke) {
			t.Errorf("%s: error %v, want %v", r.ID, r.Err, broke)
		}
	}
	for _, r := range storetest.Check(t.Context(), storetest.Harness{}) {
		if r.Err == nil && r.Skipped == "" {
			t.Errorf("%s passed without a store", r.ID)
		}
	}
}

func TestCloseErrorsAreResults(t *testing.T) {
	broke := errors.New("disk gone")
	h := mutant{}.harness()
	h.Close = func(store.Store) error { return broke }
	for _, r := range storetest.Check(t.Context(), h) {
		if !errors.Is(r.Err, broke) {
			t.Errorf("%s: error %v, want %v", r.ID, r.Err, broke)
		}
	}
}

// TestPanicsAreResults holds that a store that panics fails its checks, in the
// goroutine of the check and in those that race, and ends nothing else.
func TestPanicsAreResults(t *testing.T) {
	h := storetest.Harness{New: func(func() time.Time) (store.Store, error) {
		return broken{create: func(context.Context, string, []byte, time.Time) (store.Version, error) {
			panic("out of order")
		}}, nil
	}}
	var named []string
	for _, r := range storetest.Check(t.Context(), h) {
		if r.Err == nil && r.Skipped == "" {
			t.Errorf("%s passed", r.ID)
		}
		if r.Err != nil && strings.Contains(r.Err.Error(), "panic: out of order") {
			named = append(named, r.ID)
		}
	}
	for _, id := range []string{"create.get", "race.create"} {
		if !slices.Contains(named, id) {
			t.Errorf("the panic is not named by %s", id)
		}
	}
}

// TestHangsAreResults holds that a store that never answers fails its checks.
func TestHangsAreResults(t *testing.T) {
	release := make(chan struct{})
	h := storetest.Harness{
		New: func(func() time.Time) (store.Store, error) {
			return broken{
				create: func(context.Context, string, []byte, time.Time) (store.Version, error) {
					<-release
					return 0, store.ErrFull
				},
				get: func(context.Context, string) (store.Record, error) { return store.Record{}, store.ErrFull },
			}, nil
		},
		Close:   func(store.Store) error { return errors.New("closed under a call") },
		Timeout: time.Millisecond,
	}
	results := storetest.Check(t.Context(), h)
	close(release)
	for _, r := range results {
		if r.Err == nil && r.Skipped == "" {
			t.Errorf("%s passed", r.ID)
		}
		if r.ID == "create.get" && (!errors.Is(r.Err, context.DeadlineExceeded) || strings.Contains(r.Err.Error(), "closed")) {
			t.Errorf("%s: error %v, want a deadline", r.ID, r.Err)
		}
	}
}

func TestCheckEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, r := range storetest.Check(ctx, mutant{}.harness()) {
		if r.Err == nil {
			t.Errorf("%s passed although the context was done", r.ID)
		}
	}
}

func TestResultString(t *testing.T) {
	for _, tc := range []struct {
		name   string
		result storetest.Result
		want   string
	}{
		{"passed", storetest.Result{ID: "create.get", Requirement: "It works."}, "PASS create.get"},
		{"skipped", storetest.Result{ID: "full.swap", Skipped: "no bound"}, "SKIP full.swap: no bound"},
		{"failed", storetest.Result{ID: "create.get", Requirement: "It works.", Err: errors.New("it did not")}, "FAIL create.get\nrequired: It works.\nbut: it did not"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := fmt.Sprint(tc.result); got != tc.want {
				t.Errorf("String() = %q, want %q", got, tc.want)
			}
		})
	}
}
