package osp

import (
	"fmt"

	"github.com/openservicekit/openservice/internal/strictjson"
	"github.com/openservicekit/openservice/wallclock"
)

// decoder reads a manifest and notes everything that is wrong with it, in a single pass: a value that breaks a rule is
// noted and passed over, and reading goes on behind it. It knows at any time where it is, so that a valid document pays
// nothing for the messages that it doesn't need.
type decoder struct {
	scanner
	names   []string // of the members read so far in the open objects, innermost last
	path    []step   // from the root to the value being read
	section string   // of the specification that describes the object being read
	issues  []Issue
	more    int // issues beyond MaxIssues
	zones   wallclock.ZoneLoader
	err     error // the zone database is missing
	facts   facts
}

// facts is what the constraints that span the document need to know beyond the values.
type facts struct {
	hasCoverage, hasMCP, hasVehicleDetails bool
	// specVersion is a text, but not the one that this package reads.
	otherVersion bool
	// interfaces was an object, so that one may ask what it lacks.
	hasInterfaces bool
	// An isPrimary could not be read, so that one may not complain that none is true.
	primaryUnclear bool
}

// step is one part of a path: the name of a member, or the index of an entry.
type step struct {
	name  string
	index int // -1 for a member
}

func newDecoder(data []byte, zones wallclock.ZoneLoader) *decoder {
	return &decoder{
		scanner: scanner{src: string(data)},
		names:   make([]string, 0, 32),
		path:    make([]step, 0, 8),
		zones:   zones,
	}
}

// verdict is the error that the reading so far amounts to.
func (d *decoder) verdict(m *Manifest) error {
	if d.facts.otherVersion {
		return &VersionError{SpecVersion: cut(m.SpecVersion)}
	}
	d.checkConstraints(m)
	if len(d.issues) > 0 {
		return &ValidationError{Issues: d.issues, More: d.more}
	}
	if d.err != nil {
		return fmt.Errorf("osp: reading a manifest: %w", d.err)
	}
	return nil
}

// descend goes into an object or array. Nothing is read deeper than the limit.
func (d *decoder) descend(s step) {
	d.path = append(d.path, s)
	if len(d.path) > strictjson.MaxDepth {
		d.fail()
	}
}

func (d *decoder) ascend() { d.path = d.path[:len(d.path)-1] }

// skip passes over one value of any kind, and looks at its member names.
func (d *decoder) skip() {
	switch d.peek() {
	case '{':
		o := d.object(&anyShape)
		for o.next() {
			d.checkName(o.name)
			d.skip()
		}
	case '[':
		a := d.array(0, 0)
		for a.next() {
			d.skip()
		}
	case '"':
		d.str()
	case 't':
		d.literal("true")
	case 'f':
		d.literal("false")
	case 'n':
		d.literal("null")
	default:
		d.num()
	}
}
