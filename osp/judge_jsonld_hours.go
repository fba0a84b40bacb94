package osp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/openservicekit/openservice/wallclock"
)

// pageWeek is the hours of each weekday as a page states them, Monday first: spans in minutes, sorted, without overlaps.
// Unlike a manifest, a page can have several on a day, and ones that run past midnight.
type pageWeek [7][]span

// hours asks that openingHoursSpecification says what hours.weekly says.
func (f *nodeFindings) hours(l *Location) {
	const property = "openingHoursSpecification"
	week, read, problem := readWeek(f.node)
	switch {
	case problem != "":
		f.differs(property, problem)
		return
	case !read:
		f.missing(property, "The node has no "+property+" for the days of the week.")
		return
	}
	for i, day := range l.Hours.Weekly.days() {
		var want []span
		switch day.Status {
		case DayAllDay:
			want = []span{spanOf(dayStart, dayEnd)}
		case DayOpen:
			want = []span{spanOf(day.Open, day.Close)}
		}
		if !slices.Equal(week[i], want) {
			f.differs(property, "On "+schemaDays[i]+" the node says "+spansText(week[i])+", the manifest "+spansText(want)+".")
			return
		}
	}
}

// readWeek reads the weekly entries of a node. Dated entries are left out; read is false if there are no others. The problem
// is a sentence about an entry that can't be understood.
func readWeek(node *ldNode) (week pageWeek, read bool, problem string) {
	for _, v := range node.props["openingHoursSpecification"] {
		entry, ok := v.(*ldNode)
		if !ok {
			return week, false, "An entry of openingHoursSpecification is no OpeningHoursSpecification."
		}
		if len(entry.props["validFrom"])+len(entry.props["validThrough"]) > 0 {
			continue
		}
		days, ok := readDays(entry)
		if !ok {
			return week, false, "An entry of openingHoursSpecification names no day, or one that is no weekday."
		}
		hours, ok := readOpening(entry)
		if !ok {
			return week, false, "An entry of openingHoursSpecification has a time that can't be read; write it as 08:00."
		}
		read = true
		for _, day := range days {
			if hours.start != hours.end && len(week[day]) < maxPageSpans {
				week[day] = append(week[day], hours)
			}
		}
	}
	for i := range week {
		week[i] = joinSpans(week[i])
	}
	return week, read, ""
}

// maxPageSpans is more spans than any shop's day has.
const maxPageSpans = 50

// readDays returns the weekdays of an entry, 0 for Monday. Public holidays, which schema.org counts among the days, are none.
func readDays(entry *ldNode) (days []int, ok bool) {
	for _, v := range entry.props["dayOfWeek"] {
		name, isText := v.(string)
		if node, isNode := v.(*ldNode); isNode {
			name, isText = node.id, true
		}
		name = schemaTerm(strings.TrimSpace(name), true)
		if !isText {
			return nil, false
		}
		if name == "PublicHolidays" {
			ok = true
			continue
		}
		day := slices.Index(schemaDays[:], name)
		if day < 0 {
			return nil, false
		}
		days, ok = append(days, day), true
	}
	return days, ok
}

// readOpening returns the span of an entry: an empty one when it never opens, one that ends on the next day when it closes
// before it opens. Without opens, an entry says closed.
func readOpening(entry *ldNode) (hours span, ok bool) {
	opens, closes := entry.props["opens"], entry.props["closes"]
	if len(opens) == 0 && len(closes) == 0 {
		return span{}, true
	}
	from, fromOK := readClocks(opens)
	to, toOK := readClocks(closes)
	if !fromOK || !toOK {
		return span{}, false
	}
	if to < from {
		to += allDay.end
	}
	return span{from, to}, true
}

// readClocks reads the one value of opens or closes.
func readClocks(values []any) (minutes int, ok bool) {
	if len(values) != 1 {
		return 0, false
	}
	s, ok := values[0].(string)
	if !ok {
		return 0, false
	}
	return readClock(s)
}

// readClock reads a time of day in whole minutes, in 24 hours (17:00, 17:00:00) or in twelve (5:00 PM, 5pm, 12 a.m.).
func readClock(s string) (minutes int, ok bool) {
	s = strings.ToLower(strings.Join(strings.Fields(s), ""))
	half := 0
	for _, suffix := range []string{"am", "a.m.", "pm", "p.m."} {
		if rest, found := strings.CutSuffix(s, suffix); found {
			s, half = rest, 1+strings.IndexByte("ap", suffix[0])
		}
	}
	hour, rest, hasMinutes := strings.Cut(s, ":")
	minute, second, hasSeconds := strings.Cut(rest, ":")
	h, okHour := twoDigits(hour, half != 0)
	m, okMinute := 0, true
	if hasMinutes {
		m, okMinute = twoDigits(minute, false)
	}
	if !okHour || !okMinute || m > 59 || hasSeconds && second != "00" || half == 0 && (!hasMinutes || h > 23) {
		return 0, false
	}
	if half != 0 {
		if h < 1 || h > 12 {
			return 0, false
		}
		h = h%12 + 12*(half-1)
	}
	return h*60 + m, true
}

// twoDigits reads two digits, or one where that is allowed.
func twoDigits(s string, oneIsEnough bool) (n int, ok bool) {
	if len(s) != 2 && !(len(s) == 1 && oneIsEnough) || !isDigits(s) {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// joinSpans sorts spans and joins those that overlap or touch.
func joinSpans(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return a.start - b.start })
	var out []span
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && s.start <= out[last].end {
			out[last].end = max(out[last].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}

func spansText(spans []span) string {
	if len(spans) == 0 {
		return "closed"
	}
	var parts []string
	for _, s := range spans {
		parts = append(parts, clockText(s.start)+"-"+clockText(s.end))
	}
	return strings.Join(parts, " and ")
}

func clockText(minutes int) string {
	return wallclock.Time{Hour: minutes / 60 % 24, Minute: minutes % 60}.Short()
}
