package servers_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// buildFlags are those that the programs are built with beside their names.
var buildFlags []string

// programs are built once, when the first test asks for one.
var programs struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if programs.dir != "" {
		os.RemoveAll(programs.dir)
	}
	os.Exit(code)
}

// program is the path of osbp-stdio, osp-http or conformanceserver.
func program(t testing.TB, name string) string {
	t.Helper()
	programs.once.Do(func() {
		if programs.dir, programs.err = os.MkdirTemp("", "servers"); programs.err != nil {
			return
		}
		args := append([]string{"build", "-o", programs.dir}, buildFlags...)
		args = append(args, "./osbp-stdio", "./osp-http", "./internal/conformanceserver")
		if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
			programs.err = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if programs.err != nil {
		t.Fatal("build: ", programs.err)
	}
	return filepath.Join(programs.dir, name)
}

// longEnough is a net under waits that end on their own.
const longEnough = 60 * time.Second

// httpServer is a running osp-http or conformanceserver.
type httpServer struct {
	URL     string // http://127.0.0.1:port
	command *exec.Cmd
	done    chan error
	logs    *logs
}

// startHTTP starts a program on a free port of loopback and waits until it listens. It
// is stopped with the test, if not before.
func startHTTP(t testing.TB, name string, flags ...string) *httpServer {
	t.Helper()
	s := &httpServer{command: exec.Command(program(t, name), append([]string{"-addr", "127.0.0.1:0"}, flags...)...), logs: newLogs()}
	s.command.Stderr = s.logs
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	s.done = make(chan error, 1)
	go func() { s.done <- s.command.Wait(); s.logs.end() }()
	t.Cleanup(func() { s.command.Process.Kill(); <-s.logs.ended })
	line := s.logs.await(t, "listening on ")
	s.URL = strings.TrimSpace(line[strings.Index(line, "http"):])
	return s
}

// stop asks a program to end and returns how it did.
func (s *httpServer) stop(t testing.TB) error {
	t.Helper()
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	return ends(t, s.done)
}

func ends(t testing.TB, done <-chan error) error {
	t.Helper()
	select {
	case err := <-done:
		return err
	case <-time.After(longEnough):
		t.Fatal("the program does not end")
		return nil
	}
}

// logs are what a program writes to standard error, to be waited for.
type logs struct {
	in    *io.PipeWriter
	ended chan struct{}

	mu    sync.Mutex
	lines []string
	more  chan struct{}
}

func newLogs() *logs {
	out, in := io.Pipe()
	l := &logs{in: in, ended: make(chan struct{}), more: make(chan struct{})}
	go func() {
		scanner := bufio.NewScanner(out)
		scanner.Buffer(nil, 1<<20)
		for scanner.Scan() {
			l.mu.Lock()
			l.lines = append(l.lines, scanner.Text())
			close(l.more)
			l.more = make(chan struct{})
			l.mu.Unlock()
		}
		io.Copy(io.Discard, out)
		close(l.ended)
	}()
	return l
}

func (l *logs) Write(p []byte) (int, error) { return l.in.Write(p) }
func (l *logs) end()                        { l.in.Close() }

// await returns the first line that contains text.
func (l *logs) await(t testing.TB, text string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), longEnough)
	defer cancel()
	for {
		l.mu.Lock()
		lines, more := l.lines, l.more
		l.mu.Unlock()
		for _, line := range lines {
			if strings.Contains(line, text) {
				return line
			}
		}
		select {
		case <-more:
		case <-l.ended:
			// What was written last may have arrived just before.
			if !strings.Contains(l.String(), text) {
				t.Fatalf("the program ended without saying %q:\n%s", text, l)
			}
		case <-ctx.Done():
			t.Fatalf("the program does not say %q:\n%s", text, l)
		}
	}
}

// String is all of it so far.
func (l *logs) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n")
}
