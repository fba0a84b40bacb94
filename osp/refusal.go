package osp

import (
	"slices"
	"strconv"
	"strings"
)

// Limits of an error answer (OSP Appendix B, ErrorResult).
const (
	maxMessage = 500 // code points
	maxField   = 120 // code points
	maxFields  = 50  // unknown members; the schema sets no limit, but an answer must stay readable
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

// Error returns code and message.
func (r *Refusal) Error() string {
	if r == nil {
		return "osp: no refusal"
	}
	return "osp: " + string(r.Code) + ": " + r.Message
}

// Unwrap returns the code, which is itself an error.
func (r *Refusal) Unwrap() error {
	if r == nil {
		return nil
	}
	return r.Code
}

// refuse makes a refusal with a message that fits the schema.
func refuse(code Code, message string) *Refusal {
	return &Refusal{Code: code, Message: capRunes(message, maxMessage)}
}

// refuseFields makes an invalid_input that names at least one field of the schema.
func refuseFields(fields ...string) *Refusal { return refuseInput(fields, nil) }

// refuseInput makes an invalid_input from fields of the schema that are at fault and from members that it doesn't have. The
// names of the latter are a stranger's: they are cleaned, cut and counted in the fields, and kept out of the message, which
// ends up in logs.
func refuseInput(fields, unknown []string) *Refusal {
	var message []string
	switch {
	case len(fields) == 1 && fields[0] == "$":
		message = append(message, "The input can't be read: it must be one JSON object of at most 1 MiB without repeated members.")
	case len(fields) > 0:
		message = append(message, "Missing or not in the expected form: "+strings.Join(fields, ", ")+".")
	}
	if len(unknown) > 0 {
		message = append(message, "Members that this tool doesn't have: "+strconv.Itoa(len(unknown))+".")
	}
	named := slices.Clone(fields)
	for _, name := range unknown[:min(len(unknown), maxFields)] {
		named = append(named, capRunes(strings.Join(strings.Fields(stripInvisible(name)), " "), maxField))
	}
	r := refuse(CodeInvalidInput, strings.Join(message, " "))
	r.Fields = named
	return r
}
