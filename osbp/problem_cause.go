package osbp

import "errors"

// causedProblem is a protocol answer with the internal error behind it: the
// answer goes to the agent, the cause to the operator's logger.
type causedProblem struct {
	problem *Problem
	cause   error
}

// Error gives the code alone; the cause may quote what must not travel.
func (e *causedProblem) Error() string { return e.problem.Error() }

func (e *causedProblem) Unwrap() error { return e.problem }

// Is finds what the cause is, except another answer: the code of a refusal that led
// to an unknown outcome must not make it pass for that refusal.
func (e *causedProblem) Is(target error) bool {
	switch target.(type) {
	case Code, *Problem:
		return false
	}
	return errors.Is(e.cause, target)
}

// As finds what the cause is, except another answer.
func (e *causedProblem) As(target any) bool {
	switch target.(type) {
	case *Code, **Problem:
		return false
	}
	return errors.As(e.cause, target)
}

func withCause(p *Problem, cause error) error {
	if cause == nil {
		return p
	}
	return &causedProblem{p, cause}
}

func storeProblem(cause error) error {
	return withCause(NewProblem(CodeStoreUnavailable,
		"The server can't reach the records that this needs. This call has booked nothing. Retry it later as it is."), cause)
}

func internalProblem(cause error) error {
	return withCause(NewProblem(CodeInternalAdapterError,
		"The booking adapter failed unexpectedly. Nothing is claimed about the outcome; hand off."), cause)
}

// platformProblem makes a Problem of a platform's own fit to travel: a platform
// can't pose as the confirmation gate, its code is a code, its words can't carry a
// token marker or control characters, and the protocol's codes keep the retryability
// they have.
func platformProblem(p *Problem) *Problem {
	out := &Problem{Code: p.Code, Message: capText(p.Message, maxPlatformMessage), Retryable: p.Retryable}
	switch {
	case p.Code == CodeRequiresUserConfirmation:
		out.Code = CodePlatformResultInvalid
		out.Message = "The booking platform gave an answer that only the confirmation gate may give."
	case !p.Code.wellFormed():
		out.Code = CodePlatformResultInvalid
		out.Message = "The booking platform gave an answer without a usable code."
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

// wellFormed reports whether c is 1 to 64 letters, digits, underscores and hyphens,
// and begins with a letter: a name for programs, and no place for text.
func (c Code) wellFormed() bool {
	if c == "" || len(c) > 64 {
		return false
	}
	for i := 0; i < len(c); i++ {
		switch b := c[i]; {
		case b|0x20 >= 'a' && b|0x20 <= 'z':
		case i > 0 && (b >= '0' && b <= '9' || b == '_' || b == '-'):
		default:
			return false
		}
	}
	return true
}
