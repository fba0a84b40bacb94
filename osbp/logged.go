package osbp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/openservicekit/openservice/audit"
)

// logged gives the operator's logger what the agent never sees: the causes behind
// an answer, and the value and stack of a panic. What is shaped like a contact or a
// token is taken out.
func logged(err error) string { return loggedAbout(nil, err) }

// loggedAbout is logged, with the customer and the code of the call taken out as
// well: errors of clients and databases quote what they were given.
func loggedAbout(in any, err error) string {
	if err == nil {
		return "none"
	}
	var parts []string
	var stack []byte
	var walk func(error)
	walk = func(err error) {
		switch e := err.(type) {
		case *causedProblem:
			parts = append(parts, e.problem.Error())
			walk(e.cause)
		case *panicked:
			parts = append(parts, fmt.Sprintf("panic: %v", e.value))
			stack = e.stack
		default:
			parts = append(parts, withoutQueries(err))
			var p *panicked
			if errors.As(err, &p) {
				walk(p)
			}
		}
	}
	walk(err)
	text := redactedText
	if out, err := redactText(in, strings.Join(parts, ": ")); err == nil {
		text = out
	}
	if stack != nil {
		text += "\n" + string(stack)
	}
	return text
}

// withoutQueries is the error's text without the queries of the addresses that clients
// quote, where careless platforms take their keys.
func withoutQueries(err error) string {
	text := err.Error()
	var e *url.Error
	for at := err; errors.As(at, &e); at = e.Err {
		if address, _, has := strings.Cut(e.URL, "?"); has {
			text = strings.ReplaceAll(text, e.URL, address+"?"+redactedText)
		}
	}
	return text
}

// redactText takes out of text what the audit log would take out of a call's
// messages.
func redactText(in any, text string) (string, error) {
	if in == nil {
		in = struct{}{}
	}
	known, err := json.Marshal(in)
	if err != nil {
		return "", err
	}
	type message struct {
		Message string `json:"message"`
	}
	raw, err := json.Marshal(message{text})
	if err != nil {
		return "", err
	}
	var redactor *audit.Redactor
	if _, raw, err = redactor.Redact(known, raw); err != nil {
		return "", err
	}
	var out message
	err = json.Unmarshal(raw, &out)
	return out.Message, err
}
