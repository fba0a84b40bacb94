package osbp

import (
	"errors"
	"fmt"
	"strings"
)

// logged gives the operator's logger what the agent never sees: the causes behind
// an answer, and the value and stack of a panic.
func logged(err error) string {
	if err == nil {
		return "none"
	}
	var parts []string
	var walk func(error)
	walk = func(err error) {
		switch e := err.(type) {
		case *causedProblem:
			parts = append(parts, e.problem.Error())
			walk(e.cause)
		case *panicked:
			parts = append(parts, fmt.Sprintf("panic: %v\n%s", e.value, e.stack))
		default:
			parts = append(parts, err.Error())
			var p *panicked
			if errors.As(err, &p) {
				walk(p)
			}
		}
	}
	walk(err)
	return strings.Join(parts, ": ")
}
