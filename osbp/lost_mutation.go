package osbp

import (
	"context"
	"sync/atomic"
)

// lostMutation is set when, during a create, a mutation that may have reached the
// platform brought no answer. A refusal that the platform's code returns after that,
// as from a second try that it should not have made, is then no definite one.
type lostMutation struct{ atomic.Bool }

type lostMutationKey struct{}

func withLostMutation(ctx context.Context, lost *lostMutation) context.Context {
	return context.WithValue(ctx, lostMutationKey{}, lost)
}

// noteLostMutation is called by Transport. Outside a create it does nothing.
func noteLostMutation(ctx context.Context) {
	if lost, ok := ctx.Value(lostMutationKey{}).(*lostMutation); ok {
		lost.Store(true)
	}
}
