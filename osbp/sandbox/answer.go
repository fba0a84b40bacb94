package sandbox

import "github.com/openservicekit/openservice/osbp"

// Codes beside the protocol's own that a Platform of the sandbox answers (OSBP
// "Result Envelope" permits them).
const (
	// CodeServiceNotFound and CodeScheduleNotFound: the business has no such thing.
	// The agent looks for the right id.
	CodeServiceNotFound  osbp.Code = "service_not_found"
	CodeScheduleNotFound osbp.Code = "schedule_not_found"
	// CodeContactRejected: the platform does not take the customer as given. The
	// agent asks the customer.
	CodeContactRejected osbp.Code = "contact_rejected"
	// CodePriceChanged: the price is another one since. The agent tries again, and
	// the user is asked anew.
	CodePriceChanged osbp.Code = "price_changed"
	// CodeBookingRejected: the platform did not take the booking for another reason.
	// The agent hands off.
	CodeBookingRejected osbp.Code = "booking_rejected"
)

// problemOf is what a refusal means to an agent, in words that quote nothing.
func problemOf(why reason) *osbp.Problem {
	switch why {
	case reasonNoOffering:
		return osbp.NewProblem(CodeServiceNotFound, "This merchant has no service with this service_id.")
	case reasonNoCalendar:
		return osbp.NewProblem(CodeScheduleNotFound, "This merchant has no schedule with this schedule_id.")
	case reasonNoReservation:
		return osbp.NewProblem(osbp.CodeBookingNotFound, "The platform has no booking with this booking_id.")
	case reasonTaken:
		return osbp.NewProblem(osbp.CodeSlotTaken, "Somebody else has taken this time. Find another slot.")
	case reasonByRequest:
		return osbp.NewProblem(osbp.CodeRequiresConsultationHandoff, "The merchant takes this service on request only. Hand off.")
	case reasonContact:
		return osbp.NewProblem(CodeContactRejected, "The platform does not accept this customer's name or contacts. Ask the customer.")
	case reasonName:
		return osbp.NewProblem(osbp.CodeCustomerNameAmbiguous, "The platform wants a given and a family name. Ask the customer.")
	case reasonPriceChanged:
		p := osbp.NewProblem(CodePriceChanged, "The price has changed meanwhile. Call booking.create again without approval to see the new one.")
		p.Retryable = true
		return p
	case reasonCodeNeeded:
		return osbp.NewProblem(osbp.CodeRequiresVerification, "The platform wants the customer verified. Call verification.send, then retry with the code.")
	case reasonCodeRejected:
		return osbp.NewProblem(osbp.CodeVerificationFailed, "The verification code is wrong, expired or used up. Send another one and retry with it.")
	case reasonSlowDown:
		return osbp.NewProblem(osbp.CodeRateLimited, "The platform asks to slow down. Wait and retry.")
	case reasonProofNeeded:
		return osbp.NewProblem(osbp.CodeBookingStatusRequiresVerification, "The platform shows appointments only after a verification that this read can't do.")
	case reasonNoCodes:
		return osbp.NewProblem(osbp.CodeVerificationNotSupported, "The merchant verifies nobody.")
	case reasonUnclear, reasonKeyReused:
		return osbp.NewProblem(CodeBookingRejected, "The platform did not take the booking. Hand off.")
	}
	return nil
}

// definite says that a refusal of a create is the platform's own word that it made
// nothing. A word that is not known proves nothing, and gives nil.
func definite(why reason) error {
	if p := problemOf(why); p != nil {
		return osbp.Refused(p)
	}
	switch why {
	case reasonNoBusiness, reasonVersion, reasonBadRequest:
		return osbp.Refused(osbp.NewProblem(CodeBookingRejected, "The platform did not take the booking. Hand off."))
	}
	return nil
}
