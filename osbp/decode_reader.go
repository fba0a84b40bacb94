package osbp

import (
	"bytes"
	"errors"
	"strings"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// inputReader reads the arguments of one tool call into its typed input, and goes
// on after a fault, so that an agent learns of all of them at once (rules 1 to 3).
// Its methods read the next value; where that is not what is due they note a fault,
// step over it and return the zero value.
type inputReader struct {
	cursor
	faultList
	path []byte
	// repeats is set when some object has two members of one name.
	repeats bool
}

// members are the names that an object may hold; the first required ones must be
// there.
type members struct {
	names    []string
	required int
}

// fault notes that the value being read is wrong. Whatever lies at or under the
// mandate is the mandate's fault.
func (r *inputReader) fault(detail string) { r.faultAt(string(r.path), detail) }

func (r *inputReader) faultAt(path, detail string) {
	r.add(fault{faultCode(path), path, detail})
}

// unknown notes a member that the object at the reader's path does not have.
func (r *inputReader) unknown(token []byte, known []string) {
	code := faultCode(string(r.path))
	if r.full(code) {
		r.dropped++
		return
	}
	where, detail := unknownMember(string(r.path), unquote(token), known)
	r.add(fault{code, where, detail})
}

const mandateMember = "mandate"

func faultCode(path string) Code {
	if path == mandateMember || strings.HasPrefix(path, mandateMember+".") {
		return CodeInvalidMandate
	}
	return CodeInvalidInput
}

// expect reports whether the next value starts with kind, and says what is due if
// it does not.
func (r *inputReader) expect(kind byte, what string) bool {
	switch r.peek() {
	case kind:
		return true
	case 'n':
		r.fault("is null")
	default:
		r.fault("must be " + what)
	}
	r.token()
	return false
}

// open takes the arguments of a call, and reports whether they can be read. None,
// and null in their place, are an empty object: transports may leave them out
// (rule 43).
func (r *inputReader) open(raw []byte) bool {
	r.data = raw
	if trimmed := bytes.Trim(raw, " \t\r\n"); len(trimmed) == 0 || string(trimmed) == "null" {
		r.data = []byte("{}")
		return true
	}
	err := strictjson.Check(raw, strictjson.Options{})
	var e *strictjson.Error
	switch {
	case err == nil:
		return true
	case !errors.As(err, &e):
		r.add(fault{CodeInvalidInput, "", "can't be read"})
	case e.Kind == strictjson.Duplicate:
		r.repeats = true // object finds out where
		return true
	default:
		r.add(fault{CodeInvalidInput, "", e.Detail})
	}
	return false
}

// finish is the answer to what was read.
func (r *inputReader) finish(subject string) *Problem {
	if r.repeats && r.none() {
		r.add(fault{CodeInvalidInput, "", "names a member twice"})
	}
	return r.problem(subject)
}

// object reads an object and calls read for each known member, which must consume
// its value. Names match letter for letter and appear once.
func (r *inputReader) object(m members, read func(name string)) {
	if !r.expect('{', "an object") {
		return
	}
	var seen uint32
	for r.enter(); r.more(); {
		token := r.token()
		i := m.index(token)
		if i < 0 {
			r.unknown(token, m.names)
			r.token()
			continue
		}
		outer := len(r.path)
		r.descend(m.names[i])
		if bit := uint32(1) << i; seen&bit == 0 {
			seen |= bit
			read(m.names[i])
		} else {
			r.fault("appears twice")
			r.token()
		}
		r.path = r.path[:outer]
	}
	for i, name := range m.names[:m.required] {
		if seen&(1<<i) == 0 {
			r.faultAt(joinPath(string(r.path), name), "is missing")
		}
	}
}

// index finds the member that a name token names, -1 if there is none.
func (m members) index(token []byte) int {
	if len(token) < 2 {
		return -1
	}
	name := token[1 : len(token)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name = []byte(unquote(token))
	}
	for i, known := range m.names {
		if string(name) == known {
			return i
		}
	}
	return -1
}

func (r *inputReader) descend(name string) {
	if len(r.path) > 0 {
		r.path = append(r.path, '.')
	}
	r.path = append(r.path, name...)
}
