package store

import (
	"context"
	"errors"
	"time"
)

// The methods of Memory first judge their arguments and read the clock, without
// the lock; everything below that takes now expects the lock to be held.

// ready returns an error if the store cannot be used, or its caller has gone.
func (m *Memory) ready(ctx context.Context) error {
	if m.clock == nil {
		return errors.New("store: a Memory must come from NewMemory")
	}
	return ctx.Err()
}

// check judges what every method but List has and reads the clock.
func (m *Memory) check(ctx context.Context, key string) (now int64, err error) {
	if err := m.ready(ctx); err != nil {
		return 0, err
	}
	if err := CheckKey(key); err != nil {
		return 0, err
	}
	return m.clock().UnixMicro(), nil
}

// checkWrite judges the arguments of a write and reads the clock.
func (m *Memory) checkWrite(ctx context.Context, key string, value []byte, expires time.Time) (now, until int64, err error) {
	now, err = m.check(ctx, key)
	if err != nil {
		return 0, 0, err
	}
	if err := CheckValue(value); err != nil {
		return 0, 0, err
	}
	until, ok := expiryMicros(expires, now)
	if !ok {
		return 0, 0, ErrInvalidExpiry
	}
	return now, until, nil
}

// live returns the live entry that has the key, or nil. An expired one is
// removed: a clock that later steps back must not bring back what has been
// reported gone.
func (m *Memory) live(key string, now int64) *entry {
	e := m.records[key]
	if e != nil && e.expired(now) {
		m.remove(e)
		return nil
	}
	return e
}

// match returns the live entry that has the key and the version.
func (m *Memory) match(key string, old Version, now int64) (*entry, error) {
	e := m.live(key, now)
	if e == nil {
		return nil, ErrNotFound
	}
	if e.version != old {
		return nil, ErrConflict
	}
	return e, nil
}

// remove takes an entry out of the store.
func (m *Memory) remove(e *entry) {
	delete(m.records, e.key)
	m.expiry.remove(e)
	m.bytes -= size(e.key, e.value)
}

// reclaimSome removes up to two expired entries. Called for each entry that is
// added, it clears garbage faster than garbage can come in, at a cost that
// stays small however many records expire together. That it doesn't remove
// them all also limits the harm when a clock is wrong for a moment.
func (m *Memory) reclaimSome(now int64) {
	for range 2 {
		if !m.reclaim(now) {
			return
		}
	}
}

// makeRoom reports whether so many more records and bytes fit, after removing
// as many expired entries as that takes.
func (m *Memory) makeRoom(now int64, records int, bytes int64) bool {
	for len(m.records)+records > m.maxRecords || m.bytes+bytes > m.maxBytes {
		if !m.reclaim(now) {
			return false
		}
	}
	return true
}

// reclaim removes the entry that expires first, if it has expired.
func (m *Memory) reclaim(now int64) bool {
	e := m.expiry.first()
	if e == nil || !e.expired(now) {
		return false
	}
	m.remove(e)
	return true
}

// Usage is how much of its bounds a [Memory] uses.
type Usage struct {
	Records int
	Bytes   int64 // keys, values and [RecordOverhead] for each record
}

// Usage returns what the store holds now. Records that have expired and are not
// yet reclaimed count, since they still take memory; they never keep a new
// record out.
func (m *Memory) Usage() Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return Usage{Records: len(m.records), Bytes: m.bytes}
}
