package adaptertest_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

var hostMutants = slices.Concat(toolMutants, hostAnswerMutants, eventMutants, hostKeptMutants)

// offering is a host that presents its tools otherwise.
func offering(change func([]osbp.ToolSpec) []osbp.ToolSpec) func(adaptertest.Host) adaptertest.Host {
	return func(in adaptertest.Host) adaptertest.Host {
		return brokenHost{Host: in, tools: func() []osbp.ToolSpec { return change(in.Tools()) }}
	}
}

// presenting changes one tool's specification.
func presenting(tool osbp.Tool, change func(*osbp.ToolSpec)) func(adaptertest.Host) adaptertest.Host {
	return offering(func(specs []osbp.ToolSpec) []osbp.ToolSpec {
		for i := range specs {
			if specs[i].Tool == tool {
				change(&specs[i])
			}
		}
		return specs
	})
}

// hosting is a host that is made with other options, or around the adapter.
func hosting(change func(a osbp.BookingAdapter, o *osbp.HostOptions) osbp.BookingAdapter) func(*adaptertest.Harness) {
	return func(h *adaptertest.Harness) {
		h.Host = func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
			o := osbp.HostOptions{Log: log, OrganizationID: organization, Clock: h.Now}
			return osbp.NewHost(change(a, &o), o)
		}
	}
}

// describedBy is an adapter whose service.describe goes through a function.
func describedBy(via func(func() (*osbp.Service, error)) (*osbp.Service, error)) func(*adaptertest.Harness) {
	return hosting(func(a osbp.BookingAdapter, _ *osbp.HostOptions) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: a, describe: func(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
			return via(func() (*osbp.Service, error) { return a.DescribeService(ctx, in) })
		}}
	})
}

var toolMutants = []mutant{
	{
		name: "no handoff.request", check: "host.tools",
		host: offering(func(specs []osbp.ToolSpec) []osbp.ToolSpec {
			return slices.DeleteFunc(specs, func(s osbp.ToolSpec) bool { return s.Tool == osbp.ToolHandoffRequest })
		}),
	},
	{
		name: "MCP names with dots", check: "host.tools",
		host: presenting(osbp.ToolBookingCreate, func(s *osbp.ToolSpec) { s.Name = "osbp.booking.create" }),
	},
	{
		name: "an output schema of alternatives alone", check: "host.tool_schemas",
		host: presenting(osbp.ToolPolicyExplain, func(s *osbp.ToolSpec) {
			s.OutputSchema = json.RawMessage(`{"oneOf":[{"type":"object"},{"type":"object"}]}`)
		}),
	},
	{
		name: "sending a code is called read-only", check: "host.tool_hints",
		host: presenting(osbp.ToolVerificationSend, func(s *osbp.ToolSpec) { s.Annotations.ReadOnly = true }),
	},
	{
		name: "every tool may destroy", check: "host.tool_hints",
		host: presenting(osbp.ToolServiceDescribe, func(s *osbp.ToolSpec) { s.Annotations.Destructive = true }),
	},
	{
		name: "a tool that there is not succeeds with nothing", check: "host.unknown_tool",
		host: func(in adaptertest.Host) adaptertest.Host {
			return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
				if !tool.Valid() {
					return osbp.Envelope{OK: true, Value: json.RawMessage("{}")}, nil
				}
				return in.Call(ctx, tool, args)
			}}
		},
	},
	{
		name: "a refusal has an empty value", check: "host.envelope",
		also: []string{"shape.booking_status"},
		host: answering(osbp.ToolBookingStatus, func(e *osbp.Envelope) {
			if e.Problem != nil {
				e.Value = json.RawMessage("{}")
			}
		}),
	},
	{
		name: "values are written for people", check: "host.compact",
		host: answering(osbp.ToolPolicyExplain, func(e *osbp.Envelope) {
			var b bytes.Buffer
			if json.Indent(&b, e.Value, "", "  ") == nil {
				e.Value = b.Bytes()
			}
		}),
	},
	{
		name: "osbp_runtime is lost", check: "host.replay_marked",
		host: answering(osbp.ToolBookingCreate, func(e *osbp.Envelope) { e.Runtime = nil }),
	},
	{
		name: "every receipt is a replay", check: "host.first_unmarked",
		host: answering(osbp.ToolBookingCreate, func(e *osbp.Envelope) {
			if e.OK {
				e.Runtime = &osbp.Runtime{Idempotency: osbp.LocalCacheReplay}
			}
		}),
	},
	{
		name: "a panic's text is the message", check: "host.panic",
		also: []string{"host.contained_tools"},
		harness: describedBy(func(call func() (*osbp.Service, error)) (s *osbp.Service, err error) {
			defer func() {
				if v := recover(); v != nil {
					err = osbp.NewProblem(osbp.CodeInternalAdapterError, fmt.Sprint("The adapter panicked: ", v))
				}
			}()
			return call()
		}),
	},
	{
		name: "an error's text is the message", check: "host.thrown",
		also: []string{"host.contained_tools"},
		harness: describedBy(func(call func() (*osbp.Service, error)) (*osbp.Service, error) {
			s, err := call()
			if err != nil && osbp.AsProblem(err) == nil {
				err = osbp.NewProblem(osbp.CodeInternalAdapterError, err.Error())
			}
			return s, err
		}),
	},
}

// events changes those of one tool. A nil change is that they are not written.
func events(tool osbp.Tool, change func(*audit.Event)) func(*adaptertest.Harness) {
	return logging(func(e *audit.Event) *audit.Event {
		if e.ToolName == string(tool) {
			if change == nil {
				return nil
			}
			change(e)
		}
		return e
	})
}

// resnapped gives an event another snapshot, with its hash.
func resnapped(e *audit.Event, change func(input, result map[string]any)) {
	var input, result map[string]any
	if json.Unmarshal(e.Input, &input) != nil || json.Unmarshal(e.Result, &result) != nil {
		return
	}
	change(input, result)
	e.Input, _ = json.Marshal(input)
	e.Result, _ = json.Marshal(result)
	e.InputHash, _ = audit.Hash(e.Input)
	e.ResultHash, _ = audit.Hash(e.Result)
}

// constant is randomness that is none.
type constant struct{}

func (constant) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 7
	}
	return len(p), nil
}

// carefree is a log that nothing can be wrong with.
type carefree struct{ audit.Log }

func (carefree) Ready(context.Context) error { return nil }

func (l carefree) Append(ctx context.Context, e *audit.Event) error {
	_ = l.Log.Append(ctx, e)
	return nil
}

var eventMutants = []mutant{
	{
		name: "sends of codes are not audited", check: "host.event_per_call",
		also:    []string{"host.contained_tools", "host.event_input", "host.event_result"},
		harness: events(osbp.ToolVerificationSend, nil),
	},
	{
		name: "checks of codes are not audited", check: "host.event_per_call",
		also:    []string{"host.contained_tools", "host.event_result"},
		harness: events(osbp.ToolVerificationVerify, nil),
	},
	{
		name: "statuses are not audited", check: "host.event_per_call",
		also:    []string{"host.contained_tools", "host.event_input", "host.event_result"},
		harness: events(osbp.ToolBookingStatus, nil),
	},
	{
		name: "audit_event_id is lost", check: "host.event_per_call",
		host: answering(osbp.ToolHandoffRequest, func(e *osbp.Envelope) { e.AuditEventID = "" }),
	},
	{
		name: "ids without randomness", check: "host.event_ids",
		harness: hosting(func(a osbp.BookingAdapter, o *osbp.HostOptions) osbp.BookingAdapter {
			o.Rand = constant{}
			return a
		}),
	},
	{
		name: "another source", check: "host.event_members",
		harness: events(osbp.ToolPolicyExplain, func(e *audit.Event) { e.Source = "mcp" }),
	},
	{
		name: "tool_name as MCP has it", check: "host.event_members",
		also:    []string{"host.contained_tools"},
		harness: events(osbp.ToolPolicyExplain, func(e *audit.Event) { e.ToolName = osbp.ToolPolicyExplain.MCPName() }),
	},
	{
		name: "created_at is the wall clock, called UTC", check: "host.event_members",
		harness: events(osbp.ToolPolicyExplain, func(e *audit.Event) { e.CreatedAt = e.CreatedAt.Add(-7 * time.Hour) }),
	},
	{
		name: "the mandate of a handoff is not noted", check: "host.event_mandate", also: []string{"handoff.audited"},
		harness: events(osbp.ToolHandoffRequest, func(e *audit.Event) { e.MandateID = "" }),
	},
	{
		name: "a hash over the bytes as they came", check: "host.event_hashes",
		harness: events(osbp.ToolServiceDescribe, func(e *audit.Event) {
			sum := sha256.Sum256(append(bytes.Clone(e.Result), '\n'))
			e.ResultHash = hex.EncodeToString(sum[:])
		}),
	},
	{
		name: "of the mandate only its id is kept", check: "host.event_explains",
		harness: events(osbp.ToolBookingCreate, func(e *audit.Event) {
			resnapped(e, func(input, _ map[string]any) {
				input["mandate"] = map[string]any{"id": memberOf(input, "mandate")["id"]}
			})
		}),
	},
	{
		name: "of the answer only the outcome is kept", check: "host.event_result",
		harness: events(osbp.ToolBookingStatus, func(e *audit.Event) {
			resnapped(e, func(_, result map[string]any) { delete(result, "problem") })
		}),
	},
	{
		name: "a malformed mandate is not audited", check: "host.malformed_mandate",
		harness: logging(func(e *audit.Event) *audit.Event {
			if e.ToolName == string(osbp.ToolBookingCreate) && e.MandateID == "" {
				return nil
			}
			return e
		}),
	},
	{
		name: "a malformed mandate is malformed input", check: "host.malformed_mandate",
		also: []string{"host.problem_unchanged"},
		host: answering(osbp.ToolBookingCreate, func(e *osbp.Envelope) {
			if e.Problem != nil && e.Problem.Code == osbp.CodeInvalidMandate {
				e.Problem = osbp.NewProblem(osbp.CodeInvalidInput, e.Problem.Message)
			}
		}),
	},
	{
		name: "a log that can't be written is passed over", check: "host.log_first",
		harness: hosting(func(a osbp.BookingAdapter, o *osbp.HostOptions) osbp.BookingAdapter {
			o.Log = carefree{o.Log}
			return a
		}),
	},
}
