package osbp_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

var errStore = errors.New("store: connection lost")

// A storeCall is one call of a faultyStore.
type storeCall struct {
	op, key string // op is Get, Create, Swap or Delete
	n       int    // how many calls of this op on keys of this kind came before, from 0
}

// of reports whether it is the nth call of op on a kind of record: attempt,
// approval, mandate or booking.
func (c storeCall) of(op, kind string, n int) bool {
	return c.op == op && c.n == n && c.kind() == kind
}

func (c storeCall) kind() string {
	parts := strings.Split(c.key, "/")
	for i, part := range parts {
		switch part {
		case "attempt", "approval", "mandate", "booking":
			if i > 0 {
				return part
			}
		}
	}
	return ""
}

// faultyStore fails calls as a test says: before, with nothing done, or after, done
// and yet reported as failed, as when the answer of a database is lost.
type faultyStore struct {
	store.Store
	mu     sync.Mutex
	counts map[string]int
	before func(storeCall) error
	after  func(storeCall) error
	read   func(storeCall) // runs between a Get and its return
}

func (s *faultyStore) call(op, key string) storeCall {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := storeCall{op: op, key: key}
	if s.counts == nil {
		s.counts = make(map[string]int)
	}
	id := op + " " + c.kind()
	c.n = s.counts[id]
	s.counts[id]++
	return c
}

// set changes the hooks while calls may be under way.
func (s *faultyStore) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *faultyStore) hooks() (before, after func(storeCall) error, read func(storeCall)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.before, s.after, s.read
}

func (s *faultyStore) early(c storeCall) error {
	if before, _, _ := s.hooks(); before != nil {
		return before(c)
	}
	return nil
}

func (s *faultyStore) late(c storeCall, err error) error {
	if _, after, _ := s.hooks(); err == nil && after != nil {
		return after(c)
	}
	return err
}

func (s *faultyStore) Get(ctx context.Context, key string) (store.Record, error) {
	c := s.call("Get", key)
	if err := s.early(c); err != nil {
		return store.Record{}, err
	}
	rec, err := s.Store.Get(ctx, key)
	if _, _, read := s.hooks(); read != nil {
		read(c)
	}
	return rec, err
}

func (s *faultyStore) Create(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
	c := s.call("Create", key)
	if err := s.early(c); err != nil {
		return 0, err
	}
	v, err := s.Store.Create(ctx, key, value, expires)
	if err := s.late(c, err); err != nil {
		return 0, err
	}
	return v, nil
}

func (s *faultyStore) Swap(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
	c := s.call("Swap", key)
	if err := s.early(c); err != nil {
		return 0, err
	}
	v, err := s.Store.Swap(ctx, key, old, value, expires)
	if err := s.late(c, err); err != nil {
		return 0, err
	}
	return v, nil
}

func (s *faultyStore) Delete(ctx context.Context, key string, old store.Version) error {
	c := s.call("Delete", key)
	if err := s.early(c); err != nil {
		return err
	}
	return s.late(c, s.Store.Delete(ctx, key, old))
}

// stuckStore holds creations of keys that contain stuck until their context ends.
type stuckStore struct {
	faultyStore
	stuck string
}

func (s *stuckStore) Create(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
	if s.stuck != "" && strings.Contains(key, s.stuck) {
		<-ctx.Done()
		return 0, ctx.Err()
	}
	return s.faultyStore.Create(ctx, key, value, expires)
}
