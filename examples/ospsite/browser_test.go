package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
)

var update = flag.Bool("update", false, "take the screenshots of docs/screenshots anew")

// view is what a person found on a page; look.mjs and seen.mjs say what is in it.
type view struct {
	Name, Path, Title, Heading, Text, HTML, Focused string
	Status, Width, ScrollWidth                      int
	JSONLD, Wide, Faint, Unnamed, Console           []string
	Levels                                          []int
}

// TestBrowser looks at the site in a real browser: wide and narrow, light and dark, with
// JavaScript and without. It sends the form, twice, and reads the office's page.
func TestBrowser(t *testing.T) {
	node, browser := needBrowser(t)
	s, server, _ := startSite(t)
	args := []string{"look.mjs", server.URL, "--office", s.officeToken, "--date", "2026-09-10", "--browser", browser}
	if *update {
		shots, err := filepath.Abs("../../docs/screenshots")
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, "--screenshots", shots)
	}
	views := lookAt(t, node, args)

	for _, v := range views {
		t.Run(v.Name, func(t *testing.T) { judgeView(t, s.profile, v) })
	}
	for name, heading := range map[string]string{
		"sent": "Request received", "sent again": "We have this request already", "sent afresh": "We have this request already",
		"refused": "Request service", "sent without script": "Request received", "office closed": "Office", "office": "Requests",
	} {
		if v := find(t, views, name); v.Heading != heading {
			t.Errorf("%s: headed %q, want %q", name, v.Heading, heading)
		}
	}
	if v := find(t, views, "refused"); v.Focused != "problem" || !strings.Contains(v.Text, "tick both boxes") {
		t.Errorf("refused: the problem is not what is read first: %q", v.Focused)
	}
	judgeOffice(t, find(t, views, "office"), find(t, views, "office closed"))

	all, err := s.requests.All(t.Context())
	if err != nil || len(all) != 2 {
		t.Errorf("%d requests of two people, %v", len(all), err)
	}
}

// judgeView judges what holds for every page.
func judgeView(t *testing.T, p *osp.Profile, v view) {
	want := map[string]int{"refused": 422, "office closed": 401}[v.Name]
	if want == 0 {
		want = 200
	} else { // the browser notes the status of a refused page, and nothing else may be said
		v.Console = slices.DeleteFunc(v.Console, func(line string) bool {
			return strings.HasPrefix(line, "Failed to load resource: the server responded with a status of 4")
		})
	}
	if v.Status != want {
		t.Errorf("status %d, want %d", v.Status, want)
	}
	for _, line := range v.Console {
		t.Errorf("console: %s", line)
	}
	if claims := osp.Claims(v.Text); len(claims) > 0 {
		t.Errorf("claims %q", claims[0].Phrase)
	}
	if v.ScrollWidth > v.Width || len(v.Wide) > 0 {
		t.Errorf("%d wide in a window of %d: %q", v.ScrollWidth, v.Width, v.Wide)
	}
	for _, text := range v.Faint {
		t.Errorf("too little contrast: %s", text)
	}
	for _, control := range v.Unnamed {
		t.Errorf("a control has no name: %s", control)
	}
	if v.Title == "" || len(v.Levels) == 0 || v.Levels[0] != 1 || slices.Contains(v.Levels[1:], 1) {
		t.Errorf("title %q, headings of levels %v", v.Title, v.Levels)
	}
	for i := 1; i < len(v.Levels); i++ {
		if v.Levels[i] > v.Levels[i-1]+1 {
			t.Errorf("headings skip a level: %v", v.Levels)
		}
	}
	for _, block := range v.JSONLD {
		if !json.Valid([]byte(block)) {
			t.Errorf("JSON-LD is no JSON: %s", block)
		}
	}
	if v.Path == "/" || v.Path == "/services" || v.Path == "/contact" {
		if len(v.JSONLD) != 1 {
			t.Errorf("%d blocks of JSON-LD", len(v.JSONLD))
		}
		if j := osp.JudgeJSONLD(p, []byte(v.HTML), nil); !j.Passes() || len(j.Unread) > 0 {
			t.Errorf("JSON-LD lacks %v, unread %v", j.Lacks, j.Unread)
		}
	}
}

// judgeOffice judges the office's page: each person once, their words as text.
func judgeOffice(t *testing.T, open, closed view) {
	for _, name := range []string{"Jane Customer", "Joe Customer"} {
		if n := strings.Count(open.Text, name+" ·"); n != 1 {
			t.Errorf("the office sees %s %d times", name, n)
		}
		if strings.Contains(closed.Text, name) {
			t.Errorf("%s is seen without the word", name)
		}
	}
	if !strings.Contains(open.Text, "No cold air") || strings.Contains(open.HTML, "<b>") {
		t.Error("the office does not see the notes as text")
	}
}

func find(t *testing.T, views []view, name string) view {
	t.Helper()
	i := slices.IndexFunc(views, func(v view) bool { return v.Name == name })
	if i < 0 {
		t.Fatalf("%s was not looked at", name)
	}
	return views[i]
}

// lookAt runs look.mjs, which prints what it saw.
func lookAt(t *testing.T, node string, args []string) []view {
	t.Helper()
	for _, script := range []string{"look.mjs", "seen.mjs", "package-lock.json"} { // a result is cached as long as these stay
		if _, err := os.Stat(filepath.Join(clientsDir, script)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute) // a net for a browser that hangs
	defer cancel()
	cmd := exec.CommandContext(ctx, node, args...)
	cmd.Dir = clientsDir
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // closes the browser too
	cmd.WaitDelay = 10 * time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("look.mjs: %v\n%s", err, &stderr)
	}
	var seen struct{ Views []view }
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatal(err)
	}
	return seen.Views
}

// clientsDir holds the npm project with what drives the browser.
const clientsDir = "../clients"

// needBrowser finds Node and Chromium. What is missing skips the test, or fails it
// where OPENSERVICE_REQUIRE_CLIENTS says that nothing may be missing.
func needBrowser(t *testing.T) (node, browser string) {
	t.Helper()
	missing := func(what string) {
		t.Helper()
		if os.Getenv("OPENSERVICE_REQUIRE_CLIENTS") == "1" {
			t.Fatal(what)
		}
		t.Skip(what)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		missing("Node is not installed")
	}
	if _, err := os.Stat(filepath.Join(clientsDir, "node_modules", "playwright-core")); err != nil {
		missing("examples/clients has no node_modules: run npm ci there")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if browser, err = exec.LookPath(name); err == nil {
			return node, browser
		}
	}
	missing("Chromium is not installed")
	return "", ""
}
