package strictjson

import (
	"bytes"
	"math"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Canonical returns the RFC 8785 form of data in a new slice: members sorted,
// no white space, strings and numbers written in their one way. Data must be
// free of the faults that [Check] names, though of any size.
//
// RFC 8785 sees every number as an IEEE 754 double. One that has no such value
// (1e400) is refused, since two different ones would look alike; one between
// two doubles becomes the nearest.
func Canonical(data []byte) ([]byte, error) {
	if at := overflow(data); at >= 0 {
		if err := explain(data); err != nil {
			return nil, err
		}
		return nil, newError("", Value, "has a number beyond the range of a double at byte "+strconv.Itoa(at), nil)
	}
	canonical := jsontext.Value(bytes.Clone(data))
	if err := canonical.Canonicalize(); err != nil {
		if fault := explain(data); fault != nil {
			return nil, fault
		}
		return nil, newError("", Syntax, "is nested too deeply", nil)
	}
	return canonical, nil
}

// overflow is the offset of the first number in data that no double can hold,
// or -1. Only long numbers and numbers with an exponent are looked at.
func overflow(data []byte) int {
	const shortest = 4 // 9e99 fits, 1e999 may not
	for i := 0; i < len(data); i++ {
		c := data[i]
		switch {
		case c == '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '0' <= c && c <= '9':
			start, exponent := i, false
			for i < len(data) && isNumberByte(data[i]) {
				exponent = exponent || data[i]|0x20 == 'e'
				i++
			}
			if text := data[start:i]; len(text) > 308 || exponent && len(text) > shortest {
				if f, err := strconv.ParseFloat(string(text), 64); err != nil && math.IsInf(f, 0) {
					return start
				}
			}
			i--
		}
	}
	return -1
}

func isNumberByte(c byte) bool {
	return '0' <= c && c <= '9' || c == '.' || c == '-' || c == '+' || c|0x20 == 'e'
}
