package adaptertest

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// A host serves the eight tools and leaves one audit event for each call (B-010, B-089 to
// B-095, B-121, B-201 to B-204).
var hostChecks = slices.Concat(toolChecks, hostAnswerChecks, eventChecks, logChecks)

var toolChecks = []check{
	required("host.tools", "Naming",
		"the host offers the eight tools by their dotted and their MCP names", (*probe).hostOffersEight),
	required("host.tool_schemas", "Transport",
		"every tool has an input and an output schema whose root is an object", (*probe).toolsHaveSchemas),
	required("host.tool_hints", "Tool Set",
		"no tool that books or sends is called read-only, and no read destructive", (*probe).toolHintsAreTrue),
	required("host.unknown_tool", "Naming",
		"a tool that is none of the eight has no success and no audit event", (*probe).unknownToolIsNone),
	required("host.envelope", "Result Envelope",
		"a success has a value and no problem, a failure a problem and no value", (*probe).envelopesAreWhole),
	required("host.compact", "Transport",
		"the value is compact JSON", (*probe).valuesAreCompact),
	required("host.replay_marked", "Result Envelope",
		"osbp_runtime says local_cache_replay of a replay", (*probe).replayIsMarked),
	required("host.first_unmarked", "Result Envelope",
		"osbp_runtime does not call a fresh create a replay", (*probe).firstIsUnmarked),
	required("host.panic", "Result Envelope",
		"a panic of the adapter is internal_adapter_error, audited, and its text stays inside", (*probe).panicIsContained),
	required("host.thrown", "Result Envelope",
		"an error of the adapter that is no Problem is internal_adapter_error, and its text stays inside", (*probe).throwIsContained),
	required("host.contained_tools", "Result Envelope",
		"whichever tool panics or throws, the host answers, audits, and tells nothing of it", (*probe).everyToolIsContained),
}

func (p *probe) hostOffersEight() {
	var got []string
	for _, spec := range p.hosted(p.h.Fixtures.Plain).host.Tools() {
		got = append(got, string(spec.Tool)+" "+spec.Name)
	}
	var want []string
	for _, tool := range osbp.AllTools() {
		want = append(want, string(tool)+" "+tool.MCPName())
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		p.fatalf("the tools are %q", got)
	}
}

func (p *probe) toolsHaveSchemas() {
	for _, spec := range p.hosted(p.h.Fixtures.Plain).host.Tools() {
		for which, schema := range map[string]json.RawMessage{"input": spec.InputSchema, "output": spec.OutputSchema} {
			var root struct {
				Type string `json:"type"`
			}
			if err := json.Unmarshal(schema, &root); err != nil || root.Type != "object" {
				p.fatalf("the %s schema of %s has no object at its root", which, spec.Tool)
			}
		}
	}
}

func (p *probe) toolHintsAreTrue() {
	for _, spec := range p.hosted(p.h.Fixtures.Plain).host.Tools() {
		switch spec.Tool {
		case osbp.ToolBookingCreate, osbp.ToolVerificationSend:
			if spec.Annotations.ReadOnly {
				p.fatalf("%s is called read-only", spec.Tool)
			}
		case osbp.ToolServiceDescribe, osbp.ToolAvailabilityFind, osbp.ToolPolicyExplain, osbp.ToolBookingStatus:
			if spec.Annotations.Destructive {
				p.fatalf("%s is called destructive", spec.Tool)
			}
		}
	}
}

func (p *probe) unknownToolIsNone() {
	h := p.hosted(p.h.Fixtures.Plain)
	for _, tool := range []osbp.Tool{"", "booking.cancel", "BOOKING.CREATE", "booking.create "} {
		if e, err := h.host.Call(p.ctx, tool, []byte("{}")); err == nil && e.OK {
			p.fatalf("the tool %q was answered", tool)
		}
	}
	f := p.h.Fixtures.Plain
	for _, tool := range []osbp.Tool{"Service.Describe", "service.describe ", "service"} {
		args, err := json.Marshal(p.readArgs(osbp.ToolServiceDescribe, f))
		if err != nil {
			p.fatalf("arguments of %s: %v", osbp.ToolServiceDescribe, err)
		}
		if e, err := h.host.Call(p.ctx, tool, args); err == nil && e.OK {
			p.fatalf("the tool %q was answered", tool)
		}
	}
	if n := len(h.events()); n != 0 {
		p.fatalf("calls of tools that there are not left %d audit events", n)
	}
}

// session calls every tool, with successes and refusals, and returns the answers.
func (p *probe) session(h *hosted) []osbp.Envelope {
	f := p.h.Fixtures.Plain
	t := p.attempt(f)
	var answers []osbp.Envelope
	call := func(tool osbp.Tool, args any) { answers = append(answers, h.call(tool, args)) }
	for _, tool := range []osbp.Tool{osbp.ToolServiceDescribe, osbp.ToolAvailabilityFind, osbp.ToolPolicyExplain} {
		call(tool, p.readArgs(tool, f))
	}
	call(osbp.ToolServiceDescribe, osbp.ServiceDescribeInput{ServiceID: p.key("service")})
	call(osbp.ToolBookingCreate, t.in)
	t.approve()
	call(osbp.ToolBookingCreate, t.in)
	call(osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: p.key("booking")})
	purpose := osbp.BookingPurpose(f.OrganizationID)
	call(osbp.ToolVerificationSend, osbp.VerificationSendInput{Customer: t.in.Customer, Purpose: purpose})
	call(osbp.ToolVerificationVerify, osbp.VerificationVerifyInput{Customer: t.in.Customer, Purpose: purpose, Code: "730194"})
	call(osbp.ToolHandoffRequest, osbp.HandoffRequestInput{Reason: "slot_taken", Message: "The slot is gone.", MandateID: t.in.Mandate.ID})
	return answers
}

func (p *probe) envelopesAreWhole() {
	for i, e := range p.session(p.hosted(p.h.Fixtures.Plain)) {
		switch {
		case e.OK && (len(e.Value) == 0 || e.Problem != nil):
			p.fatalf("answer %d is ok, and has no value or a problem", i+1)
		case !e.OK && (len(e.Value) > 0 || e.Problem == nil || e.Problem.Code == ""):
			p.fatalf("answer %d is not ok, and has a value or no problem", i+1)
		}
	}
}

func (p *probe) valuesAreCompact() {
	for i, e := range p.session(p.hosted(p.h.Fixtures.Plain)) {
		var compact bytes.Buffer
		if err := json.Compact(&compact, e.Value); e.OK && (err != nil || compact.Len() != len(e.Value)) {
			p.fatalf("the value of answer %d has white space", i+1)
		}
	}
}

func (p *probe) firstIsUnmarked() {
	for i, e := range p.session(p.hosted(p.h.Fixtures.Plain)) {
		if e.Runtime != nil && e.Runtime.Idempotency != "" {
			p.fatalf("answer %d is no replay, and osbp_runtime says so", i+1)
		}
	}
}

func (p *probe) replayIsMarked() {
	h, t := p.hosted(p.h.Fixtures.Plain), p.attempt(p.h.Fixtures.Plain)
	t.approve()
	h.wantOK(osbp.ToolBookingCreate, h.call(osbp.ToolBookingCreate, t.in))
	e := h.call(osbp.ToolBookingCreate, t.in)
	h.wantOK(osbp.ToolBookingCreate, e)
	if e.Runtime == nil || e.Runtime.Idempotency != osbp.LocalCacheReplay {
		p.fatalf("osbp_runtime of a replay does not say %s", osbp.LocalCacheReplay)
	}
}

// tolerance is by how much the clock may move during a call.
const tolerance = time.Second
