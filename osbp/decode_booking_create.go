package osbp

import (
	"errors"
	"strconv"
	"strings"
	"unicode"

	"github.com/openservicekit/openservice/wallclock"
)

var bookingCreateMembers = members{required: 7, names: []string{
	mandateMember, "idempotency_key", "service_id", "schedule_id", "date", "time", "customer",
	"provider_id", "approval", "verification_code"}}

func (r *inputReader) bookingCreate(in *BookingCreateInput) {
	r.object(bookingCreateMembers, func(name string) {
		switch name {
		case mandateMember:
			in.Mandate = r.mandate()
		case "idempotency_key":
			in.IdempotencyKey = r.idempotencyKey()
		case "service_id":
			in.ServiceID = r.someText()
		case "schedule_id":
			in.ScheduleID = r.someText()
		case "provider_id":
			in.ProviderID = r.text() // empty is absent: a slot without a provider (rule 24)
		case "date":
			in.Date = r.wallClock(dateFault, wantDate)
		case "time":
			in.Time = r.wallClock(timeFault, wantTime)
		case "customer":
			in.Customer = r.customer()
		case "approval":
			in.Approval = r.approval()
		case "verification_code":
			in.VerificationCode = r.someText()
		}
	})
}

// wallClock reads booking.create's own date or time. An offset is invalid_mandate
// although it lies outside the mandate: the text lists both among the wall-clock
// fields (OSBP "Time Discipline", rule 2).
func (r *inputReader) wallClock(faultOf func(string) error, want string) string {
	s, ok := r.str()
	if !ok {
		return ""
	}
	switch err := faultOf(s); {
	case errors.Is(err, wallclock.ErrOffset):
		r.add(fault{CodeInvalidMandate, string(r.path), "carries an offset; it is a wall clock in the merchant's zone"})
	case err != nil:
		r.fault(want)
	}
	return s
}

// idempotencyKey reads a key: 1 to MaxIdempotencyKey bytes, none of them a control
// character, since keys appear in receipts and logs.
func (r *inputReader) idempotencyKey() string {
	key := r.someText()
	if len(key) > MaxIdempotencyKey {
		r.fault("must be no longer than " + strconv.Itoa(MaxIdempotencyKey) + " bytes")
	}
	if strings.ContainsFunc(key, unicode.IsControl) {
		r.fault("must not have control characters")
	}
	return key
}

// approval reads both members strictly typed. What they say is for the gate: a
// token that is empty or wrong, and a confirmation that is not given, are answered
// with a challenge.
func (r *inputReader) approval() *Approval {
	a := new(Approval)
	r.object(members{required: 2, names: []string{"confirmed", "token"}}, func(name string) {
		switch name {
		case "confirmed":
			a.Confirmed = r.flag()
		case "token":
			a.Token = r.text()
		}
	})
	return a
}
