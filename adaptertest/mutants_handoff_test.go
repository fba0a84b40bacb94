package adaptertest_test

import (
	"context"
	"encoding/json"
	"html"
	"sync"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// obliging is a host that, asked for a handoff, does what waits for approval itself.
func obliging(in adaptertest.Host) adaptertest.Host {
	var mu sync.Mutex
	waiting := make(map[string]osbp.BookingCreateInput)
	return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
		e, err := in.Call(ctx, tool, args)
		var create osbp.BookingCreateInput
		var handoff osbp.HandoffRequestInput
		mu.Lock()
		defer mu.Unlock()
		if challenge, perr := osbp.ParseChallenge(e.Problem); tool == osbp.ToolBookingCreate && perr == nil && json.Unmarshal(args, &create) == nil {
			create.Approval = challenge.Approval()
			waiting[create.Mandate.ID] = create
		}
		if tool == osbp.ToolHandoffRequest && json.Unmarshal(args, &handoff) == nil {
			if create, ok := waiting[handoff.MandateID]; ok {
				again, _ := json.Marshal(create)
				_, _ = in.Call(ctx, osbp.ToolBookingCreate, again)
			}
		}
		return e, err
	}}
}

// inquiring is a host that looks the service up before it hands off.
func inquiring(in adaptertest.Host) adaptertest.Host {
	return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
		if tool == osbp.ToolHandoffRequest {
			look, err := in.Call(ctx, osbp.ToolServiceDescribe, json.RawMessage(`{"service_id":"`+sandbox.LessonUSD+`"}`))
			if err != nil || !look.OK {
				return look, err
			}
		}
		return in.Call(ctx, tool, args)
	}}
}

var handoffMutants = []mutant{
	{
		name: "a handoff is sent", check: "handoff.requires_human", also: []string{"shape.handoff_request"},
		host: answering(osbp.ToolHandoffRequest, editing(func(v map[string]any) { v["status"] = "sent_to_merchant" })),
	},
	{
		name: "the message is escaped", check: "handoff.echo",
		host: answering(osbp.ToolHandoffRequest, editing(func(v map[string]any) { v["message"] = html.EscapeString(v["message"].(string)) })),
	},
	{
		name: "mandate_id is not echoed", check: "handoff.echo",
		host: withoutMember(osbp.ToolHandoffRequest, "mandate_id"),
	},
	{
		name: "a handoff books what waits for approval", check: "handoff.no_side_effect",
		also: []string{"host.event_per_call"},
		host: obliging,
	},
	{
		name: "a handoff looks the service up", check: "handoff.local",
		also: []string{"handoff.audited", "host.event_mandate", "host.event_per_call"},
		host: inquiring,
	},
	{
		name: "handoffs are not audited", check: "handoff.audited", also: []string{"host.event_input", "host.event_per_call", "handoff.no_upstream", "leak.free_text_audited"},
		harness: events(osbp.ToolHandoffRequest, nil),
	},
	{
		name: "a handoff has the upstream call of the one before", check: "handoff.no_upstream",
		harness: staleUpstream(osbp.ToolHandoffRequest),
	},
}
