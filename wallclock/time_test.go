package wallclock_test

import (
	"slices"
	"testing"

	"github.com/openservicekit/openservice/wallclock"
)

// Rule 8: times of day are HH:MM, perhaps with seconds and a fraction, and never
// carry an offset (B-072, P-017).
func TestRule08_TimesAreStrict(t *testing.T) {
	good := []struct {
		in     string
		want   wallclock.Time
		prints string
	}{
		{"00:00", wallclock.Time{}, "00:00:00"},
		{"13:00", wallclock.Time{Hour: 13}, "13:00:00"},
		{"13:05:09", wallclock.Time{Hour: 13, Minute: 5, Second: 9}, "13:05:09"},
		{"23:59:59.999999999", wallclock.Time{Hour: 23, Minute: 59, Second: 59, Nanosecond: 999_999_999}, "23:59:59.999999999"},
		{"13:00:00.5", wallclock.Time{Hour: 13, Nanosecond: 500_000_000}, "13:00:00.5"},
		{"13:00:00.050", wallclock.Time{Hour: 13, Nanosecond: 50_000_000}, "13:00:00.05"},
		{"13:00:00.0", wallclock.Time{Hour: 13}, "13:00:00"},
		{"13:00:00.000000001", wallclock.Time{Hour: 13, Nanosecond: 1}, "13:00:00.000000001"},
		{"13:00:00.123456789000", wallclock.Time{Hour: 13, Nanosecond: 123_456_789}, "13:00:00.123456789"},
	}
	for _, c := range good {
		t.Run(c.in, func(t *testing.T) {
			if got := mustTime(t, c.in); got != c.want || got.String() != c.prints {
				t.Errorf("got %#v, prints %s", got, got)
			}
		})
	}
	bad := []struct {
		name, in string
		cause    error
	}{
		{"empty", "", wallclock.ErrSyntax},
		{"24:00", "24:00", wallclock.ErrRange},
		{"24:00:00", "24:00:00", wallclock.ErrRange},
		{"minute 60", "12:60", wallclock.ErrRange},
		{"second 60", "23:59:60", wallclock.ErrRange},
		{"second 61 with fraction", "23:59:61.5", wallclock.ErrRange},
		{"finer than a nanosecond", "13:00:00.1234567891", wallclock.ErrRange},
		{"one-digit hour", "9:00", wallclock.ErrSyntax},
		{"one-digit minute", "13:0", wallclock.ErrSyntax},
		{"one-digit second", "13:00:0", wallclock.ErrSyntax},
		{"hour alone", "13", wallclock.ErrSyntax},
		{"basic form", "1300", wallclock.ErrSyntax},
		{"dots", "13.00", wallclock.ErrSyntax},
		{"dashes", "13-00", wallclock.ErrSyntax},
		{"dashes before seconds", "13:00-00", wallclock.ErrOffset},
		{"fraction of a minute", "13:00.5", wallclock.ErrSyntax},
		{"comma fraction", "13:00:00,5", wallclock.ErrSyntax},
		{"dot alone", "13:00:00.", wallclock.ErrSyntax},
		{"letters in fraction", "13:00:00.5x", wallclock.ErrSyntax},
		{"12-hour clock", "01:00 PM", wallclock.ErrSyntax},
		{"T before it", "T13:00", wallclock.ErrSyntax},
		{"leading space", " 13:00", wallclock.ErrSyntax},
		{"trailing space", "13:00 ", wallclock.ErrSyntax},
		{"sign", "+13:00", wallclock.ErrSyntax},
		{"negative minute", "13:-1", wallclock.ErrOffset},
		{"full-width colon", "13：00", wallclock.ErrSyntax},
		{"zone name", "13:00 PDT", wallclock.ErrSyntax},
		{"Z", "10:30Z", wallclock.ErrOffset},
		{"lower-case z", "10:30:00z", wallclock.ErrOffset},
		{"Z after a space", "10:30 Z", wallclock.ErrOffset},
		{"offset", "10:30-07:00", wallclock.ErrOffset},
		{"offset without colon", "10:30:00+0200", wallclock.ErrOffset},
		{"offset after fraction", "10:30:00.5+02", wallclock.ErrOffset},
		{"impossible time with offset", "25:30Z", wallclock.ErrOffset},
	}
	for _, c := range bad {
		t.Run(c.name, func(t *testing.T) {
			got, err := wallclock.ParseTime(c.in)
			if got != (wallclock.Time{}) {
				t.Errorf("a refused text left %v", got)
			}
			wantParseError(t, err, "time", c.cause)
		})
	}
}

func TestTimeZeroValueIsMidnight(t *testing.T) {
	var zero wallclock.Time
	if !zero.IsValid() || zero != mustTime(t, "00:00") {
		t.Error("the zero Time is not midnight")
	}
}

func TestTimeIsValidRefusesWhatParseCannotMake(t *testing.T) {
	for _, c := range []wallclock.Time{
		{Hour: 24}, {Hour: -1}, {Minute: 60}, {Minute: -1}, {Second: 60}, {Second: -1},
		{Nanosecond: 1_000_000_000}, {Nanosecond: -1},
	} {
		if c.IsValid() {
			t.Errorf("%#v is valid", c)
		}
		if _, err := c.MarshalText(); err == nil {
			t.Errorf("%#v marshals", c)
		}
		if got := c.String(); got != "invalid time" || c.Short() != got {
			t.Errorf("%#v prints %q, %q", c, got, c.Short())
		}
	}
}

func TestTimeOrder(t *testing.T) {
	var ordered []wallclock.Time
	for _, s := range []string{"00:00", "00:00:00.5", "00:00:01", "00:01", "01:00", "23:59:59"} {
		ordered = append(ordered, mustTime(t, s))
	}
	for i, a := range ordered {
		for j, b := range ordered {
			if got := a.Compare(b); (got < 0) != (i < j) || (got > 0) != (i > j) || a.Before(b) != (i < j) || a.After(b) != (i > j) {
				t.Errorf("%v against %v: %d", a, b, got)
			}
		}
	}
	if !slices.IsSortedFunc(ordered, wallclock.Time.Compare) {
		t.Error("Compare does not sort")
	}
}

func TestTimeShort(t *testing.T) {
	for in, want := range map[string]string{
		"13:00": "13:00", "13:00:00": "13:00", "13:00:01": "13:00:01", "13:00:00.25": "13:00:00.25",
	} {
		if got := mustTime(t, in).Short(); got != want {
			t.Errorf("%s is %s for short, want %s", in, got, want)
		}
	}
}

func TestTimeTextRoundTrip(t *testing.T) {
	got := mustTime(t, "08:00")
	if err := got.UnmarshalText([]byte("24:00")); err == nil || got != mustTime(t, "08:00") {
		t.Errorf("a refused text changed the time to %v (%v)", got, err)
	}
	text, err := mustTime(t, "17:30").MarshalText()
	if err != nil || string(text) != "17:30:00" {
		t.Fatalf("%q, %v", text, err)
	}
	if err := got.UnmarshalText(text); err != nil || got != mustTime(t, "17:30") {
		t.Errorf("got %v, %v", got, err)
	}
}
