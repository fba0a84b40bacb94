package wallclock_test

import (
	"errors"
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// Rule 11: where the zone is known, days are added on the calendar and hours on
// the time line, across midnights and clock changes.
func TestRule11_AddDuration(t *testing.T) {
	for _, c := range []struct{ name, zone, start, length, local, instant string }{
		{"an hour", "America/Los_Angeles", "2026-05-05T13:00", "PT60M", "2026-05-05T14:00", "2026-05-05T21:00:00Z"},
		{"over midnight", "America/Los_Angeles", "2026-05-05T10:30", "PT16H", "2026-05-06T02:30", "2026-05-06T09:30:00Z"},
		{"hours over the gap", "America/Los_Angeles", "2026-03-08T01:30", "PT1H", "2026-03-08T03:30", "2026-03-08T10:30:00Z"},
		{"hours over the overlap", "America/Los_Angeles", "2026-11-01T00:30", "PT2H", "2026-11-01T01:30", "2026-11-01T09:30:00Z"},
		{"hours into the overlap", "America/Los_Angeles", "2026-11-01T00:30", "PT1H", "2026-11-01T01:30", "2026-11-01T08:30:00Z"},
		{"a day of 23 hours", "America/Los_Angeles", "2026-03-07T09:00", "P1D", "2026-03-08T09:00", "2026-03-08T16:00:00Z"},
		{"24 hours instead", "America/Los_Angeles", "2026-03-07T09:00", "PT24H", "2026-03-08T10:00", "2026-03-08T17:00:00Z"},
		{"a day of 25 hours", "America/Los_Angeles", "2026-10-31T09:00", "P1D", "2026-11-01T09:00", "2026-11-01T17:00:00Z"},
		{"a week over it", "America/Los_Angeles", "2026-03-05T09:00", "P1W", "2026-03-12T09:00", "2026-03-12T16:00:00Z"},
		{"day first, then hours", "America/Los_Angeles", "2026-03-07T01:30", "P1DT1H", "2026-03-08T03:30", "2026-03-08T10:30:00Z"},
		{"a day over a missing one", "Pacific/Apia", "2011-12-29T12:00", "P2D", "2011-12-31T12:00", "2011-12-30T22:00:00Z"},
		{"an hour over a missing day", "Pacific/Apia", "2011-12-29T23:30", "PT1H", "2011-12-31T00:30", "2011-12-30T10:30:00Z"},
		{"seconds", "Europe/Paris", "2026-05-05T10:30", "PT5400S", "2026-05-05T12:00", "2026-05-05T10:00:00Z"},
		{"fractions", "Europe/Paris", "2026-05-05T10:30:00.75", "PT0.5S", "2026-05-05T10:30:01.25", "2026-05-05T08:30:01.25Z"},
		{"nothing", "Europe/Paris", "2026-05-05T10:30", "PT0S", "2026-05-05T10:30", "2026-05-05T08:30:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			zone, start := mustZone(t, c.zone), mustDateTime(t, c.start)
			local, instant, err := zone.AddDuration(start, mustDuration(t, c.length))
			if err != nil || local != mustDateTime(t, c.local) || !instant.Equal(mustInstant(t, c.instant)) {
				t.Errorf("ends %v, %v, %v", local, instant, err)
			}
			from, err := zone.ToInstant(start)
			if err != nil {
				t.Fatal(err)
			}
			local2, instant2, err := zone.AddToInstant(from.In(time.FixedZone("", 3600)), mustDuration(t, c.length))
			if err != nil || local2 != local || instant2 != instant {
				t.Errorf("from the instant it ends %v, %v, %v", local2, instant2, err)
			}
		})
	}
}

// Rule 11: no end is made up from a start, or a day, that clocks do not show once.
func TestRule11_AddDurationDoesNotGuess(t *testing.T) {
	la := mustZone(t, "America/Los_Angeles")
	hour, day := mustDuration(t, "PT1H"), mustDuration(t, "P1D")
	for _, c := range []struct {
		name, start string
		length      wallclock.Duration
		want        error
	}{
		{"start in the gap", "2026-03-08T02:30", hour, wallclock.ErrGap},
		{"start in the overlap", "2026-11-01T01:30", hour, wallclock.ErrOverlap},
		{"a day later in the gap", "2026-03-07T02:30", day, wallclock.ErrGap},
		{"a day later in the overlap", "2026-10-31T01:30", day, wallclock.ErrOverlap},
		{"a day and an hour later", "2026-03-07T02:30", wallclock.Duration{Days: 1, Clock: time.Hour}, wallclock.ErrGap},
		{"negative", "2026-05-05T13:00", wallclock.Duration{Clock: -1}, wallclock.ErrBeyond},
		{"negative days", "2026-05-05T13:00", wallclock.Duration{Days: -1}, wallclock.ErrBeyond},
		{"more days than there are", "2026-05-05T13:00", wallclock.Duration{Days: 3_652_425}, wallclock.ErrBeyond},
		{"past the last day", "9999-12-31T13:00", day, wallclock.ErrBeyond},
		{"past the last hour", "9999-12-31T23:30", hour, wallclock.ErrBeyond},
		{"longest clock", "9999-12-31T23:30", wallclock.Duration{Clock: 1<<63 - 1}, wallclock.ErrBeyond},
	} {
		t.Run(c.name, func(t *testing.T) {
			local, instant, err := la.AddDuration(mustDateTime(t, c.start), c.length)
			if !errors.Is(err, c.want) || local.IsValid() || !instant.IsZero() {
				t.Errorf("ends %v, %v, %v, want %v", local, instant, err, c.want)
			}
		})
	}
	if _, _, err := la.AddDuration(wallclock.DateTime{}, hour); !errors.Is(err, wallclock.ErrUnresolved) {
		t.Errorf("from nothing: %v", err)
	}
	if _, _, err := la.AddToInstant(time.Unix(1<<62, 0), hour); !errors.Is(err, wallclock.ErrBeyond) {
		t.Errorf("from beyond time: %v", err)
	}
}

// A start that is an instant may lie in an overlap: it is known which side.
func TestRule11_AddToInstantInTheOverlap(t *testing.T) {
	ny := mustZone(t, "America/New_York")
	for start, want := range map[string]string{
		"2026-11-01T05:30:00Z": "2026-11-01T01:30:00", // an hour on, the same reading again
		"2026-11-01T06:30:00Z": "2026-11-01T02:30:00",
	} {
		local, instant, err := ny.AddToInstant(mustInstant(t, start), mustDuration(t, "PT1H"))
		if err != nil || local.String() != want || instant.Sub(mustInstant(t, start)) != time.Hour {
			t.Errorf("%s ends %v, %v, %v", start, local, instant, err)
		}
	}
}
