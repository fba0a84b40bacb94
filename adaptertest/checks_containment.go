package adaptertest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// Whatever an adapter is asked, and whatever its platform answers, it gives a value or a
// Problem (B-097, B-120, B-121, B-226, B-243, B-259).
var containmentChecks = slices.Concat(oddChecks, troubleChecks)

var oddChecks = []check{
	required("containment.describe", "Adapter Contract",
		"service.describe neither panics nor throws, whatever it is asked", (*probe).oddDescribes),
	required("containment.find", "Adapter Contract",
		"availability.find neither panics nor throws, whatever it is asked", (*probe).oddFinds),
	required("containment.explain", "Adapter Contract",
		"policy.explain neither panics nor throws, whatever it is asked", (*probe).oddExplains),
	required("containment.send", "Adapter Contract",
		"verification.send neither panics nor throws, whatever it is asked", (*probe).oddSends),
	required("containment.verify", "Adapter Contract",
		"verification.verify neither panics nor throws, whatever it is asked", (*probe).oddVerifies),
	required("containment.create", "Adapter Contract",
		"booking.create neither panics nor throws nor books, whatever it is asked", (*probe).oddCreates),
	required("containment.create_mandate", "Adapter Contract",
		"booking.create neither panics nor throws nor books, whatever its mandate is", (*probe).oddMandates),
	required("containment.status", "Adapter Contract",
		"booking.status neither panics nor throws, whatever it is asked", (*probe).oddStatuses),
}

// oddTexts are what an agent that is confused or compromised may send. None is an id.
var oddTexts = []string{
	"", " ", "\x00", "\r\n", "\x1b[31m", "\u202e", "\xff\xfe", "null", "undefined", "0", "-1",
	"..", "../../etc/passwd", "/", "//host/", "a/b?c=d#e", "%00", "%2e%2e%2f", "*", "' OR 1=1 --", "{{7*7}}", "${x}", "%s%n%d",
	"ünïcödé 点検", "👩‍🔧", strings.Repeat("x", 300), strings.Repeat("é", 1<<15), "<script>alert(1)</script>",
}

// contain calls an adapter and requires a value or a Problem. Which, is not judged here.
func (p *probe) contain(what string, call func() error) {
	thrown, err := caught(call)
	switch {
	case thrown != "":
		p.fatalf("%s panics: %s", what, thrown)
	case errors.Is(err, errNothing):
		p.fatalf("%s gives neither a value nor a Problem", what)
	case err != nil && osbp.AsProblem(err) == nil:
		p.fatalf("%s gives an error of type %T that is no protocol answer", what, err)
	case err != nil && osbp.AsProblem(err).Code == "":
		p.fatalf("%s gives a Problem without a code", what)
	}
}

// caught calls and says what was panicked with, by its type: its text may say more.
func caught(call func() error) (thrown string, err error) {
	defer func() {
		if v := recover(); v != nil {
			thrown = fmt.Sprintf("%T", v)
		}
	}()
	return "", call()
}

// odd names one of the odd texts in a failure.
func odd(i int) string { return fmt.Sprintf("%.20q", oddTexts[i]) }

func (p *probe) oddDescribes() {
	a := p.adapter(p.h.Fixtures.Plain)
	for i, text := range oddTexts {
		p.contain("service.describe of "+odd(i), func() error {
			s, err := a.DescribeService(p.ctx, osbp.ServiceDescribeInput{ServiceID: text})
			return answered(s == nil, err)
		})
	}
}

// answered makes of neither a value nor an error the one that is no answer.
func answered(nothing bool, err error) error {
	if err == nil && nothing {
		return errNothing
	}
	return err
}

var errNothing = errors.New("neither a value nor an error")

func (p *probe) oddFinds() {
	f := p.h.Fixtures.Plain
	a, date := p.adapter(f), p.dates(f)[0]
	for i, text := range oddTexts {
		for name, change := range inOrder(map[string]func(*osbp.AvailabilityFindInput){
			"service_id":  func(in *osbp.AvailabilityFindInput) { in.ServiceID = text },
			"schedule_id": func(in *osbp.AvailabilityFindInput) { in.ScheduleID = text },
			"provider_id": func(in *osbp.AvailabilityFindInput) { in.ProviderID = text },
			"date":        func(in *osbp.AvailabilityFindInput) { in.Date = text },
		}) {
			in := findInput(f, date)
			change(&in)
			p.contain("availability.find with "+name+" "+odd(i), func() error {
				_, err := a.FindAvailability(p.ctx, in)
				return err
			})
		}
	}
	for _, date := range []string{"0000-01-01", "9999-12-31", "1900-02-28", date + date} {
		p.contain("availability.find for "+date, func() error {
			_, err := a.FindAvailability(p.ctx, findInput(f, date))
			return err
		})
	}
}

func (p *probe) oddExplains() {
	a := p.adapter(p.h.Fixtures.Plain)
	for i, text := range oddTexts {
		p.contain("policy.explain of "+odd(i), func() error {
			policy, err := a.ExplainPolicy(p.ctx, osbp.PolicyExplainInput{ServiceID: text})
			return answered(policy == nil, err)
		})
	}
}

// verifiable are the organizations whose adapters are tried with odd verifications.
func (p *probe) verifiable() []Fixture {
	all := []Fixture{p.h.Fixtures.Plain}
	if f := p.h.Fixtures.Verified; f != (Fixture{}) {
		all = append(all, f)
	}
	return all
}

func (p *probe) oddSends() {
	for _, f := range p.verifiable() {
		a, purpose := p.adapter(f), osbp.BookingPurpose(f.OrganizationID)
		for i, text := range oddTexts {
			for name, in := range inOrder(map[string]osbp.VerificationSendInput{
				"phone":   {Customer: osbp.Customer{Phone: text}, Purpose: purpose},
				"email":   {Customer: osbp.Customer{Email: text}, Purpose: purpose},
				"purpose": {Customer: p.customer(), Purpose: text},
			}) {
				p.contain("verification.send with "+name+" "+odd(i), func() error {
					v, err := a.SendVerification(p.ctx, in)
					return answered(v == nil, err)
				})
			}
		}
	}
}

func (p *probe) oddVerifies() {
	for _, f := range p.verifiable() {
		a, purpose := p.adapter(f), osbp.BookingPurpose(f.OrganizationID)
		for i, text := range oddTexts {
			for name, in := range inOrder(map[string]osbp.VerificationVerifyInput{
				"phone":   {Customer: osbp.Customer{Phone: text}, Purpose: purpose, Code: "1"},
				"purpose": {Customer: p.customer(), Purpose: text, Code: "1"},
				"code":    {Customer: p.customer(), Purpose: purpose, Code: text},
			}) {
				p.contain("verification.verify with "+name+" "+odd(i), func() error {
					v, err := a.VerifyCode(p.ctx, in)
					return answered(v == nil, err)
				})
			}
		}
	}
}

// containCreate requires that an odd booking gives a Problem, and that nothing is
// created.
func (p *probe) containCreate(what string, t *attempt, in osbp.BookingCreateInput) {
	before := p.h.Creates()
	p.contain("booking.create with "+what, func() error {
		r, err := t.adapter.CreateBooking(p.ctx, in)
		return answered(r == nil, err)
	})
	p.wantCreates(before, 0)
}

func (p *probe) oddCreates() {
	t := p.attempt(p.h.Fixtures.Plain)
	p.containCreate("nothing", t, osbp.BookingCreateInput{})
	for i, text := range oddTexts {
		for name, change := range inOrder(map[string]func(*osbp.BookingCreateInput){
			"service_id":      func(in *osbp.BookingCreateInput) { in.ServiceID = text },
			"schedule_id":     func(in *osbp.BookingCreateInput) { in.ScheduleID = text },
			"provider_id":     func(in *osbp.BookingCreateInput) { in.ProviderID = text },
			"date":            func(in *osbp.BookingCreateInput) { in.Date = text },
			"time":            func(in *osbp.BookingCreateInput) { in.Time = text },
			"idempotency_key": func(in *osbp.BookingCreateInput) { in.IdempotencyKey = text },
			"customer": func(in *osbp.BookingCreateInput) {
				in.Customer = osbp.Customer{DisplayName: text, Phone: text, Email: text}
			},
			"approval":          func(in *osbp.BookingCreateInput) { in.Approval = &osbp.Approval{Confirmed: true, Token: text} },
			"verification_code": func(in *osbp.BookingCreateInput) { in.VerificationCode = text },
		}) {
			in := t.in
			in.IdempotencyKey = p.key("idem")
			change(&in)
			p.containCreate(name+" "+odd(i), t, in)
		}
	}
}

func (p *probe) oddMandates() {
	t := p.attempt(p.h.Fixtures.Plain)
	for i, text := range oddTexts {
		for name, change := range inOrder(map[string]func(*osbp.Mandate){
			"id":              func(m *osbp.Mandate) { m.ID = text },
			"expires_at":      func(m *osbp.Mandate) { m.ExpiresAt = text },
			"allowed_actions": func(m *osbp.Mandate) { m.AllowedActions = []osbp.Tool{osbp.Tool(text)} },
			"organization_id": func(m *osbp.Mandate) { m.OrganizationID = text },
			"earliest_start":  func(m *osbp.Mandate) { m.EarliestStart = text },
			"latest_end":      func(m *osbp.Mandate) { m.LatestEnd = text },
			"max_price":       func(m *osbp.Mandate) { m.MaxPrice = fixedIn(text) },
			"max_extra_fee":   func(m *osbp.Mandate) { m.MaxExtraFee = fixedIn(text) },
		}) {
			in, m := t.in, *t.in.Mandate
			in.IdempotencyKey, in.Mandate = p.key("idem"), &m
			change(&m)
			p.containCreate("mandate."+name+" "+odd(i), t, in)
		}
	}
	t.in.Mandate = new(osbp.Mandate)
	p.containCreate("an empty mandate", t, t.in)
}

func (p *probe) oddStatuses() {
	a := p.adapter(p.h.Fixtures.Plain)
	for i, text := range oddTexts {
		for _, c := range []*osbp.Customer{nil, {}, {Phone: text, Email: text}} {
			p.contain("booking.status of "+odd(i), func() error {
				b, err := a.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: text, Customer: c})
				return answered(b == nil, err)
			})
		}
	}
}

// ended is a context whose caller has left.
func (p *probe) ended() context.Context {
	ctx, cancel := context.WithCancel(p.ctx)
	cancel()
	return ctx
}
