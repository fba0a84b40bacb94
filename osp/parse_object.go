package osp

import (
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

// object reads the members of an object one by one:
//
//	o := d.object(&geoShape)
//	for o.next() {
//		switch o.name { ... } // every case reads the member's value
//	}
//
// The end of the loop is the end of the object, where the required members are checked. Anything but an object is noted
// as an issue and has no members.
type object struct {
	d     *decoder
	shape *shape
	outer string // the section around the object
	base  int    // where the object's names start in d.names
	many  map[string]struct{}
	name  string // of the member to read
	found bool   // it is an object
	open  bool   // its end has not been reached
}

// manyNames is the number of members from which a map is quicker than looking through a list.
const manyNames = 24

func (d *decoder) object(s *shape) object {
	o := object{d: d, shape: s, outer: d.section, base: len(d.names)}
	if d.expect('{', "an object") {
		d.pos++
		d.descend(step{index: -1})
		o.found, o.open = true, true
	}
	if s.section != "" {
		d.section = s.section
	}
	return o
}

func (o *object) next() bool {
	d := o.d
	if o.open && d.accept('}') {
		o.end()
		o.open = false
	}
	if !o.open || d.bad {
		d.section = o.outer
		return false
	}
	if len(d.names) > o.base && !d.accept(',') || d.peek() != '"' {
		d.fail()
		return false
	}
	name := d.str()
	if !d.accept(':') || o.has(name) {
		d.fail()
		return false
	}
	if o.many != nil {
		o.many[name] = struct{}{}
	}
	d.names = append(d.names, name)
	d.path[len(d.path)-1].name = name
	o.name = name
	return true
}

func (o *object) end() {
	d := o.d
	for i := range o.shape.required {
		if need := &o.shape.required[i]; !o.has(need.name) {
			d.path[len(d.path)-1].name = need.name
			d.noteMissing(need)
		}
	}
	d.names = d.names[:o.base]
	d.ascend()
}

// has reports whether the object has had a member of that name.
func (o *object) has(name string) bool {
	names := o.d.names[o.base:]
	if len(names) > manyNames && o.many == nil {
		o.many = make(map[string]struct{}, 2*len(names))
		for _, n := range names {
			o.many[n] = struct{}{}
		}
	}
	if o.many != nil {
		_, ok := o.many[name]
		return ok
	}
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// array reads the entries of an array one by one, as object does for members: every turn of the loop reads one value.
type array struct {
	d        *decoder
	min, max int
	index    int // of the entry to read
	open     bool
}

// array starts an array of min to max entries; max 0 means no limit.
func (d *decoder) array(min, max int) array {
	a := array{d: d, min: min, max: max, index: -1}
	if d.expect('[', "a list") {
		d.pos++
		d.descend(step{})
		a.open = true
	}
	return a
}

func (a *array) next() bool {
	d := a.d
	if a.open && d.accept(']') {
		d.ascend()
		a.open = false
		a.checkCount(a.index + 1)
	}
	if !a.open || d.bad {
		return false
	}
	if a.index >= 0 && !d.accept(',') || d.peek() == 0 {
		d.fail()
		return false
	}
	a.index++
	d.path[len(d.path)-1].index = a.index
	return true
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
