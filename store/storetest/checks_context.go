package storetest

import (
	"context"
	"errors"
	"time"
)

var contextChecks = []check{{
	id:          "context.done",
	requirement: "A method called with a context that is done gives ctx.Err() and changes nothing.",
	try: func(p *probe) {
		cancelled, cancel := context.WithCancel(p.ctx)
		cancel()
		late, cancel := context.WithDeadline(p.ctx, time.Unix(0, 0))
		defer cancel()
		explained, explain := context.WithCancelCause(p.ctx)
		explain(errors.New("the caller's reason"))

		v := p.create("key", "value")
		was := p.get("key")
		for _, ctx := range []context.Context{cancelled, late, explained} {
			_, err := p.Create(ctx, "new", []byte("value"), p.in(time.Hour))
			p.wantError("Create", err, ctx.Err())
			p.wantGone("new")
			_, err = p.Get(ctx, "key")
			p.wantError("Get", err, ctx.Err())
			_, err = p.Swap(ctx, "key", v, []byte("replaced"), p.in(time.Hour))
			p.wantError("Swap", err, ctx.Err())
			p.wantError("Delete", p.Delete(ctx, "key", v), ctx.Err())
			p.wantSame("key", was)
			p.wantOnlyError(ctx)
		}
	},
}, {
	id:          "context.list",
	requirement: "A list whose context ends yields one more pair, with ctx.Err() and no record, and stops.",
	try: func(p *probe) {
		for _, key := range []string{"a", "b", "c", "d"} {
			p.create(key, "value")
		}
		ctx, cancel := context.WithCancel(p.ctx)
		defer cancel()
		n := 0
		for r, err := range p.List(ctx, "") {
			n++
			switch n {
			case 1:
				if err != nil {
					p.fatalf("List gave %v", err)
				}
				cancel()
			case 2:
				p.wantError("List after its context ended", err, context.Canceled)
				if r.Key != "" || r.Value != nil || r.Version != 0 {
					p.fatalf("List yielded a record beside the error")
				}
			}
		}
		if n != 2 {
			p.fatalf("List yielded %d pairs, not 2", n)
		}
	},
}}

// wantOnlyError requires that a list with a context that is done yields its
// error and nothing else.
func (p *probe) wantOnlyError(ctx context.Context) {
	n := 0
	for _, err := range p.List(ctx, "") {
		n++
		p.wantError("List", err, ctx.Err())
	}
	if n != 1 {
		p.fatalf("List yielded %d pairs, not one error", n)
	}
}
