package adaptertest

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

var eventChecks = []check{
	required("host.event_per_call", "Audit",
		"every schema-valid call leaves one audit event, whose id is in its envelope", (*probe).callsLeaveEvents),
	required("host.event_ids", "Audit",
		"every audit event has an id of its own", (*probe).eventIDsAreDistinct),
	required("host.event_members", "Audit",
		"an audit event has the dotted tool name, the source and the instant of the call", (*probe).eventsAreWhole),
	required("host.event_mandate", "Audit",
		"the audit event of a call under a mandate has its id", (*probe).eventsNameTheMandate),
	required("host.event_no_mandate", "Audit",
		"the audit event of a call that names no mandate has no mandate's id", (*probe).eventsNameNoOtherMandate),
	required("host.event_hashes", "Audit",
		"input_hash and result_hash are the SHA-256 of the redacted snapshots", (*probe).eventHashesAreRight),
	required("host.event_explains", "Mandate Enforcement",
		"the audit event keeps enough of the mandate and of the answer to explain the decision", (*probe).eventsExplain),
	required("host.event_result", "Audit",
		"the audit event's result is the answer that the agent got", (*probe).eventsHaveTheAnswer),
	required("host.malformed_mandate", "Audit",
		"a malformed mandate is invalid_mandate, and audited", (*probe).malformedMandateIsAudited),
}

func (p *probe) callsLeaveEvents() {
	h := p.hosted(p.h.Fixtures.Plain)
	answers := p.session(h)
	events := h.events()
	if len(events) != len(answers) {
		p.fatalf("%d calls left %d audit events", len(answers), len(events))
	}
	for i, e := range answers {
		if e.AuditEventID == "" || e.AuditEventID != events[i].ID {
			p.fatalf("answer %d has another audit_event_id than its event", i+1)
		}
	}
}

func (p *probe) eventIDsAreDistinct() {
	h, second := p.hosted(p.h.Fixtures.Plain), p.hosted(p.h.Fixtures.Plain)
	p.session(h)
	p.session(second)
	seen := make(map[string]bool)
	for _, e := range append(h.events(), second.events()...) {
		if e.ID == "" || seen[e.ID] {
			p.fatalf("two audit events, or none, have the id %q", e.ID)
		}
		seen[e.ID] = true
	}
}

func (p *probe) eventsAreWhole() {
	h := p.hosted(p.h.Fixtures.Plain)
	before := p.h.Now().Add(-tolerance)
	p.session(h)
	after := p.h.Now().Add(tolerance)
	for i, e := range h.events() {
		switch {
		case !osbp.Tool(e.ToolName).Valid():
			p.fatalf("event %d has tool_name %q", i+1, e.ToolName)
		case e.Source != audit.Source:
			p.fatalf("event %d has source %q", i+1, e.Source)
		case e.CreatedAt.Before(before) || e.CreatedAt.After(after):
			p.fatalf("event %d has created_at %s, and the clock shows %s", i+1, e.CreatedAt, p.h.Now())
		}
	}
	if p.h.Advance == nil {
		return
	}
	p.h.Advance(time.Hour)
	h.call(osbp.ToolServiceDescribe, p.readArgs(osbp.ToolServiceDescribe, p.h.Fixtures.Plain))
	if e := h.last(); e.CreatedAt.Before(p.h.Now().Add(-time.Minute)) {
		p.fatalf("an hour later an event has created_at %s, and the clock shows %s", e.CreatedAt, p.h.Now())
	}
}

func (p *probe) eventsNameTheMandate() {
	h, t := p.hosted(p.h.Fixtures.Plain), p.attempt(p.h.Fixtures.Plain)
	h.call(osbp.ToolBookingCreate, t.in)
	h.call(osbp.ToolHandoffRequest, osbp.HandoffRequestInput{Reason: "slot_taken", Message: "The slot is gone.", MandateID: t.in.Mandate.ID})
	for _, e := range h.events() {
		if e.MandateID != t.in.Mandate.ID {
			p.fatalf("the audit event of %s has mandate_id %q, not %q", e.ToolName, e.MandateID, t.in.Mandate.ID)
		}
	}
}

func (p *probe) eventsNameNoOtherMandate() {
	h, t := p.hosted(p.h.Fixtures.Plain), p.attempt(p.h.Fixtures.Plain)
	h.call(osbp.ToolBookingCreate, t.in)
	for _, tool := range []osbp.Tool{osbp.ToolServiceDescribe, osbp.ToolAvailabilityFind, osbp.ToolPolicyExplain} {
		h.call(tool, p.readArgs(tool, t.fixture))
		if e := h.last(); e.ToolName == string(tool) && e.MandateID != "" {
			p.fatalf("the audit event of %s, which is under no mandate, has mandate_id %q", tool, e.MandateID)
		}
	}
}

func (p *probe) eventHashesAreRight() {
	h := p.hosted(p.h.Fixtures.Plain)
	p.session(h)
	for i, e := range h.events() {
		if err := e.Verify(); err != nil {
			p.fatalf("event %d: %v", i+1, err)
		}
	}
}

// eventsExplain looks for what a refusal under the mandate was decided by.
func (p *probe) eventsExplain() {
	h, t := p.hosted(p.h.Fixtures.Plain), p.attempt(p.h.Fixtures.Plain)
	t.in.Mandate.AllowedActions = []osbp.Tool{osbp.ToolBookingStatus}
	t.in.Mandate.AllowPolicyFee, t.in.Mandate.MaxExtraFee = true, t.in.Mandate.MaxPrice
	h.wantCode("booking.create outside allowed_actions", osbp.ToolBookingCreate, t.in, osbp.CodeActionNotAllowed)
	e := h.last()
	var input struct {
		Mandate osbp.Mandate `json:"mandate"`
	}
	if err := json.Unmarshal(e.Input, &input); err != nil {
		p.fatalf("the event's input is no booking.create")
	}
	kept, want := input.Mandate, t.in.Mandate
	switch {
	case len(kept.AllowedActions) != 1 || kept.AllowedActions[0] != want.AllowedActions[0]:
		p.fatalf("the event's input does not keep allowed_actions")
	case kept.ExpiresAt != want.ExpiresAt, kept.EarliestStart != want.EarliestStart, kept.LatestEnd != want.LatestEnd:
		p.fatalf("the event's input does not keep the mandate's times")
	case kept.OrganizationID != want.OrganizationID, !slices.Equal(kept.ServiceIDs, want.ServiceIDs),
		!slices.Equal(kept.ScheduleIDs, want.ScheduleIDs), !slices.Equal(kept.ProviderIDs, want.ProviderIDs):
		p.fatalf("the event's input does not keep the mandate's scope")
	case kept.AllowPolicyFee != want.AllowPolicyFee,
		want.MaxExtraFee != nil && (kept.MaxExtraFee == nil || kept.MaxExtraFee.AmountMinor != want.MaxExtraFee.AmountMinor):
		p.fatalf("the event's input does not keep what the mandate says of fees")
	case kept.MaxPrice == nil || kept.MaxPrice.AmountMinor != want.MaxPrice.AmountMinor || kept.MaxPrice.Currency != want.MaxPrice.Currency:
		p.fatalf("the event's input does not keep max_price")
	case !strings.Contains(string(e.Result), string(osbp.CodeActionNotAllowed)):
		p.fatalf("the event's result does not keep the code of the refusal")
	}
}

func (p *probe) eventsHaveTheAnswer() {
	h := p.hosted(p.h.Fixtures.Plain)
	answers := p.session(h)
	events := h.events()
	for i := range min(len(events), len(answers)) {
		var result struct {
			OK      bool `json:"ok"`
			Problem *struct {
				Code osbp.Code `json:"code"`
			} `json:"problem"`
			Value json.RawMessage `json:"value"`
		}
		if err := json.Unmarshal(events[i].Result, &result); err != nil || result.OK != answers[i].OK {
			p.fatalf("event %d does not have the outcome of its call", i+1)
		}
		if want := answers[i].Problem; want != nil && (result.Problem == nil || result.Problem.Code != want.Code) {
			p.fatalf("event %d has another code than the answer", i+1)
		}
		if answers[i].OK && len(result.Value) == 0 {
			p.fatalf("event %d has no value", i+1)
		}
		var kept, given []json.RawMessage
		if json.Unmarshal(answers[i].Value, &given) == nil && (json.Unmarshal(result.Value, &kept) != nil || len(kept) != len(given)) {
			p.fatalf("event %d has another list than the answer", i+1)
		}
	}
}

func (p *probe) malformedMandateIsAudited() {
	w := p.wellFormed()
	for _, mandate := range []any{nil, "mnd_1", []any{}, map[string]any{}, map[string]any{"id": 7}} {
		args, before := w.args(osbp.ToolBookingCreate), len(w.h.events())
		args["mandate"] = mandate
		e := w.h.raw(osbp.ToolBookingCreate, p.raw(args))
		if e.OK || e.Problem == nil || e.Problem.Code != osbp.CodeInvalidMandate {
			p.fatalf("a malformed mandate was not refused with %s", osbp.CodeInvalidMandate)
		}
		if len(w.h.events()) != before+1 {
			p.fatalf("the call with a malformed mandate left %d audit events", len(w.h.events())-before)
		}
	}
	p.wantCreates(w.before, 0)
}
