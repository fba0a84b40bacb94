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
// outcome: those left unknown, and those still marked as sending after their time,
// as a crash leaves them. Someone should look at each and call SettleUnknown.
func (c *Creator) Unsettled(ctx context.Context) iter.Seq2[Unsettled, error] {
	return func(yield func(Unsettled, error) bool) {
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
			if !a.inDoubt() || (a.state == stateSending && c.now().Before(a.lease)) {
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
// on; with FoundNever the key may be used again. FoundUnknown is an error.
func (c *Creator) SettleUnknown(ctx context.Context, idempotencyKey string, f Finding) error {
	key := c.key(idempotencyKey)
	a, err := c.load(ctx, key)
	if err != nil {
		return err
	}
	if !a.found || !a.inDoubt() || (a.state == stateSending && c.now().Before(a.lease)) {
		return ErrNotUnsettled
	}
	switch f.Found {
	case FoundNever:
		a.state, a.lease = stateBound, time.Time{}
		return c.save(ctx, key, &a)
	case FoundAppointment:
		if f.Appointment == nil || f.Appointment.ID == "" || len(f.Appointment.ID) > maxBookingID ||
			cleanText(f.Appointment.ID) != f.Appointment.ID {
			return errors.New("osbp: Finding.Appointment has no usable id")
		}
		date, clock, _ := strings.Cut(a.startsAtLocal, "T")
		a.settleAs(idempotencyKey, f.Appointment.ID, date, clock)
		if err := c.save(ctx, key, &a); err != nil {
			return err
		}
		c.remember(ctx, idempotencyKey, &a)
		return nil
	}
	return errors.New("osbp: Finding says neither appointment nor never")
}
