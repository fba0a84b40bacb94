package sandbox

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
	"time"
)

// Message is a verification code on its way to a customer. It prints as its
// business and channel only.
type Message struct {
	BusinessID string
	Channel    Channel
	// To is the phone number or email address, Code what the message says.
	To, Code string
	At       time.Time
}

// String names business and channel, never the customer or the code.
func (m Message) String() string { return fmt.Sprintf("code of %s by %s", m.BusinessID, m.Channel) }

// Format writes String whatever the verb.
func (m Message) Format(f fmt.State, _ rune) { io.WriteString(f, m.String()) }

// LogValue logs String.
func (m Message) LogValue() slog.Value { return slog.StringValue(m.String()) }

// Messages returns the outbox: every code that was sent, oldest first. No one gets
// them but who reads this.
func (s *Sandbox) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.messages)
}

// LastCode returns the latest code sent to a phone number or email address, as the
// customer would read it off the telephone; "" if there was none.
func (s *Sandbox) LastCode(to string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range slices.Backward(s.messages) {
		if m.To == to {
			return m.Code
		}
	}
	return ""
}
