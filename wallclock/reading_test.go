package wallclock_test

import (
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

var readingTexts = []string{
	"2026-05-05T13:00", "2026-05-05T13:00:00", "2026-05-05T13:00:00.5", "2026-05-05T13:00:00.000000001",
	"2026-05-05T12:59:59.999999999", "0000-01-01T00:00", "0000-02-29T23:59:59", "1969-12-31T23:59:59",
	"2024-02-29T00:00", "9999-12-31T23:59:59.999999999",
	// Refused:
	"", "2026-05-05", "2026-05-05T24:00", "2026-02-29T10:00", "2026-05-05T13:00Z", "2026-05-05T13:00:00-07:00",
	"2026-05-05t13:00", "2026-05-05 13:00", "2026-05-05T13:00:60", "2026-05-05T13:00:00.0000000001", "2026-05-05T13",
}

// sameReading holds ParseReading to ParseDateTime.
func sameReading(t *testing.T, s string) (wallclock.DateTime, bool) {
	t.Helper()
	dt, err := wallclock.ParseDateTime(s)
	r, ok := wallclock.ParseReading(s)
	if ok != (err == nil) || ok != r.IsValid() {
		t.Fatalf("ParseReading(%q) = %v, %t; ParseDateTime says %v", s, r, ok, err)
	}
	if r != dt.Reading() || r.DateTime() != dt {
		t.Fatalf("%q reads as %v, not as %v", s, r.DateTime(), dt)
	}
	return dt, ok
}

func TestReading_IsTheDateTime(t *testing.T) {
	var read []wallclock.DateTime
	for _, s := range readingTexts {
		if dt, ok := sameReading(t, s); ok {
			read = append(read, dt)
		}
	}
	if len(read) != 10 {
		t.Fatalf("%d texts were read, want 10", len(read))
	}
	for _, a := range read {
		for _, b := range read {
			if got, want := a.Reading().Before(b.Reading()), a.Before(b); got != want {
				t.Errorf("%v before %v = %t, want %t", a, b, got, want)
			}
		}
	}
}

func TestReading_Invalid(t *testing.T) {
	noon := mustInstant(t, "2026-05-05T12:00:00Z")
	zone := mustZone(t, "UTC")
	for name, r := range map[string]wallclock.Reading{
		"zero":             {},
		"of no date-time":  wallclock.DateTime{}.Reading(),
		"of no real date":  wallclock.DateTime{Date: wallclock.Date{Year: 2026, Month: 2, Day: 29}}.Reading(),
		"of no time":       wallclock.DateTime{Date: wallclock.Date{Year: 2026, Month: 2, Day: 1}, Time: wallclock.Time{Hour: 24}}.Reading(),
		"of the zone zero": wallclock.Zone{}.ToLocal(noon).Reading(),
	} {
		if r.IsValid() || r.DateTime().IsValid() || zone.Shows(time.Unix(0, 0), r) {
			t.Errorf("%s: the reading %v counts as one", name, r)
		}
	}
}

// Shows is Agrees, in every zone of the test's table and around its changes.
func TestZoneShows(t *testing.T) {
	for _, name := range []string{"UTC", "America/Los_Angeles", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe"} {
		zone := mustZone(t, name)
		for at := mustInstant(t, "2026-01-01T00:00:00Z"); at.Year() == 2026; at = at.Add(17 * time.Hour) {
			local := zone.ToLocal(at)
			for _, near := range []time.Duration{0, 1, -1, time.Second, time.Hour, -time.Hour, 24 * time.Hour} {
				instant := at.Add(near)
				if got, want := zone.Shows(instant, local.Reading()), zone.Agrees(instant, local); got != want || want != (near == 0) && near != time.Hour && near != -time.Hour {
					t.Fatalf("%s: shows %v at %v = %t, agrees = %t", name, local, instant, got, want)
				}
			}
		}
	}
	local := mustDateTime(t, "2026-05-05T13:00").Reading()
	if (wallclock.Zone{}).Shows(mustInstant(t, "2026-05-05T13:00:00Z"), local) {
		t.Error("the zero Zone shows a reading")
	}
}
