package osp

import (
	"encoding/json"

	"github.com/openservicekit/openservice/wallclock"
)

// BookingRequest is a customer's request to a business, as an agent sent it to request_service_booking (OSP 6.7). It comes
// from [DecodeBookingRequest] alone: holding one means that the customer's approval and contact authorization were stated
// and that the input satisfies the schema. [Profile.CheckRequest] then says whether the business accepts it.
//
// A BookingRequest doesn't change. It never prints what the customer sent; the accessors return it. The zero value is no
// request.
type BookingRequest struct {
	// held is a function because fmt prints what a pointer inside a foreign struct points to, past every method.
	held func() *requestData
}

type requestData struct {
	requestID     string
	serviceSlug   string
	date          wallclock.Date // the zero date if there is no such date
	preferredTime *string
	location      string
	customer      Customer
	agent         *AgentInfo
	input         json.RawMessage
}

// Customer is who a request is for. Its texts are plain and on one line each, Notes on several: they are safe to store and
// to show, and still a stranger's words (OSP 7.6, OSP 10). It doesn't print itself.
type Customer struct {
	// Name is 2 to 120 characters.
	Name string `json:"name"`
	// Phone has at least 10 digits; empty if it wasn't given.
	Phone string `json:"phone,omitempty"`
	// Email is an address; empty if it wasn't given.
	Email string `json:"email,omitempty"`
	// Address is the street address; empty if it wasn't given, as City and State.
	Address string `json:"address,omitempty"`
	City    string `json:"city,omitempty"`
	State   string `json:"state,omitempty"`
	// ZIP is the zero ZIP if it wasn't given.
	ZIP ZIP `json:"zip,omitzero"`
	// Notes are at most 2000 characters; empty if there are none.
	Notes string `json:"notes,omitempty"`
	// ContactMethod is how the customer allowed the business to make contact about this request, and nothing else
	// (OSP 7.2).
	ContactMethod ContactMethod `json:"contactMethod"`
	// Vehicle is nil if it wasn't given, or if the business ignores vehicles.
	Vehicle *Vehicle `json:"vehicle,omitempty"`
}

// Vehicle is what the customer brings (OSP 6.7). All of it is optional. It doesn't print itself.
type Vehicle struct {
	// Year is at most 4 characters.
	Year string `json:"year,omitempty"`
	// Make and Model are at most 40 characters each.
	Make  string `json:"make,omitempty"`
	Model string `json:"model,omitempty"`
	// Mileage is at most 12 characters.
	Mileage string `json:"mileage,omitempty"`
}

// AgentInfo is what an agent says about itself (OSP 6.7, OSP 7.3). It is recorded beside what the server observed, and
// proves nothing.
type AgentInfo struct {
	// Channel is the channel that the agent claims.
	Channel Channel `json:"channel"`
	// Name and Version are plain text of at most 80 characters; optional.
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
}

// Channel is how a request arrives (OSP 7.3).
type Channel string

const (
	// ChannelMCP is the Model Context Protocol.
	ChannelMCP Channel = "mcp"
	// ChannelREST is the REST mirror of the tools.
	ChannelREST Channel = "rest"
	// ChannelWebMCP is an action that a page registered with the browser.
	ChannelWebMCP Channel = "webmcp"
	// ChannelOther is everything else.
	ChannelOther Channel = "other"
)

var noRequest requestData

// decoded returns what was decoded, false if nothing was.
func (r *BookingRequest) decoded() (*requestData, bool) {
	if r == nil || r.held == nil {
		return &noRequest, false
	}
	return r.held(), true
}

func (r *BookingRequest) get() *requestData {
	d, _ := r.decoded()
	return d
}

// RequestID returns the UUID as it was sent. Compare it without regard to case (RFC 9562).
func (r *BookingRequest) RequestID() string { return r.get().requestID }

// ServiceSlug returns the slug of the service asked for.
func (r *BookingRequest) ServiceSlug() string { return r.get().serviceSlug }

// PreferredDate returns the date asked for: the zero date if the date that was sent doesn't exist, which
// [Profile.CheckRequest] refuses.
func (r *BookingRequest) PreferredDate() wallclock.Date { return r.get().date }

// PreferredTime returns the id of the window asked for, false if any will do.
func (r *BookingRequest) PreferredTime() (windowID string, ok bool) {
	if id := r.get().preferredTime; id != nil {
		return *id, true
	}
	return "", false
}

// Location returns the location id that was sent, "" if none was. [Profile.Location] says which location that is.
func (r *BookingRequest) Location() string { return r.get().location }

// Customer returns a copy of who the request is for.
func (r *BookingRequest) Customer() Customer {
	c := r.get().customer
	if c.Vehicle != nil {
		c.Vehicle = new(*c.Vehicle)
	}
	return c
}

// Agent returns what the agent said about itself, false if it said nothing.
func (r *BookingRequest) Agent() (AgentInfo, bool) {
	if a := r.get().agent; a != nil {
		return *a, true
	}
	return AgentInfo{}, false
}
