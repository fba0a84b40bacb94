package adapter

import (
	"errors"
	"fmt"

	"github.com/openservicekit/openservice/osbp"
)

// Codes beside the protocol's own, for what only this platform says (OSBP "Result
// Envelope" permits them).
const (
	// CodeServiceNotFound and CodeScheduleNotFound: the shop has no such thing. The
	// agent looks for the right id.
	CodeServiceNotFound  osbp.Code = "service_not_found"
	CodeScheduleNotFound osbp.Code = "schedule_not_found"
	// CodeContactRejected: the platform does not take the customer as given. The agent
	// asks the customer.
	CodeContactRejected osbp.Code = "contact_rejected"
	// CodePriceChanged: the price is another one since. The agent tries again, and the
	// user is asked anew.
	CodePriceChanged osbp.Code = "price_changed"
	// CodeBookingRejected: the platform did not take the booking for another reason. The
	// agent hands off.
	CodeBookingRejected osbp.Code = "booking_rejected"
)

const (
	wordSlowDown   = "slow_down"
	wordNoReadback = "no_readback"
)

// meaning is what a word of the platform's means to an agent, in words that quote
// nothing. Without a code it means something to the operator alone.
type meaning struct {
	code    osbp.Code
	message string
}

// meanings are all the words that the platform's page lists.
var meanings = map[string]meaning{
	"no_such_offering":    {CodeServiceNotFound, "This merchant has no service with this service_id."},
	"no_such_calendar":    {CodeScheduleNotFound, "This merchant has no schedule with this schedule_id."},
	"no_such_reservation": {osbp.CodeBookingNotFound, "The platform has no booking with this booking_id."},
	"opening_taken":       {osbp.CodeSlotTaken, "Somebody else has taken this time. Find another slot."},
	"by_request_only":     {osbp.CodeRequiresConsultationHandoff, "The merchant takes this service on request only. Hand off."},
	"contact_rejected":    {CodeContactRejected, "The platform does not accept this customer's name or contacts. Ask the customer."},
	"full_name_needed":    {osbp.CodeCustomerNameAmbiguous, "The platform wants a given and a family name. Ask the customer."},
	"price_changed":       {CodePriceChanged, "The price has changed meanwhile. Call booking.create again without approval to see the new one."},
	"code_needed":         {osbp.CodeRequiresVerification, "The platform wants the customer verified. Call verification.send, then retry with the code."},
	"code_rejected":       {osbp.CodeVerificationFailed, "The verification code is wrong, expired or used up. Send another one and retry with it."},
	wordSlowDown:          {osbp.CodeRateLimited, "The platform asks to slow down. Wait and retry."},
	"proof_needed":        {osbp.CodeBookingStatusRequiresVerification, "The platform shows appointments only after a verification that this read can't do."},
	"no_codes_here":       {osbp.CodeVerificationNotSupported, "The merchant verifies nobody."},
	"begins_twice":        {CodeBookingRejected, "The platform did not take the booking. Hand off."},
	"key_reused":          {CodeBookingRejected, "The platform did not take the booking. Hand off."},
	wordNoReadback:        {},
	"no_such_shop":        {},
	"version_needed":      {},
	"bad_request":         {},
}

func (m meaning) problem() *osbp.Problem {
	p := osbp.NewProblem(m.code, m.message)
	if m.code == CodePriceChanged {
		p.Retryable = true
	}
	return p
}

// refusal is the platform's word that it did not do what it was asked.
type refusal struct{ word string }

func (r *refusal) Error() string {
	if _, known := meanings[r.word]; !known {
		// It may be anything, and quote a customer: it is not repeated.
		return "adapter: refused with a word that is not on the platform's page"
	}
	return "adapter: refused with " + r.word
}

// statusError is an answer that proves nothing: a status without a word of the platform's
// own that would explain it.
type statusError struct{ status int }

func (e *statusError) Error() string { return fmt.Sprintf("adapter: status %d", e.status) }

func refusedWith(err error, word string) bool {
	var no *refusal
	return errors.As(err, &no) && no.word == word
}

// readFailure is what a failed read means: the platform's refusal in OSBP's words, or that
// it could not be asked. Any other error goes back as it is: the adapter answers for it
// without repeating it, and tells the operator.
func readFailure(err error) error {
	var no *refusal
	var status *statusError
	switch {
	case errors.As(err, &no):
		if m := meanings[no.word]; m.code != "" {
			return m.problem()
		}
	case errors.As(err, &status) && status.status >= 500:
		return osbp.NewProblem(osbp.CodePlatformUnavailable, "The booking platform has a fault. Retry later.")
	}
	return err
}

// createFailure is what a failed create proves. A documented word with a status of 4xx is
// the platform's promise that nothing was made, and the only thing that is. A word that is
// not documented, a status alone, a 5xx whatever its body says, an answer that can't be
// read and a connection that breaks all leave it open; as they are, they make the outcome
// unknown, and nobody creates again on a guess.
func createFailure(err error) error {
	var no *refusal
	if !errors.As(err, &no) {
		return err
	}
	m, known := meanings[no.word]
	switch {
	case !known:
		return err
	case m.code == "": // for the operator to repair, not for the agent
		m = meaning{CodeBookingRejected, "The platform did not take the booking. Hand off."}
	}
	return fmt.Errorf("%s: %w", err, osbp.Refused(m.problem()))
}
