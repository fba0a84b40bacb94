package osbp

import "github.com/openservicekit/openservice/money"

// Service is what is booked (OSBP "Core Objects", "service.describe").
type Service struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Duration is an ISO 8601 duration such as PT45M; empty when unknown.
	Duration string       `json:"duration,omitzero"`
	Price    *money.Money `json:"price,omitzero"`
	// RequiresConsultation says that booking goes to a merchant-side approval
	// queue instead of creating an appointment; booking.create refuses then.
	RequiresConsultation bool `json:"requires_consultation"`
	// Options are variants or add-ons for display. booking.create has no selector
	// for them: none may be claimed as booked.
	Options []ServiceOption `json:"options,omitzero"`
}

// ServiceOption is a variant or add-on of a Service, for display and reasoning
// only (OSBP "Core Objects").
type ServiceOption struct {
	ID       string       `json:"id"`
	Name     string       `json:"name"`
	Duration string       `json:"duration,omitzero"`
	Price    *money.Money `json:"price,omitzero"`
}

// ServiceDescribeInput is the input of service.describe.
type ServiceDescribeInput struct {
	// ServiceID is optional where the adapter has a default service.
	ServiceID string `json:"service_id,omitzero"`
}
