package wallclock_test

import (
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// Rule 8: dates are real calendar dates in one exact form (P-017).
func TestRule08_DatesAreStrict(t *testing.T) {
	good := map[string]wallclock.Date{
		"2026-05-05": {Year: 2026, Month: time.May, Day: 5},
		"2024-02-29": {Year: 2024, Month: time.February, Day: 29},
		"2000-02-29": {Year: 2000, Month: time.February, Day: 29},
		"0000-02-29": {Year: 0, Month: time.February, Day: 29},
		"9999-12-31": {Year: 9999, Month: time.December, Day: 31},
	}
	for s, want := range good {
		t.Run(s, func(t *testing.T) {
			if got := mustDate(t, s); got != want || got.String() != s {
				t.Errorf("got %#v, prints %s", got, got)
			}
		})
	}
	bad := []struct {
		name, in string
		cause    error
	}{
		{"empty", "", wallclock.ErrSyntax},
		{"no leap year", "2026-02-29", wallclock.ErrRange},
		{"century without leap day", "1900-02-29", wallclock.ErrRange},
		{"30 February", "2026-02-30", wallclock.ErrRange},
		{"31 April", "2026-04-31", wallclock.ErrRange},
		{"31 November", "2026-11-31", wallclock.ErrRange},
		{"day 0", "2026-05-00", wallclock.ErrRange},
		{"day 32", "2026-01-32", wallclock.ErrRange},
		{"month 0", "2026-00-10", wallclock.ErrRange},
		{"month 13", "2026-13-10", wallclock.ErrRange},
		{"one-digit month", "2026-5-05", wallclock.ErrSyntax},
		{"one-digit day", "2026-05-5", wallclock.ErrSyntax},
		{"two-digit year", "26-05-05", wallclock.ErrSyntax},
		{"five-digit year", "12026-05-05", wallclock.ErrSyntax},
		{"sign", "+2026-05-05", wallclock.ErrSyntax},
		{"negative year", "-026-05-05", wallclock.ErrSyntax},
		{"basic form", "20260505", wallclock.ErrSyntax},
		{"slashes", "2026/05/05", wallclock.ErrSyntax},
		{"week date", "2026-W19-2", wallclock.ErrSyntax},
		{"ordinal date", "2026-125", wallclock.ErrSyntax},
		{"leading space", " 2026-05-05", wallclock.ErrSyntax},
		{"trailing space", "2026-05-05 ", wallclock.ErrSyntax},
		{"line feed", "2026-05-05\n", wallclock.ErrSyntax},
		{"NUL", "2026-05-05\x00", wallclock.ErrSyntax},
		{"full-width digit", "202６-05-0", wallclock.ErrSyntax},
		{"Arabic-Indic digits", "٢٠٢٦-05", wallclock.ErrSyntax},
		{"minus sign U+2212", "2026−05−05", wallclock.ErrSyntax},
		{"high bit set", "\xb22026-05-5", wallclock.ErrSyntax},
		{"colon is one above 9", "2026-05-0:", wallclock.ErrSyntax},
		{"slash is one below 0", "202/-05-05", wallclock.ErrSyntax},
		{"time behind it", "2026-05-05T13:00", wallclock.ErrSyntax},
		{"Z", "2026-05-05Z", wallclock.ErrOffset},
		{"offset", "2026-05-05-07:00", wallclock.ErrOffset},
		{"an instant", "2026-05-05T20:00:00Z", wallclock.ErrOffset},
	}
	for _, c := range bad {
		t.Run(c.name, func(t *testing.T) {
			got, err := wallclock.ParseDate(c.in)
			if got != (wallclock.Date{}) {
				t.Errorf("a refused text left %v", got)
			}
			wantParseError(t, err, "date", c.cause)
		})
	}
}

func TestDateZeroValueIsNoDate(t *testing.T) {
	var d wallclock.Date
	if d.IsValid() || d.Weekday().IsValid() || d.AddDays(1).IsValid() {
		t.Error("the zero Date passes for a date")
	}
	if _, err := d.MarshalText(); err == nil {
		t.Error("the zero Date marshals")
	}
	if got := d.String(); got != "invalid date" {
		t.Errorf("prints %q", got)
	}
}

func TestDateIsValidRefusesWhatParseCannotMake(t *testing.T) {
	for _, d := range []wallclock.Date{
		{Year: -1, Month: 1, Day: 1}, {Year: 10000, Month: 1, Day: 1},
		{Year: 2026, Month: 13, Day: 1}, {Year: 2026, Month: -1, Day: 1},
		{Year: 2026, Month: 2, Day: 29}, {Year: 2026, Month: 1, Day: -1},
	} {
		if d.IsValid() {
			t.Errorf("%#v is valid", d)
		}
	}
}

// Every day of the calendar, counted beside package time.
func TestDateArithmeticOverTheWholeCalendar(t *testing.T) {
	day := mustDate(t, "0000-01-01")
	first := day
	std := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	for n := 0; day.IsValid(); n++ {
		y, m, d := std.Date()
		if want := (wallclock.Date{Year: y, Month: m, Day: d}); day != want || first.AddDays(n) != want {
			t.Fatalf("day %d is %v and %v, want %v", n, day, first.AddDays(n), want)
		}
		if day.Weekday() != wallclock.WeekdayOf(std.Weekday()) {
			t.Fatalf("%v is a %v", day, day.Weekday())
		}
		if first.DaysUntil(day) != n || day.DaysUntil(first) != -n {
			t.Fatalf("%v lies %d days on, want %d", day, first.DaysUntil(day), n)
		}
		next := day.AddDays(1)
		if next.IsValid() && (!next.After(day) || !day.Before(next) || next.AddDays(-1) != day) {
			t.Fatalf("%v and %v are out of order", day, next)
		}
		day, std = next, std.AddDate(0, 0, 1)
	}
	if std.Year() != 10000 {
		t.Errorf("the calendar ends in %d", std.Year())
	}
}

func TestDateAddDaysLeavesTheCalendarAsZero(t *testing.T) {
	const most = int(^uint(0) >> 1)
	d := mustDate(t, "2026-05-05")
	for _, n := range []int{most, -most - 1, 3_652_425, -3_652_425, 2_912_323, -740_107} {
		if got := d.AddDays(n); got != (wallclock.Date{}) {
			t.Errorf("AddDays(%d) = %v", n, got)
		}
	}
	if got := (wallclock.Date{Year: 2026, Month: 2, Day: 30}).AddDays(1); got.IsValid() {
		t.Errorf("an impossible date led to %v", got)
	}
}

func TestDateTextRoundTrip(t *testing.T) {
	want := mustDate(t, "2026-05-05")
	text, err := want.MarshalText()
	if err != nil || string(text) != "2026-05-05" {
		t.Fatalf("%q, %v", text, err)
	}
	got := mustDate(t, "1999-01-01")
	if err := got.UnmarshalText([]byte("2026-02-30")); err == nil || got != mustDate(t, "1999-01-01") {
		t.Errorf("a refused text changed the date to %v (%v)", got, err)
	}
	if err := got.UnmarshalText(text); err != nil || got != want {
		t.Errorf("got %v, %v", got, err)
	}
}
