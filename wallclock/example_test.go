package wallclock_test

import (
	"errors"
	"fmt"
	"testing/fstest"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// A slot's start goes from the merchant's wall clock to the instant that the
// protocol wants beside it.
func Example() {
	zone, err := wallclock.SystemZones().LoadZone("America/Los_Angeles")
	if err != nil {
		fmt.Println(err)
		return
	}
	startsAtLocal, err := wallclock.ParseDateTime("2026-05-05T13:00:00")
	if err != nil {
		fmt.Println(err)
		return
	}
	startsAt, err := zone.ToInstant(startsAtLocal)
	if err != nil {
		fmt.Println("no starts_at:", err)
		return
	}
	fmt.Println(startsAtLocal, zone)
	fmt.Println(wallclock.FormatInstantMillis(startsAt))
	// Output:
	// 2026-05-05T13:00:00 America/Los_Angeles
	// 2026-05-05T20:00:00.000Z
}

func ExampleParseDateTime() {
	_, err := wallclock.ParseDateTime("2026-05-05T13:00:00-07:00")
	fmt.Println(errors.Is(err, wallclock.ErrOffset))
	_, err = wallclock.ParseDateTime("2026-02-30T13:00:00")
	fmt.Println(err)
	// Output:
	// true
	// wallclock: date-time: out of range
}

func ExampleParseInstant() {
	expiresAt, err := wallclock.ParseInstant("2026-05-01T23:59:59-07:00")
	fmt.Println(wallclock.FormatInstant(expiresAt), err)
	_, err = wallclock.ParseInstant("2026-05-01T23:59:59")
	fmt.Println(errors.Is(err, wallclock.ErrNoOffset))
	// Output:
	// 2026-05-02T06:59:59Z <nil>
	// true
}

func ExampleParseDuration() {
	d, _ := wallclock.ParseDuration("PT90M")
	fmt.Println(d, d.Clock)
	_, err := wallclock.ParseDuration("P1M")
	fmt.Println(errors.Is(err, wallclock.ErrCalendar))
	// Output:
	// PT1H30M 1h30m0s
	// true
}

func ExampleZone_ToInstant() {
	zone, _ := wallclock.SystemZones().LoadZone("America/New_York")
	local, _ := wallclock.ParseDateTime("2026-03-08T02:30")
	_, err := zone.ToInstant(local)
	fmt.Println(errors.Is(err, wallclock.ErrGap))
	fmt.Println(err)
	// Output:
	// true
	// wallclock: local time does not exist: 2026-03-08T02:30:00 in America/New_York
}

func ExampleZone_Resolve() {
	zone, _ := wallclock.SystemZones().LoadZone("America/New_York")
	local, _ := wallclock.ParseDateTime("2026-11-01T01:30")
	r := zone.Resolve(local)
	fmt.Println(r.Kind, wallclock.FormatInstant(r.Earlier), wallclock.FormatInstant(r.Later))
	// Output:
	// overlap 2026-11-01T05:30:00Z 2026-11-01T06:30:00Z
}

func ExampleZone_ToLocal() {
	zone, _ := wallclock.SystemZones().LoadZone("America/Los_Angeles")
	fmt.Println(zone.ToLocal(time.Date(2026, 5, 6, 3, 30, 0, 0, time.UTC)))
	// Output:
	// 2026-05-05T20:30:00
}

func ExampleZone_AddDuration() {
	zone, _ := wallclock.SystemZones().LoadZone("America/Los_Angeles")
	start, _ := wallclock.ParseDateTime("2026-03-07T09:00")
	for _, s := range []string{"P1D", "PT24H"} {
		d, _ := wallclock.ParseDuration(s)
		local, instant, err := zone.AddDuration(start, d)
		fmt.Println(s, local, wallclock.FormatInstant(instant), err)
	}
	// Output:
	// P1D 2026-03-08T09:00:00 2026-03-08T16:00:00Z <nil>
	// PT24H 2026-03-08T10:00:00 2026-03-08T17:00:00Z <nil>
}

func ExampleOpenAt() {
	opens, _ := wallclock.ParseTime("20:00")
	closes, _ := wallclock.ParseTime("02:00")
	hours := []wallclock.Period{{Day: wallclock.Sunday, Open: opens, Close: closes}}
	for _, s := range []string{"2026-05-10T23:00", "2026-05-11T01:59", "2026-05-11T02:00"} {
		at, _ := wallclock.ParseDateTime(s)
		fmt.Println(at.Weekday(), at.Time.Short(), wallclock.OpenAt(hours, at))
	}
	// Output:
	// Sunday 23:00 true
	// Monday 01:59 true
	// Monday 02:00 false
}

// Where the host's database can't be trusted to be current, the program brings
// one of its own. An embed.FS or os.DirFS("/usr/share/zoneinfo") serves as well.
func ExampleNewZoneLoaderFS() {
	files := fstest.MapFS{
		"+VERSION":          {Data: []byte("2026b\n")},
		"America/Vancouver": {Data: tzif(-7*3600, nil, "MST7")},
	}
	zones, err := wallclock.NewZoneLoaderFS(files, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	zone, err := zones.LoadZone("America/Vancouver")
	fmt.Println(zone, err, zones.Version())
	_, err = zones.LoadZone("Europe/Paris")
	fmt.Println(errors.Is(err, wallclock.ErrZoneDatabase))
	// Output:
	// America/Vancouver <nil> 2026b
	// true
}
