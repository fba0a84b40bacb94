package servers_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// clientsDir holds the npm project with clients that other people wrote: the official
// TypeScript SDK, the MCP Inspector and the MCP conformance suite. It needs npm ci, and
// without it the tests are skipped.
const clientsDir = "../clients"

// TestClients starts real servers and lets real clients loose on them.
func TestClients(t *testing.T) {
	node := needClients(t)
	for _, script := range []struct {
		name, file string
		atLeast    int // tests in it, so that a script that ends early is noticed
	}{
		{"TypeScript SDK on stdio", "osbp.test.mjs", 13},
		{"TypeScript SDK over HTTP", "osp.test.mjs", 34},
		{"Inspector", "inspector.test.mjs", 3},
	} {
		t.Run(script.name, func(t *testing.T) {
			results := runScript(t, node, script.file)
			if len(results) < script.atLeast {
				t.Errorf("%d tests ran, want %d or more", len(results), script.atLeast)
			}
			for _, r := range results {
				t.Run(r.Name, func(t *testing.T) {
					if r.Error != "" {
						t.Error(r.Error)
					}
				})
			}
		})
	}
}

// scriptTest is what report.mjs says of one test.
type scriptTest struct{ Name, Error string }

// runScript runs a script of node:test against the servers.
func runScript(t *testing.T, node, script string) []scriptTest {
	t.Helper()
	out, err := runNode(t, node, []string{
		"OSBP_STDIO=" + program(t, "osbp-stdio"), "OSP_HTTP=" + program(t, "osp-http"), "WORK_DIR=" + t.TempDir(),
	}, "--test-reporter=./report.mjs", "--test-timeout=90000", "--test-force-exit", script)
	var results []scriptTest
	failed := false
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r scriptTest
		if json.Unmarshal(lines.Bytes(), &r) != nil || r.Name == "" {
			continue // a script may print more
		}
		results, failed = append(results, r), failed || r.Error != ""
	}
	if err != nil && !failed {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return results
}

// runNode runs Node in the clients' folder with a home of its own, and returns what it
// printed.
func runNode(t *testing.T, node string, env []string, args ...string) ([]byte, error) {
	t.Helper()
	scripts, err := filepath.Glob(filepath.Join(clientsDir, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts { // a result is cached as long as these stay
		if _, err := os.Stat(script); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute) // a net for a client that hangs
	defer cancel()
	cmd := exec.CommandContext(ctx, node, args...)
	cmd.Dir = clientsDir
	cmd.Env = append(append(os.Environ(), "HOME="+t.TempDir(), "NO_COLOR=1"), env...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	return cmd.CombinedOutput()
}

// needClients finds Node, the one that the npm project brings or else the machine's.
// What is missing skips the test, or fails it where OPENSERVICE_REQUIRE_CLIENTS says
// that nothing may be missing.
func needClients(t *testing.T) (node string) {
	t.Helper()
	missing := func(what string) {
		t.Helper()
		if os.Getenv("OPENSERVICE_REQUIRE_CLIENTS") == "1" {
			t.Fatal(what)
		}
		t.Skip(what)
	}
	modules, err := filepath.Abs(filepath.Join(clientsDir, "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(modules, "@modelcontextprotocol", "sdk")); err != nil {
		missing("examples/clients has no node_modules: run npm ci there")
	}
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	node = filepath.Join(modules, "node-"+runtime.GOOS+"-"+arch, "bin", "node")
	if _, err := os.Stat(node); err == nil {
		return node
	}
	node, err = exec.LookPath("node")
	if err != nil {
		missing("Node is not installed")
	}
	version, err := exec.Command(node, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	major, _, _ := strings.Cut(strings.TrimPrefix(string(version), "v"), ".")
	if n, _ := strconv.Atoi(major); n < 24 {
		missing("Node " + strings.TrimSpace(string(version)) + " is too old for the Inspector and the conformance suite; 24 or later is needed")
	}
	return node
}
