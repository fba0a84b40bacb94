package wallclock_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/wallclock"
)

// Rule 8: merchant wall-clock values have a date, a capital T, a time, and no
// offset (B-072, B-077, B-078, B-194).
func TestRule08_DateTimesAreStrict(t *testing.T) {
	for in, prints := range map[string]string{
		"2026-05-05T13:00":              "2026-05-05T13:00:00",
		"2026-05-05T13:00:00":           "2026-05-05T13:00:00",
		"2026-05-05T13:00:00.000":       "2026-05-05T13:00:00",
		"2026-05-05T13:00:00.125":       "2026-05-05T13:00:00.125",
		"2024-02-29T00:00:00":           "2024-02-29T00:00:00",
		"9999-12-31T23:59:59.999999999": "9999-12-31T23:59:59.999999999",
	} {
		t.Run(in, func(t *testing.T) {
			if got := mustDateTime(t, in); !got.IsValid() || got.String() != prints {
				t.Errorf("got %#v, prints %s", got, got)
			}
		})
	}
	bad := []struct {
		name, in string
		cause    error
	}{
		{"empty", "", wallclock.ErrSyntax},
		{"date alone", "2026-05-05", wallclock.ErrSyntax},
		{"time alone", "13:00:00", wallclock.ErrSyntax},
		{"T and no time", "2026-05-05T", wallclock.ErrSyntax},
		{"hour alone", "2026-05-05T13", wallclock.ErrSyntax},
		{"one-digit hour", "2026-05-05T9:00:00", wallclock.ErrSyntax},
		{"space for T", "2026-05-05 13:00:00", wallclock.ErrSyntax},
		{"lower-case t", "2026-05-05t13:00:00", wallclock.ErrSyntax},
		{"comma fraction", "2026-05-05T13:00:00,5", wallclock.ErrSyntax},
		{"trailing space", "2026-05-05T13:00:00 ", wallclock.ErrSyntax},
		{"trailing text", "2026-05-05T13:00:00 PDT", wallclock.ErrSyntax},
		{"one-digit month and time", "2026-5-05T13:00:00", wallclock.ErrSyntax},
		{"30 February", "2026-02-30T13:00:00", wallclock.ErrRange},
		{"24:00", "2026-05-05T24:00:00", wallclock.ErrRange},
		{"leap second", "2016-12-31T23:59:60", wallclock.ErrRange},
		{"Z", "2026-05-05T13:00:00Z", wallclock.ErrOffset},
		{"lower-case z", "2026-05-05T13:00:00z", wallclock.ErrOffset},
		{"Z without seconds", "2026-05-05T13:00Z", wallclock.ErrOffset},
		{"positive offset", "2026-05-05T13:00:00+02:00", wallclock.ErrOffset},
		{"negative offset", "2026-05-05T13:00:00-07:00", wallclock.ErrOffset},
		{"zero offset", "2026-05-05T13:00:00+00:00", wallclock.ErrOffset},
		{"offset without minutes", "2026-05-05T13:00-07", wallclock.ErrOffset},
		{"offset after fraction", "2026-05-05T13:00:00.5+02:00", wallclock.ErrOffset},
		{"offset and zone name", "2026-05-05T13:00:00-07:00[America/Los_Angeles]", wallclock.ErrOffset},
		{"impossible date with Z", "2026-02-30T13:00:00Z", wallclock.ErrOffset},
	}
	for _, c := range bad {
		t.Run(c.name, func(t *testing.T) {
			got, err := wallclock.ParseDateTime(c.in)
			if got != (wallclock.DateTime{}) {
				t.Errorf("a refused text left %v", got)
			}
			wantParseError(t, err, "date-time", c.cause)
		})
	}
}

func TestDateTimeZeroValueIsNotValid(t *testing.T) {
	var zero wallclock.DateTime
	if zero.IsValid() || zero.String() != "invalid date-time" {
		t.Errorf("the zero DateTime passes for %s", zero)
	}
	if _, err := zero.MarshalText(); err == nil {
		t.Error("the zero DateTime marshals")
	}
	if got := zero.Add(mustDuration(t, "PT1H")); got.IsValid() {
		t.Errorf("an hour later it is %v", got)
	}
}

func TestDateTimeOrderIsThatOfReadings(t *testing.T) {
	ordered := []string{
		"2025-12-31T23:59:59.9", "2026-01-01T00:00", "2026-05-05T12:59:59", "2026-05-05T13:00",
		"2026-05-05T13:00:00.000000001", "2026-05-06T00:00", "2026-06-01T00:00",
	}
	for i, a := range ordered {
		for j, b := range ordered {
			x, y := mustDateTime(t, a), mustDateTime(t, b)
			if got := x.Compare(y); (got < 0) != (i < j) || (got > 0) != (i > j) || x.Before(y) != (i < j) || x.After(y) != (i > j) {
				t.Errorf("%s against %s: %d", a, b, got)
			}
		}
	}
}

// Rule 11, where the zone is not known: the end carries over midnight.
func TestRule11_CivilAddition(t *testing.T) {
	for _, c := range []struct{ name, start, length, want string }{
		{"an hour", "2026-05-05T13:00", "PT60M", "2026-05-05T14:00:00"},
		{"over midnight", "2026-05-05T10:30", "PT16H", "2026-05-06T02:30:00"},
		{"to midnight", "2026-05-05T23:00", "PT1H", "2026-05-06T00:00:00"},
		{"seconds", "2026-05-05T10:30", "PT5400S", "2026-05-05T12:00:00"},
		{"a day", "2026-02-28T10:30", "P1D", "2026-03-01T10:30:00"},
		{"a leap day", "2024-02-28T23:59:59.5", "PT0.5S", "2024-02-29T00:00:00"},
		{"weeks over a year's end", "2026-12-25T09:00", "P1W", "2027-01-01T09:00:00"},
		{"days and hours", "2026-05-05T23:00", "P1DT2H", "2026-05-07T01:00:00"},
		{"nothing", "2026-05-05T13:00", "PT0S", "2026-05-05T13:00:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := mustDateTime(t, c.start).Add(mustDuration(t, c.length))
			if got != mustDateTime(t, c.want) {
				t.Errorf("ends %v, want %s", got, c.want)
			}
		})
	}
}

func TestDateTimeAddLeavesTheCalendarAsZero(t *testing.T) {
	start := mustDateTime(t, "9999-12-31T23:00")
	for name, d := range map[string]wallclock.Duration{
		"past the last year": mustDuration(t, "PT1H"),
		"most days":          {Days: 3_652_425},
		"too many days":      {Days: int(^uint(0) >> 1)},
		"negative days":      {Days: -1},
		"negative clock":     {Clock: -time.Hour},
		"longest clock":      {Clock: 1<<63 - 1},
	} {
		if got := start.Add(d); got != (wallclock.DateTime{}) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestDateTimeInJSON(t *testing.T) {
	type slot struct {
		Starts wallclock.DateTime  `json:"starts_at_local"`
		Ends   *wallclock.DateTime `json:"ends_at_local,omitempty"`
		Length wallclock.Duration  `json:"duration"`
		Date   wallclock.Date      `json:"date"`
		Day    wallclock.ISOWeekday
	}
	want := slot{
		Starts: mustDateTime(t, "2026-05-05T13:00:00"), Length: mustDuration(t, "PT60M"),
		Date: mustDate(t, "2026-05-05"), Day: wallclock.Tuesday,
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	const wire = `{"starts_at_local":"2026-05-05T13:00:00","duration":"PT1H","date":"2026-05-05","Day":2}`
	if string(text) != wire {
		t.Errorf("wrote %s", text)
	}
	var got slot
	if err := json.Unmarshal([]byte(wire), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := json.Unmarshal([]byte(`{"starts_at_local":"2026-05-05T13:00:00Z"}`), &got); err == nil {
		t.Error("an instant was read as a wall-clock value")
	}
}
