package frame_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/examples/servers/internal/frame"
)

// TestCheckCalls: an id that would be answered as another one is refused.
func TestCheckCalls(t *testing.T) {
	for name, one := range map[string]struct {
		message string
		isGood  bool
	}{
		"number":                {`{"id":1,"method":"ping"}`, true},
		"nought":                {`{"id":0,"method":"ping"}`, true},
		"negative":              {`{"id":-7,"method":"ping"}`, true},
		"text":                  {`{"id":"1.5","method":"ping"}`, true},
		"empty text":            {`{"id":"","method":"ping"}`, true},
		"whole":                 {`{"id":1.0,"method":"ping"}`, true},
		"largest":               {`{"id":9007199254740991,"method":"ping"}`, true},
		"notification":          {`{"method":"notifications/initialized"}`, true},
		"answer without an id":  {`{"id":null,"error":{"code":-32700,"message":"x"}}`, true},
		"id in the params":      {`{"id":1,"method":"ping","params":{"id":1.5}}`, true},
		"fraction":              {`{"id":1.5,"method":"ping"}`, false},
		"too large":             {`{"id":9007199254740992,"method":"ping"}`, false},
		"too large for a float": {`{"id":1e400,"method":"ping"}`, false},
		"null":                  {`{"id":null,"method":"ping"}`, false},
		"true":                  {`{"id":true,"method":"ping"}`, false},
		"object":                {`{"id":{},"method":"ping"}`, false},
		"in a batch":            {` [{"id":1,"method":"ping"},{"id":2.5,"method":"ping"}]`, false},
		"batch":                 {`[{"id":1,"method":"ping"},{"id":2,"method":"ping"}]`, true},
		"not all are objects":   {`[1,{"id":2.5,"method":"ping"}]`, false},
		"no JSON":               {`{"id":1.5,"method":`, true},
		"nothing":               {``, true},
	} {
		if err := frame.CheckCalls([]byte(one.message)); one.isGood != (err == nil) || err != nil && !errors.Is(err, frame.ErrID) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCheckCalls_Batch: a batch may have so many messages and no more.
func TestCheckCalls_Batch(t *testing.T) {
	batch := func(n int) []byte {
		return []byte("[" + strings.TrimSuffix(strings.Repeat(`{"id":1,"method":"tools/list"},`, n), ",") + "]")
	}
	if err := frame.CheckCalls(batch(20)); err != nil {
		t.Errorf("20 messages: %v", err)
	}
	if err := frame.CheckCalls([]byte(`[{"id":1,"method":"ping"},{"id" 2}]`)); err != nil {
		t.Errorf("what is no JSON is left to the reader: %v", err)
	}
	for _, n := range []int{21, 5000} {
		if err := frame.CheckCalls(batch(n)); !errors.Is(err, frame.ErrBatch) {
			t.Errorf("%d messages: %v", n, err)
		}
	}
}
