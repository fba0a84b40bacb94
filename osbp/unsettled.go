package osbp

import (
	"context"
	"errors"
	"iter"
	"strings"
	"time"
)

// Unsettled is a booking attempt whose outcome is not known, for the operator.
type Unsettled struct {
	IdempotencyKey   string
	MandateID        string
	OrganizationID   string
	ServiceID        string
	ScheduleID       string
	ProviderID       string
	StartsAtLocal    string
	ScheduleTimezone string
	// Since is when the key was first bound; the record lives until Expires.
	Since, Expires time.Time
}

// Unsettled lists the attempts that may have reached the platform and have no
// outcome: those left unknown, those whose appointment is not what was approved, and
// those still marked as sending after their time, as a crash leaves them. Someone
// should look at each and call SettleUnknown.
func (c *Creator) Unsettled(ctx context.Context) iter.Seq2[Unsettled, error] {
	return func(yield func(Unsettled, error) bool) {
		if !c.made() {
			yield(Unsettled{}, errZeroCreator)
			return
		}
		prefix := c.key("")
		for rec, err := range c.opts.Store.List(ctx, prefix) {
			if err != nil {
				yield(Unsettled{}, err)
				return
			}
			a, err := decodeAttempt(rec)
			if err != nil {
				if !yield(Unsettled{}, err) {
					return
				}
				continue
			}
			if !c.unsettled(&a) {
				continue
			}
			if !yield(Unsettled{
				IdempotencyKey: strings.TrimPrefix(rec.Key, prefix), MandateID: a.mandateID,
				OrganizationID: c.opts.OrganizationID, ServiceID: a.serviceID, ScheduleID: a.scheduleID,
				ProviderID: a.providerID, StartsAtLocal: a.startsAtLocal, ScheduleTimezone: a.timezone,
				Since: a.since, Expires: a.expires,
			}, nil) {
				return
			}
		}
	}
}

// ErrNotUnsettled is returned by SettleUnknown for a key that is not unsettled.
var ErrNotUnsettled = errors.New("osbp: booking attempt is not unsettled")

// SettleUnknown records what a person found out about an unsettled attempt, by
// looking at the platform: with FoundAppointment its receipt is replayed from then
// on; with FoundNever the key may be used again. FoundUnknown is an error, and so is
// an appointment that is not what was approved.
func (c *Creator) SettleUnknown(ctx context.Context, idempotencyKey string, f Finding) error {
	if !c.made() {
		return errZeroCreator
	}
	key := c.key(idempotencyKey)
	a, err := c.load(ctx, key)
	if err != nil {
		return err
	}
	if !c.unsettled(&a) {
		return ErrNotUnsettled
	}
	switch f.Found {
	case FoundNever:
		return c.free(ctx, key, &a, idempotencyKey)
	case FoundAppointment:
		if err := c.matches(&a, f.Appointment); err != nil {
			return err
		}
		a.settleAs(f.Appointment.ID)
		if err := c.save(ctx, key, &a); err != nil {
			return err
		}
		c.remember(ctx, idempotencyKey, &a)
		return nil
	}
	return errors.New("osbp: Finding says neither appointment nor never")
}

// unsettled reports whether an attempt may have reached the platform and nobody is
// at it any more.
func (c *Creator) unsettled(a *attempt) bool {
	return a.inDoubt() && (a.state != stateSending || !c.now().Before(a.lease))
}
