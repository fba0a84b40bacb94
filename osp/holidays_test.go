package osp_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

func civilDate(t testing.TB, s string) wallclock.Date {
	t.Helper()
	d, err := wallclock.ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Rule 39: the holidays that a producer lists, on their actual and observed days, right across year ends.
func TestRule39_HolidayExceptions(t *testing.T) {
	tests := []struct {
		name     string
		kept     []osp.KeptHoliday
		from, to string
		want     string
	}{
		{"none listed", nil, "2026-01-01", "2026-12-31", ""},
		{"on a weekday", []osp.KeptHoliday{{Holiday: osp.ThanksgivingDay}}, "2026-01-01", "2026-12-31", "2026-11-26 Thanksgiving Day"},
		{"Saturday, both days", []osp.KeptHoliday{{Holiday: osp.IndependenceDay}}, "2026-01-01", "2026-12-31",
			"2026-07-03 Independence Day (observed), 2026-07-04 Independence Day"},
		{"Saturday, actual", []osp.KeptHoliday{{osp.IndependenceDay, osp.ActualOnly}}, "2026-01-01", "2026-12-31", "2026-07-04 Independence Day"},
		{"Saturday, observed", []osp.KeptHoliday{{osp.IndependenceDay, osp.ObservedOnly}}, "2026-01-01", "2026-12-31", "2026-07-03 Independence Day (observed)"},
		{"Sunday, observed", []osp.KeptHoliday{{osp.IndependenceDay, osp.ObservedOnly}}, "2027-01-01", "2027-12-31", "2027-07-05 Independence Day (observed)"},
		{"weekday, observed", []osp.KeptHoliday{{osp.IndependenceDay, osp.ObservedOnly}}, "2028-01-01", "2028-12-31", "2028-07-04 Independence Day"},
		{"New Year's Day observed in the year before", []osp.KeptHoliday{{Holiday: osp.NewYearsDay}}, "2027-01-01", "2027-12-31",
			"2027-01-01 New Year's Day, 2027-12-31 New Year's Day (observed)"},
		{"and not again in its own year", []osp.KeptHoliday{{osp.NewYearsDay, osp.ObservedOnly}}, "2028-01-01", "2028-12-31", ""},
		{"across the year's end", []osp.KeptHoliday{{Holiday: osp.ChristmasDay}, {Holiday: osp.NewYearsDay}}, "2027-12-01", "2028-01-31",
			"2027-12-24 Christmas Day (observed), 2027-12-25 Christmas Day, 2027-12-31 New Year's Day (observed), 2028-01-01 New Year's Day"},
		{"both ends included", []osp.KeptHoliday{{Holiday: osp.ChristmasDay}, {Holiday: osp.NewYearsDay}}, "2026-12-25", "2027-01-01",
			"2026-12-25 Christmas Day, 2027-01-01 New Year's Day"},
		{"just outside", []osp.KeptHoliday{{Holiday: osp.ChristmasDay}, {Holiday: osp.NewYearsDay}}, "2026-12-26", "2026-12-31", ""},
		{"moving days", []osp.KeptHoliday{{Holiday: osp.LaborDay}, {Holiday: osp.MemorialDay}, {Holiday: osp.MartinLutherKingDay}, {Holiday: osp.PresidentsDay}, {Holiday: osp.ColumbusDay}},
			"2026-01-01", "2026-12-31",
			"2026-01-19 Martin Luther King Jr. Day, 2026-02-16 Presidents' Day, 2026-05-25 Memorial Day, 2026-09-07 Labor Day, 2026-10-12 Columbus Day"},
		{"day after Thanksgiving", []osp.KeptHoliday{{Holiday: osp.DayAfterThanksgiving}}, "2024-11-01", "2024-11-30", "2024-11-29 Day after Thanksgiving"},
		{"before it was a holiday", []osp.KeptHoliday{{Holiday: osp.Juneteenth}}, "2019-01-01", "2021-12-31", "2021-06-18 Juneteenth (observed), 2021-06-19 Juneteenth"},
		{"listed twice", []osp.KeptHoliday{{Holiday: osp.VeteransDay}, {Holiday: osp.VeteransDay}}, "2026-01-01", "2026-12-31", "2026-11-11 Veterans Day"},
		{"one day", []osp.KeptHoliday{{Holiday: osp.ChristmasDay}}, "2026-12-25", "2026-12-25", "2026-12-25 Christmas Day"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := osp.HolidayExceptions(tt.kept, civilDate(t, tt.from), civilDate(t, tt.to))
			if err != nil {
				t.Fatal(err)
			}
			var days []string
			for _, e := range got {
				if !e.Closed {
					t.Errorf("%v is not closed", e.Date)
				}
				days = append(days, e.Date.String()+" "+*e.Label)
			}
			if diff := cmp.Diff(tt.want, strings.Join(days, ", ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHolidayExceptionsRefuses(t *testing.T) {
	from, to := civilDate(t, "2026-01-01"), civilDate(t, "2026-12-31")
	tests := []struct {
		name     string
		kept     []osp.KeptHoliday
		from, to wallclock.Date
	}{
		{"unknown holiday", []osp.KeptHoliday{{Holiday: "Boxing Day"}}, from, to},
		{"no holiday", []osp.KeptHoliday{{}}, from, to},
		{"unknown days", []osp.KeptHoliday{{osp.LaborDay, 3}}, from, to},
		{"no start", nil, wallclock.Date{}, to},
		{"no end", nil, from, wallclock.Date{Year: 2026, Month: 2, Day: 30}},
		{"backwards", nil, to, from},
		{"too long", nil, from, wallclock.Date{Year: 2047, Month: 1, Day: 1}},
	}
	for _, tt := range tests {
		if got, err := osp.HolidayExceptions(tt.kept, tt.from, tt.to); err == nil {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// Every federal holiday of 2025 to 2045, against the rules of 5 U.S.C. 6103 computed here.
func TestHolidayDates(t *testing.T) {
	nth := func(year int, month time.Month, day time.Weekday, n int) wallclock.Date {
		d := wallclock.Date{Year: year, Month: month, Day: 1}
		for d.Weekday().Weekday() != day {
			d = d.AddDays(1)
		}
		return d.AddDays(7 * (n - 1))
	}
	for year := 2025; year <= 2045; year++ {
		memorial := nth(year, time.May, time.Monday, 5)
		if memorial.Month != time.May {
			memorial = memorial.AddDays(-7)
		}
		want := map[osp.Holiday]wallclock.Date{
			osp.NewYearsDay:          {Year: year, Month: 1, Day: 1},
			osp.MartinLutherKingDay:  nth(year, time.January, time.Monday, 3),
			osp.PresidentsDay:        nth(year, time.February, time.Monday, 3),
			osp.MemorialDay:          memorial,
			osp.Juneteenth:           {Year: year, Month: 6, Day: 19},
			osp.IndependenceDay:      {Year: year, Month: 7, Day: 4},
			osp.LaborDay:             nth(year, time.September, time.Monday, 1),
			osp.ColumbusDay:          nth(year, time.October, time.Monday, 2),
			osp.VeteransDay:          {Year: year, Month: 11, Day: 11},
			osp.ThanksgivingDay:      nth(year, time.November, time.Thursday, 4),
			osp.DayAfterThanksgiving: nth(year, time.November, time.Thursday, 4).AddDays(1),
			osp.ChristmasDay:         {Year: year, Month: 12, Day: 25},
		}
		for holiday, actual := range want {
			observed := actual
			if holiday != osp.DayAfterThanksgiving {
				switch actual.Weekday() {
				case wallclock.Saturday:
					observed = actual.AddDays(-1)
				case wallclock.Sunday:
					observed = actual.AddDays(1)
				}
			}
			for days, day := range map[osp.HolidayDays]wallclock.Date{osp.ActualOnly: actual, osp.ObservedOnly: observed} {
				got, err := osp.HolidayExceptions([]osp.KeptHoliday{{holiday, days}}, actual.AddDays(-20), actual.AddDays(20))
				if err != nil || len(got) != 1 || got[0].Date != day {
					t.Errorf("%s %d: %v, %v, not %v", holiday, year, got, err, day)
				}
			}
		}
	}
}
