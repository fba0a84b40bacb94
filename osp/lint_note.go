package osp

import (
	"slices"
	"strings"

	"github.com/openservicekit/openservice/wallclock"
)

// noteContradiction returns how a note about the hours contradicts the weekly table, "" if it doesn't seem to. It reads plain
// statements of days and times, such as "closed on Sundays", "open 7 days a week" and "Sat 9am-1pm", and leaves a sentence
// alone that speaks of anything besides the ordinary week.
func noteContradiction(note string, week *Week) string {
	for sentence := range strings.FieldsFuncSeq(plainNote(note), func(r rune) bool { return strings.ContainsRune(".;!?\n", r) }) {
		s, ok := readNote(sentence)
		if !ok {
			continue
		}
		if why := s.contradicts(week); why != "" {
			return why
		}
	}
	return ""
}

// statement is what a note says about the days, Monday first: +1 open, -1 closed, 0 nothing.
type statement struct {
	days     [7]int
	allDay   bool // open round the clock
	timed    bool // open between these times
	from, to wallclock.Time
}

// readNote reads a sentence of clauses between commas. A clause that says neither open nor closed continues the one before
// it: "closed Saturdays, Sundays".
func readNote(sentence string) (s statement, ok bool) {
	mode := 0
	for clause := range strings.SplitSeq(sentence, ",") {
		words := noteWords(clause)
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(besides, w) }) {
			return statement{}, false
		}
		mode = s.readClause(words, mode)
	}
	if s.allDay && s.days == [7]int{} && mode >= 0 {
		s.days = [7]int{1, 1, 1, 1, 1, 1, 1}
	}
	return s, s.days != [7]int{}
}

// readClause reads one clause, and returns whether it says open or closed. Times or round the clock say open.
func (s *statement) readClause(words []string, before int) (mode int) {
	var days []int
	for i, word := range words {
		switch word {
		case "open", "opens":
			mode = 1
			continue
		case "closed":
			mode = -1
			continue
		case "24/7":
			s.allDay = true
			mode = max(mode, 1)
			continue
		}
		if named := noteDays(words, i); named != nil {
			if i >= 2 && isTo(words[i-1]) && len(named) == 1 && len(days) > 0 {
				named = dayRange(days[len(days)-1], named[0])
			}
			days = append(days, named...)
			continue
		}
		if i >= 2 && isTo(words[i-1]) && !s.timed {
			from, ok1 := noteTime(words[i-2])
			to, ok2 := noteTime(word)
			if ok1 && ok2 {
				s.from, s.to, s.timed = from, to, true
				if mode == 0 {
					mode = 1
				}
			}
		}
	}
	if mode == 0 {
		mode = before
	}
	for _, d := range days {
		s.days[d] = mode
	}
	return mode
}

// contradicts returns what the statement says otherwise than the table.
func (s *statement) contradicts(week *Week) string {
	for d, hours := range week.days() {
		day := strings.ToUpper(weekdayNames[d][:1]) + weekdayNames[d][1:]
		switch {
		case s.days[d] < 0 && hours.Status != DayClosed:
			return "the note says closed on " + day + ", the table has hours"
		case s.days[d] <= 0:
		case hours.Status == DayClosed:
			return "the note says open on " + day + ", the table says closed"
		case s.allDay && hours.Status != DayAllDay:
			return "the note says open around the clock, the table has other hours on " + day
		case s.timed && hours.Status == DayOpen && (hours.Open != s.from || hours.Close != s.to):
			return "the note says " + s.from.Short() + " to " + s.to.Short() + " on " + day +
				", the table " + hours.Open.Short() + " to " + hours.Close.Short()
		}
	}
	return ""
}
