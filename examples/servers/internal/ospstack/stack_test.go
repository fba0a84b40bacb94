package ospstack_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/examples/servers/internal/ospstack"
	"github.com/openservicekit/openservice/osp"
)

func newStack(t *testing.T, o ospstack.Options) *ospstack.Stack {
	t.Helper()
	stack, err := ospstack.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return stack
}

func get(stack *ospstack.Stack, method, url string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	stack.Handler.ServeHTTP(w, httptest.NewRequest(method, url, nil))
	return w
}

// TestStack_Health: the check fails before the calls do.
func TestStack_Health(t *testing.T) {
	stack := newStack(t, ospstack.Options{})
	if w := get(stack, http.MethodGet, "http://anything/healthz"); w.Code != http.StatusOK || w.Body.String() != "ok\n" {
		t.Errorf("status %d, %q", w.Code, w.Body)
	}
	if w := get(stack, http.MethodPost, "http://anything/healthz"); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", w.Code)
	}
	stack.Drain()
	if w := get(stack, http.MethodGet, "http://anything/healthz"); w.Code != http.StatusServiceUnavailable {
		t.Errorf("after Drain: status %d", w.Code)
	}
	if w := get(stack, http.MethodGet, "http://localhost/"); w.Code != http.StatusOK {
		t.Errorf("a page after Drain: status %d", w.Code)
	}
}

// TestStack_Closed: a closed server answers no tool, and the pages go on.
func TestStack_Closed(t *testing.T) {
	stack := newStack(t, ospstack.Options{})
	if err := stack.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "http://localhost/api/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_services"}}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	w := httptest.NewRecorder()
	stack.Handler.ServeHTTP(w, r)
	var answer struct {
		Error struct{ Code int }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.Error.Code != -32000 {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
}

// TestStack_ListenHost: a name that the program was told to listen on is its own, the
// address of all interfaces is nobody's.
func TestStack_ListenHost(t *testing.T) {
	for _, one := range []struct {
		listen, host string
		status       int
	}{
		{"backend.internal", "backend.internal:8080", 200},
		{"backend.internal", "BACKEND.internal", 200},
		{"backend.internal", "other.internal", 403},
		{"0.0.0.0", "0.0.0.0:8080", 403},
		{"::", "[::]:8080", 403},
		{"", "", 403},
		{"", "localhost.", 200},
	} {
		stack := newStack(t, ospstack.Options{ListenHost: one.listen})
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = one.host
		stack.Handler.ServeHTTP(w, r)
		if w.Code != one.status {
			t.Errorf("listening on %q, %q gets %d", one.listen, one.host, w.Code)
		}
	}
}

// TestStack_Origins: only the very origin that a page was served from may call the tools,
// on a host that is this server's.
func TestStack_Origins(t *testing.T) {
	stack := newStack(t, ospstack.Options{})
	for _, one := range []struct {
		host, origin string
		isRefused    bool
	}{
		{"localhost:8080", "http://localhost:8080", false},
		{"localhost:8080", "", false},
		{"localhost:8080", "http://notlocalhost:8080", true},
		{"localhost:8080", "http://localhost", true},
		{"localhost:8080", "null", true},
		{"evil.example", "http://evil.example", true},
		{"evil.example", "", true},
	} {
		r := httptest.NewRequest(http.MethodPost, stack.MCPPath, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
		r.Host = one.host
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if one.origin != "" {
			r.Header.Set("Origin", one.origin)
		}
		w := httptest.NewRecorder()
		if stack.Handler.ServeHTTP(w, r); (w.Code == http.StatusForbidden) != one.isRefused {
			t.Errorf("host %q, origin %q: status %d", one.host, one.origin, w.Code)
		}
	}
}

// TestStack_PublishesWhatItServes: the manifest claims no interface that isn't here.
func TestStack_PublishesWhatItServes(t *testing.T) {
	i := &newStack(t, ospstack.Options{}).Profile.Manifest().Interfaces
	if i.WebMCP != nil || i.AgentSkillsURL != "" || i.MCP == nil {
		t.Errorf("%+v", i)
	}
}

// TestStack_JSONLD: what the pages say of the business agrees with its manifest, by the
// library's own judge.
func TestStack_JSONLD(t *testing.T) {
	stack := newStack(t, ospstack.Options{Clock: func() time.Time { return time.Date(2026, time.September, 8, 14, 0, 0, 0, time.UTC) }})
	for _, path := range []string{"/", "/services", "/services/cooling/ac-repair", "/schedule"} {
		w := get(stack, http.MethodGet, "http://localhost"+path)
		if w.Header().Get("Link") != osp.LinkHeader {
			t.Errorf("%s: Link %q", path, w.Header().Get("Link"))
		}
		if j := osp.JudgeJSONLD(stack.Profile, w.Body.Bytes(), nil); !j.Passes() {
			t.Errorf("%s: %+v", path, j)
		}
	}
}
