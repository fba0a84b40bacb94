package wallclock_test

import (
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// Durations are ISO 8601 strings (B-086).
func TestParseDuration(t *testing.T) {
	const most = time.Duration(1<<63 - 1)
	for _, c := range []struct {
		in     string
		want   wallclock.Duration
		prints string
	}{
		{"PT60M", wallclock.Duration{Clock: time.Hour}, "PT1H"},
		{"PT90M", wallclock.Duration{Clock: 90 * time.Minute}, "PT1H30M"},
		{"PT1H30M", wallclock.Duration{Clock: 90 * time.Minute}, "PT1H30M"},
		{"PT5400S", wallclock.Duration{Clock: 90 * time.Minute}, "PT1H30M"},
		{"PT1H1S", wallclock.Duration{Clock: time.Hour + time.Second}, "PT1H1S"},
		{"PT24H", wallclock.Duration{Clock: 24 * time.Hour}, "PT24H"},
		{"P1D", wallclock.Duration{Days: 1}, "P1D"},
		{"P1W", wallclock.Duration{Days: 7}, "P7D"},
		{"P2DT3H4M5S", wallclock.Duration{Days: 2, Clock: 3*time.Hour + 4*time.Minute + 5*time.Second}, "P2DT3H4M5S"},
		{"PT0.5H", wallclock.Duration{Clock: 30 * time.Minute}, "PT30M"},
		{"PT0,5H", wallclock.Duration{Clock: 30 * time.Minute}, "PT30M"},
		{"PT1H1.5M", wallclock.Duration{Clock: time.Hour + 90*time.Second}, "PT1H1M30S"},
		{"PT1.000000001S", wallclock.Duration{Clock: time.Second + 1}, "PT1.000000001S"},
		{"PT0.000000001H", wallclock.Duration{Clock: 3600}, "PT0.0000036S"},
		{"PT05M", wallclock.Duration{Clock: 5 * time.Minute}, "PT5M"},
		{"PT0S", wallclock.Duration{}, "PT0S"},
		{"P0D", wallclock.Duration{}, "PT0S"},
		{"P3652425D", wallclock.Duration{Days: 3_652_425}, "P3652425D"},
		{"PT9223372036.854775807S", wallclock.Duration{Clock: most}, "PT2562047H47M16.854775807S"},
	} {
		t.Run(c.in, func(t *testing.T) {
			got := mustDuration(t, c.in)
			if got != c.want || got.String() != c.prints {
				t.Errorf("got %#v, prints %s, want %#v and %s", got, got, c.want, c.prints)
			}
			if again := mustDuration(t, got.String()); again != got {
				t.Errorf("reads back as %v", again)
			}
		})
	}
}

// Each of these has been taken for a duration by some parser.
func TestParseDurationRefusesMalformed(t *testing.T) {
	for _, in := range []string{
		"", "P", "PT", "P1", "P1S", "PT1D", "1H", "45", "PT45M ", " PT45M", "pt45m", "PT1M1H", "-PT5M", "PT1.5H30M",
		"+PT5M", "PT-5M", "PT+5M", "P1DT", "PT1", "PT1H30", "P1H", "PT1W", "PTT1H", "PT1HT1M", "P1D1D", "PT1H1H",
		"P1WT1H", "P1W1D", "P1DW", "P1D1W", "P0.5D", "P0.5W", "PT.5H", "PT1.H", "PT1.S", "PT1..5S", "PT1.5.5S",
		"PT1,5H30M", "PTH", "PTM", "P W", "P1 D", "PT４５M", "P1D PT1H", "PT1H\n", "P1Q", "Pd", "PT1m", "P1d",
		"P1M1Y", "P1Y1", "P1MT", "P1.5M", "P1.5Y", "P0003-06-04T12:30:05",
	} {
		t.Run(in, func(t *testing.T) {
			got, err := wallclock.ParseDuration(in)
			if !got.IsZero() {
				t.Errorf("a refused text left %v", got)
			}
			wantParseError(t, err, "duration", wallclock.ErrSyntax)
		})
	}
}

// A month is not a minute, and has no fixed length.
func TestParseDurationRefusesYearsAndMonths(t *testing.T) {
	for _, in := range []string{"P1M", "P1Y", "P0M", "P1Y2M3DT4H5M6S", "P1MT1M", "P1M99999999999D"} {
		_, err := wallclock.ParseDuration(in)
		wantParseError(t, err, "duration", wallclock.ErrCalendar)
	}
}

func TestParseDurationRefusesWhatDoesNotFit(t *testing.T) {
	for _, in := range []string{
		"P3652426D", "P521776W", "P99999999999999999999999999D", "PT2562048H", "PT153722868M",
		"PT9223372036.854775808S", "PT2562047H48M", "PT99999999999999999999S", "PT1.0000000001S", "PT1.0000000000S",
	} {
		if got, err := wallclock.ParseDuration(in); err == nil {
			t.Errorf("%s reads as %v", in, got)
		} else {
			wantParseError(t, err, "duration", wallclock.ErrRange)
		}
	}
}

func TestDurationNominalLength(t *testing.T) {
	for in, seconds := range map[string]time.Duration{
		"PT90M": 5400, "PT1H30M": 5400, "P1W": 604_800, "PT0.5H": 1800, "P1DT1S": 86_401, "PT0S": 0,
	} {
		if got, ok := mustDuration(t, in).Nominal(); !ok || got != seconds*time.Second {
			t.Errorf("%s: %v, %v", in, got, ok)
		}
	}
	for name, d := range map[string]wallclock.Duration{
		"negative clock": {Clock: -1}, "negative days": {Days: -1}, "more than a clock holds": {Days: 106_752},
		"by the clock": {Days: 106_751, Clock: 24 * time.Hour}, "too many days": {Days: 3_652_426},
	} {
		if got, ok := d.Nominal(); ok {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestDurationThatIsNotValid(t *testing.T) {
	for _, d := range []wallclock.Duration{{Days: -1}, {Clock: -1}, {Days: 3_652_426}} {
		if d.IsValid() || d.String() != "invalid duration" {
			t.Errorf("%#v prints %s", d, d)
		}
		if _, err := d.MarshalText(); err == nil {
			t.Errorf("%#v marshals", d)
		}
	}
	d := mustDuration(t, "PT1H")
	if err := d.UnmarshalText([]byte("P1M")); err == nil || d != mustDuration(t, "PT1H") {
		t.Errorf("a refused text changed the duration to %v (%v)", d, err)
	}
}
