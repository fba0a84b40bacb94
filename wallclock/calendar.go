package wallclock

import "time"

const (
	secondsPerDay = 86400
	// maxDays is the number of days in the years 0 to 9999, the most that can lie
	// between two dates.
	maxDays = 3_652_425
	// firstDay and lastDay are the day numbers of 0000-01-01 and 9999-12-31.
	firstDay = -719_528
	lastDay  = firstDay + maxDays - 1
)

func daysIn(year int, m time.Month) int {
	switch m {
	case time.February:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case time.April, time.June, time.September, time.November:
		return 30
	}
	return 31
}

// A day number counts the days since 1970-01-01. Both directions take the year to
// start in March, which puts the leap day at its end, and count from March of the
// year -400, a whole Gregorian cycle early, to stay clear of negative numbers.
// Months from March on have 31, 30, 31, 30 and 31 days, then the same again: 153
// days in every five.
const (
	cycleYears = 400
	cycleDays  = 146_097
	marchEpoch = firstDay + 60 - cycleDays
)

func (d Date) dayNumber() int64 {
	y, m := uint32(d.Year+cycleYears), uint32(d.Month)
	if m < 3 {
		y, m = y-1, m+12
	}
	century := y / 100
	days := 365*y + y/4 - century + century/4 + (153*(m-3)+2)/5 + uint32(d.Day-1)
	return int64(days) + marchEpoch
}

// dateOfDay is the inverse of dayNumber; outside the years 0 to 9999 it is the
// zero Date.
func dateOfDay(n int64) Date {
	if n < firstDay || n > lastDay {
		return Date{}
	}
	day := uint32(n - marchEpoch)
	century := (4*day + 3) / cycleDays
	day -= cycleDays * century / 4
	year := (4*day + 3) / 1461
	day -= 1461 * year / 4
	month := (5*day + 2) / 153
	day -= (153*month + 2) / 5
	year, month = 100*century+year, month+3
	if month > 12 {
		year, month = year+1, month-12
	}
	return Date{Year: int(year) - cycleYears, Month: time.Month(month), Day: int(day) + 1}
}

// civilSeconds is the count of seconds from 1970-01-01T00:00:00 to dt on a clock
// that nobody ever turns. dt must be valid.
func (dt DateTime) civilSeconds() int64 {
	return dt.Date.dayNumber()*secondsPerDay + int64(dt.Time.Hour*3600+dt.Time.Minute*60+dt.Time.Second)
}

// secondsAt is civilSeconds for a date and a time of day in parts.
func (d Date) secondsAt(hour, minute, second int) int64 {
	return d.dayNumber()*secondsPerDay + int64(hour*3600+minute*60+second)
}

// dateTimeOf is the inverse of civilSeconds; outside the years 0 to 9999 it is
// the zero DateTime.
func dateTimeOf(sec int64, nsec int) DateTime {
	day := floorDay(sec)
	date := dateOfDay(day)
	if date.Day == 0 {
		return DateTime{}
	}
	rest := uint32(sec - day*secondsPerDay)
	return DateTime{date, Time{int(rest / 3600), int(rest / 60 % 60), int(rest % 60), nsec}}
}

// floorDay returns the number of the day that holds a second.
func floorDay(sec int64) int64 {
	day := sec / secondsPerDay
	if sec%secondsPerDay < 0 {
		day--
	}
	return day
}
