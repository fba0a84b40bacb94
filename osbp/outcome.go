package osbp

import "errors"

// ErrNotReadable is returned by Platform.GetBooking where the platform has no
// direct appointment read.
var ErrNotReadable = errors.New("osbp: platform has no appointment read")

// Refused marks p as the platform's definite refusal of a create: no appointment
// was made and none will be. Only a platform's own word may be passed to it, never
// a guess about a failed call. A nil p is nobody's word, as of AsProblem for an error
// that is no protocol answer: the outcome is then unknown.
func Refused(p *Problem) error {
	if p == nil {
		return errors.New("osbp: Refused was given no problem")
	}
	return &refusedError{p}
}

type refusedError struct{ problem *Problem }

func (e *refusedError) Error() string { return e.problem.Error() }
func (e *refusedError) Unwrap() error { return e.problem }

// NotSent marks err as a failure before any byte of the create could reach the
// platform, such as a refused connection. Transport adds it on dial errors. Of a nil
// err it is nil: a create that did not fail may have been sent.
func NotSent(err error) error {
	if err == nil {
		return nil
	}
	return &notSentError{err}
}

type notSentError struct{ err error }

func (e *notSentError) Error() string { return "osbp: create was not sent: " + e.err.Error() }
func (e *notSentError) Unwrap() error { return e.err }
