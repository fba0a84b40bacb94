package osbp

import (
	"strconv"
	"strings"
)

// fault is one thing that is wrong with an input. It names a member and never
// quotes a value, which may be a customer's.
type fault struct {
	code   Code
	path   string // such as mandate.max_price.currency; "" is the whole input
	detail string // a predicate, as in "is missing"
}

// maxFaults bounds a Problem's message: an input may hold a million faults.
const maxFaults = 8

// faultList is the faults of one input: those that make it invalid_input and those
// that are the mandate's, each in the input's own order.
type faultList struct {
	input, mandate []fault
	dropped        int // how many more there were
}

func (l *faultList) add(f fault) {
	list := l.listOf(f.code)
	if len(*list) == maxFaults {
		l.dropped++
		return
	}
	*list = append(*list, f)
}

func (l *faultList) listOf(code Code) *[]fault {
	if code == CodeInvalidMandate {
		return &l.mandate
	}
	return &l.input
}

// full reports whether further faults of that code are only counted. Describing
// them would be work for nothing.
func (l *faultList) full(code Code) bool { return len(*l.listOf(code)) == maxFaults }

func (l *faultList) none() bool { return len(l.input)+len(l.mandate) == 0 }

// problem is the answer to all faults, nil when there are none. While anything
// outside the mandate is wrong the input is not schema-valid, and the answer is
// invalid_input; with the mandate alone at fault it is invalid_mandate (rule 2).
func (l *faultList) problem(subject string) *Problem {
	if l.none() {
		return nil
	}
	faults := append(l.input, l.mandate...)
	rest := l.dropped
	if len(faults) > maxFaults {
		rest += len(faults) - maxFaults
		faults = faults[:maxFaults]
	}
	var text strings.Builder
	text.WriteString(subject)
	text.WriteString(" is not valid: ")
	for i, f := range faults {
		if i > 0 {
			text.WriteString("; ")
		}
		if f.path == "" {
			f.path = "the input"
		}
		text.WriteString(f.path)
		text.WriteByte(' ')
		text.WriteString(f.detail)
	}
	if rest > 0 {
		text.WriteString("; and " + strconv.Itoa(rest) + " more")
	}
	text.WriteByte('.')
	return NewProblem(faults[0].code, text.String())
}

// unknownMember says that name is none of the known ones, and which one was
// probably meant. The name itself comes from the agent: it is repeated only where
// it can carry nothing but a name.
func unknownMember(path, name string, known []string) (where, detail string) {
	if !isPlainName(name) {
		return path, "has an unknown member"
	}
	for _, k := range known {
		if foldName(name) == foldName(k) {
			return joinPath(path, name), "is not a known member (did you mean " + k + "?)"
		}
	}
	return joinPath(path, name), "is not a known member"
}

// foldName makes maxPrice, MAX_PRICE and max-price alike.
func foldName(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

const maxPlainName = 40

// isPlainName reports whether name is an ASCII identifier of moderate length.
func isPlainName(name string) bool {
	if name == "" || len(name) > maxPlainName {
		return false
	}
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || '9' < c)) {
			return false
		}
	}
	return true
}

func joinPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
