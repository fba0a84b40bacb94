package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/audit"
)

var update = flag.Bool("update", false, "rewrite testdata/transcript.golden")

// play runs the program in an empty directory and returns what it printed.
func play(t *testing.T, env map[string]string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(t.Context(), args, func(name string) string { return env[name] }, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestTranscript is what a newcomer sees, every time.
func TestTranscript(t *testing.T) {
	golden, err := filepath.Abs("testdata/transcript.golden")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	got := play(t, nil)
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("run the tests with -update if this is meant: %s", diff)
	}
	if again := play(t, nil); again != got {
		t.Error("a second run tells another story")
	}
}

var secrets = regexp.MustCompile(`approval\.token="|approve_[A-Za-z0-9_-]{8}|\b\d{6}\b|127\.0\.0\.1|aud_[0-9a-f]{8}`)

// TestTranscript_Secrets: neither tokens nor codes nor what differs between runs is
// told.
func TestTranscript_Secrets(t *testing.T) {
	t.Chdir(t.TempDir())
	if found := secrets.FindString(play(t, nil)); found != "" {
		t.Errorf("the transcript tells %q", found)
	}
}

// TestTrace is complete, in the specification's order (B-262), fit to be published
// (B-216), and the same every time.
func TestTrace(t *testing.T) {
	t.Chdir(t.TempDir())
	text := play(t, nil, "-json")
	play(t, nil, "-trace", "trace.json")
	file, err := os.ReadFile("trace.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text, string(file)); diff != "" {
		t.Errorf("-json and -trace differ: %s", diff)
	}
	var doc traceDocument
	if err := json.Unmarshal(file, &doc); err != nil {
		t.Fatal(err)
	}
	var labels, calls []string
	for _, s := range doc.Parts[0].Steps {
		labels = append(labels, s.Label)
		for _, e := range s.Events {
			calls = append(calls, s.Label+" "+e.ToolName)
			if err := e.Verify(); err != nil {
				t.Error(err)
			}
		}
	}
	if diff := cmp.Diff([]string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}, labels); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{
		"3 service.describe", "4 availability.find", "5 policy.explain", "6 booking.create", "8 booking.create",
		"9 verification.send", "9 booking.create", "10 booking.status",
	}, calls); diff != "" {
		t.Error(diff)
	}
	for _, private := range []string{
		"Jane", "Customer\"", "5550100", "jane@", "Maya", "images.harborhair", "rsv_", "idem_", "mnd_", "biz_", "stf_", "X-Request-Id", "sandbox-edge",
	} {
		if strings.Contains(text, private) {
			t.Errorf("the trace has %q", private)
		}
	}
	for _, found := range secrets.FindAllString(text, -1) {
		t.Errorf("the trace has %q", found)
	}
}

// TestAuditLog is where it is said to be, redacted, for its owner alone, and the only
// thing that is left behind.
func TestAuditLog(t *testing.T) {
	for _, tc := range []struct {
		name, path string
		env        map[string]string
		args       []string
	}{
		{"default", ".osbp/audit/events.jsonl", nil, nil},
		{"environment", "elsewhere/log.jsonl", map[string]string{"OSBP_AUDIT_LOG_PATH": "elsewhere/log.jsonl"}, nil},
		{"flag", "flagged.jsonl", map[string]string{"OSBP_AUDIT_LOG_PATH": "elsewhere/log.jsonl"}, []string{"-audit", "flagged.jsonl"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if told := play(t, tc.env, tc.args...); !strings.Contains(told, ": "+tc.path+"\n") {
				t.Errorf("the story does not name %s", tc.path)
			}
			var left []string
			err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					left = append(left, filepath.ToSlash(path))
				}
				return err
			})
			if err != nil || !slices.Equal(left, []string{tc.path}) {
				t.Errorf("left behind: %v, %v", left, err)
			}
			f, err := os.Open(tc.path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if info, err := f.Stat(); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
			events := 0
			for e, err := range audit.ReadJSONL(f) {
				if err != nil {
					t.Fatal(err)
				}
				if bytes.Contains(e.Input, []byte("5550100")) || bytes.Contains(e.Result, []byte("Jane")) {
					t.Error("an event has the customer in it")
				}
				events++
			}
			if events != 21 {
				t.Errorf("%d events", events)
			}
		})
	}
}

// TestUsage refuses what it does not understand, and says what went wrong elsewhere.
func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", "link"); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"flag":     {"-cancel"},
		"argument": {"please"},
		"audit":    {"-audit", "file/events.jsonl"},
		"trace":    {"-trace", "nowhere/trace.json"},
		"same":     {"-audit", "log.jsonl", "-trace", "./log.jsonl"},
		"link":     {"-audit", "file", "-trace", "link"},
	} {
		if err := run(t.Context(), args, os.Getenv, io.Discard, io.Discard); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, path := range []string{"log.jsonl", "file"} {
		if text, err := os.ReadFile(path); err == nil && len(text) > 0 {
			t.Errorf("%s was written to", path)
		}
	}
	if err := run(t.Context(), []string{"-h"}, os.Getenv, io.Discard, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: %v", err)
	}
}

// TestInterrupted tells as much as there is, and fails.
func TestInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	if err := run(ctx, nil, func(string) string { return "" }, &out, io.Discard); err == nil {
		t.Error("no error")
	}
	if !strings.Contains(out.String(), "The user asks") {
		t.Errorf("told %q", out.String())
	}
}
