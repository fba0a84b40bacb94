package adaptertest_test

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// untilBooked makes another input of what comes under a key that was challenged and has
// led to no booking: what the two have in common is what the token is bound to.
func untilBooked(change func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		var mu sync.Mutex
		first, booked := make(map[string]osbp.BookingCreateInput), make(map[string]bool)
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			mu.Lock()
			was, known := first[c.IdempotencyKey]
			if known && !booked[c.IdempotencyKey] && c.Approval != nil {
				change(was, &c)
			}
			mu.Unlock()
			got, err := in.CreateBooking(ctx, c)
			mu.Lock()
			defer mu.Unlock()
			if p := osbp.AsProblem(err); p != nil && isChallenge(*p) && !known {
				first[c.IdempotencyKey] = c
			}
			booked[c.IdempotencyKey] = booked[c.IdempotencyKey] || err == nil
			return got, err
		}}
	}
}

// amounts are those that a summary states, the price first.
func amounts(summary string) (all []float64) {
	for _, m := range regexp.MustCompile(`([0-9]+(?:\.[0-9]+)?) (?:USD|EUR)\b`).FindAllStringSubmatch(summary, -1) {
		n, _ := strconv.ParseFloat(m[1], 64)
		all = append(all, n)
	}
	return all
}

// sameToken reports whether a token is the one that was issued for the payload, and alive.
func sameToken(was issued, now osbp.BookingCreateInput, at time.Time) bool {
	return was.token == now.Approval.Token && was.alive(at) && was.in.IdempotencyKey == now.IdempotencyKey && samePayload(was.in, now)
}

var approvalPayloadMutants = []mutant{
	{
		name: "a fee that falls needs nobody's word", check: "approval.bound_to_lower_fee",
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, summary string, at time.Time) bool {
			old, fresh := amounts(was.summary), amounts(summary)
			if !sameToken(was, now, at) || len(old) < 2 || len(old) != len(fresh) || old[0] != fresh[0] {
				return false
			}
			for i := range old {
				if fresh[i] > old[i] {
					return false
				}
			}
			return true
		}),
	},
	{
		name: "a price that falls needs nobody's word", check: "approval.bound_to_price",
		also: []string{"verification.facts_again"},
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, summary string, at time.Time) bool {
			old, fresh := amounts(was.summary), amounts(summary)
			return sameToken(was, now, at) && len(old) > 0 && len(fresh) > 0 && fresh[0] < old[0]
		}),
	},
	{
		name: "who sends the old token again means it", check: "approval.bound_to_price",
		also:    []string{"approval.wrong_token", "approval.bound_to_booking", "approval.bound_to_fee", "approval.bound_to_note", "approval.bound_to_lower_fee"},
		adapter: insistent,
	},
	{
		name: "what was approved once is approved", check: "approval.used_up",
		adapter: selfApproved(func(c osbp.BookingCreateInput, booked []osbp.BookingCreateInput) bool {
			return slices.ContainsFunc(booked, func(was osbp.BookingCreateInput) bool { return samePayload(was, c) })
		}),
	},
	{
		name: "a token's key is compared whatever the letters", check: "approval.bound_to_key",
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, summary string, at time.Time) bool {
			return was.token == now.Approval.Token && was.alive(at) && was.summary == summary && samePayload(was.in, now) &&
				strings.EqualFold(was.in.IdempotencyKey, now.IdempotencyKey)
		}),
	},
	{
		name: "a token is good for another email address", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Customer.Email = first.Customer.Email
		}),
	},
	{
		name: "a token is good for another display name", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Customer.DisplayName = first.Customer.DisplayName
		}),
	},
	{
		name: "a token is good for other name parts", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			now.Customer.GivenName, now.Customer.FamilyName = first.Customer.GivenName, first.Customer.FamilyName
		}),
	},
	{
		name: "a token is good for names in other letters", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			if strings.EqualFold(first.Customer.DisplayName, now.Customer.DisplayName) {
				now.Customer.DisplayName = first.Customer.DisplayName
			}
		}),
	},
	{
		name: "a token is good for another customer id", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.Customer.ID = first.Customer.ID }),
	},
	{
		name: "a token is good for another service", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.ServiceID = first.ServiceID }),
	},
	{
		name: "a token is good for another schedule", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.ScheduleID = first.ScheduleID }),
	},
	{
		name: "a token is good for another provider", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.ProviderID = first.ProviderID }),
	},
	{
		name: "a token is good for another date", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) { now.Date = first.Date }),
	},
	{
		name: "a token is good for the mandate's id, whatever its limits", check: "approval.bound_to_payload",
		adapter: untilBooked(func(first osbp.BookingCreateInput, now *osbp.BookingCreateInput) {
			if now.Mandate.ID == first.Mandate.ID {
				now.Mandate = first.Mandate
			}
		}),
	},
}

// insistent takes a token of the key's that it has put to the user anew already.
func insistent(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
	var mu sync.Mutex
	refused := make(map[string]bool)
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err))
		if perr != nil || c.Approval == nil || !c.Approval.Confirmed || c.Approval.Token == "" {
			return got, err
		}
		mu.Lock()
		again := refused[c.IdempotencyKey+c.Approval.Token]
		refused[c.IdempotencyKey+c.Approval.Token] = true
		mu.Unlock()
		if again {
			c.Approval = challenge.Approval()
			return in.CreateBooking(ctx, c)
		}
		return got, err
	}}
}
