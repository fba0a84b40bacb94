package osbp_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// BenchmarkCreateBooking is a whole booking through Adapter on a platform in
// memory: challenge, approval and create, with gate, hash binding and every check.
func BenchmarkCreateBooking(b *testing.B) {
	c := newClock("2026-05-01T19:00:00Z")
	p := newFakePlatform(b)
	a := newAdapter(b, p, c, func(o *osbp.AdapterOptions) {
		o.MaxPendingApprovals = 1 << 30
		o.Store = newMemory(b, c, storeOptions{MaxRecords: 1 << 30, MaxBytes: 1 << 40})
	})
	in := exampleInput(b)
	ctx := context.Background()
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		in.IdempotencyKey = "key_" + strconv.Itoa(n)
		in.Approval = nil
		_, err := a.CreateBooking(ctx, in)
		challenge, err := osbp.ParseChallenge(osbp.AsProblem(err))
		if err != nil {
			b.Fatal(err)
		}
		in.Approval = challenge.Approval()
		if _, err := a.CreateBooking(ctx, in); err != nil {
			b.Fatal(err)
		}
	}
}
