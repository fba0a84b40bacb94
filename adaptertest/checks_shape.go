package adaptertest

import (
	"encoding/json"
	"slices"

	"github.com/openservicekit/openservice/osbp"
)

// What every tool answers, through a host: the one envelope, with a value of the form
// that the tool's schema says (B-092, B-123 to B-144, B-147, B-173, B-179).
var shapeChecks = slices.Concat(schemaChecks, readChecks, shapeListChecks, receiptChecks)

var schemaChecks = []check{
	required("shape.service_describe", "service.describe",
		"every service.describe answers a Service of the published schema", shaped(osbp.ToolServiceDescribe)),
	required("shape.availability_find", "availability.find",
		"every availability.find answers Slots of the published schema", shaped(osbp.ToolAvailabilityFind)),
	required("shape.policy_explain", "policy.explain",
		"every policy.explain answers a Policy of the published schema", shaped(osbp.ToolPolicyExplain)),
	required("shape.booking_create", "booking.create",
		"the challenge and the receipt of booking.create have the published schema", (*probe).createIsShaped),
	required("shape.booking_status", "booking.status",
		"booking.status answers a Booking of the published schema, or a refusal", (*probe).statusIsShaped),
	required("shape.verification", "verification.send",
		"both verification tools answer what the published schemas say, with the purpose as it was sent", (*probe).verificationIsShaped),
	required("shape.handoff_request", "handoff.request",
		"handoff.request answers what the published schema says", (*probe).handoffIsShaped),
	required("shape.no_null", "Result Envelope",
		"null never stands for what is absent", (*probe).nothingIsNull),
	required("shape.empty_list", "availability.find",
		"a day without openings is an empty list", (*probe).emptyListIsOne),
}

// valid calls a tool and requires that it succeeds with an envelope of its schema.
func (h *hosted) valid(tool osbp.Tool, args any) osbp.Envelope {
	e := h.call(tool, args)
	h.wantOK(tool, e)
	h.wantSchema(tool, e)
	return e
}

// wantOK ends the check where a call that it stands on was refused.
func (h *hosted) wantOK(tool osbp.Tool, e osbp.Envelope) {
	if !e.OK && e.Problem != nil {
		h.p.fatalf("%s failed: %s", tool, brief(e.Problem))
	}
	if !e.OK {
		h.p.fatalf("%s failed, without a problem", tool)
	}
}

func (h *hosted) wantSchema(tool osbp.Tool, e osbp.Envelope) {
	doc, err := json.Marshal(e)
	if err != nil {
		h.p.fatalf("the envelope of %s is no JSON", tool)
	}
	if err := matchesSchema(osbp.OutputSchema(tool), doc); err != nil {
		h.p.fatalf("%s: %v", tool, err)
	}
}

// readArgs are what a read is called with, for a fixture.
func (p *probe) readArgs(tool osbp.Tool, f Fixture) any {
	switch tool {
	case osbp.ToolServiceDescribe:
		return osbp.ServiceDescribeInput{ServiceID: f.ServiceID}
	case osbp.ToolPolicyExplain:
		return osbp.PolicyExplainInput{ServiceID: f.ServiceID}
	}
	date := p.dates(f)[0]
	if slots := p.someSlots(f); len(slots) > 0 {
		date = dateOf(slots[0].StartsAtLocal)
	}
	return findInput(f, date)
}

// dateOf is the date of a wall-clock time, as far as it has one.
func dateOf(local string) string { return local[:min(len(local), len("2006-01-02"))] }

func shaped(tool osbp.Tool) func(*probe) {
	return func(p *probe) {
		for _, f := range p.catalogue() {
			p.hosted(f.Fixture).valid(tool, p.readArgs(tool, f.Fixture))
		}
	}
}

func (p *probe) createIsShaped() {
	h, t := p.hosted(p.h.Fixtures.Plain), p.attempt(p.h.Fixtures.Plain)
	h.wantSchema(osbp.ToolBookingCreate, h.call(osbp.ToolBookingCreate, t.in))
	t.approve()
	h.valid(osbp.ToolBookingCreate, t.in)
}

func (p *probe) statusIsShaped() {
	for _, f := range []Fixture{p.h.Fixtures.Plain, p.h.Fixtures.NoReadback} {
		if f == (Fixture{}) {
			continue
		}
		id := p.attempt(f).book().Receipt.BookingID
		h := p.hosted(f)
		h.wantSchema(osbp.ToolBookingStatus, h.call(osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: id}))
		h.wantSchema(osbp.ToolBookingStatus, h.call(osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: p.key("nothing")}))
	}
}

func (p *probe) verificationIsShaped() {
	f := p.fixture(p.h.Fixtures.Verified, "Verified", "the form of what the verification tools answer")
	h, c, purpose := p.hosted(f), p.customer(), osbp.BookingPurpose(f.OrganizationID)
	sent := h.call(osbp.ToolVerificationSend, osbp.VerificationSendInput{Customer: c, Purpose: purpose})
	h.wantSchema(osbp.ToolVerificationSend, sent)
	h.wantPurpose(osbp.ToolVerificationSend, sent, purpose)
	verified := h.call(osbp.ToolVerificationVerify, osbp.VerificationVerifyInput{Customer: c, Purpose: purpose, Code: "0"})
	h.wantSchema(osbp.ToolVerificationVerify, verified)
	h.wantPurpose(osbp.ToolVerificationVerify, verified, purpose)
}

func (h *hosted) wantPurpose(tool osbp.Tool, e osbp.Envelope, purpose string) {
	if !e.OK {
		return
	}
	got, err := osbp.DecodeValue[osbp.VerificationChallenge](e)
	if err != nil || got.Purpose != purpose {
		h.p.fatalf("%s answers with another purpose", tool)
	}
	if said := got.Sent; tool == osbp.ToolVerificationSend && said == nil {
		h.p.fatalf("verification.send doesn't say whether a code was sent")
	}
	if said := got.Verified; tool == osbp.ToolVerificationVerify && said == nil {
		h.p.fatalf("verification.verify doesn't say whether the code was right")
	}
}

func (p *probe) handoffIsShaped() {
	p.hosted(p.h.Fixtures.Plain).valid(osbp.ToolHandoffRequest, osbp.HandoffRequestInput{
		Reason: "requires_payment_handoff", Message: "A deposit comes first.", MandateID: p.key("mnd"),
	})
}

func (p *probe) nothingIsNull() {
	for _, f := range p.catalogue() {
		h := p.hosted(f.Fixture)
		tools := []osbp.Tool{osbp.ToolServiceDescribe, osbp.ToolPolicyExplain}
		if f.ProviderID == "" || f.Price == nil { // the slots that lack most
			tools = append(tools, osbp.ToolAvailabilityFind)
		}
		for _, tool := range tools {
			var v any
			if e := h.call(tool, p.readArgs(tool, f.Fixture)); e.OK && (json.Unmarshal(e.Value, &v) != nil || hasNull(v)) {
				p.fatalf("the value of %s for %q has a null", tool, f.ServiceID)
			}
		}
	}
}

func hasNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case []any:
		return slices.ContainsFunc(v, hasNull)
	case map[string]any:
		for _, member := range v {
			if hasNull(member) {
				return true
			}
		}
	}
	return false
}

// A platform may refuse to speak of a day that is over; if it does speak, in a list.
func (p *probe) emptyListIsOne() {
	f := p.h.Fixtures.Plain
	past := p.h.Now().AddDate(0, 0, -30).Format("2006-01-02")
	e := p.hosted(f).call(osbp.ToolAvailabilityFind, findInput(f, past))
	if e.OK && string(e.Value) != "[]" {
		p.fatalf("the value for a day long past is not an empty list")
	}
}
