package osp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/openservicekit/openservice/store"
)

// ledger takes each accepted request to the sink once, and remembers what became of it (OSP 6.7, "Idempotency").
//
// A request is recorded as new before anything else. Then it claims its person (see claim), is recorded as sending, goes to
// the sink, and is recorded as received. Every step is a compare-and-swap, so whoever finds a request that was left half way,
// by a crash or by a twin, takes it from there: a new one has never been delivered, one that is being sent is delivered again
// under its id, and the sink tells that it has it already.
type ledger struct {
	records
	sink      RequestSink
	sinkCalls *backend
	clock     func() time.Time
	logger    *slog.Logger
	span      time.Duration // within which a person's second request is a duplicate
	lease     time.Duration
	patience  time.Duration // of a caller
	secret    secret
	flights   flights
	calls     *lifecycle
}

func newLedger(o *ServerOptions, calls *lifecycle) *ledger {
	return &ledger{
		records:   records{store: o.Store, namespace: o.Namespace, timeout: o.BackendTimeout},
		sink:      o.Sink,
		sinkCalls: newBackend(o.SinkTimeout),
		clock:     o.Clock,
		logger:    o.Logger,
		span:      o.DuplicateSpan,
		lease:     o.SinkTimeout + 2*o.BackendTimeout,
		patience:  o.SinkTimeout + 2*o.BackendTimeout,
		secret:    secret{key: o.PersonKey, rand: o.Rand},
		calls:     calls,
	}
}

// errForgotten says that there is no record of a request (any more).
var errForgotten = errors.New("osp: there is no record of this request")

// known sees through a request that has been accepted before, and returns what became of it; isKnown is false for a request
// id that is free.
func (l *ledger) known(ctx context.Context, id string) (o outcome, isKnown bool) {
	e, err := l.get(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return outcome{}, false
	case err != nil:
		return outcome{err: unavailable(err)}, true
	case e.State == stateReceived:
		return outcome{result: e.Result, isDuplicate: true}, true
	}
	o = l.settle(ctx, id, nil)
	return o, !errors.Is(o.err, errForgotten)
}

// unavailable is the error for a store that doesn't do what it should.
func unavailable(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the store can't answer: %w", err)
}

// settle sees a request through and returns what became of it; fresh is the record to begin with if there is none, nil where
// one should be. The work goes on when ctx ends, and calls about the same request share it.
func (l *ledger) settle(ctx context.Context, id string, fresh *bookingRecord) outcome {
	f, leads := l.flights.join(id)
	if leads {
		l.calls.running.Add(1) // this call is counted, so the server is not at its end
		go l.lead(context.WithoutCancel(ctx), id, fresh, f)
	}
	waiting, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	select {
	case <-f.done:
		o := f.outcome
		o.isDuplicate = o.isDuplicate || !leads
		return o
	case <-waiting.Done():
		return outcome{err: stillUnderWay}
	}
}

// lead does the work of a flight.
func (l *ledger) lead(ctx context.Context, id string, fresh *bookingRecord, f *flight) {
	defer l.calls.leave()
	o, err := contain(ctx, func(ctx context.Context) (outcome, error) { return l.run(ctx, id, fresh), nil })
	if err != nil {
		o = outcome{err: err}
	}
	l.flights.land(id, f, o)
}

var stillUnderWay = refuse(CodeRateLimited, "The request is still being handed to the business. "+
	"Wait a little, then repeat the same call with the same requestId.")

const (
	// pollInterval is how often a request is looked at that another process is sending.
	pollInterval = 50 * time.Millisecond
	// quickRaces is how often a race is run again without a pause.
	quickRaces = 8
)

// run takes a request as far as it goes.
func (l *ledger) run(ctx context.Context, id string, fresh *bookingRecord) outcome {
	patience, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()
	for races := 0; patience.Err() == nil; {
		e, err := l.get(ctx, id)
		if errors.Is(err, store.ErrNotFound) {
			if fresh == nil {
				return outcome{err: errForgotten}
			}
			e, err = l.begin(ctx, id, fresh)
		}
		if err == nil {
			o, isOver := outcome{}, false
			if o, isOver, err = l.step(ctx, e); isOver {
				return o
			}
		}
		switch {
		case isRace(err):
			if races++; races <= quickRaces {
				continue
			}
		case err != nil:
			return outcome{err: unavailable(err)}
		case e.State != stateSending:
			continue
		}
		select { // somebody else is at it
		case <-time.After(pollInterval):
		case <-patience.Done():
		}
	}
	return outcome{err: stillUnderWay}
}

// begin records a request that has just been accepted.
func (l *ledger) begin(ctx context.Context, id string, fresh *bookingRecord) (*entry, error) {
	if err := l.keepUserAgent(ctx, id, &fresh.Provenance, fresh.userAgent); err != nil {
		return nil, err
	}
	return l.create(ctx, id, fresh)
}

// step moves a request on by one state. When it is over, the outcome says what became of it. Otherwise the request is looked
// at again: after a race, or as long as somebody else is sending it.
func (l *ledger) step(ctx context.Context, e *entry) (o outcome, isOver bool, err error) {
	switch e.State {
	case stateReceived:
		return outcome{result: e.Result, isDuplicate: true}, true, nil
	case stateDuplicate:
		stands, err := l.standsFor(ctx, e.DuplicateOf, e.Person)
		if err != nil {
			return outcome{}, false, err
		}
		if stands {
			if o = l.settle(ctx, e.DuplicateOf, nil); !errors.Is(o.err, errForgotten) {
				o.isDuplicate = true
				return o, true, nil
			}
		}
		return outcome{}, false, l.remove(ctx, e) // what came before has failed, so this is no duplicate any more
	case stateNew:
		if err := l.claim(ctx, e); err != nil || e.State != stateSending {
			return outcome{}, false, err
		}
		return l.deliver(ctx, e, false), true, nil
	case stateSending:
		now := l.clock()
		if now.Before(e.LeaseUntil) {
			return outcome{}, false, nil
		}
		e.LeaseUntil = now.Add(l.lease)
		if err := l.swap(ctx, e); err != nil {
			return outcome{}, false, err
		}
		return l.deliver(ctx, e, true), true, nil
	}
	return outcome{}, false, errors.New("osp: the record of a request has a state that is not known")
}
