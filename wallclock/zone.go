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
	// spans are in order and reach from the start of time to tableEnd, which is
	// math.MaxInt64 if the offset of the last span stays for good.
	spans    []span
	tableEnd int64
	// index says for each stretch of indexStep from the second span's start to the
	// last one's, which span holds its first second.
	index []uint16
}

// span is a stretch of the time line, from a Unix second to the next span's, in
// which local time is UTC plus offset seconds.
type span struct{ start, offset int64 }

const (
	// maxOffset bounds how far local time lies from UTC (RFC 9636 3.2).
	maxOffset = 26 * 3600
	// The table is drawn up for the years that bookings are made for. What lies
	// beyond is looked up in the location each time, which is slower.
	tableFrom = (firstDay - 2) * secondsPerDay
	tableTo   = 4_102_444_800 // 2100-01-01T00:00:00Z
	// maxLookUps is many times what any real zone takes.
	maxLookUps = 8192
	// indexStep, in powers of two seconds, is about half a year: a stretch holds one
	// or two changes of a clock, hardly ever more.
	indexStep = 24
)

var errBadZone = errors.New("zone data makes no sense")

// newZone draws up the table of a location.
func newZone(name string, location *time.Location) (Zone, error) {
	data := &zoneData{name: name, location: location, tableEnd: tableFrom}
	for range maxLookUps {
		offset, end := lookUp(location, data.tableEnd)
		if offset < -maxOffset || offset > maxOffset {
			return Zone{}, errBadZone
		}
		if n := len(data.spans); n == 0 || data.spans[n-1].offset != offset {
			data.spans = append(data.spans, span{start: data.tableEnd, offset: offset})
		}
		if data.tableEnd = end; end >= tableTo {
			data.spans[0].start = math.MinInt64
			data.indexSpans()
			return Zone{data}, nil
		}
	}
	return Zone{}, errBadZone
}

// lookUp returns the offset that holds at a Unix second, and a later second up to
// which it holds on, math.MaxInt64 if for good.
func lookUp(location *time.Location, at int64) (offset, end int64) {
	t := time.Unix(at, 0).In(location)
	_, seconds := t.Zone()
	_, bound := t.ZoneBounds()
	if bound.IsZero() {
		return int64(seconds), math.MaxInt64
	}
	end = bound.Unix()
	if end <= at {
		// Where a rule recurs every year, package time takes the last day of a leap
		// year for past the end of it. The day goes on as it began.
		end = (floorDay(at) + 1) * secondsPerDay
	}
	return int64(seconds), end
}

// span returns the span that holds a Unix second, and its end. Beyond the table
// the span starts at that very second.
func (d *zoneData) span(at int64) (s span, end int64) {
	if at >= d.tableEnd {
		offset, end := lookUp(d.location, at)
		return span{at, offset}, end
	}
	i := 0
	if len(d.spans) > 1 && at >= d.spans[1].start {
		i = len(d.spans) - 1
		if n := uint64(at-d.spans[1].start) >> indexStep; n < uint64(len(d.index)) {
			i = int(d.index[n])
		}
	}
	for ; i+1 < len(d.spans); i++ {
		if next := d.spans[i+1].start; at < next {
			return d.spans[i], next
		}
	}
	return d.spans[i], d.tableEnd
}

func (d *zoneData) indexSpans() {
	if len(d.spans) < 2 {
		return
	}
	i := 1
	for at := d.spans[1].start; at < d.spans[len(d.spans)-1].start; at += 1 << indexStep {
		for d.spans[i+1].start <= at {
			i++
		}
		d.index = append(d.index, uint16(i))
	}
}

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

// Location returns z for use with package time. It is nil for the zero Zone,
// which [time.Time.In] refuses with a panic rather than taking it for UTC.
func (z Zone) Location() *time.Location {
	if z.data == nil {
		return nil
	}
	return z.data.location
}
