package osp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/openservicekit/openservice/wallclock"
)

// besides are words that make a sentence speak of something else than the ordinary week, or turn it round.
var besides = strings.Fields(`not isn't aren't never no emergency emergencies urgent after-hours phone phones line lines calls answered
	appointment appointments season seasonal seasonally holiday holidays except unless lunch only request requests arrangement
	website online summer winter spring fall autumn january february march april may june july august september october november
	december sometimes occasionally some first second third last other alternate most`)

// plainNote lowers a note's case and writes the same things in the same way.
func plainNote(note string) string {
	return strings.NewReplacer(
		"a.m.", "am", "p.m.", "pm", "’", "'", "–", "-", "—", "-",
		"around the clock", "24/7", "round the clock", "24/7", "24 hours", "24/7", "24-hour", "24/7",
	).Replace(strings.ToLower(note))
}

// noteWords splits a clause into words. A hyphen between days or times is a word of its own, and "8 am" is one.
func noteWords(clause string) []string {
	var words []string
	for _, field := range strings.Fields(clause) {
		field = strings.Trim(field, `:"'()&`)
		if slices.Contains(besides, field) {
			return []string{field}
		}
		for i, part := range strings.Split(field, "-") {
			if i > 0 {
				words = append(words, "-")
			}
			switch {
			case part == "":
			case (part == "am" || part == "pm") && len(words) > 0:
				words[len(words)-1] += part
			default:
				words = append(words, part)
			}
		}
	}
	return words
}

func isTo(word string) bool {
	return word == "-" || word == "to" || word == "through" || word == "thru" || word == "until"
}

// noteDays returns the days, Monday 0, that words[i] names, nil if it names none.
func noteDays(words []string, i int) []int {
	switch w := words[i]; w {
	case "daily", "everyday":
		return []int{0, 1, 2, 3, 4, 5, 6}
	case "day", "days":
		if i > 0 && (words[i-1] == "every" || words[i-1] == "7" || words[i-1] == "seven") {
			return []int{0, 1, 2, 3, 4, 5, 6}
		}
	case "weekday", "weekdays":
		return []int{0, 1, 2, 3, 4}
	case "weekend", "weekends":
		return []int{5, 6}
	default:
		for d, name := range weekdayNames {
			short := len(w) >= 3 && len(w) <= 5 && strings.HasPrefix(name, w)
			if short || w == name || w == name+"s" {
				return []int{d}
			}
		}
	}
	return nil
}

// dayRange returns the days from one to another, over the end of the week if need be.
func dayRange(from, to int) []int {
	days := []int{from}
	for from != to {
		from = (from + 1) % 7
		days = append(days, from)
	}
	return days
}

// noteTime reads a time such as 8am, 8:30pm, noon and 17:00.
func noteTime(w string) (t wallclock.Time, ok bool) {
	if w == "noon" {
		return wallclock.Time{Hour: 12}, true
	}
	w, pm := strings.CutSuffix(w, "pm")
	w, am := strings.CutSuffix(w, "am")
	hour, minute, colon := strings.Cut(w, ":")
	if !colon {
		minute = "00"
	}
	h, errHour := strconv.Atoi(hour)
	m, errMinute := strconv.Atoi(minute)
	half := am || pm
	if errHour != nil || errMinute != nil || len(minute) != 2 || !half && !colon || half && (h < 1 || h > 12) {
		return t, false
	}
	if half {
		h %= 12
	}
	if pm {
		h += 12
	}
	t = wallclock.Time{Hour: h, Minute: m}
	return t, t.IsValid()
}
