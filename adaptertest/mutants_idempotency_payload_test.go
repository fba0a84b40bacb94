package adaptertest_test

import (
	"context"
	"fmt"
	"sync"

	"github.com/openservicekit/openservice/osbp"
)

var idempotencyPayloadMutants = []mutant{
	{
		name: "keys are cut to 64 characters", check: "idempotency.key_whole",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			c.IdempotencyKey = c.IdempotencyKey[:min(64, len(c.IdempotencyKey))]
		}),
	},
	{
		name: "names are joined before they are hashed", check: "idempotency.conflict_name_parts",
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			if was, is := first.Customer, &now.Customer; was.GivenName+was.FamilyName == is.GivenName+is.FamilyName {
				is.GivenName, is.FamilyName = was.GivenName, was.FamilyName
			}
		}),
	},
	{
		name: "the customer's id is no part of the payload", check: "idempotency.conflict_customer_id",
		also:    []string{"approval.bound_to_payload"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.Customer.ID = first.Customer.ID }),
	},
	{
		name: "of the mandate its id and its cap are part of the payload", check: "idempotency.conflict_limits",
		also: []string{"approval.bound_to_payload"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			was, is := first.Mandate, now.Mandate
			if was != nil && is != nil && was.ID == is.ID && was.MaxPrice != nil && is.MaxPrice != nil && *was.MaxPrice == *is.MaxPrice {
				now.Mandate = was
			}
		}),
	},
	{
		name: "what was called off is booked again", check: "idempotency.replay_after_cancel",
		adapter: booksAgain,
	},
	{
		name: "the service is no part of the payload", check: "idempotency.conflict_service",
		also:    []string{"approval.bound_to_payload"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.ServiceID = first.ServiceID }),
	},
	{
		name: "keys count for each service", check: "idempotency.conflict_service",
		adapter: keyed(func(c *osbp.BookingCreateInput, _ *rig) string { return c.ServiceID }),
	},
	{
		name: "the schedule is no part of the payload", check: "idempotency.conflict_schedule",
		also:    []string{"approval.bound_to_payload"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.ScheduleID = first.ScheduleID }),
	},
	{
		name: "the provider is no part of the payload", check: "idempotency.conflict_provider",
		also:    []string{"approval.bound_to_payload"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.ProviderID = first.ProviderID }),
	},
	{
		name: "the date is no part of the payload", check: "idempotency.conflict_date",
		also:    []string{"approval.bound_to_payload"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.Date = first.Date }),
	},
	{
		name: "the email address is no part of the payload", check: "idempotency.conflict_email",
		also: []string{"approval.bound_to_payload"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Customer.Email = first.Customer.Email
		}),
	},
	{
		name: "names are no part of the payload", check: "idempotency.conflict_name",
		also: []string{"approval.bound_to_payload", "idempotency.conflict_name_parts"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Customer.DisplayName = first.Customer.DisplayName
			now.Customer.GivenName, now.Customer.FamilyName = first.Customer.GivenName, first.Customer.FamilyName
		}),
	},
	{
		name: "of the mandate only its id is part of the payload", check: "idempotency.conflict_limits",
		also: []string{"approval.bound_to_payload"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			if first.Mandate != nil && now.Mandate != nil && first.Mandate.ID == now.Mandate.ID {
				now.Mandate = first.Mandate
			}
		}),
	},
	{
		name: "keys count for a day", check: "idempotency.replay_next_day",
		also:    []string{"idempotency.replay_until_start"},
		adapter: keyed(func(_ *osbp.BookingCreateInput, r *rig) string { return r.clock.now().Format("2006-01-02") }),
	},
}

// keyed keeps keys apart by something else.
func keyed(by func(c *osbp.BookingCreateInput, r *rig) string) adapterBreaks {
	return before(func(c *osbp.BookingCreateInput, r *rig) {
		if c.IdempotencyKey != "" {
			c.IdempotencyKey += "/" + by(c, r)
		}
	})
}

// booksAgain takes a key whose appointment was called off for one that has none.
func booksAgain(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
	var mu sync.Mutex
	booked, rounds := make(map[string]string), make(map[string]int)
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		key := c.IdempotencyKey
		mu.Lock()
		id, round := booked[key], rounds[key]
		mu.Unlock()
		if id != "" {
			if b, err := in.GetBooking(ctx, osbp.BookingStatusInput{BookingID: id}); err == nil && b.Status == osbp.BookingCancelled {
				round++
			}
		}
		if round > 0 {
			c.IdempotencyKey = fmt.Sprint(key, "/", round)
			if c.Approval != nil {
				_, err := in.CreateBooking(ctx, c)
				if challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil {
					c.Approval = challenge.Approval()
				}
			}
		}
		got, err := in.CreateBooking(ctx, c)
		if err == nil {
			mu.Lock()
			booked[key], rounds[key] = got.Receipt.BookingID, round
			mu.Unlock()
		}
		return got, err
	}}
}
