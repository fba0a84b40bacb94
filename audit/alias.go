package audit

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

// Alias returns the events in a form that may be published, as OSBP "Audit" and
// "Security and Privacy Considerations" demand of checked-in traces. It is
// shorthand for [NewAliaser] and [Aliaser.Event].
func Alias(events []*Event) ([]*Event, error) {
	a, err := NewAliaser(events)
	if err != nil {
		return nil, err
	}
	published := make([]*Event, len(events))
	for i, e := range events {
		if published[i], err = a.Event(e); err != nil {
			return nil, err
		}
	}
	return published, nil
}

// Aliaser gives the ids of a sequence of events aliases such as mandate_1 and
// booking_2, numbered in the order in which they appear, so that the same
// sequence always comes out the same. It is not safe for concurrent use.
type Aliaser struct {
	aliases map[classed]string // by class, since small ids are given out anew in each
	inText  map[string]string  // those that text is searched for
	lengths []int              // of the ids in inText, longest first
	counts  map[string]int
	shapes  *scrub.Scrubber
}

type classed struct{ class, id string }

// NewAliaser returns an Aliaser for all ids in the events.
func NewAliaser(events []*Event) (*Aliaser, error) {
	a := &Aliaser{aliases: map[classed]string{}, inText: map[string]string{}, counts: map[string]int{}, shapes: scrub.New(nil)}
	for i, e := range events {
		if err := e.Check(); err != nil {
			return nil, fmt.Errorf("event %d: %w", i, err)
		}
		a.alias("audit", e.ID)
		a.alias("mandate", e.MandateID)
		for _, side := range []struct {
			doc      json.RawMessage
			inResult bool
		}{{e.Input, false}, {e.Result, true}} {
			root, _, err := parseSnapshot(side.doc)
			if err != nil {
				return nil, fmt.Errorf("audit: event %d: %w", i, err)
			}
			walk(root, side.inResult, func(at place, value *snapshot) {
				if class := aliasClass(at, e.ToolName); class != "" && value.kind == jsontext.KindString {
					a.alias(class, value.text)
				}
			}, nil)
		}
	}
	return a, nil
}

// Event returns a copy of e to be published: of the snapshots only members that
// OSBP defines, and not provider_image_url; ids as aliases, also inside text;
// nothing sensitive even if e was never redacted properly; of the upstream
// metadata only what tells about the platform's API. The hashes are those of the
// published snapshots.
func (a *Aliaser) Event(e *Event) (*Event, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	p := e.clone()
	p.ID, p.MandateID = a.alias("audit", e.ID), a.alias("mandate", e.MandateID)
	var err error
	if p.Input, p.InputHash, err = a.snapshot(e.Input, e.ToolName, false); err != nil {
		return nil, err
	}
	if p.Result, p.ResultHash, err = a.snapshot(e.Result, e.ToolName, true); err != nil {
		return nil, err
	}
	if u := e.Upstream; u != nil {
		p.Upstream = &UpstreamMeta{Call: a.call(u.Call), Status: u.Status, APIVersion: u.APIVersion, Deprecation: u.Deprecation, Sunset: u.Sunset}
	}
	return p, nil
}

// Text returns text with every known id replaced, for what a trace tells beside
// its events.
func (a *Aliaser) Text(text string) string {
	var b strings.Builder
	kept := 0
	for i := 0; i < len(text); i++ {
		if i > 0 && isJoined(text[i-1]) || !isJoined(text[i]) {
			continue
		}
		for _, n := range a.lengths {
			if i+n > len(text) || i+n < len(text) && isJoined(text[i+n]) && isJoined(text[i+n-1]) {
				continue
			}
			if alias, ok := a.inText[text[i:i+n]]; ok {
				b.WriteString(text[kept:i])
				b.WriteString(alias)
				kept = i + n
				i = kept - 1
				break
			}
		}
	}
	if kept == 0 {
		return text
	}
	b.WriteString(text[kept:])
	return b.String()
}

// isJoined reports whether c, next to an id, would make it another.
func isJoined(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

// alias returns the alias of id, a new one of its class if it has none.
func (a *Aliaser) alias(class, id string) string {
	if id == "" || id == Redacted {
		return id
	}
	if alias, ok := a.aliases[classed{class, id}]; ok {
		return alias
	}
	a.counts[class]++
	alias := class + "_" + strconv.Itoa(a.counts[class])
	a.aliases[classed{class, id}] = alias
	if _, ok := a.inText[id]; ok || !isTellingInText(class, id) {
		return alias
	}
	a.inText[id] = alias
	if at, ok := slices.BinarySearchFunc(a.lengths, len(id), func(x, n int) int { return n - x }); !ok {
		a.lengths = slices.Insert(a.lengths, at, len(id))
	}
	return alias
}

// snapshot rewrites a snapshot for publication.
func (a *Aliaser) snapshot(doc json.RawMessage, tool string, inResult bool) (json.RawMessage, string, error) {
	root, _, err := parseSnapshot(doc)
	if err != nil {
		return nil, "", fmt.Errorf("audit: %w", err)
	}
	root.drop(func(name string) bool {
		_, known := members[name]
		return !known || name == "provider_image_url"
	})
	walk(root, inResult, func(at place, value *snapshot) {
		class := aliasClass(at, tool)
		switch {
		case value.kind != jsontext.KindString && value.kind != jsontext.KindNumber:
		case at.kind.isSensitive():
			value.kind, value.text = jsontext.KindString, Redacted
		case value.kind == jsontext.KindNumber && at.kind == quantity:
		case class != "":
			value.kind, value.text = jsontext.KindString, a.alias(class, value.text)
		case at.kind == conventional && isConventional(at.name, value.text):
		default:
			value.kind, value.text = jsontext.KindString, a.shapes.Text(a.Text(value.text))
		}
	}, nil)
	published := json.RawMessage(root.append(nil))
	hash, err := Hash(published)
	return published, hash, err
}

// drop removes the members whose names unwanted reports.
func (s *snapshot) drop(unwanted func(name string) bool) {
	isObject := s.kind == jsontext.KindBeginObject
	s.kids = slices.DeleteFunc(s.kids, func(kid snapshot) bool { return isObject && unwanted(kid.name) })
	for i := range s.kids {
		s.kids[i].drop(unwanted)
	}
}

// call rewrites an upstream call. Path segments with a digit are the platform's
// ids, whether or not they came up elsewhere, but for a version and a date.
func (a *Aliaser) call(call string) string {
	method, path, _ := strings.Cut(call, " ")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		version := len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789.") == ""
		if alias, known := a.inText[s]; known {
			segments[i] = alias
		} else if strings.ContainsAny(s, "0123456789") && !version && !isDateOrTime(s) {
			segments[i] = a.alias("id", s)
		}
	}
	return method + " " + strings.Join(segments, "/")
}
