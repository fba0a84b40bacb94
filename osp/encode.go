package osp

import (
	"errors"
)

// Encode writes a manifest as compact JSON, and refuses one that [Validate] refuses, with the same errors. Members come in
// the order of the specification, then unknown ones by name, so that the same manifest always gives the same bytes.
// Absent members are left out; nothing is ever null (OSP 4.1).
func Encode(m *Manifest, opts *ParseOptions) ([]byte, error) {
	if m == nil {
		return nil, errNoManifest
	}
	data := m.appendJSON(make([]byte, 0, 4096))
	if _, err := Parse(data, opts); err != nil {
		return nil, err
	}
	return data, nil
}

// Validate reports everything that is wrong with a manifest made in Go, with the errors of [Parse]. It judges what the
// manifest would be when encoded.
func Validate(m *Manifest, opts *ParseOptions) error {
	_, err := Encode(m, opts)
	return err
}

var errNoManifest = errors.New("osp: no manifest")
