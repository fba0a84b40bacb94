package osbp

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// ApprovalLifetime is how long an approval token lives unless GateOptions says
// less: ten minutes, as in the reference gate (OSBP "booking.create").
const ApprovalLifetime = 10 * time.Minute

// DefaultMaxPending is how many approvals one Gate keeps pending at a time.
const DefaultMaxPending = 4096

// GateOptions configure a Gate.
type GateOptions struct {
	// Store keeps pending approvals; required. Gates that share it accept each
	// other's tokens. It holds hashes and random salts, no summary and no token.
	Store store.Store
	// Namespace keeps organizations that share a store apart; see Namespace.
	Namespace string
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
	// Rand is the source of salts, safe for concurrent use; nil is crypto/rand.
	Rand io.Reader
	// Lifetime of a token, at most ApprovalLifetime; zero is ApprovalLifetime.
	Lifetime time.Duration
	// MaxPending bounds the approvals that this Gate has issued and that have not
	// expired; zero is DefaultMaxPending. At the bound a new challenge is refused
	// with store_unavailable, while issued ones go on.
	MaxPending int
	// Approver, when set, must also say yes before an approval counts.
	Approver Approver
}

// Approver is a confirmation primitive outside the agent's control, for hosts
// that can ask the human themselves. Approve sees the summary that the token is
// bound to; false or an error refuses the booking.
type Approver interface {
	Approve(ctx context.Context, summary string) (bool, error)
}

// Gate is the shared final-confirmation gate (OSBP "Canonical Flow", "Mandate
// Enforcement" 9): nothing is created before RequireApproval has seen the token
// of an earlier challenge for the same payload and the same summary. A Gate is
// safe for concurrent use; its zero value refuses everything.
type Gate struct {
	opts    GateOptions
	mu      sync.Mutex
	pending []time.Time // expiries of issued challenges, oldest first
}

// NewGate returns a Gate, or an error where an option is missing or out of range.
func NewGate(o GateOptions) (*Gate, error) {
	if o.Store == nil {
		return nil, errors.New("osbp: GateOptions.Store is required")
	}
	if len(o.Namespace) > maxNamespace {
		return nil, fmt.Errorf("osbp: GateOptions.Namespace is longer than %d bytes", maxNamespace)
	}
	if o.Lifetime < 0 || o.Lifetime > ApprovalLifetime {
		return nil, fmt.Errorf("osbp: GateOptions.Lifetime is not within 0 to %v", ApprovalLifetime)
	}
	if o.MaxPending < 0 {
		return nil, errors.New("osbp: GateOptions.MaxPending is negative")
	}
	if o.Lifetime == 0 {
		o.Lifetime = ApprovalLifetime
	}
	if o.MaxPending == 0 {
		o.MaxPending = DefaultMaxPending
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	return &Gate{opts: o}, nil
}

// Approved is the proof that a summary was approved for a payload. Only a Gate
// makes one; the zero value proves nothing.
type Approved struct {
	gate    *Gate
	payload [32]byte
	key     string
	version store.Version
	expires time.Time
}

// ErrSpent is returned by Spend where the approval is used up or has expired.
var ErrSpent = errors.New("osbp: approval is spent")

// RequireApproval returns an Approved when r.Approval confirms with the token of
// a live challenge for exactly this payload and summary. Otherwise the error is
// the challenge: a retryable *Problem of requires_user_confirmation, whose token
// stays the same while payload and summary do and the challenge lives, and is
// fresh when they changed. A declined Approver gives the terminal form. A store
// that fails gives store_unavailable. Rules: OSBP "booking.create".
func (g *Gate) RequireApproval(ctx context.Context, r ApprovalRequest) (*Approved, error) {
	if g == nil || g.opts.Store == nil {
		return nil, errors.New("osbp: Gate was not made by NewGate")
	}
	if r.PayloadHash == ([32]byte{}) {
		return nil, errors.New("osbp: ApprovalRequest.PayloadHash is missing")
	}
	summary := cleanText(r.Summary)
	if summary == "" {
		return nil, errors.New("osbp: ApprovalRequest.Summary is missing")
	}
	key := g.recordKey(r.PayloadHash)
	// A lost race is another instance's challenge: read again and serve that one.
	for range 4 {
		p, err := g.load(ctx, key)
		if err != nil {
			return nil, err
		}
		if p.live && p.covers(summary, r.Facts) {
			token := p.token(r.PayloadHash)
			if !confirms(r.Approval, token) {
				return nil, challenge(summary, token)
			}
			return g.approve(ctx, &Approved{g, r.PayloadHash, key, p.version, p.expires}, summary)
		}
		token, err := g.issue(ctx, key, p, &r, summary)
		if err == nil {
			return nil, challenge(summary, token)
		}
		if !lostRace(err) {
			return nil, err
		}
	}
	return nil, storeProblem(errors.New("osbp: approval record keeps changing"))
}

func confirms(a *Approval, token string) bool {
	return a != nil && a.Confirmed && subtle.ConstantTimeCompare([]byte(a.Token), []byte(token)) == 1
}

func (g *Gate) approve(ctx context.Context, a *Approved, summary string) (*Approved, error) {
	if g.opts.Approver == nil {
		return a, nil
	}
	yes := false
	err := contained(func() (err error) {
		yes, err = g.opts.Approver.Approve(ctx, summary)
		return err
	})
	if err != nil || !yes {
		return nil, withCause(NewProblem(CodeRequiresUserConfirmation,
			"The booking was not confirmed by the user outside the agent. It can't go on; hand off."), err)
	}
	return a, nil
}

// holds reports whether a is the token of a live challenge for the payload,
// whatever its summary: the judgement for a twin of a booking under way, whose
// slot can no longer be looked up.
func (g *Gate) holds(ctx context.Context, payload [32]byte, a *Approval) bool {
	if a == nil {
		return false
	}
	p, err := g.load(ctx, g.recordKey(payload))
	return err == nil && p.live && confirms(a, p.token(payload))
}

// issue writes a fresh challenge over what p found and returns its token.
func (g *Gate) issue(ctx context.Context, key string, p pendingApproval, r *ApprovalRequest, summary string) (string, error) {
	fresh := pendingApproval{expires: g.opts.Clock().Add(g.opts.Lifetime)}
	if _, err := io.ReadFull(g.opts.Rand, fresh.salt[:]); err != nil {
		return "", fmt.Errorf("osbp: no randomness for an approval token: %w", err)
	}
	fresh.check = fresh.summaryCheck(summary, r.Facts)
	value := fresh.encode()
	if !g.admit(fresh.expires) {
		return "", NewProblem(CodeStoreUnavailable, "Too many approvals are pending. Retry later.")
	}
	var err error
	if p.found {
		_, err = g.opts.Store.Swap(ctx, key, p.version, value, fresh.expires)
	} else {
		_, err = g.opts.Store.Create(ctx, key, value, fresh.expires)
	}
	switch {
	case err == nil:
		return fresh.token(r.PayloadHash), nil
	case lostRace(err):
		g.withdraw(fresh.expires)
		return "", err
	}
	g.withdraw(fresh.expires)
	return "", storeProblem(err)
}

// admit counts one more challenge, if it fits once the expired ones are forgotten.
func (g *Gate) admit(expires time.Time) bool {
	now := expires.Add(-g.opts.Lifetime)
	g.mu.Lock()
	defer g.mu.Unlock()
	for len(g.pending) > 0 && !now.Before(g.pending[0]) {
		g.pending = g.pending[1:]
	}
	if len(g.pending) >= g.opts.MaxPending {
		return false
	}
	g.pending = append(g.pending, expires)
	return true
}

// withdraw uncounts a challenge that did not come to be.
func (g *Gate) withdraw(expires time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := len(g.pending) - 1; i >= 0; i-- {
		if g.pending[i].Equal(expires) {
			g.pending = slices.Delete(g.pending, i, i+1)
			return
		}
	}
}

// Spend uses the approval up, so that its token is never accepted again. Of
// several callers one succeeds; the others get ErrSpent.
func (a *Approved) Spend(ctx context.Context) error {
	if a == nil || a.gate == nil {
		return errors.New("osbp: Approved was not made by a Gate")
	}
	err := a.gate.opts.Store.Delete(ctx, a.key, a.version)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrConflict) {
		return ErrSpent
	}
	return err
}
