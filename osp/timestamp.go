package osp

import (
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// Timestamp is an RFC 3339 date-time exactly as written, so that a document survives decoding and encoding unchanged
// (OSP 5.1).
type Timestamp string

// TimestampOf writes an instant as RFC 3339 in UTC, such as "2026-09-07T14:00:00Z". It drops fractions of a second.
func TimestampOf(t time.Time) Timestamp {
	return Timestamp(t.UTC().Format(time.RFC3339))
}

// Time returns the instant in UTC. The error says why the text is not an RFC 3339 date-time; in a manifest that has been
// validated there is none.
func (t Timestamp) Time() (time.Time, error) {
	return wallclock.ParseInstant(string(t))
}
