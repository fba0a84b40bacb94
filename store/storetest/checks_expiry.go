package storetest

import (
	"time"

	"github.com/openservicekit/openservice/store"
)

var expiryChecks = []check{{
	id:          "expiry.boundary",
	requirement: "A record is live a microsecond before its expiry and gone for every method at its expiry.",
	try: func(p *probe) {
		v := p.createFor("get", "value", time.Minute)
		p.createFor("list", "value", time.Minute)
		swapped := p.createFor("swap", "value", time.Minute)
		deleted := p.createFor("delete", "value", time.Minute)
		p.clock.advance(time.Minute - time.Microsecond)
		p.wantValue("get", "value")
		p.wantKeys("", "delete", "get", "list", "swap")

		p.clock.advance(time.Microsecond)
		p.wantKeys("list")
		p.wantGone("get")
		_, err := p.Swap(p.ctx, "swap", swapped, []byte("value"), p.in(time.Minute))
		p.wantError("Swap at the expiry", err, store.ErrNotFound)
		p.wantError("Delete at the expiry", p.Delete(p.ctx, "delete", deleted), store.ErrNotFound)
		p.wantError("Delete at the expiry", p.Delete(p.ctx, "get", v+1), store.ErrNotFound)
	},
}, {
	id:          "expiry.recreate",
	requirement: "Once a record has expired its key can be created anew, and the new record has nothing of the old.",
	try: func(p *probe) {
		p.createFor("key", "a long old value", time.Minute)
		p.clock.advance(time.Hour)
		expires := p.in(time.Hour)
		v, err := p.Create(p.ctx, "key", []byte("new"), expires)
		if err != nil {
			p.fatalf("Create after the expiry gave %v", err)
		}
		got := p.get("key")
		if string(got.Value) != "new" || got.Version != v || !got.Expires.Equal(expires) {
			p.fatalf("the new record has value %s, version %d instead of %d, expiry %v instead of %v",
				brief(string(got.Value)), got.Version, v, got.Expires, expires)
		}
	},
}, {
	id:          "expiry.swap",
	requirement: "Swap moves the expiry, to later as well as to earlier, also when the value stays the same.",
	try: func(p *probe) {
		later := p.createFor("later", "value", time.Minute)
		sooner := p.createFor("sooner", "value", time.Hour)
		p.swapFor("later", later, "value", time.Hour)
		p.swapFor("sooner", sooner, "value", time.Minute)
		p.clock.advance(30 * time.Minute)
		p.wantValue("later", "value")
		p.wantGone("sooner")
		p.clock.advance(time.Hour)
		p.wantGone("later")
	},
}, {
	id:          "expiry.refused",
	requirement: "An expiry that is zero, not a microsecond after now or past the year 9999 gives ErrInvalidExpiry and changes nothing.",
	try: func(p *probe) {
		v := p.create("key", "value")
		was := p.get("key")
		for name, expires := range map[string]time.Time{
			"zero":            {},
			"now":             p.in(0),
			"in a nanosecond": p.in(time.Nanosecond),
			"an hour ago":     p.in(-time.Hour),
			"1970":            time.Unix(0, 0),
			"before year 1":   time.Unix(-1<<62, 0),
			"year 10000":      time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
			"year 300000":     time.Date(300000, 1, 1, 0, 0, 0, 0, time.UTC),
		} {
			_, err := p.Create(p.ctx, "new", []byte("value"), expires)
			p.wantError("Create with expiry "+name, err, store.ErrInvalidExpiry)
			p.wantGone("new")
			_, err = p.Swap(p.ctx, "key", v, []byte("replaced"), expires)
			p.wantError("Swap with expiry "+name, err, store.ErrInvalidExpiry)
			p.wantSame("key", was)
		}
	},
}, {
	id:          "expiry.precision",
	requirement: "An expiry is kept to the microsecond, and finer parts are cut, never rounded up.",
	try: func(p *probe) {
		whole := p.in(time.Minute + 123456*time.Microsecond)
		if _, err := p.Create(p.ctx, "key", []byte("value"), whole.Add(789*time.Nanosecond)); err != nil {
			p.fatalf("Create gave %v", err)
		}
		if got := p.get("key").Expires; !got.Equal(whole) {
			p.fatalf("the expiry is %v, not %v", got, whole)
		}
		p.clock.set(whole.Add(-time.Nanosecond))
		p.wantValue("key", "value")
	},
}, {
	id:          "expiry.zone",
	requirement: "An expiry is an instant whatever its zone, and is returned in UTC.",
	try: func(p *probe) {
		east := time.FixedZone("east", 5*3600+1800)
		west := time.FixedZone("west", -9*3600)
		expires := p.in(time.Hour)
		for name, in := range map[string]time.Time{"east": expires.In(east), "west": expires.In(west)} {
			v, err := p.Create(p.ctx, name, []byte("value"), in)
			if err != nil {
				p.fatalf("Create gave %v", err)
			}
			for range 2 {
				got := p.get(name).Expires
				if !got.Equal(expires) || got.Location() != time.UTC {
					p.fatalf("the expiry %v came back as %v", in, got)
				}
				if v, err = p.Swap(p.ctx, name, v, []byte("value"), in); err != nil {
					p.fatalf("Swap gave %v", err)
				}
			}
		}
	},
}}
