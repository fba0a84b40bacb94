package adaptertest

import "github.com/openservicekit/openservice/osbp"

// A handoff is a word to the user: nothing is sent to anybody (B-186, B-187, B-206).
var handoffChecks = []check{
	required("handoff.requires_human", "handoff.request",
		"handoff.request answers requires_human", (*probe).handoffIsForHumans),
	required("handoff.echo", "handoff.request",
		"handoff.request answers with the same reason, message and mandate_id", (*probe).handoffEchoes),
	required("handoff.no_side_effect", "handoff.request",
		"handoff.request makes no appointment, also when one waits for approval", (*probe).handoffBooksNothing),
	required("handoff.local", "handoff.request",
		"handoff.request is answered also while the platform is not", (*probe).handoffIsLocal),
	required("handoff.audited", "handoff.request",
		"handoff.request is audited like any other call", (*probe).handoffIsAudited),
	required("handoff.no_upstream", "Audit",
		"the audit event of handoff.request has no upstream", (*probe).handoffHasNoUpstream),
}

// handoff asks for one.
func (h *hosted) handoff() (osbp.HandoffRequestInput, osbp.Handoff) {
	in := osbp.HandoffRequestInput{
		Reason: string(osbp.CodeRequiresPaymentHandoff), Message: "A deposit comes first. \"Ask\" at the <desk> & wait.", MandateID: h.p.key("mnd"),
	}
	e := h.call(osbp.ToolHandoffRequest, in)
	h.wantOK(osbp.ToolHandoffRequest, e)
	got, err := osbp.DecodeValue[osbp.Handoff](e)
	if err != nil {
		h.p.fatalf("handoff.request: %v", err)
	}
	return in, got
}

func (p *probe) handoffIsForHumans() {
	if _, got := p.hosted(p.h.Fixtures.Plain).handoff(); got.Status != osbp.HandoffRequiresHuman {
		p.fatalf("status is %q", got.Status)
	}
}

func (p *probe) handoffEchoes() {
	in, got := p.hosted(p.h.Fixtures.Plain).handoff()
	for _, member := range []struct{ name, got, want string }{
		{"reason", got.Reason, in.Reason}, {"message", got.Message, in.Message}, {"mandate_id", got.MandateID, in.MandateID},
	} {
		if member.got != member.want {
			p.fatalf("%s is not the one that was given", member.name)
		}
	}
}

func (p *probe) handoffBooksNothing() {
	h, t := p.hosted(p.h.Fixtures.Plain), p.attempt(p.h.Fixtures.Plain)
	h.call(osbp.ToolBookingCreate, t.in)
	before := p.h.Creates()
	h.handoff()
	h.call(osbp.ToolHandoffRequest, osbp.HandoffRequestInput{Reason: "slot_taken", Message: "Please book it.", MandateID: t.in.Mandate.ID})
	p.wantCreates(before, 0)
}

func (p *probe) handoffIsLocal() {
	p.need(p.h.GarbleReads != nil, "GarbleReads", "that a handoff does without the platform")
	h := p.hosted(p.h.Fixtures.Plain)
	off, err := p.h.GarbleReads(p.ctx)
	p.until("GarbleReads", off, err)
	h.handoff()
}

func (p *probe) handoffIsAudited() {
	h := p.hosted(p.h.Fixtures.Plain)
	in, _ := h.handoff()
	events := h.events()
	if len(events) != 1 || events[0].ToolName != string(osbp.ToolHandoffRequest) {
		p.fatalf("handoff.request left %d audit events", len(events))
	}
	if events[0].MandateID != in.MandateID {
		p.fatalf("the audit event of handoff.request has another mandate_id")
	}
}

func (p *probe) handoffHasNoUpstream() {
	f := p.h.Fixtures.Plain
	h := p.hosted(f)
	h.read(f)
	h.handoff()
	if h.last().Upstream != nil {
		p.fatalf("the audit event of handoff.request has an upstream")
	}
}
