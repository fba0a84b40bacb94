package adaptertest

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// abbreviations are those that mean one offset, in hours, wherever they are used.
var abbreviations = map[string]int{
	"UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "CET": 1, "CEST": 2, "JST": 9,
}

var (
	zoneName  = regexp.MustCompile(`\b(?:UTC|GMT|EST|EDT|MST|MDT|PST|PDT|CET|CEST|JST|[A-Z][A-Za-z_]+/[A-Za-z_+\-0-9/]+)\b`)
	clockTime = regexp.MustCompile(`\d[:.]\d{2}\b|(?i)\d ?[ap]\.?m\b`)
)

// soonAfter is how near a zone must stand behind a time to be that time's.
const soonAfter = 60

// otherZone finds a zone that is named behind the slot's merchant-local start or end, with
// no other time between, and whose clocks show something else then.
func (s summaryText) otherZone(zones wallclock.ZoneLoader, own wallclock.Zone, slot osbp.Slot) string {
	for _, t := range timesOf(slot) {
		local, err1 := wallclock.ParseDateTime(t.local)
		at, err2 := wallclock.ParseInstant(t.instant)
		if err1 != nil || err2 != nil {
			continue
		}
		for _, found := range regexp.MustCompile(timePattern(local)).FindAllStringIndex(string(s), -1) {
			rest := string(s)[found[1]:]
			rest = rest[:min(len(rest), soonAfter)]
			if next := clockTime.FindStringIndex(rest); next != nil {
				rest = rest[:next[0]]
			}
			for _, name := range zoneName.FindAllString(rest, -1) {
				if offset, ok := offsetOf(zones, name, at); ok && offset != offsetIn(own, at) {
					return name
				}
			}
		}
	}
	return ""
}

// offsetOf is a zone's by its name or its abbreviation.
func offsetOf(zones wallclock.ZoneLoader, name string, at time.Time) (time.Duration, bool) {
	if hours, ok := abbreviations[name]; ok {
		return time.Duration(hours) * time.Hour, true
	}
	zone, err := zones.LoadZone(name)
	if err != nil {
		return 0, false
	}
	return offsetIn(zone, at), true
}

func offsetIn(zone wallclock.Zone, at time.Time) time.Duration {
	_, seconds := at.In(zone.Location()).Zone()
	return time.Duration(seconds) * time.Second
}

// timePattern matches a time of day by a clock of 24 or of 12 hours.
func timePattern(at wallclock.DateTime) string {
	hour, half := at.Time.Hour%12, "a"
	if hour == 0 {
		hour = 12
	}
	if at.Time.Hour >= 12 {
		half = "p"
	}
	minutes := fmt.Sprintf(`[:.]%02d`, at.Time.Minute)
	long := fmt.Sprintf(`0?%d%s(?:[:.]00)?`, at.Time.Hour, minutes)
	if at.Time.Minute == 0 {
		minutes = `(?:` + minutes + `)?`
	}
	short := fmt.Sprintf(`0?%d%s ?%s\.?m\b`, hour, minutes, half)
	return `(?i)(?:^|[^\d:.])(?:` + long + `|` + short + `)(?:[^\d:]|$)`
}

var (
	noShowWords = regexp.MustCompile(`(?i)\bno[- ]?shows?\b|(?:\bnot |n't )(?:com|show|turn|attend|appear|arriv|be there)|\bmiss|\babsen|\bfail\w* to\b|\bstay\w* away\b|\bwithout cancel`)
	cancelWords = regexp.MustCompile(`(?i)\bcancel`)
	clauseEnds  = regexp.MustCompile(`[.;,!]\s+|\n|\s(?:and|but|while)\s`)
)

// tellsFeesApart finds no clause that speaks of one fee alone and names the other's amount.
func (s summaryText) tellsFeesApart(cancellation, noShow *money.Money) bool {
	for _, text := range clauseEnds.Split(string(s), -1) {
		clause := summaryText(strings.TrimSpace(text))
		ofNoShow, ofCancelling := noShowWords.MatchString(text), cancelWords.MatchString(text)
		switch {
		case ofNoShow && !ofCancelling && clause.hasAmount(cancellation) && !clause.hasAmount(noShow),
			ofCancelling && !ofNoShow && clause.hasAmount(noShow) && !clause.hasAmount(cancellation):
			return false
		}
	}
	return true
}
