package sandbox_test

import (
	"fmt"
	"testing"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

// BenchmarkOpenings is one day of one calendar.
func BenchmarkOpenings(b *testing.B) {
	s, _ := newSandbox(b, friday, sandbox.Options{})
	q := sandbox.OpeningQuery{
		BusinessID: sandbox.HarborHair, OfferingID: sandbox.Haircut, CalendarID: sandbox.HarborMain, Day: date(b, "2026-05-05"),
	}
	b.ReportAllocs()
	for b.Loop() {
		if open, err := s.Openings(q); err != nil || len(open) == 0 {
			b.Fatal(err)
		}
	}
}

// BenchmarkBooking is a whole booking, challenge and create, with its time freed
// afterwards.
func BenchmarkBooking(b *testing.B) {
	for _, overHTTP := range []bool{false, true} {
		b.Run(map[bool]string{false: "memory", true: "http"}[overHTTP], func(b *testing.B) {
			c := newClock(friday)
			records, err := store.NewMemory(store.MemoryOptions{Clock: c.Now, MaxRecords: 1 << 30, MaxBytes: 1 << 40})
			if err != nil {
				b.Fatal(err)
			}
			k := newStack(b, setup{overHTTP: overHTTP, store: records, adapter: func(o *osbp.AdapterOptions) { o.MaxPendingApprovals = 1 << 30 }})
			in := k.request(b, fringe, "idem")
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				in.IdempotencyKey = fmt.Sprintf("idem_%d", n)
				got, err := k.adapter.CreateBooking(b.Context(), approve(b, k.adapter, in))
				if err != nil {
					b.Fatal(err)
				}
				if err := k.sandbox.Cancel(got.Receipt.BookingID); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
