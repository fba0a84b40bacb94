// Package frame judges the bytes of JSON-RPC messages before the SDK reads them.
package frame

import (
	"errors"
	"strings"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// ErrAmbiguous is the answer to a message that two readers can take for two different
// ones.
var ErrAmbiguous = errors.New("the message has a member twice, or text that is not UTF-8")

// Check refuses a message with two members of one name, or bad UTF-8, outside of the
// arguments of a tool: who looks at a call on its way here must see the tool that is
// called. What is in the arguments is for the tool to refuse. Bytes that aren't JSON
// are left to the reader.
func Check(message []byte) error {
	err := strictjson.Check(message, strictjson.Options{MaxBytes: len(message) + 1, MaxDepth: maxDepth})
	var fault *strictjson.Error
	if !errors.As(err, &fault) || fault.Kind != strictjson.Duplicate && fault.Kind != strictjson.UTF8 {
		return nil
	}
	if strings.HasPrefix(fault.Pointer, "/params/arguments/") {
		return nil
	}
	return ErrAmbiguous
}

// maxDepth is the nesting that the SDK reads.
const maxDepth = 1000
