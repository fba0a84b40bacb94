package adaptertest

import (
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// daysAhead is how many days are searched for slots.
const daysAhead = 60

// slots returns open slots of the fixture, of the first day that has at least n.
func (p *probe) slots(f Fixture, n int) []osbp.Slot {
	for _, date := range p.dates(f) {
		all := p.find(f, date)
		var fit []osbp.Slot
		for _, s := range all {
			if s.ProviderID == f.ProviderID && plainlyTimed(s, all) {
				fit = append(fit, s)
			}
		}
		if len(fit) >= n {
			return fit
		}
	}
	p.fatalf("no day within %d offers %d slots of service %q, schedule %q, provider %q", daysAhead, n, f.ServiceID, f.ScheduleID, f.ProviderID)
	return nil
}

// plainlyTimed reports whether a slot's local times say what they seem to: on the night
// on which clocks go back a time can come twice, and a slot end by the clock before it
// starts.
func plainlyTimed(s osbp.Slot, all []osbp.Slot) bool {
	twice := slices.ContainsFunc(all, func(other osbp.Slot) bool {
		return other.StartsAtLocal == s.StartsAtLocal && other.ProviderID == s.ProviderID && other.StartsAt != s.StartsAt
	})
	start, err1 := wallclock.ParseInstant(s.StartsAt)
	end, err2 := wallclock.ParseInstant(s.EndsAt)
	wentBack := err1 == nil && err2 == nil && end.After(start) && s.EndsAtLocal != "" && s.EndsAtLocal < s.StartsAtLocal
	return !twice && !wentBack
}

// dates are the days on which slots are looked for.
func (p *probe) dates(f Fixture) []string {
	from := p.h.Now().UTC().AddDate(0, 0, 2)
	if f.Date != "" {
		day, err := time.Parse(time.DateOnly, f.Date)
		if err != nil {
			p.fatalf("Fixture.Date %q is no date", f.Date)
		}
		from = day
	}
	var dates []string
	for i := range daysAhead {
		dates = append(dates, from.AddDate(0, 0, i).Format(time.DateOnly))
	}
	return dates
}

// attempt is a booking of one slot that a careful agent has drafted: its mandate covers
// that slot with a little to spare, so that only the checks of its edges stand on them.
type attempt struct {
	p       *probe
	adapter osbp.BookingAdapter
	fixture Fixture
	service *osbp.Service
	policy  *osbp.Policy
	slot    osbp.Slot
	in      osbp.BookingCreateInput
	sum     summaryText // what the user was shown, once summarize asked
}

// attempt drafts a booking of the fixture's first open slot.
func (p *probe) attempt(f Fixture) *attempt { return p.attemptOf(f, p.slots(f, 1)[0]) }

// attemptOf drafts a booking of a slot.
func (p *probe) attemptOf(f Fixture, slot osbp.Slot) *attempt {
	t := &attempt{
		p: p, adapter: p.adapter(f), fixture: f, slot: slot, service: p.describe(f), policy: p.explain(f),
	}
	if _, err := wallclock.ParseDateTime(slot.StartsAtLocal); err != nil {
		p.fatalf("a slot's starts_at_local is not a date and time without an offset")
	}
	date, clock, _ := strings.Cut(slot.StartsAtLocal, "T")
	t.in = osbp.BookingCreateInput{
		Mandate:        p.mandate(f, slot, t.service),
		IdempotencyKey: p.key("idem"),
		ServiceID:      slot.ServiceID, ScheduleID: slot.ScheduleID, ProviderID: slot.ProviderID,
		Date: date, Time: clock,
		Customer: p.customer(),
	}
	return t
}

// mandate names the slot's ids, a day around it, and a tenth more than it costs.
func (p *probe) mandate(f Fixture, slot osbp.Slot, service *osbp.Service) *osbp.Mandate {
	m := &osbp.Mandate{
		ID: p.key("mnd"), ExpiresAt: p.instant(4 * time.Hour), AllowedActions: []osbp.Tool{osbp.ToolBookingCreate},
		OrganizationID: slot.OrganizationID, ServiceIDs: []string{slot.ServiceID}, ScheduleIDs: []string{slot.ScheduleID},
		EarliestStart: spare(slot.StartsAtLocal, -24*time.Hour), LatestEnd: spare(slot.EndsAtLocal, 24*time.Hour),
		MaxPrice: slot.Price, MaxExtraFee: roomy(f.Due), AllowPolicyFee: f.Due != nil,
	}
	if slot.ProviderID != "" {
		m.ProviderIDs = []string{slot.ProviderID}
	}
	if m.MaxPrice == nil {
		m.MaxPrice = service.Price
	}
	m.MaxPrice = roomy(m.MaxPrice)
	return m
}

// spare is a wall clock moved by so much, or as it is where it is none.
func spare(local string, d time.Duration) string {
	dt, err := wallclock.ParseDateTime(local)
	if err != nil {
		return local
	}
	at := time.Date(dt.Date.Year, time.Month(dt.Date.Month), dt.Date.Day, dt.Time.Hour, dt.Time.Minute, dt.Time.Second, 0, time.UTC)
	return at.Add(d).Format("2006-01-02T15:04:05")
}

// roomy is a tenth more than m, or nil where m is not fixed.
func roomy(m *money.Money) *money.Money {
	if m == nil {
		return nil
	}
	n, ok := m.FixedAmount()
	if !ok {
		return nil
	}
	out := money.Fixed(m.Currency, min(n+n/10+1, money.MaxMinor))
	return &out
}

// instant is the moment so long from now, on the wire.
func (p *probe) instant(d time.Duration) string { return wallclock.FormatInstant(p.h.Now().Add(d)) }

// create sends the attempt as it stands.
func (t *attempt) create() (*osbp.CreateResult, error) { return t.adapter.CreateBooking(t.p.ctx, t.in) }

// challenge sends the attempt without approval and requires the challenge.
func (t *attempt) challenge() osbp.Challenge {
	in := t.in
	in.Approval = nil
	began := realTime()
	_, err := t.adapter.CreateBooking(t.p.ctx, in)
	t.p.pace = max(t.p.pace, realTime().Sub(began))
	if err == nil {
		t.p.fatalf("an unapproved booking.create succeeded")
	}
	c, perr := osbp.ParseChallenge(osbp.AsProblem(err))
	if perr != nil {
		t.p.fatalf("an unapproved booking.create was not challenged but gave %s", brief(err))
	}
	return c
}

// approve has the user confirm what the adapter asks.
func (t *attempt) approve() *attempt {
	t.in.Approval = t.challenge().Approval()
	return t
}

// book approves the attempt and requires that it succeeds.
func (t *attempt) book() *osbp.CreateResult {
	r, err := t.approve().create()
	t.p.wantAnswer("an approved booking.create", err)
	if r == nil {
		t.p.fatalf("an approved booking.create answered with nothing")
	}
	return r
}

// wantCode sends the attempt and requires a refusal with a code and no create.
func (t *attempt) wantCode(what string, code osbp.Code) *osbp.Problem {
	before := t.p.h.Creates()
	_, err := t.create()
	got := t.p.wantProblem(what, err, code)
	t.p.wantCreates(before, 0)
	return got
}
