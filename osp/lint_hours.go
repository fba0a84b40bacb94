package osp

import (
	"strconv"
	"strings"

	"github.com/openservicekit/openservice/wallclock"
)

func (l *linter) hours() {
	for i := range l.m.Locations {
		h := &l.m.Locations[i].Hours
		path := "locations" + index(i) + ".hours"
		first := make(map[wallclock.Date]int)
		for j, e := range h.Exceptions {
			at := path + ".exceptions" + index(j)
			if !e.Closed && !e.Open.Before(e.Close) {
				l.issues = append(l.issues, exceptionOrderIssue(i, j, e))
			}
			if k, ok := first[e.Date]; ok {
				l.note(at, LintExceptionRepeated, "OSP 5.3.2", "Entries "+strconv.Itoa(k+1)+" and "+strconv.Itoa(j+1)+" are both for "+e.Date.String()+". Keep one: if either says closed the day is closed, otherwise only the hours that both have in common count.")
			} else {
				first[e.Date] = j
			}
		}
		if h.Note != nil {
			if why := noteContradiction(*h.Note, &h.Weekly); why != "" {
				l.note(path+".note", LintHoursNote, "OSP 5.3.2", "The note and the table disagree: "+why+".")
			}
		}
	}
}

// holidays points out the public holidays of the coming year on which a location is open by its hours. It invents no
// exception: many businesses do work on some of them.
func (l *linter) holidays() {
	from := l.opts.Date
	if !from.IsValid() {
		return
	}
	to := from.AddDays(364)
	if !to.IsValid() {
		return
	}
	kept := make([]KeptHoliday, len(federalHolidays))
	for i, h := range federalHolidays {
		kept[i].Holiday = h
	}
	days, err := HolidayExceptions(kept, from, to)
	if err != nil {
		return // can't be: the arguments are ours
	}
	for i := range l.m.Locations {
		h := &l.m.Locations[i].Hours
		var open []string
		for _, d := range days {
			if claimsOpen(h, d.Date) {
				open = append(open, d.Date.String()+" "+*d.Label)
			}
		}
		if len(open) > 0 {
			l.note("locations"+index(i)+".hours", LintHolidayOpen, "OSP 5.3.2", "The weekly hours say that the location is open on public holidays: "+strings.Join(open, ", ")+". Add an exception for each of them on which it is closed.")
		}
	}
}

// claimsOpen reports whether the weekly hours say open on a date on which the manifest says nothing else.
func claimsOpen(h *Hours, date wallclock.Date) bool {
	for _, e := range h.Exceptions {
		if e.Date == date {
			return false // whatever it says, somebody thought of the day
		}
	}
	return h.Weekly.Day(date.Weekday()).Status != DayClosed
}
