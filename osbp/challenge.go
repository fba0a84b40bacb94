package osbp

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// tokenMarker opens the token in a challenge's message, exactly as OSBP
// "Canonical Flow" spells it.
const tokenMarker = `approval.token="`

const retryInstruction = "\n\nFor the agent only, not to be shown: once the user has confirmed the summary above, " +
	"call booking.create again with the same payload and the same idempotency_key, " +
	"approval.confirmed=true and "

func challenge(summary, token string) *Problem {
	return &Problem{
		Code:      CodeRequiresUserConfirmation,
		Message:   summary + retryInstruction + tokenMarker + token + `"`,
		Retryable: true,
	}
}

// Challenge is the challenge form of requires_user_confirmation, taken apart:
// what the user is shown, and what only the program uses. It prints as a
// placeholder.
type Challenge struct {
	// Summary is the user-facing approval summary.
	Summary string
	// Token goes into Approval.Token on the retry, never into text.
	Token string
}

// Approval returns the confirmation to retry with, for use once the user has
// said yes to Summary.
func (c Challenge) Approval() *Approval { return &Approval{Confirmed: true, Token: c.Token} }

// String returns a placeholder, never summary or token.
func (Challenge) String() string { return redactedText }

// Format writes a placeholder whatever the verb.
func (Challenge) Format(s fmt.State, _ rune) { io.WriteString(s, redactedText) }

// LogValue logs a placeholder.
func (Challenge) LogValue() slog.Value { return slog.StringValue(redactedText) }

// ErrNoChallenge is returned by ParseChallenge for anything that is not a
// well-formed challenge, such as the terminal form: it must not be retried.
var ErrNoChallenge = errors.New("osbp: not a final-confirmation challenge")

// ParseChallenge gives the summary and the token of a challenge apart, so that an
// agent never shows the token (OSBP "Canonical Flow"). It refuses, with
// ErrNoChallenge, another code, a problem that is not retryable, a message with no
// token or with more than one, and one whose summary can't be told from its retry
// instruction, which is the paragraph that holds the token.
func ParseChallenge(p *Problem) (Challenge, error) {
	if p == nil || p.Code != CodeRequiresUserConfirmation || !p.Retryable {
		return Challenge{}, ErrNoChallenge
	}
	at := strings.Index(p.Message, tokenMarker)
	if at < 0 || strings.LastIndex(p.Message, tokenMarker) != at {
		return Challenge{}, ErrNoChallenge
	}
	token, rest, closed := strings.Cut(p.Message[at+len(tokenMarker):], `"`)
	if !closed || token == "" || strings.Contains(rest, token) {
		return Challenge{}, ErrNoChallenge
	}
	before := p.Message[:at]
	para := max(strings.LastIndex(before, "\n"), 0)
	summary := strings.TrimSpace(before[:para])
	if summary == "" || strings.Contains(summary, token) {
		return Challenge{}, ErrNoChallenge
	}
	return Challenge{Summary: summary, Token: token}, nil
}
