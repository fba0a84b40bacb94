package osbp

import (
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// timePair is one time in both forms that OSBP "Time Discipline" carries.
type timePair struct {
	local      wallclock.DateTime
	instant    time.Time
	hasLocal   bool
	hasInstant bool
}

// pairTimes parses both forms of a time, holds them to each other in zone, and
// fills in the one that is missing: the wall clock from an instant, and the instant
// from a wall clock that names exactly one. In a gap or an overlap the instant stays
// absent; an instant that the platform gave is kept.
func pairTimes(zone wallclock.Zone, field string, instant, local *string) (p timePair, err error) {
	if *local != "" {
		if p.local, err = wallclock.ParseDateTime(*local); err != nil {
			return p, malformed(field+"_local", "is no wall-clock time without an offset")
		}
		p.hasLocal = true
	}
	if *instant != "" {
		if p.instant, err = wallclock.ParseInstant(*instant); err != nil {
			return p, malformed(field, "is no RFC 3339 instant with an offset")
		}
		p.hasInstant = true
	}
	if !zone.IsValid() {
		return p, nil
	}
	switch {
	case p.hasLocal && p.hasInstant:
		if !zone.Agrees(p.instant, p.local) {
			return p, malformed(field, "does not agree with "+field+"_local in schedule_timezone")
		}
	case p.hasInstant:
		p.local, p.hasLocal = zone.ToLocal(p.instant), true
		*local = p.local.String()
	case p.hasLocal:
		at, err := zone.ToInstant(p.local)
		if err == nil {
			p.instant, p.hasInstant = at, true
			*instant = wallclock.FormatInstantMillis(at)
		}
	}
	return p, nil
}

// localOf and instantOf read an optional time; an absent or unreadable one is none.
func localOf(s string) (wallclock.DateTime, bool) {
	if s == "" {
		return wallclock.DateTime{}, false
	}
	dt, err := wallclock.ParseDateTime(s)
	return dt, err == nil
}

func instantOf(s string) (time.Time, bool) {
	if s == "" {
		return time.Time{}, false
	}
	t, err := wallclock.ParseInstant(s)
	return t, err == nil
}

// The zones of the earth lie between UTC-12 and UTC+14.
const (
	westernmost = 12 * time.Hour
	easternmost = 14 * time.Hour
)

// asUTC reads a wall clock as if it hung in Greenwich.
func asUTC(local wallclock.DateTime) time.Time {
	return time.Date(local.Date.Year, local.Date.Month, local.Date.Day,
		local.Time.Hour, local.Time.Minute, local.Time.Second, local.Time.Nanosecond, time.UTC)
}

// somewhere reports whether clocks in some zone of the earth may show local at the
// instant.
func somewhere(at time.Time, local wallclock.DateTime) bool {
	ahead := asUTC(local).Sub(at)
	return -westernmost <= ahead && ahead <= easternmost
}
