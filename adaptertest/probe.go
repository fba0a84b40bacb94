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
	undo    []func()
	failure string
	skip    string
}

func newProbe(h *Harness, id string) *probe {
	sum := fnv.New64a()
	fmt.Fprintf(sum, "%d %s", h.Seed, id)
	r := rand.New(rand.NewPCG(h.Seed, sum.Sum64()))
	return &probe{h: h, rand: r, run: fmt.Sprintf("%012x", r.Uint64()>>16)}
}

// complete fills in defaults, or says what is missing.
func (h *Harness) complete() error {
	switch {
	case h == nil:
		return errors.New("there is none")
	case h.Adapter == nil:
		return errors.New("Harness.Adapter is nil")
	case h.Creates == nil:
		return errors.New("Harness.Creates is nil")
	case h.Fixtures.Plain == Fixture{}:
		return errors.New("Harness.Fixtures.Plain is empty")
	}
	if h.Now == nil {
		h.Now = time.Now
	}
	if h.Zones == nil {
		h.Zones = wallclock.SystemZones()
	}
	if h.Timeout <= 0 {
		h.Timeout = time.Minute
	}
	return nil
}

func (p *probe) close() error {
	for i := len(p.undo) - 1; i >= 0; i-- {
		p.undo[i]()
	}
	if p.h.Close == nil {
		return nil
	}
	return p.h.Close()
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
	done := false
	once := func() {
		if !done && off != nil {
			done = true
			off()
		}
	}
	p.undo = append(p.undo, once)
	return once
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

// customer returns somebody whose every value is found again wherever it turns up.
func (p *probe) customer() osbp.Customer {
	p.keys++
	return osbp.Customer{
		ID:          p.key("customer"),
		DisplayName: "Zephyrine Quillfeather", GivenName: "Zephyrine", FamilyName: "Quillfeather",
		// Fictional in every area code; enough of them for runs on one sandbox.
		Phone: fmt.Sprintf("+1%03d555%04d", 201+p.rand.IntN(788), p.rand.IntN(10000)),
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
