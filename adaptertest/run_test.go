package adaptertest_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/osbp"
)

// TestChecks_Golden keeps ids, requirements and sections from changing unnoticed.
func TestChecks_Golden(t *testing.T) {
	var list strings.Builder
	for _, c := range adaptertest.Checks() {
		fmt.Fprintf(&list, "%s\n\t%s\n\t%s\n", c.ID, c.Requirement, c.Section)
	}
	golden(t, "testdata/checks.golden", list.String())
}

func TestChecks_WellFormed(t *testing.T) {
	id, section := regexp.MustCompile(`^[a-z_]+\.[a-z0-9_]+$`), regexp.MustCompile(`^OSBP "[^"]+"$`)
	seen, said := make(map[string]bool), make(map[string]string)
	for _, c := range adaptertest.Checks() {
		if !id.MatchString(c.ID) || seen[c.ID] {
			t.Errorf("%q is no id of its own", c.ID)
		}
		seen[c.ID] = true
		if !section.MatchString(c.Section) {
			t.Errorf("%s: section %q", c.ID, c.Section)
		}
		if c.Requirement == "" || strings.HasSuffix(c.Requirement, ".") || strings.Contains(c.Requirement, "\n") {
			t.Errorf("%s: requirement %q", c.ID, c.Requirement)
		}
		if said[c.Requirement] != "" {
			t.Errorf("%s and %s say the same", c.ID, said[c.Requirement])
		}
		said[c.Requirement] = c.ID
	}
	if len(seen) < 100 {
		t.Errorf("there are %d checks, not 100 or more", len(seen))
	}
}

// bare is a harness of which only what is required is set.
func bare(h *adaptertest.Harness) *adaptertest.Harness {
	return &adaptertest.Harness{
		Adapter: h.Adapter, Creates: h.Creates, Now: h.Now,
		Fixtures: adaptertest.Fixtures{Plain: h.Fixtures.Plain},
	}
}

// TestBareHarness: what it can't show is skipped, with what stays unproved, and nothing
// fails on a sound adapter.
func TestBareHarness(t *testing.T) {
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		return bare(newRig(t, overMemory).harness()), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() || report.Passed < 50 || report.Skipped < 20 {
		t.Errorf("passed %d, failed %d, skipped %d", report.Passed, report.Failed, report.Skipped)
	}
	for _, r := range report.Results {
		switch {
		case r.Outcome == adaptertest.Failed:
			t.Error(r)
		case r.Outcome == adaptertest.Skipped && !strings.Contains(r.Detail, "not shown"):
			t.Errorf("a skip that does not say what stays unproved: %s", r)
		}
	}
}

// TestStrict: the same skips are failures.
func TestStrict(t *testing.T) {
	check := func(strict bool) *adaptertest.Report {
		report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
			h := bare(newRig(t, overMemory).harness())
			h.Strict = strict
			return h, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	lenient, strict := check(false), check(true)
	if strict.Skipped != 0 || strict.Failed != lenient.Skipped || strict.OK() {
		t.Errorf("lenient: %d skipped; strict: %d failed, %d skipped", lenient.Skipped, strict.Failed, strict.Skipped)
	}
}

// TestUnsupported: a function that says that it can't is as good as none.
func TestUnsupported(t *testing.T) {
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		h := newRig(t, overMemory).harness()
		h.Strict = false
		h.RateLimit = func(context.Context) (func(), error) {
			return nil, fmt.Errorf("no limits here: %w", errors.ErrUnsupported)
		}
		return h, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if report.Failed > 0 || outcomeOf(report, "outcome.rate_limited") != adaptertest.Skipped {
		t.Errorf("failed %d, outcome.rate_limited %s", report.Failed, outcomeOf(report, "outcome.rate_limited"))
	}
}

func outcomeOf(r *adaptertest.Report, id string) adaptertest.Outcome {
	i := slices.IndexFunc(r.Results, func(one adaptertest.Result) bool { return one.ID == id })
	if i < 0 {
		return ""
	}
	return r.Results[i].Outcome
}

// TestIncompleteHarness: every check fails, and says what is missing.
func TestIncompleteHarness(t *testing.T) {
	for name, newHarness := range map[string]func() (*adaptertest.Harness, error){
		"no harness":      func() (*adaptertest.Harness, error) { return nil, nil },
		"an error":        func() (*adaptertest.Harness, error) { return nil, errors.New("no sandbox") },
		"Harness.Adapter": func() (*adaptertest.Harness, error) { return &adaptertest.Harness{}, nil },
		"Fixtures.Plain is": func() (*adaptertest.Harness, error) {
			h := newRig(t, overMemory).harness()
			h.Fixtures = adaptertest.Fixtures{}
			return h, nil
		},
		"Harness.Creates": func() (*adaptertest.Harness, error) {
			h := newRig(t, overMemory).harness()
			h.Creates = nil
			return h, nil
		},
	} {
		report, err := adaptertest.Check(t.Context(), newHarness)
		if err != nil {
			t.Fatal(err)
		}
		if report.OK() || report.Failed != len(adaptertest.Checks()) {
			t.Errorf("%s: failed %d", name, report.Failed)
		}
		if detail := report.Results[0].Detail; !strings.Contains(detail, strings.TrimPrefix(name, "no harness")) && name != "an error" {
			t.Errorf("%s: %s", name, detail)
		}
	}
}

// TestHangingAdapter: a check ends at its time limit, and the others go on.
func TestHangingAdapter(t *testing.T) {
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		h := newRig(t, func(r *rig, business string) (osbp.BookingAdapter, error) {
			in, err := overMemory(r, business)
			return brokenAdapter{BookingAdapter: in, explain: func(context.Context, osbp.PolicyExplainInput) (*osbp.Policy, error) {
				<-never // without regard to its context
				return nil, nil
			}}, err
		}).harness()
		h.Timeout = time.Millisecond
		return h, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Results) != len(adaptertest.Checks()) || report.OK() {
		t.Errorf("%d results, %d failed", len(report.Results), report.Failed)
	}
	if detail := detailOf(report, "shape.policy_explain"); !strings.Contains(detail, "did not end") {
		t.Errorf("shape.policy_explain: %s", detail)
	}
}

func detailOf(r *adaptertest.Report, id string) string {
	i := slices.IndexFunc(r.Results, func(one adaptertest.Result) bool { return one.ID == id })
	if i < 0 {
		return "no such result"
	}
	return r.Results[i].Detail
}

// TestPanickingAdapter: a panic fails the check, and no more.
func TestPanickingAdapter(t *testing.T) {
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		return newRig(t, func(r *rig, business string) (osbp.BookingAdapter, error) {
			in, err := overMemory(r, business)
			return brokenAdapter{BookingAdapter: in, status: func(context.Context, osbp.BookingStatusInput) (*osbp.Booking, error) {
				panic("unexpected state")
			}}, err
		}).harness(), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if report.OK() || len(report.Results) != len(adaptertest.Checks()) || outcomeOf(report, "approval.challenged") != adaptertest.Passed {
		t.Errorf("%d results, %d failed", len(report.Results), report.Failed)
	}
}

// TestEndedGoroutine: a function of the harness that calls FailNow, or an adapter that
// does, has not shown anything.
func TestEndedGoroutine(t *testing.T) {
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		h := newRig(t, overMemory).harness()
		h.Adapter = func(string) (osbp.BookingAdapter, error) {
			runtime.Goexit()
			return nil, nil
		}
		return h, nil
	})
	if err != nil || report.OK() {
		t.Errorf("%d passed and %d failed, %v", report.Passed, report.Failed, err)
	}
	for _, r := range report.Results {
		if r.Outcome != adaptertest.Failed && r.ID != "harness.currencies" { // which asks no adapter
			t.Errorf("not failed: %s", r)
		}
	}
}

// TestClosedOnce: a harness is closed once, after its check, also after a failure, and
// an error of closing is a failure.
func TestClosedOnce(t *testing.T) {
	opened, closed := 0, 0
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		if opened != closed {
			t.Fatal("a harness was made before the one before was closed")
		}
		h := newRig(t, byHand(quirks{replayNotMarked: true})).harness()
		opened++
		h.Close = func() error { closed++; return errors.New("still in use") }
		return h, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if opened != closed || report.Passed != 0 {
		t.Errorf("opened %d, closed %d, passed %d", opened, closed, report.Passed)
	}
}

// TestCancelled: a context that ends, ends the run.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	n := 0
	report, err := adaptertest.Check(ctx, func() (*adaptertest.Harness, error) {
		if n++; n == 3 {
			cancel(enough)
		}
		return newRig(t, overMemory).harness(), nil
	})
	if !errors.Is(err, enough) || len(report.Results) != 3 {
		t.Errorf("%d results, %v", len(report.Results), err)
	}
}

// TestSeed: with one seed the same keys and customers are used, with another others.
func TestSeed(t *testing.T) {
	inputs := func(seed uint64) (all []string) {
		var mu sync.Mutex
		_, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
			h := newRig(t, func(r *rig, business string) (osbp.BookingAdapter, error) {
				in, err := overMemory(r, business)
				return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
					if c.Approval == nil && c.Mandate != nil {
						mu.Lock()
						defer mu.Unlock()
						all = append(all, c.IdempotencyKey+" "+c.Mandate.ID+" "+c.Customer.Email+" "+c.Customer.Phone)
					}
					return in.CreateBooking(ctx, c)
				}}, err
			}).harness()
			h.Seed = seed
			return h, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(all) // several calls may be under way at a time
		return all
	}
	one, again, other := inputs(7), inputs(7), inputs(8)
	if diff := cmp.Diff(one, again); diff != "" {
		t.Errorf("with one seed (-once +again):\n%s", diff)
	}
	if len(one) == 0 || slices.Equal(one, other) {
		t.Error("two seeds give the same inputs")
	}
}

// secret is what no detail may tell.
var secret = regexp.MustCompile(`canary\.example|\+1[0-9]{3}555|Quillfeather|approve_|` + credential)

// TestFailureNamesTheSeed, so that it can be repeated, and not the customer.
func TestFailureNamesTheSeed(t *testing.T) {
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		h := newRig(t, byHand(quirks{anyTokenAccepted: true})).harness()
		h.Seed = 4711
		return h, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Results {
		if r.Outcome == adaptertest.Failed && !strings.Contains(r.Detail, "seed 4711") {
			t.Errorf("no seed: %s", r)
		}
		if secret.MatchString(r.Detail) {
			t.Errorf("%s tells a customer's value or a token", r.ID)
		}
	}
}

// TestOneSandbox: all checks, twice over, on one platform and one store.
func TestOneSandbox(t *testing.T) {
	r := newRig(t, overMemory)
	h := r.harness()
	for range 2 {
		report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
			shared := *h
			shared.Close = nil
			return &shared, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Results {
			if r.Outcome != adaptertest.Passed && !spoilt[r.ID] {
				t.Error(r)
			}
		}
	}
}

// spoilt are checks that need what others change for good: prices and notes, or an
// organization's list of what is in its log.
var spoilt = map[string]bool{}

// TestOtherDates: the suite passes whenever it runs.
func TestOtherDates(t *testing.T) {
	for _, date := range []string{
		"2027-01-04T09:00:00Z", "2028-02-28T23:30:00Z", "2026-03-06T12:00:00Z", "2026-03-27T12:00:00Z",
		"2026-10-30T22:00:00Z", "2026-12-30T18:00:00Z",
	} {
		t.Run(date[:10], func(t *testing.T) {
			t.Parallel()
			at, err := time.Parse(time.RFC3339, date)
			if err != nil {
				t.Fatal(err)
			}
			report, err := adaptertest.Check(context.Background(), func() (*adaptertest.Harness, error) {
				return newRigAt(t, at, overMemory).harness(), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range report.Results {
				if r.Outcome != adaptertest.Passed {
					t.Error(r)
				}
			}
		})
	}
}
