package main

import (
	"fmt"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// story is what happened, in order. It is told once all is known: the narration and
// the trace are two ways to tell it.
type story struct {
	title, intro, outro string
	parts               []*part
	events              *keptLog
	customer            osbp.Customer
}

type part struct {
	title, intro string
	steps        []*step
}

// step is one thing that somebody did. The first part's labels are the numbers of the
// specification's "Demo Trace".
type step struct {
	label, title string
	lines        []line
	events       []string // ids of audit events
}

// line is one line of a step: who, and what was said or done. Lines without a who
// are the narrator's.
type line struct{ who, text string }

// The voices of the story.
const (
	user     = "user"
	agentSay = "agent"
	server   = "server"
	platform = "platform"
	operator = "operator"
)

func (s *story) part(title, intro string) *part {
	p := &part{title: title, intro: intro}
	s.parts = append(s.parts, p)
	return p
}

func (p *part) step(label, title string) *step {
	s := &step{label: label, title: title}
	p.steps = append(p.steps, s)
	return s
}

func (s *step) say(who, format string, args ...any) {
	s.lines = append(s.lines, line{who, fmt.Sprintf(format, args...)})
}

// aliases gives every event's id an alias, in the order of the log. Real ids are
// random; the story must be the same every time.
func (s *story) aliases() (*audit.Aliaser, error) {
	return audit.NewAliaser(s.events.all())
}
