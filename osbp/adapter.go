package osbp

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"iter"
)

// Adapter carries every obligation of an OSBP adapter around a Platform (OSBP
// "Adapter Contract"): it checks what the platform answers, derives instants,
// validates mandates, asks for approval, books at most once, and answers status
// from the platform where that can be read. One Adapter serves one organization.
// It is safe for concurrent use; make one with NewAdapter.
type Adapter struct {
	platform Platform
	verifier Verifier
	opts     AdapterOptions
	creator  *Creator
}

var _ BookingAdapter = (*Adapter)(nil)

// NewAdapter wraps p, or says which option is missing or out of range. A Verifier
// or AppointmentFinder among p's methods is used.
func NewAdapter(p Platform, o AdapterOptions) (*Adapter, error) {
	if isNil(p) {
		return nil, errors.New("osbp: NewAdapter needs a Platform")
	}
	if err := o.complete(); err != nil {
		return nil, err
	}
	if len(o.ContactKey) == 0 && o.VerifyPendingOnly {
		o.ContactKey = make([]byte, 32)
		if _, err := io.ReadFull(rand.Reader, o.ContactKey); err != nil {
			return nil, err
		}
	}
	gate, err := NewGate(GateOptions{
		Store: o.Approvals, Namespace: o.Namespace, Clock: o.Clock, Rand: o.Rand,
		Lifetime: o.ApprovalLifetime, MaxPending: o.MaxPendingApprovals, Approver: o.Approver,
	})
	if err != nil {
		return nil, err
	}
	a := &Adapter{platform: p, opts: o}
	a.verifier, _ = p.(Verifier)
	finder, _ := p.(AppointmentFinder)
	a.creator, err = NewCreator(CreatorOptions{
		OrganizationID: o.OrganizationID, Namespace: o.Namespace, Store: o.Store, Gate: gate,
		Clock: o.Clock, Logger: o.Logger, Finder: finder, NativeIdempotency: o.NativeIdempotency,
		MaxBookingsPerMandate: o.MaxBookingsPerMandate,
		CreateTimeout:         o.CreateTimeout, FindTimeout: o.FindTimeout, StoreTimeout: o.StoreTimeout,
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

var errZeroAdapter = errors.New("osbp: Adapter was not made by NewAdapter")

// Platform returns the adapter's static identity for audit events.
func (a *Adapter) Platform() PlatformIdentity {
	return PlatformIdentity{Vendor: a.opts.Vendor, APIVersion: a.opts.APIVersion}
}

// OrganizationID returns the organization that this adapter serves.
func (a *Adapter) OrganizationID() string { return a.opts.OrganizationID }

// Close refuses further bookings and waits for those under way: see Creator.Close.
func (a *Adapter) Close(ctx context.Context) error { return a.creator.Close(ctx) }

// Unsettled lists the attempts of unknown outcome: see Creator.Unsettled.
func (a *Adapter) Unsettled(ctx context.Context) iter.Seq2[Unsettled, error] {
	return a.creator.Unsettled(ctx)
}

// SettleUnknown records what a person found out: see Creator.SettleUnknown.
func (a *Adapter) SettleUnknown(ctx context.Context, idempotencyKey string, f Finding) error {
	return a.creator.SettleUnknown(ctx, idempotencyKey, f)
}
