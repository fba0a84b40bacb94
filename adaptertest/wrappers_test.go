package adaptertest_test

import (
	"context"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// booking replaces CreateBooking of a sound adapter.
func booking(broken func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error)) adapterBreaks {
	return func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			return broken(ctx, in, c, r)
		}}
	}
}

// refusals changes what a sound adapter refuses creates with.
func refusals(change func(p osbp.Problem, c osbp.BookingCreateInput) osbp.Problem) adapterBreaks {
	return booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		if p := osbp.AsProblem(err); p != nil {
			changed := change(*p, c)
			return got, &changed
		}
		return got, err
	})
}

// isChallenge reports whether a refusal puts the booking to the user.
func isChallenge(p osbp.Problem) bool {
	return p.Code == osbp.CodeRequiresUserConfirmation && p.Retryable
}

// issued is a token that a sound adapter has given out.
type issued struct {
	token, summary string
	in             osbp.BookingCreateInput
	at             time.Time
	booked         bool
}

// alive reports whether the token has not expired.
func (i issued) alive(at time.Time) bool { return at.Sub(i.at) < osbp.ApprovalLifetime }

// trusting lets a token pass that the sound gate refuses, where it is good enough.
func trusting(goodEnough func(was issued, now osbp.BookingCreateInput, summary string, at time.Time) bool) adapterBreaks {
	return func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
		var mu sync.Mutex
		var given []*issued
		trusted := func(c osbp.BookingCreateInput, summary string) bool {
			if c.Approval == nil || !c.Approval.Confirmed {
				return false
			}
			mu.Lock()
			defer mu.Unlock()
			for _, was := range given {
				if goodEnough(*was, c, summary, r.clock.now()) {
					return true
				}
			}
			return false
		}
		booked := func(c osbp.BookingCreateInput) {
			mu.Lock()
			defer mu.Unlock()
			for _, was := range given {
				if c.Approval != nil && was.token == c.Approval.Token {
					was.booked = true
				}
			}
		}
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil {
				booked(c)
			}
			challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err))
			if perr != nil {
				return got, err
			}
			if trusted(c, challenge.Summary) {
				c.Approval = challenge.Approval()
				return in.CreateBooking(ctx, c)
			}
			mu.Lock()
			given = append(given, &issued{token: challenge.Token, summary: challenge.Summary, in: c, at: r.clock.now()})
			mu.Unlock()
			return got, err
		}}
	}
}

// samePayload reports whether two inputs have one payload, keys apart.
func samePayload(a, b osbp.BookingCreateInput) bool {
	a.IdempotencyKey, b.IdempotencyKey = "any", "any"
	one, err1 := osbp.PayloadHash(&a)
	two, err2 := osbp.PayloadHash(&b)
	return err1 == nil && err2 == nil && one == two
}

// remembering keeps, for each key, the first input that passed or was challenged under
// it, and has change make another input of the two.
func remembering(change func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		var mu sync.Mutex
		first := make(map[string]osbp.BookingCreateInput)
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			mu.Lock()
			was, known := first[c.IdempotencyKey]
			mu.Unlock()
			if known {
				change(was, &c)
			}
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); err == nil || p != nil && isChallenge(*p) {
				mu.Lock()
				if !known {
					first[c.IdempotencyKey] = c
				}
				mu.Unlock()
			}
			return got, err
		}}
	}
}

// receipted keeps the receipts that a sound adapter has given, and may answer with one
// of them.
func receipted(answer func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		var mu sync.Mutex
		var given []receiptOf
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			mu.Lock()
			so := given
			mu.Unlock()
			got, err := answer(ctx, in, c, so)
			if err == nil && got != nil {
				mu.Lock()
				given = append(given, receiptOf{c, *got})
				mu.Unlock()
			}
			return got, err
		}}
	}
}

type receiptOf struct {
	in     osbp.BookingCreateInput
	result osbp.CreateResult
}

// brokenPlatform is the sandbox with some calls replaced.
type brokenPlatform struct {
	wholePlatform
	describe func(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error)
	find     func(context.Context, osbp.AvailabilityFindInput) ([]osbp.Slot, error)
	explain  func(context.Context, osbp.PolicyExplainInput) (*osbp.Policy, error)
	create   func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error)
}

func (b brokenPlatform) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	if b.describe == nil {
		return b.wholePlatform.DescribeService(ctx, in)
	}
	return b.describe(ctx, in)
}

func (b brokenPlatform) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	if b.find == nil {
		return b.wholePlatform.FindAvailability(ctx, in)
	}
	return b.find(ctx, in)
}

func (b brokenPlatform) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	if b.explain == nil {
		return b.wholePlatform.ExplainPolicy(ctx, in)
	}
	return b.explain(ctx, in)
}

func (b brokenPlatform) CreateAppointment(ctx context.Context, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	if b.create == nil {
		return b.wholePlatform.CreateAppointment(ctx, booking)
	}
	return b.create(ctx, booking)
}

// platformBreaks is what mutant.platform is.
type platformBreaks = func(in osbp.Platform, r *rig) osbp.Platform

// sending replaces the platform's create.
func sending(broken func(ctx context.Context, in wholePlatform, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error)) platformBreaks {
	return func(in osbp.Platform, _ *rig) osbp.Platform {
		whole := in.(wholePlatform)
		return brokenPlatform{wholePlatform: whole, create: func(ctx context.Context, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			return broken(ctx, whole, booking)
		}}
	}
}

// createAnswers changes the platform's answer to creates.
func createAnswers(change func(*osbp.Appointment, error) (*osbp.Appointment, error)) platformBreaks {
	return sending(func(ctx context.Context, in wholePlatform, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return change(in.CreateAppointment(ctx, booking))
	})
}

// cached answers a read from the first answer that it got.
func cached[In comparable, Out any](read func(context.Context, In) (Out, error)) func(context.Context, In) (Out, error) {
	var mu sync.Mutex
	kept := make(map[In]Out)
	return func(ctx context.Context, in In) (Out, error) {
		mu.Lock()
		defer mu.Unlock()
		if out, ok := kept[in]; ok {
			return out, nil
		}
		out, err := read(ctx, in)
		if err == nil {
			kept[in] = out
		}
		return out, err
	}
}

// rebuilt replaces the rig's adapter by one of its own options.
func rebuilt(change func(o *osbp.AdapterOptions, r *rig, business string)) func(r *rig, business string) (osbp.BookingAdapter, error) {
	return func(r *rig, business string) (osbp.BookingAdapter, error) {
		o, err := r.sandbox.AdapterOptions(business)
		if err != nil {
			return nil, err
		}
		p, err := r.platform(business)
		if err != nil {
			return nil, err
		}
		o.Store, o.Logger = r.store, r.logger
		change(&o, r, business)
		return osbp.NewAdapter(p, o)
	}
}

// ownStore is a store that nobody else has.
func ownStore(r *rig) store.Store {
	s, err := store.NewMemory(store.MemoryOptions{Clock: r.clock.now})
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

// selfApproved confirms a challenge on its own, when it thinks that it may. booked are the
// inputs that have led to a booking.
func selfApproved(when func(c osbp.BookingCreateInput, booked []osbp.BookingCreateInput) bool) adapterBreaks {
	return receipted(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		var booked []osbp.BookingCreateInput
		for _, was := range given {
			booked = append(booked, was.in)
		}
		if challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil && when(c, booked) {
			c.Approval = challenge.Approval()
			return in.CreateBooking(ctx, c)
		}
		return got, err
	})
}
