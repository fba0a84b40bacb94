package osp

import "encoding/json"

// expect reports whether the next value starts with kind, one of { [ " t 0. Otherwise it notes what was wanted and passes
// over the value.
func (d *decoder) expect(kind byte, want string) bool {
	got := d.peek()
	switch got {
	case kind:
		return true
	case 'f':
		if kind == 't' {
			return true
		}
	case '-', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if kind == '0' {
			return true
		}
	}
	d.skip()
	d.noteType(want, got)
	return false
}

func (d *decoder) boolean() (value, ok bool) {
	if !d.expect('t', "true or false") {
		return false, false
	}
	if d.src[d.pos] == 't' {
		d.literal("true")
		return !d.bad, !d.bad
	}
	d.literal("false")
	return false, !d.bad
}

func (d *decoder) optionalBoolean() *bool {
	b, _ := d.boolean()
	return &b
}

// keep reads a member that OSP doesn't define and keeps it as written.
func (d *decoder) keep(into *Members, name string) {
	d.checkName(name)
	d.peek()
	start := d.pos
	d.skip()
	if d.bad {
		return
	}
	if *into == nil {
		*into = make(Members)
	}
	(*into)[name] = json.RawMessage(d.src[start:d.pos])
}

// list reads an array of min to max entries, each with read; max 0 means no limit. With unique, an entry that was there
// before is an issue.
func list[T comparable](d *decoder, min, max int, unique bool, read func(*decoder) T) []T {
	out := make([]T, 0, 4)
	var before seen[T]
	a := d.array(min, max)
	for a.next() {
		issues := len(d.issues) + d.more
		v := read(d)
		if unique && len(d.issues)+d.more == issues && !before.add(v) {
			d.note(RuleUniqueItems, d.subject()+" repeats an earlier one.")
		}
		out = append(out, v)
	}
	return out
}
