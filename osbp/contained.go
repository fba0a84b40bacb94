package osbp

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"time"
)

// callWithin calls fn with a deadline, contains its panic, and does not wait for one
// that ignores the deadline.
func callWithin[T any](ctx context.Context, limit time.Duration, fn func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	within := withLimit(ctx, limit)
	answers := make(chan answer, 1)
	go func() {
		defer within.end()
		growStack(0)
		var got answer
		got.err = contained(func() (err error) {
			got.value, err = fn(within)
			return err
		})
		answers <- got
	}()
	letRun()
	select {
	case got := <-answers:
		return got.value, got.err
	default:
	}
	select {
	case got := <-answers:
		return got.value, got.err
	case <-within.Done():
	}
	select {
	case got := <-answers:
		return got.value, got.err
	default:
		var zero T
		return zero, fmt.Errorf("osbp: platform call did not return: %w", within.Err())
	}
}

// letRun lets the goroutine that was just started go first. A call that waits for
// nothing is then over before its caller would have started a timer, gone to sleep
// and had to be woken.
func letRun() { runtime.Gosched() }

// growStack makes room on the stack of a goroutine that was just started. Once the
// frames of a call are on it, the same takes several times as long.
//
//go:noinline
func growStack(i int) byte {
	var room [4 << 10]byte
	return room[i]
}

// contained runs fn and turns a panic into an error.
func contained(fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicError(p)
		}
	}()
	return fn()
}

// isNil reports whether something plugged in is nil, or a nil pointer in its guise.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

// panicked is a contained panic. Its text may quote anything, so Error does not
// show it; the stack goes to the operator's logger.
type panicked struct {
	value any
	stack []byte
}

func panicError(value any) error { return &panicked{value, debug.Stack()} }

func (p *panicked) Error() string { return "osbp: panic in code that was plugged in" }
