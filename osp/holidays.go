package osp

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/openservicekit/openservice/wallclock"
	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/us"
)

// Holiday is a public holiday of the United States.
type Holiday string

// The federal holidays, and the day after Thanksgiving, which many businesses keep.
const (
	NewYearsDay          Holiday = "New Year's Day"
	MartinLutherKingDay  Holiday = "Martin Luther King Jr. Day"
	PresidentsDay        Holiday = "Presidents' Day"
	MemorialDay          Holiday = "Memorial Day"
	Juneteenth           Holiday = "Juneteenth"
	IndependenceDay      Holiday = "Independence Day"
	LaborDay             Holiday = "Labor Day"
	ColumbusDay          Holiday = "Columbus Day"
	VeteransDay          Holiday = "Veterans Day"
	ThanksgivingDay      Holiday = "Thanksgiving Day"
	DayAfterThanksgiving Holiday = "Day after Thanksgiving"
	ChristmasDay         Holiday = "Christmas Day"
)

// federalHolidays are the public holidays of the whole country.
var federalHolidays = []Holiday{
	NewYearsDay, MartinLutherKingDay, PresidentsDay, MemorialDay, Juneteenth, IndependenceDay,
	LaborDay, ColumbusDay, VeteransDay, ThanksgivingDay, ChristmasDay,
}

func (h Holiday) rule() *cal.Holiday {
	switch h {
	case NewYearsDay:
		return us.NewYear
	case MartinLutherKingDay:
		return us.MlkDay
	case PresidentsDay:
		return us.PresidentsDay
	case MemorialDay:
		return us.MemorialDay
	case Juneteenth:
		return us.Juneteenth
	case IndependenceDay:
		return us.IndependenceDay
	case LaborDay:
		return us.LaborDay
	case ColumbusDay:
		return us.ColumbusDay
	case VeteransDay:
		return us.VeteransDay
	case ThanksgivingDay:
		return us.ThanksgivingDay
	case DayAfterThanksgiving:
		return us.DayAfterThanksgivingDay
	case ChristmasDay:
		return us.ChristmasDay
	}
	return nil
}

// HolidayDays says which days of a holiday a business keeps. The two differ when a holiday with a fixed date falls on a
// weekend: Saturday's is observed on the Friday before, Sunday's on the Monday after.
type HolidayDays int

const (
	// ActualAndObserved closes on both days. It is the zero value, which promises the least.
	ActualAndObserved HolidayDays = iota
	// ActualOnly closes on the holiday itself.
	ActualOnly
	// ObservedOnly closes on the day on which the holiday is observed.
	ObservedOnly
)

// KeptHoliday is a holiday that a business says it keeps.
type KeptHoliday struct {
	Holiday Holiday
	Days    HolidayDays
}

// maxHolidayYears is the longest span that HolidayExceptions fills.
const maxHolidayYears = 20

// HolidayExceptions returns a closed [Exception] for each day of the holidays listed that lies from from to to, both
// included, in order of date, labelled with the name of the holiday. A New Year's Day that is observed on the last day of
// the year before belongs to that day. No holiday is closed unless the business says so: the list is the producer's, and
// an empty one gives no exceptions (OSP 5.3.2, OSP 8.1).
//
// The error says which argument is wrong: an unknown holiday or choice of days, a date that doesn't exist, from after to,
// or a span of over 20 years.
func HolidayExceptions(kept []KeptHoliday, from, to wallclock.Date) ([]Exception, error) {
	switch {
	case !from.IsValid() || !to.IsValid():
		return nil, errors.New("osp: holidays: from and to must be calendar dates")
	case to.Before(from):
		return nil, errors.New("osp: holidays: from is after to")
	case to.Year-from.Year > maxHolidayYears:
		return nil, fmt.Errorf("osp: holidays: from and to are more than %d years apart", maxHolidayYears)
	}
	var out []Exception
	for _, k := range kept {
		if k.Holiday.rule() == nil {
			return nil, fmt.Errorf("osp: holidays: unknown holiday %s", quote(string(k.Holiday)))
		}
		if k.Days < ActualAndObserved || k.Days > ObservedOnly {
			return nil, fmt.Errorf("osp: holidays: %s has an unknown choice of days", k.Holiday)
		}
		for _, d := range holidayDates(k.Holiday, from, to) {
			if d.observed && k.Days == ActualOnly || !d.observed && d.moved && k.Days == ObservedOnly {
				continue
			}
			label := string(k.Holiday)
			if d.observed {
				label += " (observed)"
			}
			out = append(out, Exception{Date: d.date, Closed: true, Label: &label})
		}
	}
	slices.SortStableFunc(out, func(a, b Exception) int { return a.Date.Compare(b.Date) })
	return slices.CompactFunc(out, func(a, b Exception) bool { return a.Date == b.Date }), nil
}

// holidayDate is one day of a holiday.
type holidayDate struct {
	date     wallclock.Date
	observed bool // in place of another day
	moved    bool // the holiday is observed on another day
}

// holidayDates returns the days of a holiday from from to to, in order of years. It looks a year beyond either end, because
// an observed day may lie in another year than the holiday.
func holidayDates(h Holiday, from, to wallclock.Date) []holidayDate {
	var out []holidayDate
	for year := from.Year - 1; year <= to.Year+1; year++ {
		actual, observed := h.rule().Calc(year)
		if actual.IsZero() { // not a holiday in that year
			continue
		}
		a, o := civil(actual), civil(observed)
		days := []holidayDate{{date: a, moved: o != a}}
		if o != a {
			days = append(days, holidayDate{date: o, observed: true})
		}
		for _, d := range days {
			if !d.date.Before(from) && !d.date.After(to) {
				out = append(out, d)
			}
		}
	}
	return out
}

// civil returns the date of a day's start. The start is in the system's zone, where midnight may not exist and the instant
// then lies in a neighbouring hour; noon is the same date anyhow.
func civil(start time.Time) wallclock.Date {
	year, month, day := start.Add(12 * time.Hour).Date()
	return wallclock.Date{Year: year, Month: month, Day: day}
}
