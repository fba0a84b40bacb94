package adaptertest_test

import (
	"context"
	"errors"
	"slices"

	"github.com/openservicekit/openservice/osbp"
)

// creatingOver books through an adapter over another view of the platform than the reads
// have.
func creatingOver(view func(wholePlatform) osbp.Platform) opener {
	return func(r *rig, business string) (osbp.BookingAdapter, error) {
		p, err := r.platform(business)
		if err != nil {
			return nil, err
		}
		sound, err := r.adapterOver(business, p)
		if err != nil {
			return nil, err
		}
		broken, err := r.adapterOver(business, view(p.(wholePlatform)))
		return brokenAdapter{BookingAdapter: sound, create: broken.CreateBooking}, err
	}
}

// insteadOf answers a create that is refused with one of some codes with another one.
func insteadOf(codes []osbp.Code, answer osbp.Code) adapterBreaks {
	return booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		if p := osbp.AsProblem(err); p != nil && slices.Contains(codes, p.Code) {
			return nil, osbp.NewProblem(answer, "That can't be booked.")
		}
		return got, err
	})
}

var containmentWrongWordMutants = []mutant{
	{
		name: "evidence that can't be fetched is the last that could", check: "containment.failing_evidence",
		also: []string{"containment.rate_limited_evidence"},
		open: creatingOver(func(whole wholePlatform) osbp.Platform {
			return brokenPlatform{
				wholePlatform: whole,
				describe:      orLast(whole.DescribeService, func(s *osbp.Service) bool { return s != nil }),
				explain:       orLast(whole.ExplainPolicy, func(p *osbp.Policy) bool { return p != nil }),
				find:          orLast(whole.FindAvailability, func(s []osbp.Slot) bool { return len(s) > 0 }),
			}
		}),
	},
	{
		name: "a list of slots that can't be fetched is a slot that is gone", check: "containment.failing_evidence",
		adapter: insteadOf([]osbp.Code{osbp.CodeInternalAdapterError, osbp.CodePlatformUnavailable}, osbp.CodeSlotTaken),
	},
	{
		name: "a list of slots that can't be read is a slot that is gone", check: "containment.garbled_evidence",
		adapter: insteadOf([]osbp.Code{osbp.CodePlatformResultInvalid}, osbp.CodeSlotTaken),
	},
	{
		name: "a limit on the list of slots is a slot that is gone", check: "containment.rate_limited_evidence",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if errors.Is(err, osbp.CodeRateLimited) {
				if _, err := in.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: c.ServiceID}); errors.Is(err, osbp.CodeRateLimited) {
					return nil, osbp.NewProblem(osbp.CodeSlotTaken, "The slot is gone.")
				}
			}
			return got, err
		}),
	},
	{
		name: "a status that can't be fetched is none", check: "status.not_found_in_trouble",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				b, err := in.GetBooking(ctx, i)
				if p := osbp.AsProblem(err); p != nil && (p.Code == osbp.CodeInternalAdapterError || p.Code == osbp.CodePlatformUnavailable) {
					return nil, osbp.NewProblem(osbp.CodeBookingNotFound, "There is no such appointment.")
				}
				return b, err
			}}
		},
	},
	{
		name: "for a caller who has left there are no openings", check: "containment.cancelled",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
				if ctx.Err() != nil {
					return []osbp.Slot{}, nil
				}
				return in.FindAvailability(ctx, i)
			}}
		},
	},
	{
		name: "slots that can't be read are left out", check: "containment.garbled_reads",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
				slots, err := in.FindAvailability(ctx, i)
				if errors.Is(err, osbp.CodePlatformResultInvalid) {
					return []osbp.Slot{}, nil
				}
				return slots, err
			}}
		},
	},
}
