package storetest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/store"
)

// createMany creates n records and returns their keys in order.
func (p *probe) createMany(n int) []string {
	keys := make([]string, n)
	for i := range keys {
		keys[i] = fmt.Sprintf("key/%05d", i)
	}
	// Not in order, lest a store that keeps them as they came passes: the
	// stride has no factor in common with n.
	const stride = 1009
	for i := range keys {
		p.create(keys[i*stride%n], "value")
	}
	return keys
}

var listChecks = []check{{
	id:          "list.prefix",
	requirement: "List yields the records whose keys begin with the prefix, every byte of which stands for itself.",
	try: func(p *probe) {
		keys := []string{"%", "%a", "*", "*a", "?", "?a", "C/1", "C/2", "[a]", "[a]b", "\\", "\\a", "_", "_a", "a", "a/", "a/1", "a/2", "ab", "b"}
		for _, key := range keys {
			p.create(key, "value")
		}
		for _, prefix := range append(keys, "c/", "A", "zz", "a/1x", strings.Repeat("a", store.MaxKeyBytes), strings.Repeat("a", store.MaxKeyBytes+1)) {
			var want []string
			for _, key := range keys {
				if strings.HasPrefix(key, prefix) {
					want = append(want, key)
				}
			}
			p.wantKeys(prefix, want...)
		}
		p.wantKeys("", keys...)
	},
}, {
	id:          "list.bytes",
	requirement: "The prefix of a list may be any bytes, up to the greatest.",
	try: func(p *probe) {
		keys := []string{"\x01", "\x01\x01", "\x01a", "a\x7f", "a\xfe", "a\xff", "a\xff\x01", "a\xff\xff", "a\xff\xff\xff", "b", "\xfe\xff", "\xff", "\xffa", "\xff\xff", "\xff\xff\x01"}
		for _, key := range keys {
			p.create(key, "value")
		}
		p.wantKeys("\x01", "\x01", "\x01\x01", "\x01a")
		p.wantKeys("a\xff", "a\xff", "a\xff\x01", "a\xff\xff", "a\xff\xff\xff")
		p.wantKeys("a\xff\xff", "a\xff\xff", "a\xff\xff\xff")
		p.wantKeys("\xff", "\xff", "\xffa", "\xff\xff", "\xff\xff\x01")
		p.wantKeys("\xff\xff", "\xff\xff", "\xff\xff\x01")
		p.wantKeys("", keys...)
	},
}, {
	id:          "list.order",
	requirement: "List yields every record once, in ascending byte order of the keys, however many there are.",
	try: func(p *probe) {
		// More than an implementation is likely to read at a time.
		want := p.createMany(2500)
		if got := p.keys("key/"); !slices.Equal(got, want) {
			p.fatalf("List yielded %s of %d, or in another order", briefs(got), len(want))
		}
		want = []string{"B", "Z", "a", "a!", "a\x7f", "a\u00e9", "a\xff", "c", "y", "\u00e9", "\xf0"}
		for _, key := range want {
			p.create("order/"+key, "value")
		}
		got := p.keys("order/")
		for i, key := range want {
			if i >= len(got) || got[i] != "order/"+key {
				p.fatalf("List yielded %s, which is not the order of their bytes", briefs(got))
			}
		}
	},
}, {
	id:          "list.record",
	requirement: "List yields records as Get returns them.",
	try: func(p *probe) {
		v := p.create("key", "value")
		p.swapFor("key", v, "replaced", 2*time.Hour)
		want := p.get("key")
		for _, got := range p.list("") {
			if got.Key != "key" || string(got.Value) != string(want.Value) || got.Version != want.Version || !got.Expires.Equal(want.Expires) {
				p.fatalf("Get returned %s version %d expiring %v, and List key %s %s version %d expiring %v", brief(string(want.Value)), want.Version, want.Expires,
					brief(got.Key), brief(string(got.Value)), got.Version, got.Expires)
			}
		}
	},
}, {
	id:          "list.break",
	requirement: "A loop over a list may stop early; the store goes on working, and the sequence lists anew.",
	try: func(p *probe) {
		for _, key := range []string{"a", "b", "c"} {
			p.create(key, "value")
		}
		list := p.List(p.ctx, "")
		for range 50 {
			for range list {
				break
			}
		}
		p.create("d", "value")
		n := 0
		for _, err := range list {
			if err != nil {
				p.fatalf("List gave %v", err)
			}
			n++
		}
		if n != 4 {
			p.fatalf("the sequence, ranged over again, yielded %d records, not 4", n)
		}
	},
}, {
	id:          "list.body",
	requirement: "The loop body may call every method, and what it does to some records keeps no other from being yielded once.",
	try: func(p *probe) {
		keys := p.createMany(600)
		for i, key := range keys {
			p.create(fmt.Sprintf("key/stays/%05d", i), key)
		}
		seen := make(map[string]int)
		for r, err := range p.List(p.ctx, "key/") {
			if err != nil {
				p.fatalf("List gave %v", err)
			}
			seen[r.Key]++
			switch {
			case strings.HasPrefix(r.Key, "key/stays/"):
				p.get(r.Key)
			case r.Key[len(r.Key)-1]%2 == 0:
				p.remove(r.Key, r.Version)
				p.create("moved/"+r.Key, "value")
			default:
				p.swap(r.Key, r.Version, "settled")
			}
		}
		for i, key := range keys {
			stays := fmt.Sprintf("key/stays/%05d", i)
			if seen[key] != 1 || seen[stays] != 1 {
				p.fatalf("%s was yielded %d times and %s %d times, not once, while others were deleted", brief(key), seen[key], brief(stays), seen[stays])
			}
		}
		p.list("moved/")
	},
}, {
	id:          "list.expiring",
	requirement: "List yields no record at or after its expiry, also when that passes during the list.",
	try: func(p *probe) {
		expires := make(map[string]time.Time)
		for i := range 8 {
			key, life := fmt.Sprint("key ", i), time.Duration(8-i)*time.Hour+time.Minute
			expires[key] = p.in(life)
			p.createFor(key, "value", life)
		}
		n := 0
		for r, err := range p.List(p.ctx, "") {
			if err != nil {
				p.fatalf("List gave %v", err)
			}
			if !p.clock.now().Before(expires[r.Key]) {
				p.fatalf("List yielded %s, which had expired", brief(r.Key))
			}
			n++
			p.clock.advance(2 * time.Hour)
		}
		if n == 0 {
			p.fatalf("List yielded nothing")
		}
	},
}}
