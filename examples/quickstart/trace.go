package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// The trace is the story for machines, fit to be published: nothing of the customer,
// no code, no token, aliases for ids, audit events in their published form (OSBP
// "Audit", "Demo Trace").
type traceDocument struct {
	Spec  string      `json:"spec"`
	Title string      `json:"title"`
	Parts []tracePart `json:"parts"`
}

type tracePart struct {
	Title string      `json:"title"`
	Steps []traceStep `json:"steps"`
}

type traceStep struct {
	Label  string         `json:"label,omitempty"`
	Title  string         `json:"title"`
	Lines  []traceLine    `json:"lines,omitempty"`
	Events []*audit.Event `json:"events,omitempty"`
}

type traceLine struct {
	Who  string `json:"who,omitempty"`
	Text string `json:"text"`
}

// trace returns the document, indented.
func (s *story) trace() ([]byte, error) {
	aliases, err := s.aliases()
	if err != nil {
		return nil, err
	}
	byID := map[string]*audit.Event{}
	for _, e := range s.events.all() {
		byID[e.ID] = e
	}
	doc := traceDocument{Spec: "OSBP v" + osbp.SpecVersion, Title: s.title}
	for _, p := range s.parts {
		told := tracePart{Title: p.title}
		for _, st := range p.steps {
			t := traceStep{Label: st.label, Title: st.title}
			for _, l := range st.lines {
				text, err := s.redact(l.text)
				if err != nil {
					return nil, err
				}
				t.Lines = append(t.Lines, traceLine{l.who, aliases.Text(text)})
			}
			for _, id := range st.events {
				e, err := aliases.Event(byID[id])
				if err != nil {
					return nil, err
				}
				t.Events = append(t.Events, e)
			}
			told.Steps = append(told.Steps, t)
		}
		doc.Parts = append(doc.Parts, told)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(doc)
	return out.Bytes(), err
}

// redact takes the customer out of a text that stands beside the events.
func (s *story) redact(text string) (string, error) {
	customer, err1 := json.Marshal(map[string]any{"customer": s.customer})
	message, err2 := json.Marshal(map[string]string{"message": text})
	if err1 != nil || err2 != nil {
		return "", fmt.Errorf("trace: %w", firstError(err1, err2))
	}
	var r *audit.Redactor
	_, redacted, err := r.Redact(customer, message)
	if err != nil {
		return "", err
	}
	var out struct{ Message string }
	err = json.Unmarshal(redacted, &out)
	return out.Message, err
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
