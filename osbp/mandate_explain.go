package osbp

import "fmt"

// MandateFinding is one failure of a mandate check.
type MandateFinding struct {
	// Step is the point of OSBP "Mandate Enforcement" that failed.
	Step MandateStep
	// Err is a *Problem, or wraps ErrCheckIncomplete.
	Err error
}

// String says the step and what failed, for people. It carries no customer data.
func (f MandateFinding) String() string {
	if p := AsProblem(f.Err); p != nil {
		return fmt.Sprintf("%d %s: %s: %s", int(f.Step), f.Step, string(p.Code), p.Message)
	}
	return fmt.Sprintf("%d %s: %v", int(f.Step), f.Step, f.Err)
}

// ExplainMandate runs the same steps as ValidateMandate past every failure and
// returns all of them in order, for people who debug an integration. The first is
// what ValidateMandate returns; none means yes. What cannot be judged because of
// an earlier failure, such as the expiry of a malformed expires_at, is left out.
//
// Programs decide by ValidateMandate: an agent that is told everything at once
// learns more about the merchant than its mandate entitles it to.
func ExplainMandate(c *MandateCheck) []MandateFinding {
	if c == nil {
		return []MandateFinding{{Step: StepIdentity, Err: missing("it is nil")}}
	}
	r := mandateRun{MandateCheck: c, explain: true}
	if r.first() {
		r.rest()
	}
	return r.findings
}
