package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/wallclock"
)

// mandate is what the agent drafts from the user's words, for a service with a
// member of staff on Tuesday afternoon. The user approves it as it is.
func mandate(now time.Time, id, service, staff string, dollars int64) *osbp.Mandate {
	most, nothing := money.Fixed("USD", dollars*100), money.Fixed("USD", 0)
	return &osbp.Mandate{
		ID: id, ExpiresAt: wallclock.FormatInstant(now.Add(4 * time.Hour)),
		AllowedActions: []osbp.Tool{osbp.ToolBookingCreate}, OrganizationID: merchant,
		ServiceIDs: []string{service}, ProviderIDs: []string{staff}, ScheduleIDs: []string{sandbox.HarborMain},
		EarliestStart: "2026-05-05T12:00:00", LatestEnd: "2026-05-05T18:00:00",
		MaxPrice: &most, MaxExtraFee: &nothing,
	}
}

// bookOnce is the twelve steps of the specification's "Demo Trace".
func bookOnce(ctx context.Context, s *stage, a *agent, p *part) (osbp.BookingCreateInput, osbp.Receipt, error) {
	var none osbp.Receipt
	in := osbp.BookingCreateInput{
		Mandate:        mandate(s.clock.now(), "mnd_haircut", sandbox.Haircut, sandbox.StaffMaya, 90),
		IdempotencyKey: "idem_haircut", Customer: customer,
	}
	st := p.step("1", "The user asks")
	st.say(user, "A haircut at Harbor Hair on Tuesday after lunch, please, with the one who did it last time. Not more than 90 dollars.")

	st = p.step("2", "The agent drafts a BookingMandate, and the user approves it")
	tellMandate(st, in.Mandate)
	st.say(user, "That, and no more.")

	st = p.step("3", "What is it?")
	service, err := ask[osbp.Service](ctx, a, st, osbp.ToolServiceDescribe, osbp.ServiceDescribeInput{ServiceID: sandbox.Haircut})
	if err != nil {
		return in, none, err
	}
	st.say(agentSay, "%s, %s long, %s", service.Name, service.Duration, service.Price)

	st = p.step("4", "When is it free?")
	slots, err := ask[[]osbp.Slot](ctx, a, st, osbp.ToolAvailabilityFind, osbp.AvailabilityFindInput{
		ServiceID: sandbox.Haircut, ScheduleID: sandbox.HarborMain, ProviderID: sandbox.StaffMaya, Date: "2026-05-05",
	})
	if err != nil {
		return in, none, err
	}
	slot, err := afterLunch(slots)
	if err != nil {
		return in, none, err
	}
	in.ServiceID, in.ScheduleID, in.ProviderID = slot.ServiceID, slot.ScheduleID, slot.ProviderID
	start, err := wallclock.ParseDateTime(slot.StartsAtLocal)
	if err != nil {
		return in, none, err
	}
	in.Date, in.Time = start.Date.String(), start.Time.Short()
	st.say(agentSay, "%s that day; the first after lunch begins at %s on the merchant's clocks (%s), which is %s. "+
		"It is an offer and not held.", count(len(slots), "opening"), slot.StartsAtLocal, slot.ScheduleTimezone, slot.StartsAt)

	st = p.step("5", "On what terms?")
	policy, err := ask[osbp.Policy](ctx, a, st, osbp.ToolPolicyExplain, osbp.PolicyExplainInput{ServiceID: sandbox.Haircut})
	if err != nil {
		return in, none, err
	}
	st.say(agentSay, "nothing to pay before; cancelling late costs %s, not coming %s, and no mandate caps either; "+
		"customers are verified by %s", policy.CancellationFee, policy.NoShowFee, policy.VerificationMethod)

	st = p.step("6", "booking.create without approval: all is validated, nothing is booked")
	challenge, err := a.challenge(ctx, st, in)
	if err != nil {
		return in, none, err
	}
	s.tell(st)

	st = p.step("7", "The user reads the summary that the server made, and approves")
	st.say(agentSay, "%s", challenge.Summary)
	st.say("", "(token withheld: it goes back to the server, never to the user)")
	st.say(user, "Yes, book that.")
	in.Approval = challenge.Approval()

	st = p.step("8", "booking.create again, with the approval: the platform wants the customer verified")
	if _, err = a.refused(ctx, st, in, osbp.CodeRequiresVerification); err != nil {
		return in, none, err
	}
	s.tell(st)

	st = p.step("9", "A code is sent, and booking.create goes out with it and the same approval")
	sent, err := ask[osbp.VerificationChallenge](ctx, a, st, osbp.ToolVerificationSend, osbp.VerificationSendInput{
		Customer: customer, Purpose: osbp.BookingPurpose(merchant),
	})
	if err != nil {
		return in, none, err
	}
	st.say(agentSay, "the merchant has sent you a code by %s. What does it say?", sent.Method)
	st.say(user, "(code withheld)")
	in.VerificationCode = s.sandbox.LastCode(customer.Phone)
	receipt, err := a.book(ctx, st, in)
	if err != nil {
		return in, none, err
	}
	s.tell(st)

	st = p.step("10", "Does the platform have it?")
	booking, err := ask[osbp.Booking](ctx, a, st, osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: receipt.BookingID})
	if err != nil {
		return in, none, err
	}
	st.say(platform, "%s, %s, %s", booking.Status, booking.StartsAtLocal, booking.ScheduleTimezone)

	st = p.step("11", "The user gets the receipt")
	st.say(agentSay, "%s", receipt.Text)

	st = p.step("12", "What is written down")
	for _, e := range s.events.all() {
		outcome, err := outcomeOf(e)
		if err != nil {
			return in, none, err
		}
		st.say("", "%s  %-18s  %s", e.ID, e.ToolName, outcome)
	}
	return in, receipt, nil
}

// outcomeOf reads what was answered from an event's redacted result.
func outcomeOf(e *audit.Event) (string, error) {
	var result struct {
		OK      bool
		Problem struct{ Code string }
	}
	if err := json.Unmarshal(e.Result, &result); err != nil {
		return "", err
	}
	if result.OK {
		return "ok", nil
	}
	return result.Problem.Code, nil
}

func tellMandate(st *step, m *osbp.Mandate) {
	st.say("", "id       %s", m.ID)
	st.say("", "allows   %s, until %s", m.AllowedActions[0], m.ExpiresAt)
	st.say("", "with     %s", m.OrganizationID)
	st.say("", "for      %s by %s on %s", m.ServiceIDs[0], m.ProviderIDs[0], m.ScheduleIDs[0])
	st.say("", "from     %s on the merchant's clocks", m.EarliestStart)
	st.say("", "to       %s", m.LatestEnd)
	st.say("", "at most  %s, and no fee beside it", m.MaxPrice)
}

// afterLunch is the first slot from 13:00 on.
func afterLunch(slots []osbp.Slot) (*osbp.Slot, error) {
	for i := range slots {
		if _, clock, _ := strings.Cut(slots[i].StartsAtLocal, "T"); clock >= "13:00:00" {
			return &slots[i], nil
		}
	}
	return nil, errors.New("nothing is free after lunch")
}
