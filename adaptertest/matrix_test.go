package adaptertest_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/adaptertest"
)

var (
	update = flag.Bool("update", false, "rewrite the golden files, and the numbers in the documentation")
	whole  = flag.Bool("matrix", false, "run every check on every mutant, which takes minutes; -update rewrites the matrix and its numbers only then")
)

// racing are the checks that have several calls under way at a time. Under the race
// detector only their mutants run: the others would be slow, and have nothing to show.
var racing = []string{
	"approval.twins_apart", "idempotency.twins", "idempotency.twin_refusal_retryable", "idempotency.one_slot_two_keys_race",
	"outcome.slot_taken_in_flight", "outcome.restart_in_flight", "outcome.caller_gone",
}

func (m mutant) races() bool { return slices.Contains(racing, m.check) }

// sampled picks one in four of the checks that a mutant is not meant for.
func sampled(m mutant, id string) bool {
	h := fnv.New32a()
	io.WriteString(h, m.check+"/"+m.name+"/"+id)
	return h.Sum32()%4 == 0
}

const matrixFile = "testdata/kill_matrix.golden"

// killMatrix is which checks fail on which mutants.
type killMatrix struct {
	kept  map[string]string // what the file says, a mutant's name to the checks that fail too
	mu    sync.Mutex
	rows  []string
	named int // mutants that the check that was meant to has caught
}

func newKillMatrix(t *testing.T) *killMatrix {
	text, err := os.ReadFile(matrixFile)
	if err != nil {
		t.Fatal(err)
	}
	k := &killMatrix{kept: make(map[string]string)}
	name := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if also, ok := strings.CutPrefix(line, "\talso "); ok {
			k.kept[name] = also
		} else {
			name = line
			k.kept[name] = ""
		}
	}
	return k
}

// nearlyAll stands in the matrix for the checks that fail on what hardly works.
const nearlyAll = "nearly all others"

// add takes what failed on a mutant and, unless the whole matrix is made anew, holds it
// to the file.
func (k *killMatrix) add(t *testing.T, m mutant, caught bool, others []string) {
	name := m.check + ": " + m.name
	also, kept := strings.Join(others, " "), k.kept[name]
	if slices.Contains(m.also, "*") {
		also = nearlyAll
	} else if !*whole {
		kept = strings.Join(slices.DeleteFunc(strings.Fields(kept), func(id string) bool { return !sampled(m, id) }), " ")
	}
	if _, known := k.kept[name]; !*whole && (!known || also != kept) {
		t.Errorf("%s has %q beside it, not %q; run the test with -matrix -update if that is meant", matrixFile, kept, also)
	}
	row := name + "\n"
	if also != "" {
		row += "\talso " + also + "\n"
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.rows = append(k.rows, row)
	if caught {
		k.named++
	}
}

// compare is called once the mutants have run. Where only some of them did there is
// nothing to compare.
func (k *killMatrix) compare(t *testing.T) {
	if len(k.rows) != len(mutants()) {
		return
	}
	if len(k.kept) != len(k.rows) && !*whole {
		t.Errorf("%s has %d mutants, not %d", matrixFile, len(k.kept), len(k.rows))
	}
	slices.Sort(k.rows)
	t.Logf("%d of %d mutants named", k.named, len(k.rows))
	if *whole {
		golden(t, matrixFile, strings.Join(k.rows, ""))
	}
	k.stated(t, "doc.go")
	k.stated(t, "../README.md")
}

// statement is the sentence by which documentation says what the suite is worth.
var statement = regexp.MustCompile(`[0-9]+ checks, and names the mistake in [0-9]+ of [0-9]+ broken adapters`)

// stated requires that a file states the numbers.
func (k *killMatrix) stated(t *testing.T, file string) {
	want := fmt.Sprintf("%d checks, and names the mistake in %d of %d broken adapters", len(adaptertest.Checks()), k.named, len(k.rows))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	got := statement.FindString(string(text))
	if got == want {
		return
	}
	if !*update || !*whole || got == "" {
		t.Errorf("%s says %q, not %q", file, got, want)
		return
	}
	if err := os.WriteFile(file, statement.ReplaceAll(text, []byte(want)), 0o644); err != nil {
		t.Error(err)
	}
}

// golden compares a text with a file, or rewrites the file.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Error(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s differs (-file +now); run the test with -update if that is meant:\n%s", file, diff)
	}
}

func TestEveryCheckHasAMutant(t *testing.T) {
	caught := make(map[string]int)
	names := make(map[string]bool)
	for _, m := range mutants() {
		caught[m.check]++
		if id := m.check + "/" + m.name; names[id] {
			t.Errorf("two mutants are called %q", id)
		} else {
			names[id] = true
		}
	}
	ids := make(map[string]bool)
	for _, c := range adaptertest.Checks() {
		ids[c.ID] = true
		if caught[c.ID] == 0 {
			t.Errorf("no mutant shows that %s can fail", c.ID)
		}
	}
	for _, m := range mutants() {
		for _, id := range append([]string{m.check}, m.also...) {
			if !ids[id] && !strings.HasSuffix(id, "*") {
				t.Errorf("mutant %q names the check %q, which is none", m.name, id)
			}
		}
	}
	for _, id := range racing {
		if !ids[id] {
			t.Errorf("there is no check %q", id)
		}
	}
	if n := len(mutants()); n < 110 {
		t.Errorf("there are %d mutants, not 110 or more", n)
	}
	t.Logf("%d checks, %d mutants", len(ids), len(mutants()))
}
