package adaptertest

import (
	"context"
	"fmt"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// underway is a booking.create in a goroutine of its own.
type underway struct {
	p      *probe
	done   chan struct{}
	result *osbp.CreateResult
	err    error
}

// begin sends the attempt as it stands, without waiting for the answer.
func (t *attempt) begin(ctx context.Context) *underway {
	u := &underway{p: t.p, done: make(chan struct{})}
	adapter, in := t.adapter, t.in
	go func() {
		defer close(u.done)
		defer func() {
			if v := recover(); v != nil {
				u.result, u.err = nil, fmt.Errorf("panic of type %T", v)
			}
		}()
		u.result, u.err = adapter.CreateBooking(ctx, in)
	}()
	return u
}

// ended waits for the answer.
func (u *underway) ended() (*osbp.CreateResult, error) {
	select {
	case <-u.done:
		return u.result, u.err
	case <-u.p.ctx.Done():
		u.p.fatalf("a booking.create did not end")
		return nil, nil
	}
}

// reached waits until more than before creates have reached the platform.
func (u *underway) reached(before int) {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for u.p.h.Creates() <= before {
		select {
		case <-tick.C:
		case <-u.done:
			if u.p.h.Creates() <= before {
				u.p.fatalf("an approved booking.create ended before it reached the platform: %s", brief(u.err))
			}
		case <-u.p.ctx.Done():
			u.p.fatalf("an approved booking.create did not reach the platform")
		}
	}
}

// held makes creates wait at the platform until the function that it returns is called.
func (p *probe) held(unproved string) (off func()) {
	p.need(p.h.HoldCreates != nil, "HoldCreates", unproved)
	off, err := p.h.HoldCreates(p.ctx)
	return p.until("HoldCreates", off, err)
}
