package adaptertest

import "github.com/openservicekit/openservice/osbp"

// Final confirmation: no appointment before the user has seen what it is (B-015,
// B-140, B-141).
var approvalChecks = []check{
	required("approval.challenged", "Canonical Flow",
		"a valid booking.create without approval returns requires_user_confirmation, retryable, with a token", (*probe).challenged),
	required("approval.no_create_before", "Canonical Flow",
		"no appointment create reaches the platform before the approval", (*probe).noCreateBeforeApproval),
}

func (p *probe) challenged() {
	t := p.attempt(p.h.Fixtures.Plain)
	_, err := t.create()
	got := p.wantProblem("an unapproved booking.create", err, osbp.CodeRequiresUserConfirmation)
	p.wantRetryable(got, true)
	if _, err := osbp.ParseChallenge(got); err != nil {
		p.fatalf("the challenge carries no approval token in its form")
	}
}

func (p *probe) noCreateBeforeApproval() {
	t := p.attempt(p.h.Fixtures.Plain)
	before := p.h.Creates()
	if _, err := t.create(); err == nil {
		p.fatalf("an unapproved booking.create succeeded")
	}
	p.wantCreates(before, 0)
	t.book()
	p.wantCreates(before, 1)
}
