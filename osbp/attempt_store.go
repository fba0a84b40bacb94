package osbp

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/openservicekit/openservice/store"
)

// errLostRace sends a call back to the beginning: somebody else wrote the record.
var errLostRace = errors.New("osbp: the booking record changed meanwhile")

// errOtherReceipt says that a key has another appointment than the one at hand.
var errOtherReceipt = errors.New("osbp: the idempotency key has another appointment")

// load reads the attempt under key; one that is not there has found false.
func (c *Creator) load(ctx context.Context, key string) (attempt, error) {
	rec, err := c.opts.Store.Get(ctx, key)
	if errors.Is(err, store.ErrNotFound) {
		return attempt{}, nil
	}
	if err != nil {
		return attempt{}, storeProblem(err)
	}
	a, err := decodeAttempt(rec)
	if err != nil {
		return attempt{}, storeProblem(err)
	}
	return a, nil
}

// save writes a over the version it was read at and notes the new one. A lost
// race is errLostRace. A write that the store reports as failed and has done all the
// same is a success.
func (c *Creator) save(ctx context.Context, key string, a *attempt) error {
	var version store.Version
	var err error
	a.holder = c.holder
	a.scratch = a.appendTo(a.scratch[:0])
	if a.found {
		version, err = c.opts.Store.Swap(ctx, key, a.version, a.scratch, a.expires)
	} else {
		version, err = c.opts.Store.Create(ctx, key, a.scratch, a.expires)
	}
	switch {
	case err == nil:
		a.version, a.found = version, true
		return nil
	case lostRace(err):
		return errLostRace
	case c.written(ctx, key, a):
		return nil
	}
	return storeProblem(err)
}

// lostRace reports the store's word that the record is not what the writer read.
func lostRace(err error) bool {
	return errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrExists) || errors.Is(err, store.ErrNotFound)
}

// written asks the store whether it holds what a was last encoded as, and if so
// notes the version.
func (c *Creator) written(ctx context.Context, key string, a *attempt) bool {
	ctx, cancel := c.afterwards(ctx)
	defer cancel()
	rec, err := c.opts.Store.Get(ctx, key)
	if err != nil || !bytes.Equal(rec.Value, a.scratch) {
		return false
	}
	a.version, a.found = rec.Version, true
	return true
}

// lastTries is how often a write is tried that comes after the platform's answer.
const lastTries = 4

// insist saves a in spite of a store that stumbles.
func (c *Creator) insist(ctx context.Context, key string, a *attempt) (err error) {
	for range lastTries {
		if err = c.save(ctx, key, a); err == nil || errors.Is(err, errLostRace) || ctx.Err() != nil {
			break
		}
	}
	return err
}

// keep writes down that there is an appointment, over whatever the record says by
// now. Only another receipt stays: errOtherReceipt.
func (c *Creator) keep(ctx context.Context, key string, a *attempt) (err error) {
	for range lastTries {
		if err = c.insist(ctx, key, a); !errors.Is(err, errLostRace) {
			return err
		}
		now, loadErr := c.load(ctx, key)
		switch {
		case loadErr != nil:
			return loadErr
		case now.found && now.mark != a.mark,
			now.state == stateDone && now.receiptBooking != a.receiptBooking:
			return errOtherReceipt
		case now.state == stateDone:
			return nil
		}
		a.version, a.found = now.version, now.found
		if now.expires.After(a.expires) {
			a.expires = now.expires
		}
	}
	return err
}

// free gives back the key of an attempt that has certainly made nothing, and its
// place in the mandate's count: while nobody else can take the key, or the count
// would miss the next one's booking.
func (c *Creator) free(ctx context.Context, key string, a *attempt, idempotencyKey string) error {
	now := c.now()
	if c.opts.MaxBookingsPerMandate > 0 && !now.Before(a.lease) {
		a.state, a.lease = stateReserved, now.Add(reserveLease)
		if err := c.insist(ctx, key, a); err != nil {
			return err
		}
	}
	c.capGiveBack(ctx, a.mandateID, idempotencyKey)
	a.state, a.lease = stateBound, time.Time{}
	return c.insist(ctx, key, a)
}
