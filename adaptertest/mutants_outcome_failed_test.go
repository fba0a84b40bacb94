package adaptertest_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

var outcomeFailedMutants = []mutant{
	{
		name: "the platform is asked to skip its checks", check: "outcome.no_override",
		hand: func(q *quirks) { q.checksSkipped = true },
	},
	{
		name: "whoever has the slot is the one who asked", check: "outcome.lost_then_taken",
		platform: func(in osbp.Platform, _ *rig) osbp.Platform { return anybodysFinder{in.(wholePlatform)} },
	},
	{
		name: "the platform is told an initial for the given name", check: "outcome.customer_sent",
		hand: func(q *quirks) { q.guestByInitial = true },
	},
	{
		name: "what is not known is forgotten within the hour", check: "outcome.lost_then_later",
		also:    []string{"idempotency.replay_until_start", "idempotency.replay_next_day", "outcome.restart_then_later"},
		adapter: keyed(func(_ *osbp.BookingCreateInput, r *rig) string { return r.clock.now().Format("2006-01-02T15") }),
	},
	{
		name: "a create that is under way is taken over within the hour", check: "outcome.restart_then_later",
		also:    []string{"idempotency.replay_until_start", "idempotency.replay_next_day", "outcome.lost_then_later"},
		adapter: keyed(func(_ *osbp.BookingCreateInput, r *rig) string { return r.clock.now().Format("2006-01-02T15") }),
	},
	{
		name: "the platform is told of a guest of the agent's", check: "outcome.customer_sent",
		hand: func(q *quirks) { q.guestInvented = true },
	},
	{
		name: "availability is read once a day", check: "outcome.taken_not_offered",
		also: []string{"platform.retiring_harmless", "host.problem_unchanged", "time.started_not_offered", "containment.failing_reads", "outcome.booked_not_offered", "money.current", "platform.upstream", "host.event_ids", "containment.garbled_reads", "containment.rate_limited"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, find: cached(in.FindAvailability)}
		},
	},
	{
		name: "what was booked here stays listed", check: "outcome.booked_not_offered",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			var mu sync.Mutex
			var booked []osbp.Slot
			return brokenAdapter{
				BookingAdapter: in,
				find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
					slots, err := in.FindAvailability(ctx, i)
					mu.Lock()
					defer mu.Unlock()
					for _, s := range booked {
						if err == nil && s.ServiceID == i.ServiceID && strings.HasPrefix(s.StartsAtLocal, i.Date) {
							slots = append(slots, s)
						}
					}
					return slots, err
				},
				create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
					slots, _ := in.FindAvailability(ctx, osbp.AvailabilityFindInput{ServiceID: c.ServiceID, ScheduleID: c.ScheduleID, Date: c.Date})
					got, err := in.CreateBooking(ctx, c)
					for _, s := range slots {
						if err == nil && s.StartsAtLocal == c.Date+"T"+c.Time {
							mu.Lock()
							booked = append(booked, s)
							mu.Unlock()
						}
					}
					return got, err
				},
			}
		},
	},
	{
		name: "a server error is a refusal", check: "outcome.server_error_is_no_refusal",
		also: []string{"outcome.server_error_not_repeated", "outcome.server_error_then_settled"},
		hand: func(q *quirks) { q.serverErrorDefinite = true },
	},
	{
		name: "a server error is a refusal to the platform's mapping", check: "outcome.server_error_not_repeated",
		also: []string{"outcome.server_error_is_no_refusal", "outcome.server_error_then_settled"},
		platform: createAnswers(func(a *osbp.Appointment, err error) (*osbp.Appointment, error) {
			if errors.Is(err, sandbox.ErrStatus500) {
				return nil, osbp.Refused(osbp.NewProblem(osbp.CodePlatformUnavailable, "The platform failed."))
			}
			return a, err
		}),
	},
	{
		name: "a server error is tried again at once", check: "outcome.server_error_then_settled",
		also: []string{"outcome.server_error_not_repeated", "outcome.server_error_is_no_refusal"},
		platform: sending(func(ctx context.Context, in wholePlatform, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			a, err := in.CreateAppointment(ctx, b)
			if errors.Is(err, sandbox.ErrStatus500) {
				return in.CreateAppointment(ctx, b)
			}
			return a, err
		}),
	},
	{
		name: "a server error is hopefully a booking", check: "outcome.server_error_is_no_receipt",
		platform: sending(func(ctx context.Context, in wholePlatform, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			a, err := in.CreateAppointment(ctx, b)
			if errors.Is(err, sandbox.ErrStatus500) {
				return &osbp.Appointment{ID: "rsv_assumed"}, nil
			}
			return a, err
		}),
	},
	{
		name: "a lost answer is final", check: "outcome.unknown_retryable",
		hand: func(q *quirks) { q.unknownFinal = true },
	},
	{
		name: "whatever the platform made is what was approved", check: "outcome.other_is_no_receipt",
		also: []string{"outcome.dearer_is_no_receipt"},
		hand: func(q *quirks) { q.mismatchIgnored = true },
	},
	{
		name: "the price of what was made is not looked at", check: "outcome.dearer_is_no_receipt",
		platform: createAnswers(func(a *osbp.Appointment, err error) (*osbp.Appointment, error) {
			if a != nil {
				a.Price = nil
			}
			return a, err
		}),
	},
}

// anybodysFinder takes an appointment at the slot for the one that is looked for.
type anybodysFinder struct{ wholePlatform }

func (a anybodysFinder) FindAppointment(ctx context.Context, q osbp.AppointmentQuery) (osbp.Finding, error) {
	found, err := a.wholePlatform.FindAppointment(ctx, q)
	if err != nil || found.Found == osbp.FoundAppointment {
		return found, err
	}
	slots, err := a.wholePlatform.FindAvailability(ctx, osbp.AvailabilityFindInput{
		ServiceID: q.ServiceID, ScheduleID: q.ScheduleID, ProviderID: q.ProviderID, Date: q.Date,
	})
	if err != nil || slices.ContainsFunc(slots, func(s osbp.Slot) bool { return s.StartsAtLocal == q.Date+"T"+q.Time }) {
		return found, nil
	}
	s, err := a.wholePlatform.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: q.ServiceID})
	if err != nil {
		return found, nil
	}
	return osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{
		ID: "res_of_somebody", OrganizationID: q.OrganizationID, ServiceID: q.ServiceID, ScheduleID: q.ScheduleID,
		ProviderID: q.ProviderID, StartsAtLocal: q.Date + "T" + q.Time, Price: s.Price,
	}}, nil
}
