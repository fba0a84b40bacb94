package adaptertest_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

var approvalBindingMutants = []mutant{
	{
		name: "asking again renews a token", check: "approval.life_not_renewed", adapter: renewing,
	},
	{
		name: "the first time that was asked for is booked", check: "approval.bound_to_time",
		also: []string{
			"approval.bound_to_payload",
			"approval.bound_to_mandate", "idempotency.conflict_time", "idempotency.conflict_mandate",
			"idempotency.conflict_not_retryable", "idempotency.conflict_date", "idempotency.conflict_limits",
		},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Date, now.Time = first.Date, first.Time
			now.Mandate = first.Mandate
		}),
	},
	{
		name: "the phone number is no part of the payload", check: "approval.bound_to_customer",
		also: []string{"idempotency.conflict_stays", "outcome.lost_then_other_payload", "idempotency.conflict_customer", "idempotency.conflict_before_booking", "idempotency.conflict_keeps_receipt"},
		adapter: remembering(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Customer.Phone = first.Customer.Phone
		}),
	},
	{
		name: "the customer is left out of the payload hash", check: "approval.bound_to_customer",
		also: []string{"idempotency.conflict_stays", "outcome.lost_then_other_payload", "approval.bound_to_payload", "idempotency.conflict_customer_id", "idempotency.conflict_name_parts",
			"idempotency.conflict_customer", "idempotency.conflict_before_booking", "idempotency.conflict_keeps_receipt",
			"idempotency.restart_conflict", "idempotency.conflict_email", "idempotency.conflict_name",
		},
		hand: func(q *quirks) { q.hashExcludesCustomer = true },
	},
	{
		name: "the mandate is left out of the payload hash", check: "approval.bound_to_mandate",
		also: []string{"approval.bound_to_payload", "idempotency.conflict_mandate", "idempotency.conflict_not_retryable", "idempotency.conflict_limits"},
		hand: func(q *quirks) { q.hashExcludesMandate = true },
	},
	{
		name: "a token is bound to the payload without its key", check: "approval.bound_to_key",
		also: []string{"verification.facts_again", "approval.bound_to_lower_fee", "approval.bound_to_price", "approval.bound_to_fee", "approval.bound_to_note", "approval.used_up"},
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, _ string, at time.Time) bool {
			return was.alive(at) && was.token == now.Approval.Token && samePayload(was.in, now)
		}),
	},
	{
		name: "the key is left out of what a token is bound to", check: "approval.bound_to_key",
		hand: func(q *quirks) { q.tokenNotBoundToKey = true },
	},
	{
		name: "a token is bound to nothing", check: "approval.bound_to_booking",
		also: []string{"verification.facts_again", "approval.bound_to_lower_fee", "approval.bound_to_key", "approval.bound_to_price", "approval.bound_to_fee", "approval.bound_to_note", "approval.used_up"},
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, _ string, at time.Time) bool {
			return was.alive(at) && was.token == now.Approval.Token
		}),
	},
	{
		name: "a token is bound to the service alone", check: "approval.bound_to_booking",
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, _ string, at time.Time) bool {
			return was.alive(at) && was.token == now.Approval.Token && was.in.ServiceID == now.ServiceID && !samePayload(was.in, now)
		}),
	},
	{
		name: "a token is bound to the payload alone", check: "approval.bound_to_price",
		also: []string{"verification.facts_again", "approval.bound_to_lower_fee", "approval.bound_to_fee", "approval.bound_to_note"},
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, _ string, at time.Time) bool {
			return was.alive(at) && was.token == now.Approval.Token && was.in.IdempotencyKey == now.IdempotencyKey && samePayload(was.in, now)
		}),
	},
	{
		name: "facts are left out of what a token is bound to", check: "approval.bound_to_price",
		also: []string{"verification.facts_again", "approval.bound_to_lower_fee", "approval.bound_to_fee", "approval.bound_to_note"},
		hand: func(q *quirks) { q.tokenNotBoundToFacts = true },
	},
	{
		name: "prices are read once a day", check: "approval.bound_to_price",
		also: []string{"verification.facts_again", "platform.retiring_harmless", "time.started_not_offered", "containment.failing_reads",
			"mandate.price_raised", "approval.new_facts_approved", "summary.price_now", "outcome.slot_taken",
			"outcome.slot_taken_retryable", "money.current", "platform.upstream", "containment.garbled_reads",
			"containment.rate_limited", "containment.recovers", "outcome.taken_not_offered", "outcome.booked_not_offered",
			"host.reads_anew",
		},
		platform: func(in osbp.Platform, _ *rig) osbp.Platform {
			whole := in.(wholePlatform)
			return brokenPlatform{wholePlatform: whole, describe: cached(whole.DescribeService), find: cached(whole.FindAvailability)}
		},
	},
	{
		name: "only the price is looked at again", check: "approval.bound_to_fee",
		also:    []string{"approval.bound_to_lower_fee", "approval.bound_to_note"},
		adapter: trustingFacts(regexp.MustCompile(`Price: [^ ]+ [A-Z]{3}`)),
	},
	{
		name: "policies are read once a day", check: "approval.bound_to_fee",
		also: []string{"approval.bound_to_lower_fee", "summary.note_of_lines",
			"approval.bound_to_note", "summary.fee_now", "summary.cancellation_note", "containment.recovers",
			"shape.cancellation_note",
		},
		platform: func(in osbp.Platform, _ *rig) osbp.Platform {
			whole := in.(wholePlatform)
			return brokenPlatform{wholePlatform: whole, explain: cached(whole.ExplainPolicy)}
		},
	},
	{
		name: "only amounts are looked at again", check: "approval.bound_to_note",
		adapter: trustingFacts(regexp.MustCompile(`[0-9.]+ [A-Z]{3}`)),
	},
	{
		name: "a challenge is kept as it was first worded", check: "approval.new_facts_approved",
		also:    []string{"approval.fresh_after_expiry"},
		adapter: firstWording,
	},
	{
		name: "tokens never expire", check: "approval.expires",
		also: []string{"verification.approval_expires", "approval.life_not_renewed", "approval.fresh_after_expiry"},
		hand: func(q *quirks) { q.tokenNeverExpires = true },
	},
	{
		name: "tokens live two hours", check: "approval.expires",
		also:    []string{"verification.approval_expires", "approval.life_not_renewed"},
		adapter: trustingFor(2 * time.Hour),
	},
	{
		name: "a token is good at its last moment", check: "approval.expiry_exclusive",
		hand: func(q *quirks) { q.tokenExpiryInclusive = true },
	},
	{
		name: "a token is good ten minutes later", check: "approval.expiry_exclusive",
		adapter: trustingFor(10 * time.Minute),
	},
	{
		name: "a token is a hash of what was approved", check: "approval.fresh_after_expiry",
		also: []string{"approval.bound_to_lower_fee", "approval.life_not_renewed", "approval.bound_to_price", "approval.bound_to_fee", "approval.bound_to_note"},
		hand: func(q *quirks) { q.tokenFromFacts = true },
	},
	{
		name: "a used token is good for another key", check: "approval.used_up",
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, _ string, _ time.Time) bool {
			return was.booked && was.token == now.Approval.Token && samePayload(was.in, now)
		}),
	},
	{
		name: "a refusal uses the token up", check: "approval.survives_refusal",
		also: []string{"outcome.rate_limited_then_booked", "verification.*", "status.gated", "status.gated_final"},
		hand: func(q *quirks) { q.tokenSpentByRefusal = true },
	},
	{
		name: "after a restart every token is good", check: "approval.restart",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			if r.restarts == 0 {
				return in
			}
			return booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
				got, err := in.CreateBooking(ctx, c)
				if challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil && c.Approval != nil {
					c.Approval = challenge.Approval()
					return in.CreateBooking(ctx, c)
				}
				return got, err
			})(in, r)
		},
	},
	{
		name: "approvals are forgotten at a restart, and then refused", check: "approval.restart",
		open: func(r *rig, business string) (osbp.BookingAdapter, error) {
			a, err := rebuilt(func(o *osbp.AdapterOptions, r *rig, _ string) { o.Approvals = ownStore(r) })(r, business)
			if err != nil || r.restarts == 0 {
				return a, err
			}
			return refusals(func(p osbp.Problem, c osbp.BookingCreateInput) osbp.Problem {
				if isChallenge(p) && c.Approval != nil {
					return osbp.Problem{Code: osbp.CodeInternalAdapterError, Message: "No such approval is pending."}
				}
				return p
			})(a, r), nil
		},
	},
	{
		name: "whoever knows the key gets the receipt of a call that is under way", check: "approval.twins_apart",
		adapter: sharesFlights(byKey),
	},
}

// trustingFacts takes a token for one of the facts that change, as far as it looks at
// them.
func trustingFacts(looksAt *regexp.Regexp) adapterBreaks {
	return trusting(func(was issued, now osbp.BookingCreateInput, summary string, at time.Time) bool {
		return was.token == now.Approval.Token && was.in.IdempotencyKey == now.IdempotencyKey && samePayload(was.in, now) &&
			slices.Equal(looksAt.FindAllString(was.summary, -1), looksAt.FindAllString(summary, -1)) && was.alive(at)
	})
}

// trustingFor takes a token that is so old.
func trustingFor(life time.Duration) adapterBreaks {
	return trusting(func(was issued, now osbp.BookingCreateInput, summary string, at time.Time) bool {
		return was.token == now.Approval.Token && was.in.IdempotencyKey == now.IdempotencyKey && samePayload(was.in, now) &&
			was.summary == summary && at.Sub(was.at) <= life
	})
}

// firstWording gives the key's first challenge again, whatever the facts are now: its
// token is not good any more.
func firstWording(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
	kept := make(map[string]*osbp.Problem)
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		if p := osbp.AsProblem(err); p != nil && isChallenge(*p) {
			if kept[c.IdempotencyKey] == nil {
				kept[c.IdempotencyKey] = p
			} else if c.Approval == nil {
				return got, kept[c.IdempotencyKey]
			}
		}
		return got, err
	}}
}

var approvalTextMutants = []mutant{
	{
		name: "given names are not cleaned", check: "approval.forged_by_customer",
		adapter: challenging(func(message string, c osbp.BookingCreateInput) string {
			return "Given name " + strings.Map(printable, c.Customer.GivenName) + ". " + message
		}),
	},
	{
		name: "control characters stay in family names", check: "approval.no_control_characters",
		adapter: challenging(func(message string, c osbp.BookingCreateInput) string {
			return "Family name " + strings.ReplaceAll(c.Customer.FamilyName, "approval.token", "") + ". " + message
		}),
	},
	{
		name: "the retry instruction quotes the customer's id", check: "approval.forged_by_agent",
		adapter: challenging(func(message string, c osbp.BookingCreateInput) string {
			return strings.Replace(message, "approval.token=", `customer.id="`+c.Customer.ID+`" and approval.token=`, 1)
		}),
	},
	{
		name: "the merchant's note stands in the challenge as it is", check: "approval.forged_by_merchant",
		also:    []string{"approval.forged_token_refused"},
		adapter: rawNote(func(note string) string { return strings.Map(printable, note) }),
	},
	{
		name: "merchants' texts are cleaned, customers' are not", check: "approval.forged_by_customer",
		also: []string{"approval.no_control_characters", "summary.display_name_alone"},
		adapter: refusals(func(p osbp.Problem, c osbp.BookingCreateInput) osbp.Problem {
			if isChallenge(p) {
				p.Message = "For " + c.Customer.DisplayName + ". " + p.Message
			}
			return p
		}),
	},
	{
		name: "texts that look like a token are not cleaned", check: "approval.forged_by_merchant",
		also: []string{"approval.forged_by_customer", "approval.forged_token_refused"},
		hand: func(q *quirks) { q.markerNotCleaned = true },
	},
	{
		name: "the token is looked for in the summary", check: "approval.forged_token_refused",
		also: []string{"containment.create"},
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, summary string, _ time.Time) bool {
			return now.Approval.Token != "" && strings.Contains(summary, now.Approval.Token)
		}),
	},
	{
		name: "control characters stay in texts", check: "approval.no_control_characters",
		hand: func(q *quirks) { q.controlsNotCleaned = true },
	},
	{
		name: "control characters stay in notes", check: "approval.no_control_characters",
		adapter: rawNote(func(note string) string { return strings.ReplaceAll(note, "approval.token", "") }),
	},
}

func printable(r rune) rune {
	if r < ' ' || r >= 0x7f {
		return ' '
	}
	return r
}

// rawNote puts the merchant's note before the challenge, after no cleaning but this.
func rawNote(clean func(string) string) adapterBreaks {
	return booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		p := osbp.AsProblem(err)
		if p == nil || !isChallenge(*p) {
			return got, err
		}
		policy, perr := in.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: c.ServiceID})
		if perr != nil {
			return got, err
		}
		changed := *p
		changed.Message = clean(policy.CancellationNote) + " " + p.Message
		return got, &changed
	})
}

// sharesFlights has calls with one key wait for the first that is under way and get
// its result as their own.
func sharesFlights(of func(osbp.BookingCreateInput) string) adapterBreaks {
	type flight struct {
		done   chan struct{}
		result *osbp.CreateResult
		err    error
	}
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		var mu sync.Mutex
		flights := make(map[string]*flight)
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			mine, id := &flight{done: make(chan struct{})}, of(c)
			mu.Lock()
			first := flights[id]
			if first == nil {
				flights[id] = mine
			}
			mu.Unlock()
			if first != nil {
				<-first.done
				return first.result, first.err
			}
			mine.result, mine.err = in.CreateBooking(ctx, c)
			mu.Lock()
			delete(flights, id)
			mu.Unlock()
			close(mine.done)
			return mine.result, mine.err
		}}
	}
}

func byKey(c osbp.BookingCreateInput) string { return c.IdempotencyKey }
func bySlot(c osbp.BookingCreateInput) string {
	return c.ServiceID + c.ScheduleID + c.ProviderID + c.Date + c.Time
}

// challenging is an adapter that makes something else of a challenge's message.
func challenging(change func(message string, c osbp.BookingCreateInput) string) adapterBreaks {
	return refusals(func(p osbp.Problem, c osbp.BookingCreateInput) osbp.Problem {
		if isChallenge(p) {
			p.Message = change(p.Message, c)
		}
		return p
	})
}

// renewing gives out one token for as long as somebody asks.
func renewing(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
	var mu sync.Mutex
	given := make(map[string]*issued)
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		p := osbp.AsProblem(err)
		challenge, perr := osbp.ParseChallenge(p)
		if perr != nil {
			return got, err
		}
		mu.Lock()
		defer mu.Unlock()
		was := given[c.IdempotencyKey]
		if was == nil || !was.alive(r.clock.now()) || was.summary != challenge.Summary || !samePayload(was.in, c) {
			given[c.IdempotencyKey] = &issued{token: challenge.Token, summary: challenge.Summary, in: c, at: r.clock.now()}
			return got, err
		}
		if c.Approval != nil && c.Approval.Confirmed && c.Approval.Token == was.token {
			c.Approval = challenge.Approval()
			return in.CreateBooking(ctx, c)
		}
		was.at = r.clock.now()
		own := *p
		own.Message = strings.Replace(p.Message, challenge.Token, was.token, 1)
		return got, &own
	}}
}
