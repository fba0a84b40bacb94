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

// dayNumber counts the days since 1970-01-01. The year is taken to start in
// March, which puts the leap day at its end, and is shifted by one whole
// Gregorian cycle to keep every quotient positive.
func (d Date) dayNumber() int64 {
	const cycleYears, cycleDays = 400, 146_097
	y, m := uint32(d.Year+cycleYears), uint32(d.Month)
	if m <= 2 {
		y, m = y-1, m+12
	}
	// Months from March on have 31 30 31 30 31 days, then the same again.
	dayOfYear := (153*(m-3)+2)/5 + uint32(d.Day) - 1
	days := 365*y + y/4 - y/100 + y/400 + dayOfYear
	// 60 days precede March of year 0.
	return int64(days) - cycleDays + 60 + firstDay
}

// dateOfDay is the inverse of dayNumber; outside the years 0 to 9999 it is the
// zero Date.
func dateOfDay(n int64) Date {
	if n < firstDay || n > lastDay {
		return Date{}
	}
	year, month, day := time.Unix(n*secondsPerDay, 0).UTC().Date()
	return Date{Year: year, Month: month, Day: day}
}

// civilSeconds is the count of seconds from 1970-01-01T00:00:00 to dt on a clock
// that nobody ever turns. dt must be valid.
func (dt DateTime) civilSeconds() int64 {
	return dt.Date.dayNumber()*secondsPerDay + int64(dt.Time.Hour*3600+dt.Time.Minute*60+dt.Time.Second)
}

// dateTimeOf is the inverse of civilSeconds; outside the years 0 to 9999 it is
// the zero DateTime.
func dateTimeOf(sec int64, nsec int) DateTime {
	if sec < firstDay*secondsPerDay || sec >= (lastDay+1)*secondsPerDay {
		return DateTime{}
	}
	day, rest := sec/secondsPerDay, int(sec%secondsPerDay)
	if rest < 0 {
		day, rest = day-1, rest+secondsPerDay
	}
	return DateTime{
		Date: dateOfDay(day),
		Time: Time{Hour: rest / 3600, Minute: rest / 60 % 60, Second: rest % 60, Nanosecond: nsec},
	}
}
