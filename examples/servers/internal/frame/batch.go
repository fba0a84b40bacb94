package frame

import (
	"bytes"
	"encoding/json"
	"errors"
)

// maxBatch is how many messages one batch may have. Batches are of an old version of
// MCP, nothing limits their rate, and a thousand small ones ask for a thousand large
// answers.
const maxBatch = 20

// ErrBatch is the answer to a batch of more.
var ErrBatch = errors.New("the batch has too many messages")

// CheckCalls judges the length of a batch and the ids of the calls in it, or of the one
// message that there is. Bytes that aren't JSON are left to the reader.
func CheckCalls(message []byte) error {
	in := json.NewDecoder(bytes.NewReader(message))
	isBatch := bytes.HasPrefix(bytes.TrimLeft(message, " \t\r\n"), []byte("["))
	if isBatch {
		if _, err := in.Token(); err != nil {
			return nil
		}
	}
	for n := 1; in.More(); n++ {
		if n > maxBatch && isBatch {
			return ErrBatch
		}
		var call head
		var isOther *json.UnmarshalTypeError
		switch err := in.Decode(&call); {
		case errors.As(err, &isOther): // a number, say, which the reader refuses
		case err != nil:
			return nil
		case call.Method != nil:
			if err := CheckID(call.ID); err != nil {
				return err
			}
		}
		if !isBatch {
			return nil
		}
	}
	return nil
}

// head is what tells a call from an answer, and one call from another.
type head struct {
	ID     json.RawMessage `json:"id"`
	Method json.RawMessage `json:"method"`
}
