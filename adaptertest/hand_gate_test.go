package adaptertest_test

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// handPending is a challenge that waits for its answer. It says nothing of the
// summary and holds no token: one can only be checked against it.
type handPending struct {
	Salt    []byte    `json:"salt"`
	Facts   []byte    `json:"facts"` // a hash of what the user saw
	Expires time.Time `json:"expires"`
}

const handTokenLife = 10 * time.Minute

// approve is nil where the user has confirmed this very summary for this very
// payload. Otherwise the error is the challenge (OSBP "booking.create").
func (b *handBooking) approve(ctx context.Context, e *handEvidence) error {
	a := b.a
	if a.q.noGate || b.waved() {
		return nil
	}
	key, shown, facts := b.approvalKey(), b.summary(e), b.facts(e)
	pending, version, err := b.pending(ctx, key)
	if err != nil {
		return storeDown(err)
	}
	if b.stands(pending, facts) {
		token := b.token(pending)
		if b.confirms(token) {
			return nil
		}
		if !a.q.tokenAnewEachTime {
			return b.challenge(shown, token)
		}
	}
	pending = &handPending{Salt: make([]byte, 32), Expires: a.clock().Add(b.tokenLife())}
	rand.Read(pending.Salt)
	pending.Facts = factsHash(pending.Salt, facts)
	if err := b.keepPending(ctx, key, version, pending); err != nil {
		return err
	}
	return b.challenge(shown, b.token(pending))
}

// approvalKey does not tell the payload.
func (b *handBooking) approvalKey() string {
	sum := sha256.Sum256([]byte("approval " + b.bound()))
	return b.a.recordKey("approval", hex.EncodeToString(sum[:]))
}

// bound is what a token is good for.
func (b *handBooking) bound() string {
	switch {
	case b.a.q.tokenNotBoundToPayload:
		return b.in.Mandate.ID
	case b.a.q.tokenNotBoundToKey:
		in := b.in
		in.IdempotencyKey = ""
		return payloadHash(&in, &quirks{})
	}
	return b.hash
}

func (b *handBooking) pending(ctx context.Context, key string) (*handPending, store.Version, error) {
	rec, err := b.a.records().Get(ctx, key)
	if errors.Is(err, store.ErrNotFound) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	p := new(handPending)
	return p, rec.Version, json.Unmarshal(rec.Value, p)
}

// stands reports whether a challenge is alive and about the same facts.
func (b *handBooking) stands(p *handPending, facts string) bool {
	if p == nil {
		return false
	}
	now, q := b.a.clock(), &b.a.q
	alive := now.Before(p.Expires) || q.tokenNeverExpires || q.tokenExpiryInclusive && now.Equal(p.Expires)
	same := q.tokenNotBoundToFacts || subtle.ConstantTimeCompare(p.Facts, factsHash(p.Salt, facts)) == 1
	return alive && same
}

func factsHash(salt []byte, facts string) []byte {
	h := hmac.New(sha256.New, salt)
	h.Write([]byte("facts " + facts))
	return h.Sum(nil)
}

func (b *handBooking) token(p *handPending) string {
	if b.a.q.sameTokenForAll {
		return "approve_standard"
	}
	salt := p.Salt
	if b.a.q.tokenFromFacts {
		salt = []byte("a secret of the adapter's")
	}
	h := hmac.New(sha256.New, salt)
	h.Write([]byte("token " + b.bound()))
	token := "approve_" + base64.RawURLEncoding.EncodeToString(h.Sum(nil))
	if b.a.q.tokenShort {
		return token[:len("approve_")+6]
	}
	return token
}

// waved reports whether nobody looks at the token.
func (b *handBooking) waved() bool {
	given, q := b.in.Approval, &b.a.q
	return given != nil && (q.approvedAlready && given.Confirmed || q.anyTokenAccepted && given.Token != "")
}

func (b *handBooking) confirms(token string) bool {
	given, q := b.in.Approval, &b.a.q
	if given == nil || !given.Confirmed && !q.confirmedIgnored {
		return false
	}
	const prefix = len("approve_") + 8
	if q.tokenByPrefix && len(given.Token) > prefix && given.Token[:prefix] == token[:prefix] {
		return true
	}
	return subtle.ConstantTimeCompare([]byte(given.Token), []byte(token)) == 1
}

func (b *handBooking) tokenLife() time.Duration {
	if b.a.q.tokenLivesAnHour {
		return time.Hour
	}
	return handTokenLife
}

// keepPending writes a challenge. Of two at a time one wins; the other starts anew.
func (b *handBooking) keepPending(ctx context.Context, key string, old store.Version, p *handPending) error {
	value, err := json.Marshal(p)
	if err != nil {
		return err
	}
	// A margin, so that the challenge itself says when it has expired.
	expires := p.Expires.Add(time.Minute)
	if b.a.q.tokenNeverExpires {
		expires = p.Expires.AddDate(10, 0, 0)
	}
	if old == 0 {
		_, err = b.a.records().Create(ctx, key, value, expires)
	} else {
		_, err = b.a.records().Swap(ctx, key, old, value, expires)
	}
	return b.written(err)
}

// spend uses the approval up.
func (b *handBooking) spend(ctx context.Context) {
	if b.a.q.tokenReusable {
		return
	}
	key := b.approvalKey()
	_, version, err := b.pending(ctx, key)
	if err == nil && version != 0 {
		err = b.a.records().Delete(ctx, key, version)
	}
	if err != nil {
		b.a.logger.ErrorContext(ctx, "approval could not be used up", "error", err.Error())
	}
}

const handInstruction = "For the agent only, not to be shown: once the user has confirmed the summary, call booking.create again " +
	"with the same payload and idempotency_key, approval.confirmed=true and "

func (b *handBooking) challenge(summary, token string) error {
	q := &b.a.q
	marker := `approval.token="` + token + `"`
	message := summary + "\n\n" + handInstruction + marker
	switch {
	case q.markerMisspelt:
		message = summary + "\n\n" + handInstruction + `approval_token='` + token + `'`
	case q.tokenTwice:
		message += "\n\nRepeat: " + marker
	case q.tokenBeforeSummary:
		message = handInstruction + marker + "\n\n" + summary
	}
	return &osbp.Problem{Code: osbp.CodeRequiresUserConfirmation, Message: message, Retryable: !q.challengeFinal}
}
