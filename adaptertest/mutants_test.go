package adaptertest_test

import (
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/osbp"
)

// mutant is an adapter with one mistake in it.
type mutant struct {
	name string
	// check is the one that must name the mistake; also are others that it may fail
	// with it, by id or as a family such as "approval.*".
	check string
	also  []string
	// One of these makes the mistake: in the adapter written by hand, in the platform
	// behind an osbp.Adapter, in what an osbp.Adapter answers, or in the host in front
	// of it.
	hand     func(q *quirks)
	platform func(in osbp.Platform, r *rig) osbp.Platform
	adapter  func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter
	host     func(in adaptertest.Host) adaptertest.Host
	// open makes the whole adapter.
	open opener
	// harness changes what the harness says of a sound adapter, for checks of what the
	// two say together.
	harness func(h *adaptertest.Harness)
}

// mutants returns all of them.
func mutants() []mutant {
	return slices.Concat(
		harnessMutants, shapeMutants, inputMutants, moneyMutants, timeMutants, mandateMutants, mandateOrderMutants, approvalMutants, summaryMutants, idempotencyMutants, outcomeMutants, verificationMutants, verificationLoopMutants, statusMutants, platformMutants, hostMutants, leakMutants, handoffMutants, containmentMutants, containmentWrongWordMutants,
	)
}

// mayFail reports whether a failing check is one that the mutant declares.
func (m mutant) mayFail(id string) bool {
	return id == m.check || slices.ContainsFunc(m.also, func(pattern string) bool {
		family, isFamily := strings.CutSuffix(pattern, "*")
		return pattern == id || isFamily && strings.HasPrefix(id, family)
	})
}

// newHarness returns what a run over the mutant needs.
func (m mutant) newHarness(t testing.TB) func() (*adaptertest.Harness, error) {
	return func() (*adaptertest.Harness, error) {
		r := newRig(t, m.opener())
		h := r.harness()
		h.Timeout = 5 * time.Second
		if m.host != nil {
			h.Host = wrappedHost(r, m.host)
		}
		if m.harness != nil {
			m.harness(h)
		}
		return h, nil
	}
}

// opener makes the mutant's adapter.
func (m mutant) opener() opener {
	if m.open != nil {
		return m.open
	}
	if m.hand != nil {
		var q quirks
		m.hand(&q)
		return byHand(q)
	}
	return func(r *rig, business string) (osbp.BookingAdapter, error) {
		p, err := r.platform(business)
		if err != nil {
			return nil, err
		}
		if m.platform != nil {
			p = m.platform(p, r)
		}
		a, err := r.adapterOver(business, p)
		if err == nil && m.adapter != nil {
			a = m.adapter(a, r)
		}
		return a, err
	}
}

// TestMutants runs the suite on every mutant: the check that is meant to catch it does,
// and none fails that the mutant doesn't declare. What fails on which mutant is the kill
// matrix, which is kept in testdata. Of the checks that a mutant is not meant for one in
// four runs, always the same; with -matrix they all do.
func TestMutants(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // some hundred thousand short-lived sandboxes
	matrix := newKillMatrix(t)
	eachMutant(t, func(t *testing.T, m mutant) {
		report, err := adaptertest.CheckSome(t.Context(), m.newHarness(t), func(id string) bool {
			return id != m.check && !*whole && !sampled(m, id)
		})
		if err != nil {
			t.Fatal(err)
		}
		var others []string
		caught := false
		for _, r := range report.Results {
			switch {
			case r.Outcome == adaptertest.Passed:
			case r.Outcome == adaptertest.Skipped:
				t.Errorf("skipped: %s", r)
			case r.ID == m.check:
				caught = true
				t.Log(r)
			case !m.mayFail(r.ID):
				t.Errorf("not declared: %s", r)
			default:
				others = append(others, r.ID)
			}
		}
		if !caught {
			t.Errorf("%s passes", m.check)
		}
		matrix.add(t, m, caught, others)
	})
	matrix.compare(t)
}

// eachMutant runs subtests, several at a time: more than there are processors, since
// checks of concurrent calls wait.
func eachMutant(t *testing.T, do func(*testing.T, mutant)) {
	work := make(chan mutant)
	var workers sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for m := range work {
				t.Run(m.check+"/"+m.name, func(t *testing.T) { do(t, m) })
			}
		})
	}
	for _, m := range mutants() {
		if !raceDetector || m.races() {
			work <- m
		}
	}
	close(work)
	workers.Wait()
}
