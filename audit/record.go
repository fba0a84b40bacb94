package audit

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

// Call is a tool call as it happened, with nothing redacted yet. It prints as a
// placeholder.
type Call struct {
	// ID is the event's id, for example aud_ and something random. Required.
	ID string
	// MandateID is the id of the mandate, "" if there was none.
	MandateID string
	// ToolName is the tool's dotted name. Required.
	ToolName string
	// At is the instant of the call. Required.
	At time.Time
	// Source is the kind of server, "" for [Source].
	Source string
	// Input is the tool's input, Result the envelope it answered. Required.
	Input, Result json.RawMessage
	// Platform and Upstream may be nil, and are not kept.
	Platform *PlatformIdentity
	Upstream *UpstreamMeta
	// Verification may be nil. An input that carries a code is recorded as
	// submitted all the same.
	Verification *Verification
}

// NewEvent makes the event of a call (OSBP "Audit"): redacted by r, which may be
// nil, hashed, and ready for a [Log]. What was learnt from the snapshots is
// removed from the upstream metadata, too.
func NewEvent(r *Redactor, c Call) (*Event, error) {
	x, err := r.redact(c.Input, c.Result)
	if err != nil {
		return nil, err
	}
	e := &Event{
		ID: c.ID, MandateID: hideText(c.MandateID, "mandate_id", opaqueID, x.scrubber), ToolName: c.ToolName,
		CreatedAt: c.At.UTC(), Source: c.Source, Input: x.input, Result: x.result,
	}
	if e.Source == "" {
		e.Source = Source
	}
	if c.Platform != nil {
		p := *c.Platform
		e.Platform = &p
	}
	if c.Upstream != nil {
		e.Upstream = c.Upstream.redacted(x.scrubber)
	}
	if c.Verification != nil || x.code {
		e.Verification = &Verification{Submitted: x.code}
		if c.Verification != nil {
			e.Verification.Submitted = x.code || c.Verification.Submitted
			e.Verification.Method = c.Verification.Method
		}
	}
	if e.InputHash, err = Hash(e.Input); err != nil {
		return nil, err
	}
	if e.ResultHash, err = Hash(e.Result); err != nil {
		return nil, err
	}
	if err := e.Check(); err != nil {
		return nil, err
	}
	return e, nil
}

// redacted is a copy with everything known to s removed.
func (u *UpstreamMeta) redacted(s *scrub.Scrubber) *UpstreamMeta {
	c := u.clone()
	c.Call = s.Text(c.Call)
	for _, header := range []*string{&c.Server, &c.RequestID, &c.APIVersion, &c.Deprecation, &c.Sunset} {
		*header = s.ID(*header)
	}
	for name, value := range c.RateLimit {
		c.RateLimit[name] = s.ID(value)
	}
	return c
}

// String returns a placeholder.
func (Call) String() string { return Redacted }

// Format writes a placeholder whatever the verb.
func (Call) Format(s fmt.State, _ rune) { io.WriteString(s, Redacted) }

// LogValue logs a placeholder.
func (Call) LogValue() slog.Value { return slog.StringValue(Redacted) }
