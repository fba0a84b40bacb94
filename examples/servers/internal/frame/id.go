package frame

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
)

// ErrID is the answer to a call with an id that would come back as another one: the
// SDK cuts a fraction off, wraps what is too large around, and takes null for no id.
var ErrID = errors.New("the id of a call must be a string or a whole number, and exact in a double")

// maxID is the largest whole number that no double is rounded to.
const maxID = 1<<53 - 1

// CheckID judges the id of a message that names a method, nil where it has none.
func CheckID(id json.RawMessage) error {
	if len(id) == 0 || id[0] == '"' {
		return nil
	}
	n, err := strconv.ParseFloat(string(id), 64)
	if err != nil || n != math.Trunc(n) || math.Abs(n) > maxID {
		return ErrID
	}
	return nil
}

// CheckIDs judges the ids of a message, or of each in a batch. Bytes that aren't JSON
// are left to the reader.
func CheckIDs(message []byte) error {
	type head struct {
		ID     json.RawMessage `json:"id"`
		Method json.RawMessage `json:"method"`
	}
	var heads []head
	if trimmed := bytes.TrimLeft(message, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '[' {
		if json.Unmarshal(message, &heads) != nil {
			return nil
		}
	} else {
		heads = make([]head, 1)
		if json.Unmarshal(message, &heads[0]) != nil {
			return nil
		}
	}
	for _, h := range heads {
		if h.Method == nil {
			continue
		}
		if err := CheckID(h.ID); err != nil {
			return err
		}
	}
	return nil
}
