package adaptertest_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

var approvalMutants = slices.Concat([]mutant{
	{
		name: "what is put to a user is held", check: "approval.holds_nothing", adapter: holdsForUsers,
	},
	{
		name: "what costs nothing needs nobody's word", check: "approval.free_challenged",
		also: []string{"mandate.free_at_zero", "summary.price_of_nothing", "summary.fee_of_free", "idempotency.organizations_apart"},
		adapter: selfApproved(func(c osbp.BookingCreateInput, _ []osbp.BookingCreateInput) bool {
			return c.ServiceID == sandbox.FringeTrim
		}),
	},
	{
		name: "a mandate is approved once", check: "approval.each_challenged",
		also: []string{"shape.receipt", "mandate.reusable", "approval.used_up"},
		adapter: selfApproved(func(c osbp.BookingCreateInput, booked []osbp.BookingCreateInput) bool {
			return slices.ContainsFunc(booked, func(was osbp.BookingCreateInput) bool { return c.Mandate != nil && was.Mandate.ID == c.Mandate.ID })
		}),
	},
	{
		name: "a customer approves once", check: "approval.each_challenged",
		also: []string{"outcome.lost_of_regular", "status.of_customer", "approval.used_up"},
		adapter: selfApproved(func(c osbp.BookingCreateInput, booked []osbp.BookingCreateInput) bool {
			return slices.ContainsFunc(booked, func(was osbp.BookingCreateInput) bool { return was.Customer.Phone == c.Customer.Phone })
		}),
	},
	{
		name: "tokens match whatever the letters", check: "approval.whole_token",
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, summary string, at time.Time) bool {
			return strings.EqualFold(was.token, now.Approval.Token) && was.summary == summary && was.alive(at) &&
				was.in.IdempotencyKey == now.IdempotencyKey && samePayload(was.in, now)
		}),
	},
	{
		name: "the challenge is terminal", check: "approval.challenged",
		also: []string{"*"},
		adapter: refusals(func(p osbp.Problem, _ osbp.BookingCreateInput) osbp.Problem {
			p.Retryable = p.Retryable && p.Code != osbp.CodeRequiresUserConfirmation
			return p
		}),
	},
	{
		name: "the challenge has a code of its own", check: "approval.challenged",
		also: []string{"*"},
		hand: func(q *quirks) {
			q.codeRenamed = [2]osbp.Code{osbp.CodeRequiresUserConfirmation, "approval_required"}
		},
	},
	{
		name: "no approval gate", check: "approval.no_create_before",
		also: []string{"*"},
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil {
				c.Approval = challenge.Approval()
				return in.CreateBooking(ctx, c)
			}
			return got, err
		}),
	},
	{
		name: "the gate comes after the create", check: "approval.no_create_before",
		also: []string{"*"},
		hand: func(q *quirks) { q.gateAfterCreate = true },
	},
	{
		name: "the token is repeated for good measure", check: "approval.token_once",
		also: []string{"*"},
		hand: func(q *quirks) { q.tokenTwice = true },
	},
	{
		name: "the token is spelt otherwise", check: "approval.token_once",
		also: []string{"*"},
		hand: func(q *quirks) { q.markerMisspelt = true },
	},
	{
		name: "the token comes before the summary", check: "approval.token_once",
		also: []string{"*"},
		adapter: refusals(func(p osbp.Problem, _ osbp.BookingCreateInput) osbp.Problem {
			if at := strings.Index(p.Message, "approval.token="); isChallenge(p) && at >= 0 {
				p.Message = p.Message[at:] + "\n\n" + p.Message[:at]
			}
			return p
		}),
	},
	{
		name: "one token for all", check: "approval.token_unguessable",
		also: []string{"approval.bound_to_lower_fee", "approval.life_not_renewed", "approval.bound_to_booking", "approval.bound_to_price", "approval.bound_to_fee", "approval.bound_to_note", "approval.fresh_after_expiry"},
		hand: func(q *quirks) { q.sameTokenForAll = true },
	},
	{
		name: "tokens of six characters", check: "approval.token_unguessable",
		hand: func(q *quirks) { q.tokenShort = true },
	},
	{
		name: "each challenge ends the one before", check: "approval.asked_again",
		also: []string{"approval.right_after_wrong"},
		hand: func(q *quirks) { q.tokenAnewEachTime = true },
	},
	{
		name: "the token alone is an approval", check: "approval.unconfirmed",
		hand: func(q *quirks) { q.confirmedIgnored = true },
	},
	{
		name: "confirmed alone is an approval", check: "approval.empty_token",
		also: []string{"verification.approval_expires", "verification.facts_again", "input.member_case", "input.null_member", "input.wrong_type", "approval.*", "containment.create"},
		hand: func(q *quirks) { q.approvedAlready = true },
	},
	{
		name: "a missing token is one that matches", check: "approval.empty_token",
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, _ string, _ time.Time) bool {
			return now.Approval.Token == "" && was.in.IdempotencyKey == now.IdempotencyKey
		}),
	},
	{
		name: "any token is an approval", check: "approval.wrong_token",
		also: []string{"verification.approval_expires", "verification.facts_again", "input.member_case", "input.null_member", "input.wrong_type", "approval.*", "containment.create"},
		hand: func(q *quirks) { q.anyTokenAccepted = true },
	},
	{
		name: "any token is an approval once the key was challenged", check: "approval.wrong_token",
		also: []string{"verification.approval_expires", "verification.facts_again", "approval.bound_to_lower_fee", "approval.life_not_renewed",
			"approval.whole_token", "approval.right_after_wrong", "approval.bound_to_booking", "approval.bound_to_price",
			"approval.bound_to_fee", "approval.bound_to_note", "approval.expires", "approval.forged_token_refused",
		},
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, _ string, _ time.Time) bool {
			return now.Approval.Token != "" && was.in.IdempotencyKey == now.IdempotencyKey
		}),
	},
	{
		name: "the first half of the token is enough", check: "approval.whole_token",
		hand: func(q *quirks) { q.tokenByPrefix = true },
	},
	{
		name: "what follows the token is cut off", check: "approval.whole_token",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			if c.Approval != nil && len(c.Approval.Token) > 1 {
				c.Approval = &osbp.Approval{Confirmed: c.Approval.Confirmed, Token: strings.TrimSuffix(c.Approval.Token, "x")}
			}
			return in.CreateBooking(ctx, c)
		}),
	},
	{
		name: "a wrong token ends the attempt", check: "approval.right_after_wrong",
		adapter: throwsAway,
	},
	{
		name: "what can't be bounded may be tried again", check: "approval.terminal_not_retryable",
		also: []string{"mandate.deposit_cap_not_fixed", "mandate.prepay_cap_without_amount",
			"mandate.cap_without_amount", "mandate.cap_not_fixed", "mandate.price_not_fixed", "mandate.price_not_fixed_capped",
			"mandate.price_absent", "mandate.deposit_cap_without_amount", "mandate.payment_unknown",
		},
		hand: func(q *quirks) { q.terminalRetryable = true },
	},
	{
		name: "what can't be bounded is put to the user", check: "approval.terminal_no_token",
		also: []string{"mandate.deposit_cap_not_fixed", "mandate.prepay_cap_without_amount",
			"mandate.cap_without_amount", "mandate.cap_not_fixed", "mandate.price_not_fixed", "mandate.price_not_fixed_capped",
			"mandate.price_absent", "mandate.deposit_cap_without_amount", "mandate.payment_unknown",
		},
		hand: func(q *quirks) { q.terminalWithToken = true },
	},
	{
		name: "an approval gets a booking past what can't be bounded", check: "approval.terminal_stays",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); c.Approval != nil && p != nil && p.Code == osbp.CodeRequiresUserConfirmation && !p.Retryable {
				return &osbp.CreateResult{Receipt: osbp.Receipt{ID: "receipt_" + c.IdempotencyKey, BookingID: "by_phone", Text: "The merchant will call."}}, nil
			}
			return got, err
		}),
	},
}, approvalBindingMutants, approvalPayloadMutants, approvalTextMutants)

// throwsAway ends a pending approval when a wrong token comes.
func throwsAway(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
	var mu sync.Mutex
	ended := make(map[string]bool)
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		mu.Lock()
		defer mu.Unlock()
		sent := c.Approval
		if ended[c.IdempotencyKey] && sent != nil {
			delete(ended, c.IdempotencyKey)
			c.Approval = nil
		}
		got, err := in.CreateBooking(ctx, c)
		if p := osbp.AsProblem(err); p != nil && isChallenge(*p) && c.Approval != nil {
			ended[c.IdempotencyKey] = true
		}
		return got, err
	}}
}

// holdsForUsers lists no slot that was put to a user.
func holdsForUsers(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
	var mu sync.Mutex
	held := make(map[string]bool)
	return brokenAdapter{
		BookingAdapter: in,
		create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); p != nil && isChallenge(*p) {
				mu.Lock()
				held[c.ServiceID+" "+c.Date+"T"+c.Time] = true
				mu.Unlock()
			}
			return got, err
		},
		find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
			slots, err := in.FindAvailability(ctx, i)
			mu.Lock()
			defer mu.Unlock()
			return slices.DeleteFunc(slots, func(s osbp.Slot) bool { return held[s.ServiceID+" "+s.StartsAtLocal] }), err
		},
	}
}
