package osp

import (
	"fmt"

	"github.com/openservicekit/openservice/internal/strictjson"
	"github.com/openservicekit/openservice/wallclock"
)

// The objects of a manifest are written alone as they are within one, and read alone by the rules of [Parse] for them. The
// tools repeat some of them: windows, hours and addresses (OSP 6).

// MarshalJSON writes the manifest without judging it; [Encode] does both.
func (m Manifest) MarshalJSON() ([]byte, error) { return m.appendJSON(nil), nil }

// UnmarshalJSON is [Parse] with the strict options.
func (m *Manifest) UnmarshalJSON(data []byte) error {
	parsed, err := Parse(data, nil)
	if err != nil {
		return err
	}
	*m = *parsed
	return nil
}

// marshal writes one object of a manifest.
func marshal(write func(*writer)) ([]byte, error) {
	var w writer
	write(&w)
	return w.b, nil
}

// unmarshal reads one object of a manifest.
func unmarshal[T any](v *T, data []byte, read func(*decoder, *T)) error {
	if err := strictjson.Check(data, strictjson.Options{}); err != nil {
		return fmt.Errorf("osp: %w", err)
	}
	d := newDecoder(data, wallclock.SystemZones())
	var fresh T
	read(d, &fresh)
	switch {
	case len(d.issues) > 0:
		return &ValidationError{Issues: d.issues, More: d.more}
	case d.err != nil:
		return fmt.Errorf("osp: %w", d.err)
	}
	*v = fresh
	return nil
}

// MarshalJSON implements [encoding/json.Marshaler].
func (c Conformance) MarshalJSON() ([]byte, error) { return marshal(c.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (c *Conformance) UnmarshalJSON(data []byte) error {
	return unmarshal(c, data, (*decoder).conformance)
}

// MarshalJSON implements [encoding/json.Marshaler].
func (b Business) MarshalJSON() ([]byte, error) { return marshal(b.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (b *Business) UnmarshalJSON(data []byte) error { return unmarshal(b, data, (*decoder).business) }

// MarshalJSON implements [encoding/json.Marshaler].
func (p ParentOrganization) MarshalJSON() ([]byte, error) { return marshal(p.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (p *ParentOrganization) UnmarshalJSON(data []byte) error {
	return unmarshal(p, data, (*decoder).parentOrganization)
}

// MarshalJSON implements [encoding/json.Marshaler].
func (l Location) MarshalJSON() ([]byte, error) { return marshal(l.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (l *Location) UnmarshalJSON(data []byte) error { return unmarshal(l, data, (*decoder).location) }

// MarshalJSON implements [encoding/json.Marshaler].
func (a Address) MarshalJSON() ([]byte, error) { return marshal(a.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (a *Address) UnmarshalJSON(data []byte) error { return unmarshal(a, data, (*decoder).address) }

// MarshalJSON implements [encoding/json.Marshaler].
func (g Geo) MarshalJSON() ([]byte, error) { return marshal(g.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (g *Geo) UnmarshalJSON(data []byte) error { return unmarshal(g, data, (*decoder).geo) }

// MarshalJSON implements [encoding/json.Marshaler].
func (h Hours) MarshalJSON() ([]byte, error) { return marshal(h.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (h *Hours) UnmarshalJSON(data []byte) error { return unmarshal(h, data, (*decoder).hours) }

// MarshalJSON implements [encoding/json.Marshaler].
func (w Week) MarshalJSON() ([]byte, error) { return marshal(w.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (w *Week) UnmarshalJSON(data []byte) error { return unmarshal(w, data, (*decoder).week) }

// MarshalJSON implements [encoding/json.Marshaler].
func (d DayHours) MarshalJSON() ([]byte, error) { return marshal(d.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (d *DayHours) UnmarshalJSON(data []byte) error { return unmarshal(d, data, (*decoder).dayHours) }

// MarshalJSON implements [encoding/json.Marshaler].
func (e Exception) MarshalJSON() ([]byte, error) { return marshal(e.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (e *Exception) UnmarshalJSON(data []byte) error { return unmarshal(e, data, (*decoder).exception) }

// MarshalJSON implements [encoding/json.Marshaler].
func (s Service) MarshalJSON() ([]byte, error) { return marshal(s.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (s *Service) UnmarshalJSON(data []byte) error { return unmarshal(s, data, (*decoder).service) }

// MarshalJSON implements [encoding/json.Marshaler].
func (c Coverage) MarshalJSON() ([]byte, error) { return marshal(c.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (c *Coverage) UnmarshalJSON(data []byte) error { return unmarshal(c, data, (*decoder).coverage) }

// MarshalJSON implements [encoding/json.Marshaler].
func (r Radius) MarshalJSON() ([]byte, error) { return marshal(r.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (r *Radius) UnmarshalJSON(data []byte) error { return unmarshal(r, data, (*decoder).radius) }

// MarshalJSON implements [encoding/json.Marshaler].
func (b BookingPolicy) MarshalJSON() ([]byte, error) { return marshal(b.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (b *BookingPolicy) UnmarshalJSON(data []byte) error {
	return unmarshal(b, data, (*decoder).bookingPolicy)
}

// MarshalJSON implements [encoding/json.Marshaler].
func (w Window) MarshalJSON() ([]byte, error) { return marshal(w.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (w *Window) UnmarshalJSON(data []byte) error { return unmarshal(w, data, (*decoder).window) }

// MarshalJSON implements [encoding/json.Marshaler].
func (i Interfaces) MarshalJSON() ([]byte, error) { return marshal(i.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (i *Interfaces) UnmarshalJSON(data []byte) error {
	return unmarshal(i, data, (*decoder).interfaces)
}

// MarshalJSON implements [encoding/json.Marshaler].
func (m MCPInterface) MarshalJSON() ([]byte, error) { return marshal(m.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (m *MCPInterface) UnmarshalJSON(data []byte) error { return unmarshal(m, data, (*decoder).mcp) }

// MarshalJSON implements [encoding/json.Marshaler].
func (r RESTInterface) MarshalJSON() ([]byte, error) { return marshal(r.write) }

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (r *RESTInterface) UnmarshalJSON(data []byte) error { return unmarshal(r, data, (*decoder).rest) }
