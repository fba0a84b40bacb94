package adaptertest

import (
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// When it may be (B-050, B-072, B-078, B-106, B-107, B-194, B-195).
var mandateWindowChecks = []check{
	required("mandate.starts_at_earliest", "Mandate Enforcement",
		"a slot that starts at earliest_start is allowed",
		allows(plain, func(t *attempt) { t.in.Mandate.EarliestStart = t.slot.StartsAtLocal })),
	required("mandate.starts_before_earliest", "Mandate Enforcement",
		"a slot that starts a second before earliest_start is slot_too_early",
		refuses(plain, osbp.CodeSlotTooEarly, func(t *attempt) {
			t.in.Mandate.EarliestStart = t.later(t.slot.StartsAtLocal, time.Second)
		})),
	required("mandate.ends_at_latest", "Mandate Enforcement",
		"a slot that ends at latest_end is allowed",
		allows(plain, func(t *attempt) { t.in.Mandate.LatestEnd = t.end() })),
	required("mandate.ends_after_latest", "Mandate Enforcement",
		"a slot that ends a second after latest_end is slot_too_late, though it starts before",
		refuses(plain, osbp.CodeSlotTooLate, func(t *attempt) { t.in.Mandate.LatestEnd = t.later(t.end(), -time.Second) })),
	required("mandate.ends_next_day", "Mandate Enforcement",
		"a slot that ends after midnight is slot_too_late for a latest_end before midnight", (*probe).mandateEndsNextDay),
	required("mandate.window_to_the_minute", "BookingMandate",
		"a window written to the minute is the same as one written to the second",
		allows(plain, func(t *attempt) {
			t.in.Mandate.EarliestStart, t.in.Mandate.LatestEnd = t.toTheMinute(t.slot.StartsAtLocal), t.toTheMinute(t.end())
		})),
	required("mandate.time_to_the_minute", "Mandate Enforcement",
		"a booking whose time is written to the minute is not too early for an earliest_start written to the second", (*probe).mandateTimeToTheMinute),
	required("mandate.earliest_with_offset", "Time Discipline",
		"an earliest_start that carries an offset is invalid_mandate",
		refusesEach(plain, osbp.CodeInvalidMandate, earliestWith("-07:00"), earliestWith("Z"), earliestWith("+00:00"))),
	required("mandate.latest_with_offset", "Time Discipline",
		"a latest_end that carries a Z or an offset is invalid_mandate",
		refusesEach(plain, osbp.CodeInvalidMandate, latestWith("Z"), latestWith("+09:00"), latestWith("-07:00"))),
	required("mandate.date_with_offset", "Time Discipline",
		"a booking whose date carries a Z or an offset is invalid_mandate",
		refusesEach(plain, osbp.CodeInvalidMandate,
			func(t *attempt) { t.in.Date += "Z" }, func(t *attempt) { t.in.Date += "+09:00" }, func(t *attempt) { t.in.Date += "-07:00" })),
	required("mandate.time_with_offset", "Time Discipline",
		"a booking whose time carries an offset is invalid_mandate",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) { t.in.Time += "Z" })),
	required("mandate.time_with_numeric_offset", "Time Discipline",
		"a booking whose time carries a numeric offset is invalid_mandate",
		refuses(plain, osbp.CodeInvalidMandate, func(t *attempt) { t.in.Time += "-04:00" })),
	required("mandate.earliest_not_a_date", "BookingMandate",
		"an earliest_start on a day that no calendar has is refused", (*probe).mandateEarliestNotADate),
	required("mandate.latest_not_a_date", "BookingMandate",
		"a latest_end on a day that no calendar has is refused", refusesAny(func(t *attempt) {
			t.in.Mandate.LatestEnd = t.p.h.Now().AddDate(2, 0, 0).Format("2006") + "-02-30T09:00:00"
		})),
	required("mandate.latest_date_only", "BookingMandate",
		"a latest_end that is only a date is not taken for the end of that day", refusesAny(func(t *attempt) {
			t.in.Mandate.LatestEnd = dateOf(t.end())
		})),
	required("mandate.wall_clock_not_instant", "BookingMandate",
		"the window is held to the merchant's wall clock, not to the slot's instants", (*probe).mandateWallClock),
}

func earliestWith(offset string) redraft {
	return func(t *attempt) { t.in.Mandate.EarliestStart = t.toTheSecond(t.slot.StartsAtLocal) + offset }
}

func latestWith(offset string) redraft {
	return func(t *attempt) { t.in.Mandate.LatestEnd = t.later(t.end(), 48*time.Hour) + offset }
}

// later is a wall clock moved on.
func (t *attempt) later(local string, d time.Duration) string {
	return spare(t.toTheSecond(local), d)
}

func (t *attempt) toTheSecond(local string) string {
	dt, err := wallclock.ParseDateTime(local)
	if err != nil {
		t.p.fatalf("a slot's wall clock is not a date and a time without an offset")
	}
	return dt.String()[:len("2006-01-02T15:04:05")]
}

func (t *attempt) toTheMinute(local string) string {
	return t.toTheSecond(local)[:len("2006-01-02T15:04")]
}

// end is the slot's, or its start plus the service's duration.
func (t *attempt) end() string {
	if t.slot.EndsAtLocal != "" {
		return t.slot.EndsAtLocal
	}
	length, err := wallclock.ParseDuration(t.service.Duration)
	if err != nil {
		t.p.skipf("neither the slot nor the service says how long it takes: what latest_end allows is not shown")
	}
	return t.later(t.slot.StartsAtLocal, length.Clock+time.Duration(length.Days)*24*time.Hour)
}

func (p *probe) mandateEndsNextDay() {
	f := p.fixture(p.h.Fixtures.Overnight, "Overnight", "a slot over midnight held to latest_end")
	for _, slot := range p.slots(f, 1) {
		day, _, _ := strings.Cut(slot.StartsAtLocal, "T")
		if slot.EndsAtLocal != "" && !strings.HasPrefix(slot.EndsAtLocal, day) {
			t := p.attemptOf(f, slot).widen()
			t.in.Mandate.LatestEnd = day + "T23:59:00"
			t.wantCode("a booking over midnight", osbp.CodeSlotTooLate)
			return
		}
	}
	p.skipf("the first day of Fixtures.Overnight has no slot over midnight: such a slot held to latest_end is not shown")
}

func (p *probe) mandateTimeToTheMinute() {
	t := p.attempt(p.h.Fixtures.Plain)
	start := t.toTheSecond(t.slot.StartsAtLocal)
	if !strings.HasSuffix(start, ":00") {
		p.skipf("the slots of Fixtures.Plain start within a minute: times written to the minute are not shown")
	}
	t.in.Mandate.EarliestStart = start
	t.in.Time = t.toTheMinute(start)[len("2006-01-02T"):]
	t.challenge()
}

func (p *probe) mandateEarliestNotADate() {
	t := p.attempt(p.h.Fixtures.Plain).widen()
	t.in.Mandate.EarliestStart = t.in.Date[:len("2006-")] + "02-30T09:00:00"
	before := p.h.Creates()
	_, err := t.create()
	p.wantRefused("a booking under a mandate that starts on February 30", err)
	p.wantCreates(before, 0)
}

// mandateWallClock needs a merchant who is not on UTC: there the same digits read as an
// instant are hours away.
func (p *probe) mandateWallClock() {
	t := p.attempt(p.h.Fixtures.Plain).widen()
	start, err := wallclock.ParseInstant(t.slot.StartsAt)
	if err != nil || start.UTC().Format("2006-01-02T15:04:05") == t.toTheSecond(t.slot.StartsAtLocal) {
		p.skipf("the slots of Fixtures.Plain carry no instant, or are on UTC: which of the two the window is held to is not shown")
	}
	t.in.Mandate.EarliestStart, t.in.Mandate.LatestEnd = t.slot.StartsAtLocal, t.end()
	t.challenge()
}
