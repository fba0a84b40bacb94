package osbp

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
)

// lostMutation is set when, during a create, a mutation that may have reached the
// platform brought no answer that tells what became of it. A refusal that the platform's
// code returns after that, as from a second try that it should not have made, is then no
// definite one.
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

// watchAnswer notes a mutation as lost whose answer is a 5xx, which whoever stands
// before the platform gives as well for what has gone through, or breaks off while it
// is read.
func watchAnswer(ctx context.Context, resp *http.Response) {
	switch {
	case resp.StatusCode >= http.StatusInternalServerError:
		noteLostMutation(ctx)
	case resp.Body != nil && resp.Body != http.NoBody && resp.StatusCode != http.StatusSwitchingProtocols:
		resp.Body = &watchedBody{resp.Body, ctx}
	}
}

// watchedBody is the body of a mutation's answer.
type watchedBody struct {
	io.ReadCloser
	ctx context.Context
}

// Read implements io.Reader.
func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		noteLostMutation(b.ctx)
	}
	return n, err
}
