package storetest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/store"
)

// Each race is run by so many goroutines, several times over.
const (
	goroutines = 64
	rounds     = 8
)

var raceChecks = []check{{
	id:          "race.create",
	requirement: "Of 64 goroutines that create the same key exactly one succeeds, its record stays, and the others get ErrExists.",
	try: func(p *probe) {
		expires := p.in(time.Hour)
		for round := range rounds {
			key := fmt.Sprint("key ", round)
			errs := together(goroutines, func(i int) error {
				_, err := p.Create(p.ctx, key, []byte(strconv.Itoa(i)), expires)
				return err
			})
			winner := p.wantOneWinner("Create", errs, store.ErrExists)
			p.wantValue(key, strconv.Itoa(winner))
		}
	},
}, {
	id:          "race.swap",
	requirement: "Of 64 goroutines that swap the same version exactly one succeeds, even if all write the same, and the others get ErrConflict.",
	try: func(p *probe) {
		expires := p.in(time.Hour)
		v := p.create("key", "value")
		for round := range rounds {
			next := make([]store.Version, goroutines)
			errs := together(goroutines, func(i int) (err error) {
				next[i], err = p.Swap(p.ctx, "key", v, []byte(fmt.Sprint("round ", round)), expires)
				return err
			})
			v = next[p.wantOneWinner("Swap", errs, store.ErrConflict)]
		}
	},
}, {
	id:          "race.counter",
	requirement: "Read, add one, swap, and again on ErrConflict: no count of 64 goroutines is lost.",
	try: func(p *probe) {
		const each = 4
		expires := p.in(time.Hour)
		p.create("key", "0 start")
		errs := together(goroutines, func(i int) error {
			for range each {
				if err := p.count("key", fmt.Sprint("goroutine ", i), expires); err != nil {
					return err
				}
			}
			return nil
		})
		if err := errors.Join(errs...); err != nil {
			p.fatalf("counting gave %v", err)
		}
		got, _, _ := strings.Cut(string(p.get("key").Value), " ")
		if want := strconv.Itoa(goroutines * each); got != want {
			p.fatalf("the count is %s, not %s", got, want)
		}
	},
}, {
	id:          "race.delete",
	requirement: "Of 64 goroutines that delete or swap the same version exactly one succeeds, and the others get ErrNotFound or ErrConflict.",
	try: func(p *probe) {
		expires := p.in(time.Hour)
		for round := range rounds {
			key := fmt.Sprint("key ", round)
			v := p.create(key, "0")
			// First all of them delete, then half of them do, then a quarter.
			deletes := func(i int) bool { return i%(1<<(round%3)) == 0 }
			errs := together(goroutines, func(i int) error {
				if deletes(i) {
					return p.Delete(p.ctx, key, v)
				}
				_, err := p.Swap(p.ctx, key, v, []byte(strconv.Itoa(i)), expires)
				return err
			})
			winner := p.wantOneWinner("Delete and Swap", errs, store.ErrNotFound, store.ErrConflict)
			if deletes(winner) {
				p.wantGone(key)
			} else {
				p.wantValue(key, strconv.Itoa(winner))
			}
		}
	},
}, {
	id:          "race.keys",
	requirement: "Goroutines that work on different keys, and one that lists them, do not disturb each other.",
	try: func(p *probe) {
		expires := p.in(time.Hour)
		p.create("key/stays", "value")
		errs := together(goroutines, func(i int) error {
			if i == 0 {
				return p.listWhile("key/", "key/stays")
			}
			for round := range rounds {
				if err := p.life(fmt.Sprintf("key/%02d", i), fmt.Sprint(i, " ", round), expires); err != nil {
					return err
				}
			}
			return nil
		})
		if err := errors.Join(errs...); err != nil {
			p.fatalf("%v", err)
		}
		p.wantValue("key/stays", "value")
	},
}}

// count adds one to the number that a record's value begins with.
func (p *probe) count(key, name string, expires time.Time) error {
	for {
		r, err := p.Get(p.ctx, key)
		if err != nil {
			return err
		}
		text, _, _ := strings.Cut(string(r.Value), " ")
		n, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		_, err = p.Swap(p.ctx, key, r.Version, []byte(fmt.Sprint(n+1, " ", name)), expires)
		if !errors.Is(err, store.ErrConflict) {
			return err
		}
	}
}

// life creates, reads, replaces and deletes a record that nobody else uses.
func (p *probe) life(key, value string, expires time.Time) error {
	v, err := p.Create(p.ctx, key, []byte(value), expires)
	if err != nil {
		return fmt.Errorf("creating a key of one's own gave %w", err)
	}
	r, err := p.Get(p.ctx, key)
	if err != nil || string(r.Value) != value {
		return fmt.Errorf("reading a record of one's own gave %q and %v", r.Value, err)
	}
	if v, err = p.Swap(p.ctx, key, v, []byte(value+" replaced"), expires); err != nil {
		return fmt.Errorf("swapping a record of one's own gave %w", err)
	}
	if err := p.Delete(p.ctx, key, v); err != nil {
		return fmt.Errorf("deleting a record of one's own gave %w", err)
	}
	return nil
}

// listWhile lists a few times, looking for a record that is always there.
func (p *probe) listWhile(prefix, stays string) error {
	for range rounds {
		found := 0
		for r, err := range p.List(p.ctx, prefix) {
			if err != nil {
				return fmt.Errorf("listing gave %w", err)
			}
			if r.Key == stays {
				found++
			}
		}
		if found != 1 {
			return fmt.Errorf("a record that stays was listed %d times, not once", found)
		}
	}
	return nil
}
