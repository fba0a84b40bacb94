package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// driver sends calls to one kind of server.
type driver interface {
	open(context.Context) error
	// call makes the n-th call and returns when it is answered.
	call(ctx context.Context, n int) error
}

// report is what came of a run.
type report struct {
	sent, errors int
	firstError   error
	took         time.Duration
	latencies    []time.Duration // sorted
	memory       []int64         // resident bytes, once a second
}

// maxOpen is how many calls may be under way: clients that hear nothing don't ask
// without end.
const maxOpen = 64

// run sends rate calls a second, evenly, whether or not the one before has been
// answered. A latency counts from when a call was due, so that a server that falls
// behind can't hide it.
func run(drive driver, rate int, span time.Duration, memory func() int64) *report {
	total := int(span.Seconds() * float64(rate))
	r := &report{sent: total, latencies: make([]time.Duration, total)}
	var calls sync.WaitGroup
	var mu sync.Mutex
	began := time.Now()
	next := time.NewTicker(time.Millisecond)
	defer next.Stop()
	lastLook := time.Duration(-time.Second)
	open := make(chan struct{}, maxOpen)
	for n := 0; n < total; {
		elapsed := time.Since(began)
		due := min(total, int(elapsed.Seconds()*float64(rate)))
		for n := n; n < due; n++ {
			wanted := began.Add(time.Duration(n) * time.Second / time.Duration(rate))
			open <- struct{}{}
			calls.Go(func() {
				err := drive.call(context.Background(), n)
				<-open
				r.latencies[n] = time.Since(wanted)
				if err != nil {
					mu.Lock()
					if r.errors++; r.firstError == nil {
						r.firstError = err
					}
					mu.Unlock()
				}
			})
		}
		n = due
		if elapsed-lastLook >= time.Second {
			r.memory, lastLook = append(r.memory, memory()), elapsed
		}
		<-next.C
	}
	calls.Wait()
	r.took = time.Since(began)
	r.memory = append(r.memory, memory())
	slices.Sort(r.latencies)
	return r
}

// String is the report in words.
func (r *report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "calls      %d in %.1f s, %.0f a second\n", r.sent, r.took.Seconds(), float64(r.sent)/r.took.Seconds())
	fmt.Fprintf(&b, "errors     %d", r.errors)
	if r.firstError != nil {
		fmt.Fprintf(&b, " (%v)", r.firstError)
	}
	fmt.Fprintf(&b, "\nlatency    p50 %s, p90 %s, p99 %s, p99.9 %s, max %s\n", r.quantile(0.5), r.quantile(0.9), r.quantile(0.99), r.quantile(0.999), r.quantile(1))
	b.WriteString("resident   ")
	for i, bytes := range r.memory {
		if i > 0 {
			b.WriteString(" ")
		}
		fmt.Fprintf(&b, "%d", bytes>>20)
	}
	b.WriteString(" MiB, once a second\n")
	return b.String()
}

func (r *report) quantile(q float64) time.Duration {
	n := min(len(r.latencies)-1, int(q*float64(len(r.latencies))))
	return r.latencies[n].Round(10 * time.Microsecond)
}
