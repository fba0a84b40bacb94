package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// probe is what a check works with: a harness, and calls that end the check when what
// it stands on is missing.
type probe struct {
	h       *Harness
	ctx     context.Context
	rand    *rand.Rand
	run     string // distinguishes this check's ids on this run
	keys    int
	undo    []func() error
	pace    time.Duration // how long the slowest challenge has taken
	failure string
	skip    string
}

func newProbe(h *Harness, id string) *probe {
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%d %s", h.Seed, id)
	r := rand.New(rand.NewPCG(h.Seed, sum.Sum64()))
	return &probe{h: h, rand: r, run: fmt.Sprintf("%012x", r.Uint64()>>16)}
}

// completed is a copy with defaults filled in, or says what is missing.
func (h *Harness) completed(seed uint64) (*Harness, error) {
	switch {
	case h == nil:
		return nil, errors.New("there is none")
	case h.Adapter == nil:
		return nil, errors.New("Harness.Adapter is nil")
	case h.Creates == nil:
		return nil, errors.New("Harness.Creates is nil")
	case h.Fixtures.Plain == Fixture{}:
		return nil, errors.New("Harness.Fixtures.Plain is empty")
	}
	own := *h
	if own.Now == nil {
		own.Now = time.Now
	}
	if own.Zones == nil {
		own.Zones = wallclock.SystemZones()
	}
	if own.Timeout <= 0 {
		own.Timeout = time.Minute
	}
	if own.Seed == 0 {
		own.Seed = seed
	}
	return &own, nil
}

func (p *probe) close() error {
	var failed []error
	for _, undo := range slices.Backward(p.undo) {
		failed = append(failed, undo())
	}
	if p.h.Close != nil {
		failed = append(failed, p.h.Close())
	}
	return errors.Join(failed...)
}

// fatalf ends the check as failed. Like testing.T.FailNow it must be called from the
// goroutine of the check.
func (p *probe) fatalf(format string, args ...any) {
	p.failure = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// skipf ends the check as one that the harness can't show.
func (p *probe) skipf(format string, args ...any) {
	p.skip = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// need ends the check as skipped where the harness lacks a function: can is whether it
// has it.
func (p *probe) need(can bool, field, unproved string) {
	if !can {
		p.skipf("Harness.%s is not set: %s is not shown", field, unproved)
	}
}

// fixture returns f, or ends the check as skipped where the sandbox has none.
func (p *probe) fixture(f Fixture, field, unproved string) Fixture {
	if f == (Fixture{}) {
		p.skipf("Harness.Fixtures.%s is empty: %s is not shown", field, unproved)
	}
	return f
}

// must ends the check where a function of the harness failed: as skipped where it says
// that it can't.
func (p *probe) must(field string, err error) {
	switch {
	case errors.Is(err, errSkip):
		p.skipf("Harness.%s is not supported here: %v", field, err)
	case err != nil:
		p.fatalf("Harness.%s: %v", field, err)
	}
}

// until keeps what ends a state, to be called after the check, and returns it for
// earlier use. It is called once.
func (p *probe) until(field string, off func(), err error) func() {
	p.must(field, err)
	if off == nil {
		off = func() {}
	}
	once := sync.OnceFunc(off)
	p.undo = append(p.undo, func() error { once(); return nil })
	return once
}

// can reports whether a function of the harness did what a check can do without. An
// error other than that it can't ends the check.
func (p *probe) can(field string, err error) bool {
	if errors.Is(err, errSkip) {
		return false
	}
	p.must(field, err)
	return true
}

// adapter returns the adapter under test for the fixture's organization.
func (p *probe) adapter(f Fixture) osbp.BookingAdapter {
	a, err := p.h.Adapter(f.OrganizationID)
	p.must("Adapter", err)
	if a == nil {
		p.fatalf("Harness.Adapter returned no adapter")
	}
	return a
}

// key returns an id that no other run has used.
func (p *probe) key(prefix string) string {
	p.keys++
	return fmt.Sprintf("%s_%s_%d", prefix, p.run, p.keys)
}

// areaCodes are some of North America's.
var areaCodes = [...]int{
	201, 202, 203, 206, 207, 208, 212, 213, 214, 215, 216, 303, 304, 305, 307, 312, 313, 314, 401, 402,
	404, 406, 412, 415, 416, 502, 503, 504, 512, 514, 602, 603, 604, 612, 615, 617, 701, 702, 713, 716,
	801, 802, 803, 808, 812, 901, 902, 907, 913, 916,
}

// customer returns somebody whose every value is found again wherever it turns up.
func (p *probe) customer() osbp.Customer {
	p.keys++
	return osbp.Customer{
		ID:          p.key("customer"),
		DisplayName: "Zephyrine Quillfeather", GivenName: "Zephyrine", FamilyName: "Quillfeather",
		// 555 is nobody's exchange in any area code, and platforms know which there are.
		Phone: fmt.Sprintf("+1%d555%04d", areaCodes[p.rand.IntN(len(areaCodes))], p.rand.IntN(10000)),
		Email: fmt.Sprintf("zq.%s.%s@canary.example", letters(p.run), letters(strconv.Itoa(p.keys))),
	}
}

// letters writes digits as letters, so that no part of a customer is part of an id.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r - '0' + 'g'
		}
		return r
	}, s)
}

// wantCreates requires that so many creates reached the platform since before.
func (p *probe) wantCreates(before, want int) {
	if got := p.h.Creates() - before; got != want {
		p.fatalf("%d appointment creates reached the platform, not %d", got, want)
	}
}

// inOrder yields a table's rows in the order of their names, so that one seed always
// gives the same ids.
func inOrder[V any](table map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, name := range slices.Sorted(maps.Keys(table)) {
			if !yield(name, table[name]) {
				return
			}
		}
	}
}
