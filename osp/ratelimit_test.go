package osp_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
)

func limitRig(t testing.TB, limits osp.Limits) *rig {
	return newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Limits = limits })
}

// burst calls a tool until it is rate_limited, and returns how often it wasn't.
func (r *rig) burst(key string, tool osp.Tool) (passed int) {
	r.t.Helper()
	for ; passed < 10_000; passed++ {
		result, err := r.server.Call(context.Background(), osp.Caller{Key: key}, tool, []byte("{}"))
		if err != nil {
			r.t.Fatal(err)
		}
		if result.Code() == osp.CodeRateLimited {
			checkResult(r.t, tool, result)
			return passed
		}
	}
	return passed
}

// P-126, P-239, P-256 (checklist item 15), P-267: limits hold per caller and for the business, for reads and for bookings, and
// without a word about them in the options.
func TestRateLimits(t *testing.T) {
	r := limitRig(t, osp.Limits{})
	for tool, want := range map[osp.Tool]int{osp.ToolGetBusinessInfo: 40, osp.ToolRequestServiceBooking: 10} {
		if got := r.burst("203.0.113.7", tool); got != want {
			t.Errorf("%s: %d calls passed, want %d", tool, got, want)
		}
	}
	r = limitRig(t, osp.Limits{})
	reads, bookings := 0, 0
	for i := range 60 {
		reads += r.burst(fmt.Sprint(i), osp.ToolCheckCoverage)
		bookings += r.burst(fmt.Sprint(i), osp.ToolRequestServiceBooking)
	}
	if reads != 400 || bookings != 60 {
		t.Errorf("the business answered %d reads and %d bookings", reads, bookings)
	}
}

func TestRateLimitRefills(t *testing.T) {
	r := limitRig(t, osp.Limits{Caller: osp.Rate{PerSecond: 2, Burst: 3}, Business: noLimitRate})
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{0, 3}, {0, 0}, {499 * time.Millisecond, 0}, {time.Millisecond, 1}, {time.Hour, 3}, {-time.Hour, 0}} {
		r.clock.Advance(c.after)
		if got := r.burst("a", osp.ToolGetReviews); got != c.want {
			t.Errorf("after %v: %d calls passed, want %d", c.after, got, c.want)
		}
	}
	result := r.callAs(osp.Caller{Key: "a"}, osp.ToolGetReviews, "{}")
	if wait := result.RetryAfter; wait <= 0 || wait > time.Hour {
		t.Errorf("retry after %v", wait)
	}
	r.clock.Set(instant(t, bookingNow).Add(2 * time.Hour))
	r.burst("b", osp.ToolGetReviews)
	if wait := r.callAs(osp.Caller{Key: "b"}, osp.ToolGetReviews, "{}").RetryAfter; wait != 500*time.Millisecond {
		t.Errorf("retry after %v", wait)
	}
}

// Rule 38: callers are told apart by their key alone; those without one share a limit.
func TestRule38_CallerKeys(t *testing.T) {
	r := limitRig(t, osp.Limits{Caller: osp.Rate{PerSecond: 0.001, Burst: 2}, Business: noLimitRate})
	for i, want := range []int{2, 0} {
		if got := r.burst("", osp.ToolGetReviews); got != want {
			t.Errorf("without a key, time %d: %d", i, got)
		}
	}
	if got := r.burst("203.0.113.7", osp.ToolGetReviews); got != 2 {
		t.Errorf("with a key: %d", got)
	}
	for channel := range map[osp.Channel]bool{osp.ChannelMCP: true, osp.ChannelREST: true} {
		wantResult(t, r.callAs(osp.Caller{Key: "203.0.113.7", Channel: channel, UserAgent: "other"}, osp.ToolGetReviews, "{}"), osp.CodeRateLimited)
	}
}

// A caller over their limit doesn't use up the business's.
func TestRateLimitOfOthers(t *testing.T) {
	r := limitRig(t, osp.Limits{Caller: osp.Rate{PerSecond: 0.001, Burst: 5}, Business: osp.Rate{PerSecond: 0.001, Burst: 10}})
	r.burst("greedy", osp.ToolGetReviews)
	for range 100 {
		r.callAs(osp.Caller{Key: "greedy"}, osp.ToolGetReviews, "{}")
	}
	if got := r.burst("modest", osp.ToolGetReviews); got != 5 {
		t.Errorf("another caller: %d", got)
	}
}

// Nobody gets a fresh start because others crowd in, and once everybody is idle there is room again.
func TestRateLimitOfCrowds(t *testing.T) {
	r := limitRig(t, osp.Limits{Caller: osp.Rate{PerSecond: 1, Burst: 2}, Business: noLimitRate, MaxCallers: 10})
	if got := r.burst("first", osp.ToolGetReviews); got != 2 {
		t.Fatal(got)
	}
	passed := 0
	for i := range 1000 {
		passed += r.burst(fmt.Sprint(i), osp.ToolGetReviews)
	}
	if passed != 9*2+2 { // nine with records of their own, and all others together
		t.Errorf("%d calls of the crowd passed", passed)
	}
	if got := r.burst("first", osp.ToolGetReviews); got != 0 {
		t.Errorf("the first caller has %d more", got)
	}
	r.clock.Advance(2 * time.Second)
	if got := r.burst("late", osp.ToolGetReviews); got != 2 {
		t.Errorf("after all were idle: %d", got)
	}
}

// Room is made by the caller who has been idle longest, not by the one who came first.
func TestRateLimitMakesRoom(t *testing.T) {
	r := limitRig(t, osp.Limits{Caller: osp.Rate{PerSecond: 1, Burst: 2}, Business: noLimitRate, MaxCallers: 2})
	r.burst("busy", osp.ToolGetReviews)
	r.burst("idle", osp.ToolGetReviews)
	r.clock.Advance(2 * time.Second)
	r.burst("busy", osp.ToolGetReviews)
	if got := r.burst("third", osp.ToolGetReviews) + r.burst("fourth", osp.ToolGetReviews); got != 4 {
		t.Errorf("%d calls passed: the third should have a record of its own, the fourth the one for all others", got)
	}
}

// A million callers take no more memory than those that are kept.
func TestRateLimitMemory(t *testing.T) {
	r := limitRig(t, osp.Limits{Business: noLimitRate})
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	callers := 1_000_000
	if testing.Short() {
		callers = 100_000
	}
	for i := range callers {
		// Bad arguments are the quickest answer.
		if _, err := r.server.Call(context.Background(), osp.Caller{Key: fmt.Sprintf("198.51.100.%d", i)}, osp.ToolCheckCoverage, []byte("[")); err != nil {
			t.Fatal(err)
		}
	}
	if after := heap(); after > before+8<<20 {
		t.Errorf("%d callers take %d KB", callers, (after-before)>>10)
	}
	runtime.KeepAlive(r)
}

// Limits that are spelled out: no limit, a limit without a burst, and one so slow that the wait is cut to an hour.
func TestRateLimitShapes(t *testing.T) {
	for _, c := range []struct {
		rate osp.Rate
		want int
	}{
		{osp.Rate{PerSecond: math.Inf(1)}, 10_000},
		{osp.Rate{PerSecond: 2.5}, 3},
		{osp.Rate{PerSecond: 1e-9, Burst: 1}, 1},
	} {
		r := limitRig(t, osp.Limits{Caller: c.rate, Business: noLimitRate})
		if got := r.burst("a", osp.ToolGetReviews); got != c.want {
			t.Errorf("%+v: %d", c.rate, got)
		}
		if c.rate.PerSecond < 1 {
			if wait := r.callAs(osp.Caller{Key: "a"}, osp.ToolGetReviews, "{}").RetryAfter; wait != time.Hour {
				t.Errorf("retry after %v", wait)
			}
		}
	}
	if _, err := osp.NewServer(exampleProfile(t, "hvac-two-locations", nil), osp.ServerOptions{Limits: osp.Limits{Caller: osp.Rate{PerSecond: math.NaN(), Burst: 1}}}); err == nil {
		t.Error("a rate that is no number")
	}
}

// Rule 34: rate_limited consumes nothing, so the retry is no duplicate.
func TestRule34_RateLimitedConsumesNothing(t *testing.T) {
	r := limitRig(t, osp.Limits{BookingCaller: osp.Rate{PerSecond: 1, Burst: 1}, BookingBusiness: noLimitRate})
	r.call(osp.ToolRequestServiceBooking, "{}")
	wantResult(t, r.book(), osp.CodeRateLimited)
	r.wantRecords(map[osp.RequestState]int{})
	r.clock.Advance(time.Second)
	if r.booked().IsDuplicate {
		t.Error("the retry is a duplicate")
	}
	r.wantOffice(1)
}
