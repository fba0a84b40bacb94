package sandboxtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/wallclock"
)

// Harness returns one that has everything about the platform s, and nothing about an
// adapter: Adapter and the clock are the caller's to fill in, as is whatever else it can
// show. It changes the prices of two lessons, so that the fixtures have currencies of all
// kinds.
func Harness(s *sandbox.Sandbox) (*adaptertest.Harness, error) {
	if err := reprice(s); err != nil {
		return nil, fmt.Errorf("sandboxtest: %w", err)
	}
	d := desk{s}
	return &adaptertest.Harness{
		Fixtures: fixtures(),
		Creates:  func() int { return s.Counts().Creates },
		Identity: osbp.PlatformIdentity{Vendor: sandbox.Vendor, APIVersion: sandbox.APIVersion},

		TakeSlot: d.takeSlot,
		SetPrice: func(_ context.Context, f adaptertest.Fixture, price money.Money) error {
			return s.SetPrice(f.OrganizationID, f.ServiceID, &price)
		},
		SetNoShowFee: func(_ context.Context, f adaptertest.Fixture, fee money.Money) error {
			return d.changeTerms(f, func(t *sandbox.Terms) { t.MissedCharge = &fee })
		},
		SetNote: func(_ context.Context, f adaptertest.Fixture, note string) error {
			return d.changeTerms(f, func(t *sandbox.Terms) { t.CancelText = note })
		},
		Cancel:          func(_ context.Context, id string) error { return s.Cancel(id) },
		SetUnusualState: func(_ context.Context, id string) error { return s.SetState(id, sandbox.StateDisputed) },
		ForeignBooking: func(context.Context) (string, error) {
			return s.Reservations(sandbox.HarborHair)[0].Ref, nil
		},
		Code: d.code,

		RateLimit:      d.fault(sandbox.FaultSlowDown, sandbox.OpReserve),
		RateLimitReads: d.fault(sandbox.FaultSlowDown, reads...),
		FailReads:      d.fault(sandbox.FaultErrorBefore, reads...),
		MakeOther:      d.fault(sandbox.FaultWrongIDs, sandbox.OpReserve, sandbox.OpLookUp),
		MakeDearer:     d.fault(sandbox.FaultWrongPrice, sandbox.OpReserve, sandbox.OpLookUp),
		Retire:         d.fault(sandbox.FaultRetiring, slices.Concat(reads, []sandbox.Op{sandbox.OpReserve})...),
		HoldReads:      d.holdReads,
		GarbleReads:    d.fault(sandbox.FaultMalformed, reads...),
		GarbleCreates:  d.fault(sandbox.FaultMalformed, sandbox.OpReserve),
		HoldCreates:    d.fault(sandbox.FaultLate, sandbox.OpReserve),
		LoseAnswer: func(ctx context.Context, made bool) (func(), error) {
			kind := sandbox.FaultCutBefore
			if made {
				kind = sandbox.FaultCutAfter
			}
			return d.fault(kind, sandbox.OpReserve, sandbox.OpLookUp)(ctx)
		},
		FailCreates: func(ctx context.Context, made bool) (func(), error) {
			kind := sandbox.FaultErrorBefore
			if made {
				kind = sandbox.FaultErrorAfter
			}
			return d.fault(kind, sandbox.OpReserve, sandbox.OpLookUp)(ctx)
		},
	}, nil
}

var reads = []sandbox.Op{sandbox.OpDescribe, sandbox.OpOpenings, sandbox.OpTerms, sandbox.OpRead}

// desk is what a person at the platform does.
type desk struct{ *sandbox.Sandbox }

// fault returns what switches faults of one kind on, for all of ops.
func (d desk) fault(kind sandbox.FaultKind, ops ...sandbox.Op) func(context.Context) (func(), error) {
	return func(context.Context) (func(), error) {
		var offs []func()
		for _, op := range ops {
			off, err := d.SwitchOn(sandbox.Fault{Op: op, Kind: kind})
			if err != nil {
				return nil, err
			}
			offs = append(offs, off)
		}
		return func() {
			for _, off := range offs {
				off()
			}
		}, nil
	}
}

// holdReads makes reads wait, and tells of the first that does.
func (d desk) holdReads(context.Context) (<-chan struct{}, func(), error) {
	waiting := make(chan struct{})
	first := sync.OnceFunc(func() { close(waiting) })
	var offs []func()
	for _, op := range reads {
		off, err := d.SwitchOn(sandbox.Fault{Op: op, Kind: sandbox.FaultLate, Struck: first})
		if err != nil {
			return nil, nil, err
		}
		offs = append(offs, off)
	}
	return waiting, func() {
		for _, off := range offs {
			off()
		}
	}, nil
}

func (d desk) takeSlot(_ context.Context, slot osbp.Slot) error {
	local, err := wallclock.ParseDateTime(slot.StartsAtLocal)
	if err != nil {
		return err
	}
	open, err := d.Openings(sandbox.OpeningQuery{
		BusinessID: slot.OrganizationID, OfferingID: slot.ServiceID, CalendarID: slot.ScheduleID,
		StaffID: slot.ProviderID, Day: local.Date,
	})
	if err != nil {
		return err
	}
	for _, o := range open {
		if o.BeginsLocal == local {
			_, err := d.TakeAtDesk(o)
			return err
		}
	}
	return errors.New("sandboxtest: the slot is not open")
}

func (d desk) changeTerms(f adaptertest.Fixture, change func(*sandbox.Terms)) error {
	for _, b := range d.Businesses() {
		i := slices.IndexFunc(b.Offerings, func(o sandbox.Offering) bool { return o.ID == f.ServiceID })
		if b.ID == f.OrganizationID && i >= 0 {
			terms := b.Offerings[i].Terms
			change(&terms)
			return d.SetTerms(b.ID, f.ServiceID, terms)
		}
	}
	return errors.New("sandboxtest: there is no such service")
}

func (d desk) code(_ context.Context, c osbp.Customer) (string, error) {
	for _, to := range []string{c.Phone, c.Email} {
		if code := d.LastCode(to); code != "" {
			return code, nil
		}
	}
	return "", errors.New("sandboxtest: no code was sent to the customer")
}
