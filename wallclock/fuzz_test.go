package wallclock_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

func FuzzParseDate(f *testing.F) {
	for _, s := range []string{"2026-05-05", "2024-02-29", "1900-02-29", "0000-01-01", "2026-05-05Z", "9999-12-31"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := wallclock.ParseDate(s)
		std, stdErr := time.Parse(time.DateOnly, s)
		if (err == nil) != (stdErr == nil) {
			t.Fatalf("%q: %v, package time says %v", s, err, stdErr)
		}
		if err != nil {
			if d != (wallclock.Date{}) {
				t.Fatalf("%q: %v with an error", s, d)
			}
			return
		}
		if y, m, day := std.Date(); d != (wallclock.Date{Year: y, Month: m, Day: day}) || d.String() != s || !d.IsValid() {
			t.Fatalf("%q reads as %v, package time says %v", s, d, std)
		}
	})
}

var timeForm = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9}0*)?)?$`)

func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"13:00", "13:00:00.000000001", "24:00", "23:59:60", "10:30Z", "13:00:00,5", "13:00:00.0000000001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := wallclock.ParseTime(s)
		if (err == nil) != timeForm.MatchString(s) {
			t.Fatalf("%q: %v", s, err)
		}
		if err != nil {
			if c != (wallclock.Time{}) {
				t.Fatalf("%q: %v with an error", s, c)
			}
			return
		}
		if !c.IsValid() {
			t.Fatalf("%q reads as %#v", s, c)
		}
		for _, text := range []string{c.String(), c.Short()} {
			if again, err := wallclock.ParseTime(text); err != nil || again != c {
				t.Fatalf("%q reads back from %q as %v, %v", s, text, again, err)
			}
		}
	})
}

func FuzzParseDateTime(f *testing.F) {
	for _, s := range []string{
		"2026-05-05T13:00", "2026-05-05T13:00:00.5", "2026-05-05t13:00", "2026-05-05T13:00:00Z", "2026-02-30T13:00:00",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		sameReading(t, s)
		dt, err := wallclock.ParseDateTime(s)
		date, clock, ok := strings.Cut(s, "T")
		d, dateErr := wallclock.ParseDate(date)
		c, clockErr := wallclock.ParseTime(clock)
		if (err == nil) != (ok && dateErr == nil && clockErr == nil) {
			t.Fatalf("%q: %v; its parts: %v, %v", s, err, dateErr, clockErr)
		}
		if err != nil {
			if dt != (wallclock.DateTime{}) {
				t.Fatalf("%q: %v with an error", s, dt)
			}
			return
		}
		if dt != d.At(c) || !dt.IsValid() {
			t.Fatalf("%q reads as %v, its parts as %v and %v", s, dt, d, c)
		}
		if again, err := wallclock.ParseDateTime(dt.String()); err != nil || again != dt {
			t.Fatalf("%q reads back as %v, %v", s, again, err)
		}
	})
}

// What RFC 3339 5.6 says, but for the calendar and leap seconds.
var instantForm = regexp.MustCompile(
	`^(\d{4}-\d\d-\d\d[Tt])([01]\d|2[0-3])(:[0-5]\d:)([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

func FuzzParseInstant(f *testing.F) {
	for _, s := range []string{
		"2026-05-05T20:00:00.000Z", "2026-05-01t23:59:59-07:00", "2016-12-31T23:59:60Z", "2017-01-01T08:59:60+09:00",
		"2026-05-01T23:59:59", "2026-05-01T23:59:59,5-07:00", "2026-05-01T9:00:00Z", "2026-05-03T23:59:59+24:00",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := wallclock.ParseInstant(s)
		if err != nil && !got.IsZero() {
			t.Fatalf("%q: %v with an error", s, got)
		}
		part := instantForm.FindStringSubmatch(s)
		if part == nil {
			if err == nil {
				t.Fatalf("%q reads as %v", s, got)
			}
			return
		}
		leap := part[4] == "60"
		if leap {
			part[4] = "59"
		}
		std, stdErr := time.Parse(time.RFC3339, strings.ToUpper(strings.Join(part[1:7], "")))
		std = std.UTC()
		if leap {
			std = std.Add(time.Second)
			whole := std.Truncate(time.Second)
			if d := std.YearDay(); whole.Format(time.TimeOnly) != "00:00:00" || d != 1 && std.Format("01-02") != "07-01" {
				stdErr = wallclock.ErrRange
			}
		}
		if (err == nil) != (stdErr == nil) || err == nil && !got.Equal(std) {
			t.Fatalf("%q: %v, %v; package time says %v, %v", s, got, err, std, stdErr)
		}
		text := wallclock.FormatInstant(got)
		if again, err := wallclock.ParseInstant(text); text != "" && (err != nil || !again.Equal(got)) {
			t.Fatalf("%q reads back from %q as %v, %v", s, text, again, err)
		}
	})
}

var durationForm = regexp.MustCompile(
	`^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?|T\d+[.,]\d+H|T(\d+H)?\d+[.,]\d+M|T(\d+H)?(\d+M)?\d+[.,]\d+S)?)$`)

func FuzzParseDuration(f *testing.F) {
	for _, s := range []string{
		"PT60M", "P1W", "P1DT2H3M4.5S", "PT0,5H", "P1M", "P1Y2M", "P", "PT", "PT1.5H30M", "P99999999999999999999D", "PT2562047H47M17S",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := wallclock.ParseDuration(s)
		formed := durationForm.MatchString(s) && s != "P" && !strings.HasSuffix(s, "T")
		if err == nil && !formed {
			t.Fatalf("%q reads as %v", s, d)
		}
		if err != nil {
			if !d.IsZero() {
				t.Fatalf("%q: %v with an error", s, d)
			}
			cause := wallclock.ErrSyntax
			date, _, _ := strings.Cut(s, "T")
			switch {
			case formed && strings.ContainsAny(date, "YM"):
				cause = wallclock.ErrCalendar
			case formed:
				cause = wallclock.ErrRange
			}
			wantParseError(t, err, "duration", cause)
			return
		}
		if !d.IsValid() {
			t.Fatalf("%q reads as %#v", s, d)
		}
		if again, err := wallclock.ParseDuration(d.String()); err != nil || again != d {
			t.Fatalf("%q reads back from %v as %v, %v", s, d, again, err)
		}
	})
}

// What a zone shows at an instant resolves to that instant, alone or as one of two.
func FuzzResolve(f *testing.F) {
	names := listedZones()
	zones := wallclock.SystemZones()
	f.Add(uint(0), int64(0), int64(0))
	f.Add(uint(250), int64(1772964000), int64(999_999_999))
	f.Add(uint(550), int64(1325239200), int64(1))
	f.Add(uint(90), int64(-2717640000), int64(0))
	f.Add(uint(17), int64(4_300_000_000), int64(0))
	f.Fuzz(func(t *testing.T, index uint, sec, nsec int64) {
		zone, err := zones.LoadZone(names[index%uint(len(names))])
		if err != nil {
			t.Fatal(err)
		}
		instant := time.Unix(sec, int64(uint64(nsec)%1e9)).UTC()
		local := zone.ToLocal(instant)
		std := instant.In(zone.Location())
		if !local.IsValid() {
			if year := std.Year(); local != (wallclock.DateTime{}) || 0 <= year && year <= 9999 {
				t.Fatalf("%v: %v shows %v", zone, std, local)
			}
			return
		}
		if want := std.Format("2006-01-02T15:04:05.999999999"); local.String() != want {
			t.Fatalf("%v: %v shows %v", zone, std, local)
		}
		r := zone.Resolve(local)
		if !zone.Agrees(instant, local) || !instant.Equal(r.Earlier) && !instant.Equal(r.Later) || r.Kind == wallclock.Gap {
			t.Fatalf("%v: %v shows %v, which is %+v", zone, instant, local, r)
		}
		if got, err := zone.ToInstant(local); (err == nil) != (r.Kind == wallclock.Unique) || err == nil && !got.Equal(instant) {
			t.Fatalf("%v: %v comes back as %v, %v", zone, instant, got, err)
		}
	})
}

// Zone files are data that somebody compiled: whatever they hold, a zone that
// loads answers, and consistently.
func FuzzZoneData(f *testing.F) {
	f.Add(tzif(3600, nil, "CET-1CEST,M3.5.0,M10.5.0/3"), int64(0))
	f.Add(tzif(-28800, []change{{0, -25200}, {100, -28800}}, "PST8PDT,M3.2.0,M11.1.0"), int64(4_200_000_000))
	f.Add(tzif(0, []change{{100, 3600}, {50, 0}}, ""), int64(75))
	f.Add(tzif(0, []change{{-1 << 62, 3600}, {1 << 62, 7200}}, "XXX3EDT4,0/0,J365/23"), int64(-70_000_000_000))
	f.Fuzz(func(t *testing.T, data []byte, sec int64) {
		zones, err := wallclock.NewZoneLoader(func(string) ([]byte, error) { return data, nil }, "fuzz")
		if err != nil {
			t.Fatal(err)
		}
		zone, err := zones.LoadZone("Europe/Paris")
		if err != nil {
			wantZoneError(t, zone, err, wallclock.ErrZoneDatabase)
			return
		}
		local := zone.ToLocal(time.Unix(sec, 0))
		if local.IsValid() && !zone.Agrees(time.Unix(sec, 0), local) {
			t.Fatalf("%v does not agree with %d", local, sec)
		}
		instant, err := zone.ToInstant(local)
		if err == nil && !zone.Agrees(instant, local) {
			t.Fatalf("%v is %v, and does not agree", local, instant)
		}
	})
}
