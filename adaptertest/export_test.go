package adaptertest

import (
	"context"
	"slices"
)

// CheckSome is Check without the checks that skip picks by their ids.
func CheckSome(ctx context.Context, newHarness func() (*Harness, error), skip func(id string) bool) (*Report, error) {
	return run(ctx, slices.DeleteFunc(checks(), func(c check) bool { return skip(c.ID) }), newHarness)
}
