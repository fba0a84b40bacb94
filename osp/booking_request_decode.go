package osp

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/openservicekit/openservice/wallclock"
)

// DecodeBookingRequest reads the input of request_service_booking (OSP 6.7). It is the only way to a [BookingRequest].
//
// The error is a [*Refusal]. Bytes that are not one JSON object (UTF-8, no repeated members, at most 1 MiB and 64 levels
// deep) are invalid_input with the field "$". Then consent is looked at, before anything else: unless confirmed and
// customer.contactAuthorized are literally true, it is missing_provenance, whatever else is wrong (OSP 7.1, OSP 7.3). Only
// then come the schema of OSP Appendix B.6, with formats asserted, and the ten digits of a phone: invalid_input with every
// field at fault. A date that has the form and doesn't exist waits for [Profile.CheckRequest].
//
// A vehicle is held to the schema here. [Profile.DecodeBookingRequest] knows whether the business ignores it.
func DecodeBookingRequest(raw []byte) (*BookingRequest, error) {
	return decodeBookingRequest(raw, false)
}

// DecodeBookingRequest is the function of the same name for this business: a vehicle that it ignores is dropped before it is
// looked at, whatever it holds (OSP 5.2).
func (p *Profile) DecodeBookingRequest(raw []byte) (*BookingRequest, error) {
	return decodeBookingRequest(raw, p.manifest == nil || !p.manifest.AcceptsVehicle())
}

func decodeBookingRequest(raw []byte, dropVehicle bool) (*BookingRequest, error) {
	in, refusal := readToolInput(raw)
	if refusal != nil {
		return nil, refusal
	}
	customer, isObject := in.object("customer")
	if !in.isTrue("confirmed") || !isObject || !customer.isTrue("contactAuthorized") {
		return nil, refuse(CodeMissingProvenance, "The request must state that the customer saw and approved it (confirmed: true) "+
			"and allowed the business to make contact about it (customer.contactAuthorized: true). Get both from the customer first.")
	}
	d := &requestData{input: bytes.Clone(raw)}
	if customer.get("vehicle") != nil && dropVehicle {
		customer.members = slices.DeleteFunc(customer.members, func(m member) bool { return m.name == "vehicle" })
		d.input = withCustomer(in.members, customer.members)
	}
	d.requestID = in.required("requestId", maxSlug, isUUID)
	d.serviceSlug = in.required("serviceSlug", maxSlug, isSlug)
	if date := in.required("preferredDate", maxSlug, isDateShape); date != "" {
		d.date, _ = wallclock.ParseDate(date) // no such date is the zero date
	}
	if id, ok := in.text("preferredTime", 40, nil); ok {
		d.preferredTime = &id
	}
	d.location = in.optional("location", maxSlug, isSlug)
	d.customer = readCustomer(customer)
	d.agent = readAgent(in)
	in.failUnknown("requestId", "confirmed", "serviceSlug", "preferredDate", "preferredTime", "location", "customer", "agent")
	if refusal := in.refusal(); refusal != nil {
		return nil, refusal
	}
	return &BookingRequest{held: func() *requestData { return d }}, nil
}

// withCustomer writes an input anew with what is left of the customer.
func withCustomer(in, customer []member) json.RawMessage {
	var w writer
	w.open()
	for _, m := range in {
		w.name(m.name)
		if m.name != "customer" {
			w.raw(json.RawMessage(m.value))
			continue
		}
		w.open()
		for _, c := range customer {
			w.name(c.name)
			w.raw(json.RawMessage(c.value))
		}
		w.close(nil)
	}
	w.close(nil)
	return w.b
}

const (
	minName  = 2 // code points, as the others
	maxName  = 120
	maxPhone = 40
	maxNotes = 2000
)

func readCustomer(in toolInput) Customer {
	c := Customer{
		Name:          plainLine(in.required("name", maxName, isName), maxName),
		Phone:         plainLine(in.optional("phone", maxPhone, isPhone), maxPhone),
		Email:         in.optional("email", 254, isPlainEmail),
		Address:       in.line("address", 200),
		City:          in.line("city", 100),
		State:         in.line("state", 40),
		Notes:         PlainText(in.optional("notes", maxNotes, nil), maxNotes),
		ContactMethod: ContactMethod(in.required("contactMethod", maxSlug, isContactMethod)),
	}
	c.ZIP, _ = parseZIP(in.optional("zip", maxSlug, isZIP))
	needed := "phone"
	if c.ContactMethod == ContactEmail {
		needed = "email"
	}
	if in.get(needed) == nil && c.ContactMethod != "" {
		in.fail(needed)
	}
	if v, ok := in.object("vehicle"); ok {
		c.Vehicle = &Vehicle{Year: v.line("year", 4), Make: v.line("make", 40), Model: v.line("model", 40), Mileage: v.line("mileage", 12)}
	}
	in.failUnknown("name", "phone", "email", "address", "city", "state", "zip", "notes", "contactMethod", "contactAuthorized", "vehicle")
	return c
}

// isName accepts a text with at least two characters left once it is plain: markup and invisible characters are no name.
func isName(s string) bool { return utf8.RuneCountInString(plainLine(s, maxName)) >= minName }

func readAgent(in toolInput) *AgentInfo {
	agent, ok := in.object("agent")
	if !ok {
		return nil
	}
	return &AgentInfo{
		Channel: Channel(agent.required("channel", maxSlug, isChannel)),
		Name:    agent.line("name", 80),
		Version: agent.line("version", 80),
	}
}
