package osbp

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// Problem is a protocol refusal as it stands in the failure envelope (OSBP
// "Result Envelope"). It is an error; errors.Is(err, code) finds its Code.
//
// Message is English prose for people and may name a customer or, in the
// challenge form of requires_user_confirmation, carry the approval token. So
// it prints and logs without the message; read Message where it is meant to be
// shown.
type Problem struct {
	Code      Code   `json:"code"`
	Message   string `json:"message"`
	Retryable bool   `json:"retryable"`
}

// NewProblem makes a Problem with the code's default for Retryable.
func NewProblem(code Code, message string) *Problem {
	return &Problem{Code: code, Message: message, Retryable: code.Retryable()}
}

// Error returns the code without the message.
func (p *Problem) Error() string {
	if p == nil {
		return "osbp: <nil problem>"
	}
	return p.Code.Error()
}

// Is makes errors.Is(p, p.Code) hold.
func (p *Problem) Is(target error) bool {
	code, ok := target.(Code)
	return ok && p != nil && p.Code == code
}

// Unwrap lets errors.As find the Code.
func (p *Problem) Unwrap() error {
	if p == nil {
		return nil
	}
	return p.Code
}

// String returns the code without the message.
func (p *Problem) String() string { return p.Error() }

// Format writes the code without the message whatever the verb, and for %#v whether
// it is retryable.
func (p Problem) Format(s fmt.State, verb rune) {
	if verb == 'v' && s.Flag('#') {
		fmt.Fprintf(s, "osbp.Problem{Code:%q, Retryable:%t}", string(p.Code), p.Retryable)
		return
	}
	io.WriteString(s, p.Code.Error())
}

// LogValue logs the code and retryability without the message.
func (p Problem) LogValue() slog.Value {
	return slog.GroupValue(slog.String("code", string(p.Code)), slog.Bool("retryable", p.Retryable))
}

// AsProblem finds the protocol answer in err: a *Problem anywhere in its tree,
// or a bare Code, which gets a fixed message. It is nil for any other error,
// whose text must not reach an agent.
func AsProblem(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) && p != nil {
		return p
	}
	var c Code
	if errors.As(err, &c) && c != "" {
		return NewProblem(c, "The booking platform answered "+string(c)+".")
	}
	return nil
}
