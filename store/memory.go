package store

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"
)

var _ Store = (*Memory)(nil)

// Memory is a [Store] in the memory of the process: bounded, quick, and gone
// with the process. A program that must not forget a booking across a restart
// needs a durable store instead.
//
// When it is full it answers [ErrFull], and it never evicts a live record to
// make room. It starts no goroutine: expired records are reclaimed by the calls
// that come after, a few at a time. The zero Memory refuses every call.
type Memory struct {
	clock      func() time.Time
	maxRecords int
	maxBytes   int64

	mu      sync.Mutex
	records map[string]*entry
	expiry  expiryQueue // every entry of records, and no other
	bytes   int64       // sum of entry.size over records
	last    Version     // the version given out last
}

// entry is one record. Key and value are strings because those cannot be
// written to: what a caller hands in is copied by the conversion to string, and
// what a caller gets is copied by the conversion back.
type entry struct {
	key     string
	value   string
	version Version
	expires int64 // microseconds since 1970
	index   int   // position in the expiry queue
}

func size(key, value string) int64 {
	return int64(len(key)) + int64(len(value)) + RecordOverhead
}

func (e *entry) expired(now int64) bool { return now >= e.expires }

// NewMemory returns an empty store. The error names the option that is
// negative.
func NewMemory(opts MemoryOptions) (*Memory, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Memory{
		clock:      opts.Clock,
		maxRecords: opts.MaxRecords,
		maxBytes:   opts.MaxBytes,
		records:    make(map[string]*entry),
	}, nil
}

// Create implements [Store].
func (m *Memory) Create(ctx context.Context, key string, value []byte, expires time.Time) (Version, error) {
	now, until, err := m.checkWrite(ctx, key, value, expires)
	if err != nil {
		return 0, err
	}
	// The copies are made before the lock is taken. The key is cloned because
	// it may be a small part of a large string.
	e := &entry{key: strings.Clone(key), value: string(value), expires: until}

	m.mu.Lock()
	defer m.mu.Unlock()
	if m.live(key, now) != nil {
		return 0, ErrExists
	}
	m.reclaimSome(now)
	if !m.makeRoom(now, 1, size(e.key, e.value)) {
		return 0, ErrFull
	}
	m.last++
	e.version = m.last
	m.records[e.key] = e
	m.expiry.push(e)
	m.bytes += size(e.key, e.value)
	return e.version, nil
}

// Get implements [Store].
func (m *Memory) Get(ctx context.Context, key string) (Record, error) {
	now, err := m.check(ctx, key)
	if err != nil {
		return Record{}, err
	}
	m.mu.Lock()
	e := m.live(key, now)
	if e == nil {
		m.mu.Unlock()
		return Record{}, ErrNotFound
	}
	found := *e
	m.mu.Unlock()

	return Record{
		Key:     found.key,
		Value:   []byte(found.value),
		Version: found.version,
		Expires: time.UnixMicro(found.expires).UTC(),
	}, nil
}

// Swap implements [Store].
func (m *Memory) Swap(ctx context.Context, key string, old Version, value []byte, expires time.Time) (Version, error) {
	now, until, err := m.checkWrite(ctx, key, value, expires)
	if err != nil {
		return 0, err
	}
	replacement := string(value)

	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.match(key, old, now)
	if err != nil {
		return 0, err
	}
	growth := int64(len(replacement)) - int64(len(e.value))
	if !m.makeRoom(now, 0, growth) {
		return 0, ErrFull
	}
	m.last++
	e.value, e.version, e.expires = replacement, m.last, until
	m.expiry.fix(e)
	m.bytes += growth
	return e.version, nil
}

// Delete implements [Store].
func (m *Memory) Delete(ctx context.Context, key string, old Version) error {
	now, err := m.check(ctx, key)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.match(key, old, now)
	if err != nil {
		return err
	}
	m.remove(e)
	return nil
}

// List implements [Store]. It looks at every key under the lock, which takes
// some milliseconds with 100 000 records, and then reads one record at a time,
// so that each is yielded as it stands at that moment.
func (m *Memory) List(ctx context.Context, prefix string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if err := m.ready(ctx); err != nil {
			yield(Record{}, err)
			return
		}
		for _, key := range m.keys(prefix) {
			rec, err := m.Get(ctx, key)
			if errors.Is(err, ErrNotFound) {
				continue // gone since its key was looked at
			}
			if !yield(rec, err) || err != nil {
				return
			}
		}
	}
}

// keys returns the keys of the live records that begin with prefix, in order.
// The expired ones among them are removed, since the list reports them gone.
func (m *Memory) keys(prefix string) []string {
	now := m.clock().UnixMicro()
	var keys []string
	m.mu.Lock()
	for key, e := range m.records {
		if !strings.HasPrefix(key, prefix) {
			continue
		}
		if e.expired(now) {
			m.remove(e)
			continue
		}
		keys = append(keys, key)
	}
	m.mu.Unlock()
	slices.Sort(keys)
	return keys
}
