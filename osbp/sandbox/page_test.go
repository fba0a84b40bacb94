package sandbox_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPage holds API.md, which authors of adapters go by, to the endpoints and the reasons
// that there are.
func TestPage(t *testing.T) {
	for _, tc := range []struct {
		name, source, declared, described string
	}{
		{"reasons", "refusal.go", `reason\w+\s+reason = "(\w+)"`, "(?m)^\\| `(\\w+)` \\| 4\\d\\d \\|"},
		{"endpoints", "http.go", `HandleFunc\("([^"]+)"`, "(?m)^### `([^`?]+)"},
	} {
		declared, described := matches(t, tc.source, tc.declared), matches(t, "API.md", tc.described)
		if diff := cmp.Diff(declared, described); diff != "" || len(declared) == 0 {
			t.Errorf("%s: %s", tc.name, diff)
		}
	}
}

// statuses returns the status that the page gives each reason.
func statuses(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("API.md")
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (4\\d\\d) \\|").FindAllStringSubmatch(string(page), -1) {
		all[row[1]] = row[2]
	}
	return all
}

func matches(t *testing.T, file, pattern string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
		found = append(found, m[1])
	}
	slices.Sort(found)
	return found
}
