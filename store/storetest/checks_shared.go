package storetest

import (
	"fmt"
	"strconv"
	"time"

	"github.com/openservicekit/openservice/store"
)

var sharedChecks = []check{{
	id:          "shared.visible",
	on:          shared,
	requirement: "What is written through one store is read at once through another on the same records.",
	try: func(p *probe) {
		here, there := p, p.through(p.twin)
		for range 2 {
			v := here.create("key", "first")
			there.wantValue("key", "first")
			_, err := there.Create(p.ctx, "key", []byte("second"), p.in(time.Hour))
			there.wantError("Create of the other's key", err, store.ErrExists)
			next := there.swap("key", v, "second")
			here.wantValue("key", "second")
			_, err = here.Swap(p.ctx, "key", v, []byte("third"), p.in(time.Hour))
			here.wantError("Swap of what the other has changed", err, store.ErrConflict)
			here.wantKeys("", "key")
			here.remove("key", next)
			there.wantGone("key")
			here, there = there, here
		}
	},
}, {
	id:          "shared.race",
	on:          shared,
	requirement: "Of 64 goroutines that create a key, or swap a version, through two stores on the same records exactly one succeeds.",
	try: func(p *probe) {
		expires := p.in(time.Hour)
		stores := []store.Store{p.Store, p.twin}
		for round := range rounds {
			key := fmt.Sprint("key ", round)
			versions := make([]store.Version, goroutines)
			errs := together(goroutines, func(i int) (err error) {
				versions[i], err = stores[i%2].Create(p.ctx, key, []byte(strconv.Itoa(i)), expires)
				return err
			})
			v := versions[p.wantOneWinner("Create", errs, store.ErrExists)]
			errs = together(goroutines, func(i int) error {
				_, err := stores[i%2].Swap(p.ctx, key, v, []byte(fmt.Sprint("swapped ", i)), expires)
				return err
			})
			p.wantOneWinner("Swap", errs, store.ErrConflict)
		}
	},
}}
