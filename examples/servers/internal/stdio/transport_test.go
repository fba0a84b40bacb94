package stdio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/stdio"
)

// output is what was written, safe for concurrent use.
type output struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.String()
}

func connect(t testing.TB, in io.Reader, limit int) (*stdio.Transport, mcp.Connection, *output) {
	t.Helper()
	out := new(output)
	transport := &stdio.Transport{In: in, Out: out, MaxLine: limit}
	c, err := transport.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return transport, c, out
}

// answer writes a result to a call.
func answer(t testing.TB, c mcp.Connection, message jsonrpc.Message) {
	t.Helper()
	request, ok := message.(*jsonrpc.Request)
	if !ok || !request.IsCall() {
		return
	}
	if err := c.Write(context.Background(), &jsonrpc.Response{ID: request.ID, Result: json.RawMessage(`{}`)}); err != nil {
		t.Error(err)
	}
}

// readAll reads to the end, answering each call, and returns the methods.
func readAll(t testing.TB, c mcp.Connection) (methods []string) {
	t.Helper()
	for {
		message, err := c.Read(context.Background())
		if errors.Is(err, io.EOF) {
			return methods
		}
		if err != nil {
			t.Fatal(err)
		}
		if request, ok := message.(*jsonrpc.Request); ok {
			methods = append(methods, request.Method)
		}
		answer(t, c, message)
	}
}

const (
	ping      = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	ponged    = `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"
	noParse   = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not one JSON value"}}` + "\n"
	tooLong   = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is too long"}}` + "\n"
	ambiguous = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message has a member twice, or text that is not UTF-8"}}` + "\n"
	badID     = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the id of a call must be a string or a whole number, and exact in a double"}}` + "\n"
	noBatch   = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the line is not one JSON-RPC message; batches are not taken"}}` + "\n"
)

// TestTransport_Lines: what comes in, and what goes out.
func TestTransport_Lines(t *testing.T) {
	for name, one := range map[string]struct{ in, out string }{
		"one":                  {ping + "\n", ponged},
		"without a line break": {ping, ponged},
		"carriage return":      {ping + "\r\n" + ping + "\r\n", ponged + ponged},
		"blank lines":          {"\n\r\n" + ping + "\n\n", ponged},
		"leading space":        {"  " + ping + "\n", ponged},
		"only space":           {"  \n" + ping + "\n", noParse + ponged},
		"garbage goes on":      {"garbage\n" + ping + "\n", noParse + ponged},
		"two on a line":        {ping + ping + "\n", noParse},
		"cut off":              {ping[:20], noParse},
		"batch":                {"[" + ping + "]\n", noBatch},
		"a number":             {"7\n", noBatch},
		"at the limit":         {strings.Repeat(" ", 100-len(ping)) + ping + "\r\n", ponged},
		"over the limit":       {strings.Repeat(" ", 101-len(ping)) + ping + "\n" + ping + "\n", tooLong + ponged},
		"far over the limit":   {strings.Repeat("x", 200_000) + "\n" + ping, tooLong + ponged},
		"over it at the end":   {strings.Repeat("x", 200_000), tooLong},
		"old version":          {`{"jsonrpc":"1.0","id":"a","method":"ping"}`, `{"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"this is no JSON-RPC 2.0 message"}}` + "\n"},
		"id of a wrong type":   {`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"this is no JSON-RPC 2.0 message"}}` + "\n"},
		"id with a fraction":   {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}` + "\n" + ping, badID + ponged},
		"id that is too large": {`{"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"}`, badID},
		"id of null":           {`{"jsonrpc":"2.0","id":null,"method":"tools/call"}`, badID},
		"whole in other words": {`{"jsonrpc":"2.0","id":10e-1,"method":"ping"}`, ponged},
		"no id, no answer":     {`{"jsonrpc":"1.0","method":"ping"}`, ""},
		"two methods":          {`{"jsonrpc":"2.0","id":1,"method":"ping","method":"x"}` + "\n" + ping, ambiguous + ponged},
		"notification":         {`{"jsonrpc":"2.0","method":"notifications/initialized"}`, ""},
		"nothing":              {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, c, out := connect(t, strings.NewReader(one.in), 100)
			readAll(t, c)
			if got := out.String(); got != one.out {
				t.Errorf("%q was answered\n%s\nnot\n%s", one.in, got, one.out)
			}
		})
	}
}

// TestTransport_EndWaits: the end of the input shows only after the last answer.
func TestTransport_EndWaits(t *testing.T) {
	_, c, _ := connect(t, strings.NewReader(ping+"\n"), 0)
	message, err := c.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := c.Read(context.Background())
		ended <- err
	}()
	select {
	case err := <-ended:
		t.Fatalf("the end came before the answer: %v", err)
	default:
	}
	answer(t, c, message)
	if err := <-ended; !errors.Is(err, io.EOF) {
		t.Errorf("the end is %v", err)
	}
}

// TestTransport_EndDoesNotWaitForListeners: a subscription has no answer to wait for.
func TestTransport_EndDoesNotWaitForListeners(t *testing.T) {
	_, c, _ := connect(t, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}`), 0)
	if _, err := c.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(t.Context()); !errors.Is(err, io.EOF) {
		t.Errorf("the end is %v", err)
	}
}

// TestTransport_Close: a closed connection ends Read, at the end of the input too.
func TestTransport_Close(t *testing.T) {
	in, hold := io.Pipe()
	defer hold.Close()
	for name, in := range map[string]io.Reader{"waiting for input": in, "waiting for answers": strings.NewReader(ping)} {
		t.Run(name, func(t *testing.T) {
			_, c, _ := connect(t, in, 0)
			if name == "waiting for answers" {
				if _, err := c.Read(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			ended := make(chan error, 1)
			go func() {
				_, err := c.Read(context.Background())
				ended <- err
			}()
			c.Close()
			if err := <-ended; !errors.Is(err, io.EOF) {
				t.Errorf("the end is %v", err)
			}
			c.Close()
		})
	}
}

// TestTransport_Context: a context ends Read.
func TestTransport_Context(t *testing.T) {
	in, hold := io.Pipe()
	defer hold.Close()
	_, c, _ := connect(t, in, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Read(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestTransport_Cancelled: a call that its client has cancelled gets no answer, others
// do.
func TestTransport_Cancelled(t *testing.T) {
	in := ping + "\n" + strings.Replace(ping, "1", "2", 1) + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}` + "\n"
	transport, c, out := connect(t, strings.NewReader(in), 0)
	var calls []jsonrpc.Message
	for range 5 {
		message, err := c.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		calls = append(calls, message)
	}
	for _, message := range calls {
		answer(t, c, message)
	}
	transport.Drain(t.Context())
	if got := out.String(); strings.Contains(got, `"id":1,`) || !strings.Contains(got, `"id":2,`) {
		t.Errorf("answers:\n%s", got)
	}
}

// TestTransport_Drain: it waits for answers, not beyond its context, and not before
// there is a session.
func TestTransport_Drain(t *testing.T) {
	new(stdio.Transport).Drain(t.Context())
	transport, c, _ := connect(t, strings.NewReader(ping+"\n"), 0)
	message, err := c.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	transport.Drain(ctx)
	drained := make(chan struct{})
	go func() {
		transport.Drain(context.Background())
		close(drained)
	}()
	answer(t, c, message)
	<-drained
}

// FuzzTransport: whatever comes in, what goes out are answers of JSON-RPC, one a line.
func FuzzTransport(f *testing.F) {
	for _, seed := range []string{
		ping, "garbage\n" + ping, "[" + ping + "]", "{}", "null", "\xff\n", `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":"\ud800","method":"ping"}`, `{"jsonrpc":"2.0","id":{"a":1},"error":{}}`, ping + "\r\n\r\n" + ping,
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"x","arguments":null}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		_, c, out := connect(t, bytes.NewReader(in), 1000)
		readAll(t, c)
		for line := range strings.Lines(out.String()) {
			var members map[string]json.RawMessage
			if err := json.Unmarshal([]byte(line), &members); err != nil {
				t.Fatalf("%q is no JSON object: %v", line, err)
			}
			if members["id"] == nil || (members["result"] == nil) == (members["error"] == nil) {
				t.Fatalf("%q is no answer", line)
			}
		}
	})
}
