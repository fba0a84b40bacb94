// Package wallclock keeps the two kinds of time apart that a booking is made
// of: what a merchant's clock on the wall shows, and instants on the time line.
//
// [Date], [Time] and [DateTime] are civil values. They have no zone and cannot
// become instants by accident. An instant is a [time.Time]; [ParseInstant] and
// [FormatInstant] are its strict RFC 3339 form. The only way from one kind to
// the other is a [Zone], and the only way to a Zone is a [ZoneLoader]:
//
//	zone, err := zones.LoadZone("America/Los_Angeles")
//	instant, err := zone.ToInstant(local) // refuses a time that does not exist, or exists twice
//	local := zone.ToLocal(instant)        // always has one answer
//
// [Zone.Resolve] tells the three cases apart and gives every reading;
// [Zone.AddDuration] adds an ISO 8601 [Duration] to a slot's start. Opening
// hours are a list of [Period], asked with [OpenAt]; weekdays are [ISOWeekday].
//
// Every parser is strict and exact: ASCII digits, no surrounding space, real
// calendar dates, nothing normalised. Every failure is a [*ParseError] whose
// cause ([ErrSyntax], [ErrRange], [ErrOffset], [ErrNoOffset], [ErrCalendar])
// can be asked for with errors.Is. No verdict depends on the host's own zone.
//
// The package implements OSBP "Time Discipline" and OSP 3. All values are
// immutable and all functions are safe for concurrent use.
package wallclock
