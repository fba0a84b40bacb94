package osp

import (
	"strconv"
	"strings"
)

// Limits of an error answer (OSP Appendix B, ErrorResult).
const (
	maxMessage = 500 // code points
	maxField   = 120 // code points
	maxFields  = 50  // the schema sets none; an answer must stay readable
)

// Refusal is an error answer of a tool: a stable code, and a message in plain English for the agent to relay (OSP 6.1).
// It is an error, and errors.Is finds its code:
//
//	if errors.Is(err, osp.CodeClosedDay) { ... }
//
// Its JSON is the tool's answer. Neither the message nor anything else in it repeats what the customer sent.
type Refusal struct {
	// Code says what is wrong; its own comment says who does what next.
	Code Code `json:"error"`
	// Message is at most 500 code points.
	Message string `json:"message"`
	// Fields are the JSON paths of the inputs to correct, such as "customer.phone", or "$" for an input that can't be
	// read at all. Present with invalid_input and address_required.
	Fields []string `json:"fields,omitempty"`
	// MinimumDaysAhead is present with date_too_soon.
	MinimumDaysAhead *int `json:"minimumDaysAhead,omitempty"`
	// Locations are the choices; present with location_required, unknown_location and ambiguous_location.
	Locations []LocationRef `json:"locations,omitempty"`
	// CanonicalSiteURL is the business origin; a server adds it.
	CanonicalSiteURL string `json:"canonicalSiteUrl,omitempty"`
}

// LocationRef names a location in an answer (OSP Appendix B).
type LocationRef struct {
	// ID is the location argument of the tools.
	ID string `json:"id"`
	// Name is the label customers see.
	Name string `json:"name"`
}

// Error returns code, message and fields.
func (r *Refusal) Error() string {
	s := "osp: " + string(r.Code) + ": " + r.Message
	if len(r.Fields) > 0 {
		s += " (" + strings.Join(r.Fields, ", ") + ")"
	}
	return s
}

// Unwrap returns the code, which is itself an error.
func (r *Refusal) Unwrap() error { return r.Code }

// refuse makes a refusal with a message that fits the schema.
func refuse(code Code, message string) *Refusal {
	return &Refusal{Code: code, Message: capRunes(message, maxMessage)}
}

// refuseFields makes an invalid_input that names at least one field. Field names can be a stranger's (an unknown member),
// so they are cleaned, cut and counted.
func refuseFields(fields ...string) *Refusal {
	more := 0
	if len(fields) > maxFields {
		fields, more = fields[:maxFields], len(fields)-maxFields
	}
	named := make([]string, len(fields))
	for i, f := range fields {
		named[i] = capRunes(strings.Join(strings.Fields(stripInvisible(f)), " "), maxField)
	}
	var message string
	switch {
	case named[0] == "$":
		message = "The input can't be read: it must be one JSON object of at most 1 MiB without repeated members."
	case len(named) == 1:
		message = "This input is missing, unknown or not in the expected form: " + named[0] + "."
	default:
		message = "These inputs are missing, unknown or not in the expected form: " + strings.Join(named, ", ") + "."
	}
	if more > 0 {
		message = strconv.Itoa(len(named)+more) + " inputs are missing, unknown or not in the expected form."
	}
	r := refuse(CodeInvalidInput, message)
	r.Fields = named
	return r
}
