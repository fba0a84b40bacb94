package osbp_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

type limitKey struct{}

// TestReadTimeout_ReachesThePlatform: the limit of a read is the platform's to see, in
// the context itself and in those that a client derives from it, and the caller's
// values stay in it.
func TestReadTimeout_ReachesThePlatform(t *testing.T) {
	for name, wait := range map[string]func(context.Context) error{
		"done": func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		},
		"derived": func(ctx context.Context) error {
			derived, cancel := context.WithCancel(ctx)
			defer cancel()
			<-derived.Done()
			return derived.Err()
		},
		"deadline": func(ctx context.Context) error {
			deadline, ok := ctx.Deadline()
			if left := time.Until(deadline); !ok || left <= 0 || left > time.Second {
				return errors.New("no deadline within the limit")
			}
			time.Sleep(time.Until(deadline) + 1)
			return ctx.Err()
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ended, values := make(chan error, 1), make(chan any, 1)
				p := newFakePlatform(t)
				p.describe = func(ctx context.Context, _ osbp.ServiceDescribeInput) (*osbp.Service, error) {
					err := wait(ctx)
					ended <- err
					values <- ctx.Value(limitKey{})
					return nil, err
				}
				a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), func(o *osbp.AdapterOptions) { o.ReadTimeout = time.Second })
				start := time.Now()
				_, err := a.DescribeService(context.WithValue(t.Context(), limitKey{}, "kept"), osbp.ServiceDescribeInput{})
				if waited := time.Since(start); waited < time.Second || waited > time.Second+time.Millisecond {
					t.Errorf("waited %v, want the limit of a second", waited)
				}
				if end, value := <-ended, <-values; !errors.Is(err, osbp.CodePlatformUnavailable) || end != context.DeadlineExceeded || value != "kept" {
					t.Errorf("answer %v; the platform's context ended with %v and holds %v", err, end, value)
				}
			})
		})
	}
}

// TestReadTimeout_CallerGone: a caller who is gone ends the platform's context at once.
func TestReadTimeout_CallerGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan error, 1)
		p := newFakePlatform(t)
		p.describe = func(ctx context.Context, _ osbp.ServiceDescribeInput) (*osbp.Service, error) {
			<-ctx.Done()
			ended <- ctx.Err()
			return nil, ctx.Err()
		}
		a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		start := time.Now()
		_, err := a.DescribeService(ctx, osbp.ServiceDescribeInput{})
		if waited, end := time.Since(start), <-ended; err == nil || waited != time.Second || end != context.Canceled {
			t.Errorf("answer %v after %v; the platform's context ended with %v", err, waited, end)
		}
	})
}

func TestProblem_IsItsCode(t *testing.T) {
	p := osbp.NewProblem(osbp.CodeSlotTaken, "gone")
	var none *osbp.Problem
	switch {
	case !errors.Is(p, osbp.CodeSlotTaken):
		t.Error("a problem is not its code")
	case errors.Is(p, osbp.CodeRateLimited), errors.Is(none, osbp.CodeSlotTaken), errors.Is(none, osbp.Code("")):
		t.Error("a problem is a code that it does not have")
	}
	if n := testing.AllocsPerRun(100, func() { _ = errors.Is(p, osbp.CodeSlotTaken) }); n > 1 {
		t.Errorf("asking takes %v allocations", n)
	}
}

// TestReadTimeout_EndsWithTheCall: who keeps a call's context finds it over afterwards.
func TestReadTimeout_EndsWithTheCall(t *testing.T) {
	p := newFakePlatform(t)
	var kept context.Context
	p.describe = func(ctx context.Context, _ osbp.ServiceDescribeInput) (*osbp.Service, error) {
		if kept = ctx; ctx.Err() != nil {
			t.Error("over before the answer")
		}
		return &p.service, nil
	}
	synctest.Test(t, func(t *testing.T) {
		a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), nil)
		if _, err := a.DescribeService(t.Context(), osbp.ServiceDescribeInput{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := kept.Err(); !errors.Is(err, context.Canceled) {
			t.Errorf("the context's end is %v", err)
		}
	})
}
