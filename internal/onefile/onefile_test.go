package onefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/openservicekit/openservice/internal/onefile"
)

// TestSame: in a folder with a file, a link to the folder, links to files that are there
// and to ones that aren't, and a link that leads to itself.
func TestSame(t *testing.T) {
	dir := t.TempDir()
	at := func(elem ...string) string { return filepath.Join(append([]string{dir}, elem...)...) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(at("real"), 0o755))
	must(os.WriteFile(at("real", "file"), nil, 0o644))
	must(os.Link(at("real", "file"), at("hard")))
	for link, target := range map[string]string{
		"folder": "real", "soft": filepath.Join("real", "file"), "dangling": filepath.Join("real", "new"),
		"absolute": at("real", "new"), "loop": "loop",
	} {
		must(os.Symlink(target, at(link)))
	}
	for name, test := range map[string]struct {
		a, b string
		want bool
	}{
		"itself":                       {at("real", "file"), at("real", "..", "real", "file"), true},
		"hard link":                    {at("real", "file"), at("hard"), true},
		"soft link":                    {at("soft"), at("real", "file"), true},
		"new, through a folder's link": {at("folder", "new"), at("real", "new"), true},
		"new, through a link to it":    {at("dangling"), at("real", "new"), true},
		"new, through two links":       {at("dangling"), at("absolute"), true},
		"new, in a new folder":         {at("folder", "a", "new"), at("real", "a", "new"), true},
		"case alone":                   {at("NEW"), at("new"), true},
		"can't be told":                {at("loop"), at("other"), true},
		"two files":                    {at("real", "file"), at("real", "new"), false},
		"two new files":                {at("dangling"), at("other"), false},
		"a name in two folders":        {at("new"), at("real", "new"), false},
	} {
		if got := onefile.Same(test.a, test.b); got != test.want || onefile.Same(test.b, test.a) != got {
			t.Errorf("%s: %t", name, got)
		}
	}
}
