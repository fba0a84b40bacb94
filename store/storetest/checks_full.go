package storetest

import (
	"errors"
	"fmt"
	"time"

	"github.com/openservicekit/openservice/store"
)

var fullChecks = []check{{
	id:          "full.records",
	on:          maxRecords,
	requirement: "A store with as many records as it may hold answers Create with ErrFull and evicts none of them.",
	try: func(p *probe) {
		versions := p.fill()
		for range 3 {
			_, err := p.Create(p.ctx, "more", []byte("value"), p.in(time.Hour))
			p.wantError("Create in a full store", err, store.ErrFull)
		}
		_, err := p.Create(p.ctx, filled(0), []byte("other"), p.in(time.Hour))
		p.wantError("Create of a key that exists, in a full store", err, store.ErrExists)
		p.wantGone("more")
		for i := range versions {
			p.wantValue(filled(i), "value")
		}
		p.remove(filled(3), versions[3])
		p.create("more", "value")
	},
}, {
	id:          "full.swap",
	on:          maxRecords,
	requirement: "A store with as many records as it may hold still lets each of them be replaced.",
	try: func(p *probe) {
		for i, v := range p.fill() {
			v = p.swap(filled(i), v, "other")
			p.swap(filled(i), v, "value, and longer")
		}
	},
}, {
	id:          "full.expired",
	on:          maxRecords,
	requirement: "Expired records do not count: a store that was full has room when they have expired.",
	try: func(p *probe) {
		for range 3 {
			p.fill()
			p.clock.advance(2 * time.Hour)
		}
		for i := range recordBound {
			p.createFor(fmt.Sprint("mixed ", i), "value", time.Duration(i%2+1)*time.Hour)
		}
		p.clock.advance(90 * time.Minute)
		for i := range recordBound / 2 {
			p.create(fmt.Sprint("new ", i), "value")
		}
		for i := 1; i < recordBound; i += 2 {
			p.wantValue(fmt.Sprint("mixed ", i), "value")
		}
	},
}, {
	id:          "full.bytes",
	on:          maxBytes,
	requirement: "A store that may hold so many bytes answers what would exceed them with ErrFull and leaves every record as it was.",
	try: func(p *probe) {
		const kib = 1 << 10
		small := p.create("small", "value")
		n := 0
		for ; ; n++ {
			_, err := p.Create(p.ctx, fmt.Sprint("large ", n), large(16*kib), p.in(time.Hour))
			if errors.Is(err, store.ErrFull) {
				break
			}
			if err != nil || n > byteBound/(16*kib) {
				p.fatalf("Create of the %dth 16 KiB in %d KiB gave %v", n+1, byteBound/kib, err)
			}
		}
		if n < byteBound/(17*kib)-1 {
			p.fatalf("%d KiB took only %d records of 16 KiB", byteBound/kib, n)
		}
		was := p.get("small")
		_, err := p.Swap(p.ctx, "small", small, large(32*kib), p.in(2*time.Hour))
		p.wantError("Swap for a value that does not fit", err, store.ErrFull)
		p.wantSame("small", was)
		for i := range n {
			if got := p.get(fmt.Sprint("large ", i)); len(got.Value) != 16*kib {
				p.fatalf("a record of 16 KiB has %d bytes", len(got.Value))
			}
		}
	},
}, {
	id:          "full.freed",
	on:          maxBytes,
	requirement: "Bytes are free again when their record is deleted, expires or is swapped for a shorter one.",
	try: func(p *probe) {
		value := large(byteBound * 3 / 4)
		for range 3 {
			v, err := p.Create(p.ctx, "deleted", value, p.in(time.Hour))
			if err != nil {
				p.fatalf("Create of three quarters of an empty store gave %v", err)
			}
			p.remove("deleted", v)
		}
		for i := range 3 {
			if _, err := p.Create(p.ctx, fmt.Sprint("expires ", i), value, p.in(time.Minute)); err != nil {
				p.fatalf("Create when the others have expired gave %v", err)
			}
			p.clock.advance(time.Hour)
		}
		for i := range 3 {
			v, err := p.Create(p.ctx, fmt.Sprint("shrinks ", i), value, p.in(time.Hour))
			if err != nil {
				p.fatalf("Create when the others have shrunk gave %v", err)
			}
			p.swap(fmt.Sprint("shrinks ", i), v, "")
		}
		grows := p.create("grows", "")
		if _, err := p.Swap(p.ctx, "grows", grows, value, p.in(time.Hour)); err != nil {
			p.fatalf("Swap for a value that fits gave %v", err)
		}
	},
}, {
	id:          "full.last",
	on:          maxBytes,
	requirement: "Whether there is room is judged last: what is wrong with the arguments or the record is the answer of a full store, too.",
	try: func(p *probe) {
		v := p.create("key", "value")
		much := large(byteBound)
		_, err := p.Swap(p.ctx, "key", v+1, much, p.in(time.Hour))
		p.wantOther("Swap with another version for a value that does not fit", err, store.ErrFull)
		_, err = p.Swap(p.ctx, "unknown", v, much, p.in(time.Hour))
		p.wantOther("Swap of an unknown key for a value that does not fit", err, store.ErrFull)
		_, err = p.Create(p.ctx, "new", much, p.in(-time.Hour))
		p.wantOther("Create with an expiry that has been and a value that does not fit", err, store.ErrFull)
		_, err = p.Create(p.ctx, "new", make([]byte, store.MaxValueBytes+1), p.in(time.Hour))
		p.wantOther("Create with a value that is too long", err, store.ErrFull)
	},
}}

// filled is the key of the i-th record that fill creates.
func filled(i int) string { return fmt.Sprint("key ", i) }

// fill creates as many records as the store may hold and returns their
// versions.
func (p *probe) fill() []store.Version {
	versions := make([]store.Version, recordBound)
	for i := range versions {
		versions[i] = p.create(filled(i), "value")
	}
	return versions
}
