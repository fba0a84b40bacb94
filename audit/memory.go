package audit

import (
	"context"
	"sync"
)

// Bounds of a [MemoryLog] that sets no others.
const (
	DefaultMaxEvents = 10_000
	DefaultMaxBytes  = 64 << 20
)

// MemoryLog keeps events in memory, for tests, demonstrations and programs that
// ship them elsewhere. It refuses with [ErrFull] rather than forget. The zero
// MemoryLog is ready for use with the default bounds; it must not be copied.
type MemoryLog struct {
	// MaxEvents and MaxBytes bound the log where they are positive. They must not
	// be changed after first use.
	MaxEvents, MaxBytes int

	mu     sync.Mutex
	events []*Event
	bytes  int
}

var _ Log = (*MemoryLog)(nil)

// Append keeps a copy of the event, or fails with [ErrIncomplete], [ErrFull] or
// the context's error.
func (l *MemoryLog) Append(ctx context.Context, e *Event) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	line, err := e.line()
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.fits(len(line)) {
		return ErrFull
	}
	l.events = append(l.events, e.clone())
	l.bytes += len(line)
	return nil
}

// Ready fails with [ErrFull] when no further event fits. Bytes are judged by an
// event of ordinary size.
func (l *MemoryLog) Ready(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.fits(probeSize) {
		return ErrFull
	}
	return nil
}

// Events returns copies of what was appended, in that order.
func (l *MemoryLog) Events() []*Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	events := make([]*Event, len(l.events))
	for i, e := range l.events {
		events[i] = e.clone()
	}
	return events
}

func (l *MemoryLog) fits(size int) bool {
	maxEvents, maxBytes := DefaultMaxEvents, DefaultMaxBytes
	if l.MaxEvents > 0 {
		maxEvents = l.MaxEvents
	}
	if l.MaxBytes > 0 {
		maxBytes = l.MaxBytes
	}
	return len(l.events) < maxEvents && size <= maxBytes-l.bytes
}
