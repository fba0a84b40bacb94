package adaptertest_test

import "github.com/openservicekit/openservice/osbp"

var idempotencyPayloadMutants = []mutant{
	{
		name: "the service is no part of the payload", check: "idempotency.conflict_service",
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.ServiceID = first.ServiceID }),
	},
	{
		name: "keys count for each service", check: "idempotency.conflict_service",
		adapter: keyed(func(c *osbp.BookingCreateInput, _ *rig) string { return c.ServiceID }),
	},
	{
		name: "the schedule is no part of the payload", check: "idempotency.conflict_schedule",
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.ScheduleID = first.ScheduleID }),
	},
	{
		name: "the provider is no part of the payload", check: "idempotency.conflict_provider",
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.ProviderID = first.ProviderID }),
	},
	{
		name: "the date is no part of the payload", check: "idempotency.conflict_date",
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.Date = first.Date }),
	},
	{
		name: "the email address is no part of the payload", check: "idempotency.conflict_email",
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Customer.Email = first.Customer.Email
		}),
	},
	{
		name: "names are no part of the payload", check: "idempotency.conflict_name",
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Customer.DisplayName = first.Customer.DisplayName
			now.Customer.GivenName, now.Customer.FamilyName = first.Customer.GivenName, first.Customer.FamilyName
		}),
	},
	{
		name: "of the mandate only its id is part of the payload", check: "idempotency.conflict_limits",
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			if first.Mandate != nil && now.Mandate != nil && first.Mandate.ID == now.Mandate.ID {
				now.Mandate = first.Mandate
			}
		}),
	},
	{
		name: "keys count for a day", check: "idempotency.replay_next_day",
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
