package wallclock_test

import (
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// Rule 10: days of the week are ISO's, Monday 1 to Sunday 7 (B-083).
func TestRule10_WeekdaysAreISO(t *testing.T) {
	for iso, std := range map[wallclock.ISOWeekday]time.Weekday{
		1: time.Monday, 2: time.Tuesday, 3: time.Wednesday, 4: time.Thursday, 5: time.Friday, 6: time.Saturday, 7: time.Sunday,
	} {
		if got := wallclock.WeekdayOf(std); got != iso {
			t.Errorf("%v is day %d, want %d", std, got, iso)
		}
		if got := iso.Weekday(); got != std {
			t.Errorf("day %d is a %v, want %v", iso, got, std)
		}
		if iso.String() != std.String() || !iso.IsValid() {
			t.Errorf("day %d: %v, valid %v", iso, iso, iso.IsValid())
		}
	}
	if got := mustDate(t, "2026-05-05").Weekday(); got != wallclock.Tuesday {
		t.Errorf("2026-05-05 is a %v", got)
	}
}

func TestWeekdayZeroAndStrangersAreNoDays(t *testing.T) {
	for _, d := range []wallclock.ISOWeekday{0, -1, 8} {
		if d.IsValid() || d.Weekday() != -1 {
			t.Errorf("%d is a %v", int(d), d.Weekday())
		}
	}
	if got := wallclock.ISOWeekday(0).String(); got != "ISOWeekday(0)" {
		t.Errorf("0 prints %s", got)
	}
	for _, d := range []time.Weekday{-1, 7} {
		if got := wallclock.WeekdayOf(d); got.IsValid() {
			t.Errorf("time.Weekday(%d) is a %v", int(d), got)
		}
	}
}
