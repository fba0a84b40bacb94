package osp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
)

const twins = 1000

// together runs n calls at once and returns their results.
func together(t *testing.T, n int, call func(i int) (osp.Result, error)) []osp.Result {
	t.Helper()
	results := make([]osp.Result, n)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-start
			result, err := call(i)
			if err != nil {
				t.Error(err)
			}
			results[i] = result
		})
	}
	close(start)
	all.Wait()
	return results
}

// countOriginals checks the answers of twins and returns how many are no duplicates.
func countOriginals(t *testing.T, results []osp.Result) (originals int) {
	t.Helper()
	for i, result := range results {
		if i%100 == 0 {
			checkResult(t, osp.ToolRequestServiceBooking, result)
		}
		if result.Err() != nil {
			t.Fatalf("twin %d: %v", i, result.Err())
		}
		if members(t, result)["duplicate"] == false {
			originals++
		}
	}
	return originals
}

// waitFor waits until a condition holds.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for !holds() {
		select {
		case <-deadline:
			t.Fatalf("%s: not in time", what)
		case <-time.After(time.Millisecond):
		}
	}
}

// gatedSink takes requests when it is let go, and counts deliveries.
type gatedSink struct {
	*osp.MemorySink
	open      chan struct{}
	mu        sync.Mutex
	delivered int
}

func (s *gatedSink) Deliver(ctx context.Context, r *osp.ServiceRequest) (osp.SinkReceipt, error) {
	s.mu.Lock()
	s.delivered++
	s.mu.Unlock()
	<-s.open
	return s.MemorySink.Deliver(ctx, r)
}

func (s *gatedSink) deliveries() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.delivered
}

func gatedRig(t *testing.T, set rigOptions) (*rig, *gatedSink) {
	sink := &gatedSink{open: make(chan struct{})}
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		sink.MemorySink = o.Sink.(*osp.MemorySink)
		o.Sink, o.SinkTimeout = sink, time.Minute
		if set != nil {
			set(o)
		}
	})
	return r, sink
}

// callUntilDelivery books, and gives up once the sink has the request.
func callUntilDelivery(t *testing.T, r *rig, sink *gatedSink) osp.Result {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var result osp.Result
	answered := make(chan error, 1)
	go func() {
		var err error
		result, err = r.server.Call(ctx, r.caller, osp.ToolRequestServiceBooking, bookingInput(t))
		answered <- err
	}()
	waitFor(t, "the delivery begins", func() bool { return sink.deliveries() == 1 })
	cancel()
	if err := <-answered; err != nil {
		t.Fatal(err)
	}
	return result
}

// Rule 35: a thousand concurrent twins of one id reach the sink once. One answer is the original, the others say duplicate.
func TestRule35_TwinsOfOneID(t *testing.T) {
	r, sink := gatedRig(t, nil)
	input := bookingInput(t)
	time.AfterFunc(10*time.Millisecond, func() { close(sink.open) })
	results := together(t, twins, func(int) (osp.Result, error) {
		return r.server.Call(context.Background(), r.caller, osp.ToolRequestServiceBooking, input)
	})
	if n := countOriginals(t, results); n != 1 {
		t.Errorf("%d originals", n)
	}
	if n := sink.deliveries(); n != 1 {
		t.Errorf("%d deliveries", n)
	}
	r.wantOffice(1)
}

// Rule 35: so do a thousand twins of one person, each with an id of its own.
func TestRule35_TwinsOfOnePerson(t *testing.T) {
	r, sink := gatedRig(t, nil)
	inputs := make([]json.RawMessage, twins)
	for i := range inputs {
		inputs[i] = bookingInput(t, replace("/requestId", fmt.Sprintf("6f1d2c1e-6b9a-4e3e-9c0b-%012d", i)))
	}
	time.AfterFunc(10*time.Millisecond, func() { close(sink.open) })
	results := together(t, twins, func(i int) (osp.Result, error) {
		return r.server.Call(context.Background(), r.caller, osp.ToolRequestServiceBooking, inputs[i])
	})
	if n := countOriginals(t, results); n != 1 {
		t.Errorf("%d originals", n)
	}
	if n := sink.deliveries(); n != 1 {
		t.Errorf("%d deliveries", n)
	}
	r.wantOffice(1)
	r.wantRecords(map[osp.RequestState]int{osp.RequestReceived: 1, osp.RequestDuplicate: twins - 1})
}

// Rule 35: instances that share a store act as one, by id and by person.
func TestRule35_TwinsAcrossInstances(t *testing.T) {
	r, sink := gatedRig(t, nil)
	servers := []*osp.Server{r.server}
	for range 3 {
		other := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Store, o.Sink, o.SinkTimeout = r.store, sink, time.Minute })
		servers = append(servers, other.server)
	}
	inputs := []json.RawMessage{bookingInput(t), bookingInput(t, replace("/requestId", otherID))}
	time.AfterFunc(10*time.Millisecond, func() { close(sink.open) })
	results := together(t, 200, func(i int) (osp.Result, error) {
		return servers[i%len(servers)].Call(context.Background(), r.caller, osp.ToolRequestServiceBooking, inputs[i/len(servers)%2])
	})
	if n := countOriginals(t, results); n != 1 {
		t.Errorf("%d originals", n)
	}
	if n := sink.deliveries(); n != 1 {
		t.Errorf("%d deliveries", n)
	}
	r.wantOffice(1)
	r.wantRecords(map[osp.RequestState]int{osp.RequestReceived: 1, osp.RequestDuplicate: 1})
}

// Rule 35: a twin whose deadline ends before the outcome is rate_limited, and the request goes on.
func TestRule35_TwinsWaitWithinTheirDeadline(t *testing.T) {
	r, sink := gatedRig(t, nil)
	leader := callUntilDelivery(t, r, sink)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	joined, err := r.server.Call(ctx, r.caller, osp.ToolRequestServiceBooking, bookingInput(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range []osp.Result{leader, joined} {
		checkResult(t, osp.ToolRequestServiceBooking, result)
		wantResult(t, result, osp.CodeRateLimited)
	}
	close(sink.open)
	if b := r.booked(); !b.IsDuplicate {
		t.Errorf("%+v", b)
	}
	if n := sink.deliveries(); n != 1 {
		t.Errorf("%d deliveries", n)
	}
}

// A server that closes waits for the requests that are being delivered, as long as it is given.
func TestCloseWaitsForDeliveries(t *testing.T) {
	r, sink := gatedRig(t, nil)
	callUntilDelivery(t, r, sink)
	brief, done := context.WithTimeout(context.Background(), time.Millisecond)
	defer done()
	if err := r.server.Close(brief); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Close while a request is delivered: %v", err)
	}
	close(sink.open)
	if err := r.server.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.wantOffice(1)
}

// Rule 34: a request that another process is delivering is left alone until its lease is over, by retries and by Redeliver.
func TestRule34_Lease(t *testing.T) {
	r, sink := gatedRig(t, nil)
	callUntilDelivery(t, r, sink)
	second := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		o.Store, o.Sink, o.SinkTimeout, o.BackendTimeout = r.store, sink.MemorySink, time.Millisecond, 10*time.Millisecond
	})
	if n, err := second.server.Redeliver(context.Background()); n != 0 || err != nil {
		t.Errorf("delivered %d, %v", n, err)
	}
	wantResult(t, second.book(), osp.CodeRateLimited)
	second.clock.Advance(time.Hour)
	waitFor(t, "the end of the lease", func() bool {
		n, _ := second.server.Redeliver(context.Background())
		return n == 1
	})
	close(sink.open)
	if err := r.server.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.wantOffice(1)
	r.wantRecords(map[osp.RequestState]int{osp.RequestReceived: 1})
}

// A sink that hangs can't fill the process: when too many deliveries are under way, a request is rate_limited and leaves
// nothing behind (rule 34).
func TestRule34_TooManyDeliveries(t *testing.T) {
	r, sink := gatedRig(t, func(o *osp.ServerOptions) { o.SinkTimeout = 20 * time.Millisecond })
	const others = 64
	results := together(t, others, func(i int) (osp.Result, error) {
		input := bookingInput(t, replace("/requestId", fmt.Sprintf("6f1d2c1e-6b9a-4e3e-9c0b-%012d", i)), replace("/customer/phone", fmt.Sprintf("386555%04d", i)))
		return r.server.Call(context.Background(), r.caller, osp.ToolRequestServiceBooking, input)
	})
	for _, result := range results {
		wantResult(t, result, osp.CodeBookingRequestFailed)
	}
	wantResult(t, r.book(), osp.CodeRateLimited)
	// Nor does a request that may have been delivered lose its record.
	wantResult(t, r.book(replace("/requestId", "6f1d2c1e-6b9a-4e3e-9c0b-000000000007")), osp.CodeRateLimited)
	r.wantRecords(map[osp.RequestState]int{osp.RequestPending: others})
	close(sink.open) // too late for the others: their office heeds the deadline
	var result osp.Result
	waitFor(t, "room for a delivery", func() bool { result = r.book(); return result.Code() != osp.CodeRateLimited })
	if members(t, result)["duplicate"] != false {
		t.Errorf("%s", result.JSON)
	}
	delivered := 0
	waitFor(t, "delivering them again", func() bool {
		n, err := r.server.Redeliver(context.Background())
		delivered += n
		return err == nil
	})
	if delivered != others {
		t.Errorf("delivered %d again", delivered)
	}
	r.wantOffice(others + 1)
	r.wantRecords(map[osp.RequestState]int{osp.RequestReceived: others + 1})
}
