package wallclock

import (
	"errors"
	"math"
	"time"
)

// Zone is an IANA time zone as one version of the database has it. The zero Zone
// is not valid: it resolves nothing. Get one from a [ZoneLoader].
type Zone struct{ data *zoneData }

type zoneData struct {
	name     string
	location *time.Location
	// spans are the stretches of constant offset, in order, from before year 0 to
	// tableEnd; tableEnd is math.MaxInt64 if the last of them never ends.
	spans    []span
	tableEnd int64
}

// span is a stretch of the time line that starts at a Unix second and in which
// local time is UTC plus offset seconds.
type span struct{ start, offset int64 }

// IsValid reports whether z is a zone at all.
func (z Zone) IsValid() bool { return z.data != nil }

// Name returns the IANA name that z was loaded by, or "" for the zero Zone.
func (z Zone) Name() string {
	if z.data == nil {
		return ""
	}
	return z.data.name
}

// String returns the name.
func (z Zone) String() string { return z.Name() }

// Location returns z for use with package time, or nil for the zero Zone: most
// functions of package time panic on a nil Location and none then mistakes it
// for UTC.
func (z Zone) Location() *time.Location {
	if z.data == nil {
		return nil
	}
	return z.data.location
}

const (
	// maxOffset bounds how far local time lies from UTC (RFC 9636 3.2).
	maxOffset = 26 * 3600
	// The table of spans runs over the years that bookings are made for. Time
	// beyond is looked up in the location, which is slower.
	tableFrom = (firstDay - 2) * secondsPerDay
	tableTo   = 4_102_444_800 // 2100-01-01T00:00:00Z
	// maxSpans is several times what any real zone has.
	maxSpans = 4096
)

var errBadZoneData = errors.New("zone data is not usable")

// newZone draws up the table of a location.
func newZone(name string, location *time.Location) (Zone, error) {
	data := &zoneData{name: name, location: location, tableEnd: math.MaxInt64}
	for at := int64(tableFrom); ; {
		_, end, offset := lookUp(location, at)
		if offset < -maxOffset || offset > maxOffset || end <= at || len(data.spans) > maxSpans {
			return Zone{}, errBadZoneData
		}
		if n := len(data.spans); n == 0 || data.spans[n-1].offset != offset {
			data.spans = append(data.spans, span{start: at, offset: offset})
		}
		if end == math.MaxInt64 {
			break
		}
		if at = end; at >= tableTo {
			data.tableEnd = at
			break
		}
	}
	data.spans[0].start = math.MinInt64
	return Zone{data}, nil
}

// lookUp asks package time for the span that holds a Unix second. An open end is
// the extreme integer.
func lookUp(location *time.Location, at int64) (start, end, offset int64) {
	t := time.Unix(at, 0).In(location)
	_, seconds := t.Zone()
	start, end = math.MinInt64, math.MaxInt64
	from, to := t.ZoneBounds()
	if !from.IsZero() {
		start = from.Unix()
	}
	if !to.IsZero() {
		end = to.Unix()
	}
	return start, end, int64(seconds)
}

// span returns the span that holds a Unix second, and its end.
func (d *zoneData) span(at int64) (s span, end int64) {
	if at >= d.tableEnd {
		start, end, offset := lookUp(d.location, at)
		return span{max(start, d.tableEnd), offset}, end
	}
	lo, hi := 0, len(d.spans)
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) / 2); d.spans[mid].start <= at {
			lo = mid
		} else {
			hi = mid
		}
	}
	if hi == len(d.spans) {
		return d.spans[lo], d.tableEnd
	}
	return d.spans[lo], d.spans[hi].start
}
