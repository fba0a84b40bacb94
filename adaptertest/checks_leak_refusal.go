package adaptertest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// refusal is one that was provoked, and the attempt that it refused.
type refusal struct {
	what string
	err  error
	of   *attempt
}

// refused collects refusals of one attempt and its likes.
type refused struct {
	p   *probe
	t   *attempt
	all []refusal
}

func (r *refused) add(what string, of *attempt, err error) {
	r.all = append(r.all, refusal{what, err, of})
}

// try sends the attempt under a fresh key, changed.
func (r *refused) try(what string, change func(*osbp.BookingCreateInput)) {
	other, m := *r.t, *r.t.in.Mandate
	other.in.Mandate, other.in.IdempotencyKey = &m, r.p.key("idem")
	change(&other.in)
	_, err := other.create()
	r.add(what, &other, err)
}

// during keeps what the attempt is refused with in a state of the platform's.
func (r *refused) during(what, field string, begin func(context.Context) (func(), error), call func() error) {
	if begin == nil {
		return
	}
	off, err := begin(r.p.ctx)
	if !r.p.can(field, err) {
		return
	}
	end := r.p.until(field, off, nil)
	r.add(what, r.t, call())
	end()
}

// refusals has the adapter refuse in as many ways as it can be made to, and returns the
// attempt and what it said, the challenge apart.
func (p *probe) refusals() (t *attempt, all []refusal, challenge error) {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	t = p.attemptOf(p.h.Fixtures.Plain, slots[0])
	t.in.VerificationCode = "730194"
	_, challenge = t.create()
	t.approve()
	r := &refused{p: p, t: t}
	r.mandates()
	r.try("an idempotency_conflict", func(in *osbp.BookingCreateInput) {
		in.IdempotencyKey = t.in.IdempotencyKey
		in.Date, in.Time = startOf(slots[1])
	})
	if p.h.TakeSlot != nil && p.can("TakeSlot", p.h.TakeSlot(p.ctx, slots[1])) {
		gone := p.attemptOf(p.h.Fixtures.Plain, slots[1])
		gone.in.Customer, gone.in.VerificationCode, gone.in.Approval = t.in.Customer, t.in.VerificationCode, t.in.Approval
		_, err := gone.create()
		r.add("a refusal for a slot that is gone", gone, err)
	}
	r.otherTools()
	r.codes()
	r.troubles()
	return t, r.all, challenge
}

func (r *refused) mandates() {
	p, t := r.p, r.t
	r.try("a refusal for an expired mandate", func(in *osbp.BookingCreateInput) { in.Mandate.ExpiresAt = p.instant(-time.Hour) })
	r.try("a refusal for an action", func(in *osbp.BookingCreateInput) { in.Mandate.AllowedActions = nil })
	r.try("a refusal for an organization", func(in *osbp.BookingCreateInput) { in.Mandate.OrganizationID = "none" })
	r.try("a refusal for a service", func(in *osbp.BookingCreateInput) { in.Mandate.ServiceIDs = []string{"none"} })
	r.try("a refusal for a provider", func(in *osbp.BookingCreateInput) { in.Mandate.ProviderIDs = []string{"none"} })
	r.try("a refusal for the window", func(in *osbp.BookingCreateInput) { in.Mandate.LatestEnd = t.slot.StartsAtLocal })
	r.try("a refusal for a malformed window", func(in *osbp.BookingCreateInput) { in.Mandate.EarliestStart = "tomorrow" })
	r.try("a refusal for a price", func(in *osbp.BookingCreateInput) { in.Mandate.MaxPrice = fixedIn(in.Mandate.MaxPrice.Currency) })
	r.try("a refusal for a currency", func(in *osbp.BookingCreateInput) {
		in.Mandate.MaxPrice = t.inOtherCurrency(in.Mandate.MaxPrice, 1)
	})
	r.try("a refusal for a date", func(in *osbp.BookingCreateInput) { in.Date = "2026-02-30" })
	r.try("a refusal for a time", func(in *osbp.BookingCreateInput) { in.Time = "00:01"; in.Mandate.EarliestStart = "" })
	r.try("a refusal for a missing key", func(in *osbp.BookingCreateInput) { in.IdempotencyKey = "" })
	r.try("a refusal for a service that is none", func(in *osbp.BookingCreateInput) {
		in.ServiceID, in.Mandate.ServiceIDs = p.key("service"), nil
	})
}

func (r *refused) otherTools() {
	t, ctx := r.t, r.p.ctx
	_, err := t.adapter.GetBooking(ctx, osbp.BookingStatusInput{BookingID: r.p.key("none"), Customer: &t.in.Customer})
	r.add("a refusal of booking.status", t, err)
	_, err = t.adapter.SendVerification(ctx, osbp.VerificationSendInput{Customer: t.in.Customer, Purpose: "booking:none"})
	r.add("a refusal of verification.send", t, err)
	_, err = t.adapter.VerifyCode(ctx, osbp.VerificationVerifyInput{
		Customer: t.in.Customer, Purpose: osbp.BookingPurpose(t.fixture.OrganizationID), Code: t.in.VerificationCode,
	})
	r.add("a refusal of verification.verify", t, err)
}

// codes are refusals for want of a code, and for a wrong one.
func (r *refused) codes() {
	f := r.p.h.Fixtures.Verified
	if f == (Fixture{}) {
		return
	}
	v := r.p.attempt(f)
	v.in.Customer = r.t.in.Customer
	_, err := v.create()
	c, perr := osbp.ParseChallenge(osbp.AsProblem(err))
	if perr != nil {
		return
	}
	v.in.Approval = c.Approval()
	_, err = v.create()
	r.add("requires_verification", v, err)
	v.in.VerificationCode = r.t.in.VerificationCode
	_, err = v.create()
	r.add("verification_failed", v, err)
}

// troubles are refusals for what goes wrong at the platform.
func (r *refused) troubles() {
	h, t, ctx := r.p.h, r.t, r.p.ctx
	create := func() error {
		_, err := t.create()
		return err
	}
	read := func() error {
		_, err := t.adapter.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: t.in.ServiceID})
		return err
	}
	r.during("rate_limited", "RateLimit", h.RateLimit, create)
	r.during("a refusal of a read that is rate limited", "RateLimitReads", h.RateLimitReads, read)
	r.during("a refusal of a read that is malformed", "GarbleReads", h.GarbleReads, read)
	r.during("a refusal of a read that fails", "FailReads", h.FailReads, read)
	r.during("a refusal of booking.create over malformed reads", "GarbleReads", h.GarbleReads, create)
	r.during("a refusal of booking.create over failing reads", "FailReads", h.FailReads, create)
	if h.LoseAnswer != nil {
		r.during("a refusal for a lost answer", "LoseAnswer", func(ctx context.Context) (func(), error) { return h.LoseAnswer(ctx, false) }, create)
	}
}

// wantMessagesWithout searches the messages of many refusals. One that puts the booking
// to the user is no refusal.
func (p *probe) wantMessagesWithout(values func(*attempt) []canary) {
	t, all, _ := p.refusals()
	for _, r := range all {
		got := osbp.AsProblem(r.err)
		if got == nil || strings.Contains(got.Message, tokenMarker) {
			continue
		}
		p.wantAbsent("the message of "+r.what, got.Message, append(values(t), values(r.of)...)...)
	}
}

func (p *probe) contactInRefusal() {
	p.wantMessagesWithout(func(t *attempt) []canary { return contacts(t.in.Customer) })
}

func (p *probe) nameInRefusal() {
	p.wantMessagesWithout(func(t *attempt) []canary { return names(t.in.Customer) })
}

func (p *probe) tokenInRefusal() { p.wantMessagesWithout((*attempt).token) }

func (p *probe) codeInRefusal() { p.wantMessagesWithout((*attempt).code) }

func (p *probe) credentialInRefusal() {
	p.need(len(p.h.Credentials) > 0, "Credentials", "that credentials stay where they are")
	_, all, _ := p.refusals()
	for _, r := range all {
		if got := osbp.AsProblem(r.err); got != nil {
			p.wantAbsent("the message of "+r.what, got.Message, p.credentials()...)
		}
		p.wantAbsent("the error text of "+r.what, fmt.Sprintf("%+v", r.err), p.credentials()...)
	}
}

// canaries are the values of the attempt that belong to its customer alone.
func (t *attempt) canaries() []canary {
	return slices.Concat(contacts(t.in.Customer), names(t.in.Customer), t.token(), t.code())
}

func (p *probe) errorText() {
	t, all, challenge := p.refusals()
	for _, r := range append(all, refusal{"the challenge", challenge, t}) {
		for _, verb := range []string{"%v", "%+v"} {
			p.wantAbsent("the error text of "+r.what, fmt.Sprintf(verb, r.err), append(t.canaries(), r.of.canaries()...)...)
		}
	}
}
