package osbp

import (
	"context"
	"sync"
	"time"
)

// storeLimit is a context whose time limit starts to run when somebody waits for
// it: a store in memory never does, and a booking writes several times.
type storeLimit struct {
	context.Context
	limit time.Duration

	mu      sync.Mutex
	running context.Context
	cancel  context.CancelFunc
	ended   bool
}

func withStoreLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	l := &storeLimit{Context: ctx, limit: limit}
	return l, l.end
}

// Done starts the time limit.
func (l *storeLimit) Done() <-chan struct{} { return l.start().Done() }

// Deadline starts the time limit.
func (l *storeLimit) Deadline() (time.Time, bool) { return l.start().Deadline() }

// Err is the limit's own error once it runs.
func (l *storeLimit) Err() error {
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

func (l *storeLimit) start() context.Context {
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

func (l *storeLimit) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	if l.cancel != nil {
		l.cancel()
	}
}
