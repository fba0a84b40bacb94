package adaptertest_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// anonymous is an adapter that tells nothing of its platform.
type anonymous struct{ osbp.BookingAdapter }

// relabelled is an adapter that tells something else.
type relabelled struct {
	osbp.BookingAdapter
	as osbp.PlatformIdentity
}

func (r relabelled) Platform() osbp.PlatformIdentity { return r.as }

func relabelling(as osbp.PlatformIdentity) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter { return relabelled{in, as} }
}

// contactInCall is a host that writes the customer's phone number into upstream.call.
func contactInCall(h *adaptertest.Harness) {
	var mu sync.Mutex
	var phone string
	logging(func(e *audit.Event) *audit.Event {
		mu.Lock()
		defer mu.Unlock()
		if e.Upstream != nil && phone != "" {
			e.Upstream.Call += "/guests/" + phone
		}
		return e
	})(h)
	made := h.Host
	h.Host = func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
		in, err := made(a, organization, log)
		return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
			var named struct{ Customer osbp.Customer }
			if json.Unmarshal(args, &named) == nil {
				mu.Lock()
				phone = named.Customer.Phone
				mu.Unlock()
			}
			return in.Call(ctx, tool, args)
		}}, err
	}
}

// staleUpstream is a log in which an event without an upstream call of its own has that of
// the call before.
func staleUpstream(tool osbp.Tool) func(*adaptertest.Harness) {
	var mu sync.Mutex
	var last *audit.UpstreamMeta
	return logging(func(e *audit.Event) *audit.Event {
		mu.Lock()
		defer mu.Unlock()
		if e.Upstream != nil {
			last = e.Upstream
		} else if e.ToolName == string(tool) {
			e.Upstream = last
		}
		return e
	})
}

var platformMutants = slices.Concat([]mutant{
	{
		name: "only successes are recorded", check: "platform.upstream_limit",
		harness: logging(func(e *audit.Event) *audit.Event {
			if e.Upstream != nil && e.Upstream.Status >= 400 {
				e.Upstream = nil
			}
			return e
		}),
	},
	{
		name: "no identity", check: "platform.identity",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter { return anonymous{in} },
	},
	{
		name: "no version", check: "platform.identity", also: []string{"platform.identity_right"},
		adapter: relabelling(osbp.PlatformIdentity{Vendor: sandbox.Vendor}),
	},
	{
		name: "the version of the client, not of the API", check: "platform.identity_right",
		adapter: relabelling(osbp.PlatformIdentity{Vendor: sandbox.Vendor, APIVersion: "go-client/3.2.0"}),
	},
	{
		name: "events of creates leave the platform out", check: "platform.identity_static",
		harness: logging(func(e *audit.Event) *audit.Event {
			if e.ToolName == string(osbp.ToolBookingCreate) {
				e.Platform = nil
			}
			return e
		}),
	},
	{
		name: "only failures are recorded", check: "platform.upstream", also: []string{"platform.upstream_replay"},
		harness: logging(func(e *audit.Event) *audit.Event {
			if e.Upstream != nil && e.Upstream.Status < 400 {
				e.Upstream = nil
			}
			return e
		}),
	},
	{
		name: "upstream.call is the path alone", check: "platform.upstream",
		harness: logging(func(e *audit.Event) *audit.Event {
			if e.Upstream != nil {
				e.Upstream.Call = "/memory"
			}
			return e
		}),
	},
	{
		name: "upstream.call with its query", check: "platform.upstream_path",
		harness: logging(func(e *audit.Event) *audit.Event {
			if e.Upstream != nil {
				e.Upstream.Call += "?day=2026-05-03"
			}
			return e
		}),
	},
	{name: "upstream.call with a contact segment", check: "platform.upstream_customer", also: []string{"leak.contact_audited", "leak.upstream_audited"}, harness: contactInCall},
	{
		name: "a replay has the upstream call of the one before", check: "platform.upstream_replay",
		harness: staleUpstream(osbp.ToolBookingCreate),
	},
	{
		name: "the service names the platform", check: "platform.not_for_agents",
		host: answering(osbp.ToolServiceDescribe, editing(func(v map[string]any) {
			v["platform"] = map[string]any{"vendor": sandbox.Vendor, "api_version": sandbox.APIVersion}
		})),
	},
	{
		name: "a refusal tells the upstream call", check: "platform.not_for_agents",
		host: func(in adaptertest.Host) adaptertest.Host {
			return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
				e, err := in.Call(ctx, tool, args)
				var asked osbp.BookingStatusInput
				if tool == osbp.ToolBookingStatus && e.Problem != nil && json.Unmarshal(args, &asked) == nil {
					e.Problem = osbp.NewProblem(e.Problem.Code, "GET /memory/reservations/"+asked.BookingID+" answered 404.")
				}
				return e, err
			}}
		},
	},
}, platformRetiringMutants)
