package sandbox

import (
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// Here the platform's words meet OSBP's. A word that OSBP does not know becomes
// unknown, which fails closed; none is guessed.

func paymentRequirement(p Prepay) osbp.PaymentRequirement {
	switch p {
	case PrepayNothing:
		return osbp.PaymentNone
	case PrepayPart:
		return osbp.PaymentDeposit
	case PrepayAll:
		return osbp.PaymentFullPrepay
	}
	return osbp.PaymentUnknown
}

func verificationMethod(c Channel) osbp.VerificationMethod {
	switch c {
	case ByText:
		return osbp.VerificationSMS
	case ByMail:
		return osbp.VerificationEmail
	case ByNothing:
		return osbp.VerificationNone
	}
	return osbp.VerificationUnknown
}

func bookingStatus(s State) osbp.BookingStatus {
	switch s {
	case StateConfirmed:
		return osbp.BookingBooked
	case StateAwaiting:
		return osbp.BookingPending
	case StateCancelled:
		return osbp.BookingCancelled
	case StateAttended:
		return osbp.BookingCompleted
	case StateMissed:
		return osbp.BookingNoShow
	}
	return osbp.BookingUnknown
}

// isoWeekday converts the platform's 0 for Sunday; 7 and more are no day.
func isoWeekday(day int) wallclock.ISOWeekday { return wallclock.WeekdayOf(time.Weekday(day)) }

// isoMinutes and isoHours write a length as an ISO 8601 duration; none is "".
func isoMinutes(n int) string {
	if n == 0 {
		return ""
	}
	return "PT" + strconv.Itoa(n) + "M"
}

func isoHours(n int) string {
	if n == 0 {
		return ""
	}
	return "PT" + strconv.Itoa(n) + "H"
}

// fullName is the name a merchant sees.
func fullName(c osbp.Customer) string {
	if c.DisplayName != "" {
		return c.DisplayName
	}
	return strings.TrimSpace(c.GivenName + " " + c.FamilyName)
}
