package wallclock

// Period is one stretch of a weekly timetable, in the zone of the place (OSBP
// "Time Discipline", schedule_hours). It includes Open and excludes Close. A
// Close that is not after Open lies on the following day, so that 20:00 to 02:00
// runs past midnight and equal times are 24 hours. (OSP has no such hours:
// refuse them there.)
type Period struct {
	Day         ISOWeekday
	Open, Close Time
}

// IsValid reports whether the day and both times are real. The zero Period is
// not valid.
func (p Period) IsValid() bool { return p.Day.IsValid() && p.Open.IsValid() && p.Close.IsValid() }

// Overnight reports whether p ends on the day after it starts.
func (p Period) Overnight() bool { return !p.Close.After(p.Open) }

// Contains reports whether p is open at dt on the wall clock. Nothing invalid
// contains anything or is contained.
func (p Period) Contains(dt DateTime) bool {
	if !p.IsValid() || !dt.IsValid() {
		return false
	}
	day := dt.Weekday()
	if !p.Overnight() {
		return day == p.Day && !dt.Time.Before(p.Open) && dt.Time.Before(p.Close)
	}
	return day == p.Day && !dt.Time.Before(p.Open) ||
		day.previous() == p.Day && dt.Time.Before(p.Close)
}

// OpenAt reports whether any of the periods is open at dt on the wall clock.
func OpenAt(periods []Period, dt DateTime) bool {
	for _, p := range periods {
		if p.Contains(dt) {
			return true
		}
	}
	return false
}
