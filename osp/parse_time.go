package osp

import "github.com/openservicekit/openservice/wallclock"

// clock reads a time of day, HH:MM.
func (d *decoder) clock() (t wallclock.Time, ok bool) {
	if !d.expect('"', "a time of day as text, such as \"08:30\"") {
		return t, false
	}
	s := d.str()
	t, err := wallclock.ParseTime(s)
	if err != nil || len(s) != len("15:04") {
		d.note(RulePattern, d.subject()+" must be a time of day from 00:00 to 23:59, written with two digits each, such as 08:30.")
		return wallclock.Time{}, false
	}
	return t, true
}

// optionalClock is clock for a member that may be absent; nil also stands for a time that couldn't be read.
func (d *decoder) optionalClock() *wallclock.Time {
	t, ok := d.clock()
	if !ok {
		return nil
	}
	return &t
}

// date reads a calendar date, YYYY-MM-DD.
func (d *decoder) date() wallclock.Date {
	if !d.expect('"', "a date as text, such as \"2026-11-26\"") {
		return wallclock.Date{}
	}
	s := d.str()
	date, err := wallclock.ParseDate(s)
	switch {
	case err == nil:
	case isDateShape(s):
		d.note(RuleFormat, d.subject()+" is "+s+", a date that is not on the calendar.")
	default:
		d.note(RulePattern, d.subject()+" must be a date written as year-month-day, such as 2026-11-26.")
	}
	return date
}

func (d *decoder) timestamp() Timestamp {
	if !d.expect('"', "a date and time as text") {
		return ""
	}
	s := Timestamp(d.str())
	if _, err := s.Time(); err != nil {
		d.note(RuleFormat, d.subject()+" must be a date and time with a UTC offset, such as 2026-09-07T14:00:00Z.")
	}
	return s
}
