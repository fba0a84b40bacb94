package adaptertest

import (
	"context"
	"fmt"

	"github.com/openservicekit/openservice/money"
)

// The states in which a check puts the platform, and what gives them back, so that
// another run on the same sandbox finds it as this one did.

// setPrice changes a price until the check is over.
func (p *probe) setPrice(f Fixture, price money.Money, unproved string) {
	p.need(p.h.SetPrice != nil, "SetPrice", unproved)
	was := f.Price
	if was == nil {
		was = p.describe(f).Price
	}
	p.must("SetPrice", p.h.SetPrice(p.ctx, f, price))
	if was != nil {
		p.afterwards("SetPrice", func(ctx context.Context) error { return p.h.SetPrice(ctx, f, *was) })
	}
}

// setNoShowFee changes a fee until the check is over.
func (p *probe) setNoShowFee(f Fixture, fee money.Money, unproved string) {
	p.need(p.h.SetNoShowFee != nil, "SetNoShowFee", unproved)
	was := p.explain(f).NoShowFee
	p.must("SetNoShowFee", p.h.SetNoShowFee(p.ctx, f, fee))
	if was != nil {
		p.afterwards("SetNoShowFee", func(ctx context.Context) error { return p.h.SetNoShowFee(ctx, f, *was) })
	}
}

// setNote changes a cancellation note until the check is over.
func (p *probe) setNote(f Fixture, note, unproved string) {
	p.need(p.h.SetNote != nil, "SetNote", unproved)
	was := p.explain(f).CancellationNote
	p.must("SetNote", p.h.SetNote(p.ctx, f, note))
	p.afterwards("SetNote", func(ctx context.Context) error { return p.h.SetNote(ctx, f, was) })
}

// afterwards keeps what gives a state back once the check is over, whatever came of it.
func (p *probe) afterwards(field string, do func(context.Context) error) {
	ctx := context.WithoutCancel(p.ctx)
	p.undo = append(p.undo, func() error {
		if err := do(ctx); err != nil {
			return fmt.Errorf("giving back what Harness.%s had changed: %w", field, err)
		}
		return nil
	})
}
