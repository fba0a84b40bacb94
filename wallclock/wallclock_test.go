package wallclock_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	_ "embed"

	"github.com/openservicekit/openservice/wallclock"
)

//go:embed zonenames.txt
var zoneNames string

// listedZones returns every name of the database that is a place's zone.
func listedZones() []string {
	_, names, _ := strings.Cut(strings.TrimSpace(zoneNames), "\n")
	return strings.Split(names, "\n")
}

func mustZone(tb testing.TB, name string) wallclock.Zone {
	tb.Helper()
	zone, err := wallclock.SystemZones().LoadZone(name)
	if err != nil {
		tb.Fatal(err)
	}
	return zone
}

func mustDate(tb testing.TB, s string) wallclock.Date {
	tb.Helper()
	d, err := wallclock.ParseDate(s)
	if err != nil {
		tb.Fatalf("ParseDate(%q): %v", s, err)
	}
	return d
}

func mustTime(tb testing.TB, s string) wallclock.Time {
	tb.Helper()
	t, err := wallclock.ParseTime(s)
	if err != nil {
		tb.Fatalf("ParseTime(%q): %v", s, err)
	}
	return t
}

func mustDateTime(tb testing.TB, s string) wallclock.DateTime {
	tb.Helper()
	dt, err := wallclock.ParseDateTime(s)
	if err != nil {
		tb.Fatalf("ParseDateTime(%q): %v", s, err)
	}
	return dt
}

func mustInstant(tb testing.TB, s string) time.Time {
	tb.Helper()
	t, err := wallclock.ParseInstant(s)
	if err != nil {
		tb.Fatalf("ParseInstant(%q): %v", s, err)
	}
	return t
}

func mustDuration(tb testing.TB, s string) wallclock.Duration {
	tb.Helper()
	d, err := wallclock.ParseDuration(s)
	if err != nil {
		tb.Fatalf("ParseDuration(%q): %v", s, err)
	}
	return d
}

// wantParseError checks that err is a ParseError about what, for that cause and
// for no other.
func wantParseError(tb testing.TB, err error, what string, cause error) {
	tb.Helper()
	var parse *wallclock.ParseError
	if !errors.As(err, &parse) {
		tb.Fatalf("error %v is no ParseError", err)
	}
	if parse.What != what {
		tb.Errorf("error is about a %q, want %q", parse.What, what)
	}
	causes := []error{
		wallclock.ErrSyntax, wallclock.ErrRange, wallclock.ErrOffset, wallclock.ErrNoOffset, wallclock.ErrCalendar,
	}
	for _, c := range causes {
		if errors.Is(err, c) != (c == cause) {
			tb.Errorf("error %v: errors.Is(%q) is %v", err, c, errors.Is(err, c))
		}
	}
}
