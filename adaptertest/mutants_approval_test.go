package adaptertest_test

import (
	"context"

	"github.com/openservicekit/openservice/osbp"
)

var approvalMutants = []mutant{
	{
		name: "the challenge is terminal", check: "approval.challenged",
		also: []string{"approval.no_create_before"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				got, err := in.CreateBooking(ctx, c)
				if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeRequiresUserConfirmation {
					return got, &osbp.Problem{Code: p.Code, Message: p.Message}
				}
				return got, err
			}}
		},
	},
	{
		name: "no approval gate", check: "approval.no_create_before",
		also: []string{"approval.*"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				got, err := in.CreateBooking(ctx, c)
				if challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil {
					c.Approval = challenge.Approval()
					return in.CreateBooking(ctx, c)
				}
				return got, err
			}}
		},
	},
}
