package storetest

import (
	"math"
	"time"

	"github.com/openservicekit/openservice/store"
)

var versionChecks = []check{{
	id:          "version.order",
	requirement: "Each write of a key gets a greater version than those before it; versions are positive and fit in an int64.",
	try: func(p *probe) {
		var last store.Version
		next := func(v store.Version) store.Version {
			if v <= last || v > math.MaxInt64 {
				p.fatalf("version %d came after version %d", v, last)
			}
			last = v
			return v
		}
		v := next(p.create("key", "0"))
		for range 20 {
			v = next(p.swap("key", v, "1"))
		}
	},
}, {
	id:          "version.deleted",
	requirement: "A version is never used again for its key, also when the record was deleted and the key created anew.",
	try: func(p *probe) {
		first := p.create("key", "first life")
		second := p.swap("key", first, "first life")
		p.remove("key", second)
		third := p.create("key", "second life")
		p.wantGreater(third, second)
		p.swap("key", third, "second life")
		p.wantStale("key", first, second)
	},
}, {
	id:          "version.expired",
	requirement: "A version is never used again for its key, also when the record has expired and the key was created anew.",
	try: func(p *probe) {
		first := p.createFor("key", "first life", time.Minute)
		second := p.swapFor("key", first, "first life", time.Minute)
		p.clock.advance(time.Hour)
		third := p.create("key", "second life")
		p.wantGreater(third, second)
		p.swap("key", third, "second life")
		p.wantStale("key", first, second)
	},
}}

// wantGreater requires that the version of a later write is the greater one.
func (p *probe) wantGreater(later, earlier store.Version) {
	if later <= earlier {
		p.fatalf("in its new life the key has version %d, and had %d before", later, earlier)
	}
}

// wantStale requires that versions from an earlier life of a key match nothing.
func (p *probe) wantStale(key string, versions ...store.Version) {
	for _, v := range versions {
		_, err := p.Swap(p.ctx, key, v, []byte("from the past"), p.in(time.Hour))
		p.wantError("Swap with a version from before", err, store.ErrConflict)
		p.wantError("Delete with a version from before", p.Delete(p.ctx, key, v), store.ErrConflict)
	}
}
