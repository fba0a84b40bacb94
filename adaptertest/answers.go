package adaptertest

import (
	"errors"
	"fmt"

	"github.com/openservicekit/openservice/osbp"
)

// problemOf is what a host makes of an adapter's error: its protocol answer, or an
// internal error.
func problemOf(err error) *osbp.Problem {
	if err == nil {
		return nil
	}
	if p := osbp.AsProblem(err); p != nil {
		return p
	}
	return osbp.NewProblem(osbp.CodeInternalAdapterError, "the adapter returned an error that is no protocol answer")
}

// wantProblem requires a refusal with a code.
func (p *probe) wantProblem(what string, err error, code osbp.Code) *osbp.Problem {
	got := problemOf(err)
	switch {
	case got == nil:
		p.fatalf("%s was not refused; %s was required", what, code)
	case got.Code != code:
		p.fatalf("%s was refused with %s, not %s", what, got.Code, code)
	}
	return got
}

// wantRetryable requires a refusal's retryable flag.
func (p *probe) wantRetryable(got *osbp.Problem, want bool) {
	if got.Retryable != want {
		p.fatalf("%s came with retryable %t, not %t", got.Code, got.Retryable, want)
	}
}

// wantRefused requires a refusal, whatever its code, that is a protocol answer, and is
// not the challenge, which would ask the user to approve it.
func (p *probe) wantRefused(what string, err error) *osbp.Problem {
	if err == nil {
		p.fatalf("%s was not refused", what)
	}
	got := osbp.AsProblem(err)
	if got == nil {
		p.fatalf("%s gave an error that is no protocol answer", what)
	}
	if _, perr := osbp.ParseChallenge(got); perr == nil {
		p.fatalf("%s was put to the user for approval", what)
	}
	return got
}

// wantAnswer ends the check where a call that it stands on was refused.
func (p *probe) wantAnswer(what string, err error) {
	if err != nil {
		p.fatalf("%s failed: %s", what, brief(err))
	}
}

// brief describes an error without its message, which may name a customer.
func brief(err error) string {
	if got := osbp.AsProblem(err); got != nil {
		return fmt.Sprintf("%s (retryable %t)", got.Code, got.Retryable)
	}
	if errors.Is(err, errSkip) {
		return err.Error()
	}
	return fmt.Sprintf("an error of type %T that is no protocol answer", err)
}
