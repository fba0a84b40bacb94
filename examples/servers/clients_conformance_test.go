package servers_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The MCP conformance suite in two versions: the released one, and the one that knows
// what MCP 2026-07-28 requires.
const (
	conformance     = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
	conformance2026 = "node_modules/mcp-conformance-2026-07-28/dist/index.js"
)

// TestConformance runs the suite against the OSP origin and against the fixture server.
// What cannot apply is listed with its reason in a file; the suite compares.
func TestConformance(t *testing.T) {
	node := needClients(t)
	for _, run := range []struct {
		name, server, suite string
		args                []string
		expected            string // file with the failures that are expected
		atLeast             int    // scenarios, so that a suite that runs none is noticed
	}{
		{"OSP origin", "osp-http", conformance, []string{"--suite", "all"}, "conformance-osp-http.yml", 32},
		{"OSP origin, MCP 2026-07-28", "osp-http", conformance2026, []string{"--requirements", "2026-07-28"}, "conformance-osp-http-2026-07-28.yml", 50},
		{"fixtures", "conformanceserver", conformance, []string{"--suite", "all"}, "conformance-fixtures.yml", 32},
	} {
		t.Run(run.name, func(t *testing.T) {
			endpoint := startHTTP(t, run.server).URL + "/api/mcp"
			args := append([]string{run.suite, "server", "--url", endpoint, "--expected-failures", run.expected}, run.args...)
			out, err := runNode(t, node, nil, args...)
			if err != nil {
				t.Errorf("%v\n%s", err, verdicts(out))
			}
			if n := len(scenarioLine.FindAll(out, -1)); n < run.atLeast {
				t.Errorf("%d scenarios ran, want %d or more\n%s", n, run.atLeast, out)
			}
		})
	}
}

// TestConformance_Changes: the run fails both when something else fails and when an
// expected failure passes.
func TestConformance_Changes(t *testing.T) {
	node := needClients(t)
	endpoint := startHTTP(t, "osp-http").URL + "/api/mcp"
	for name, scenario := range map[string]string{"one more fails": "completion-complete", "one passes": "ping"} {
		expected := filepath.Join(t.TempDir(), "expected.yml")
		list := "server: []\n"
		if scenario == "ping" {
			list = "server:\n  - ping\n"
		}
		if err := os.WriteFile(expected, []byte(list), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := runNode(t, node, nil, conformance, "server", "--url", endpoint, "--scenario", scenario, "--expected-failures", expected)
		if err == nil {
			t.Errorf("%s, and the run is good\n%s", name, out)
		}
	}
}

// TestConformance_Reasons: each expected failure says why, and is listed once.
func TestConformance_Reasons(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(clientsDir, "conformance-*.yml"))
	if err != nil || len(files) != 3 {
		t.Fatalf("%d lists, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for line := range strings.Lines(string(data)) {
			entry, ok := strings.CutPrefix(line, "  - ")
			if !ok {
				continue
			}
			scenario, reason, _ := strings.Cut(entry, " # ")
			if len(strings.TrimSpace(reason)) < 10 || seen[scenario] {
				t.Errorf("%s: %s is listed twice or without a reason", filepath.Base(file), strings.TrimSpace(scenario))
			}
			seen[scenario] = true
		}
	}
}

var scenarioLine = regexp.MustCompile(`(?m)^[✓✗] \S+: \d+ passed, \d+ failed`)

// verdicts is the end of the suite's output, which sums it up.
func verdicts(out []byte) string {
	if _, after, ok := strings.Cut(string(out), "=== SUMMARY ==="); ok {
		return after
	}
	return string(out)
}
