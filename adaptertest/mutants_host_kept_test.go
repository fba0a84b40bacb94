package adaptertest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// remapping is a host that changes problems.
func remapping(change func(*osbp.Problem)) func(adaptertest.Host) adaptertest.Host {
	return func(in adaptertest.Host) adaptertest.Host {
		return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
			e, err := in.Call(ctx, tool, args)
			if e.Problem != nil {
				p := *e.Problem
				change(&p)
				e.Problem = &p
			}
			return e, err
		}}
	}
}

// wroteDown is a log that remembers whether it could write.
type wroteDown struct {
	audit.Log
	mu     *sync.Mutex
	failed *bool
}

func (l wroteDown) Append(ctx context.Context, e *audit.Event) error {
	err := l.Log.Append(ctx, e)
	l.mu.Lock()
	*l.failed = err != nil
	l.mu.Unlock()
	return err
}

var hostKeptMutants = []mutant{
	{
		name: "an error that the host does not know is an error of the adapter", check: "host.problem_unchanged",
		also: []string{"host.event_result"},
		host: remapping(func(p *osbp.Problem) {
			if !p.Code.Protocol() {
				p.Code = osbp.CodeInternalAdapterError
			}
		}),
	},
	{
		name: "the host calls limits final", check: "host.problem_unchanged",
		host: retelling(osbp.CodeRateLimited, func(p *osbp.Problem) { p.Retryable = false }),
	},
	{
		name: "the host calls a missing code final", check: "host.problem_unchanged",
		host: retelling(osbp.CodeRequiresVerification, func(p *osbp.Problem) { p.Retryable = false }),
	},
	{
		name: "a booking is written down twice", check: "host.event_per_call",
		also: []string{"host.refusals_audited", "host.event_result", "host.malformed_mandate", "host.event_replay"},
		harness: func(h *adaptertest.Harness) {
			h.Host = func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
				return osbp.NewHost(a, osbp.HostOptions{Log: twiceLog{log}, OrganizationID: organization, Clock: h.Now})
			}
		},
	},
	{
		name: "what goes wrong in a status is the message", check: "host.contained_tools",
		harness: hosting(func(a osbp.BookingAdapter, _ *osbp.HostOptions) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: a, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				b, err := a.GetBooking(ctx, i)
				if err != nil && osbp.AsProblem(err) == nil {
					err = osbp.NewProblem(osbp.CodeInternalAdapterError, err.Error())
				}
				return b, err
			}}
		}),
	},
	{
		name: "a panic in a create goes through the host", check: "host.contained_tools",
		harness: panicsThrough,
	},
	{
		name: "a panic of verification.send is a booking that needs a code", check: "host.contained_tools",
		harness: hosting(func(a osbp.BookingAdapter, _ *osbp.HostOptions) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: a, send: func(ctx context.Context, i osbp.VerificationSendInput) (v *osbp.VerificationChallenge, err error) {
				defer func() {
					if recover() != nil {
						err = osbp.NewProblem(osbp.CodeVerificationFailed, "The code was not sent.")
					}
				}()
				return a.SendVerification(ctx, i)
			}}
		}),
	},
	{
		name: "created_at is when the host began", check: "host.event_members",
		harness: func(h *adaptertest.Harness) {
			now := h.Now
			h.Host = func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
				began := now()
				return osbp.NewHost(a, osbp.HostOptions{Log: changedLog{log, func(e *audit.Event) *audit.Event {
					own := *e
					own.CreatedAt = began
					return &own
				}}, OrganizationID: organization, Clock: now})
			}
		},
	},
	{
		name: "the event of a replay is that of a create", check: "host.event_replay",
		harness: events(osbp.ToolBookingCreate, func(e *audit.Event) {
			resnapped(e, func(_, result map[string]any) { delete(result, "osbp_runtime") })
		}),
	},
	{
		name: "of a list the first is kept", check: "host.event_result",
		harness: logging(func(e *audit.Event) *audit.Event {
			if e.ToolName == string(osbp.ToolAvailabilityFind) {
				resnapped(e, func(_, result map[string]any) {
					if all, ok := result["value"].([]any); ok && len(all) > 1 {
						result["value"] = all[:1]
					}
				})
			}
			return e
		}),
	},
	{
		name: "a booking that can't be written down has failed", check: "host.log_after",
		harness: func(h *adaptertest.Harness) {
			now := h.Now
			h.Host = func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
				var mu sync.Mutex
				var failed bool
				in, err := osbp.NewHost(a, osbp.HostOptions{Log: wroteDown{log, &mu, &failed}, OrganizationID: organization, Clock: now})
				return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
					e, err := in.Call(ctx, tool, args)
					mu.Lock()
					defer mu.Unlock()
					if failed && e.OK {
						return osbp.Envelope{Problem: osbp.NewProblem(osbp.CodeInternalAdapterError, "The call could not be written down.")}, err
					}
					return e, err
				}}, err
			}
		},
	},
	{
		name: "the host keeps the envelopes of bookings", check: "host.event_replay",
		also: []string{"platform.upstream_replay"},
		host: func(in adaptertest.Host) adaptertest.Host {
			var kept sync.Map
			return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
				if e, ok := kept.Load(string(args)); ok && tool == osbp.ToolBookingCreate {
					again := e.(osbp.Envelope)
					again.Runtime = &osbp.Runtime{Idempotency: osbp.LocalCacheReplay}
					return again, nil
				}
				e, err := in.Call(ctx, tool, args)
				if tool == osbp.ToolBookingCreate && e.OK {
					kept.Store(string(args), e)
				}
				return e, err
			}}
		},
	},
	{
		name: "a call without a mandate has that of the one before", check: "host.event_no_mandate",
		harness: func(h *adaptertest.Harness) {
			var mu sync.Mutex
			var last string
			logging(func(e *audit.Event) *audit.Event {
				mu.Lock()
				defer mu.Unlock()
				if e.MandateID == "" {
					e.MandateID = last
				}
				last = e.MandateID
				return e
			})(h)
		},
	},
	{
		name: "replays are noted without their mandate", check: "host.event_replay",
		harness: events(osbp.ToolBookingCreate, func(e *audit.Event) {
			if strings.Contains(string(e.Result), osbp.LocalCacheReplay) {
				e.MandateID = ""
			}
		}),
	},
	{
		name: "the platform is noted of successes", check: "platform.identity_static",
		harness: logging(func(e *audit.Event) *audit.Event {
			if strings.Contains(string(e.Result), `"ok":false`) {
				e.Platform = nil
			}
			return e
		}),
	},
	{
		name: "of the mandate the providers are not kept", check: "host.event_explains",
		harness: withoutOfMandate("provider_ids"),
	},
	{
		name: "of the mandate the fees are not kept", check: "host.event_explains",
		harness: withoutOfMandate("max_extra_fee", "allow_policy_fee"),
	},
	{
		name: "of a status it is not noted which", check: "host.event_input",
		harness: withoutInput(osbp.ToolBookingStatus),
	},
	{
		name: "of a handoff it is not noted why", check: "host.event_input",
		harness: withoutInput(osbp.ToolHandoffRequest),
	},
	{
		name: "of a search it is not noted for when", check: "host.event_input",
		harness: withoutInput(osbp.ToolAvailabilityFind),
	},
	{
		name: "tools are called whatever the letters", check: "host.unknown_tool",
		host: func(in adaptertest.Host) adaptertest.Host {
			return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
				return in.Call(ctx, osbp.Tool(strings.ToLower(string(tool))), args)
			}}
		},
	},
	{
		name: "receipts say that an endpoint is going to end", check: "platform.retiring_harmless",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil && r.tap.isRetired() {
				own := *got
				own.Runtime = &osbp.Runtime{Message: "The platform's API is going to end."}
				return &own, nil
			}
			return got, err
		}),
	},
}

// twiceLog writes down before and after a booking.
type twiceLog struct{ audit.Log }

func (l twiceLog) Append(ctx context.Context, e *audit.Event) error {
	if e.ToolName == string(osbp.ToolBookingCreate) {
		first := *e
		first.ID += "_begun"
		if err := l.Log.Append(ctx, &first); err != nil {
			return err
		}
	}
	return l.Log.Append(ctx, e)
}

// panicsThrough is a host that a panic in a create leaves.
func panicsThrough(h *adaptertest.Harness) {
	now := h.Now
	h.Host = func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
		var mu sync.Mutex
		var panicked any
		in, err := osbp.NewHost(brokenAdapter{BookingAdapter: a, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			defer func() {
				if v := recover(); v != nil {
					mu.Lock()
					panicked = v
					mu.Unlock()
					panic(v)
				}
			}()
			return a.CreateBooking(ctx, c)
		}}, osbp.HostOptions{Log: log, OrganizationID: organization, Clock: now})
		return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
			e, err := in.Call(ctx, tool, args)
			mu.Lock()
			v := panicked
			mu.Unlock()
			if v != nil {
				panic(fmt.Sprint(v))
			}
			return e, err
		}}, err
	}
}

// withoutOfMandate leaves members of the mandate out of the event of a create.
func withoutOfMandate(members ...string) func(*adaptertest.Harness) {
	return events(osbp.ToolBookingCreate, func(e *audit.Event) {
		resnapped(e, func(input, _ map[string]any) {
			for _, member := range members {
				delete(memberOf(input, "mandate"), member)
			}
		})
	})
}

// withoutInput leaves the input out of a tool's events.
func withoutInput(tool osbp.Tool) func(*adaptertest.Harness) {
	return events(tool, func(e *audit.Event) {
		resnapped(e, func(input, _ map[string]any) { clear(input) })
	})
}
