package osbp

import "github.com/openservicekit/openservice/wallclock"

func (r *inputReader) serviceDescribe(in *ServiceDescribeInput) {
	r.object(members{names: []string{"service_id"}}, func(string) {
		in.ServiceID = r.someText()
	})
}

var availabilityFindMembers = members{required: 1, names: []string{
	"date", "service_id", "schedule_id", "provider_id"}}

func (r *inputReader) availabilityFind(in *AvailabilityFindInput) {
	r.object(availabilityFindMembers, func(name string) {
		switch name {
		case "date":
			in.Date = r.date()
		case "service_id":
			in.ServiceID = r.someText()
		case "schedule_id":
			in.ScheduleID = r.someText()
		case "provider_id":
			in.ProviderID = r.someText()
		}
	})
}

// date reads a day of the calendar.
func (r *inputReader) date() string {
	s, ok := r.str()
	if ok && dateFault(s) != nil {
		r.fault(wantDate)
	}
	return s
}

func dateFault(s string) error {
	_, err := wallclock.ParseDate(s)
	return err
}

func timeFault(s string) error {
	_, err := wallclock.ParseTime(s)
	return err
}

const (
	wantDate = "must be a calendar date YYYY-MM-DD"
	wantTime = "must be a time of day HH:MM[:SS]"
)

func (r *inputReader) policyExplain(in *PolicyExplainInput) {
	r.object(members{required: 1, names: []string{"service_id"}}, func(string) {
		in.ServiceID = r.someText()
	})
}

func (r *inputReader) verificationSend(in *VerificationSendInput) {
	r.object(members{required: 2, names: []string{"customer", "purpose"}}, func(name string) {
		switch name {
		case "customer":
			in.Customer = r.customer()
		case "purpose":
			in.Purpose = r.text()
		}
	})
}

var verificationVerifyMembers = members{required: 3, names: []string{"customer", "purpose", "code"}}

func (r *inputReader) verificationVerify(in *VerificationVerifyInput) {
	r.object(verificationVerifyMembers, func(name string) {
		switch name {
		case "customer":
			in.Customer = r.customer()
		case "purpose":
			in.Purpose = r.text()
		case "code":
			in.Code = r.someText()
		}
	})
}

func (r *inputReader) bookingStatus(in *BookingStatusInput) {
	r.object(members{required: 1, names: []string{"booking_id", "customer"}}, func(name string) {
		switch name {
		case "booking_id":
			in.BookingID = r.someText()
		case "customer":
			c := r.customer()
			in.Customer = &c
		}
	})
}

var handoffRequestMembers = members{required: 2, names: []string{"reason", "message", "mandate_id"}}

func (r *inputReader) handoffRequest(in *HandoffRequestInput) {
	r.object(handoffRequestMembers, func(name string) {
		switch name {
		case "reason":
			in.Reason = r.someText()
		case "message":
			in.Message = r.someText()
		case "mandate_id":
			in.MandateID = r.someText()
		}
	})
}

var customerMembers = members{names: []string{
	"id", "display_name", "given_name", "family_name", "phone", "email"}}

// customer reads a Customer. Its members pass as they are, empty ones too: the
// platform enforces its own formats.
func (r *inputReader) customer() (c Customer) {
	r.object(customerMembers, func(name string) {
		switch name {
		case "id":
			c.ID = r.text()
		case "display_name":
			c.DisplayName = r.text()
		case "given_name":
			c.GivenName = r.text()
		case "family_name":
			c.FamilyName = r.text()
		case "phone":
			c.Phone = r.text()
		case "email":
			c.Email = r.text()
		}
	})
	return c
}
