package sandbox

import (
	"crypto/subtle"
	"time"
)

// maxCodeTries is how often a code may be tried before it is void, maxCodeSends how
// many codes one contact may get in codeSendWindow.
const (
	maxCodeTries   = 5
	maxCodeSends   = 5
	codeSendWindow = 10 * time.Minute
)

// businessContact is whom a code is for. A code of one business is of no use with
// another, nor for another contact; which booking it is for, it does not say.
type businessContact struct{ business, contact string }

// code is the last one sent to a contact.
type code struct {
	digits  string
	expires time.Time
	tries   int
	spent   bool
	sends   []time.Time
}

// at returns the contact that a channel reaches.
func (c contact) at(channel Channel) string {
	switch channel {
	case ByText, ByCall:
		return c.phone
	case ByMail:
		return c.mail
	}
	return ""
}

// sendCode sends a new code, which ends the one before, and says by which channel.
func (s *Sandbox) sendCode(businessID string, c contact) (Channel, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.byID[businessID]
	if b == nil {
		return "", refuse(reasonNoBusiness)
	}
	if b.CodeBy == ByNothing {
		return "", refuse(reasonNoCodes)
	}
	to := c.at(b.CodeBy)
	if b.CodeBy == ByMail && !isMail(to) || b.CodeBy != ByMail && !isPhone(to) {
		return "", refuse(reasonContact)
	}
	of, now := businessContact{b.ID, to}, s.opts.Clock()
	last := s.codes[of]
	if last == nil {
		last = new(code)
		s.codes[of] = last
	}
	for len(last.sends) > 0 && !now.Before(last.sends[0].Add(codeSendWindow)) {
		last.sends = last.sends[1:]
	}
	if len(last.sends) == maxCodeSends {
		return "", &refusal{reasonSlowDown, last.sends[0].Add(codeSendWindow).Sub(now)}
	}
	*last = code{digits: s.newCode(of), expires: now.Add(s.opts.CodeLifetime), sends: append(last.sends, now)}
	s.counts.Codes++
	s.messages = append(s.messages, Message{BusinessID: b.ID, Channel: b.CodeBy, To: to, Code: last.digits, At: now})
	return b.CodeBy, nil
}

// checkCode says whether a code is good, and leaves it good. A try is a try.
func (s *Sandbox) checkCode(businessID string, c contact, digits string) (Channel, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.byID[businessID]
	if b == nil {
		return "", refuse(reasonNoBusiness)
	}
	if b.CodeBy == ByNothing {
		return "", refuse(reasonNoCodes)
	}
	_, err := s.tryCode(b, c, digits)
	return b.CodeBy, err
}

// spendCode uses a code up.
func (s *Sandbox) spendCode(b *business, c contact, digits string) error {
	tried, err := s.tryCode(b, c, digits)
	if err != nil {
		return err
	}
	tried.spent = true
	return nil
}

func (s *Sandbox) tryCode(b *business, c contact, digits string) (*code, error) {
	last := s.codes[businessContact{b.ID, c.at(b.CodeBy)}]
	if last == nil || last.digits == "" || last.spent || last.tries == maxCodeTries || !s.opts.Clock().Before(last.expires) {
		return nil, refuse(reasonCodeRejected)
	}
	if subtle.ConstantTimeCompare([]byte(last.digits), []byte(digits)) != 1 {
		last.tries++
		return nil, refuse(reasonCodeRejected)
	}
	return last, nil
}
