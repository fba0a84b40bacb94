package wallclock_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/wallclock"
)

// Rule 9: wall clock to instant and back, on ordinary days and around DST changes
// (B-079, B-080, B-082). The OSBP text prints code that takes the offset from
// the wrong instant; the cases marked so are an hour off with it.
func TestRule09_UniqueTimes(t *testing.T) {
	for _, c := range []struct{ name, zone, local, instant string }{
		{"the printed slot", "America/Los_Angeles", "2026-05-05T13:00:00", "2026-05-05T20:00:00Z"},
		{"printed code wrong, spring", "America/Los_Angeles", "2026-03-08T09:00", "2026-03-08T16:00:00Z"},
		{"printed code wrong, just after the gap", "America/Los_Angeles", "2026-03-08T03:00", "2026-03-08T10:00:00Z"},
		{"just before the gap", "America/Los_Angeles", "2026-03-08T01:59:59", "2026-03-08T09:59:59Z"},
		{"printed code wrong, autumn", "America/Los_Angeles", "2026-10-31T23:00", "2026-11-01T06:00:00Z"},
		{"just before the overlap", "America/Los_Angeles", "2026-11-01T00:59:59", "2026-11-01T07:59:59Z"},
		{"just after the overlap", "America/Los_Angeles", "2026-11-01T02:00", "2026-11-01T10:00:00Z"},
		{"printed code wrong, Sydney on Saturday", "Australia/Sydney", "2026-10-03T17:00", "2026-10-03T07:00:00Z"},
		{"printed code wrong, Auckland on Saturday", "Pacific/Auckland", "2026-09-26T17:00", "2026-09-26T05:00:00Z"},
		{"half an hour east", "Asia/Kolkata", "2026-05-05T13:00", "2026-05-05T07:30:00Z"},
		{"old name", "Asia/Calcutta", "2026-05-05T13:00", "2026-05-05T07:30:00Z"},
		{"link", "US/Pacific", "2026-05-05T13:00", "2026-05-05T20:00:00Z"},
		{"inverted sign", "Etc/GMT+5", "2026-05-05T13:00", "2026-05-05T18:00:00Z"},
		{"three quarters", "Asia/Kathmandu", "2026-05-05T13:00", "2026-05-05T07:15:00Z"},
		{"Chatham", "Pacific/Chatham", "2026-01-05T13:00", "2026-01-04T23:15:00Z"},
		{"Lord Howe in summer", "Australia/Lord_Howe", "2026-01-05T13:00", "2026-01-05T02:00:00Z"},
		{"Lord Howe in winter", "Australia/Lord_Howe", "2026-07-05T13:00", "2026-07-05T02:30:00Z"},
		{"after the half-hour gap", "Australia/Lord_Howe", "2026-10-04T02:30", "2026-10-03T15:30:00Z"},
		{"winter is Dublin's DST", "Europe/Dublin", "2026-01-15T09:00", "2026-01-15T09:00:00Z"},
		{"Dublin in summer", "Europe/Dublin", "2026-07-15T09:00", "2026-07-15T08:00:00Z"},
		{"first time of a day without midnight", "America/Santiago", "2026-09-06T01:00", "2026-09-06T04:00:00Z"},
		{"day before a missing day", "Pacific/Apia", "2011-12-29T23:59:59", "2011-12-30T09:59:59Z"},
		{"day after a missing day", "Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00:00Z"},
		{"furthest east", "Pacific/Kiritimati", "2026-05-05T00:00", "2026-05-04T10:00:00Z"},
		{"furthest west", "Pacific/Niue", "2026-05-05T23:00", "2026-05-06T10:00:00Z"},
		{"local mean time, to the second", "America/Los_Angeles", "1880-01-01T00:00", "1880-01-01T07:52:58Z"},
		{"Amsterdam time", "Europe/Amsterdam", "1930-01-01T12:00", "1930-01-01T12:00:00Z"},
		{"leap day", "Europe/Paris", "2028-02-29T12:00", "2028-02-29T11:00:00Z"},
		{"year's end", "Asia/Tokyo", "2026-01-01T00:00", "2025-12-31T15:00:00Z"},
		{"leap year's last day", "America/New_York", "2028-12-31T18:30", "2028-12-31T23:30:00Z"},
		{"a century on", "America/New_York", "2126-07-01T12:00", "2126-07-01T16:00:00Z"},
		{"leap year's last day a century on", "America/New_York", "2128-12-31T18:30", "2128-12-31T23:30:00Z"},
		{"fraction", "America/New_York", "2026-07-01T12:00:00.000000001", "2026-07-01T16:00:00.000000001Z"},
		{"first year", "Asia/Tokyo", "0000-01-02T00:00", "0000-01-01T14:41:01Z"},
		{"UTC", "UTC", "2026-05-05T13:00", "2026-05-05T13:00:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.zone == "Europe/Amsterdam" {
				// Whether the database has Amsterdam's own history depends on how it was
				// packaged; both agree with package time.
				c.instant = wallclock.FormatInstant(time.Date(1930, 1, 1, 12, 0, 0, 0, mustZone(t, c.zone).Location()))
			}
			zone, local, instant := mustZone(t, c.zone), mustDateTime(t, c.local), mustInstant(t, c.instant)
			got, err := zone.ToInstant(local)
			if err != nil || !got.Equal(instant) || got.Location() != time.UTC {
				t.Errorf("ToInstant: %v, %v, want %v", got, err, instant)
			}
			want := wallclock.Resolution{Kind: wallclock.Unique, Earlier: instant, Later: instant}
			if diff := cmp.Diff(want, zone.Resolve(local)); diff != "" {
				t.Errorf("Resolve: %s", diff)
			}
			if got := zone.ToLocal(instant); got != local {
				t.Errorf("ToLocal: %v", got)
			}
			if !zone.Agrees(instant, local) || zone.Agrees(instant.Add(1), local) || zone.Agrees(instant.Add(time.Hour), local) {
				t.Error("Agrees does not")
			}
		})
	}
}

// Rule 9: a time inside a gap or an overlap is reported as such, with every
// instant that a guess could pick.
func TestRule09_GapsAndOverlaps(t *testing.T) {
	for _, c := range []struct {
		name, zone, local          string
		kind                       wallclock.Kind
		earlier, later, transition string
	}{
		{"first of the gap", "America/Los_Angeles", "2026-03-08T02:00", wallclock.Gap,
			"2026-03-08T09:00:00Z", "2026-03-08T10:00:00Z", "2026-03-08T10:00:00Z"},
		{"gap", "America/Los_Angeles", "2026-03-08T02:30", wallclock.Gap,
			"2026-03-08T09:30:00Z", "2026-03-08T10:30:00Z", "2026-03-08T10:00:00Z"},
		{"last of the gap", "America/Los_Angeles", "2026-03-08T02:59:59.999999999", wallclock.Gap,
			"2026-03-08T09:59:59.999999999Z", "2026-03-08T10:59:59.999999999Z", "2026-03-08T10:00:00Z"},
		{"first of the overlap", "America/New_York", "2026-11-01T01:00", wallclock.Overlap,
			"2026-11-01T05:00:00Z", "2026-11-01T06:00:00Z", "2026-11-01T06:00:00Z"},
		{"overlap", "America/New_York", "2026-11-01T01:30", wallclock.Overlap,
			"2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z", "2026-11-01T06:00:00Z"},
		{"last of the overlap", "America/New_York", "2026-11-01T01:59:59.999999999", wallclock.Overlap,
			"2026-11-01T05:59:59.999999999Z", "2026-11-01T06:59:59.999999999Z", "2026-11-01T06:00:00Z"},
		{"half-hour gap", "Australia/Lord_Howe", "2026-10-04T02:15", wallclock.Gap,
			"2026-10-03T15:15:00Z", "2026-10-03T15:45:00Z", "2026-10-03T15:30:00Z"},
		{"half-hour overlap", "Australia/Lord_Howe", "2026-04-05T01:45", wallclock.Overlap,
			"2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z", "2026-04-04T15:00:00Z"},
		{"midnight does not exist", "America/Santiago", "2026-09-06T00:00", wallclock.Gap,
			"2026-09-06T03:00:00Z", "2026-09-06T04:00:00Z", "2026-09-06T04:00:00Z"},
		{"midnight does not exist in Havana", "America/Havana", "2026-03-08T00:30", wallclock.Gap,
			"2026-03-08T04:30:00Z", "2026-03-08T05:30:00Z", "2026-03-08T05:00:00Z"},
		{"the hour before midnight twice", "America/Santiago", "2026-04-04T23:30", wallclock.Overlap,
			"2026-04-05T02:30:00Z", "2026-04-05T03:30:00Z", "2026-04-05T03:00:00Z"},
		{"negative DST, spring", "Europe/Dublin", "2026-03-29T01:30", wallclock.Gap,
			"2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z", "2026-03-29T01:00:00Z"},
		{"negative DST, autumn", "Europe/Dublin", "2026-10-25T01:30", wallclock.Overlap,
			"2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T01:00:00Z"},
		{"a whole day is missing", "Pacific/Apia", "2011-12-30T12:00", wallclock.Gap,
			"2011-12-29T22:00:00Z", "2011-12-30T22:00:00Z", "2011-12-30T10:00:00Z"},
		{"a whole day is missing on Kwajalein", "Pacific/Kwajalein", "1993-08-21T12:00", wallclock.Gap,
			"1993-08-21T00:00:00Z", "1993-08-22T00:00:00Z", "1993-08-21T12:00:00Z"},
		{"Ramadan", "Africa/Casablanca", "2026-02-15T02:30", wallclock.Overlap,
			"2026-02-15T01:30:00Z", "2026-02-15T02:30:00Z", "2026-02-15T02:00:00Z"},
		{"two hours at once", "Antarctica/Troll", "2026-03-29T02:30", wallclock.Gap,
			"2026-03-29T00:30:00Z", "2026-03-29T02:30:00Z", "2026-03-29T01:00:00Z"},
		{"by seconds", "Africa/Monrovia", "1972-01-07T00:30", wallclock.Gap,
			"1972-01-07T00:30:00Z", "1972-01-07T01:14:30Z", "1972-01-07T00:44:30Z"},
		{"a century on", "America/New_York", "2126-03-10T02:30", wallclock.Gap,
			"2126-03-10T06:30:00Z", "2126-03-10T07:30:00Z", "2126-03-10T07:00:00Z"},
		{"a century on, autumn", "America/New_York", "2126-11-03T01:30", wallclock.Overlap,
			"2126-11-03T05:30:00Z", "2126-11-03T06:30:00Z", "2126-11-03T06:00:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			zone, local := mustZone(t, c.zone), mustDateTime(t, c.local)
			want := wallclock.Resolution{
				Kind: c.kind, Earlier: mustInstant(t, c.earlier), Later: mustInstant(t, c.later), Transition: mustInstant(t, c.transition),
			}
			if diff := cmp.Diff(want, zone.Resolve(local)); diff != "" {
				t.Fatal(diff)
			}
			got, err := zone.ToInstant(local)
			if !got.IsZero() {
				t.Errorf("guessed %v", got)
			}
			var gap *wallclock.GapError
			var overlap *wallclock.OverlapError
			switch c.kind {
			case wallclock.Gap:
				if !errors.Is(err, wallclock.ErrGap) || errors.Is(err, wallclock.ErrOverlap) || !errors.As(err, &gap) {
					t.Fatalf("error %v", err)
				}
				if diff := cmp.Diff(&wallclock.GapError{Local: local, Zone: c.zone, Resolution: want}, gap); diff != "" {
					t.Error(diff)
				}
			case wallclock.Overlap:
				if !errors.Is(err, wallclock.ErrOverlap) || errors.Is(err, wallclock.ErrGap) || !errors.As(err, &overlap) {
					t.Fatalf("error %v", err)
				}
				if diff := cmp.Diff(&wallclock.OverlapError{Local: local, Zone: c.zone, Resolution: want}, overlap); diff != "" {
					t.Error(diff)
				}
			}
			if agrees := c.kind == wallclock.Overlap; zone.Agrees(want.Earlier, local) != agrees || zone.Agrees(want.Later, local) != agrees {
				t.Errorf("agreement with a candidate is not %v", agrees)
			}
		})
	}
}

// Rule 9: an instant-native platform's times are converted, never truncated; both
// sides of an overlap show the same reading (B-082).
func TestRule09_ToLocalNeverTruncates(t *testing.T) {
	for _, c := range []struct{ zone, instant, local string }{
		{"America/Los_Angeles", "2026-05-05T20:00:00Z", "2026-05-05T13:00:00"},
		{"America/Los_Angeles", "2026-05-06T03:30:00Z", "2026-05-05T20:30:00"},
		{"America/Los_Angeles", "2026-05-06T07:00:00Z", "2026-05-06T00:00:00"},
		{"America/Los_Angeles", "2026-05-06T09:00:00+02:00", "2026-05-06T00:00:00"},
		{"America/New_York", "2026-11-01T05:30:00Z", "2026-11-01T01:30:00"},
		{"America/New_York", "2026-11-01T06:30:00Z", "2026-11-01T01:30:00"},
		{"America/New_York", "2026-03-08T06:59:59.999999999Z", "2026-03-08T01:59:59.999999999"},
		{"America/New_York", "2026-03-08T07:00:00Z", "2026-03-08T03:00:00"},
	} {
		if got := mustZone(t, c.zone).ToLocal(mustInstant(t, c.instant)); got.String() != c.local {
			t.Errorf("%s in %s is %v, want %s", c.instant, c.zone, got, c.local)
		}
	}
	tokyo := time.Date(2026, 5, 6, 5, 0, 0, 0, time.FixedZone("JST", 9*3600))
	if got := mustZone(t, "America/Los_Angeles").ToLocal(tokyo); got != mustDateTime(t, "2026-05-05T13:00") {
		t.Errorf("the zone of the time.Time leaked: %v", got)
	}
}

func TestToLocalLeavesTheCalendarAsZero(t *testing.T) {
	zone := mustZone(t, "Asia/Tokyo")
	for name, instant := range map[string]time.Time{
		"year 10000 in Tokyo": mustInstant(t, "9999-12-31T15:00:00Z"),
		"before year 0":       time.Date(-1, 12, 31, 0, 0, 0, 0, time.UTC),
		"start of time":       time.Unix(-1<<62, 0),
		"end of time":         time.Unix(1<<62, 0),
	} {
		if got := zone.ToLocal(instant); got != (wallclock.DateTime{}) {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := zone.ToLocal(mustInstant(t, "9999-12-31T14:59:59Z")); got != mustDateTime(t, "9999-12-31T23:59:59") {
		t.Errorf("the last second is %v", got)
	}
}

func TestResolveRefusesWhatIsNoReading(t *testing.T) {
	zone := mustZone(t, "Europe/Paris")
	for name, dt := range map[string]wallclock.DateTime{
		"zero":        {},
		"30 February": {Date: wallclock.Date{Year: 2026, Month: 2, Day: 30}},
		"24:00":       {Date: mustDate(t, "2026-05-05"), Time: wallclock.Time{Hour: 24}},
	} {
		if got := zone.Resolve(dt); got.Kind != wallclock.Unresolved {
			t.Errorf("%s: %+v", name, got)
		}
		if got, err := zone.ToInstant(dt); !errors.Is(err, wallclock.ErrUnresolved) || !got.IsZero() {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if zone.Agrees(mustInstant(t, "2026-03-01T23:00:00Z"), dt) {
			t.Errorf("%s agrees", name)
		}
	}
}

func TestKindNames(t *testing.T) {
	for kind, want := range map[wallclock.Kind]string{
		wallclock.Unresolved: "unresolved", wallclock.Unique: "unique", wallclock.Gap: "gap", wallclock.Overlap: "overlap", 9: "unresolved",
	} {
		if kind.String() != want {
			t.Errorf("%d is %s", int(kind), kind)
		}
	}
}

func TestErrorsName(t *testing.T) {
	_, err := mustZone(t, "America/New_York").ToInstant(mustDateTime(t, "2026-03-08T02:30"))
	if want := "wallclock: local time does not exist: 2026-03-08T02:30:00 in America/New_York"; err.Error() != want {
		t.Errorf("%q", err)
	}
	_, err = mustZone(t, "America/New_York").ToInstant(mustDateTime(t, "2026-11-01T01:30"))
	if want := "wallclock: local time exists twice: 2026-11-01T01:30:00 in America/New_York"; err.Error() != want {
		t.Errorf("%q", err)
	}
}
