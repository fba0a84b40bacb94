package storetest_test

import (
	"context"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/store/storetest"
)

// mutant is a store with one mistake in it, and the one check that must name
// the mistake.
type mutant struct {
	name  string
	check string
	// One of these returns the sound store in with the mistake added: in every
	// store, in those that are bounded, or in the second handle on a store.
	breaks  mistake
	bounded mistake
	again   mistake
}

type mistake func(in store.Store, now func() time.Time) broken

// broken is a store of which some methods are replaced.
type broken struct {
	store.Store
	create func(context.Context, string, []byte, time.Time) (store.Version, error)
	get    func(context.Context, string) (store.Record, error)
	swap   func(context.Context, string, store.Version, []byte, time.Time) (store.Version, error)
	del    func(context.Context, string, store.Version) error
	list   func(context.Context, string) iter.Seq2[store.Record, error]
}

func (b broken) Create(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
	if b.create == nil {
		return b.Store.Create(ctx, key, value, expires)
	}
	return b.create(ctx, key, value, expires)
}

func (b broken) Get(ctx context.Context, key string) (store.Record, error) {
	if b.get == nil {
		return b.Store.Get(ctx, key)
	}
	return b.get(ctx, key)
}

func (b broken) Swap(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
	if b.swap == nil {
		return b.Store.Swap(ctx, key, old, value, expires)
	}
	return b.swap(ctx, key, old, value, expires)
}

func (b broken) Delete(ctx context.Context, key string, old store.Version) error {
	if b.del == nil {
		return b.Store.Delete(ctx, key, old)
	}
	return b.del(ctx, key, old)
}

func (b broken) List(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
	if b.list == nil {
		return b.Store.List(ctx, prefix)
	}
	return b.list(ctx, prefix)
}

// harness returns one over Memory with the mutant's mistake; the zero mutant
// has none. A store that is broken by itself is not shared: what it does to one
// it does to two.
func (m mutant) harness() storetest.Harness {
	open := func(opts store.MemoryOptions, wrong mistake) (store.Store, error) {
		in, err := store.NewMemory(opts)
		if err != nil || wrong == nil {
			return in, err
		}
		return wrong(in, opts.Clock), nil
	}
	h := storetest.Harness{
		New: func(clock func() time.Time) (store.Store, error) {
			return open(store.MemoryOptions{Clock: clock}, m.breaks)
		},
		NewMaxRecords: func(clock func() time.Time, n int) (store.Store, error) {
			return open(store.MemoryOptions{Clock: clock, MaxRecords: n}, m.bounded)
		},
		NewMaxBytes: func(clock func() time.Time, n int64) (store.Store, error) {
			return open(store.MemoryOptions{Clock: clock, MaxBytes: n}, m.bounded)
		},
	}
	if m.breaks == nil {
		h.Again = func(s store.Store, clock func() time.Time) (store.Store, error) {
			if m.again == nil {
				return s, nil
			}
			return m.again(s, clock), nil
		}
	}
	return h
}

// mutants returns all of them, or under the race detector, which is slow with
// large values and has no say in the verdicts, those that race.
func mutants() []mutant {
	if raceDetector {
		return slices.Concat(raceMutants, sharedMutants)
	}
	return slices.Concat(
		recordMutants, versionMutants, expiryMutants, clockMutants, keyMutants, valueMutants,
		contextMutants, listMutants, raceMutants, fullMutants, errorMutants, sharedMutants,
	)
}

func TestSoundStorePassesEveryCheck(t *testing.T) {
	for _, r := range storetest.Check(t.Context(), mutant{}.harness()) {
		if r.Err != nil || r.Skipped != "" {
			t.Error(r)
		}
	}
}

func TestMutantsFailTheirCheckAlone(t *testing.T) {
	for _, m := range mutants() {
		t.Run(m.check+"/"+m.name, func(t *testing.T) {
			t.Parallel()
			var failed []string
			for _, r := range storetest.Check(t.Context(), m.harness()) {
				if r.Err != nil {
					failed = append(failed, r.ID)
					t.Log(r)
				}
			}
			if diff := cmp.Diff([]string{m.check}, failed); diff != "" {
				t.Errorf("failed checks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEveryCheckHasAMutant(t *testing.T) {
	if raceDetector {
		t.Skip("under the race detector only the mutants that race are there")
	}
	killed := make(map[string]int)
	for _, m := range mutants() {
		killed[m.check]++
	}
	results := storetest.Check(t.Context(), mutant{}.harness())
	for _, r := range results {
		if killed[r.ID] == 0 {
			t.Errorf("no mutant shows that %s can fail", r.ID)
		}
	}
	t.Logf("%d checks, %d mutants", len(results), len(mutants()))
}
