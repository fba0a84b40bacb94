package osp

import (
	"fmt"
	"math"
	"time"

	"golang.org/x/time/rate"
)

// Limits bound how often the tools can be called, per caller and for the business as a whole (OSP 6.1, OSP 10). What is
// beyond them is answered rate_limited, and has no effect. Booking requests are counted apart from reads. The zero Limits
// are the defaults.
type Limits struct {
	// Caller and Business are for the tools that read: by default 5 a second after a burst of 40, and 50 a second after a
	// burst of 400.
	Caller, Business Rate
	// BookingCaller and BookingBusiness are for request_service_booking, retries included: by default one every 5 seconds
	// after a burst of 10, and 2 a second after a burst of 60.
	BookingCaller, BookingBusiness Rate
	// MaxCallers is for how many callers at a time a record is kept, for reads and bookings each; zero means 16384, about 4
	// MB. A record is dropped only when its caller could start afresh anyway. While all are in use, callers without one
	// share a single limit.
	MaxCallers int
}

// Rate is a limit that lets a burst pass and then so many calls a second.
type Rate struct {
	// PerSecond is more than 0; math.Inf(1) sets no limit.
	PerSecond float64
	// Burst is how many calls may come at once, at least 1; zero means the calls of one second.
	Burst int
}

const defaultMaxCallers = 1 << 14

func (l *Limits) complete() error {
	for _, r := range []struct {
		name     string
		rate     *Rate
		standard Rate
	}{
		{"Caller", &l.Caller, Rate{5, 40}},
		{"Business", &l.Business, Rate{50, 400}},
		{"BookingCaller", &l.BookingCaller, Rate{0.2, 10}},
		{"BookingBusiness", &l.BookingBusiness, Rate{2, 60}},
	} {
		if *r.rate == (Rate{}) {
			*r.rate = r.standard
		}
		if !(r.rate.PerSecond > 0) || r.rate.Burst < 0 {
			return fmt.Errorf("osp: Limits.%s needs a rate over 0 and a burst that is not negative", r.name)
		}
		if r.rate.Burst == 0 {
			r.rate.Burst = int(min(math.Ceil(r.rate.PerSecond), math.MaxInt32))
		}
	}
	if l.MaxCallers < 0 {
		return fmt.Errorf("osp: Limits.MaxCallers is negative")
	}
	if l.MaxCallers == 0 {
		l.MaxCallers = defaultMaxCallers
	}
	return nil
}

// bucket makes a limiter that is full.
func (r Rate) bucket() *rate.Limiter {
	if math.IsInf(r.PerSecond, 1) {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(r.PerSecond), r.Burst)
}

// take takes one call from a bucket, or says how long until there is one.
func take(b *rate.Limiter, now time.Time) (wait time.Duration) {
	if b.AllowN(now, 1) {
		return 0
	}
	missing := 1 - b.TokensAt(now)
	seconds := missing / float64(b.Limit())
	return max(time.Duration(min(seconds, maxWait.Seconds())*float64(time.Second)), time.Millisecond)
}

// maxWait is the longest wait that is answered: whoever has to wait longer asks again.
const maxWait = time.Hour

// limiter holds the limits of one kind of call.
type limiter struct {
	callers  *callerLimits
	business *rate.Limiter
}

func newLimiter(caller, business Rate, maxCallers int) *limiter {
	return &limiter{callers: newCallerLimits(caller, maxCallers), business: business.bucket()}
}

// take lets a call pass or says how long to wait. A caller who is over their own limit doesn't use up the business's.
func (l *limiter) take(key string, now time.Time) (wait time.Duration) {
	if wait := l.callers.take(key, now); wait > 0 {
		return wait
	}
	return take(l.business, now)
}
