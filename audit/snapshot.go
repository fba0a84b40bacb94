package audit

import (
	"bytes"
	"errors"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// snapshot is a JSON document taken apart. Objects may have several members of
// one name: that a mandate had is among the things worth auditing.
type snapshot struct {
	kind jsontext.Kind
	name string // of the member, "" for elements
	text string // of a string its value, of a number or literal how it is written
	kids []snapshot
}

// parseSnapshot reads a document that [strictjson.Check] would accept but for
// its size and duplicate names, and reports whether there are any.
func parseSnapshot(doc []byte) (root *snapshot, duplicates bool, err error) {
	err = strictjson.Check(doc, strictjson.Options{MaxBytes: max(len(doc), 1), MaxDepth: maxDepth})
	var fault *strictjson.Error
	if duplicates = errors.As(err, &fault) && fault.Kind == strictjson.Duplicate; err != nil && !duplicates {
		return nil, false, err
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(doc), jsontext.AllowDuplicateNames(true))
	root = &snapshot{}
	if err := root.read(dec); err != nil {
		return nil, false, err
	}
	return root, duplicates, nil
}

func (s *snapshot) read(dec *jsontext.Decoder) error {
	tok, err := dec.ReadToken()
	if err != nil {
		return err
	}
	switch s.kind = tok.Kind(); s.kind {
	case jsontext.KindBeginObject, jsontext.KindBeginArray:
		for dec.PeekKind() != s.end() {
			var kid snapshot
			if s.kind == jsontext.KindBeginObject {
				name, err := dec.ReadToken()
				if err != nil {
					return err
				}
				kid.name = name.String()
			}
			if err := kid.read(dec); err != nil {
				return err
			}
			s.kids = append(s.kids, kid)
		}
		_, err = dec.ReadToken()
		return err
	}
	s.text = tok.String()
	return nil
}

func (s *snapshot) end() jsontext.Kind {
	if s.kind == jsontext.KindBeginObject {
		return jsontext.KindEndObject
	}
	return jsontext.KindEndArray
}

// append writes the document without white space. A number that no double can
// hold becomes a string, since it has no canonical form.
func (s *snapshot) append(dst []byte) []byte {
	switch s.kind {
	case jsontext.KindBeginObject:
		dst = append(dst, '{')
		for i := range s.kids {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = quote(dst, s.kids[i].name)
			dst = append(dst, ':')
			dst = s.kids[i].append(dst)
		}
		return append(dst, '}')
	case jsontext.KindBeginArray:
		dst = append(dst, '[')
		for i := range s.kids {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = s.kids[i].append(dst)
		}
		return append(dst, ']')
	case jsontext.KindString:
		return quote(dst, s.text)
	case jsontext.KindNumber:
		if f, err := strconv.ParseFloat(s.text, 64); err != nil && math.IsInf(f, 0) {
			return quote(dst, s.text)
		}
	}
	return append(dst, s.text...)
}

// numberDuplicates gives each further member of one name a name of its own, so
// that every reader sees them all and the document has a canonical form.
func (s *snapshot) numberDuplicates() {
	var taken map[string]int
	if s.kind == jsontext.KindBeginObject {
		taken = make(map[string]int, len(s.kids))
	}
	for i := range s.kids {
		kid := &s.kids[i]
		kid.numberDuplicates()
		if taken == nil {
			continue
		}
		name := kid.name
		for n := taken[name]; taken[kid.name] > 0; {
			n++
			kid.name = name + " (" + strconv.Itoa(n) + ")"
			taken[name] = n
		}
		taken[kid.name] = max(taken[kid.name], 1)
	}
}

func quote(dst []byte, text string) []byte {
	quoted, err := jsontext.AppendQuote(dst, text)
	if err != nil { // bad UTF-8, which was refused on reading
		return append(dst, `""`...)
	}
	return quoted
}
