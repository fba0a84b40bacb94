package osp

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// maxBackendCalls is how many calls to one system behind the server may be under way: one that hangs must not fill the
// process with calls that wait for it.
const maxBackendCalls = 64

// errBusy says that a system was never asked, because too many calls to it are under way.
var errBusy = errors.New("osp: too many calls are under way")

// backend bounds the calls to one system behind the server in number and time.
type backend struct {
	slots   chan struct{}
	timeout time.Duration
}

func newBackend(timeout time.Duration) *backend {
	return &backend{slots: make(chan struct{}, maxBackendCalls), timeout: timeout}
}

// ask calls f and gives it up when its time is over, whether f heeds its context or not. A panic is an error.
func ask[T any](ctx context.Context, b *backend, f func(context.Context) (T, error)) (T, error) {
	var none T
	ctx, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	select {
	case b.slots <- struct{}{}:
	case <-ctx.Done():
		return none, errBusy
	}
	type answer struct {
		value T
		err   error
	}
	answered := make(chan answer, 1)
	go func() {
		defer func() { <-b.slots }()
		var a answer
		a.value, a.err = contain(ctx, f)
		answered <- a
	}()
	select {
	case a := <-answered:
		return a.value, a.err
	case <-ctx.Done():
	}
	select {
	case a := <-answered: // at the last moment
		return a.value, a.err
	default:
		return none, ctx.Err()
	}
}

func contain[T any](ctx context.Context, f func(context.Context) (T, error)) (value T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("osp: panic: %v\n%s", p, debug.Stack())
		}
	}()
	return f(ctx)
}
