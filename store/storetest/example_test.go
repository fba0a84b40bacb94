package storetest_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/store/storetest"
)

// forgetful is a store with a mistake: to Delete, any version is right.
type forgetful struct{ store.Store }

func (s forgetful) Delete(ctx context.Context, key string, _ store.Version) error {
	r, err := s.Get(ctx, key)
	if err != nil {
		return err
	}
	return s.Store.Delete(ctx, key, r.Version)
}

// Check names the requirement that a store breaks.
func ExampleCheck() {
	results := storetest.Check(context.Background(), storetest.Harness{
		New: func(clock func() time.Time) (store.Store, error) {
			s, err := store.NewMemory(store.MemoryOptions{Clock: clock})
			return forgetful{s}, err
		},
	})
	for _, r := range results {
		if r.Err != nil && strings.HasPrefix(r.ID, "delete.") {
			fmt.Println(r)
		}
	}
	// Output:
	// FAIL delete.conflict
	// required: Delete with any version but the record's gives ErrConflict and leaves the record as it was.
	// but: Delete with another version gave <nil>, not the error "store: the record has changed since it was read"
}
