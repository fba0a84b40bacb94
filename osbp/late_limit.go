package osbp

import (
	"context"
	"sync"
	"time"
)

// lateLimit is a context whose time limit starts to run when somebody waits for it.
// A store or a platform in memory never does, and a booking asks them several times.
type lateLimit struct {
	context.Context
	limit time.Duration

	mu      sync.Mutex
	running context.Context
	cancel  context.CancelFunc
	ended   bool
}

func withLimit(ctx context.Context, limit time.Duration) *lateLimit {
	return &lateLimit{Context: ctx, limit: limit}
}

// Done starts the time limit.
func (l *lateLimit) Done() <-chan struct{} { return l.start().Done() }

// Deadline starts the time limit.
func (l *lateLimit) Deadline() (time.Time, bool) { return l.start().Deadline() }

// Err is the limit's own error once it runs.
func (l *lateLimit) Err() error {
	l.mu.Lock()
	running, ended := l.running, l.ended
	l.mu.Unlock()
	switch {
	case running != nil:
		return running.Err()
	case ended:
		return context.Canceled
	}
	return l.Context.Err()
}

// Value answers from the running limit, so that contexts derived from this one find
// it and need no goroutine that watches it.
func (l *lateLimit) Value(key any) any {
	l.mu.Lock()
	running := l.running
	l.mu.Unlock()
	if running != nil {
		return running.Value(key)
	}
	return l.Context.Value(key)
}

func (l *lateLimit) start() context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running == nil {
		l.running, l.cancel = context.WithTimeout(l.Context, l.limit)
		if l.ended {
			l.cancel()
		}
	}
	return l.running
}

// end gives back what the limit has taken; every lateLimit must be ended.
func (l *lateLimit) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	if l.cancel != nil {
		l.cancel()
	}
}
