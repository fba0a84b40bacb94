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

// months holds what is to be known of each month, by its number. What is no month
// has no days. There is a place for all that two digits can say.
var months = [0x80]struct {
	before uint16 // days since 1 March
	early  uint8  // 1 where the year counts as the one before, which started in March
	days   uint8  // but for leap days
}{
	1: {306, 1, 31}, 2: {337, 1, 28}, 3: {0, 0, 31}, 4: {31, 0, 30}, 5: {61, 0, 31}, 6: {92, 0, 30},
	7: {122, 0, 31}, 8: {153, 0, 31}, 9: {184, 0, 30}, 10: {214, 0, 31}, 11: {245, 0, 30}, 12: {275, 0, 31},
}

// isDay reports whether a date with month and day below 128 is real if its year is.
func isDay(year, month, day uint32) bool {
	return day-1 < uint32(months[month&0x7f].days) || month == 2 && day == 29 && isLeap(year)
}

func isLeap(year uint32) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

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

func (d Date) dayNumber() int64 { return dayNumber(uint32(d.Year), uint32(d.Month), uint32(d.Day)) }

func dayNumber(year, month, day uint32) int64 {
	m := &months[month&0x7f]
	y := year + cycleYears - uint32(m.early)
	century := y / 100
	return int64(365*y+y/4-century+century/4+uint32(m.before)+day-1) + marchEpoch
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
