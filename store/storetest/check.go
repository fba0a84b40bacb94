package storetest

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/openservicekit/openservice/store"
)

// check is one requirement and the code that tries it.
type check struct {
	id          string
	requirement string
	try         func(*probe)
	on          stage // the zero stage is the plain store
}

// stage says which store a check needs.
type stage int

const (
	plain      stage = iota
	maxRecords       // a store of recordBound records
	maxBytes         // a store of byteBound bytes
	shared           // two stores on the same records
)

const (
	recordBound = 8
	byteBound   = 256 << 10
)

// checks returns every check, in the order of the contract.
func checks() []check {
	return slices.Concat(
		recordChecks, versionChecks, expiryChecks, clockChecks, keyChecks, valueChecks,
		contextChecks, listChecks, raceChecks, fullChecks, errorChecks, sharedChecks,
	)
}

// run opens a store, tries the requirement on it, and closes it.
func (c check) run(ctx context.Context, h Harness) Result {
	r := Result{ID: c.id, Requirement: c.requirement}
	if r.Skipped = c.on.missing(h); r.Skipped != "" {
		return r
	}
	if r.Err = ctx.Err(); r.Err != nil {
		return r
	}
	p := &probe{clock: newClock(), err: new(error)}
	if err := c.on.open(h, p); err != nil {
		r.Err = fmt.Errorf("the store could not be opened: %w", err)
		return r
	}
	var ended bool
	r.Err, ended = c.watch(ctx, h.Timeout, p)
	if h.Close == nil || !ended {
		return r // closing under a call that hangs could hang as well
	}
	for _, s := range []store.Store{p.twin, p.Store} {
		if s == nil {
			continue
		}
		if err := h.Close(s); err != nil {
			r.Err = errors.Join(r.Err, fmt.Errorf("the store could not be closed: %w", err))
		}
	}
	return r
}

// watch tries the requirement in a goroutine of its own, so that a store that
// hangs or panics fails the check and no more.
func (c check) watch(ctx context.Context, timeout time.Duration, p *probe) (err error, ended bool) {
	if timeout <= 0 {
		timeout = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	p.ctx = ctx
	outcome := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				*p.err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
			}
			outcome <- *p.err
		}()
		c.try(p)
	}()
	select {
	case err := <-outcome:
		return err, true
	case <-ctx.Done():
		return fmt.Errorf("the check did not end: %w", context.Cause(ctx)), false
	}
}

// missing says what the harness lacks for the stage, or nothing.
func (s stage) missing(h Harness) string {
	switch {
	case s == maxRecords && h.NewMaxRecords == nil:
		return "Harness.NewMaxRecords is nil: that the store keeps to a number of records is not shown"
	case s == maxBytes && h.NewMaxBytes == nil:
		return "Harness.NewMaxBytes is nil: that the store keeps to a number of bytes is not shown"
	case s == shared && h.Again == nil:
		return "Harness.Again is nil: that several processes can share the store is not shown"
	}
	return ""
}

// open gives the probe the store, or the two stores, of the stage.
func (s stage) open(h Harness, p *probe) (err error) {
	switch s {
	case maxRecords:
		p.Store, err = h.NewMaxRecords(p.clock.now, recordBound)
		return err
	case maxBytes:
		p.Store, err = h.NewMaxBytes(p.clock.now, byteBound)
		return err
	}
	if h.New == nil {
		return errors.New("Harness.New is nil")
	}
	p.Store, err = h.New(p.clock.now)
	if err == nil && s == shared {
		p.twin, err = h.Again(p.Store, p.clock.now)
	}
	return err
}
