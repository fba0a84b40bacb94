package audit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/audit"
)

func open(t testing.TB, path string) *audit.JSONLLog {
	t.Helper()
	return openWith(t, path, audit.JSONLOptions{NoSync: true})
}

func openWith(t testing.TB, path string, o audit.JSONLOptions) *audit.JSONLLog {
	t.Helper()
	log, err := audit.OpenJSONL(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return log
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func numbered(t testing.TB, id string) *audit.Event {
	t.Helper()
	e := event(t, "handoff.request", `{"reason":"x","message":"y"}`, `{"ok":true}`)
	e.ID = id
	return e
}

// ids reads the log, wants every line to be sound, and returns the events' ids.
func ids(t testing.TB, path string) []string {
	t.Helper()
	var all []string
	for e, err := range audit.ReadJSONL(strings.NewReader(read(t, path))) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e.ID)
	}
	return all
}

func wantIDs(t testing.TB, path string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, ids(t, path)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestJSONLAppends: B-211.
func TestJSONLAppends(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".osbp", "audit", "events.jsonl")
	log := openWith(t, path, audit.JSONLOptions{})
	want := event(t, "booking.create", booking(jane), problem("slot_taken", "line\nline\u2028line"))
	want.Platform = &audit.PlatformIdentity{Vendor: "example", APIVersion: "v1"}
	want.Upstream = &audit.UpstreamMeta{Call: "GET /v1/slots", Status: 409, RateLimit: map[string]string{"retry-after": "30"}}
	if err := log.Append(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	data := read(t, path)
	if strings.Count(data, "\n") != 1 || !strings.HasSuffix(data, "\n") {
		t.Fatalf("not one line: %q", data)
	}
	for got, err := range audit.ReadJSONL(strings.NewReader(data)) {
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("event (-want +got):\n%s", diff)
		}
	}
	for file, mode := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700 | os.ModeDir} {
		if info, err := os.Stat(file); err != nil || info.Mode() != mode {
			t.Errorf("%s: mode %v, want %v (%v)", file, info.Mode(), mode, err)
		}
	}
}

func TestJSONLMembers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	e := numbered(t, "aud_1")
	e.MandateID = ""
	if err := open(t, path).Append(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	want := `{"id":"aud_1","tool_name":"handoff.request","created_at":"2026-05-01T19:00:00Z","source":"osbp-local-mcp",` +
		`"input":{"reason":"x","message":"y"},"result":{"ok":true},"input_hash":"` + e.InputHash + `","result_hash":"` + e.ResultHash + "\"}\n"
	if got := read(t, path); got != want {
		t.Errorf("line\n%s, want\n%s", got, want)
	}
}

func TestJSONLRefusesIncomplete(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	log := open(t, path)
	for name, change := range map[string]func(*audit.Event){
		"id": func(e *audit.Event) { e.ID = "" }, "tool_name": func(e *audit.Event) { e.ToolName = "" },
		"created_at": func(e *audit.Event) { e.CreatedAt = time.Time{} }, "source": func(e *audit.Event) { e.Source = "" },
		"input": func(e *audit.Event) { e.Input = json.RawMessage("{") }, "result": func(e *audit.Event) { e.Result = nil },
		"input_hash": func(e *audit.Event) { e.InputHash = "" }, "result_hash": func(e *audit.Event) { e.ResultHash = "" },
	} {
		e := numbered(t, "aud_1")
		change(e)
		if err := log.Append(t.Context(), e); !errors.Is(err, audit.ErrIncomplete) || !strings.Contains(err.Error(), name) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if err := log.Append(t.Context(), nil); !errors.Is(err, audit.ErrIncomplete) {
		t.Errorf("nil event: %v", err)
	}
	if got := read(t, path); got != "" {
		t.Errorf("log has %q", got)
	}
}

// TestJSONLTornLine: what a crash left is set aside, told, and harms nothing.
func TestJSONLTornLine(t *testing.T) {
	line := func(id string) string { return string(mustJSON(t, numbered(t, id))) + "\n" }
	long := strings.Repeat("x", 200_000)
	for name, c := range map[string]struct {
		before string
		want   []string
		torn   string
	}{
		"nothing":            {"", []string{"new"}, ""},
		"whole lines":        {line("a") + line("b"), []string{"a", "b", "new"}, ""},
		"torn line":          {line("a") + line("b")[:50], []string{"a", "new"}, line("b")[:50]},
		"only a torn line":   {"{", []string{"new"}, "{"},
		"only a line break":  {"\n", []string{"new"}, ""},
		"all but the break":  {line("a") + strings.TrimSpace(line("b")), []string{"a", "new"}, strings.TrimSpace(line("b"))},
		"zeros":              {line("a") + "\x00\x00\x00", []string{"a", "new"}, "\x00\x00\x00"},
		"a long torn line":   {line("a") + long, []string{"a", "new"}, long},
		"a long single line": {long, []string{"new"}, long},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "events.jsonl")
			if err := os.WriteFile(path, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			log := openWith(t, path, audit.JSONLOptions{NoSync: true, Logger: slog.New(slog.NewTextHandler(&said, nil))})
			if err := log.Append(t.Context(), numbered(t, "new")); err != nil {
				t.Fatal(err)
			}
			wantIDs(t, path, c.want...)
			side, err := os.ReadFile(path + ".torn-1")
			if string(side) != c.torn || (c.torn == "") != errors.Is(err, os.ErrNotExist) {
				t.Errorf("set aside %.60q (%v), want %.60q", side, err, c.torn)
			}
			if told := strings.Contains(said.String(), "torn"); told != (c.torn != "") {
				t.Errorf("the operator heard %q", said.String())
			}
			if c.torn == "" {
				return
			}
			if info, err := os.Stat(path + ".torn-1"); err != nil || info.Mode() != 0o600 {
				t.Errorf("side file has mode %v (%v)", info.Mode(), err)
			}
		})
	}
}

// TestJSONLTornWhileOpen: another process may crash while this one lives.
func TestJSONLTornWhileOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	log := open(t, path)
	for i, tear := range []string{`{"id":"x`, `{"id":"y`} {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(tear); err != nil || f.Close() != nil {
			t.Fatal(err)
		}
		if err := log.Append(t.Context(), numbered(t, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
		if got := read(t, fmt.Sprintf("%s.torn-%d", path, i+1)); got != tear {
			t.Errorf("set aside %q, want %q", got, tear)
		}
	}
	wantIDs(t, path, "0", "1")
}

// TestJSONLReady: readiness is tried out, and leaves nothing behind.
func TestJSONLReady(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	log := open(t, path)
	for range 2 {
		if err := log.Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := read(t, path); got != "" {
		t.Errorf("log has %q", got)
	}
	if err := log.Append(t.Context(), numbered(t, "a")); err != nil {
		t.Fatal(err)
	}
	if err := log.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantIDs(t, path, "a")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := log.Ready(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := log.Append(ctx, numbered(t, "b")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if err := log.Ready(t.Context()); !errors.Is(err, audit.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if err := log.Append(t.Context(), numbered(t, "c")); !errors.Is(err, audit.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	wantIDs(t, path, "a")
}

// TestJSONLRefusesFiles: no device, directory or link is taken for the log.
func TestJSONLRefusesFiles(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip("needs symbolic links")
	}
	dangling := filepath.Join(dir, "dangling")
	if err := os.Symlink(filepath.Join(dir, "nowhere"), dangling); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", dir, link, dangling, filepath.Join(target, "below"), "/dev/null"} {
		if log, err := audit.OpenJSONL(path, audit.JSONLOptions{}); err == nil {
			t.Errorf("%q was opened", path)
			log.Close()
		}
	}
	if got := read(t, target); got != "precious" {
		t.Errorf("target has %q", got)
	}
	if _, err := os.Lstat(filepath.Join(dir, "nowhere")); err == nil {
		t.Error("a dangling link was followed")
	}
}

// TestJSONLTightens: a log that others can read does not stay so.
func TestJSONLTightens(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	openWith(t, path, audit.JSONLOptions{NoSync: true, Logger: slog.New(slog.NewTextHandler(&said, nil))})
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
	if !strings.Contains(said.String(), "rw-r--r--") {
		t.Errorf("the operator heard %q", said.String())
	}
}

// TestJSONLRotation: a log that was moved away is begun anew in its place.
func TestJSONLRotation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	log := open(t, path)
	if err := log.Append(t.Context(), numbered(t, "a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, path+".1"); err != nil {
		t.Fatal(err)
	}
	if err := log.Append(t.Context(), numbered(t, "b")); err != nil {
		t.Fatal(err)
	}
	wantIDs(t, path+".1", "a")
	wantIDs(t, path, "b")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := log.Ready(t.Context()); err == nil {
		t.Error("ready though a directory is in the way")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := log.Append(t.Context(), numbered(t, "c")); err != nil {
		t.Fatal(err)
	}
	wantIDs(t, path, "c")
}

// TestJSONLGoroutines: two logs on one file, many goroutines each.
func TestJSONLGoroutines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	logs := []*audit.JSONLLog{open(t, path), open(t, path)}
	want := map[string]bool{}
	var all sync.WaitGroup
	for g := range 16 {
		for n := range 20 {
			want[fmt.Sprintf("%d-%d", g, n)] = true
		}
		all.Go(func() {
			for n := range 20 {
				log := logs[(g+n)%2]
				if err := errors.Join(log.Ready(t.Context()), log.Append(t.Context(), numbered(t, fmt.Sprintf("%d-%d", g, n)))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	got := map[string]bool{}
	for _, id := range ids(t, path) {
		got[id] = true
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestReadJSONL: what is wrong with a line is said, and the rest is read.
func TestReadJSONL(t *testing.T) {
	good, changed, bare := numbered(t, "good"), numbered(t, "changed"), numbered(t, "bare")
	changed.Result = json.RawMessage(`{"ok":false}`)
	bare.ToolName = ""
	log := string(mustJSON(t, good)) + "\nnot json\n\n" + string(mustJSON(t, changed)) + "\n" + string(mustJSON(t, bare)) + "\n" +
		strings.Replace(string(mustJSON(t, good)), `{"id"`, `{"later_member":null,"id"`, 1) + "\n" + string(mustJSON(t, good))[:30]
	type read struct {
		id   string
		line int
		kind error
	}
	var got []read
	for e, err := range audit.ReadJSONL(strings.NewReader(log)) {
		r := read{}
		if e != nil {
			r.id = e.ID
		}
		var le *audit.LineError
		if errors.As(err, &le) {
			r.line = le.Line
			for _, kind := range []error{audit.ErrHash, audit.ErrIncomplete, audit.ErrTorn} {
				if errors.Is(err, kind) {
					r.kind = kind
				}
			}
		} else if err != nil {
			t.Error(err)
		}
		got = append(got, r)
	}
	want := []read{{"good", 0, nil}, {"", 2, nil}, {"changed", 4, audit.ErrHash}, {"", 5, audit.ErrIncomplete}, {"good", 0, nil}, {"", 7, audit.ErrTorn}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for e := range audit.ReadJSONL(strings.NewReader(log)) {
		if e.ID != "good" {
			t.Errorf("first is %q", e.ID)
		}
		break
	}
	broken := errors.New("broken")
	for e, err := range audit.ReadJSONL(failing{broken}) {
		if e != nil || !errors.Is(err, broken) {
			t.Errorf("got %v, %v", e, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
