package adaptertest

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/openservicekit/openservice/osbp"
)

// Final confirmation: no appointment before the user has seen what it is (B-015,
// B-018, B-019, B-113, B-160 to B-168, B-174, B-199).
var approvalChecks = slices.Concat([]check{
	required("approval.challenged", "Canonical Flow",
		"a valid booking.create without approval returns requires_user_confirmation, retryable, with a token", (*probe).challenged),
	required("approval.free_challenged", "booking.create",
		"a service that costs nothing is put to the user like any other", (*probe).freeIsChallenged),
	required("approval.each_challenged", "booking.create",
		"a second booking of one customer under one mandate is put to the user like the first", (*probe).notApprovedBefore),
	required("approval.no_create_before", "Canonical Flow",
		"no appointment create reaches the platform before the approval", (*probe).noCreateBeforeApproval),
	required("approval.holds_nothing", "Known Limitations",
		"a slot that was put to the user is open to everybody until it is booked", (*probe).challengeHoldsNothing),
	required("approval.token_once", "Canonical Flow",
		`the challenge gives its token as approval.token="<token>", once, after the summary`, (*probe).tokenOnce),
	required("approval.token_unguessable", "Security and Privacy Considerations",
		"tokens are long, and have nothing in common that would help to guess one", (*probe).tokenUnguessable),
	required("approval.asked_again", "booking.create",
		"a token stays good when the same unapproved call comes again while the facts hold", (*probe).askedAgain),
	required("approval.unconfirmed", "booking.create",
		"the right token with confirmed false is no approval", (*probe).unconfirmed),
	required("approval.empty_token", "booking.create",
		"confirmed true without a token is no approval", (*probe).emptyToken),
	required("approval.wrong_token", "booking.create",
		"a token that was never issued is no approval", (*probe).wrongToken),
	required("approval.whole_token", "booking.create",
		"a part of the token, or the token with more to it, is no approval", (*probe).wholeToken),
	required("approval.right_after_wrong", "booking.create",
		"a wrong token does not make the right one void", (*probe).rightAfterWrong),
	required("approval.terminal_not_retryable", "booking.create",
		"a booking that can't be bounded is refused with requires_user_confirmation that is not retryable", (*probe).terminalNotRetryable),
	required("approval.terminal_no_token", "booking.create",
		"the form of requires_user_confirmation that is not retryable carries no token", (*probe).terminalNoToken),
	required("approval.terminal_stays", "booking.create",
		"an invented approval does not get a booking past the form that is not retryable", (*probe).terminalStays),
}, approvalBindingChecks, approvalPayloadChecks, approvalTextChecks)

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

func (p *probe) challengeHoldsNothing() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.challenge()
	if !slices.ContainsFunc(p.find(t.fixture, t.in.Date), func(s osbp.Slot) bool {
		return s.StartsAtLocal == t.slot.StartsAtLocal && s.ProviderID == t.slot.ProviderID
	}) {
		p.fatalf("a slot that nobody has booked is offered no longer, since it was put to a user")
	}
}

// tokenMarker opens the token in a challenge's message.
const tokenMarker = `approval.token="`

func (p *probe) tokenOnce() {
	_, err := p.attempt(p.h.Fixtures.Plain).create()
	got := p.wantProblem("an unapproved booking.create", err, osbp.CodeRequiresUserConfirmation)
	if n := strings.Count(got.Message, tokenMarker); n != 1 {
		p.fatalf("the challenge has approval.token=\" %d times", n)
	}
	summary, rest, _ := strings.Cut(got.Message, tokenMarker)
	token, _, closed := strings.Cut(rest, `"`)
	switch {
	case !closed || token == "":
		p.fatalf("the challenge's token does not end with a quotation mark")
	case strings.TrimSpace(summary) == "":
		p.fatalf("the challenge has no summary before its token")
	case strings.Count(got.Message, token) != 1:
		p.fatalf("the challenge has its token once more, outside its form")
	}
}

// tokenUnguessable leaves out what all tokens begin or end with, such as a prefix.
func (p *probe) tokenUnguessable() {
	slot := p.slots(p.h.Fixtures.Plain, 1)[0]
	var tokens []string
	for range 4 {
		tokens = append(tokens, p.attemptOf(p.h.Fixtures.Plain, slot).challenge().Token)
	}
	first := tokens[0]
	prefix, suffix := len(first), len(first)
	for _, token := range tokens[1:] {
		prefix = min(prefix, common(first, token, func(s string, i int) byte { return s[i] }))
		suffix = min(suffix, common(first, token, func(s string, i int) byte { return s[len(s)-1-i] }))
	}
	for _, token := range tokens {
		if own := len(token) - prefix - suffix; own < 16 {
			p.fatalf("a token has %d characters that are its own, not 16 or more", max(own, 0))
		}
	}
}

// common is how many characters a and b have in common from where at begins.
func common(a, b string, at func(string, int) byte) int {
	n := 0
	for n < len(a) && n < len(b) && at(a, n) == at(b, n) {
		n++
	}
	return n
}

func (p *probe) askedAgain() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	t.challenge()
	_, err := t.create()
	p.wantAnswer("a booking.create with the token of an earlier challenge for the same facts", err)
}

// wantNoBooking requires that the attempt as it stands is refused, in whatever way,
// and that nothing is sent.
func (t *attempt) wantNoBooking(what string) *osbp.Problem {
	before := t.p.h.Creates()
	_, err := t.create()
	if err == nil {
		t.p.fatalf("%s succeeded", what)
	}
	t.p.wantCreates(before, 0)
	return problemOf(err)
}

func (p *probe) unconfirmed() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	t.in.Approval.Confirmed = false
	t.wantNoBooking("a booking.create with confirmed false")
}

func (p *probe) emptyToken() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.challenge()
	t.in.Approval = &osbp.Approval{Confirmed: true}
	t.wantNoBooking("a booking.create without a token")
}

func (p *probe) wrongToken() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.in.Approval = p.invented()
	t.wantNoBooking("a first booking.create with a token that was never issued")
	t.challenge()
	t.wantNoBooking("a booking.create with a token that was never issued")
}

// invented is an approval that no adapter has asked for.
func (p *probe) invented() *osbp.Approval {
	return &osbp.Approval{Confirmed: true, Token: p.key("approve")}
}

func (p *probe) wholeToken() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	token := t.in.Approval.Token
	for _, other := range []struct{ what, token string }{
		{"the first half of its token", token[:len(token)/2]},
		{"all but the last character of its token", token[:len(token)-1]},
		{"its token and one character more", token + "x"},
		{"its token twice", token + token},
		{"its token in other letters", swappedCase(token)},
	} {
		t.in.Approval = &osbp.Approval{Confirmed: true, Token: other.token}
		t.wantNoBooking("a booking.create with " + other.what)
	}
}

// swappedCase makes small letters large and large ones small.
func swappedCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

func (p *probe) freeIsChallenged() {
	t, before := p.attempt(free(p)), p.h.Creates()
	t.challenge()
	p.wantCreates(before, 0)
}

// notApprovedBefore books, and requires that a second booking of the same customer under
// the same mandate is put to the user too.
func (p *probe) notApprovedBefore() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	one, two := p.attemptOf(p.h.Fixtures.Plain, slots[0]), p.attemptOf(p.h.Fixtures.Plain, slots[1])
	atAnyTime(one.in.Mandate)
	two.in.Mandate, two.in.Customer = one.in.Mandate, one.in.Customer
	one.book()
	before := p.h.Creates()
	two.challenge()
	p.wantCreates(before, 0)
}

func (p *probe) rightAfterWrong() {
	t := p.attempt(p.h.Fixtures.Plain).approve()
	right := t.in.Approval
	t.in.Approval = p.invented()
	t.wantNoBooking("a booking.create with a token that was never issued")
	t.in.Approval = right
	_, err := t.create()
	p.wantAnswer("a booking.create with the right token, after a wrong one,", err)
}

// terminals are drafts of bookings that nothing bounds, by the name of their fixture.
func (p *probe) terminals(unproved string) iter.Seq2[string, *attempt] {
	f := p.h.Fixtures
	type draft struct {
		name    string
		fixture Fixture
	}
	drafts := slices.DeleteFunc([]draft{
		{"NotFixed", f.NotFixed}, {"NoPrice", f.NoPrice}, {"UnknownPayment", f.UnknownPayment},
	}, func(d draft) bool { return d.fixture == Fixture{} })
	if len(drafts) == 0 {
		p.skipf("Harness.Fixtures has none of NotFixed, NoPrice and UnknownPayment: %s is not shown", unproved)
	}
	return func(yield func(string, *attempt) bool) {
		for _, d := range drafts {
			if !yield(d.name, p.attempt(d.fixture)) {
				return
			}
		}
	}
}

func (p *probe) terminalNotRetryable() {
	for name, t := range p.terminals("a booking that can't be bounded") {
		got := t.wantCode("a booking of Fixtures."+name, osbp.CodeRequiresUserConfirmation)
		if got.Retryable {
			p.fatalf("a booking of Fixtures.%s was refused as retryable", name)
		}
	}
}

func (p *probe) terminalNoToken() {
	for name, t := range p.terminals("a booking that can't be bounded") {
		got := t.wantNoBooking("a booking of Fixtures." + name)
		if strings.Contains(got.Message, "approval.token") {
			p.fatalf("the refusal of a booking of Fixtures.%s carries a token", name)
		}
	}
}

func (p *probe) terminalStays() {
	for name, t := range p.terminals("a booking that can't be bounded") {
		t.in.Approval = p.invented()
		t.wantCode("a booking of Fixtures."+name+" with an invented approval", osbp.CodeRequiresUserConfirmation)
	}
}
