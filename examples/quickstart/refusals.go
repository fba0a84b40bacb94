package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// refuse shows what the obligations are for. booked and receipt are of the booking
// that has been made.
func refuse(ctx context.Context, s *stage, a *agent, p *part, booked osbp.BookingCreateInput, receipt osbp.Receipt) error {
	for _, scene := range []func() error{
		func() error { return overCap(ctx, s, a, p) },
		func() error { return expired(ctx, s, a, p) },
		func() error { return priceChanged(ctx, s, a, p) },
		func() error { return retried(ctx, s, a, p, booked, receipt) },
		func() error { return cutOff(ctx, s, a, p) },
		func() error { return cutOffAndDeaf(ctx, s, a, p) },
	} {
		if err := scene(); err != nil {
			return err
		}
	}
	return nil
}

// attempt is a booking on Tuesday: a fringe trim, which needs no code, unless it says
// otherwise.
func (s *stage) attempt(name, staff, time string, dollars int64) osbp.BookingCreateInput {
	return osbp.BookingCreateInput{
		Mandate:        mandate(s.clock.now(), "mnd_"+name, sandbox.FringeTrim, staff, dollars),
		IdempotencyKey: "idem_" + name, ServiceID: sandbox.FringeTrim, ScheduleID: sandbox.HarborMain, ProviderID: staff,
		Date: "2026-05-05", Time: time, Customer: customer,
	}
}

func overCap(ctx context.Context, s *stage, a *agent, p *part) error {
	st := p.step("a", "Over the cap: the user allowed 80 dollars, and the haircut costs 85")
	in := s.attempt("over_cap", sandbox.StaffSam, "14:00", 80)
	in.ServiceID, in.Mandate.ServiceIDs = sandbox.Haircut, []string{sandbox.Haircut}
	problem, err := a.refused(ctx, st, in, osbp.CodePriceExceedsMandate)
	if err != nil {
		return err
	}
	st.say(agentSay, "%q So I book nothing, and ask my user.", problem.Message)
	s.tell(st)
	return nil
}

func expired(ctx context.Context, s *stage, a *agent, p *part) error {
	st := p.step("b", "An expired mandate: approved in time, sent at the instant that it ends")
	in := s.attempt("expired", sandbox.StaffSam, "14:30", 20)
	in.Mandate.ExpiresAt = s.clock.now().Add(time.Minute).Format(time.RFC3339)
	challenge, err := a.challenge(ctx, st, in)
	if err != nil {
		return err
	}
	in.Approval = challenge.Approval()
	s.clock.set(s.clock.now().Add(time.Minute))
	st.say("", "(a minute later, and the token is still good)")
	if _, err = a.refused(ctx, st, in, osbp.CodeMandateExpired); err != nil {
		return err
	}
	s.tell(st)
	return nil
}

func priceChanged(ctx context.Context, s *stage, a *agent, p *part) error {
	st := p.step("c", "A price that changes between summary and approval: the user is asked anew")
	in := s.attempt("price", sandbox.StaffSam, "15:00", 20)
	challenge, err := a.challenge(ctx, st, in)
	if err != nil {
		return err
	}
	st.say(agentSay, "the summary says: %s", sentence(challenge.Summary, "Price:"))
	st.say(user, "Free of charge? Yes, please.")
	in.Approval = challenge.Approval()
	twelve := money.Fixed("USD", 1200)
	if err := s.sandbox.SetPrice(merchant, sandbox.FringeTrim, &twelve); err != nil {
		return err
	}
	st.say(platform, "a fringe trim costs %s from now on, which is within the mandate", twelve)
	problem, err := a.refused(ctx, st, in, osbp.CodeRequiresUserConfirmation)
	if err != nil {
		return err
	}
	again, err := osbp.ParseChallenge(problem)
	if err != nil {
		return err
	}
	if again.Token == challenge.Token {
		return fmt.Errorf("the approval of one price was asked for again by the token of another")
	}
	st.say("", "(the approval of the old price is no good for the new one)")
	st.say(agentSay, "the summary says now: %s", sentence(again.Summary, "Price:"))
	st.say(user, "For 12 dollars? Go on.")
	in.Approval = again.Approval()
	if _, err := a.book(ctx, st, in); err != nil {
		return err
	}
	s.tell(st)
	return nil
}

func retried(ctx context.Context, s *stage, a *agent, p *part, booked osbp.BookingCreateInput, receipt osbp.Receipt) error {
	st := p.step("d", "A retry: the agent is not sure that it heard the answer, and sends the first booking again")
	again, err := a.book(ctx, st, booked)
	if err != nil {
		return err
	}
	if again != receipt {
		return fmt.Errorf("the retry got another receipt")
	}
	st.say(agentSay, "the same receipt as before: %s", again.BookingID)
	s.tell(st)
	return nil
}

func cutOff(ctx context.Context, s *stage, a *agent, p *part) error {
	st := p.step("e", "A connection that is cut after the platform has written the appointment")
	in := s.attempt("cut", sandbox.StaffMaya, "15:00", 20)
	if err := s.approve(ctx, a, st, &in); err != nil {
		return err
	}
	off, err := s.sandbox.SwitchOn(sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultCutAfter, Count: 1})
	if err != nil {
		return err
	}
	defer off()
	if _, err := a.book(ctx, st, in); err != nil {
		return err
	}
	s.tell(st)
	return once(s, in)
}

func cutOffAndDeaf(ctx context.Context, s *stage, a *agent, p *part) error {
	st := p.step("", "The same, and the platform can't be asked about it either")
	in := s.attempt("deaf", sandbox.StaffMaya, "15:30", 20)
	if err := s.approve(ctx, a, st, &in); err != nil {
		return err
	}
	off, err := s.sandbox.SwitchOn(sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultCutAfter, Count: 1})
	if err != nil {
		return err
	}
	defer off()
	deafOff, err := s.sandbox.SwitchOn(sandbox.Fault{Op: sandbox.OpLookUp, Kind: sandbox.FaultErrorBefore})
	if err != nil {
		return err
	}
	defer deafOff()
	if _, err := a.refused(ctx, st, in, osbp.CodeBookingOutcomeUnknown); err != nil {
		return err
	}
	s.tell(st)
	handoff, err := ask[osbp.Handoff](ctx, a, st, osbp.ToolHandoffRequest, osbp.HandoffRequestInput{
		Reason:    string(osbp.CodeBookingOutcomeUnknown),
		Message:   "The salon may have the appointment or not. Please ask before you book another one.",
		MandateID: in.Mandate.ID,
	})
	if err != nil {
		return err
	}
	st.say(agentSay, "%s: %s", handoff.Status, handoff.Message)
	deafOff()
	st.say("", "(later the platform can be asked again, and the agent retries with the same key)")
	if _, err := a.book(ctx, st, in); err != nil {
		return err
	}
	s.tell(st)
	return once(s, in)
}

// sentence is the one of a text that begins with start.
func sentence(text, start string) string {
	_, rest, _ := strings.Cut(text, start)
	rest, _, _ = strings.Cut(rest, ". ")
	return start + rest + "."
}

// approve has the user confirm the summary of in.
func (s *stage) approve(ctx context.Context, a *agent, st *step, in *osbp.BookingCreateInput) error {
	challenge, err := a.challenge(ctx, st, *in)
	if err != nil {
		return err
	}
	st.say(user, "Yes.")
	in.Approval = challenge.Approval()
	return nil
}

// once holds the platform to one create and one appointment for an attempt.
func once(s *stage, in osbp.BookingCreateInput) error {
	if got := s.sandbox.CountsOf(merchant, in.IdempotencyKey); got.Creates != 1 || got.Appointments != 1 {
		return fmt.Errorf("%s reached the platform %d times and made %d appointments", in.IdempotencyKey, got.Creates, got.Appointments)
	}
	return nil
}
