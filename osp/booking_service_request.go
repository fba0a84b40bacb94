package osp

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// ServiceRequest is a booking request on its way to the business: what the customer wants, resolved against the manifest,
// with the record of where it came from (OSP 6.7, OSP 7.3). Its JSON is what a store keeps until the business has it, and
// what a webhook gets. It doesn't print itself.
type ServiceRequest struct {
	// RequestID is the UUID of the request. Compare it without regard to case.
	RequestID string `json:"requestId"`
	// CanonicalSiteURL is the origin of the business.
	CanonicalSiteURL string `json:"canonicalSiteUrl"`
	// Service and Location are what the customer asks for.
	Service  ServiceRef  `json:"service"`
	Location LocationRef `json:"location"`
	// PreferredDate is in the business's zone; PreferredTime is the id of a window, empty if any will do. They are wishes.
	PreferredDate wallclock.Date `json:"preferredDate"`
	PreferredTime string         `json:"preferredTime,omitempty"`
	// Customer is who asks, in plain texts.
	Customer Customer `json:"customer"`
	// Consent is what the customer allowed.
	Consent Consent `json:"consent"`
	// Note is for the office to read: the provenance line, then the customer's notes, each line of them marked (OSP 7.3).
	// A system with a single field for notes takes this rather than Customer.Notes.
	Note string `json:"note"`
	// CoverageVerified says whether the customer's ZIP matched published coverage; nil without a ZIP or without coverage.
	CoverageVerified *bool `json:"coverageVerified,omitempty"`
	// Provenance says where the request came from.
	Provenance Provenance `json:"provenance"`
	// IsRedelivery says that this request may have been delivered before, with an outcome that is not known.
	IsRedelivery bool `json:"redelivery,omitempty"`
}

// ServiceRef names a service (OSP Appendix B.6).
type ServiceRef struct {
	Slug string `json:"slug"`
	Name string `json:"name"`
	// URL is the service's own page, if it has one.
	URL string `json:"url,omitempty"`
}

// Consent is what the customer allowed, and its limits (OSP 7.2).
type Consent struct {
	// ContactMethod is the method by which the business may make contact.
	ContactMethod ContactMethod `json:"contactMethod"`
	// Scope is always [ScopeThisRequest]: no marketing, no promotional messages, no mailing list.
	Scope ConsentScope `json:"scope"`
}

// ConsentScope says what a consent is good for.
type ConsentScope string

// ScopeThisRequest is contact about this request, and nothing else.
const ScopeThisRequest ConsentScope = "this_request_only"

// Provenance is the record of where a booking request came from (OSP 7.3).
type Provenance struct {
	RequestID string `json:"requestId"`
	// Channel is what the server observed.
	Channel Channel `json:"channel"`
	// ReceivedAt is when the request arrived, in UTC.
	ReceivedAt time.Time `json:"receivedAt"`
	// UserAgent is the beginning of the caller's user-agent string, on one line. It is for the investigation of abuse, and
	// whoever stores it drops it at UserAgentUntil (OSP 7.6).
	UserAgent      string    `json:"userAgent,omitempty"`
	UserAgentUntil time.Time `json:"userAgentUntil,omitzero"`
	// Agent is what the agent said about itself, nil if nothing. It proves nothing.
	Agent *AgentInfo `json:"agent,omitempty"`
}

const redactedServiceRequest = "osp.ServiceRequest(redacted)"

// String returns a fixed text.
func (ServiceRequest) String() string { return redactedServiceRequest }

// Format writes a fixed text for every verb.
func (ServiceRequest) Format(s fmt.State, _ rune) { writeFixed(s, redactedServiceRequest) }

// LogValue returns a fixed text.
func (ServiceRequest) LogValue() slog.Value { return slog.StringValue(redactedServiceRequest) }

// newServiceRequest resolves a request that has been checked.
func (s *Server) newServiceRequest(r *BookingRequest, c *call) (*ServiceRequest, error) {
	p := s.profile
	at, refusal := p.place(r.Location())
	if refusal != nil {
		return nil, refusal
	}
	service, refusal := p.bookable(r.ServiceSlug())
	if refusal != nil {
		return nil, refusal
	}
	customer := r.Customer()
	out := &ServiceRequest{
		RequestID:        r.RequestID(),
		CanonicalSiteURL: p.origin,
		Service:          ServiceRef{Slug: service.Slug, Name: service.Name, URL: service.URL},
		Location:         *at.ref,
		PreferredDate:    r.PreferredDate(),
		Customer:         customer,
		Consent:          Consent{ContactMethod: customer.ContactMethod, Scope: ScopeThisRequest},
		Provenance: Provenance{
			RequestID:  r.RequestID(),
			Channel:    c.caller.observed(),
			ReceivedAt: c.now.UTC().Truncate(time.Second),
			UserAgent:  plainLine(c.caller.UserAgent, MaxUserAgent),
		},
	}
	out.PreferredTime, _ = r.PreferredTime()
	if agent, ok := r.Agent(); ok {
		out.Provenance.Agent = &agent
	}
	if out.Provenance.UserAgent != "" {
		out.Provenance.UserAgentUntil = c.now.UTC().Add(s.opts.UserAgentRetention)
	}
	if verified, ok := p.CoverageVerified(customer.ZIP); ok {
		out.CoverageVerified = &verified
	}
	out.Note = provenanceNote(&out.Provenance, customer.Notes)
	return out, nil
}
