package sandbox_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// fileStore is a store.Store that outlives its process: a store.Memory, and a
// journal of what was written to it, synced before a write is answered.
type fileStore struct {
	*store.Memory
	mu      sync.Mutex
	journal *os.File
}

// entry is one write. A zero Expires is a deletion.
type entry struct {
	Key     []byte
	Value   []byte
	Expires time.Time
}

func openFileStore(path string, now func() time.Time) (*fileStore, error) {
	m, err := store.NewMemory(store.MemoryOptions{Clock: now})
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		var e entry
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			break // torn by a crash, and so never answered
		}
		if err := replay(m, e); err != nil {
			return nil, err
		}
	}
	return &fileStore{Memory: m, journal: f}, lines.Err()
}

func replay(m *store.Memory, e entry) error {
	ctx := context.Background()
	rec, err := m.Get(ctx, string(e.Key))
	switch {
	case errors.Is(err, store.ErrNotFound) && !e.Expires.IsZero():
		_, err = m.Create(ctx, string(e.Key), e.Value, e.Expires)
	case err == nil && e.Expires.IsZero():
		err = m.Delete(ctx, string(e.Key), rec.Version)
	case err == nil:
		_, err = m.Swap(ctx, string(e.Key), rec.Version, e.Value, e.Expires)
	}
	if errors.Is(err, store.ErrInvalidExpiry) || errors.Is(err, store.ErrNotFound) {
		return nil // it has expired since
	}
	return err
}

func (s *fileStore) note(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if _, err := s.journal.Write(append(line, '\n')); err != nil {
		return err
	}
	return s.journal.Sync()
}

func (s *fileStore) Create(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := s.Memory.Create(ctx, key, value, expires)
	if err != nil {
		return v, err
	}
	return v, s.note(entry{[]byte(key), value, expires})
}

func (s *fileStore) Swap(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := s.Memory.Swap(ctx, key, old, value, expires)
	if err != nil {
		return v, err
	}
	return v, s.note(entry{[]byte(key), value, expires})
}

func (s *fileStore) Delete(ctx context.Context, key string, old store.Version) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.Memory.Delete(ctx, key, old); err != nil {
		return err
	}
	return s.note(entry{Key: []byte(key)})
}
