package osp

import (
	"encoding/json"
	"time"
)

// Result is a tool's answer: a success or an error result, both normal tool results (OSP 6.1). Every transport sends JSON
// as it is.
type Result struct {
	// JSON is the output, one compact JSON object that satisfies the tool's output schema (OSP Appendix B). It has nothing
	// of the customer in it. It must not be changed.
	JSON json.RawMessage
	// RetryAfter says how long to wait before the same call is worth repeating; zero but for a rate_limited answer.
	RetryAfter time.Duration

	refusal *Refusal
}

// Err returns the [*Refusal] of an error result, nil for a success:
//
//	if errors.Is(result.Err(), osp.CodeClosedDay) { ... }
func (r Result) Err() error {
	if r.refusal == nil {
		return nil
	}
	return r.refusal
}

// Code returns the code of an error result, "" for a success.
func (r Result) Code() Code {
	if r.refusal == nil {
		return ""
	}
	return r.refusal.Code
}

// MarshalJSON returns the output.
func (r Result) MarshalJSON() ([]byte, error) { return r.JSON, nil }

// write writes the answer of a tool that refuses.
func (r *Refusal) write(w *writer) {
	w.open()
	w.text("error", string(r.Code))
	w.text("message", r.Message)
	if len(r.Fields) > 0 {
		writeList(w, "fields", r.Fields, writeText)
	}
	w.optionalInteger("minimumDaysAhead", r.MinimumDaysAhead)
	if r.Locations != nil {
		writeList(w, "locations", r.Locations, (*writer).locationRef)
	}
	w.textIfAny("canonicalSiteUrl", r.CanonicalSiteURL)
	w.close(nil)
}

func (w *writer) locationRef(l *LocationRef) {
	w.open()
	w.text("id", l.ID)
	w.text("name", l.Name)
	w.close(nil)
}
