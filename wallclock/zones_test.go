package wallclock_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

func wantZoneError(tb testing.TB, zone wallclock.Zone, err, cause error) {
	tb.Helper()
	if zone.IsValid() {
		tb.Errorf("a refused name gave %v", zone)
	}
	var zoneErr *wallclock.ZoneError
	if !errors.As(err, &zoneErr) {
		tb.Fatalf("error %v is no ZoneError", err)
	}
	for _, c := range []error{wallclock.ErrZoneName, wallclock.ErrUnknownZone, wallclock.ErrZoneDatabase} {
		if errors.Is(err, c) != (c == cause) {
			tb.Errorf("error %v: errors.Is(%q) is %v", err, c, errors.Is(err, c))
		}
	}
}

// Rule 10: "", "Local", paths and names that the database does not list are
// refused, whatever a host's file system or Go's lookup would make of them (B-073,
// P-061).
func TestRule10_ZoneNames(t *testing.T) {
	zones := wallclock.SystemZones()
	for _, name := range []string{
		"UTC", "GMT", "EST5EDT", "Etc/UTC", "Etc/GMT+5", "Etc/GMT-14", "GMT0", "W-SU", "NZ-CHAT", "GB-Eire",
		"America/Los_Angeles", "America/Indiana/Indianapolis", "America/Argentina/ComodRivadavia",
		"America/Port-au-Prince", "US/Pacific", "Asia/Calcutta", "Europe/Kyiv", "Africa/Dar_es_Salaam",
	} {
		t.Run(name, func(t *testing.T) {
			zone, err := zones.LoadZone(name)
			if err != nil {
				t.Fatal(err)
			}
			if !zone.IsValid() || zone.Name() != name || zone.String() != name || zone.Location().String() != name {
				t.Errorf("got %v over %v", zone, zone.Location())
			}
		})
	}
	for _, c := range []struct {
		name  string
		cause error
	}{
		{"", wallclock.ErrZoneName},
		{"Local", wallclock.ErrZoneName},
		{"local", wallclock.ErrZoneName},
		{"localtime", wallclock.ErrZoneName},
		{"posixrules", wallclock.ErrZoneName},
		{"posix/America/New_York", wallclock.ErrZoneName},
		{"right/America/New_York", wallclock.ErrZoneName},
		{"Factory", wallclock.ErrZoneName},
		{"leapseconds", wallclock.ErrZoneName},
		{"tzdata.zi", wallclock.ErrZoneName},
		{"+VERSION", wallclock.ErrZoneName},
		{"utc", wallclock.ErrZoneName},
		{"Utc", wallclock.ErrZoneName},
		{"america/los_angeles", wallclock.ErrZoneName},
		{"America/los_Angeles", wallclock.ErrZoneName},
		{"AMERICA/NEW_YORK", wallclock.ErrZoneName},
		{"../../etc/passwd", wallclock.ErrZoneName},
		{"America/../UTC", wallclock.ErrZoneName},
		{"America/./New_York", wallclock.ErrZoneName},
		{"America//New_York", wallclock.ErrZoneName},
		{"America/", wallclock.ErrZoneName},
		{"/UTC", wallclock.ErrZoneName},
		{"/etc/localtime", wallclock.ErrZoneName},
		{"./UTC", wallclock.ErrZoneName},
		{`America\New_York`, wallclock.ErrZoneName},
		{"C:/UTC", wallclock.ErrZoneName},
		{"file:UTC", wallclock.ErrZoneName},
		{":UTC", wallclock.ErrZoneName},
		{"UTC\x00", wallclock.ErrZoneName},
		{"UTC\n", wallclock.ErrZoneName},
		{" UTC", wallclock.ErrZoneName},
		{"America/New York", wallclock.ErrZoneName},
		{"America/São_Paulo", wallclock.ErrZoneName},
		{"+02:00", wallclock.ErrZoneName},
		{"-7", wallclock.ErrZoneName},
		{"<+03>-3", wallclock.ErrZoneName},
		{"EST5EDT,M3.2.0,M11.1.0", wallclock.ErrZoneName},
		{strings.Repeat("A", 65), wallclock.ErrZoneName},
		{"#", wallclock.ErrZoneName},
		{strings.TrimPrefix(strings.SplitN(zoneNames, "\n", 2)[0], "# "), wallclock.ErrZoneName},
		{"America", wallclock.ErrUnknownZone},
		{"America/Nowhere", wallclock.ErrUnknownZone},
		{"Mars/Phobos", wallclock.ErrUnknownZone},
		{"PDT", wallclock.ErrUnknownZone},
		{"UTC+2", wallclock.ErrUnknownZone},
	} {
		t.Run("refused "+c.name, func(t *testing.T) {
			zone, err := zones.LoadZone(c.name)
			wantZoneError(t, zone, err, c.cause)
		})
	}
}

// Every listed name loads, so the list is spelled as the database is.
func TestRule10_EveryListedZoneLoads(t *testing.T) {
	zones := wallclock.SystemZones()
	for _, name := range listedZones() {
		if _, err := zones.LoadZone(name); err != nil {
			t.Error(err)
		}
	}
	if n := len(listedZones()); n < 590 {
		t.Errorf("only %d names are listed", n)
	}
}

// Rule 10: file systems that ignore case do not make two names of one.
func TestRule10_SourceThatIgnoresCase(t *testing.T) {
	paris := tzif(3600, nil, "CET-1CEST,M3.5.0,M10.5.0/3")
	zones, err := wallclock.NewZoneLoader(func(name string) ([]byte, error) {
		switch strings.ToLower(name) {
		case "europe/paris", "europe/atlantis":
			return paris, nil
		}
		return nil, fs.ErrNotExist
	}, "test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := zones.LoadZone("Europe/Paris"); err != nil {
		t.Error(err)
	}
	zone, err := zones.LoadZone("Europe/PARIS")
	wantZoneError(t, zone, err, wallclock.ErrZoneName)
	// Nobody can vouch for the spelling of a name that the package doesn't know.
	zone, err = zones.LoadZone("Europe/atlantis")
	wantZoneError(t, zone, err, wallclock.ErrUnknownZone)
}

// Rule 10: a name newer than the package's list is the database's to know.
func TestRule10_NewNames(t *testing.T) {
	zone := made(t, "Europe/Atlantis", tzif(3600, nil, ""))
	if got := zone.ToLocal(mustInstant(t, "2026-05-05T12:00:00Z")); got != mustDateTime(t, "2026-05-05T13:00") {
		t.Errorf("noon UTC is %v", got)
	}
}

// Rule 10: the program can replace the database, and the loader says which one
// answered. British Columbia keeps its summer time from 2026 on.
func TestRule10_ReplaceableDatabase(t *testing.T) {
	const name = "America/Vancouver"
	spring := unix(t, "2026-03-08T10:00:00Z")
	older := tzif(-8*3600, []change{{spring, -7 * 3600}}, "PST8PDT,M3.2.0,M11.1.0")
	newer := tzif(-8*3600, []change{{spring, -7 * 3600}}, "MST7")
	local := mustDateTime(t, "2026-12-01T10:00")
	for _, c := range []struct {
		version string
		data    []byte
		want    string
	}{{"2025c", older, "2026-12-01T18:00:00Z"}, {"2026b", newer, "2026-12-01T17:00:00Z"}} {
		var zones wallclock.ZoneLoader
		zones, err := wallclock.NewZoneLoaderFS(fstest.MapFS{
			name: {Data: c.data}, "+VERSION": {Data: []byte(c.version + "\n")},
		}, "")
		if err != nil {
			t.Fatal(err)
		}
		if zones.Version() != c.version {
			t.Errorf("version %q, want %q", zones.Version(), c.version)
		}
		zone, err := zones.LoadZone(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := zone.ToInstant(local); err != nil || wallclock.FormatInstant(got) != c.want {
			t.Errorf("%s puts %v at %v, %v", c.version, local, got, err)
		}
	}
}

func TestVersionOfTheDatabase(t *testing.T) {
	file := func(name, text string) fstest.MapFS { return fstest.MapFS{name: {Data: []byte(text)}} }
	for name, c := range map[string]struct {
		fsys    fs.FS
		given   string
		version string
	}{
		"given":               {file("+VERSION", "2025b\n"), "mine", "mine"},
		"+VERSION":            {file("+VERSION", "2025b\n"), "", "2025b"},
		"version":             {file("version", "2026a"), "", "2026a"},
		"tzdata.zi":           {file("tzdata.zi", "# version 2025c\n# This zic input file\n"), "", "2025c"},
		"snapshot":            {file("tzdata.zi", "# version 2026a-12-gabcdef\n"), "", "2026a"},
		"none":                {fstest.MapFS{}, "", ""},
		"empty":               {file("+VERSION", ""), "", ""},
		"something else":      {file("version", "PostgreSQL 17\n"), "", ""},
		"too long to be one":  {file("version", strings.Repeat("2026a", 100)), "", ""},
		"directory":           {file("version/2026a", "x"), "", ""},
		"year without letter": {file("version", "2026"), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			zones, err := wallclock.NewZoneLoaderFS(c.fsys, c.given)
			if c.version == "" {
				if err == nil {
					t.Errorf("version %q", zones.Version())
				}
				return
			}
			if err != nil || !strings.HasPrefix(zones.Version(), c.version) {
				t.Errorf("got %v, %v", zones, err)
			}
		})
	}
	if got := wallclock.SystemZones().Version(); !strings.HasPrefix(got, "unknown") {
		t.Errorf("the system's lookup claims to be %q", got)
	}
}

func TestConstructorsRefuseNothingAtAll(t *testing.T) {
	read := func(string) ([]byte, error) { return nil, os.ErrNotExist }
	if _, err := wallclock.NewZoneLoader(nil, "2025b"); err == nil {
		t.Error("no source")
	}
	if _, err := wallclock.NewZoneLoader(read, ""); err == nil {
		t.Error("no version")
	}
	if _, err := wallclock.NewZoneLoaderFS(nil, "2025b"); err == nil {
		t.Error("no file system")
	}
}

// A database that is missing is told from a name that is not one.
func TestZoneDatabaseMissing(t *testing.T) {
	cause := fmt.Errorf("reading: %w", fs.ErrPermission)
	broken, err := wallclock.NewZoneLoader(func(string) ([]byte, error) { return nil, cause }, "test")
	if err != nil {
		t.Fatal(err)
	}
	for name, zones := range map[string]*wallclock.Zones{"broken": broken, "zero": new(wallclock.Zones)} {
		zone, err := zones.LoadZone("America/Los_Angeles")
		wantZoneError(t, zone, err, wallclock.ErrZoneDatabase)
		if name == "broken" && !errors.Is(err, fs.ErrPermission) {
			t.Errorf("the cause is lost: %v", err)
		}
		if got, err := zone.ToInstant(mustDateTime(t, "2026-05-05T13:00")); !errors.Is(err, wallclock.ErrUnresolved) || !got.IsZero() {
			t.Errorf("%s: instant %v, %v", name, got, err)
		}
	}
}

// everyHour returns n changes an hour apart, to and fro.
func everyHour(n int64) []change {
	var changes []change
	for i := range n {
		changes = append(changes, change{i * 3600, i % 2 * 3600})
	}
	return changes
}

func TestZoneDataThatMakesNoSense(t *testing.T) {
	for name, data := range map[string][]byte{
		"empty":      nil,
		"text":       []byte("# tzdb data for Europe"),
		"truncated":  tzif(3600, []change{{0, 7200}}, "")[:90],
		"far offset": tzif(27*3600, nil, ""),
		"restless":   tzif(0, everyHour(10_000), ""),
		"far later":  tzif(0, []change{{unix(t, "2026-01-01T00:00:00Z"), -27 * 3600}}, ""),
	} {
		t.Run(name, func(t *testing.T) {
			zones, err := wallclock.NewZoneLoader(func(string) ([]byte, error) { return data, nil }, "test")
			if err != nil {
				t.Fatal(err)
			}
			zone, err := zones.LoadZone("Europe/Paris")
			wantZoneError(t, zone, err, wallclock.ErrZoneDatabase)
		})
	}
}

// A Zones asks its source once per zone, and does not grow without end.
func TestZonesKeepsWhatItLoaded(t *testing.T) {
	var reads atomic.Int64
	data := tzif(3600, nil, "")
	zones, err := wallclock.NewZoneLoader(func(name string) ([]byte, error) {
		if name == strings.ToLower(name) {
			return nil, fs.ErrNotExist
		}
		reads.Add(1)
		return data, nil
	}, "test")
	if err != nil {
		t.Fatal(err)
	}
	first, err := zones.LoadZone("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := zones.LoadZone("Europe/Paris"); err != nil || again != first || reads.Load() != 1 {
		t.Errorf("loaded %v, %v after %d reads", again, err, reads.Load())
	}
	name := func(i int) string { return fmt.Sprintf("Europe/A%d", i) }
	const many = 5000
	for i := range many {
		if _, err := zones.LoadZone(name(i)); err != nil {
			t.Fatal(err)
		}
	}
	reads.Store(0)
	if _, err := zones.LoadZone(name(many - 1)); err != nil || reads.Load() != 1 {
		t.Errorf("the last of many names was kept (%v, %d reads)", err, reads.Load())
	}
	if _, err := zones.LoadZone("Europe/Paris"); err != nil || reads.Load() != 1 {
		t.Errorf("the first name was dropped for them (%v, %d reads)", err, reads.Load())
	}
}

func TestZonesIsSafeForConcurrentUse(t *testing.T) {
	zones := wallclock.SystemZones()
	local := mustDateTime(t, "2026-05-05T13:00")
	var wait sync.WaitGroup
	for i := range 64 {
		wait.Go(func() {
			for _, name := range []string{"Europe/Paris", "Asia/Tokyo", "America/Nowhere", "Europe/Paris"}[i%3:] {
				zone, err := zones.LoadZone(name)
				if (err == nil) != zone.IsValid() {
					t.Errorf("%v, %v", zone, err)
				}
				if zone.IsValid() && zone.ToLocal(zone.Resolve(local).Earlier) != local {
					t.Errorf("%v does not come back", zone)
				}
			}
		})
	}
	wait.Wait()
}

func TestZoneErrorIsShort(t *testing.T) {
	name := strings.Repeat("\u202ehostile\n", 10_000)
	_, err := wallclock.SystemZones().LoadZone(name)
	if text := err.Error(); len(text) > 600 || strings.ContainsAny(text, "\u202e\n") {
		t.Errorf("%d bytes: %.200s", len(text), text)
	}
}

func TestZoneZeroValue(t *testing.T) {
	var zone wallclock.Zone
	local := mustDateTime(t, "2026-05-05T13:00")
	if zone.IsValid() || zone.Name() != "" || zone.String() != "" || zone.Location() != nil {
		t.Errorf("the zero Zone passes for %q", zone)
	}
	if got := zone.Resolve(local); got != (wallclock.Resolution{}) {
		t.Errorf("resolves to %+v", got)
	}
	if got, err := zone.ToInstant(local); !errors.Is(err, wallclock.ErrUnresolved) || !got.IsZero() {
		t.Errorf("instant %v, %v", got, err)
	}
	if got := zone.ToLocal(time.Unix(0, 0)); got.IsValid() {
		t.Errorf("local %v", got)
	}
	if zone.Agrees(time.Unix(0, 0), mustDateTime(t, "1970-01-01T00:00")) {
		t.Error("agrees with UTC")
	}
	if _, _, err := zone.AddDuration(local, wallclock.Duration{}); !errors.Is(err, wallclock.ErrUnresolved) {
		t.Errorf("adds: %v", err)
	}
	if _, _, err := zone.AddToInstant(time.Unix(0, 0), wallclock.Duration{}); !errors.Is(err, wallclock.ErrUnresolved) {
		t.Errorf("adds to an instant: %v", err)
	}
}
