package osp

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
