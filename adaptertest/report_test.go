package adaptertest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/adaptertest"
)

// written is a report of three checks, with every outcome.
func written() *adaptertest.Report {
	required := func(id, requirement string) adaptertest.Requirement {
		return adaptertest.Requirement{ID: id, Requirement: requirement, Section: `OSBP "Money"`}
	}
	return &adaptertest.Report{
		Protocol: "OSBP", Version: "0.1.0", Notice: adaptertest.Notice, Seed: 18446744073709551615,
		Started: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), Passed: 1, Failed: 1, Skipped: 1,
		Results: []adaptertest.Result{
			{Requirement: required("money.one", "a price is <exact>"), Outcome: adaptertest.Passed, Elapsed: 1500 * time.Microsecond},
			{Requirement: required("money.two", "a price & its currency"), Outcome: adaptertest.Failed, Detail: `it is "95.00" (seed 1)`, Elapsed: 2 * time.Second},
			{Requirement: required("outcome.three", "a limit is a limit"), Outcome: adaptertest.Skipped, Detail: "Harness.RateLimit is not set: limits are not shown"},
		},
	}
}

func TestReport_JSON(t *testing.T) {
	var out bytes.Buffer
	if err := written().WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/report.json.golden", out.String())
	var back adaptertest.Report
	if err := json.Unmarshal(out.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(written(), &back); diff != "" {
		t.Errorf("after a round trip (-want +got):\n%s", diff)
	}
}

func TestReport_JUnit(t *testing.T) {
	var out bytes.Buffer
	if err := written().WriteJUnit(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/report.xml.golden", out.String())
	var suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Class   string    `xml:"classname,attr"`
			Name    string    `xml:"name,attr"`
			Failure *struct{} `xml:"failure"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testcase"`
	}
	if err := xml.Unmarshal(out.Bytes(), &suite); err != nil {
		t.Fatal(err)
	}
	if suite.Tests != 3 || suite.Failures != 1 || suite.Skipped != 1 || len(suite.Cases) != 3 {
		t.Errorf("%d tests, %d failures, %d skipped, %d cases", suite.Tests, suite.Failures, suite.Skipped, len(suite.Cases))
	}
	if two := suite.Cases[1]; two.Class != "money" || two.Name != "money.two" || two.Failure == nil {
		t.Errorf("the failed case is %+v", two)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestReport_WriteErrors(t *testing.T) {
	for name, write := range map[string]func() error{
		"JSON":  func() error { return written().WriteJSON(full{}) },
		"JUnit": func() error { return written().WriteJUnit(full{}) },
	} {
		if err := write(); err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReport_OK(t *testing.T) {
	for name, c := range map[string]struct {
		report adaptertest.Report
		want   bool
	}{
		"nothing ran":     {adaptertest.Report{}, false},
		"all was skipped": {adaptertest.Report{Skipped: 7}, false},
		"one failed":      {adaptertest.Report{Passed: 7, Failed: 1}, false},
		"some skipped":    {adaptertest.Report{Passed: 7, Skipped: 1}, true},
	} {
		if got := c.report.OK(); got != c.want {
			t.Errorf("%s: OK is %t", name, got)
		}
	}
}

func TestResult_String(t *testing.T) {
	for i, want := range []string{
		"PASS money.one",
		"FAIL money.two\nrequired: a price & its currency (OSBP \"Money\")\nbut: it is \"95.00\" (seed 1)",
		"SKIP outcome.three: Harness.RateLimit is not set: limits are not shown",
	} {
		if got := written().Results[i].String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestReport_OddDetails: what an adapter answers may stand in a detail, and the reports
// stay well formed; one of no results has an empty list.
func TestReport_OddDetails(t *testing.T) {
	var js, xs bytes.Buffer
	odd := adaptertest.Report{Results: []adaptertest.Result{{
		Requirement: adaptertest.Requirement{ID: "shape.odd", Requirement: "none", Section: `OSBP "Money"`},
		Outcome:     adaptertest.Failed, Detail: "\x00\x1b[2J \xff <![CDATA[ ]]> & \"\u202e",
	}}, Failed: 1}
	if err := odd.WriteJUnit(&xs); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(xs.Bytes(), new(struct{ XMLName xml.Name })); err != nil {
		t.Errorf("JUnit: %v", err)
	}
	if err := odd.WriteJSON(&js); err != nil || !json.Valid(js.Bytes()) {
		t.Errorf("JSON: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	none, err := adaptertest.Check(ctx, nil)
	js.Reset()
	if err == nil || none.WriteJSON(&js) != nil || !strings.Contains(js.String(), `"results": []`) {
		t.Errorf("no results, %v: %s", err, js.String())
	}
}
