package store_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/store"
)

// FuzzMemory compares a Memory with a model of the contract, over sequences of
// calls that are read from the fuzzed bytes.
func FuzzMemory(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x00\x01\x02\x03\x00\x01\x02\x03"))
	for seed := range uint64(4) {
		program := make([]byte, 400)
		r := rand.New(rand.NewPCG(seed, seed))
		for i := range program {
			program[i] = byte(r.Uint32())
		}
		f.Add(program)
	}
	f.Fuzz(func(t *testing.T, program []byte) {
		const maxRecords, maxBytes = 6, 6*store.RecordOverhead + 200
		m, clock := newMemory(t, store.MemoryOptions{MaxRecords: maxRecords, MaxBytes: maxBytes})
		model := model{t: t, store: m, clock: clock, live: make(map[string]store.Record), last: make(map[string]store.Version)}
		for ; len(program) >= 4; program = program[4:] {
			model.step(program[0], program[1], program[2], program[3])
		}
		model.finish()
	})
}

// model is what the contract says a store holds.
type model struct {
	t     *testing.T
	store *store.Memory
	clock *testClock
	live  map[string]store.Record
	last  map[string]store.Version // the greatest version each key ever had

	// late is the latest time that the store has been called at. Between now
	// and late lie the expiries of records that the store may or may not have
	// dropped, after the clock stepped back.
	late time.Time
}

// doubtful reports whether a record may be gone although it has not expired.
func (m *model) doubtful(r store.Record) bool { return !m.late.Before(r.Expires) }

// settle notes and returns the current time.
func (m *model) settle() time.Time {
	now := m.clock.now()
	if now.After(m.late) {
		m.late = now
	}
	return now
}

// look returns the record that the store must have under the key, and whether
// it has one. It asks the store where that makes a difference: an expired
// record must be gone, and is gone for good once the store has said so, and a
// doubtful one is there if the store says so.
func (m *model) look(key string) (store.Record, bool) {
	r, ok := m.live[key]
	if !ok || !m.doubtful(r) {
		return r, ok
	}
	_, err := m.store.Get(m.t.Context(), key)
	if err == nil && !m.clock.now().Before(r.Expires) {
		m.t.Fatalf("Get at or after the expiry succeeded")
	}
	if errors.Is(err, store.ErrNotFound) {
		delete(m.live, key)
		return r, false
	}
	return r, true
}

// usage returns the records and bytes that are surely there, and those that may
// be.
func (m *model) usage() (least, most store.Usage) {
	for key, r := range m.live {
		if !m.clock.now().Before(r.Expires) {
			continue
		}
		size := int64(len(key)+len(r.Value)) + store.RecordOverhead
		most.Records++
		most.Bytes += size
		if !m.doubtful(r) {
			least.Records++
			least.Bytes += size
		}
	}
	return least, most
}

// step makes the call that four bytes stand for and compares the answers.
func (m *model) step(op, a, b, c byte) {
	key := fmt.Sprint("key/", a%8)
	value := []byte(strings.Repeat(string('a'+rune(b%26)), int(b)%120))
	now := m.settle()
	expires := now.Add(time.Duration(int(c)-10) * time.Second)
	_, expiryErr := store.CheckExpiry(expires, now)
	was, found := m.look(key)
	version := was.Version
	if c%4 == 0 {
		version = store.Version(b)
	}
	switch op % 8 {
	case 0, 1:
		got, err := m.store.Create(m.t.Context(), key, value, expires)
		m.wantWrite("Create", key, value, expires, got, err, expiryErr, found, store.ErrExists, 1, len(key)+len(value)+store.RecordOverhead)
	case 2, 3:
		var answer error
		switch {
		case !found:
			answer = store.ErrNotFound
		case version != was.Version:
			answer = store.ErrConflict
		}
		got, err := m.store.Swap(m.t.Context(), key, version, value, expires)
		m.wantWrite("Swap", key, value, expires, got, err, expiryErr, answer != nil, answer, 0, len(value)-len(was.Value))
	case 4:
		var want error
		switch {
		case !found:
			want = store.ErrNotFound
		case version != was.Version:
			want = store.ErrConflict
		default:
			delete(m.live, key)
		}
		if err := m.store.Delete(m.t.Context(), key, version); !errors.Is(err, want) {
			m.t.Fatalf("Delete: %v, want %v", err, want)
		}
	case 5:
		m.list(fmt.Sprint("key/", a%8)[:3+int(a)%3])
	case 6:
		m.clock.set(now.Add(time.Duration(c) * time.Second / 4))
	case 7:
		m.clock.set(now.Add(-time.Duration(c) * time.Second / 8))
	}
	m.get(key)
}

// wantWrite compares the answer to a write that refused would answer, unless it
// is nil, and that needs so much more room.
func (m *model) wantWrite(call, key string, value []byte, expires time.Time, got store.Version, err, expiryErr error, refused bool, answer error, records, bytes int) {
	least, most := m.usage()
	const maxRecords, maxBytes = 6, 6*store.RecordOverhead + 200
	mustFit := most.Records+records <= maxRecords && (bytes <= 0 || most.Bytes+int64(bytes) <= maxBytes)
	cannotFit := least.Records+records > maxRecords || bytes > 0 && least.Bytes+int64(bytes) > maxBytes
	switch {
	case expiryErr != nil:
		if !errors.Is(err, expiryErr) {
			m.t.Fatalf("%s: %v, want %v", call, err, expiryErr)
		}
	case refused:
		if !errors.Is(err, answer) {
			m.t.Fatalf("%s: %v, want %v", call, err, answer)
		}
	case errors.Is(err, store.ErrFull):
		if mustFit {
			m.t.Fatalf("%s: %v with %+v, which leaves room", call, err, most)
		}
	case err != nil:
		m.t.Fatalf("%s: %v", call, err)
	case cannotFit:
		m.t.Fatalf("%s succeeded with %+v, which leaves no room", call, least)
	default:
		if got <= m.last[key] {
			m.t.Fatalf("%s: version %d after %d", call, got, m.last[key])
		}
		m.last[key] = got
		m.live[key] = store.Record{Key: key, Value: value, Version: got, Expires: expires}
	}
}

// get compares a record.
func (m *model) get(key string) {
	m.settle()
	want, found := m.look(key)
	got, err := m.store.Get(m.t.Context(), key)
	switch {
	case !found && !errors.Is(err, store.ErrNotFound):
		m.t.Fatalf("Get: %v, want %v", err, store.ErrNotFound)
	case found && err != nil:
		m.t.Fatalf("Get: %v", err)
	case found:
		m.wantRecord(got, want)
	}
}

// list compares the records with a prefix.
func (m *model) list(prefix string) {
	m.settle()
	want := make(map[string]store.Record)
	for _, key := range slices.Collect(maps.Keys(m.live)) {
		if r, found := m.look(key); found && strings.HasPrefix(key, prefix) {
			want[key] = r
		}
	}
	last := ""
	for got, err := range m.store.List(m.t.Context(), prefix) {
		if err != nil {
			m.t.Fatalf("List: %v", err)
		}
		if got.Key <= last {
			m.t.Fatalf("List yielded %q after %q", got.Key, last)
		}
		last = got.Key
		r, ok := want[got.Key]
		if !ok {
			m.t.Fatalf("List of %q yielded %q", prefix, got.Key)
		}
		m.wantRecord(got, r)
		delete(want, got.Key)
	}
	if len(want) > 0 {
		m.t.Fatalf("List of %q left out %d records", prefix, len(want))
	}
}

func (m *model) wantRecord(got, want store.Record) {
	if got.Key != want.Key || string(got.Value) != string(want.Value) || got.Version != want.Version || !got.Expires.Equal(want.Expires) {
		m.t.Fatalf("got %+v, want %+v", got, want)
	}
}

// finish empties the store and compares what it says it holds.
func (m *model) finish() {
	m.list("")
	for _, r := range m.live {
		if err := m.store.Delete(m.t.Context(), r.Key, r.Version); err != nil {
			m.t.Fatalf("Delete: %v", err)
		}
	}
	for range m.store.List(m.t.Context(), "") {
		m.t.Fatal("the emptied store lists a record")
	}
	if got := m.store.Usage(); got != (store.Usage{}) {
		m.t.Fatalf("the emptied store holds %+v", got)
	}
}
