//go:build unix

package audit_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/openservicekit/openservice/audit"
)

// limitFiles lets no file grow beyond 24 KiB.
func limitFiles() error {
	signal.Ignore(syscall.SIGXFSZ)
	const limit = 24 << 10
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit})
}

// writeToFullDisk appends until the file may not grow, and prints what a log
// without room says.
func writeToFullDisk(path, _ string) error {
	if err := limitFiles(); err != nil {
		return err
	}
	log, err := audit.OpenJSONL(path, audit.JSONLOptions{})
	if err != nil {
		return err
	}
	in, result := handoff(strings.Repeat("text ", 500))
	e, err := audit.NewEvent(nil, audit.Call{ID: "aud_1", ToolName: "handoff.request", At: noon, Input: []byte(in), Result: []byte(result)})
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		ready := log.Ready(context.Background())
		kept := log.Append(context.Background(), e)
		if kept == nil && ready == nil {
			continue
		}
		fmt.Print(n, errors.Is(ready, syscall.EFBIG), kept == nil)
		for kept == nil { // not ready for an ordinary event, yet this one still fits
			n++
			kept = log.Append(context.Background(), e)
		}
		fmt.Print(" ", n, errors.Is(kept, syscall.EFBIG))
		return log.Close()
	}
}

// TestJSONLFullDisk: a log without room says so before it matters, and half a
// line is taken back.
func TestJSONLFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	out, err := writer(t, path, "limited").Output()
	if err != nil {
		t.Fatal(err)
	}
	var ready, kept int
	if _, err := fmt.Sscanf(string(out), "%d true true %d true", &ready, &kept); err != nil {
		t.Fatalf("the log said %q (%v)", out, err)
	}
	if got := len(ids(t, path)); got != kept || kept <= ready {
		t.Errorf("%d whole events are there, %d were kept, %d while ready", got, kept, ready)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 24<<10 {
		t.Errorf("size %d (%v)", info.Size(), err)
	}
}

// writeBatchToFullDisk appends events of the given lengths in one batch to a file
// that may not grow beyond 24 KiB, and prints what came of each.
func writeBatchToFullDisk(path, _ string) error {
	if err := limitFiles(); err != nil {
		return err
	}
	log, err := audit.OpenJSONL(path, audit.JSONLOptions{})
	if err != nil {
		return err
	}
	syncing, goOn, syncs := make(chan struct{}), make(chan struct{}), 0
	log.SetSync(func(f *os.File) error {
		if syncs++; syncs == 1 {
			close(syncing)
			<-goOn
		}
		return f.Sync()
	})
	var said []chan error
	for n, length := range []int{1, 1, 100_000, 10_000, 20_000, 1} {
		in, result := handoff("y")
		e, err := audit.NewEvent(nil, audit.Call{ID: fmt.Sprint(n), ToolName: "handoff.request", At: noon, Source: strings.Repeat("s", length), Input: []byte(in), Result: []byte(result)})
		if err != nil {
			return err
		}
		c := make(chan error, 1)
		said = append(said, c)
		go func() { c <- log.Append(context.Background(), e) }()
		if n == 0 {
			<-syncing
		}
		for log.Waiting() < n {
			runtime.Gosched()
		}
	}
	close(goOn)
	for _, c := range said {
		err := <-c
		fmt.Print(err == nil, errors.Is(err, syscall.EFBIG), " ")
	}
	fmt.Print(syncs, " syncs")
	return log.Close()
}

// TestJSONLBatchFullDisk: of lines that are written at once those are kept that
// fit, in order, and with one sync; a long one takes no other with it.
func TestJSONLBatchFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	out, err := writer(t, path, "limited batch").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := "true false true false false true true false false true true false 2 syncs"
	if got := string(out); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	wantIDs(t, path, "0", "1", "3", "5")
}
