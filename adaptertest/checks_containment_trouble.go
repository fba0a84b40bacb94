package adaptertest

import (
	"errors"
	"regexp"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

var troubleChecks = []check{
	required("containment.garbled_reads", "Adapter Contract",
		"a read that the platform answers with something malformed is a refusal, not a value", (*probe).garbledReadsAreRefused),
	required("containment.garbled_evidence", "Mandate Enforcement",
		"no create is sent while the platform's reads are malformed", (*probe).garbledEvidenceBooksNothing),
	required("containment.failing_evidence", "Security and Privacy Considerations",
		"a booking.create whose reads are answered with a server error is refused, not as a slot that is gone, and nothing is created", (*probe).failingEvidenceBooksNothing),
	required("containment.failing_reads", "Adapter Contract",
		"a read that the platform answers with a server error is a refusal, not a value such as a day without openings", (*probe).failingReadsAreRefused),
	required("containment.rate_limited", "Result Envelope",
		"a read that the platform answers with 429 is rate_limited, retryable", (*probe).limitedReadsSaySo),
	required("containment.rate_limited_evidence", "Result Envelope",
		"a booking.create whose reads are answered with 429 is refused, retryable, and nothing is created", (*probe).limitedEvidenceBooksNothing),
	required("containment.recovers", "Result Envelope",
		"once the platform answers again, so does the adapter", (*probe).readsRecover),
	required("containment.plain_words", "Result Envelope",
		"what a platform or a library says of a failure does not reach the agent", (*probe).messagesArePlain),
	required("containment.cancelled", "Adapter Contract",
		"a call whose caller has left ends with an answer and without a panic", (*probe).cancelledCallsEnd),
}

// fixedIn is a price in a currency that may be none.
func fixedIn(currency string) *money.Money {
	m := money.Fixed(currency, 100)
	return &m
}

// reads are the adapter's reads of the plain fixture, by tool.
func (p *probe) reads() map[osbp.Tool]func() error {
	f := p.h.Fixtures.Plain
	a, date := p.adapter(f), dateOf(p.slots(f, 1)[0].StartsAtLocal)
	return map[osbp.Tool]func() error{
		osbp.ToolServiceDescribe: func() error {
			_, err := a.DescribeService(p.ctx, osbp.ServiceDescribeInput{ServiceID: f.ServiceID})
			return err
		},
		osbp.ToolAvailabilityFind: func() error {
			_, err := a.FindAvailability(p.ctx, findInput(f, date))
			return err
		},
		osbp.ToolPolicyExplain: func() error {
			_, err := a.ExplainPolicy(p.ctx, osbp.PolicyExplainInput{ServiceID: f.ServiceID})
			return err
		},
	}
}

// garbledReads has the platform answer reads with something malformed.
func (p *probe) garbledReads(unproved string) (off func()) {
	p.need(p.h.GarbleReads != nil, "GarbleReads", unproved)
	off, err := p.h.GarbleReads(p.ctx)
	return p.until("GarbleReads", off, err)
}

func (p *probe) limitedReads(unproved string) (off func()) {
	p.need(p.h.RateLimitReads != nil, "RateLimitReads", unproved)
	off, err := p.h.RateLimitReads(p.ctx)
	return p.until("RateLimitReads", off, err)
}

func (p *probe) garbledReadsAreRefused() {
	reads := p.reads()
	p.garbledReads("that a malformed answer is no value")
	for tool, read := range reads {
		p.contain(string(tool)+" over a malformed answer", read)
		if read() == nil {
			p.fatalf("%s made a value of a malformed answer", tool)
		}
	}
}

func (p *probe) failingReadsAreRefused() {
	const unproved = "that a server error is no value"
	reads := p.reads()
	p.need(p.h.FailReads != nil, "FailReads", unproved)
	off, err := p.h.FailReads(p.ctx)
	p.until("FailReads", off, err)
	for tool, read := range reads {
		p.wantRefused(string(tool)+" that the platform answers with a server error", read())
	}
}

func (p *probe) garbledEvidenceBooksNothing() {
	t, before := p.attempt(p.h.Fixtures.Plain), p.h.Creates()
	t.approve()
	p.garbledReads("that malformed evidence books nothing")
	_, err := t.create()
	p.wantNotGone("booking.create over malformed reads", err)
	p.wantCreates(before, 0)
}

// wantNotGone requires a refusal that does not say that the slot is gone, which nobody
// knows while the platform can't be read.
func (p *probe) wantNotGone(what string, err error) *osbp.Problem {
	got := p.wantRefused(what, err)
	if got.Code == osbp.CodeSlotTaken {
		p.fatalf("%s was refused with %s, though nobody knows", what, got.Code)
	}
	return got
}

func (p *probe) failingEvidenceBooksNothing() {
	const unproved = "that evidence which can't be fetched books nothing"
	p.need(p.h.FailReads != nil, "FailReads", unproved)
	approved, first := p.attempt(p.h.Fixtures.Plain).approve(), p.attempt(p.h.Fixtures.Plain)
	off, err := p.h.FailReads(p.ctx)
	p.until("FailReads", off, err)
	before := p.h.Creates()
	for _, t := range []*attempt{approved, first} {
		_, err := t.create()
		p.wantNotGone("booking.create whose reads are answered with a server error", err)
	}
	p.wantCreates(before, 0)
}

func (p *probe) limitedReadsSaySo() {
	reads := p.reads()
	p.limitedReads("that a 429 to a read is told as such")
	for tool, read := range reads {
		got := p.wantProblem(string(tool)+" that the platform answers with 429", read(), osbp.CodeRateLimited)
		p.wantRetryable(got, true)
	}
}

func (p *probe) limitedEvidenceBooksNothing() {
	t, before := p.attempt(p.h.Fixtures.Plain), p.h.Creates()
	t.approve()
	off := p.limitedReads("that a 429 to the reads of a create is told as such")
	_, err := t.create()
	p.wantRetryable(p.wantNotGone("booking.create whose reads are answered with 429", err), true)
	p.wantCreates(before, 0)
	off()
	if _, err := t.create(); err != nil {
		p.fatalf("the same booking.create, after the 429, failed: %s", brief(err))
	}
	p.wantCreates(before, 1)
}

func (p *probe) readsRecover() {
	reads := p.reads()
	off := p.garbledReads("that the adapter recovers")
	for _, read := range reads {
		_ = read()
	}
	off()
	for tool, read := range reads {
		p.wantAnswer(string(tool)+", once the platform answered again,", read())
	}
}

// machineTalk is what libraries and stacks say of failures. None of it stands in a
// sentence for people.
var machineTalk = regexp.MustCompile(`(?i)invalid character|unmarshal|json:|unexpected (end|EOF)|\bEOF\b|dial tcp|i/o timeout|` +
	`connection refused|goroutine \d|\.go:\d+|https?://|panic:|nil pointer|sql:|traceback|exception|stack trace|status code|HTTP/1|runtime error|index out of range|[{,] ?"\w+" ?:`)

func (p *probe) messagesArePlain() {
	reads := p.reads()
	plain := func(what string, err error) {
		if got := osbp.AsProblem(err); got != nil && machineTalk.MatchString(got.Message) {
			p.fatalf("the message of %s is not for people", what)
		}
	}
	_, refused, _ := p.refusals()
	for _, r := range refused {
		plain(r.what, r.err)
	}
	off := p.garbledReads("that no library's text reaches the agent")
	for tool, read := range reads {
		plain(string(tool)+" over a malformed answer", read())
	}
	off()
	if p.h.RateLimitReads != nil {
		if off, err := p.h.RateLimitReads(p.ctx); p.can("RateLimitReads", err) {
			off := p.until("RateLimitReads", off, nil)
			for tool, read := range reads {
				plain(string(tool)+" answered with 429", read())
			}
			off()
		}
	}
	a := p.adapter(p.h.Fixtures.Plain)
	for i, text := range oddTexts {
		_, err := caught(func() error {
			_, err := a.DescribeService(p.ctx, osbp.ServiceDescribeInput{ServiceID: text})
			return err
		})
		plain("service.describe of "+odd(i), err)
		_, err = caught(func() error {
			_, err := a.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: text})
			return err
		})
		plain("booking.status of "+odd(i), err)
	}
}

// An adapter may answer a caller who has left with the context's error. A value it means:
// a host that has set the call a time limit hands it on.
func (p *probe) cancelledCallsEnd() {
	f := p.h.Fixtures.Plain
	t, ctx := p.attempt(f), p.ended()
	a, date, none := t.adapter, dateOf(t.slot.StartsAtLocal), false
	for tool, call := range map[osbp.Tool]func() error{
		osbp.ToolServiceDescribe: func() error {
			_, err := a.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: f.ServiceID})
			return err
		},
		osbp.ToolAvailabilityFind: func() error {
			slots, err := a.FindAvailability(ctx, findInput(f, date))
			none = err == nil && len(slots) == 0
			return err
		},
		osbp.ToolPolicyExplain: func() error {
			_, err := a.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: f.ServiceID})
			return err
		},
		osbp.ToolBookingStatus: func() error {
			_, err := a.GetBooking(ctx, osbp.BookingStatusInput{BookingID: p.key("booking")})
			return err
		},
		osbp.ToolBookingCreate: func() error {
			_, err := a.CreateBooking(ctx, t.in)
			return err
		},
	} {
		p.contain(string(tool)+" for a caller who has left", func() error {
			err := call()
			if err != nil && osbp.AsProblem(err) == nil && errors.Is(err, ctx.Err()) {
				return nil
			}
			return err
		})
	}
	if none {
		p.fatalf("for a caller who has left, a day with openings is one without")
	}
}
