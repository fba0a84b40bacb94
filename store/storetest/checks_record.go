package storetest

import (
	"time"

	"github.com/openservicekit/openservice/store"
)

var recordChecks = []check{{
	id:          "create.get",
	requirement: "Get returns what Create stored, under the version that Create returned.",
	try: func(p *probe) {
		expires := p.in(time.Hour)
		for _, key := range []string{"key", "ns/key 2", "\x01\xff"} {
			v, err := p.Create(p.ctx, key, []byte("value"), expires)
			if err != nil {
				p.fatalf("Create gave %v", err)
			}
			got := p.get(key)
			if got.Key != key || string(got.Value) != "value" || got.Version != v || !got.Expires.Equal(expires) {
				p.fatalf("Get returned key %s value %s version %d expiring %v; created was key %s value \"value\" version %d expiring %v",
					brief(got.Key), brief(string(got.Value)), got.Version, got.Expires, brief(key), v, expires)
			}
		}
	},
}, {
	id:          "create.exists",
	requirement: "Create of a key that a live record has gives ErrExists and leaves that record as it was.",
	try: func(p *probe) {
		p.create("key", "first")
		was := p.get("key")
		_, err := p.Create(p.ctx, "key", []byte("second"), p.in(2*time.Hour))
		p.wantError("the second Create", err, store.ErrExists)
		p.wantSame("key", was)
		_, err = p.Create(p.ctx, "key", []byte("first"), was.Expires)
		p.wantError("Create with the same value", err, store.ErrExists)
		p.wantSame("key", was)
	},
}, {
	id:          "key.unknown",
	requirement: "Get, Swap and Delete of a key that was never created give ErrNotFound and create nothing.",
	try: func(p *probe) {
		p.wantGone("key")
		for _, v := range []store.Version{0, 1, 1 << 62} {
			_, err := p.Swap(p.ctx, "key", v, []byte("value"), p.in(time.Hour))
			p.wantError("Swap", err, store.ErrNotFound)
			p.wantError("Delete", p.Delete(p.ctx, "key", v), store.ErrNotFound)
			p.wantGone("key")
		}
	},
}, {
	id:          "swap.replaces",
	requirement: "Swap with the record's version replaces the whole value, under the version that Swap returns.",
	try: func(p *probe) {
		v := p.create("key", "a long first value")
		v = p.swap("key", v, "short")
		p.wantValue("key", "short")
		v = p.swap("key", v, "another long value")
		p.wantValue("key", "another long value")
		if got := p.get("key").Version; got != v {
			p.fatalf("Swap returned version %d and Get shows %d", v, got)
		}
	},
}, {
	id:          "swap.conflict",
	requirement: "Swap with any version but the record's gives ErrConflict and leaves the record as it was.",
	try: func(p *probe) {
		first := p.create("key", "first")
		other := p.create("other", "other")
		v := p.swap("key", first, "second")
		was := p.get("key")
		for _, wrong := range []store.Version{first, other, 0, v - 1, v + 1, v << 1, 1<<63 - 1, 1<<64 - 1} {
			if wrong == v {
				continue
			}
			_, err := p.Swap(p.ctx, "key", wrong, []byte("third"), p.in(2*time.Hour))
			p.wantError("Swap with another version", err, store.ErrConflict)
			p.wantSame("key", was)
		}
	},
}, {
	id:          "delete.removes",
	requirement: "Delete with the record's version removes it for every method, and only it.",
	try: func(p *probe) {
		v := p.create("key", "value")
		p.create("key2", "stays")
		p.remove("key", v)
		p.wantGone("key")
		_, err := p.Swap(p.ctx, "key", v, []byte("revived"), p.in(time.Hour))
		p.wantError("Swap after Delete", err, store.ErrNotFound)
		p.wantError("Delete after Delete", p.Delete(p.ctx, "key", v), store.ErrNotFound)
		p.wantKeys("", "key2")
		p.create("key", "anew")
		p.wantValue("key", "anew")
	},
}, {
	id:          "delete.conflict",
	requirement: "Delete with any version but the record's gives ErrConflict and leaves the record as it was.",
	try: func(p *probe) {
		first := p.create("key", "first")
		v := p.swap("key", first, "second")
		was := p.get("key")
		for _, wrong := range []store.Version{first, 0, v - 1, v + 1, 1<<63 - 1, 1<<64 - 1} {
			p.wantError("Delete with another version", p.Delete(p.ctx, "key", wrong), store.ErrConflict)
			p.wantSame("key", was)
		}
	},
}}
