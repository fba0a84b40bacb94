package adaptertest_test

import (
	"context"
	"slices"
	"sync"

	"github.com/openservicekit/openservice/osbp"
)

var outcomeMutants = slices.Concat([]mutant{
	{
		name: "slots that were open once stay open", check: "outcome.slot_taken",
		also: []string{"time.started_not_offered",
			"outcome.slot_taken_retryable", "containment.recovers", "outcome.taken_not_offered", "outcome.booked_not_offered",
		},
		platform: stillOpen,
	},
	{
		name: "a slot that is gone is an error of the adapter's", check: "outcome.slot_taken",
		also: []string{
			"outcome.taken_then_open",
			"mandate.time_not_offered", "mandate.date_not_offered", "idempotency.one_slot_two_keys",
			"outcome.slot_taken_after_challenge", "outcome.slot_taken_in_flight", "outcome.slot_taken_retryable",
		},
		hand: func(q *quirks) {
			q.codeRenamed = [2]osbp.Code{osbp.CodeSlotTaken, osbp.CodeInternalAdapterError}
		},
	},
	{
		name: "an approved slot that is gone is an expired approval", check: "outcome.slot_taken_after_challenge",
		also: []string{"outcome.taken_then_open", "idempotency.one_slot_two_keys", "outcome.slot_taken_in_flight"},
		adapter: refusals(func(p osbp.Problem, c osbp.BookingCreateInput) osbp.Problem {
			if p.Code == osbp.CodeSlotTaken && c.Approval != nil {
				p.Code = "approval_void"
			}
			return p
		}),
	},
	{
		name: "what the platform refuses at the create is not understood", check: "outcome.slot_taken_in_flight",
		platform: createAnswers(func(a *osbp.Appointment, err error) (*osbp.Appointment, error) {
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeSlotTaken {
				return nil, osbp.Refused(osbp.NewProblem("platform_says_no", "The platform says no."))
			}
			return a, err
		}),
	},
	{
		name: "slot_taken is not retryable", check: "outcome.slot_taken_retryable",
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeSlotTaken },
	},
	{
		name: "a limit is a refusal without a word", check: "outcome.rate_limited",
		also: []string{"outcome.rate_limited_retryable"},
		platform: createAnswers(func(a *osbp.Appointment, err error) (*osbp.Appointment, error) {
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeRateLimited {
				return nil, osbp.Refused(&osbp.Problem{Code: "platform_says_no", Message: "The platform says no.", Retryable: true})
			}
			return a, err
		}),
	},
	{
		name: "rate_limited is not retryable", check: "outcome.rate_limited_retryable",
		also: []string{"containment.rate_limited", "containment.rate_limited_evidence"},
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeRateLimited },
	},
	{
		name: "a limit is tried again at once", check: "outcome.rate_limited_not_repeated",
		also: []string{"host.rate_limited_once"},
		platform: sending(func(ctx context.Context, in wholePlatform, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			a, err := in.CreateAppointment(ctx, booking)
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeRateLimited {
				return in.CreateAppointment(ctx, booking)
			}
			return a, err
		}),
	},
	{
		name: "a refusal settles the key", check: "outcome.rate_limited_then_booked",
		also: []string{"approval.survives_refusal", "verification.*", "status.gated", "status.gated_final"},
		hand: func(q *quirks) { q.refusalCached = true },
	},
	{
		name: "while the platform can't be read, what was read last counts", check: "outcome.reads_down",
		also: []string{"containment.failing_evidence", "containment.failing_reads",
			"shape.availability_find", "shape.slot_ids", "shape.slots_distinct", "shape.provider_filter",
			"input.name_parts", "money.no_conversion", "money.currency", "money.well_formed", "time.*",
			"mandate.date_not_offered", "containment.garbled_reads", "containment.garbled_evidence",
			"containment.rate_limited", "containment.rate_limited_evidence",
		},
		platform: lastRead,
	},
}, outcomeUnknownMutants, outcomeFailedMutants)

// stillOpen goes on offering slots that were offered once.
func stillOpen(in osbp.Platform, _ *rig) osbp.Platform {
	whole := in.(wholePlatform)
	var mu sync.Mutex
	seen := make(map[osbp.AvailabilityFindInput][]osbp.Slot)
	return brokenPlatform{wholePlatform: whole, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
		slots, err := whole.FindAvailability(ctx, i)
		if err != nil {
			return slots, err
		}
		mu.Lock()
		defer mu.Unlock()
		for _, was := range seen[i] {
			if !slices.ContainsFunc(slots, func(s osbp.Slot) bool { return s.ID == was.ID }) {
				slots = append(slots, was)
			}
		}
		seen[i] = slots
		return slices.Clone(slots), nil
	}}
}

// lastRead gives the last good answer again where there is none now.
func lastRead(in osbp.Platform, _ *rig) osbp.Platform {
	whole := in.(wholePlatform)
	return brokenPlatform{
		wholePlatform: whole,
		describe:      orLast(whole.DescribeService, func(s *osbp.Service) bool { return s != nil && s.ID != "" }),
		explain:       orLast(whole.ExplainPolicy, func(p *osbp.Policy) bool { return p != nil && p.ServiceID != "" }),
		find:          orLast(whole.FindAvailability, func(s []osbp.Slot) bool { return len(s) > 0 && s[0].ID != "" }),
	}
}

func orLast[In comparable, Out any](read func(context.Context, In) (Out, error), good func(Out) bool) func(context.Context, In) (Out, error) {
	var mu sync.Mutex
	last := make(map[In]Out)
	return func(ctx context.Context, in In) (Out, error) {
		out, err := read(ctx, in)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == nil && good(out):
			last[in] = out
		case good(last[in]):
			return last[in], nil
		}
		return out, err
	}
}

var outcomeUnknownMutants = []mutant{
	{
		name: "a lost answer is a slot that was taken", check: "outcome.lost_is_no_refusal",
		also: []string{
			"outcome.lost_then_settled", "outcome.unmade_not_guessed", "outcome.lost_then_restart",
			"outcome.server_error_is_no_refusal", "outcome.server_error_not_repeated", "outcome.server_error_then_settled",
			"outcome.lost_then_later", "outcome.restart_then_later",
		},
		platform: createAnswers(func(a *osbp.Appointment, err error) (*osbp.Appointment, error) {
			if err != nil && osbp.AsProblem(err) == nil {
				return nil, osbp.NewProblem(osbp.CodeSlotTaken, "The slot is gone.")
			}
			return a, err
		}),
	},
	{
		name: "a timeout is a limit", check: "outcome.lost_is_no_refusal",
		also: []string{"outcome.server_error_is_no_refusal", "outcome.other_is_no_receipt", "outcome.dearer_is_no_receipt"},
		adapter: refusals(func(p osbp.Problem, _ osbp.BookingCreateInput) osbp.Problem {
			if p.Code == osbp.CodeBookingOutcomeUnknown {
				p.Code = osbp.CodeRateLimited
			}
			return p
		}),
	},
	{
		name: "a lost answer is a success", check: "outcome.lost_is_no_receipt",
		also: []string{"outcome.lost_of_regular", "outcome.lost_then_taken",
			"leak.upstream_answered", "leak.upstream_audited", "leak.upstream_logged", "outcome.server_error_is_no_receipt",
		},
		platform: createAnswers(func(a *osbp.Appointment, err error) (*osbp.Appointment, error) {
			if err != nil && osbp.AsProblem(err) == nil {
				return &osbp.Appointment{ID: "pending"}, nil
			}
			return a, err
		}),
	},
	{
		name: "a lost answer is asked for by another create", check: "outcome.lost_not_repeated",
		also: []string{
			"outcome.lost_then_other_payload",
			"outcome.lost_then_settled", "outcome.unmade_not_guessed", "outcome.lost_then_restart",
			"outcome.garbled_not_repeated", "outcome.server_error_not_repeated", "outcome.server_error_then_settled",
			"outcome.lost_then_later", "outcome.restart_then_later",
		},
		hand: func(q *quirks) { q.unknownRetriedInside = true },
	},
	{
		name: "a lost answer frees the key", check: "outcome.unmade_not_guessed",
		also: []string{
			"outcome.lost_is_no_refusal", "outcome.lost_then_settled", "outcome.lost_then_restart",
			"outcome.server_error_is_no_refusal", "outcome.server_error_not_repeated", "outcome.server_error_then_settled",
			"outcome.lost_then_later", "outcome.restart_then_later",
		},
		hand: func(q *quirks) { q.unknownRetried = true },
	},
	{
		name: "a lost answer may be sent again", check: "outcome.lost_not_repeated",
		also: []string{
			"outcome.lost_then_other_payload",
			"outcome.lost_then_settled", "outcome.unmade_not_guessed", "outcome.lost_then_restart",
			"outcome.server_error_not_repeated", "outcome.server_error_then_settled", "outcome.lost_then_later",
			"outcome.restart_then_later",
		},
		platform: sending(func(ctx context.Context, in wholePlatform, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			a, err := in.CreateAppointment(ctx, booking)
			if err != nil && osbp.AsProblem(err) == nil {
				return in.CreateAppointment(ctx, booking)
			}
			return a, err
		}),
	},
	{
		name: "what became of a lost answer is not asked", check: "outcome.lost_then_settled",
		also: []string{"outcome.server_error_then_settled", "outcome.unknown_retryable"},
		platform: func(in osbp.Platform, _ *rig) osbp.Platform {
			return struct {
				osbp.Platform
				osbp.Verifier
			}{in, in.(wholePlatform)}
		},
	},
	{
		name: "only receipts outlive a restart", check: "outcome.lost_then_restart",
		also: []string{"outcome.restart_then_later"},
		open: keepsReceipts,
	},
	{
		name: "a key in use is free after a restart", check: "outcome.restart_in_flight",
		hand: func(q *quirks) { q.noReservation = true },
	},
	{
		name: "an answer that can't be read is a refusal", check: "outcome.garbled_is_no_refusal",
		platform: createAnswers(func(a *osbp.Appointment, err error) (*osbp.Appointment, error) {
			if err == nil && (a == nil || a.ID == "") {
				return nil, osbp.NewProblem(osbp.CodeSlotTaken, "The slot is gone.")
			}
			return a, err
		}),
	},
	{
		name: "an answer that can't be read is asked for again", check: "outcome.garbled_not_repeated",
		also: []string{"outcome.garbled_is_no_refusal"},
		platform: sending(func(ctx context.Context, in wholePlatform, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			a, err := in.CreateAppointment(ctx, booking)
			if err == nil && (a == nil || a.ID == "") {
				return in.CreateAppointment(ctx, booking)
			}
			return a, err
		}),
	},
	{
		name: "a create whose caller gave up was not made", check: "outcome.caller_gone",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			type answer struct {
				result *osbp.CreateResult
				err    error
			}
			answers := make(chan answer, 1)
			go func() {
				got, err := in.CreateBooking(ctx, c)
				answers <- answer{got, err}
			}()
			select {
			case a := <-answers:
				return a.result, a.err
			case <-ctx.Done():
				return nil, osbp.NewProblem(osbp.CodeSlotTaken, "Nothing was booked.")
			}
		}),
	},
	{
		name: "a create ends with its caller and leaves the key free", check: "outcome.caller_gone",
		also: []string{
			"outcome.lost_is_no_refusal", "outcome.lost_then_settled", "outcome.unmade_not_guessed",
			"outcome.lost_then_restart", "outcome.server_error_is_no_refusal", "outcome.server_error_not_repeated",
			"outcome.server_error_then_settled", "outcome.lost_then_later", "outcome.restart_then_later",
		},
		hand: func(q *quirks) { q.cancelledByCaller, q.unknownRetried = true, true },
	},
}

// keepsReceipts begins with an empty store at each start, and with the receipts that
// were given before.
func keepsReceipts(r *rig, business string) (osbp.BookingAdapter, error) {
	if r.first == nil {
		r.first = new(sync.Map)
	}
	a, err := rebuilt(func(o *osbp.AdapterOptions, _ *rig, _ string) { o.Store = ownStore(r) })(r, business)
	if err != nil {
		return nil, err
	}
	return brokenAdapter{BookingAdapter: a, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		key := business + " " + c.IdempotencyKey
		if was, ok := r.first.Load(key); ok {
			was := was.(receiptOf)
			if !samePayload(was.in, c) {
				return nil, osbp.NewProblem(osbp.CodeIdempotencyConflict, "The key was used with another payload.")
			}
			return &osbp.CreateResult{Receipt: was.result.Receipt, Runtime: &osbp.Runtime{Idempotency: osbp.LocalCacheReplay}}, nil
		}
		got, err := a.CreateBooking(ctx, c)
		if err == nil {
			r.first.Store(key, receiptOf{c, *got})
		}
		return got, err
	}}, nil
}
