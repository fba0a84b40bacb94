package adaptertest

import (
	"context"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// The states in which a check puts the platform, and what gives them back, so that
// another run on the same sandbox finds it as this one did.

// setPrice changes a price until the check is over.
func (p *probe) setPrice(f Fixture, price money.Money, unproved string) {
	p.need(p.h.SetPrice != nil, "SetPrice", unproved)
	p.must("SetPrice", p.h.SetPrice(p.ctx, f, price))
	if f.Price != nil {
		p.afterwards(func(ctx context.Context) { p.h.SetPrice(ctx, f, *f.Price) })
	}
}

// setNoShowFee changes a fee until the check is over.
func (p *probe) setNoShowFee(f Fixture, fee money.Money, unproved string) {
	p.need(p.h.SetNoShowFee != nil, "SetNoShowFee", unproved)
	was := p.policyOf(f).NoShowFee
	p.must("SetNoShowFee", p.h.SetNoShowFee(p.ctx, f, fee))
	if was != nil {
		p.afterwards(func(ctx context.Context) { p.h.SetNoShowFee(ctx, f, *was) })
	}
}

// setNote changes a cancellation note until the check is over.
func (p *probe) setNote(f Fixture, note, unproved string) {
	p.need(p.h.SetNote != nil, "SetNote", unproved)
	was := p.policyOf(f).CancellationNote
	p.must("SetNote", p.h.SetNote(p.ctx, f, note))
	p.afterwards(func(ctx context.Context) { p.h.SetNote(ctx, f, was) })
}

// afterwards keeps what is to be done once the check is over, whatever came of it.
func (p *probe) afterwards(do func(context.Context)) {
	ctx := context.WithoutCancel(p.ctx)
	p.undo = append(p.undo, func() { do(ctx) })
}

func (p *probe) policyOf(f Fixture) *osbp.Policy {
	policy, err := p.adapter(f).ExplainPolicy(p.ctx, osbp.PolicyExplainInput{ServiceID: f.ServiceID})
	p.wantAnswer("policy.explain", err)
	if policy == nil {
		p.fatalf("policy.explain answered with nothing")
	}
	return policy
}
