package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// Source is what OSBP "Audit" gives as the source of an event.
const Source = "osbp-local-mcp"

// Event is the record of one tool call (OSBP "Audit"). Its snapshots are
// redacted: [NewEvent] makes them so, and nothing else should make an Event.
type Event struct {
	// ID is the event's own id, the audit_event_id of the answer.
	ID string `json:"id"`
	// MandateID is the id of the mandate that the call was made under, "" if none.
	MandateID string `json:"mandate_id,omitempty"`
	// ToolName is the dotted name of the tool, as in booking.create.
	ToolName string `json:"tool_name"`
	// CreatedAt is the instant of the call.
	CreatedAt time.Time `json:"created_at"`
	// Source names the kind of server.
	Source string `json:"source"`
	// Input and Result are redacted snapshots of what came and what went.
	Input  json.RawMessage `json:"input"`
	Result json.RawMessage `json:"result"`
	// InputHash and ResultHash are what [Hash] makes of the snapshots.
	InputHash  string `json:"input_hash"`
	ResultHash string `json:"result_hash"`
	// Platform is the adapter's static identity, nil if it has none.
	Platform *PlatformIdentity `json:"platform,omitempty"`
	// Upstream describes the last upstream call, nil if the answer was local.
	Upstream *UpstreamMeta `json:"upstream,omitempty"`
	// Verification says that a code was submitted, nil if none was.
	Verification *Verification `json:"verification,omitempty"`
}

// PlatformIdentity names the booking platform behind an adapter (OSBP "Audit").
type PlatformIdentity struct {
	// Vendor is a stable slug.
	Vendor string `json:"vendor"`
	// APIVersion is the exact native pin that the adapter sends or encodes.
	APIVersion string `json:"api_version"`
}

// UpstreamMeta is the metadata of one upstream response (OSBP "Audit"). All but
// Call and Status are headers, verbatim. It never carries customer data.
type UpstreamMeta struct {
	// Call is "METHOD /path" as [UpstreamCall] writes it.
	Call string `json:"call"`
	// Status is the HTTP status.
	Status int `json:"status"`
	// Server is the Server header: whatever answered, not an API version.
	Server string `json:"server,omitempty"`
	// RequestID is the first header whose name contains request-id.
	RequestID string `json:"request_id,omitempty"`
	// APIVersion is the response's echo of the API version.
	APIVersion string `json:"api_version,omitempty"`
	// Deprecation is the header of RFC 9745, Sunset that of RFC 8594.
	Deprecation string `json:"deprecation,omitempty"`
	Sunset      string `json:"sunset,omitempty"`
	// RateLimit holds Retry-After and the RateLimit headers by lower-case name.
	RateLimit map[string]string `json:"ratelimit,omitempty"`
}

// Verification records that a code was submitted and by which method it had
// been sent, never the code (OSBP "Security and Privacy Considerations").
type Verification struct {
	Submitted bool `json:"submitted"`
	// Method is sms, email, none or unknown, "" where nobody said.
	Method string `json:"method,omitempty"`
}

// ErrIncomplete is wrapped by the error for an event that lacks a member or
// whose snapshots are no JSON.
var ErrIncomplete = errors.New("audit: event is incomplete")

// Check reports whether the event can be logged: it has all the members that
// OSBP "Audit" demands, and snapshots that are JSON. It doesn't look at hashes;
// [Event.Verify] does.
func (e *Event) Check() error {
	if e == nil {
		return fmt.Errorf("%w: nil", ErrIncomplete)
	}
	for _, member := range []struct {
		name    string
		missing bool
	}{
		{"id", e.ID == ""},
		{"tool_name", e.ToolName == ""},
		{"created_at", e.CreatedAt.IsZero()},
		{"source", e.Source == ""},
		{"input_hash", e.InputHash == ""},
		{"result_hash", e.ResultHash == ""},
		{"input", !json.Valid(e.Input)},
		{"result", !json.Valid(e.Result)},
	} {
		if member.missing {
			return fmt.Errorf("%w: %s", ErrIncomplete, member.name)
		}
	}
	return nil
}

// ErrHash is wrapped by the error for a snapshot that is not the hashed one.
var ErrHash = errors.New("audit: snapshot does not match its hash")

// Verify reports whether both snapshots are the ones that were hashed.
func (e *Event) Verify() error {
	if err := e.Check(); err != nil {
		return err
	}
	for _, s := range []struct {
		name, want string
		snapshot   json.RawMessage
	}{{"input", e.InputHash, e.Input}, {"result", e.ResultHash, e.Result}} {
		got, err := Hash(s.snapshot)
		if err != nil {
			return err
		}
		if got != s.want {
			return fmt.Errorf("%w: %s", ErrHash, s.name)
		}
	}
	return nil
}

// line is the event as one line of JSON with its newline.
func (e *Event) line() ([]byte, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b) // compacts the snapshots and ends with the newline
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	return b.Bytes(), nil
}

// clone is a deep copy, so that what is kept can't be changed by whoever gave it.
func (e *Event) clone() *Event {
	c := *e
	c.Input = bytes.Clone(e.Input)
	c.Result = bytes.Clone(e.Result)
	if e.Platform != nil {
		p := *e.Platform
		c.Platform = &p
	}
	if e.Verification != nil {
		v := *e.Verification
		c.Verification = &v
	}
	c.Upstream = e.Upstream.clone()
	return &c
}

// readEvent reads one line, with members of later versions passed over.
func readEvent(line []byte) (*Event, error) {
	var e Event
	err := strictjson.Decode(line, &e, strictjson.Options{AllowUnknown: true, MaxBytes: max(len(line), 1), MaxDepth: maxDepth + 1})
	if err != nil {
		return nil, err
	}
	return &e, nil
}
