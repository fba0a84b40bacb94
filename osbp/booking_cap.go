package osbp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/openservicekit/openservice/store"
)

// maxBookingCap bounds MaxBookingsPerMandate, and with it the size of a record.
const maxBookingCap = 1000

const capMark = 16 // bytes kept of each counted key's hash

// The cap's record lists the keys that count against a mandate, so that a retry
// of one attempt never counts twice.
func (c *Creator) capKey(mandateID string) string {
	sum := sha256.Sum256([]byte(mandateID))
	return c.opts.Namespace + "mandate/" + hex.EncodeToString(sum[:])
}

func capProblem() *Problem {
	return NewProblem(CodeBookingCapReached,
		"The number of bookings that the operator allows under one mandate is used up. Ask the user for a new mandate.")
}

// capLeft refuses before the user is asked in vain. capTake decides.
func (c *Creator) capLeft(ctx context.Context, in *BookingCreateInput) error {
	if c.opts.MaxBookingsPerMandate == 0 {
		return nil
	}
	rec, err := c.opts.Store.Get(ctx, c.capKey(in.Mandate.ID))
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return storeProblem(err)
	}
	if capIndex(rec.Value, in.IdempotencyKey) < 0 && len(rec.Value)/capMark >= c.opts.MaxBookingsPerMandate {
		return capProblem()
	}
	return nil
}

// capTake counts the attempt against its mandate.
func (c *Creator) capTake(ctx context.Context, in *BookingCreateInput) error {
	if c.opts.MaxBookingsPerMandate == 0 {
		return nil
	}
	ctx, cancel := c.afterwards(ctx)
	defer cancel()
	expires := c.now()
	if at, ok := instantOf(in.Mandate.ExpiresAt); ok && at.After(expires) {
		expires = at
	}
	return c.capChange(ctx, in.Mandate.ID, expires.Add(RecordLifetime), func(marks []byte) ([]byte, error) {
		if capIndex(marks, in.IdempotencyKey) >= 0 {
			return marks, nil
		}
		if len(marks)/capMark >= c.opts.MaxBookingsPerMandate {
			return nil, capProblem()
		}
		return append(marks, capMarkOf(in.IdempotencyKey)...), nil
	})
}

// capGiveBack takes off the count an attempt that has certainly made nothing. If
// that fails the cap stays too tight, never too wide.
func (c *Creator) capGiveBack(ctx context.Context, mandateID, idempotencyKey string) {
	if c.opts.MaxBookingsPerMandate == 0 {
		return
	}
	ctx, cancel := c.afterwards(ctx)
	defer cancel()
	err := c.capChange(ctx, mandateID, c.now().Add(RecordLifetime), func(marks []byte) ([]byte, error) {
		if i := capIndex(marks, idempotencyKey); i >= 0 {
			marks = slices.Delete(marks, i, i+capMark)
		}
		return marks, nil
	})
	if err != nil {
		c.opts.Logger.Error("mandate's booking count could not be lowered",
			slog.String("mandate_id", mandateID), slog.String("error", logged(err)))
	}
}

// capChange applies change to the mandate's marks. The record lives until expires at
// least, and as long as it has lived so far.
func (c *Creator) capChange(ctx context.Context, mandateID string, expires time.Time, change func([]byte) ([]byte, error)) error {
	key := c.capKey(mandateID)
	if expires.After(endOfCalendar) {
		expires = endOfCalendar
	}
	for range 64 {
		rec, err := c.opts.Store.Get(ctx, key)
		missing := errors.Is(err, store.ErrNotFound)
		if err != nil && !missing {
			return storeProblem(err)
		}
		if rec.Expires.After(expires) {
			expires = rec.Expires
		}
		before := len(rec.Value)
		marks, err := change(rec.Value)
		switch {
		case err != nil:
			return err
		case len(marks) == before:
			return nil // whoever counted the attempt set the expiry
		case missing:
			_, err = c.opts.Store.Create(ctx, key, marks, expires)
		default:
			_, err = c.opts.Store.Swap(ctx, key, rec.Version, marks, expires)
		}
		switch {
		case err == nil:
			return nil
		case lostRace(err):
			continue
		}
		return storeProblem(err)
	}
	return storeProblem(errors.New("osbp: mandate's booking count keeps changing"))
}

// endOfCalendar is the last expiry that every store takes.
var endOfCalendar = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

func capMarkOf(idempotencyKey string) []byte {
	sum := sha256.Sum256([]byte(idempotencyKey))
	return sum[:capMark]
}

func capIndex(marks []byte, idempotencyKey string) int {
	mark := capMarkOf(idempotencyKey)
	for i := 0; i+capMark <= len(marks); i += capMark {
		if string(marks[i:i+capMark]) == string(mark) {
			return i
		}
	}
	return -1
}
