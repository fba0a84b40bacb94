package adaptertest_test

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// unknown ends a create of which nobody knows what became: the record says so, and
// the platform is asked.
func (b *handBooking) unknown(ctx context.Context, r *handRecord, cause error) (*osbp.CreateResult, error) {
	q := &b.a.q
	b.shout(ctx, "booking outcome is unknown; it must not be repeated on a guess", cause)
	switch {
	case q.unknownRetried:
		return nil, b.release(ctx, r, outcomeUnknown(q))
	case q.unknownReportedAsRefusal:
		return nil, b.release(ctx, r, refuseHand(osbp.CodePlatformUnavailable, "The booking platform did not answer. Retry later."))
	case q.unknownRetriedInside:
		if made, err := b.a.reserve(ctx, b, r.evidence()); err == nil {
			b.done(ctx, r, made)
			return &osbp.CreateResult{Receipt: b.receipt(r)}, nil
		}
	}
	r.State, r.Lease = handUnknown, time.Time{}
	if err := b.save(ctx, r); err != nil {
		b.shout(ctx, "unknown outcome could not be recorded; the record still says sending", err)
		return nil, outcomeUnknown(q)
	}
	ctx, cancel := context.WithTimeout(ctx, b.a.patience)
	defer cancel()
	result, err := b.ask(ctx, r)
	if result == nil && err == nil {
		// The key is free again; the agent's retry goes on from the top.
		return nil, outcomeUnknown(q)
	}
	return result, err
}

func outcomeUnknown(q *quirks) error {
	p := osbp.NewProblem(osbp.CodeBookingOutcomeUnknown, "The booking was sent to the platform and its outcome is not known. It may exist. "+
		"Retry with the same payload and idempotency_key to ask again; never book again under another one. If it stays unknown, hand off.")
	p.Retryable = !q.unknownFinal
	return p
}

// ask finds out what became of a create. Neither result nor error is the platform's
// final word that nothing did and nothing will: then the key is bound and free.
func (b *handBooking) ask(ctx context.Context, r *handRecord) (*osbp.CreateResult, error) {
	var got struct {
		Reservations []handReservation
		Final        bool
	}
	err := b.a.wire.do(ctx, handCall{
		method: http.MethodGet, path: []string{"shops", b.a.organization, "reservations"},
		query: url.Values{"key": {b.in.IdempotencyKey}},
	}, &got)
	switch {
	case err != nil:
		b.shout(ctx, "the platform can't say what became of a booking", err)
	case len(got.Reservations) == 1 && r.matches(b.a, &got.Reservations[0]):
		ctx = context.WithoutCancel(ctx)
		b.done(ctx, r, &got.Reservations[0])
		b.spend(ctx)
		return &osbp.CreateResult{Receipt: b.receipt(r), Runtime: &osbp.Runtime{
			Message: "The answer to the create was lost; the platform was asked and has the appointment. No second create was made.",
		}}, nil
	case len(got.Reservations) == 1:
		b.shout(ctx, "the appointment found is not what was approved", errHandOther)
	case len(got.Reservations) == 0 && got.Final && !r.Disputed:
		r.State = handBound
		return nil, b.save(ctx, r)
	}
	return nil, outcomeUnknown(&b.a.q)
}
