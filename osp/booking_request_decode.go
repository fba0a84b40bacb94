package osp

import (
	"encoding/json"
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
	return decodeBookingRequest(raw, !p.manifest.AcceptsVehicle())
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
	if _, ok := customer.members["vehicle"]; ok && dropVehicle {
		delete(customer.members, "vehicle")
		var err error
		if in.members["customer"], err = json.Marshal(customer.members); err != nil {
			return nil, refuseFields("customer")
		}
	}
	d := &requestData{
		requestID:   in.required("requestId", isUUID),
		serviceSlug: in.required("serviceSlug", isToolSlug),
	}
	if date := in.required("preferredDate", isDateShape); date != "" {
		d.date, _ = wallclock.ParseDate(date) // no such date is the zero date
	}
	d.preferredTime = in.text("preferredTime", atMost(40))
	d.location = in.optional("location", isToolSlug)
	d.customer = readCustomer(customer)
	d.agent = readAgent(in)
	in.failUnknown("requestId", "confirmed", "serviceSlug", "preferredDate", "preferredTime", "location", "customer", "agent")
	if refusal := in.refusal(); refusal != nil {
		return nil, refusal
	}
	var err error
	if d.input, err = json.Marshal(in.members); err != nil {
		return nil, refuseFields("$")
	}
	return &BookingRequest{held: func() *requestData { return d }}, nil
}

// Limits of B.6, in code points.
const (
	maxName  = 120
	maxPhone = 40
	maxEmail = 254
	maxNotes = 2000
	minName  = 2
)

func readCustomer(in toolInput) Customer {
	line := func(name string, limit int) string { return plainLine(in.optional(name, atMost(limit)), limit) }
	c := Customer{
		Name: plainLine(in.required("name", func(s string) bool {
			// A name of nothing but markup or invisible characters is none.
			return atMost(maxName)(s) && utf8.RuneCountInString(plainLine(s, maxName)) >= minName
		}), maxName),
		Phone:         plainLine(in.optional("phone", isPhone), maxPhone),
		Email:         in.optional("email", func(s string) bool { return atMost(maxEmail)(s) && isEmail(s) }),
		Address:       line("address", 200),
		City:          line("city", 100),
		State:         line("state", 40),
		Notes:         PlainText(in.optional("notes", atMost(maxNotes)), maxNotes),
		ContactMethod: ContactMethod(in.required("contactMethod", isContactMethod)),
	}
	c.ZIP, _ = parseZIP(in.optional("zip", isZIP))
	needed := "phone"
	if c.ContactMethod == ContactEmail {
		needed = "email"
	}
	if _, ok := in.members[needed]; !ok && c.ContactMethod != "" {
		in.fail(needed)
	}
	if vehicle, ok := in.object("vehicle"); ok {
		text := func(name string, limit int) string { return plainLine(vehicle.optional(name, atMost(limit)), limit) }
		c.Vehicle = &Vehicle{Year: text("year", 4), Make: text("make", 40), Model: text("model", 40), Mileage: text("mileage", 12)}
	}
	in.failUnknown("name", "phone", "email", "address", "city", "state", "zip", "notes", "contactMethod", "contactAuthorized", "vehicle")
	return c
}

func readAgent(in toolInput) *AgentInfo {
	agent, ok := in.object("agent")
	if !ok {
		return nil
	}
	const limit = 80
	return &AgentInfo{
		Channel: Channel(agent.required("channel", isChannel)),
		Name:    plainLine(agent.optional("name", atMost(limit)), limit),
		Version: plainLine(agent.optional("version", atMost(limit)), limit),
	}
}
