package frame_test

import (
	"errors"
	"testing"

	"github.com/openservicekit/openservice/examples/servers/internal/frame"
)

// TestCheck: what stands twice outside of the arguments is refused, whichever of them
// the reader would take.
func TestCheck(t *testing.T) {
	for name, one := range map[string]struct {
		message string
		isGood  bool
	}{
		"fine":                     {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"b":"c"}}}`, true},
		"two names":                {`{"params":{"name":"osbp_booking_status","name":"osbp_booking_create"}}`, false},
		"two names, one escaped":   {`{"params":{"name":"a","n\u0061me":"b"}}`, false},
		"two methods":              {`{"method":"ping","method":"tools/call"}`, false},
		"two ids":                  {`{"id":1,"id":2}`, false},
		"arguments twice":          {`{"params":{"arguments":{},"arguments":{"a":1}}}`, false},
		"twice in the arguments":   {`{"params":{"arguments":{"a":1,"a":2}}}`, true},
		"deep in the arguments":    {`{"params":{"arguments":{"a":[{"b":1,"b":2}]}}}`, true},
		"bad UTF-8 in a name":      {"{\"params\":{\"name\":\"\xff\"}}", false},
		"bad UTF-8 in the meta":    {"{\"params\":{\"_meta\":{\"a\":\"\xff\"},\"name\":\"a\",\"name\":\"b\"}}", false},
		"bad UTF-8 in arguments":   {"{\"params\":{\"arguments\":{\"a\":\"\xff\"}}}", true},
		"no JSON":                  {`garbage`, true},
		"cut short":                {`{"id":1`, true},
		"other case is other name": {`{"id":1,"ID":2}`, true},
	} {
		err := frame.Check([]byte(one.message))
		if one.isGood != (err == nil) || err != nil && !errors.Is(err, frame.ErrAmbiguous) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
