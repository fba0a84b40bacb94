package adapter

import (
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// Here the platform's words meet OSBP's. A word without a counterpart becomes unknown,
// which fails closed: what is not known to be due can't be within a cap. None is guessed.

func paymentRequirement(prepay string) osbp.PaymentRequirement {
	switch prepay {
	case "nothing":
		return osbp.PaymentNone
	case "part":
		return osbp.PaymentDeposit
	case "all":
		return osbp.PaymentFullPrepay
	}
	return osbp.PaymentUnknown
}

func verificationMethod(channel string) osbp.VerificationMethod {
	switch channel {
	case "text":
		return osbp.VerificationSMS
	case "mail":
		return osbp.VerificationEmail
	case "nothing":
		return osbp.VerificationNone
	}
	return osbp.VerificationUnknown
}

func bookingStatus(state string) osbp.BookingStatus {
	switch state {
	case "confirmed":
		return osbp.BookingBooked
	case "awaiting_shop":
		return osbp.BookingPending
	case "called_off":
		return osbp.BookingCancelled
	case "attended":
		return osbp.BookingCompleted
	case "missed":
		return osbp.BookingNoShow
	}
	return osbp.BookingUnknown
}

// isoWeekday converts the platform's 0 for Sunday to ISO's 1 for Monday to 7 for Sunday.
func isoWeekday(day int) int { return int(wallclock.WeekdayOf(time.Weekday(day))) }
