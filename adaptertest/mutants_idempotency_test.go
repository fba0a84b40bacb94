package adaptertest_test

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/openservicekit/openservice/osbp"
)

var idempotencyMutants = slices.Concat([]mutant{
	{
		name: "every replay has a receipt id of its own", check: "idempotency.same_receipt",
		also: []string{"idempotency.replay_until_start", "idempotency.replay_next_day"},
		hand: func(q *quirks) { q.receiptIDAnew = true },
	},
	{
		name: "each answer has a receipt id of its own", check: "idempotency.same_receipt",
		also:    []string{"idempotency.*"},
		adapter: receiptIDs,
	},
	{
		name: "a booked key is an error", check: "idempotency.same_receipt",
		also: []string{"host.event_replay", "idempotency.*", "outcome.caller_gone", "platform.upstream_replay", "host.replay_marked", "leak.receipt"},
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil && got.Runtime != nil && got.Runtime.Idempotency != "" {
				return nil, osbp.NewProblem(osbp.CodeIdempotencyConflict, "This key was used.")
			}
			return got, err
		}),
	},
	{
		name: "receipts are kept, but not looked for before the create", check: "idempotency.replay_no_create",
		also: []string{"idempotency.replay_after_others", "idempotency.replay_until_start", "idempotency.replay_after_cancel",
			"idempotency.restart_replays", "idempotency.twins", "idempotency.twin_refusal_retryable",
			"outcome.restart_in_flight", "outcome.garbled_not_repeated", "outcome.caller_gone", "idempotency.replay_next_day",
		},
		adapter: sendsAnyway,
	},
	{
		name: "a replay does not say so", check: "idempotency.replay_says_so",
		also: []string{"host.event_replay", "approval.twins_apart", "host.replay_marked"},
		hand: func(q *quirks) { q.replayNotMarked = true },
	},
	{
		name: "a first receipt says that it is a replay", check: "idempotency.first_is_no_replay",
		also: []string{"idempotency.organizations_apart", "platform.upstream_replay", "host.first_unmarked"},
		hand: func(q *quirks) { q.firstMarked = true },
	},
	{
		name: "approval is part of the payload", check: "idempotency.approval_transient",
		also: []string{"*"},
		hand: func(q *quirks) { q.hashIncludesApproval = true },
	},
	{
		name: "a replay wants the approval again", check: "idempotency.approval_transient",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil && c.Approval == nil {
				return nil, osbp.NewProblem(osbp.CodeRequiresUserConfirmation, "The booking is not approved.")
			}
			return got, err
		}),
	},
	{
		name: "the code is part of the payload", check: "idempotency.code_transient",
		also: []string{"approval.survives_refusal", "verification.*", "status.gated", "status.gated_final"},
		hand: func(q *quirks) { q.hashIncludesCode = true },
	},
	{
		name: "prices are compared before the key is looked up", check: "idempotency.replay_after_change",
		also: []string{"mandate_order.early_before_price", "mandate_order.late_before_price"},
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			service, err := in.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: c.ServiceID})
			if err == nil && c.Mandate != nil && c.Mandate.MaxPrice != nil && service.Price != nil {
				if within, err := service.Price.AtMost(*c.Mandate.MaxPrice); err == nil && !within {
					return nil, osbp.NewProblem(osbp.CodePriceExceedsMandate, "Too dear.")
				}
			}
			return in.CreateBooking(ctx, c)
		}),
	},
	{
		name: "the service is looked up before the key", check: "idempotency.replay_offline",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			if c.Approval != nil {
				if _, err := in.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: c.ServiceID}); err != nil {
					return nil, err
				}
			}
			return in.CreateBooking(ctx, c)
		}),
	},
	{
		name: "the slot is looked up before the key", check: "idempotency.same_receipt",
		also: []string{"host.event_replay", "mandate.date_with_offset",
			"mandate.provider_unsaid", "mandate.time_with_offset", "mandate.time_with_numeric_offset",
			"mandate_order.scope_before_consultation", "mandate_order.scope_before_availability", "idempotency.*",
			"outcome.lost_is_no_refusal", "outcome.lost_then_settled", "outcome.caller_gone", "platform.upstream_replay",
			"host.replay_marked", "leak.receipt", "mandate.refusals_final", "outcome.server_error_is_no_refusal",
			"outcome.server_error_then_settled", "outcome.other_is_no_receipt", "outcome.dearer_is_no_receipt",
		},
		hand: func(q *quirks) { q.replayAfterSlot = true },
	},
	{
		name: "state is kept in the process", check: "idempotency.restart_replays",
		also: []string{"idempotency.restart_conflict", "outcome.lost_then_restart", "outcome.restart_then_later"},
		hand: func(q *quirks) { q.forgets = true },
	},
	{
		name: "the receipt of the last customer is replayed", check: "idempotency.receipts_apart",
		also: []string{"idempotency.restart_replays"},
		hand: func(q *quirks) { q.receiptOfLastCustomer = true },
	},
	{
		name: "receipts of another customer of the same service are replayed", check: "idempotency.receipts_apart",
		adapter: receipted(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil && got.Runtime != nil && got.Runtime.Idempotency != "" {
				for _, was := range given {
					if was.in.ServiceID == c.ServiceID {
						return &osbp.CreateResult{Receipt: was.result.Receipt, Runtime: got.Runtime}, nil
					}
				}
			}
			return got, err
		}),
	},
	{
		name: "organizations share keys", check: "idempotency.organizations_apart", also: []string{"status.local_of_other"},
		hand: func(q *quirks) { q.sharedNamespace = true },
	},
	{
		name: "organizations share keys, in the record's name", check: "idempotency.organizations_apart", also: []string{"status.local_of_other"},
		open: rebuilt(func(o *osbp.AdapterOptions, _ *rig, _ string) { o.Namespace = "bookings/" }),
	},
}, idempotencyConflictMutants, idempotencyPayloadMutants, idempotencyKeptMutants, idempotencyRaceMutants)

// receiptIDs numbers receipts as they are given.
func receiptIDs(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
	var mu sync.Mutex
	n := 0
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		if err != nil {
			return got, err
		}
		mu.Lock()
		defer mu.Unlock()
		n++
		changed := *got
		changed.Receipt.ID += "_" + strings.Repeat("i", n)
		return &changed, nil
	}}
}

// sendsAnyway sends the create of a booked key once more, under another key, and gives
// the receipt that it has.
func sendsAnyway(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
	return booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		if err != nil || got.Runtime == nil || got.Runtime.Idempotency == "" {
			return got, err
		}
		r.arrivals.Add(1)
		return got, nil
	})(in, r)
}

var idempotencyConflictMutants = []mutant{
	{
		name: "the time is no part of what a booked key stands for", check: "idempotency.conflict_time",
		also: []string{"idempotency.conflict_date"},
		adapter: onceBooked(func(was osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Date, now.Time = was.Date, was.Time
		}),
	},
	{
		name: "the customer is no part of what a booked key stands for", check: "idempotency.conflict_customer",
		also:    []string{"idempotency.conflict_stays", "idempotency.conflict_customer_id", "idempotency.conflict_name_parts", "idempotency.conflict_keeps_receipt", "idempotency.conflict_email", "idempotency.conflict_name"},
		adapter: onceBooked(func(was osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.Customer = was.Customer }),
	},
	{
		name: "the mandate is no part of what a booked key stands for", check: "idempotency.conflict_mandate",
		also:    []string{"idempotency.conflict_not_retryable", "idempotency.conflict_limits"},
		adapter: onceBooked(func(was osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.Mandate = was.Mandate }),
	},
	{
		name: "a booked key gives its receipt whatever is asked", check: "idempotency.conflict_time",
		also: []string{"outcome.lost_then_other_payload", "idempotency.*"},
		hand: func(q *quirks) { q.replaySkipsConflict = true },
	},
	{
		name: "a conflict may be tried again", check: "idempotency.conflict_not_retryable",
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeIdempotencyConflict },
	},
	{
		name: "only a booking binds a key", check: "idempotency.conflict_before_booking",
		hand: func(q *quirks) { q.boundOnlyBySuccess = true },
	},
	{
		name: "a conflict voids the key", check: "idempotency.conflict_keeps_receipt",
		adapter: voided,
	},
	{
		name: "hashes of payloads are not kept", check: "idempotency.restart_conflict",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			if r.first == nil {
				r.first = new(sync.Map)
			}
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				if was, ok := r.first.Load(c.IdempotencyKey); ok && r.restarts > 0 {
					return in.CreateBooking(ctx, was.(osbp.BookingCreateInput))
				}
				got, err := in.CreateBooking(ctx, c)
				if err == nil {
					r.first.LoadOrStore(c.IdempotencyKey, c)
				}
				return got, err
			}}
		},
	},
	{
		name: "keys are folded to lower case", check: "idempotency.key_exact",
		also:    []string{"approval.bound_to_key"},
		adapter: creating(func(c *osbp.BookingCreateInput) { c.IdempotencyKey = strings.ToLower(c.IdempotencyKey) }),
	},
	{
		name: "a conflict bars the customer", check: "idempotency.fresh_key",
		adapter: barred,
	},
}

// onceBooked makes another input of what comes under a key that was booked.
func onceBooked(change func(was osbp.BookingCreateInput, now *osbp.BookingCreateInput)) adapterBreaks {
	return receipted(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
		for _, was := range given {
			if was.in.IdempotencyKey == c.IdempotencyKey {
				change(was.in, &c)
			}
		}
		return in.CreateBooking(ctx, c)
	})
}

// voided refuses a key for good after a conflict.
func voided(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
	var mu sync.Mutex
	void := make(map[string]error)
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		mu.Lock()
		defer mu.Unlock()
		if err := void[c.IdempotencyKey]; err != nil {
			return nil, err
		}
		got, err := in.CreateBooking(ctx, c)
		if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeIdempotencyConflict {
			void[c.IdempotencyKey] = err
		}
		return got, err
	}}
}

// barred refuses a mandate for good after a conflict.
func barred(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
	var mu sync.Mutex
	void := make(map[string]error)
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		mu.Lock()
		defer mu.Unlock()
		if err := void[c.Customer.Phone]; err != nil {
			return nil, err
		}
		got, err := in.CreateBooking(ctx, c)
		if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeIdempotencyConflict {
			void[c.Customer.Phone] = err
		}
		return got, err
	}}
}

var idempotencyRaceMutants = []mutant{
	{
		name: "each worker has records of its own", check: "idempotency.twins",
		also: []string{"idempotency.twin_refusal_retryable"},
		open: twoWorkers,
	},
	{
		name: "twins do not wait for each other, and nothing is written before the create", check: "idempotency.twins",
		also: []string{"idempotency.twin_refusal_retryable", "outcome.restart_in_flight"},
		hand: func(q *quirks) { q.noLock, q.noReservation = true, true },
	},
	{
		name: "a twin is told to give up", check: "idempotency.twin_refusal_retryable",
		also:    []string{"idempotency.twins"},
		adapter: impatient,
	},
	{
		name: "a slot that is taken is one's own", check: "idempotency.one_slot_two_keys",
		also: []string{"outcome.taken_then_open", "leak.other_customer"},
		adapter: receipted(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeSlotTaken && c.Approval != nil {
				for _, was := range given {
					if bySlot(was.in) == bySlot(c) {
						return &was.result, nil
					}
				}
			}
			return got, err
		}),
	},
	{
		name: "calls for one slot share what comes of the first", check: "idempotency.one_slot_two_keys_race",
		also: []string{"approval.twins_apart"},
		adapter: sharesFlights(func(c osbp.BookingCreateInput) string {
			if c.Approval == nil {
				return c.IdempotencyKey
			}
			return bySlot(c)
		}),
	},
}

// twoWorkers are two adapters that share approvals, but not the records of keys. The
// second works while the first is busy.
func twoWorkers(r *rig, business string) (osbp.BookingAdapter, error) {
	first, err := rebuilt(func(o *osbp.AdapterOptions, _ *rig, _ string) { o.Approvals = r.store })(r, business)
	if err != nil {
		return nil, err
	}
	second, err := rebuilt(func(o *osbp.AdapterOptions, _ *rig, _ string) { o.Approvals, o.Store = r.store, ownStore(r) })(r, business)
	if err != nil {
		return nil, err
	}
	var busy sync.Mutex
	return brokenAdapter{BookingAdapter: first, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		if !busy.TryLock() {
			return second.CreateBooking(ctx, c)
		}
		defer busy.Unlock()
		return first.CreateBooking(ctx, c)
	}}, nil
}

// impatient refuses a twin at once, for good.
func impatient(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
	var busy sync.Map
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		if _, twin := busy.LoadOrStore(c.IdempotencyKey, true); twin {
			return nil, &osbp.Problem{Code: osbp.CodeBookingInProgress, Message: "This key is in use."}
		}
		defer busy.Delete(c.IdempotencyKey)
		return in.CreateBooking(ctx, c)
	}}
}
