package frame

import (
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
