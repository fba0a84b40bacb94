package osp

import (
	"context"
	"errors"
	"sync"
)

// ErrServerClosed is returned by [Server.Call] after [Server.Close].
var ErrServerClosed = errors.New("osp: the server is closed")

// lifecycle counts what is under way, so that a server can end without cutting it off.
type lifecycle struct {
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

// enter counts a call in, false if the server is closed.
func (l *lifecycle) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	l.running.Add(1)
	return true
}

func (l *lifecycle) leave() { l.running.Done() }

// Close refuses further calls, and waits as long as ctx allows for those under way and for requests that are being delivered.
// What it doesn't wait for, a later [Server.Redeliver] finds.
func (s *Server) Close(ctx context.Context) error {
	l := &s.calls
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	done := make(chan struct{})
	go func() {
		l.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
