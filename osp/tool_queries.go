package osp

import "github.com/openservicekit/openservice/wallclock"

// DecodeAvailabilityQuery reads the input of check_availability (OSP 6.5, OSP Appendix B.4). The error is a [*Refusal]:
// invalid_input with every field at fault, "$" for bytes that are no JSON object. A date that has the form but doesn't exist
// is at fault here, unlike in a booking request.
func DecodeAvailabilityQuery(raw []byte) (AvailabilityQuery, error) {
	in, refusal := readToolInput(raw)
	if refusal != nil {
		return AvailabilityQuery{}, refusal
	}
	var q AvailabilityQuery
	q.ServiceSlug = in.required("serviceSlug", maxSlug, isSlug)
	q.From, _ = wallclock.ParseDate(in.required("from", maxSlug, isRealDate))
	q.To, _ = wallclock.ParseDate(in.required("to", maxSlug, isRealDate))
	q.Location = in.optional("location", maxSlug, isSlug)
	in.failUnknown("serviceSlug", "from", "to", "location")
	if refusal := in.refusal(); refusal != nil {
		return AvailabilityQuery{}, refusal
	}
	return q, nil
}

func isRealDate(s string) bool {
	_, err := wallclock.ParseDate(s)
	return err == nil
}

// DecodeCoverageQuery reads the input of check_coverage (OSP 6.4, OSP Appendix B.3). The error is a [*Refusal]:
// invalid_input with the field "zip" for anything but five ASCII digits in a string, not padded, trimmed or cut.
func DecodeCoverageQuery(raw []byte) (ZIP, error) {
	in, refusal := readToolInput(raw)
	if refusal != nil {
		return ZIP{}, refusal
	}
	zip, _ := parseZIP(in.required("zip", maxSlug, isZIP))
	in.failUnknown("zip")
	if refusal := in.refusal(); refusal != nil {
		return ZIP{}, refusal
	}
	return zip, nil
}
