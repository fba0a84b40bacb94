package wallclock_test

import (
	"testing"

	"github.com/openservicekit/openservice/wallclock"
)

func period(tb testing.TB, day wallclock.ISOWeekday, opens, closes string) wallclock.Period {
	tb.Helper()
	return wallclock.Period{Day: day, Open: mustTime(tb, opens), Close: mustTime(tb, closes)}
}

// Rule 10: hours whose close is not after their open run into the next day (B-084).
// 2026-05-04 is a Monday.
func TestRule10_OpeningPeriods(t *testing.T) {
	office := []wallclock.Period{
		period(t, wallclock.Monday, "08:00", "12:00"), period(t, wallclock.Monday, "13:00", "17:00"),
	}
	bar := []wallclock.Period{period(t, wallclock.Sunday, "20:00", "02:00")}
	tillMidnight := []wallclock.Period{period(t, wallclock.Monday, "20:00", "00:00")}
	roundTheClock := []wallclock.Period{period(t, wallclock.Monday, "00:00", "00:00")}
	shift := []wallclock.Period{period(t, wallclock.Monday, "09:00", "09:00")}
	for _, c := range []struct {
		name    string
		periods []wallclock.Period
		at      string
		want    bool
	}{
		{"before opening", office, "2026-05-04T07:59:59.999999999", false},
		{"at opening", office, "2026-05-04T08:00", true},
		{"last instant of the morning", office, "2026-05-04T11:59:59.999999999", true},
		{"at closing", office, "2026-05-04T12:00", false},
		{"lunch", office, "2026-05-04T12:30", false},
		{"afternoon", office, "2026-05-04T13:00", true},
		{"evening", office, "2026-05-04T17:00", false},
		{"another day", office, "2026-05-05T09:00", false},
		{"the same day a week on", office, "2026-05-11T09:00", true},
		{"Sunday before opening", bar, "2026-05-10T19:59", false},
		{"Sunday night", bar, "2026-05-10T23:30", true},
		{"Monday at midnight", bar, "2026-05-11T00:00", true},
		{"Monday at one", bar, "2026-05-11T01:59", true},
		{"Monday at two", bar, "2026-05-11T02:00", false},
		{"Sunday morning", bar, "2026-05-10T01:00", false},
		{"Monday night", bar, "2026-05-11T23:30", false},
		{"till midnight, before", tillMidnight, "2026-05-04T23:59", true},
		{"till midnight, at", tillMidnight, "2026-05-05T00:00", false},
		{"round the clock, first", roundTheClock, "2026-05-04T00:00", true},
		{"round the clock, last", roundTheClock, "2026-05-04T23:59:59", true},
		{"round the clock, the day before", roundTheClock, "2026-05-03T23:59:59", false},
		{"round the clock, the day after", roundTheClock, "2026-05-05T00:00", false},
		{"24 hours from nine, before", shift, "2026-05-04T08:59", false},
		{"24 hours from nine, at", shift, "2026-05-04T09:00", true},
		{"24 hours from nine, the next morning", shift, "2026-05-05T08:59", true},
		{"24 hours from nine, the next nine", shift, "2026-05-05T09:00", false},
		{"no periods", nil, "2026-05-04T09:00", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := wallclock.OpenAt(c.periods, mustDateTime(t, c.at)); got != c.want {
				t.Errorf("open at %s: %v", c.at, got)
			}
		})
	}
}

func TestPeriodsThatAreNotValidAreClosed(t *testing.T) {
	monday := mustDateTime(t, "2026-05-04T09:00")
	open := period(t, wallclock.Monday, "08:00", "17:00")
	if !open.IsValid() || open.Overnight() {
		t.Fatal("the good period is not")
	}
	bad := map[string]wallclock.Period{
		"zero":       {},
		"no day":     {Open: open.Open, Close: open.Close},
		"day 8":      {Day: 8, Open: open.Open, Close: open.Close},
		"open 24:00": {Day: wallclock.Monday, Open: wallclock.Time{Hour: 24}, Close: open.Close},
		"close 24":   {Day: wallclock.Monday, Open: open.Open, Close: wallclock.Time{Hour: 24}},
	}
	for name, p := range bad {
		if p.IsValid() || p.Contains(monday) {
			t.Errorf("%s: valid %v, open %v", name, p.IsValid(), p.Contains(monday))
		}
	}
	if wallclock.OpenAt([]wallclock.Period{open, period(t, wallclock.Sunday, "00:00", "00:00")}, wallclock.DateTime{}) {
		t.Error("open at no time at all")
	}
}
