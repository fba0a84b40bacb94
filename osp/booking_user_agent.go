package osp

import (
	"context"
	"errors"
	"time"

	"github.com/openservicekit/openservice/store"
)

// The raw user-agent string is kept apart from the record of its request, because it goes earlier (OSP 7.6).

// keepUserAgent records the user agent of a request that is about to begin.
func (r *records) keepUserAgent(ctx context.Context, id string, p *Provenance, userAgent string) error {
	if userAgent == "" {
		return nil
	}
	ctx, cancel := r.within(ctx)
	defer cancel()
	_, err := r.store.Create(ctx, r.userAgentKey(id), []byte(userAgent), p.UserAgentUntil)
	if errors.Is(err, store.ErrExists) {
		return nil // of an earlier try
	}
	return err
}

// keptUserAgent returns the user agent of a request while it is kept.
func (r *records) keptUserAgent(ctx context.Context, e *entry) (userAgent string, until time.Time) {
	if e.Provenance.UserAgentUntil.IsZero() {
		return "", time.Time{}
	}
	ctx, cancel := r.within(ctx)
	defer cancel()
	kept, err := r.store.Get(ctx, r.userAgentKey(e.id))
	if err != nil {
		return "", time.Time{}
	}
	return string(kept.Value), kept.Expires
}

// dropUserAgent forgets the user agent of a request that is gone. If it fails, it goes when its time is over.
func (r *records) dropUserAgent(ctx context.Context, e *entry) {
	if e.Provenance.UserAgentUntil.IsZero() {
		return
	}
	key := r.userAgentKey(e.id)
	if kept, err := r.store.Get(ctx, key); err == nil {
		_ = r.store.Delete(ctx, key, kept.Version)
	}
}
