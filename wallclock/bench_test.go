package wallclock_test

import (
	"testing"

	"github.com/openservicekit/openservice/wallclock"
)

func benchmark(b *testing.B, run func() error) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		if err := run(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseDate(b *testing.B) {
	benchmark(b, func() error { _, err := wallclock.ParseDate("2026-05-05"); return err })
}

func BenchmarkParseTime(b *testing.B) {
	benchmark(b, func() error { _, err := wallclock.ParseTime("13:00"); return err })
}

func BenchmarkParseDateTime(b *testing.B) {
	benchmark(b, func() error { _, err := wallclock.ParseDateTime("2026-05-05T13:00:00"); return err })
}

func BenchmarkParseInstant(b *testing.B) {
	for _, s := range []string{"2026-05-05T20:00:00Z", "2026-05-05T20:00:00.000Z", "2026-05-01T23:59:59-07:00"} {
		b.Run(s, func(b *testing.B) {
			benchmark(b, func() error { _, err := wallclock.ParseInstant(s); return err })
		})
	}
}

func BenchmarkParseDuration(b *testing.B) {
	benchmark(b, func() error { _, err := wallclock.ParseDuration("PT60M"); return err })
}

func BenchmarkFormatInstantMillis(b *testing.B) {
	instant := mustInstant(b, "2026-05-05T20:00:00Z")
	b.ReportAllocs()
	for b.Loop() {
		wallclock.FormatInstantMillis(instant)
	}
}

func BenchmarkToInstant(b *testing.B) {
	zone := mustZone(b, "America/Los_Angeles")
	for _, c := range []struct{ name, local string }{
		{"ordinary day", "2026-05-05T13:00:00"},
		{"day of a change", "2026-03-08T13:00:00"},
		{"beyond the table", "2126-05-05T13:00:00"},
	} {
		local := mustDateTime(b, c.local)
		b.Run(c.name, func(b *testing.B) {
			benchmark(b, func() error { _, err := zone.ToInstant(local); return err })
		})
	}
}

func BenchmarkToLocal(b *testing.B) {
	zone, instant := mustZone(b, "America/Los_Angeles"), mustInstant(b, "2026-05-05T20:00:00Z")
	b.ReportAllocs()
	for b.Loop() {
		zone.ToLocal(instant)
	}
}

func BenchmarkAgrees(b *testing.B) {
	zone, instant := mustZone(b, "America/Los_Angeles"), mustInstant(b, "2026-05-05T20:00:00Z")
	local := zone.ToLocal(instant)
	b.ReportAllocs()
	for b.Loop() {
		zone.Agrees(instant, local)
	}
}

func BenchmarkAddDuration(b *testing.B) {
	zone, local, d := mustZone(b, "America/Los_Angeles"), mustDateTime(b, "2026-05-05T13:00"), mustDuration(b, "PT60M")
	benchmark(b, func() error { _, _, err := zone.AddDuration(local, d); return err })
}

func BenchmarkLoadZone(b *testing.B) {
	zones := wallclock.SystemZones()
	benchmark(b, func() error { _, err := zones.LoadZone("America/Los_Angeles"); return err })
}

// What validating a mandate takes of this package allocates nothing.
func TestHotPathsDoNotAllocate(t *testing.T) {
	zone := mustZone(t, "America/Los_Angeles")
	zones := wallclock.SystemZones()
	if _, err := zones.LoadZone(zone.Name()); err != nil {
		t.Fatal(err)
	}
	instant := mustInstant(t, "2026-05-05T20:00:00Z")
	local, later := zone.ToLocal(instant), mustDateTime(t, "2126-03-10T13:00")
	hour := mustDuration(t, "PT1H")
	var text [64]byte
	for name, run := range map[string]func(){
		"ParseDate":         func() { _, _ = wallclock.ParseDate("2026-05-05") },
		"ParseTime":         func() { _, _ = wallclock.ParseTime("13:00:00.5") },
		"ParseDateTime":     func() { _, _ = wallclock.ParseDateTime("2026-05-05T13:00:00") },
		"ParseInstant":      func() { _, _ = wallclock.ParseInstant("2026-05-01T23:59:59.999-07:00") },
		"ParseDuration":     func() { _, _ = wallclock.ParseDuration("P1DT1H30M") },
		"ToInstant":         func() { _, _ = zone.ToInstant(local) },
		"ToInstant, far":    func() { _, _ = zone.ToInstant(later) },
		"Resolve":           func() { _ = zone.Resolve(local) },
		"ToLocal":           func() { _ = zone.ToLocal(instant) },
		"Agrees":            func() { _ = zone.Agrees(instant, local) },
		"ParseReading":      func() { _, _ = wallclock.ParseReading("2026-05-05T13:00:00") },
		"Shows":             func() { _ = zone.Shows(instant, local.Reading()) },
		"AddDuration":       func() { _, _, _ = zone.AddDuration(local, hour) },
		"DateTime.Add":      func() { _ = local.Add(hour) },
		"DateTime.Compare":  func() { _ = local.Compare(later) },
		"LoadZone, cached":  func() { _, _ = zones.LoadZone("America/Los_Angeles") },
		"AppendText":        func() { _, _ = local.AppendText(text[:0]) },
		"Date.Weekday":      func() { _ = local.Date.Weekday() },
		"Duration appended": func() { _, _ = hour.AppendText(text[:0]) },
	} {
		if n := testing.AllocsPerRun(100, run); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
