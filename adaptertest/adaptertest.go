package adaptertest

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"testing"
)

// Run runs every check as a subtest of t that is named by its id, each on a harness
// of its own from newHarness, which may fail its t and register clean-up there.
func Run(t *testing.T, newHarness func(t *testing.T) *Harness) {
	t.Helper()
	seed := newSeed()
	for _, c := range checks() {
		t.Run(c.ID, func(t *testing.T) {
			r := c.run(t.Context(), seed, func() (*Harness, error) { return newHarness(t), nil })
			switch r.Outcome {
			case Failed:
				t.Error(r)
			case Skipped:
				t.Skip(r.Detail)
			}
		})
	}
}

// Check runs every check one after the other, each on a harness of its own, and
// reports how they ended. The error is that of ctx, with what was done until then in
// the report.
func Check(ctx context.Context, newHarness func() (*Harness, error)) (*Report, error) {
	return run(ctx, checks(), newHarness)
}

func run(ctx context.Context, some []check, newHarness func() (*Harness, error)) (*Report, error) {
	seed := newSeed()
	report := newReport(seed, realTime())
	for _, c := range some {
		if err := context.Cause(ctx); err != nil {
			return report, fmt.Errorf("adaptertest: before %s: %w", c.ID, err)
		}
		report.add(c.run(ctx, seed, newHarness))
	}
	return report, nil
}

// Checks returns the requirements in the order in which they are checked.
func Checks() []Requirement {
	var list []Requirement
	for _, c := range checks() {
		list = append(list, c.Requirement)
	}
	return list
}

func newSeed() uint64 {
	var b [8]byte
	rand.Read(b[:])
	return binary.LittleEndian.Uint64(b[:])
}
