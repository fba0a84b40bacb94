package adaptertest

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// What else a person reads off the price list (B-054, B-058, B-086, B-132, B-139).
var (
	moneyListChecks = []check{
		required("money.cancellation_fee", "policy.explain",
			"the cancellation fee is that of the price list", listedFee("cancellation fee", func(f Fixture, p *osbp.Policy) (got, want *money.Money) {
				return p.CancellationFee, f.CancellationFee
			})),
		required("money.no_show_fee", "policy.explain",
			"the no-show fee is that of the price list", listedFee("no-show fee", func(f Fixture, p *osbp.Policy) (got, want *money.Money) {
				return p.NoShowFee, f.NoShowFee
			})),
		required("money.option_price", "Core Objects",
			"an option costs what the price list says", (*probe).optionIsListed),
	}
	timeListChecks = []check{
		required("time.hours_listed", "Time Discipline",
			"schedule_hours have the merchant's periods under their ISO weekdays, also those that run into the next day", (*probe).hoursAreListed),
	}
	shapeListChecks = []check{
		required("shape.duration", "service.describe",
			"a service takes as long as the merchant says", (*probe).durationIsListed),
		required("shape.cancellation_window", "policy.explain",
			"a booking can be called off until as long before the start as the merchant says", (*probe).windowIsListed),
		required("shape.late_grace", "policy.explain",
			"a customer may come as late as the merchant says", (*probe).graceIsListed),
		required("shape.cancellation_note", "policy.explain",
			"the merchant's cancellation note is in the policy", (*probe).noteIsExplained),
	}
)

func listedFee(name string, of func(Fixture, *osbp.Policy) (got, want *money.Money)) func(*probe) {
	return func(p *probe) {
		f := fees(p)
		got, want := of(f, p.explain(f))
		if want == nil {
			p.skipf("Harness.Fixtures.Fees does not say what the %s is: that it is told right is not shown", name)
		}
		p.wantSameMoney("the "+name+" of "+f.ServiceID, got, want)
	}
}

func (p *probe) optionIsListed() {
	f := p.fixture(p.h.Fixtures.Options, "Options", "what variants and add-ons cost")
	if f.OptionID == "" || f.OptionPrice == nil {
		p.skipf("Harness.Fixtures.Options names no option and its price: that options are priced right is not shown")
	}
	for _, o := range p.describe(f).Options {
		if o.ID == f.OptionID {
			p.wantSameMoney("the option "+o.ID, o.Price, f.OptionPrice)
			return
		}
	}
	p.fatalf("the service has no option %q", f.OptionID)
}

// wantSpan requires a duration, in whatever units it is written.
func (p *probe) wantSpan(what, got, want string) {
	g, err := wallclock.ParseDuration(got)
	w, werr := wallclock.ParseDuration(want)
	switch {
	case werr != nil:
		p.fatalf("a fixture's %s is no ISO 8601 duration", what)
	case err != nil:
		p.fatalf("the %s is %q, not an ISO 8601 duration", what, got)
	case hours(g) != hours(w):
		p.fatalf("the %s is %s, not %s", what, got, want)
	}
}

// hours are a duration's clock with its days as 24 hours each.
func hours(d wallclock.Duration) time.Duration { return d.Clock + time.Duration(d.Days)*24*time.Hour }

// listed is the first fixture that says something.
func (p *probe) listed(what string, say func(Fixture) string) Fixture {
	for _, f := range p.catalogue() {
		if say(f.Fixture) != "" {
			return f.Fixture
		}
	}
	p.skipf("no fixture says what the %s is: that it is told right is not shown", what)
	return Fixture{}
}

func (p *probe) durationIsListed() {
	f := p.listed("duration", func(f Fixture) string { return f.Duration })
	p.wantSpan("duration", p.describe(f).Duration, f.Duration)
}

func (p *probe) windowIsListed() {
	f := p.listed("cancellation window", func(f Fixture) string { return f.CancellationWindow })
	policy := p.explain(f)
	if !policy.CancellationEnabled {
		p.fatalf("the policy says that a booking can't be called off, which it can")
	}
	p.wantSpan("cancellation_window", policy.CancellationWindow, f.CancellationWindow)
}

func (p *probe) graceIsListed() {
	f := p.listed("grace for coming late", func(f Fixture) string { return f.LateGrace })
	p.wantSpan("late_grace", p.explain(f).LateGrace, f.LateGrace)
}

func (p *probe) noteIsExplained() {
	note := "Ring the bell of unit " + p.key("note") + " to cancel."
	p.setNote(p.h.Fixtures.Plain, note, "a cancellation note in the policy")
	if !strings.Contains(p.explain(p.h.Fixtures.Plain).CancellationNote, note) {
		p.fatalf("the merchant's cancellation note is not in the policy")
	}
}

// hoursAreListed looks for one period that the merchant has; slots may carry no hours.
func (p *probe) hoursAreListed() {
	shown := false
	for _, f := range p.catalogue() {
		if f.Hours == "" {
			continue
		}
		want := parseHours(f.Hours)
		if want.Day == 0 {
			p.fatalf("Fixture.Hours %q is no weekday and two times", f.Hours)
		}
		for _, s := range p.someSlots(f.Fixture) {
			if len(s.ScheduleHours) == 0 {
				continue
			}
			shown = true
			if !slices.Contains(s.ScheduleHours, want) {
				p.fatalf("schedule_hours of %q do not have %s", f.ServiceID, f.Hours)
			}
			break
		}
	}
	if !shown {
		p.skipf("no fixture says when its schedule is open, or no slot does: that opening hours stand under their weekdays is not shown")
	}
}

// parseHours reads "6 18:00-02:00"; Day is 0 where it can't.
func parseHours(text string) osbp.ScheduleHours {
	var h osbp.ScheduleHours
	day, times, _ := strings.Cut(text, " ")
	open, until, _ := strings.Cut(times, "-")
	if n, err := strconv.Atoi(day); err == nil && n >= 1 && n <= 7 && len(open) == 5 && len(until) == 5 {
		h = osbp.ScheduleHours{Day: n, Open: open, Close: until}
	}
	return h
}
