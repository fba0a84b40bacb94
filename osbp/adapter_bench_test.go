package osbp_test

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// benchAdapter books on a platform in memory, with a store that holds n bookings.
func benchAdapter(b *testing.B, n int) *osbp.Adapter {
	c := newClock("2026-05-01T19:00:00Z")
	return newAdapter(b, newFakePlatform(b), c, func(o *osbp.AdapterOptions) {
		o.MaxPendingApprovals = n
		o.Store = newMemory(b, c, storeOptions{MaxRecords: 4 * n})
	})
}

// BenchmarkCreateBooking is a whole booking through Adapter on a platform in
// memory: challenge, approval and create, with gate, hash binding and every check.
// The store is renewed now and then, so that what is measured is the booking and not
// the growth of the heap.
func BenchmarkCreateBooking(b *testing.B) {
	const perStore = 1024
	a := benchAdapter(b, perStore)
	in := exampleInput(b)
	ctx := context.Background()
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%perStore == perStore-1 {
			b.StopTimer()
			a = benchAdapter(b, perStore)
			b.StartTimer()
		}
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

// BenchmarkReplay is a retry of a booking that was made.
func BenchmarkReplay(b *testing.B) {
	a := benchAdapter(b, 16)
	in := approveWith(b, a, exampleInput(b))
	ctx := context.Background()
	if _, err := a.CreateBooking(ctx, in); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if got, err := a.CreateBooking(ctx, in); err != nil || got.Runtime == nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRequireApproval is the gate alone, on a live challenge: once asked again
// without approval, once approved.
func BenchmarkRequireApproval(b *testing.B) {
	c := newClock("2026-05-01T19:00:00Z")
	g := newGate(b, osbp.GateOptions{Store: newMemory(b, c, store.MemoryOptions{}), Clock: c.Now})
	check := exampleCheck(b)
	request := osbp.ApprovalRequest{PayloadHash: payloadA, Summary: osbp.Summary(check.Request, evidenceOf(check))}
	ctx := context.Background()
	_, err := g.RequireApproval(ctx, request)
	approved := challengeOf(b, err).Approval()
	b.ReportAllocs()
	for b.Loop() {
		request.Approval = nil
		if _, err := g.RequireApproval(ctx, request); !errors.Is(err, osbp.CodeRequiresUserConfirmation) {
			b.Fatal(err)
		}
		request.Approval = approved
		if _, err := g.RequireApproval(ctx, request); err != nil {
			b.Fatal(err)
		}
	}
}
