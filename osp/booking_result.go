package osp

import (
	"github.com/openservicekit/openservice/wallclock"
)

// BookingResult is the answer of request_service_booking when the business has the request (OSP 6.7); its JSON is the tool's
// output. It has no member in which an appointment could be claimed: in the JSON, status is always
// pending_business_confirmation and appointmentConfirmed always false. Nor does it have anything of the customer.
type BookingResult struct {
	// RequestID is the caller's own.
	RequestID string `json:"requestId"`
	// IsDuplicate says that the business had the request already, and that no second one was made.
	IsDuplicate bool `json:"duplicate"`
	// Service, PreferredDate, PreferredTime and Location are those of the request that the business has.
	Service       ServiceRef     `json:"service"`
	PreferredDate wallclock.Date `json:"preferredDate"`
	PreferredTime string         `json:"preferredTime"`
	Location      LocationRef    `json:"location"`
	// CoverageVerified says whether the customer's ZIP matched published coverage; nil without a ZIP or without coverage.
	// False blocks nothing.
	CoverageVerified *bool `json:"coverageVerified"`
	// SchedulingRecordCreated says that a record for staff was written to the scheduling system. It is no confirmation.
	SchedulingRecordCreated bool `json:"schedulingRecordCreated"`
	// ConfirmationNote is how the business says it will confirm.
	ConfirmationNote string `json:"confirmationNote"`
	// Message is for the agent to relay.
	Message string `json:"message"`
	// CanonicalSiteURL is the business origin.
	CanonicalSiteURL string `json:"canonicalSiteUrl"`
}

const (
	statusPending     = "pending_business_confirmation"
	duplicateRequest  = "duplicate_request"
	receivedMessage   = "The service request was received. The business still has to confirm the appointment and the exact arrival time."
	stillToBeSettled  = " The business still has to confirm."
	duplicatesMessage = "The business already has this request: "
	noSecondRequest   = ". No second request was made."
)

// MarshalJSON returns the tool's output.
func (b BookingResult) MarshalJSON() ([]byte, error) { return marshal(b.write) }

func (b *BookingResult) size() int { return 1024 }

func (b *BookingResult) write(w *writer) {
	w.open()
	w.boolean("success", true)
	w.text("requestId", b.RequestID)
	w.boolean("duplicate", b.IsDuplicate)
	if b.IsDuplicate {
		w.text("code", duplicateRequest)
	}
	w.text("status", statusPending)
	w.boolean("appointmentConfirmed", false)
	w.name("service")
	w.open()
	w.text("slug", b.Service.Slug)
	w.text("name", b.Service.Name)
	w.textIfAny("url", b.Service.URL)
	w.close(nil)
	w.name("preferredDate")
	w.date(b.PreferredDate)
	w.textIfAny("preferredTime", b.PreferredTime)
	w.name("location")
	w.locationRef(&b.Location)
	w.optionalBoolean("coverageVerified", b.CoverageVerified)
	w.boolean("schedulingRecordCreated", b.SchedulingRecordCreated)
	w.textIfAny("confirmationNote", b.ConfirmationNote)
	w.text("message", b.Message)
	w.text("canonicalSiteUrl", b.CanonicalSiteURL)
	w.close(nil)
}

// newBookingResult is what a request is answered with once the business has it.
func newBookingResult(r *ServiceRequest, policy *BookingPolicy) *BookingResult {
	b := &BookingResult{
		RequestID:        r.RequestID,
		Service:          r.Service,
		PreferredDate:    r.PreferredDate,
		PreferredTime:    r.PreferredTime,
		Location:         r.Location,
		CoverageVerified: r.CoverageVerified,
		Message:          receivedMessage,
		CanonicalSiteURL: r.CanonicalSiteURL,
	}
	if policy.ConfirmationNote != nil {
		b.ConfirmationNote = *policy.ConfirmationNote
	}
	return b
}

// answering is the result as the caller with that request id gets it.
func (b BookingResult) answering(requestID string, isDuplicate bool) *BookingResult {
	b.RequestID, b.IsDuplicate = requestID, isDuplicate
	if isDuplicate {
		b.Message = b.duplicateMessage(b.Service.Name)
		if len(Claims(b.Message)) > 0 { // by the name of the service
			b.Message = b.duplicateMessage(b.Service.Slug)
		}
	}
	if len(Claims(b.ConfirmationNote)) > 0 { // stored by a version that did not know the phrase
		b.ConfirmationNote = ""
	}
	return &b
}

func (b *BookingResult) duplicateMessage(service string) string {
	return duplicatesMessage + service + " on " + b.PreferredDate.String() + noSecondRequest + stillToBeSettled
}
