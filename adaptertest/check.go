package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"time"
)

// check is one requirement and the code that tries it.
type check struct {
	Requirement
	try func(*probe)
}

// required makes a check; section is a heading of the specification.
func required(id, section, requirement string, try func(*probe)) check {
	return check{Requirement{ID: id, Requirement: requirement, Section: "OSBP \"" + section + "\""}, try}
}

// checks returns every check, from what all others stand on to the rarest.
func checks() []check {
	return slices.Concat(
		harnessChecks, shapeChecks, inputChecks, moneyChecks, timeChecks, mandateChecks, mandateOrderChecks,
		approvalChecks, summaryChecks, idempotencyChecks, outcomeChecks, verificationChecks, statusChecks,
		platformChecks, hostChecks, leakChecks, handoffChecks, containmentChecks,
	)
}

// realTime measures how long a check takes, whatever the harness's clock says.
var realTime = time.Now

// run opens a harness, tries the requirement on it, and closes it.
func (c check) run(ctx context.Context, seed uint64, newHarness func() (*Harness, error)) Result {
	began := realTime()
	r := Result{Requirement: c.Requirement, Outcome: Failed}
	given, err := newHarness()
	var h *Harness
	if err == nil {
		h, err = given.completed(seed)
	}
	if err != nil {
		r.Detail = fmt.Sprintf("the harness could not be made: %v", err)
		if given != nil && given.Close != nil {
			given.Close() // its error would say less
		}
		return r
	}
	p := newProbe(h, c.ID)
	ended := c.watch(ctx, p)
	switch {
	case p.failure != "":
		r.Detail = fmt.Sprintf("%s (seed %d)", p.failure, h.Seed)
	case p.skip != "" && h.Strict:
		r.Detail = "strict, and skipped: " + p.skip
	case p.skip != "":
		r.Outcome, r.Detail = Skipped, p.skip
	default:
		r.Outcome = Passed
	}
	if ended { // closing under a call that hangs could hang as well
		if err := p.close(); err != nil && r.Outcome == Passed {
			r.Outcome, r.Detail = Failed, fmt.Sprintf("the harness could not be closed: %v", err)
		}
	}
	r.Elapsed = realTime().Sub(began)
	return r
}

// watch tries the requirement in a goroutine of its own, so that an adapter that hangs
// or panics fails the check and no more. So does one that ends the goroutine, as FailNow
// does in a function of the harness: only a check that came to its end has passed. The
// probe must not be used after it says that the check has not ended.
func (c check) watch(ctx context.Context, p *probe) (ended bool) {
	ctx, cancel := context.WithTimeout(ctx, p.h.Timeout)
	defer cancel()
	p.ctx = ctx
	done := make(chan struct{})
	inner := *p
	go func() {
		defer close(done)
		returned := false
		defer func() {
			if v := recover(); v != nil {
				inner.failure = fmt.Sprintf("panic: %s\n%s", panicText(v), debug.Stack())
			} else if !returned && inner.failure == "" && inner.skip == "" {
				inner.failure = "something under test ended the goroutine of the check"
			}
		}()
		c.try(&inner)
		returned = true
	}()
	select {
	case <-done:
		*p = inner
		return true
	case <-ctx.Done():
		p.failure = fmt.Sprintf("the check did not end: %v", context.Cause(ctx))
		return false
	}
}

// panicText tells what the runtime has to say of a panic. What an adapter says may quote
// a customer or a credential, so of that only the type is told.
func panicText(v any) string {
	if err, ok := v.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("a value of type %T", v)
}

// errSkip ends a check that the harness can't show.
var errSkip = errors.ErrUnsupported
