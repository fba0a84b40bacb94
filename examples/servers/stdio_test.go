package servers_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
)

// stdioServer is a running osbp-stdio at noon in California on 1 May 2026.
type stdioServer struct {
	in      io.WriteCloser
	out     io.ReadCloser
	written *recorder // everything that the program has written to standard output
	command *exec.Cmd
	done    chan error
	logs    *logs
	audit   string // path
	outbox  string // path
}

func startStdio(t testing.TB, flags ...string) *stdioServer {
	t.Helper()
	dir := t.TempDir()
	s := &stdioServer{
		audit: filepath.Join(dir, "audit", "events.jsonl"), outbox: filepath.Join(dir, "outbox.txt"),
		logs: newLogs(), written: new(recorder),
	}
	args := append([]string{"-clock", mcptest.Noon.Format(time.RFC3339), "-audit", s.audit, "-outbox", s.outbox}, flags...)
	s.command = exec.Command(program(t, "osbp-stdio"), args...)
	s.command.Stderr = s.logs
	var err error
	if s.in, err = s.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	// A pipe of our own: the package's would be closed as soon as the program ends.
	out, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.command.Stdout = theirs
	s.out = tee{io.TeeReader(out, s.written), out}
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	s.done = make(chan error, 1)
	go func() { s.done <- s.command.Wait(); s.logs.end() }()
	t.Cleanup(func() { s.command.Process.Kill(); <-s.logs.ended; out.Close() })
	return s
}

// client opens a session of the SDK's client.
func (s *stdioServer) client(t testing.TB) *mcptest.Client {
	t.Helper()
	return mcptest.Connect(t, &mcp.IOTransport{Reader: s.out, Writer: s.in})
}

// ended waits for the end of the program, which must be a good one.
func (s *stdioServer) ended(t testing.TB) {
	t.Helper()
	if err := ends(t, s.done); err != nil {
		t.Fatalf("the program ended with %v:\n%s", err, s.logs)
	}
	<-s.logs.ended
}

// events reads the audit log.
func (s *stdioServer) events(t testing.TB) []*audit.Event {
	t.Helper()
	data, err := os.ReadFile(s.audit)
	if err != nil {
		t.Fatal(err)
	}
	var events []*audit.Event
	for line := range bytes.Lines(data) {
		e := new(audit.Event)
		if err := json.Unmarshal(line, e); err != nil {
			t.Fatalf("audit line: %v", err)
		}
		events = append(events, e)
	}
	return events
}

// lastCode is the code that the customer got.
func (s *stdioServer) lastCode(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile(s.outbox)
	if err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSpace(string(data))
	return line[strings.LastIndexByte(line, ' ')+1:]
}

type tee struct {
	io.Reader
	io.Closer
}

// recorder keeps what is written to it.
type recorder struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all.Write(p)
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all.String()
}

// conversation is a session in raw lines.
type conversation struct {
	server *stdioServer
	frames chan frame
	seen   []frame
}

// frame is a message from the server.
type frame struct {
	JSONRPC string
	ID      json.RawMessage
	Method  string
	Result  json.RawMessage
	Error   *struct {
		Code    int
		Message string
	}
}

// converse begins a session by hand.
func converse(t testing.TB, s *stdioServer) *conversation {
	t.Helper()
	c := &conversation{server: s, frames: make(chan frame, 1000)}
	go func() {
		defer close(c.frames)
		scanner := bufio.NewScanner(s.out)
		scanner.Buffer(nil, 16<<20)
		for scanner.Scan() {
			var f frame
			if err := json.Unmarshal(scanner.Bytes(), &f); err != nil {
				t.Errorf("standard output has %q: %v", scanner.Text(), err)
				continue
			}
			c.frames <- f
		}
	}()
	c.send(t, `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`)
	c.await(t, `"hello"`)
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

func (c *conversation) send(t testing.TB, line string) {
	t.Helper()
	if _, err := io.WriteString(c.server.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

// call sends a tools/call.
func (c *conversation) call(t testing.TB, id, tool string, arguments any) {
	t.Helper()
	data, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": json.RawMessage(id), "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments},
	})
	if err != nil {
		t.Fatal(err)
	}
	c.send(t, string(data))
}

// await returns the answer with an id, written as in JSON.
func (c *conversation) await(t testing.TB, id string) frame {
	t.Helper()
	for _, f := range c.seen {
		if string(f.ID) == id {
			return f
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), longEnough)
	defer cancel()
	for {
		select {
		case f, ok := <-c.frames:
			if !ok {
				t.Fatalf("the output ended without an answer to %s:\n%s", id, c.server.logs)
			}
			c.seen = append(c.seen, f)
			if string(f.ID) == id {
				return f
			}
		case <-ctx.Done():
			t.Fatalf("no answer to %s:\n%s", id, c.server.logs)
		}
	}
}

// rest returns every frame that came, once the output has ended.
func (c *conversation) rest(t testing.TB) []frame {
	t.Helper()
	for f := range c.frames {
		c.seen = append(c.seen, f)
	}
	return c.seen
}

// terminate asks the program to end as a host does.
func (s *stdioServer) terminate(t testing.TB) {
	t.Helper()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
}
