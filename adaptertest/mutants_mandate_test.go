package adaptertest_test

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/wallclock"
)

var mandateMutants = slices.Concat(
	mandateFormMutants, mandateScopeMutants, mandateWindowMutants, mandatePriceMutants, mandatePaymentMutants, mandateSlotMutants,
	mandateEdgeMutants,
)

// before is an adapter that makes something else of a booking.create before it looks at
// it, so that a rule never sees what it is about.
func before(change func(c *osbp.BookingCreateInput, r *rig)) func(osbp.BookingAdapter, *rig) osbp.BookingAdapter {
	return func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			if c.Mandate != nil {
				own := *c.Mandate
				c.Mandate = &own
			}
			change(&c, r)
			return in.CreateBooking(ctx, c)
		}}
	}
}

// laxer is before for what is only about the mandate.
func laxer(change func(m *osbp.Mandate)) func(osbp.BookingAdapter, *rig) osbp.BookingAdapter {
	return before(func(c *osbp.BookingCreateInput, _ *rig) {
		if c.Mandate != nil {
			change(c.Mandate)
		}
	})
}

// stricter is an adapter that refuses what it should not: where code is not empty.
func stricter(when func(c osbp.BookingCreateInput, r *rig) osbp.Code) func(osbp.BookingAdapter, *rig) osbp.BookingAdapter {
	return func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			if c.Mandate != nil {
				if code := when(c, r); code != "" {
					return nil, osbp.NewProblem(code, "The mandate does not allow this.")
				}
			}
			return in.CreateBooking(ctx, c)
		}}
	}
}

// stricterMandate is stricter for what is only about the mandate.
func stricterMandate(code osbp.Code, when func(m *osbp.Mandate) bool) func(osbp.BookingAdapter, *rig) osbp.BookingAdapter {
	return stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
		if when(c.Mandate) {
			return code
		}
		return ""
	})
}

// leftOut is an adapter written by hand without one of its steps.
func leftOut(step string) func(*quirks) { return func(q *quirks) { q.skips = step } }

var mandateFormMutants = []mutant{
	{
		name: "fractions of a second are no time", check: "mandate.expires_at_fraction",
		adapter: stricterMandate(osbp.CodeInvalidMandate, func(m *osbp.Mandate) bool { return strings.Contains(m.ExpiresAt, ".") }),
	},
	{
		name: "the time is read once, when the call comes", check: "mandate.expires_meanwhile",
		hand: func(q *quirks) { q.timeReadOnce = true },
	},
	{
		name: "a mandate is good for one booking", check: "mandate.reusable",
		also: []string{"shape.receipt", "approval.each_challenged"},
		adapter: receipted(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
			for _, was := range given {
				if c.Mandate != nil && was.in.Mandate.ID == c.Mandate.ID && was.in.IdempotencyKey != c.IdempotencyKey {
					return nil, osbp.NewProblem(osbp.CodeInvalidMandate, "The mandate was used.")
				}
			}
			return in.CreateBooking(ctx, c)
		}),
	},
	{
		name: "without a mandate there is a default one", check: "mandate.required", also: []string{"input.*", "containment.*"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return before(func(c *osbp.BookingCreateInput, r *rig) {
				if c.Mandate == nil {
					c.Mandate = &osbp.Mandate{
						ID: "default", ExpiresAt: wallclock.FormatInstant(r.clock.now().Add(time.Hour)),
						AllowedActions: []osbp.Tool{osbp.ToolBookingCreate}, OrganizationID: in.(*osbp.Adapter).OrganizationID(),
					}
				}
			})(in, r)
		},
	},
	{
		name: "a mandate needs no id", check: "mandate.id_required",
		also: []string{"mandate.refusals_final", "mandate_order.form_before_expiry"},
		adapter: laxer(func(m *osbp.Mandate) {
			if m.ID == "" {
				m.ID = "unnamed"
			}
		}),
	},
	{
		name: "a mandate needs no organization", check: "mandate.organization_required",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return laxer(func(m *osbp.Mandate) {
				if m.OrganizationID == "" {
					m.OrganizationID = in.(*osbp.Adapter).OrganizationID()
				}
			})(in, r)
		},
	},
	{
		name: "a mandate without an expiry is for ever", check: "mandate.expires_at_required",
		adapter: laxer(func(m *osbp.Mandate) {
			if m.ExpiresAt == "" {
				m.ExpiresAt = "9999-12-31T23:59:59Z"
			}
		}),
	},
	{
		name: "an expiry without an offset is UTC", check: "mandate.expires_at_naked",
		hand: func(q *quirks) { q.nakedExpiry = true },
	},
	{
		name: "an expiry that is a date is the end of that day", check: "mandate.expires_at_date_only",
		adapter: laxer(func(m *osbp.Mandate) {
			if len(m.ExpiresAt) == len(time.DateOnly) {
				m.ExpiresAt += "T23:59:59Z"
			}
		}),
	},
	{
		name: "February 30 is March 2", check: "mandate.expires_at_not_a_date",
		adapter: laxer(func(m *osbp.Mandate) { m.ExpiresAt = strings.Replace(m.ExpiresAt, "-02-30T", "-03-02T", 1) }),
	},
	{
		name: "an offset that is none is left out", check: "mandate.expires_at_not_an_offset",
		adapter: laxer(func(m *osbp.Mandate) {
			if _, err := wallclock.ParseInstant(m.ExpiresAt); err != nil && len(m.ExpiresAt) > 19 {
				m.ExpiresAt = m.ExpiresAt[:19] + "Z"
			}
		}),
	},
	{
		name: "a mandate never expires", check: "mandate.expired",
		also: []string{
			"mandate.expired_by_instant", "mandate.expired_at_the_instant", "mandate.expires_between", "mandate.refusals_final",
			"mandate_order.expiry_before_action", "leak.*", "input.*",
		},
		hand: leftOut("expiry"),
	},
	{
		name: "the offset of an expiry is cut off", check: "mandate.expired_by_instant",
		also: []string{"mandate.valid_by_instant"},
		adapter: laxer(func(m *osbp.Mandate) {
			if _, err := wallclock.ParseInstant(m.ExpiresAt); err == nil && !strings.HasSuffix(m.ExpiresAt, "Z") {
				m.ExpiresAt = m.ExpiresAt[:19] + "Z"
			}
		}),
	},
	{
		name: "an expiry must be in UTC", check: "mandate.valid_by_instant",
		also: []string{"mandate.expired_by_instant"},
		adapter: stricterMandate(osbp.CodeInvalidMandate, func(m *osbp.Mandate) bool {
			_, err := wallclock.ParseInstant(m.ExpiresAt)
			return err == nil && !strings.HasSuffix(m.ExpiresAt, "Z")
		}),
	},
	{
		name: "a mandate holds at the instant of its expiry", check: "mandate.expired_at_the_instant",
		hand: func(q *quirks) { q.expiryInclusive = true },
	},
	{
		name: "a mandate expires half a minute early", check: "mandate.valid_just_before",
		adapter: stricter(func(c osbp.BookingCreateInput, r *rig) osbp.Code {
			if at, err := wallclock.ParseInstant(c.Mandate.ExpiresAt); err == nil && at.Sub(r.clock.now()) < 30*time.Second && at.After(r.clock.now()) {
				return osbp.CodeMandateExpired
			}
			return ""
		}),
	},
	{
		name: "a mandate that was once valid stays so", check: "mandate.expires_between",
		also: []string{"mandate.expires_meanwhile"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			seen := map[string]bool{}
			return before(func(c *osbp.BookingCreateInput, r *rig) {
				if c.Mandate == nil {
					return
				}
				at, err := wallclock.ParseInstant(c.Mandate.ExpiresAt)
				if err != nil || at.Sub(r.clock.now()) > 2*time.Minute {
					return
				}
				if seen[c.Mandate.ID] || at.Sub(r.clock.now()) > 30*time.Second {
					seen[c.Mandate.ID] = true
					c.Mandate.ExpiresAt = wallclock.FormatInstant(at.Add(time.Hour))
				}
			})(in, r)
		},
	},
	{
		name: "no allowed_actions allow every action", check: "mandate.actions_empty",
		also: []string{"mandate.refusals_final", "leak.*"},
		adapter: laxer(func(m *osbp.Mandate) {
			if len(m.AllowedActions) == 0 {
				m.AllowedActions = []osbp.Tool{osbp.ToolBookingCreate}
			}
		}),
	},
	{
		name: "allowed_actions are not looked at", check: "mandate.actions_other",
		also: []string{
			"mandate.actions_empty", "mandate.actions_alike", "mandate.validated_with_approval", "mandate.refusals_final",
			"mandate_order.action_before_organization", "leak.*",
		},
		hand: leftOut("action"),
	},
	{
		name: "allowed_actions may have an asterisk", check: "mandate.actions_alike",
		adapter: laxer(func(m *osbp.Mandate) {
			if slices.Contains(m.AllowedActions, "booking.*") {
				m.AllowedActions = []osbp.Tool{osbp.ToolBookingCreate}
			}
		}),
	},
	{
		name: "an action of another version spoils the mandate", check: "mandate.actions_beside",
		adapter: stricterMandate(osbp.CodeActionNotAllowed, func(m *osbp.Mandate) bool {
			return slices.ContainsFunc(m.AllowedActions, func(t osbp.Tool) bool { return !t.Valid() })
		}),
		also: []string{"mandate_order.*"},
	},
	{
		name: "a call that brings an approval was validated before", check: "mandate.validated_with_approval",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Approval != nil && c.Mandate != nil && !slices.Contains(c.Mandate.AllowedActions, osbp.ToolBookingCreate) {
				c.Mandate.AllowedActions = []osbp.Tool{osbp.ToolBookingCreate}
			}
		}),
	},
	{
		name: "a price over the cap may be tried again", check: "mandate.refusals_final",
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodePriceExceedsMandate },
	},
	{
		name: "a service out of scope may be tried again", check: "mandate.refusals_final",
		also: []string{"host.problem_unchanged"},
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeServiceNotAllowed },
	},
	{
		name: "the mandate is not looked at when everything else is fine", check: "mandate.expired",
		also: []string{"verification.mandate_again", "mandate.*", "mandate_order.*", "leak.*", "input.*", "containment.*", "host.*", "approval.terminal_*"},
		hand: func(q *quirks) { q.ignoresMandate = true },
	},
	{
		name: "the mandate is held to the request alone", check: "mandate.price_over_cap",
		also: []string{"mandate.*", "mandate_order.*", "leak.*", "money.*", "approval.terminal_*"},
		hand: func(q *quirks) { q.preflightOnly = true },
	},
}

var mandateScopeMutants = []mutant{
	{
		name: "an empty list pins nobody where nobody is named", check: "mandate.provider_none_unnamed",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if m := c.Mandate; m != nil && c.ProviderID == "" && len(m.ProviderIDs) == 0 {
				m.ProviderIDs = nil
			}
		}),
	},
	{
		name: "organizations match by their beginning", check: "mandate.organization_exact",
		adapter: before(func(c *osbp.BookingCreateInput, r *rig) {
			for _, b := range r.sandbox.Businesses() {
				if c.Mandate != nil && strings.HasPrefix(c.Mandate.OrganizationID, b.ID) {
					c.Mandate.OrganizationID = b.ID
				}
			}
		}),
	},
	{
		name: "organizations match whatever the letters", check: "mandate.organization_exact",
		adapter: before(func(c *osbp.BookingCreateInput, r *rig) {
			for _, b := range r.sandbox.Businesses() {
				if c.Mandate != nil && strings.EqualFold(b.ID, c.Mandate.OrganizationID) {
					c.Mandate.OrganizationID = b.ID
				}
			}
		}),
	},
	{
		name: "services match whatever the letters", check: "mandate.service_exact",
		also: []string{"mandate.service_other"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate != nil {
				c.Mandate.ServiceIDs = unfolded(c.Mandate.ServiceIDs, c.ServiceID)
			}
		}),
	},
	{
		name: "schedules match whatever the letters", check: "mandate.schedule_exact",
		also: []string{"mandate.schedule_other"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate != nil {
				c.Mandate.ScheduleIDs = unfolded(c.Mandate.ScheduleIDs, c.ScheduleID)
			}
		}),
	},
	{
		name: "providers match whatever the letters", check: "mandate.provider_exact",
		also: []string{"mandate.provider_other"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate != nil {
				c.Mandate.ProviderIDs = unfolded(c.Mandate.ProviderIDs, c.ProviderID)
			}
		}),
	},
	{
		name: "a provider that is not named may be tried again", check: "mandate.refusals_final",
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeProviderUnknown },
	},
	{
		name: "the mandate's organization is not compared", check: "mandate.organization_other",
		also: []string{"mandate.refusals_final", "mandate_order.organization_before_service", "mandate.organization_exact"},
		hand: leftOut("organization"),
	},
	{
		name: "a mandate without any limit is refused", check: "mandate.widest",
		also: []string{
			"mandate.*", "mandate_order.*", "summary.price_now", "summary.price_not_display", "approval.each_challenged",
			"approval.bound_to_time", "idempotency.conflict_service", "idempotency.conflict_schedule",
			"idempotency.conflict_provider", "idempotency.conflict_date", "idempotency.conflict_email",
			"idempotency.conflict_name", "idempotency.conflict_limits",
		},
		adapter: stricterMandate(osbp.CodeInvalidMandate, func(m *osbp.Mandate) bool {
			return m.ServiceIDs == nil && m.ScheduleIDs == nil && m.ProviderIDs == nil && m.EarliestStart == "" && m.LatestEnd == "" && m.MaxPrice == nil
		}),
	},
	{
		name: "a mandate must leave something to spare", check: "mandate.tightest",
		also: []string{"mandate.ends_at_latest", "mandate.window_to_the_minute", "mandate.wall_clock_not_instant"},
		hand: func(q *quirks) { q.latestExclusive = true },
	},
	{
		name: "no service_ids allow none", check: "mandate.service_left_out",
		also: []string{
			"mandate.*", "mandate_order.*", "summary.price_now", "summary.price_not_display", "idempotency.conflict_service",
		},
		adapter: laxer(func(m *osbp.Mandate) {
			if m.ServiceIDs == nil {
				m.ServiceIDs = []string{}
			}
		}),
	},
	{
		name: "no schedule_ids allow none", check: "mandate.schedule_left_out",
		also: []string{
			"mandate.*", "mandate_order.*", "summary.price_now", "summary.price_not_display", "idempotency.conflict_schedule",
		},
		adapter: laxer(func(m *osbp.Mandate) {
			if m.ScheduleIDs == nil {
				m.ScheduleIDs = []string{}
			}
		}),
	},
	{
		name: "no provider_ids allow none", check: "mandate.provider_left_out",
		also: []string{"summary.zone_of_time",
			"mandate.*", "mandate_order.*", "approval.terminal_*", "summary.price_of_slot", "summary.price_now",
			"summary.price_not_display", "idempotency.conflict_provider",
		},
		adapter: laxer(func(m *osbp.Mandate) {
			if m.ProviderIDs == nil {
				m.ProviderIDs = []string{}
			}
		}),
	},
	{
		name: "empty service_ids allow every service", check: "mandate.service_none",
		also: []string{"mandate.refusals_final"},
		adapter: laxer(func(m *osbp.Mandate) {
			if len(m.ServiceIDs) == 0 {
				m.ServiceIDs = nil
			}
		}),
	},
	{
		name: "empty schedule_ids allow every schedule", check: "mandate.schedule_none",
		also: []string{"mandate.refusals_final"},
		adapter: laxer(func(m *osbp.Mandate) {
			if len(m.ScheduleIDs) == 0 {
				m.ScheduleIDs = nil
			}
		}),
	},
	{
		name: "empty lists allow everything", check: "mandate.provider_none",
		also: []string{"mandate.service_none", "mandate.schedule_none", "mandate.refusals_final"},
		hand: func(q *quirks) { q.emptyListAllows = true },
	},
	{
		name: "service_ids are not looked at", check: "mandate.service_other",
		also: []string{"mandate.judged_anew",
			"mandate.service_none", "mandate.names_are_no_ids", "mandate.refusals_final",
			"mandate_order.service_before_schedule", "mandate_order.scope_before_window_form",
			"mandate_order.scope_before_consultation", "mandate_order.scope_before_availability", "leak.*",
			"mandate.service_exact",
		},
		hand: leftOut("service"),
	},
	{
		name: "schedule_ids are not looked at", check: "mandate.schedule_other",
		also: []string{"mandate.schedule_names_are_no_ids",
			"mandate.schedule_none", "mandate.refusals_final", "mandate_order.schedule_before_provider",
			"mandate.schedule_exact",
		},
		hand: leftOut("schedule"),
	},
	{
		name: "provider_ids are not looked at", check: "mandate.provider_other",
		also: []string{
			"mandate.provider_none", "mandate.provider_names_are_no_ids", "mandate.provider_unnamed", "mandate.provider_none_unnamed",
			"mandate.provider_unsaid", "mandate.refusals_final", "mandate_order.provider_before_window",
			"mandate_order.provider_before_window_form", "mandate.provider_exact",
		},
		hand: leftOut("provider"),
	},
	{
		name: "ids match by their beginning", check: "mandate.service_other",
		also: []string{"mandate.schedule_other", "mandate.provider_other"},
		hand: func(q *quirks) { q.prefixMatches = true },
	},
	{
		name: "ids match in any case", check: "mandate.schedule_other",
		also: []string{"mandate.schedule_exact"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate == nil {
				return
			}
			if slices.ContainsFunc(c.Mandate.ScheduleIDs, func(id string) bool { return strings.EqualFold(id, c.ScheduleID) }) {
				c.Mandate.ScheduleIDs = []string{c.ScheduleID}
			}
		}),
	},
	{
		name: "only the first id of a list counts", check: "mandate.one_of_several",
		adapter: laxer(func(m *osbp.Mandate) { m.ServiceIDs = m.ServiceIDs[:min(len(m.ServiceIDs), 1)] }),
	},
	{
		name: "service_ids may be names", check: "mandate.names_are_no_ids",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return before(func(c *osbp.BookingCreateInput, _ *rig) {
				if c.Mandate == nil || len(c.Mandate.ServiceIDs) == 0 {
					return
				}
				s, err := in.DescribeService(context.Background(), osbp.ServiceDescribeInput{ServiceID: c.ServiceID})
				if err == nil && slices.Contains(c.Mandate.ServiceIDs, s.Name) {
					c.Mandate.ServiceIDs = []string{s.ID}
				}
			})(in, r)
		},
	},
	{
		name: "provider_ids may be names", check: "mandate.provider_names_are_no_ids",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return before(func(c *osbp.BookingCreateInput, _ *rig) {
				if c.Mandate == nil || len(c.Mandate.ProviderIDs) == 0 || c.ProviderID == "" || slices.Contains(c.Mandate.ProviderIDs, c.ProviderID) {
					return
				}
				slots, err := in.FindAvailability(context.Background(), osbp.AvailabilityFindInput{
					ServiceID: c.ServiceID, ScheduleID: c.ScheduleID, ProviderID: c.ProviderID, Date: c.Date,
				})
				if err == nil && len(slots) > 0 && slices.Contains(c.Mandate.ProviderIDs, slots[0].ProviderName) {
					c.Mandate.ProviderIDs = []string{c.ProviderID}
				}
			})(in, r)
		},
	},
	{
		name: "who is not named is nobody's concern", check: "mandate.provider_unnamed",
		also: []string{"mandate.provider_none_unnamed", "mandate.provider_unsaid", "mandate.refusals_final"},
		hand: func(q *quirks) { q.pinnedButUnnamed = true },
	},
	{
		name: "a slot needs a provider", check: "mandate.provider_not_needed",
		also: []string{"summary.zone_of_time", "mandate.slot_price_*", "mandate.payment_unknown", "mandate_order.price_before_unknown_payment", "approval.terminal_*", "summary.price_of_slot"},
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if c.ProviderID == "" {
				return osbp.CodeProviderUnknown
			}
			return ""
		}),
	},
	{
		name: "a request without a provider takes the mandate's", check: "mandate.provider_unsaid",
		also: []string{"mandate.refusals_final"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.ProviderID == "" && c.Mandate != nil && len(c.Mandate.ProviderIDs) == 1 && !strings.HasPrefix(c.Mandate.ProviderIDs[0], "provider_") {
				c.ProviderID = c.Mandate.ProviderIDs[0]
			}
		}),
	},
}

var mandateWindowMutants = []mutant{
	{
		name: "earliest_start is held to the minute", check: "mandate.starts_before_earliest",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if m := c.Mandate; m != nil && len(m.EarliestStart) == len("2006-01-02T15:04:05") {
				m.EarliestStart = m.EarliestStart[:len("2006-01-02T15:04")]
			}
		}),
	},
	{
		name: "latest_end is held to the minute", check: "mandate.ends_after_latest",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if m := c.Mandate; m != nil && strings.HasSuffix(m.LatestEnd, ":59") {
				m.LatestEnd = spareMinute(m.LatestEnd)
			}
		}),
	},
	{
		name: "earliest_start is compared as text", check: "mandate.time_to_the_minute",
		hand: func(q *quirks) { q.timesAsText = true },
	},
	{
		name: "a slot must start after earliest_start", check: "mandate.starts_at_earliest",
		also: []string{
			"mandate.tightest", "mandate.window_to_the_minute", "mandate.wall_clock_not_instant",
			"mandate.time_to_the_minute",
		},
		hand: func(q *quirks) { q.earliestExclusive = true },
	},
	{
		name: "earliest_start is not looked at", check: "mandate.starts_before_earliest",
		also: []string{"mandate.refusals_final", "mandate_order.early_before_price"},
		hand: leftOut("start"),
	},
	{
		name: "a slot must end before latest_end", check: "mandate.ends_at_latest",
		also: []string{"mandate.tightest", "mandate.window_to_the_minute", "mandate.wall_clock_not_instant"},
		hand: func(q *quirks) { q.latestExclusive = true },
	},
	{
		name: "latest_end is held to the start", check: "mandate.ends_after_latest",
		also: []string{"mandate.ends_next_day", "mandate_order.late_before_price", "mandate_order.late_before_currency"},
		hand: func(q *quirks) { q.endForgotten = true },
	},
	{
		name: "latest_end is held to the time of day", check: "mandate.ends_next_day",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return before(func(c *osbp.BookingCreateInput, _ *rig) {
				if c.Mandate != nil && c.Mandate.LatestEnd == c.Date+"T23:59:00" {
					c.Mandate.LatestEnd = "" // midnight is 00:00, and so before it
				}
			})(in, r)
		},
	},
	{
		name: "the window is compared as text", check: "mandate.window_to_the_minute",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate != nil && len(c.Mandate.LatestEnd) == len("2006-01-02T15:04") {
				if at, err := time.Parse("2006-01-02T15:04", c.Mandate.LatestEnd); err == nil {
					c.Mandate.LatestEnd = at.Add(-time.Second).Format("2006-01-02T15:04:05")
				}
			}
		}),
	},
	{
		name: "offsets of the window are cut off", check: "mandate.earliest_with_offset",
		also: []string{"mandate.latest_with_offset", "mandate_order.window_form_before_window", "mandate.time_with_offset", "mandate.time_with_numeric_offset", "input.*"},
		hand: func(q *quirks) { q.offsetCutOff = true },
	},
	{
		name: "a Z on latest_end is cut off", check: "mandate.latest_with_offset",
		also:    []string{"mandate_order.window_form_before_window"},
		adapter: laxer(func(m *osbp.Mandate) { m.LatestEnd = strings.TrimSuffix(m.LatestEnd, "Z") }),
	},
	{
		name: "a Z on the time is cut off", check: "mandate.time_with_offset",
		also:    []string{"input.*"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) { c.Time = strings.TrimSuffix(c.Time, "Z") }),
	},
	{
		name: "an offset on the time is cut off", check: "mandate.time_with_numeric_offset",
		also:    []string{"input.*"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) { c.Time, _, _ = strings.Cut(c.Time, "-") }),
	},
	{
		name: "an earliest_start that can't be read is none", check: "mandate.earliest_not_a_date",
		also: []string{"leak.*", "mandate.earliest_with_offset"},
		adapter: laxer(func(m *osbp.Mandate) {
			if _, err := wallclock.ParseDateTime(m.EarliestStart); err != nil {
				m.EarliestStart = ""
			}
		}),
	},
	{
		name: "the window is held to the slot's instants", check: "mandate.wall_clock_not_instant",
		also: []string{"mandate.*", "mandate_order.*", "approval.bound_to_time", "time.round_trip"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			zone, err := time.LoadLocation("America/New_York") // the plain fixture's
			if err != nil {
				r.t.Fatal(err)
			}
			return before(func(c *osbp.BookingCreateInput, _ *rig) {
				if c.Mandate == nil || in.(*osbp.Adapter).OrganizationID() != sandbox.MeridianTutors {
					return
				}
				if at, err := time.Parse("2006-01-02T15:04:05", c.Mandate.EarliestStart); err == nil {
					c.Mandate.EarliestStart = at.In(zone).Format("2006-01-02T15:04:05")
				}
				if at, err := time.Parse("2006-01-02T15:04:05", c.Mandate.LatestEnd); err == nil {
					c.Mandate.LatestEnd = at.In(zone).Format("2006-01-02T15:04:05")
				}
			})(in, r)
		},
	},
}

// unfolded writes an id in a list as it is asked for.
func unfolded(list []string, id string) []string {
	out := slices.Clone(list)
	for i := range out {
		if strings.EqualFold(out[i], id) {
			out[i] = id
		}
	}
	return out
}

// spareMinute is the next full minute of a wall clock that is a second before it.
func spareMinute(local string) string {
	at, err := time.Parse("2006-01-02T15:04:05", local)
	if err != nil {
		return local
	}
	return at.Add(time.Second).Format("2006-01-02T15:04:05")
}
