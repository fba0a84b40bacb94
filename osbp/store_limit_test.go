package osbp_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// waitingStore waits for its context before each swap, as a stuck database does.
type waitingStore struct {
	store.Store
	errs []error
}

func (s *waitingStore) Swap(ctx context.Context, _ string, _ store.Version, _ []byte, _ time.Time) (store.Version, error) {
	<-ctx.Done()
	s.errs = append(s.errs, ctx.Err())
	return 0, ctx.Err()
}

// TestRule24_StuckStore does not hold a booking longer than the store's own limit.
func TestRule24_StuckStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stuck := new(waitingStore)
		r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
			stuck.Store = r.store
			o.Store, o.StoreTimeout = stuck, time.Second
		})
		approved := r.approve(t, r.input())
		start := time.Now()
		_, err := r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeStoreUnavailable, true)
		if waited := time.Since(start); waited < time.Second || waited > 3*time.Second {
			t.Errorf("waited %v", waited)
		}
		for _, err := range stuck.errs {
			if err != context.DeadlineExceeded {
				t.Errorf("the store's context ended with %v", err)
			}
		}
		r.wantCreates(t, 0)
	})
}
