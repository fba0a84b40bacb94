package wallclock

// Reading is a [DateTime] made for being compared: the seconds that a clock which
// nobody ever turns has counted up to it. It is parsed, compared and held to an
// instant in a fraction of the time, and it is comparable. The zero Reading is not
// valid.
type Reading struct {
	seconds int64 // civilSeconds
	nanos   int32
	valid   bool
}

// ParseReading is [ParseDateTime] for callers who need no reason for a refusal.
func ParseReading(s string) (r Reading, ok bool) {
	var seconds int64
	nanos := 0
	if len(s) == civilLen {
		_, seconds, ok = readCivil(s, dayText, latestClock)
	} else {
		_, seconds, nanos, ok = readDateTime(s)
	}
	if !ok {
		return Reading{}, false
	}
	return Reading{seconds: seconds, nanos: int32(nanos), valid: true}, true
}

// Reading returns dt as a Reading, the zero one when dt is not valid.
func (dt DateTime) Reading() Reading {
	if !dt.IsValid() {
		return Reading{}
	}
	return Reading{seconds: dt.civilSeconds(), nanos: int32(dt.Time.Nanosecond), valid: true}
}

// DateTime returns r as a DateTime, the zero one when r is not valid.
func (r Reading) DateTime() DateTime {
	if !r.valid {
		return DateTime{}
	}
	return dateTimeOf(r.seconds, int(r.nanos))
}

// IsValid reports whether r is a reading at all.
func (r Reading) IsValid() bool { return r.valid }

// Before reports whether r is before o, both being valid.
func (r Reading) Before(o Reading) bool {
	return r.seconds < o.seconds || r.seconds == o.seconds && r.nanos < o.nanos
}
