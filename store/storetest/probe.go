package storetest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// probe is what a check works with: the store under test, its clock, and calls
// that end the check when the store fails them. Each of these looks at one
// thing only, so that a fault shows in the check it belongs to.
type probe struct {
	store.Store
	twin  store.Store // another store on the same records, in shared checks
	clock *clock
	ctx   context.Context
	err   *error // how the check failed
}

// through returns the probe with another store in its place.
func (p *probe) through(s store.Store) *probe {
	other := *p
	other.Store = s
	return &other
}

// fatalf ends the check as failed. Like testing.T.FailNow it must be called from
// the goroutine of the check.
func (p *probe) fatalf(format string, args ...any) {
	*p.err = fmt.Errorf(format, args...)
	runtime.Goexit()
}

// in returns the instant so long from now.
func (p *probe) in(d time.Duration) time.Time { return p.clock.now().Add(d) }

// create stores a record that lives for an hour.
func (p *probe) create(key, value string) store.Version {
	return p.createFor(key, value, time.Hour)
}

// createFor stores a record that lives for d.
func (p *probe) createFor(key, value string, d time.Duration) store.Version {
	v, err := p.Create(p.ctx, key, []byte(value), p.in(d))
	if err != nil {
		p.fatalf("Create of %s gave %v", brief(key), err)
	}
	return v
}

// get returns a record that must be there.
func (p *probe) get(key string) store.Record {
	r, err := p.Get(p.ctx, key)
	if err != nil {
		p.fatalf("Get of %s gave %v", brief(key), err)
	}
	return r
}

// swap replaces a record, which then lives for an hour.
func (p *probe) swap(key string, old store.Version, value string) store.Version {
	return p.swapFor(key, old, value, time.Hour)
}

// swapFor replaces a record, which then lives for d.
func (p *probe) swapFor(key string, old store.Version, value string, d time.Duration) store.Version {
	v, err := p.Swap(p.ctx, key, old, []byte(value), p.in(d))
	if err != nil {
		p.fatalf("Swap of %s with its version gave %v", brief(key), err)
	}
	return v
}

// remove deletes a record.
func (p *probe) remove(key string, old store.Version) {
	if err := p.Delete(p.ctx, key, old); err != nil {
		p.fatalf("Delete of %s with its version gave %v", brief(key), err)
	}
}

// list returns the records with a prefix.
func (p *probe) list(prefix string) []store.Record {
	var records []store.Record
	for r, err := range p.List(p.ctx, prefix) {
		if err != nil {
			p.fatalf("List of %s gave %v", brief(prefix), err)
		}
		records = append(records, r)
	}
	return records
}

// keys returns the keys that List yields, as they come.
func (p *probe) keys(prefix string) []string {
	var keys []string
	for _, r := range p.list(prefix) {
		keys = append(keys, r.Key)
	}
	return keys
}

// wantKeys requires that List yields exactly these keys, each once, in any
// order.
func (p *probe) wantKeys(prefix string, want ...string) {
	got := p.keys(prefix)
	if !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		p.fatalf("List of %s yielded %s, not %s", brief(prefix), briefs(got), briefs(want))
	}
}

// wantValue requires that a record is there and has the value.
func (p *probe) wantValue(key, want string) {
	if got := string(p.get(key).Value); got != want {
		p.fatalf("the value of %s is %s, not %s", brief(key), brief(got), brief(want))
	}
}

// wantSame requires that a record is as it was when it was read.
func (p *probe) wantSame(key string, want store.Record) {
	got := p.get(key)
	if string(got.Value) != string(want.Value) || got.Version != want.Version || !got.Expires.Equal(want.Expires) {
		p.fatalf("the record changed: %s version %d expiring %v became %s version %d expiring %v",
			brief(string(want.Value)), want.Version, want.Expires, brief(string(got.Value)), got.Version, got.Expires)
	}
}

// wantGone requires that Get finds nothing.
func (p *probe) wantGone(key string) {
	_, err := p.Get(p.ctx, key)
	p.wantError("Get of "+brief(key), err, store.ErrNotFound)
}

// wantError requires that a call failed in one way and no other.
func (p *probe) wantError(call string, err, want error) {
	if !errors.Is(err, want) {
		p.fatalf("%s gave %v, not the error %q", call, err, want)
	}
}

// together calls f(0) to f(n-1) in goroutines that start at the same moment,
// and returns what they returned.
func together(n int, f func(i int) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var done sync.WaitGroup
	for i := range n {
		done.Go(func() {
			<-start
			defer func() {
				if v := recover(); v != nil {
					errs[i] = fmt.Errorf("panic: %v", v)
				}
			}()
			errs[i] = f(i)
		})
	}
	close(start)
	done.Wait()
	return errs
}

// wantOneWinner requires that exactly one call succeeded and that all others
// failed in the same way; it returns the winner.
func (p *probe) wantOneWinner(call string, errs []error, others ...error) int {
	winner := -1
	for i, err := range errs {
		switch {
		case err == nil && winner >= 0:
			p.fatalf("two of %d concurrent calls of %s succeeded", len(errs), call)
		case err == nil:
			winner = i
		case !slices.ContainsFunc(others, func(want error) bool { return errors.Is(err, want) }):
			p.fatalf("one of %d concurrent calls of %s gave %v, not the error %q", len(errs), call, err, others[0])
		}
	}
	if winner < 0 {
		p.fatalf("none of %d concurrent calls of %s succeeded", len(errs), call)
	}
	return winner
}

// brief quotes a string, cut where it is long.
func brief(s string) string {
	if len(s) > 60 {
		return fmt.Sprintf("%q... (%d bytes)", s[:40], len(s))
	}
	return fmt.Sprintf("%q", s)
}

// briefs quotes a few of the strings and says how many there are.
func briefs(list []string) string {
	var quoted []string
	for _, s := range list[:min(len(list), 12)] {
		quoted = append(quoted, brief(s))
	}
	return fmt.Sprintf("%d keys %v", len(list), quoted)
}
