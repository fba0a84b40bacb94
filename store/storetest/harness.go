package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/openservicekit/openservice/store"
)

// Harness says how to open the stores under test and what they can do. Each
// function is called at most once per check. Only New is required; a nil
// function skips the checks that need it, and the skip says what stays
// unproved.
type Harness struct {
	// New returns an empty store that tells the time by clock. It must hold
	// some 3000 records and 16 MiB. The clock is safe for concurrent use, lies
	// anywhere between 1971 and 2500, and may step back.
	New func(clock func() time.Time) (store.Store, error)

	// NewMaxRecords returns an empty store that holds at most so many live
	// records.
	NewMaxRecords func(clock func() time.Time, records int) (store.Store, error)

	// NewMaxBytes returns an empty store whose records take at most so many
	// bytes. It may count as much beside the keys and values as it needs, up to
	// 1 KiB for each record.
	NewMaxBytes func(clock func() time.Time, bytes int64) (store.Store, error)

	// Again returns another store on the records of s, which New returned, as
	// another process would open it.
	Again func(s store.Store, clock func() time.Time) (store.Store, error)

	// Close is called once for each opened store, after its check.
	Close func(store.Store) error

	// Timeout bounds one check in real time; 0 means a minute.
	Timeout time.Duration
}

// Result is the outcome of one check: passed, unless Err or Skipped is set.
type Result struct {
	ID          string // stable, such as "swap.conflict"
	Requirement string // the sentence of the contract that was checked
	Err         error  // what the store did instead
	Skipped     string // why the check was not run
}

// String returns the result as a report shows it; a failure comes with the
// requirement.
func (r Result) String() string {
	switch {
	case r.Err != nil:
		return fmt.Sprintf("FAIL %s\nrequired: %s\nbut: %v", r.ID, r.Requirement, r.Err)
	case r.Skipped != "":
		return fmt.Sprintf("SKIP %s: %s", r.ID, r.Skipped)
	default:
		return "PASS " + r.ID
	}
}

// Run runs the checks as subtests of t, each on a store of its own from
// newStore, which may fail its t and register clean-up there. Bounds and
// sharing are not checked; see [RunHarness].
func Run(t *testing.T, newStore func(t *testing.T, clock func() time.Time) store.Store) {
	run(t, func(t *testing.T) Harness {
		return Harness{New: func(clock func() time.Time) (store.Store, error) {
			return newStore(t, clock), nil
		}}
	})
}

// RunHarness runs the checks as subtests of t.
func RunHarness(t *testing.T, h Harness) {
	run(t, func(*testing.T) Harness { return h })
}

func run(t *testing.T, harness func(t *testing.T) Harness) {
	for _, c := range checks() {
		t.Run(c.id, func(t *testing.T) {
			r := c.run(t.Context(), harness(t))
			switch {
			case r.Err != nil:
				t.Error(r)
			case r.Skipped != "":
				t.Skip(r.Skipped)
			}
		})
	}
}

// Check runs the checks one after the other and returns a result for each, in a
// fixed order. Once ctx is done the remaining ones fail.
func Check(ctx context.Context, h Harness) []Result {
	var results []Result
	for _, c := range checks() {
		results = append(results, c.run(ctx, h))
	}
	return results
}
