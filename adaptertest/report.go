package adaptertest

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// Outcome is how a check ended.
type Outcome string

// The outcomes.
const (
	Passed  Outcome = "passed"
	Failed  Outcome = "failed"
	Skipped Outcome = "skipped"
)

// Notice stands in every report.
const Notice = "This report is evidence from one run against one sandbox. It is no certification: OSBP v0.1.0 defines none."

// Requirement is what one check requires.
type Requirement struct {
	// ID is stable: once released it never changes its meaning.
	ID string `json:"id"`
	// Requirement is one sentence.
	Requirement string `json:"requirement"`
	// Section is where the requirement stands, as in OSBP "Money".
	Section string `json:"section"`
}

// Result is the outcome of one check.
type Result struct {
	Requirement
	Outcome Outcome `json:"outcome"`
	// Detail says what the adapter did instead, or for a skip what stays unproved.
	Detail string `json:"detail,omitempty"`
	// Elapsed is the time that the check took.
	Elapsed time.Duration `json:"elapsed_ns"`
}

// String returns the result as a person reads it.
func (r Result) String() string {
	switch r.Outcome {
	case Failed:
		return fmt.Sprintf("FAIL %s\nrequired: %s (%s)\nbut: %s", r.ID, r.Requirement.Requirement, r.Section, r.Detail)
	case Skipped:
		return fmt.Sprintf("SKIP %s: %s", r.ID, r.Detail)
	default:
		return "PASS " + r.ID
	}
}

// Report is the outcome of a run.
type Report struct {
	Protocol string    `json:"protocol"`
	Version  string    `json:"version"`
	Notice   string    `json:"notice"`
	Seed     uint64    `json:"seed,string"`
	Started  time.Time `json:"started"`
	Passed   int       `json:"passed"`
	Failed   int       `json:"failed"`
	Skipped  int       `json:"skipped"`
	Results  []Result  `json:"results"`
}

func newReport(seed uint64, started time.Time) *Report {
	return &Report{Protocol: "OSBP", Version: osbp.SpecVersion, Notice: Notice, Seed: seed, Started: started, Results: []Result{}}
}

func (r *Report) add(one Result) {
	r.Results = append(r.Results, one)
	switch one.Outcome {
	case Passed:
		r.Passed++
	case Failed:
		r.Failed++
	case Skipped:
		r.Skipped++
	}
}

// OK reports whether checks ran and none failed. Skips don't count against it unless
// the harness was strict, which made them failures.
func (r *Report) OK() bool { return r.Passed > 0 && r.Failed == 0 }

// WriteJSON writes the report as indented JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("adaptertest: encode report: %w", err)
	}
	if _, err := w.Write(append(data, '\n')); err != nil {
		return fmt.Errorf("adaptertest: write report: %w", err)
	}
	return nil
}
