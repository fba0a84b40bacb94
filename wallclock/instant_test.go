package wallclock_test

import (
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// Rule 8: instants are RFC 3339 with Z or a numeric offset (B-049, B-070). The
// second column is the same instant as the package prints it.
func TestRule08_InstantsAreStrict(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"Z", "2026-05-05T20:00:00Z", "2026-05-05T20:00:00Z"},
		{"milliseconds", "2026-05-05T20:00:00.000Z", "2026-05-05T20:00:00Z"},
		{"offset", "2026-05-01T23:59:59-07:00", "2026-05-02T06:59:59Z"},
		{"half an hour", "2026-05-05T13:00:00+05:30", "2026-05-05T07:30:00Z"},
		{"widest offset", "2026-05-05T00:00:00+23:59", "2026-05-04T00:01:00Z"},
		{"unknown local offset", "2026-05-05T20:00:00-00:00", "2026-05-05T20:00:00Z"},
		{"lower case", "2026-05-01t23:59:59z", "2026-05-01T23:59:59Z"},
		{"lower-case t, offset", "2026-05-01t23:59:59+01:00", "2026-05-01T22:59:59Z"},
		{"nanoseconds", "2026-05-05T20:00:00.123456789Z", "2026-05-05T20:00:00.123456789Z"},
		{"finer than a nanosecond", "2026-05-05T20:00:00.9999999999Z", "2026-05-05T20:00:00.999999999Z"},
		{"fraction and offset", "2026-05-05T20:00:00.5-00:30", "2026-05-05T20:30:00.5Z"},
		{"before the epoch", "1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"},
		{"first year", "0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"},
		{"last year", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"},
		{"leap second", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"},
		{"leap second in June", "2015-06-30T23:59:60Z", "2015-07-01T00:00:00Z"},
		{"leap second seen from the west", "2016-12-31T15:59:60-08:00", "2017-01-01T00:00:00Z"},
		{"leap second seen from the east", "2017-01-01T08:59:60+09:00", "2017-01-01T00:00:00Z"},
		{"within a leap second", "2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00.5Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := mustInstant(t, c.in)
			if wallclock.FormatInstant(got) != c.want {
				t.Errorf("got %s, want %s", wallclock.FormatInstant(got), c.want)
			}
			if got.Location() != time.UTC {
				t.Errorf("the instant is in %v", got.Location())
			}
		})
	}
	for _, c := range []struct {
		name, in string
		cause    error
	}{
		{"empty", "", wallclock.ErrSyntax},
		{"comma before the fraction", "2026-05-01T23:59:59,5-07:00", wallclock.ErrSyntax},
		{"one-digit hour", "2026-05-01T9:00:00Z", wallclock.ErrSyntax},
		{"offset minute 60", "2026-05-01T23:59:59-07:60", wallclock.ErrRange},
		{"offset hour 24", "2026-05-03T23:59:59+24:00", wallclock.ErrRange},
		{"offset hour 25", "2099-01-01T00:00:00+25:00", wallclock.ErrRange},
		{"offset without colon", "2026-05-01T23:59:59-0700", wallclock.ErrSyntax},
		{"offset without minutes", "2026-05-01T23:59:59-07", wallclock.ErrSyntax},
		{"offset with seconds", "2026-05-01T23:59:59-07:00:00", wallclock.ErrSyntax},
		{"no sign", "2026-05-01T23:59:59 07:00", wallclock.ErrSyntax},
		{"minus sign U+2212", "2026-05-01T23:59:59−07:00", wallclock.ErrSyntax},
		{"space for T", "2026-05-01 23:59:59Z", wallclock.ErrSyntax},
		{"underscore for T", "2026-05-01_23:59:59Z", wallclock.ErrSyntax},
		{"no seconds", "2026-05-01T23:59Z", wallclock.ErrSyntax},
		{"no offset", "2026-05-01T23:59:59", wallclock.ErrNoOffset},
		{"no offset, fraction", "2026-05-01T23:59:59.5", wallclock.ErrNoOffset},
		{"no offset, no seconds", "2026-05-01T23:59", wallclock.ErrNoOffset},
		{"no offset, lower case", "2026-05-01t23:59:59", wallclock.ErrNoOffset},
		{"date alone", "2026-05-01", wallclock.ErrSyntax},
		{"zone name", "2026-05-01T23:59:59 PDT", wallclock.ErrSyntax},
		{"Z after a space", "2026-05-01T23:59:59 Z", wallclock.ErrSyntax},
		{"both Z and offset", "2026-05-01T23:59:59Z+01:00", wallclock.ErrSyntax},
		{"two Z", "2026-05-01T23:59:59ZZ", wallclock.ErrSyntax},
		{"trailing line feed", "2026-05-01T23:59:59Z\n", wallclock.ErrSyntax},
		{"zone in brackets", "2026-05-01T23:59:59Z[UTC]", wallclock.ErrSyntax},
		{"dot alone", "2026-05-01T23:59:59.Z", wallclock.ErrSyntax},
		{"no instant but a Z", "notadateZ", wallclock.ErrSyntax},
		{"RFC 1123", "Thu, 01 Jan 2099 00:00:00 Z", wallclock.ErrSyntax},
		{"30 February", "2099-02-30T00:00:00Z", wallclock.ErrRange},
		{"month 13", "2026-13-01T00:00:00Z", wallclock.ErrRange},
		{"24:00", "2026-05-01T24:00:00Z", wallclock.ErrRange},
		{"second 61", "2016-12-31T23:59:61Z", wallclock.ErrRange},
		{"second 60 at noon", "2016-12-31T12:00:60Z", wallclock.ErrRange},
		{"second 60 at another month's end", "2016-11-30T23:59:60Z", wallclock.ErrRange},
		{"second 60 on another day", "2016-12-30T23:59:60Z", wallclock.ErrRange},
		{"second 60 at local midnight", "2016-12-31T23:59:60-08:00", wallclock.ErrRange},
		{"yesterday", "yesterday", wallclock.ErrSyntax},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := wallclock.ParseInstant(c.in)
			if !got.IsZero() {
				t.Errorf("a refused text left %v", got)
			}
			wantParseError(t, err, "instant", c.cause)
		})
	}
}

func TestFormatInstant(t *testing.T) {
	tokyo := time.FixedZone("JST", 9*3600)
	for _, c := range []struct {
		name          string
		in            time.Time
		plain, millis string
	}{
		{"the printed slot", time.Date(2026, 5, 5, 20, 0, 0, 0, time.UTC), "2026-05-05T20:00:00Z", "2026-05-05T20:00:00.000Z"},
		{"in another zone", time.Date(2026, 5, 6, 5, 0, 0, 0, tokyo), "2026-05-05T20:00:00Z", "2026-05-05T20:00:00.000Z"},
		{"half a second", time.Date(2026, 5, 5, 20, 0, 0, 5e8, time.UTC), "2026-05-05T20:00:00.5Z", "2026-05-05T20:00:00.500Z"},
		{"a nanosecond", time.Date(2026, 5, 5, 20, 0, 0, 1, time.UTC), "2026-05-05T20:00:00.000000001Z", "2026-05-05T20:00:00.000000001Z"},
		{"first", time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC), "0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"},
		{"last", time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC), "9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"},
		{"too early", time.Date(-1, 12, 31, 23, 59, 59, 0, time.UTC), "", ""},
		{"too late", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), "", ""},
		{"late enough only in Tokyo", time.Date(10000, 1, 1, 0, 0, 0, 0, tokyo), "9999-12-31T15:00:00Z", "9999-12-31T15:00:00.000Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := wallclock.FormatInstant(c.in); got != c.plain {
				t.Errorf("FormatInstant: %q, want %q", got, c.plain)
			}
			if got := wallclock.FormatInstantMillis(c.in); got != c.millis {
				t.Errorf("FormatInstantMillis: %q, want %q", got, c.millis)
			}
		})
	}
}
