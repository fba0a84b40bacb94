package osp_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/osp"
)

const (
	slowDelivery = 50 * time.Second
	// longestDelivery is what a delivery can take with the options of slowRig: two answers of the store and one of the sink.
	longestDelivery = time.Minute + 2*time.Second
)

// slowSink takes its time over every request.
type slowSink struct {
	office *osp.MemorySink
	begun  atomic.Int32
}

func (s *slowSink) Deliver(ctx context.Context, r *osp.ServiceRequest) (osp.SinkReceipt, error) {
	s.begun.Add(1)
	time.Sleep(slowDelivery)
	return s.office.Deliver(ctx, r)
}

func (s *slowSink) wantBegun(t *testing.T, n int32) {
	t.Helper()
	synctest.Wait()
	if got := s.begun.Load(); got != n {
		t.Errorf("%d deliveries, want %d", got, n)
	}
}

// slowRig serves with a sink that is slower than the store may be, and quicker than a sink may be.
func slowRig(t *testing.T, sink *slowSink, set rigOptions) *rig {
	return newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		if sink.office == nil {
			sink.office = o.Sink.(*osp.MemorySink)
		}
		o.Sink, o.SinkTimeout, o.BackendTimeout = sink, time.Minute, time.Second
		if set != nil {
			set(o)
		}
	})
}

// Rule 34: a caller waits for as long as the sink may take, not merely for as long as the store may.
func TestRule34_CallersWaitForTheSink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := slowRig(t, new(slowSink), nil)
		if b := r.booked(); b.IsDuplicate {
			t.Errorf("%+v", b)
		}
		r.wantOffice(1)
	})
}

// Rule 34: a lease covers the longest delivery to its last moment and no longer, that of whoever takes over too: however
// late the others look, the sink is never asked by two processes at a time.
func TestRule34_LeaseCoversTheDelivery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sink := new(slowSink)
		first := slowRig(t, sink, nil)
		another := func(later time.Duration) *rig {
			r := slowRig(t, sink, func(o *osp.ServerOptions) { o.Store = first.store })
			r.clock.Advance(later)
			return r
		}
		leavesItAlone := func(r *rig) {
			t.Helper()
			if n, err := r.server.Redeliver(context.Background()); n != 0 || err != nil {
				t.Errorf("delivered %d, %v", n, err)
			}
		}

		go first.book()
		sink.wantBegun(t, 1)
		leavesItAlone(another(longestDelivery - time.Millisecond))
		sink.wantBegun(t, 1)

		go func() {
			if n, err := another(longestDelivery).server.Redeliver(context.Background()); n != 1 || err != nil {
				t.Errorf("at the end of the lease: delivered %d, %v", n, err)
			}
		}()
		sink.wantBegun(t, 2)
		leavesItAlone(another(longestDelivery))
		leavesItAlone(another(2*longestDelivery - time.Millisecond))
		sink.wantBegun(t, 2)

		time.Sleep(2 * slowDelivery)
		synctest.Wait()
		first.wantOffice(1)
		first.wantRecords(map[osp.RequestState]int{osp.RequestReceived: 1})
	})
}
