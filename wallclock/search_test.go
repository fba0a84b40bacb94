package wallclock_test

import (
	"slices"
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

const (
	margin  = 26 * 3600 // local time is nowhere further from UTC than that
	quarter = 900
)

// inHaste reports whether to search samples only.
func inHaste() bool { return raceEnabled || testing.Short() }

// readings are the wall-clock readings of a stretch of local time, counted by
// package time in UTC: readings[i] is the one i steps in.
func readings(from, to, step int64) []wallclock.DateTime {
	all := make([]wallclock.DateTime, 0, (to-from)/step)
	for sec := from; sec < to; sec += step {
		std := time.Unix(sec, 0).UTC()
		y, m, d := std.Date()
		h, mi, s := std.Clock()
		all = append(all, wallclock.DateTime{
			Date: wallclock.Date{Year: y, Month: m, Day: d},
			Time: wallclock.Time{Hour: h, Minute: mi, Second: s},
		})
	}
	return all
}

// search is an oracle for one zone and stretch of time. It knows nothing but
// package time's offsets, taken step by step, and answers in two ways: by having
// counted which instants show each reading, and by trying the offset well before
// a reading and the one well after it.
type search struct {
	step       int64
	localFrom  int64
	first      int64   // the first instant
	offsets    []int64 // at each instant
	shown      [][]int64
	misaligned bool
}

func newSearch(location *time.Location, localFrom, localTo, step int64) *search {
	s := &search{step: step, localFrom: localFrom, first: localFrom - 2*margin}
	s.shown = make([][]int64, (localTo-localFrom)/step)
	arena := make([]int64, 0, len(s.shown)+8)
	for at := s.first; at < localTo+2*margin; at += step {
		_, seconds := time.Unix(at, 0).In(location).Zone()
		offset := int64(seconds)
		s.offsets = append(s.offsets, offset)
		s.misaligned = s.misaligned || offset%step != 0
		if i := (at + offset - localFrom) / step; at+offset >= localFrom && i < int64(len(s.shown)) {
			if s.shown[i] == nil {
				arena = append(arena, at)
				s.shown[i] = arena[len(arena)-1 : len(arena) : len(arena)]
			} else {
				s.shown[i] = append(s.shown[i], at)
			}
		}
	}
	return s
}

func (s *search) offset(at int64) int64 { return s.offsets[(at-s.first)/s.step] }

// twoSided appends the instants at which a reading is shown, if the offset changes
// at most once around it.
func (s *search) twoSided(local int64, instants []int64) []int64 {
	after, before := s.offset(local+margin), s.offset(local-margin)
	for _, offset := range []int64{max(before, after), min(before, after)} {
		at := local - offset
		if s.offset(at) == offset && !slices.Contains(instants, at) {
			instants = append(instants, at)
		}
	}
	return instants
}

// check compares every reading, and every instant, with the zone's own answers.
func (s *search) check(t *testing.T, zone wallclock.Zone, all []wallclock.DateTime, oneChange bool) {
	t.Helper()
	if s.misaligned {
		t.Fatalf("%v: offsets are no multiples of %d s, choose a finer step", zone, s.step)
	}
	var buf [2]int64
	for i, dt := range all {
		local := s.localFrom + int64(i)*s.step
		want := s.shown[i]
		r := zone.Resolve(dt)
		instant, err := zone.ToInstant(dt)
		switch {
		case len(want) == 1:
			if r.Kind != wallclock.Unique || r.Earlier != at(want[0]) || r.Later != r.Earlier || err != nil || instant != r.Earlier {
				t.Fatalf("%v: %v is %+v and %v, %v; want %v", zone, dt, r, instant, err, at(want[0]))
			}
		case len(want) > 1:
			if r.Kind != wallclock.Overlap || r.Earlier != at(want[0]) || r.Later != at(want[len(want)-1]) || err == nil {
				t.Fatalf("%v: %v is %+v, %v; want %v", zone, dt, r, err, want)
			}
		default:
			if r.Kind != wallclock.Gap || err == nil || !r.Earlier.Before(r.Transition) || r.Later.Before(r.Transition) {
				t.Fatalf("%v: %v is %+v, %v; want a gap", zone, dt, r, err)
			}
			after, before := s.offset(r.Transition.Unix()/s.step*s.step), s.offset((r.Transition.Unix()-1)/s.step*s.step)
			if r.Earlier != at(local-after) || r.Later != at(local-before) {
				t.Fatalf("%v: %v is %+v, want offsets %d and %d", zone, dt, r, before, after)
			}
		}
		if two := s.twoSided(local, buf[:0]); oneChange && !slices.Equal(two, want) {
			t.Fatalf("%v: the oracles differ about %v: %v, %v", zone, dt, two, want)
		}
		for _, sec := range want {
			if got := zone.ToLocal(at(sec)); got != dt || !zone.Agrees(at(sec), dt) {
				t.Fatalf("%v: %v shows %v, want %v", zone, at(sec), got, dt)
			}
		}
	}
}

// For every zone of the database and two years, every quarter of an hour converts
// there and back, and agrees with both ways to search for it (rule 9).
func TestRule09_EveryQuarterOfAnHourInEveryZone(t *testing.T) {
	from, to := unix(t, "2025-01-01T00:00:00Z"), unix(t, "2027-01-01T00:00:00Z")
	all := readings(from, to, quarter)
	for i, name := range listedZones() {
		if inHaste() && i%40 != 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			zone := mustZone(t, name)
			newSearch(zone.Location(), from, to, quarter).check(t, zone, all, true)
		})
	}
}

// The same to the second, around changes of every odd kind.
func TestRule09_EverySecondAroundOddChanges(t *testing.T) {
	for i, c := range []struct{ name, zone, from, to string }{
		{"local mean time ends", "America/Los_Angeles", "1883-11-18T00:00:00Z", "1883-11-19T00:00:00Z"},
		{"a day is missing", "Pacific/Apia", "2011-12-29T12:00:00Z", "2011-12-31T12:00:00Z"},
		{"a day is missing on Kwajalein", "Pacific/Kwajalein", "1993-08-20T12:00:00Z", "1993-08-22T12:00:00Z"},
		{"a day is missing in Manila", "Asia/Manila", "1844-12-30T12:00:00Z", "1845-01-01T12:00:00Z"},
		{"a day comes twice", "America/Juneau", "1867-10-18T00:00:00Z", "1867-10-20T00:00:00Z"},
		{"44 minutes and 30 seconds", "Africa/Monrovia", "1972-01-06T22:00:00Z", "1972-01-07T03:00:00Z"},
		{"half an hour", "Australia/Lord_Howe", "2026-04-04T22:00:00Z", "2026-04-05T06:00:00Z"},
		{"two hours", "Antarctica/Troll", "2026-03-28T22:00:00Z", "2026-03-29T06:00:00Z"},
		{"at midnight", "America/Santiago", "2026-09-05T20:00:00Z", "2026-09-06T04:00:00Z"},
		{"before midnight", "America/Nuuk", "2026-03-28T18:00:00Z", "2026-03-29T04:00:00Z"},
		{"double summer time", "Europe/London", "1947-04-13T00:00:00Z", "1947-04-13T06:00:00Z"},
		{"summer time all winter", "Europe/Dublin", "1971-10-31T00:00:00Z", "1971-10-31T06:00:00Z"},
		{"beyond the table", "America/New_York", "2126-03-10T00:00:00Z", "2126-03-10T08:00:00Z"},
		{"far beyond it", "Europe/Dublin", "9998-10-25T00:00:00Z", "9998-10-25T06:00:00Z"},
	} {
		if inHaste() && i%4 != 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			zone := mustZone(t, c.zone)
			from, to := unix(t, c.from), unix(t, c.to)
			newSearch(zone.Location(), from, to, 1).check(t, zone, readings(from, to, 1), false)
		})
	}
}

// Zone files of the short form end in a rule that recurs every year. The last day
// of a leap year, in UTC, is where package time misjudges how long it holds.
func TestRule09_RecurringRules(t *testing.T) {
	for i, c := range []struct{ name, rule string }{
		{"north", "PST8PDT,M3.2.0,M11.1.0"},
		{"south", "AEST-10AEDT,M10.1.0,M4.1.0/3"},
		{"half an hour", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"},
		{"negative DST", "IST-1GMT0,M10.5.0,M3.5.0/1"},
		{"before midnight", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"},
		{"after days", "EET-2EEST,M3.4.4/50,M10.4.4/50"},
		{"by day of the year", "EET-2EEST,J80,J300"},
		{"no change", "<+0530>-5:30"},
	} {
		if inHaste() && i%4 != 0 {
			continue
		}
		for _, years := range [][2]string{{"2027", "2029"}, {"2099", "2101"}, {"2103", "2105"}, {"2399", "2401"}} {
			t.Run(c.name+" "+years[0], func(t *testing.T) {
				t.Parallel()
				zone := made(t, "Europe/Atlantis", tzif(0, []change{{0, 3600}}, c.rule))
				from, to := unix(t, years[0]+"-01-01T00:00:00Z"), unix(t, years[1]+"-01-01T00:00:00Z")
				newSearch(zone.Location(), from, to, quarter).check(t, zone, readings(from, to, quarter), true)
			})
		}
	}
}

// Changes that no law has made yet: several within two days, and clocks turned
// back twice, so that a reading is shown three times.
func TestRule09_ChangesOnTopOfEachOther(t *testing.T) {
	noon := unix(t, "2026-05-05T12:00:00Z")
	const hour = 3600
	for name, changes := range map[string][]change{
		"forward and back":    {{noon, hour}, {noon + 2*hour, 0}},
		"back and forward":    {{noon, -hour}, {noon + hour/2, 0}},
		"back twice":          {{noon, -hour}, {noon + hour/2, -2 * hour}},
		"forward twice":       {{noon, 2 * hour}, {noon + 60, 5 * hour}},
		"back by a day":       {{noon, -24 * hour}, {noon + 3*hour, -25 * hour}},
		"forward by a day":    {{noon, 24 * hour}, {noon + quarter, 0}},
		"there and elsewhere": {{noon, 3 * hour}, {noon + quarter, -3 * hour}, {noon + 2*quarter, hour}},
	} {
		t.Run(name, func(t *testing.T) {
			zone := made(t, "Europe/Atlantis", tzif(0, changes, ""))
			from, to := noon-60*hour, noon+60*hour
			const step = 60
			newSearch(zone.Location(), from, to, step).check(t, zone, readings(from, to, step), false)
		})
	}
	back := made(t, "Europe/Atlantis", tzif(0, []change{{noon, -hour}, {noon + hour/2, -2 * hour}}, ""))
	r := back.Resolve(mustDateTime(t, "2026-05-05T11:15"))
	if r.Kind != wallclock.Overlap || r.Earlier != at(noon-45*60) || r.Later != at(noon+75*60) || r.Transition != at(noon+hour/2) {
		t.Errorf("a reading shown three times is %+v", r)
	}
}
