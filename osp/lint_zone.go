package osp

import (
	"slices"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// zone points out a time zone whose time no state keeps in which the business has a location or covers a ZIP code. It compares
// how far the clocks are from UTC in winter and summer, not the names of zones, which are many for the same time.
func (l *linter) zone() {
	states := l.states()
	zone, err := l.opts.Zones.LoadZone(l.m.Business.TimeZone)
	if err != nil || len(states) == 0 {
		return
	}
	updated, _ := l.m.UpdatedAt.Time()
	year := updated.Year()
	if l.opts.Date.IsValid() {
		year = l.opts.Date.Year
	}
	kept := clockOf(zone, year)
	for _, state := range states {
		names := zonesOfState(state)
		if names == nil {
			return // military post is everywhere
		}
		for _, name := range names {
			z, err := l.opts.Zones.LoadZone(name)
			if err != nil || clockOf(z, year) == kept {
				return // no opinion without the zone
			}
		}
	}
	l.note("business.timeZone", LintZone, "OSP 5.2", "The clocks of "+quote(l.m.Business.TimeZone)+" are not those of "+states[0]+
		", where the business is; every date and hour of the manifest would be off.")
}

// clock is the offset from UTC, in seconds, in January and in July.
type clock struct{ winter, summer int }

func clockOf(z wallclock.Zone, year int) clock {
	offset := func(month time.Month) int {
		_, seconds := time.Date(year, month, 1, 12, 0, 0, 0, time.UTC).In(z.Location()).Zone()
		return seconds
	}
	return clock{offset(time.January), offset(time.July)}
}

// states returns the states of the locations, then those of the ZIP codes covered, without repetition.
func (l *linter) states() []string {
	var out []string
	add := func(state string) {
		if state != "" && !slices.Contains(out, state) {
			out = append(out, state)
		}
	}
	for i := range l.m.Locations {
		add(l.m.Locations[i].Address.Region)
	}
	if l.m.Coverage != nil {
		for _, zip := range l.m.Coverage.PostalCodes {
			add(stateOfZIP(zip))
		}
	}
	return out
}

// zonesOfState returns a zone for each of the times that are kept in a state or territory, nil when there is no saying.
func zonesOfState(state string) []string {
	const (
		eastern, central, mountain, pacific = "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"
		arizona, alaska, adak, hawaii       = "America/Phoenix", "America/Anchorage", "America/Adak", "Pacific/Honolulu"
		atlantic, samoa, chamorro           = "America/Puerto_Rico", "Pacific/Pago_Pago", "Pacific/Guam"
	)
	switch state {
	case "CT", "DE", "DC", "GA", "MD", "ME", "MA", "NH", "NJ", "NY", "NC", "OH", "PA", "RI", "SC", "VT", "VA", "WV":
		return []string{eastern}
	case "FL", "IN", "KY", "MI", "TN":
		return []string{eastern, central}
	case "AL", "AR", "IL", "IA", "LA", "MN", "MS", "MO", "OK", "WI":
		return []string{central}
	case "KS", "NE", "ND", "SD", "TX":
		return []string{central, mountain}
	case "CO", "MT", "NM", "UT", "WY":
		return []string{mountain}
	case "AZ": // the Navajo Nation changes its clocks
		return []string{arizona, mountain}
	case "ID", "OR":
		return []string{mountain, pacific}
	case "NV": // Jackpot and West Wendover keep mountain time
		return []string{pacific, mountain}
	case "CA", "WA":
		return []string{pacific}
	case "AK":
		return []string{alaska, adak}
	case "HI":
		return []string{hawaii}
	case "PR", "VI":
		return []string{atlantic}
	case "AS":
		return []string{samoa}
	case "GU", "MP":
		return []string{chamorro}
	}
	return nil
}

// zipPrefixes are the states of the first three digits of ZIP codes.
var zipPrefixes = []struct {
	from, to int
	state    string
}{
	{5, 5, "NY"},
	{6, 7, "PR"},
	{8, 8, "VI"},
	{9, 9, "PR"},
	{10, 27, "MA"},
	{28, 29, "RI"},
	{30, 38, "NH"},
	{39, 49, "ME"},
	{50, 54, "VT"},
	{55, 55, "MA"},
	{56, 59, "VT"},
	{60, 69, "CT"},
	{70, 89, "NJ"},
	{90, 98, "AE"},
	{100, 149, "NY"},
	{150, 196, "PA"},
	{197, 199, "DE"},
	{200, 200, "DC"},
	{201, 201, "VA"},
	{202, 205, "DC"},
	{206, 219, "MD"},
	{220, 246, "VA"},
	{247, 268, "WV"},
	{270, 289, "NC"},
	{290, 299, "SC"},
	{300, 319, "GA"},
	{320, 339, "FL"},
	{340, 340, "AA"},
	{341, 349, "FL"},
	{350, 369, "AL"},
	{370, 385, "TN"},
	{386, 397, "MS"},
	{398, 399, "GA"},
	{400, 427, "KY"},
	{430, 459, "OH"},
	{460, 479, "IN"},
	{480, 499, "MI"},
	{500, 528, "IA"},
	{530, 549, "WI"},
	{550, 567, "MN"},
	{569, 569, "DC"},
	{570, 577, "SD"},
	{580, 588, "ND"},
	{590, 599, "MT"},
	{600, 629, "IL"},
	{630, 658, "MO"},
	{660, 679, "KS"},
	{680, 693, "NE"},
	{700, 714, "LA"},
	{716, 729, "AR"},
	{730, 732, "OK"},
	{733, 733, "TX"},
	{734, 749, "OK"},
	{750, 799, "TX"},
	{800, 816, "CO"},
	{820, 831, "WY"},
	{832, 838, "ID"},
	{840, 847, "UT"},
	{850, 865, "AZ"},
	{870, 884, "NM"},
	{885, 885, "TX"},
	{889, 898, "NV"},
	{900, 961, "CA"},
	{962, 966, "AP"},
	{967, 967, "HI"},
	{968, 968, "HI"},
	{969, 969, "GU"},
	{970, 979, "OR"},
	{980, 994, "WA"},
	{995, 999, "AK"},
}

// stateOfZIP returns the state of a ZIP code by its first three digits, "" when they are not in use.
func stateOfZIP(z ZIP) string {
	prefix := z.Number() / 100
	for _, p := range zipPrefixes {
		if z.IsValid() && p.from <= prefix && prefix <= p.to {
			return p.state
		}
	}
	return ""
}
