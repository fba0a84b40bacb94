package osbp

// causedProblem is a protocol answer with the internal error behind it: the
// answer goes to the agent, the cause to the operator's logger.
type causedProblem struct {
	problem *Problem
	cause   error
}

// Error gives the code alone; the cause may quote what must not travel.
func (e *causedProblem) Error() string { return e.problem.Error() }

func (e *causedProblem) Unwrap() []error { return []error{e.problem, e.cause} }

func withCause(p *Problem, cause error) error {
	if cause == nil {
		return p
	}
	return &causedProblem{p, cause}
}

func storeProblem(cause error) error {
	return withCause(NewProblem(CodeStoreUnavailable,
		"The server can't keep the record that a booking needs. Nothing was sent to the booking platform. Retry later."), cause)
}

func internalProblem(cause error) error {
	return withCause(NewProblem(CodeInternalAdapterError,
		"The booking adapter failed unexpectedly. Nothing is claimed about the outcome; hand off."), cause)
}

// platformProblem makes a Problem of a platform's own fit to travel: a platform
// can't pose as the confirmation gate, its words can't carry a token marker or
// control characters, and the protocol's codes keep the retryability they have.
func platformProblem(p *Problem) *Problem {
	out := &Problem{Code: p.Code, Message: capText(p.Message, maxPlatformMessage), Retryable: p.Retryable}
	if p.Code == CodeRequiresUserConfirmation || p.Code == "" {
		out.Code = CodePlatformResultInvalid
		out.Message = "The booking platform gave an answer that only the confirmation gate may give."
	}
	if out.Code.Protocol() || out.Code == CodePlatformResultInvalid {
		out.Retryable = out.Code.Retryable()
	}
	if out.Message == "" {
		out.Message = "The booking platform answered " + string(out.Code) + "."
	}
	return out
}

const maxPlatformMessage = 500
