package adaptertest

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"
)

type junitSuite struct {
	XMLName    xml.Name        `xml:"testsuite"`
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Time       string          `xml:"time,attr"`
	Timestamp  string          `xml:"timestamp,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitMessage `xml:"failure"`
	Skipped *junitMessage `xml:"skipped"`
}

type junitMessage struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the report as JUnit XML, one test case a check, its class the part
// of the id before the dot.
func (r *Report) WriteJUnit(w io.Writer) error {
	suite := junitSuite{
		Name: r.Protocol + " " + r.Version, Tests: len(r.Results), Failures: r.Failed, Skipped: r.Skipped,
		Timestamp: r.Started.UTC().Format("2006-01-02T15:04:05"),
		Properties: []junitProperty{
			{"notice", r.Notice}, {"seed", fmt.Sprint(r.Seed)},
		},
	}
	var total time.Duration
	for _, one := range r.Results {
		total += one.Elapsed
		family, _, _ := strings.Cut(one.ID, ".")
		c := junitCase{Class: family, Name: one.ID, Time: seconds(one.Elapsed)}
		switch one.Outcome {
		case Failed:
			c.Failure = &junitMessage{one.Requirement.Requirement + " (" + one.Section + ")", one.Detail}
		case Skipped:
			c.Skipped = &junitMessage{Message: one.Detail}
		}
		suite.Cases = append(suite.Cases, c)
	}
	suite.Time = seconds(total)
	data, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return fmt.Errorf("adaptertest: encode report: %w", err)
	}
	if _, err := io.WriteString(w, xml.Header+string(data)+"\n"); err != nil {
		return fmt.Errorf("adaptertest: write report: %w", err)
	}
	return nil
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }
