package osbp

import (
	"context"
	"fmt"
	"reflect"
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
	ctx, cancel := context.WithTimeout(ctx, limit)
	answers := make(chan answer, 1)
	go func() {
		defer cancel()
		var got answer
		got.err = contained(func() (err error) {
			got.value, err = fn(ctx)
			return err
		})
		answers <- got
	}()
	select {
	case got := <-answers:
		return got.value, got.err
	case <-ctx.Done():
	}
	select {
	case got := <-answers:
		return got.value, got.err
	default:
		var zero T
		return zero, fmt.Errorf("osbp: platform call did not return: %w", ctx.Err())
	}
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
