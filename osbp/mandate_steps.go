package osbp

import "fmt"

// MandateStep is a point of the list in OSBP "Mandate Enforcement", counted from
// 1. The zero MandateStep is none of them.
type MandateStep int

// The points that ValidateMandate checks, in their order.
const (
	StepIdentity     MandateStep = 1 + iota // an id and a well-formed expires_at
	StepExpiry                              // not expired
	StepAction                              // the action is allowed
	StepScope                               // organization, service, schedule, provider
	StepWindow                              // well-formed times, inside the window
	StepPrice                               // the price's currency and amount
	StepConsultation                        // no consultation or quote workflow
	StepPayment                             // a required payment is allowed and capped
)

var stepNames = [...]string{
	StepIdentity: "identity", StepExpiry: "expiry", StepAction: "action", StepScope: "scope",
	StepWindow: "window", StepPrice: "price", StepConsultation: "consultation", StepPayment: "payment",
}

// String returns the step's name in a word.
func (s MandateStep) String() string {
	if s < StepIdentity || s > StepPayment {
		return "no step"
	}
	return stepNames[s]
}

// mandateRun is one pass over the steps. The steps, and the questions within
// them, are joined by &&: each is a method that returns whether to go on, so the
// source reads in the order in which the answers are given.
type mandateRun struct {
	*MandateCheck
	requestOnly bool // no evidence yet: only what the request says
	explain     bool // go on after a failure

	step     MandateStep
	times    mandateTimes
	findings []MandateFinding
}

// first runs the steps that a request can answer before there is evidence.
func (r *mandateRun) first() bool {
	return r.identity() && r.expiry() && r.action() && r.scope() && r.window()
}

// rest runs the steps on the platform's prices and policy.
func (r *mandateRun) rest() bool {
	return r.price() && r.consultation() && r.payment()
}

// must notes a refusal unless ok, and returns whether to go on.
func (r *mandateRun) must(ok bool, code Code, message string) bool {
	return ok || r.refuse(code, message)
}

// needs notes that the caller left something out unless ok, and returns whether
// to go on.
func (r *mandateRun) needs(ok bool, what string) bool {
	return ok || r.lack(what)
}

// refuse and lack stay out of line: inlined in sixty places, what is hardly ever
// run would push apart what always is.
//
//go:noinline
func (r *mandateRun) refuse(code Code, message string) bool {
	return r.note(NewProblem(code, message))
}

//go:noinline
func (r *mandateRun) lack(what string) bool {
	return r.note(missing(what))
}

// moot reports whether a question is to be left out because an earlier failure
// took away what it is about. Only ExplainMandate ever gets past such a failure.
func (r *mandateRun) moot(ok bool) bool { return r.explain && ok }

func (r *mandateRun) note(err error) bool {
	r.findings = append(r.findings, MandateFinding{Step: r.step, Err: err})
	return r.explain
}

// answer is nil only where every step was gone through and nothing was noted.
func (r *mandateRun) answer(done bool) error {
	switch {
	case len(r.findings) > 0:
		return r.findings[0].Err
	case !done:
		return missing("a step gave no answer")
	}
	return nil
}

// creates reports whether evidence is required: for everything that makes an
// appointment once the request itself has passed.
func (r *mandateRun) creates() bool { return r.tool() == ToolBookingCreate && !r.requestOnly }

func (r *mandateRun) tool() Tool {
	if r.Action == "" {
		return ToolBookingCreate
	}
	return r.Action
}

func missing(what string) error { return fmt.Errorf("%w: %s", ErrCheckIncomplete, what) }
