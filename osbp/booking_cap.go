package osbp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"slices"

	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// maxBookingCap bounds MaxBookingsPerMandate, and with it the size of a record.
const maxBookingCap = 1000

const capMark = 16 // bytes kept of each counted key's hash

// The cap's record lists the keys that count against a mandate, so that a retry
// of one attempt never counts twice.
func (c *Creator) capKey(in *BookingCreateInput) string {
	sum := sha256.Sum256([]byte(in.Mandate.ID))
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
	rec, err := c.opts.Store.Get(ctx, c.capKey(in))
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return storeProblem(err)
	}
	if capIndex(rec.Value, in) < 0 && len(rec.Value)/capMark >= c.opts.MaxBookingsPerMandate {
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
	return c.capChange(ctx, in, func(marks []byte) ([]byte, error) {
		if capIndex(marks, in) >= 0 {
			return marks, nil
		}
		if len(marks)/capMark >= c.opts.MaxBookingsPerMandate {
			return nil, capProblem()
		}
		return append(marks, capMarkOf(in)...), nil
	})
}

// capGiveBack takes the attempt off the count after a definite refusal. If that
// fails the cap stays too tight, never too wide.
func (c *Creator) capGiveBack(ctx context.Context, in *BookingCreateInput) {
	if c.opts.MaxBookingsPerMandate == 0 {
		return
	}
	ctx, cancel := c.afterwards(ctx)
	defer cancel()
	err := c.capChange(ctx, in, func(marks []byte) ([]byte, error) {
		if i := capIndex(marks, in); i >= 0 {
			marks = slices.Delete(marks, i, i+capMark)
		}
		return marks, nil
	})
	if err != nil {
		c.opts.Logger.Error("mandate's booking count could not be lowered",
			slog.String("mandate_id", in.Mandate.ID), slog.String("error", logged(err)))
	}
}

func (c *Creator) capChange(ctx context.Context, in *BookingCreateInput, change func([]byte) ([]byte, error)) error {
	key, expires := c.capKey(in), c.now().Add(RecordLifetime)
	if at, err := wallclock.ParseInstant(in.Mandate.ExpiresAt); err == nil && at.Add(RecordLifetime).After(expires) {
		expires = at.Add(RecordLifetime)
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
		marks, err := change(rec.Value)
		if err != nil {
			return err
		}
		if missing {
			_, err = c.opts.Store.Create(ctx, key, marks, expires)
		} else {
			_, err = c.opts.Store.Swap(ctx, key, rec.Version, marks, expires)
		}
		switch {
		case err == nil:
			return nil
		case errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrExists), errors.Is(err, store.ErrNotFound):
			continue
		}
		return storeProblem(err)
	}
	return storeProblem(errors.New("osbp: mandate's booking count keeps changing"))
}

func capMarkOf(in *BookingCreateInput) []byte {
	sum := sha256.Sum256([]byte(in.IdempotencyKey))
	return sum[:capMark]
}

func capIndex(marks []byte, in *BookingCreateInput) int {
	mark := capMarkOf(in)
	for i := 0; i+capMark <= len(marks); i += capMark {
		if string(marks[i:i+capMark]) == string(mark) {
			return i
		}
	}
	return -1
}
