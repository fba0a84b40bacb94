package osbp

import "errors"

// ErrNotReadable is returned by Platform.GetBooking where the platform has no
// direct appointment read.
var ErrNotReadable = errors.New("osbp: platform has no appointment read")

// Refused marks p as the platform's definite refusal of a create: no appointment
// was made and none will be. Only a platform's own word may be passed to it, never
// a guess about a failed call. A nil p counts as CodeInternalAdapterError.
func Refused(p *Problem) error {
	if p == nil {
		p = NewProblem(CodeInternalAdapterError, "The platform refused the booking.")
	}
	return &refusedError{p}
}

type refusedError struct{ problem *Problem }

func (e *refusedError) Error() string { return e.problem.Error() }
func (e *refusedError) Unwrap() error { return e.problem }

// NotSent marks err as a failure before any byte of the create could reach the
// platform, such as a refused connection. Transport adds it on dial errors.
func NotSent(err error) error {
	if err == nil {
		err = errors.New("unspecified")
	}
	return &notSentError{err}
}

type notSentError struct{ err error }

func (e *notSentError) Error() string { return "osbp: create was not sent: " + e.err.Error() }
func (e *notSentError) Unwrap() error { return e.err }
