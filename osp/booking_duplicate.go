package osp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/store"
)

// claim decides which of a person's requests for the same service, location and date goes to the sink: the one whose id
// stands in the record of the person. It moves a new request on to sending, or makes it a duplicate of the one that came
// before.
//
// The record of the person is always written before its request moves on, even if it names that request already, and taken
// from another request only when that one's record is gone: a request is freed only after the sink has refused it. So two of
// them can't both go on.
func (l *ledger) claim(ctx context.Context, e *entry) error {
	holder, err := l.claimPerson(ctx, e.Person, e.id)
	if err != nil {
		return err
	}
	if holder != e.id {
		e.State, e.DuplicateOf, e.Request, e.Result = stateDuplicate, holder, nil, nil
		return l.swap(ctx, e)
	}
	e.State, e.LeaseUntil = stateSending, l.clock().Add(l.lease)
	return l.swap(ctx, e)
}

// claimPerson returns the id of the person's request that counts, which is id if there is no other. It then has written the
// record of the person, so that whoever read it before is too late.
func (l *ledger) claimPerson(ctx context.Context, person, id string) (holder string, err error) {
	opCtx, cancel := l.within(ctx)
	defer cancel()
	key, until := l.personKey(person), l.clock().Add(l.span)
	held, err := l.store.Get(opCtx, key)
	if errors.Is(err, store.ErrNotFound) {
		_, err = l.store.Create(opCtx, key, []byte(id), until)
		return id, err
	}
	if err != nil {
		return "", err
	}
	if holder := string(held.Value); holder != id {
		if stands, err := l.standsFor(ctx, holder, person); stands || err != nil {
			return holder, err
		}
	}
	_, err = l.store.Swap(opCtx, key, held.Version, []byte(id), until)
	return id, err
}

// standsFor reports whether there is a record of the request that a person made under an id. An id that was freed may have come
// to mean another request since.
func (l *ledger) standsFor(ctx context.Context, id, person string) (bool, error) {
	e, err := l.get(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil && e.Person == person, err
}

// personHash tells the requests of the same person for the same service, location and date, without saying who it is.
func (l *ledger) personHash(ctx context.Context, r *ServiceRequest) (string, error) {
	key, err := l.secret.get(ctx, &l.records, l.clock())
	if err != nil {
		return "", unavailable(err)
	}
	mac := hmac.New(sha256.New, key)
	for _, part := range []string{r.Location.ID, r.Service.Slug, r.PreferredDate.String(), person(&r.Customer)} {
		fmt.Fprintf(mac, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// person is what a customer is recognized by: the digits of the phone without a leading 1, else the email in lower case.
func person(c *Customer) string {
	if c.Phone == "" {
		return "email " + strings.ToLower(c.Email)
	}
	digits := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, c.Phone)
	return "phone " + strings.TrimPrefix(digits, "1")
}

// secret is the key of the hashes. One that the operator doesn't give is made once and kept in the store.
type secret struct {
	mu   sync.Mutex
	key  []byte
	rand io.Reader
}

// secretLifetime is for ever, as far as a store knows it.
const secretLifetime = 100 * 365 * 24 * time.Hour

func (s *secret) get(ctx context.Context, r *records, now time.Time) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.key) > 0 {
		return s.key, nil
	}
	ctx, cancel := r.within(ctx)
	defer cancel()
	key := make([]byte, minPersonKey)
	if _, err := io.ReadFull(s.rand, key); err != nil {
		return nil, fmt.Errorf("osp: making a key: %w", err)
	}
	_, err := r.store.Create(ctx, r.secretKey(), key, now.Add(secretLifetime))
	if errors.Is(err, store.ErrExists) {
		var kept store.Record
		if kept, err = r.store.Get(ctx, r.secretKey()); err == nil {
			key = kept.Value
		}
	}
	if err != nil {
		return nil, err
	}
	s.key = key
	return key, nil
}
