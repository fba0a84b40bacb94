package osp

import (
	linked "container/list"
	"hash/maphash"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// callerLimits keeps a bucket for each caller, and never more than max of them. A bucket is dropped only once it is full
// again, when a new one would be the same; so nobody gets a fresh start by making room with other keys. While none can be
// dropped, callers without a bucket share one.
type callerLimits struct {
	rate Rate
	max  int
	seed maphash.Seed

	mu      sync.Mutex
	buckets map[uint64]*linked.Element // of *callerBucket, by the hash of the key
	recent  linked.List                // the last to call in front
	shared  *rate.Limiter
}

type callerBucket struct {
	*rate.Limiter
	hash uint64
}

func newCallerLimits(r Rate, max int) *callerLimits {
	return &callerLimits{rate: r, max: max, seed: maphash.MakeSeed(), buckets: make(map[uint64]*linked.Element), shared: r.bucket()}
}

func (c *callerLimits) take(key string, now time.Time) (wait time.Duration) {
	if math.IsInf(c.rate.PerSecond, 1) {
		return 0
	}
	hash := maphash.String(c.seed, key)
	c.mu.Lock()
	defer c.mu.Unlock()
	return take(c.bucket(hash, now), now)
}

func (c *callerLimits) bucket(hash uint64, now time.Time) *rate.Limiter {
	if e, ok := c.buckets[hash]; ok {
		c.recent.MoveToFront(e)
		return e.Value.(*callerBucket).Limiter
	}
	if len(c.buckets) >= c.max && !c.drop(now) {
		return c.shared
	}
	b := &callerBucket{c.rate.bucket(), hash}
	c.buckets[hash] = c.recent.PushFront(b)
	return b.Limiter
}

// drop makes room for one bucket, if the one that has been idle longest is full again.
func (c *callerLimits) drop(now time.Time) bool {
	e := c.recent.Back()
	b := e.Value.(*callerBucket)
	if b.TokensAt(now) < float64(b.Burst()) {
		return false
	}
	c.recent.Remove(e)
	delete(c.buckets, b.hash)
	return true
}
