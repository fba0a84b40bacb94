package adaptertest_test

import (
	"context"
	"sync"

	"github.com/openservicekit/openservice/osbp"
)

var statusOtherMutants = []mutant{
	{
		name: "a customer who is named has one booking, the latest", check: "status.of_customer",
		adapter: latestOf(true),
	},
	{
		name: "an unknown id is the latest booking of the customer who is named", check: "status.of_customer",
		adapter: latestOf(false),
	},
	{
		name: "local records are everybody's", check: "status.local_of_other",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in,
				create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
					got, err := in.CreateBooking(ctx, c)
					if err == nil {
						if b, berr := in.GetBooking(ctx, osbp.BookingStatusInput{BookingID: got.Receipt.BookingID}); berr == nil && b.Runtime != nil {
							houseRecords(r).Store(got.Receipt.BookingID, *b)
						}
					}
					return got, err
				},
				status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
					b, err := in.GetBooking(ctx, i)
					if err != nil {
						if was, ok := houseRecords(r).Load(i.BookingID); ok {
							b := was.(osbp.Booking)
							return &b, nil
						}
					}
					return b, err
				}}
		},
	},
	{
		name: "what was cancelled is over", check: "status.cancelled_not_over",
		adapter: reporting(func(b *osbp.Booking) {
			if b.Status == osbp.BookingCancelled {
				b.Status = osbp.BookingCompleted
			}
		}),
	},
	{
		name: "what was cancelled was missed", check: "status.cancelled_not_over",
		adapter: reporting(func(b *osbp.Booking) {
			if b.Status == osbp.BookingCancelled {
				b.Status = osbp.BookingNoShow
			}
		}),
	},
}

// latestOf reads the latest booking of a customer who is named: always, or where no
// booking has the id.
func latestOf(always bool) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		var mu sync.Mutex
		last := map[string]string{}
		return brokenAdapter{BookingAdapter: in,
			create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				got, err := in.CreateBooking(ctx, c)
				if err == nil {
					mu.Lock()
					last[c.Customer.Phone] = got.Receipt.BookingID
					mu.Unlock()
				}
				return got, err
			},
			status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				b, err := in.GetBooking(ctx, i)
				if i.Customer != nil && (always || err != nil) && i.BookingID != "" {
					mu.Lock()
					id := last[i.Customer.Phone]
					mu.Unlock()
					if id != "" {
						i.BookingID = id
						return in.GetBooking(ctx, i)
					}
				}
				return b, err
			}}
	}
}

// houseRecords are the records of all adapters of a rig.
func houseRecords(r *rig) *sync.Map {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.first == nil {
		r.first = new(sync.Map)
	}
	return r.first
}
