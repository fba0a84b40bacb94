//go:build unix

package audit_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/openservicekit/openservice/audit"
)

// writerPath in the environment makes the test binary a writer.
const writerPath, writerName, writerCount = "AUDIT_TEST_PATH", "AUDIT_TEST_NAME", 30

func TestMain(m *testing.M) {
	path := os.Getenv(writerPath)
	if path == "" {
		os.Exit(m.Run())
	}
	write := writeEvents
	switch os.Getenv(writerName) {
	case "limited":
		write = writeToFullDisk
	case "limited batch":
		write = writeBatchToFullDisk
	}
	if err := write(path, os.Getenv(writerName)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// writeEvents appends events of very different length and reports each. Without
// end if the name is endless.
func writeEvents(path, name string) error {
	log, err := audit.OpenJSONL(path, audit.JSONLOptions{NoSync: true})
	if err != nil {
		return err
	}
	for n := 0; n < writerCount || name == "endless"; n++ {
		in, result := handoff(strings.Repeat("text ", 1+n*n*37%60_000))
		e, err := audit.NewEvent(nil, audit.Call{ID: fmt.Sprintf("%s-%d", name, n), ToolName: "handoff.request", At: noon, Input: []byte(in), Result: []byte(result)})
		if err != nil {
			return err
		}
		if err := log.Append(context.Background(), e); err != nil {
			return err
		}
		fmt.Println(e.ID)
	}
	return log.Close()
}

func writer(t *testing.T, path, name string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), writerPath+"="+path, writerName+"="+name)
	cmd.Stderr = os.Stderr
	return cmd
}

// TestJSONLProcesses: several processes append to one file.
func TestJSONLProcesses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	var all sync.WaitGroup
	names := []string{"a", "b", "c", "d"}
	for _, name := range names {
		all.Go(func() {
			if out, err := writer(t, path, name).Output(); err != nil || strings.Count(string(out), "\n") != writerCount {
				t.Errorf("%s: %v after %d events", name, err, strings.Count(string(out), "\n"))
			}
		})
	}
	all.Wait()
	next := map[string]int{}
	for _, id := range ids(t, path) {
		name, n, _ := strings.Cut(id, "-")
		if n != fmt.Sprint(next[name]) {
			t.Fatalf("%s comes after %d others of its process", id, next[name])
		}
		next[name]++
	}
	for _, name := range names {
		if next[name] != writerCount {
			t.Errorf("%s has %d events, want %d", name, next[name], writerCount)
		}
	}
}

// TestJSONLKilled: a process that is killed while it writes loses no event that
// it was told is kept, and leaves a file that goes on.
func TestJSONLKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	kept := 0
	for range 3 {
		cmd := writer(t, path, "endless")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range 25 {
			if !lines.Scan() {
				t.Fatal("the writer ended early")
			}
			kept++
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() {
			kept++
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) {
			t.Fatalf("the writer was not killed: %v", err)
		}
		log := open(t, path)
		if err := log.Append(t.Context(), numbered(t, "after")); err != nil {
			t.Fatal(err)
		}
		kept++
		if got := len(ids(t, path)); got < kept {
			t.Fatalf("%d events are there, %d were kept", got, kept)
		} else {
			kept = got
		}
	}
}
