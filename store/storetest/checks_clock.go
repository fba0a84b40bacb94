package storetest

import (
	"time"

	"github.com/openservicekit/openservice/store"
)

var clockChecks = []check{{
	id:          "clock.injected",
	requirement: "The store tells the time by the clock it was given, whatever the year, and by no other.",
	try: func(p *probe) {
		if _, err := p.Create(p.ctx, "last", []byte("value"), time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)); err != nil {
			p.fatalf("Create with an expiry in 9999 gave %v", err)
		}
		for _, year := range []int{1971, 2500} {
			p.clock.set(time.Date(year, 6, 1, 12, 0, 0, 0, time.UTC))
			key := p.clock.now().Format(time.DateOnly)
			v := p.create(key, "value")
			p.swap(key, v, "replaced")
			p.clock.advance(59 * time.Minute)
			p.wantValue(key, "replaced")
			p.wantKeys(key, key)
			p.clock.advance(2 * time.Minute)
			p.wantGone(key)
			p.wantValue("last", "value")
		}
	},
}, {
	id:          "clock.back",
	requirement: "A record that was reported gone stays gone when the clock steps back.",
	try: func(p *probe) {
		start := p.clock.now()
		p.createFor("get", "value", time.Minute)
		p.createFor("list", "value", time.Minute)
		swapped := p.createFor("swap", "value", time.Minute)
		deleted := p.createFor("delete", "value", time.Minute)

		p.clock.advance(time.Hour)
		p.wantKeys("list")
		p.wantGone("get")
		_, err := p.Swap(p.ctx, "swap", swapped, []byte("value"), p.in(time.Hour))
		p.wantError("Swap after the expiry", err, store.ErrNotFound)
		p.wantError("Delete after the expiry", p.Delete(p.ctx, "delete", deleted), store.ErrNotFound)

		p.clock.set(start)
		for _, key := range []string{"get", "list", "swap", "delete"} {
			p.wantGone(key)
		}
		p.wantKeys("")
		_, err = p.Swap(p.ctx, "swap", swapped, []byte("value"), p.in(time.Hour))
		p.wantError("Swap after the clock stepped back", err, store.ErrNotFound)
		p.create("get", "value")
	},
}}
