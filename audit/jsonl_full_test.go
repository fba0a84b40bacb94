//go:build unix

package audit_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/openservicekit/openservice/audit"
)

// writeToFullDisk appends until the file may not grow, and prints what a log
// without room says.
func writeToFullDisk(path, _ string) error {
	signal.Ignore(syscall.SIGXFSZ)
	const limit = 24 << 10
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
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
