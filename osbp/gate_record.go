package osbp

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"time"

	"github.com/openservicekit/openservice/store"
)

// pendingApproval is a challenge as the store keeps it: a random salt and a
// salted hash of the summary. The token is derived from both and the payload
// hash, which the store does not hold, so a reader of the store learns neither
// the token nor whom the summary names, and every instance derives the same token.
type pendingApproval struct {
	salt    [32]byte
	check   [32]byte
	expires time.Time
	version store.Version
	found   bool // a record is there, live or not
	live    bool
}

const pendingFormat = 1

// Domain bytes keep the three hashes over the salt apart. All hashed messages have
// a fixed layout, so no delimiter is needed.
const (
	domainSummary byte = 's'
	domainToken   byte = 't'
)

const tokenPrefix = "approve_"

func (p *pendingApproval) summaryCheck(summary string, facts [32]byte) [32]byte {
	buf := make([]byte, 0, 65+1024)
	buf = append(buf, domainSummary)
	buf = append(buf, p.salt[:]...)
	buf = append(buf, facts[:]...)
	buf = append(buf, summary...)
	return sha256.Sum256(buf)
}

func (p *pendingApproval) covers(summary string, facts [32]byte) bool {
	check := p.summaryCheck(summary, facts)
	return subtle.ConstantTimeCompare(check[:], p.check[:]) == 1
}

func (p *pendingApproval) token(payload [32]byte) string {
	var msg [1 + 3*32]byte
	msg[0] = domainToken
	copy(msg[1:], p.salt[:])
	copy(msg[33:], payload[:])
	copy(msg[65:], p.check[:])
	sum := sha256.Sum256(msg[:])
	var out [len(tokenPrefix) + 43]byte
	copy(out[:], tokenPrefix)
	base64.RawURLEncoding.Encode(out[len(tokenPrefix):], sum[:])
	return string(out[:])
}

func (p *pendingApproval) encode() []byte {
	out := make([]byte, 0, 65)
	out = append(out, pendingFormat)
	out = append(out, p.salt[:]...)
	return append(out, p.check[:]...)
}

func (g *Gate) recordKey(payload [32]byte) string {
	sum := payloadMark("approval", payload)
	var space [256]byte
	key := append(append(space[:0], g.opts.Namespace...), "approval/"...)
	return string(hex.AppendEncode(key, sum[:]))
}

// payloadMark hashes a payload hash once more, under a label, for places where
// it is kept: a reader of the store can't go from there to a token.
func payloadMark(label string, payload [32]byte) [32]byte {
	var buf [64]byte // room for every label used here
	n := copy(buf[:], label)
	n += copy(buf[n:], payload[:])
	return sha256.Sum256(buf[:n])
}

// load reads the pending approval under key. A record of another format or past
// its expiry is found but not live.
func (g *Gate) load(ctx context.Context, key string) (pendingApproval, error) {
	rec, err := g.opts.Store.Get(ctx, key)
	if errors.Is(err, store.ErrNotFound) {
		return pendingApproval{}, nil
	}
	if err != nil {
		return pendingApproval{}, storeProblem(err)
	}
	p := pendingApproval{found: true, version: rec.Version, expires: rec.Expires}
	if len(rec.Value) == 65 && rec.Value[0] == pendingFormat && g.opts.Clock().Before(rec.Expires) {
		copy(p.salt[:], rec.Value[1:])
		copy(p.check[:], rec.Value[33:])
		p.live = true
	}
	return p, nil
}
