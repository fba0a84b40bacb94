package adaptertest_test

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// retelling is a host that changes problems of a code.
func retelling(code osbp.Code, change func(*osbp.Problem)) func(adaptertest.Host) adaptertest.Host {
	return func(in adaptertest.Host) adaptertest.Host {
		return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
			e, err := in.Call(ctx, tool, args)
			if e.Problem != nil && e.Problem.Code == code {
				p := *e.Problem
				change(&p)
				e.Problem = &p
			}
			return e, err
		}}
	}
}

var hostAnswerMutants = []mutant{
	{
		name: "the host calls nothing retryable", check: "host.problem_unchanged",
		host: retelling(osbp.CodeSlotTaken, func(p *osbp.Problem) { p.Retryable = false }),
	},
	{
		name: "the host has one word for mandates that are no good", check: "host.problem_unchanged",
		also: []string{"host.refusals_audited"},
		host: retelling(osbp.CodeMandateExpired, func(p *osbp.Problem) { p.Code = osbp.CodeInvalidMandate }),
	},
	{
		name: "expired mandates leave no event", check: "host.refusals_audited",
		harness: logging(func(e *audit.Event) *audit.Event {
			if strings.Contains(string(e.Result), string(osbp.CodeMandateExpired)) {
				return nil
			}
			return e
		}),
	},
	{
		name: "the event of a mandate that is refused does not name it", check: "host.refusals_audited",
		harness: logging(func(e *audit.Event) *audit.Event {
			if strings.Contains(string(e.Result), string(osbp.CodePriceExceedsMandate)) {
				nameless := *e
				nameless.MandateID = ""
				return &nameless
			}
			return e
		}),
	},
	{
		name: "the host cuts long messages", check: "host.approves_nothing",
		also: []string{"shape.*", "input.*", "leak.*", "host.*", "platform.*", "verification.*"},
		host: retelling(osbp.CodeRequiresUserConfirmation, func(p *osbp.Problem) { p.Message = p.Message[:min(400, len(p.Message))] }),
	},
	{
		name: "the host approves on its own", check: "host.approves_nothing",
		also: []string{"shape.*", "input.*", "leak.*", "host.*", "platform.*", "verification.*"},
		harness: hosting(func(a osbp.BookingAdapter, _ *osbp.HostOptions) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: a, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				got, err := a.CreateBooking(ctx, c)
				if challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil {
					c.Approval = challenge.Approval()
					return a.CreateBooking(ctx, c)
				}
				return got, err
			}}
		}),
	},
	{
		name: "the host tries a limit again", check: "host.rate_limited_once",
		host: func(in adaptertest.Host) adaptertest.Host {
			return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
				e, err := in.Call(ctx, tool, args)
				if err == nil && e.Problem != nil && e.Problem.Code == osbp.CodeRateLimited {
					return in.Call(ctx, tool, args)
				}
				return e, err
			}}
		},
	},
	{
		name: "the host keeps what it read", check: "host.reads_anew",
		harness: hosting(func(a osbp.BookingAdapter, _ *osbp.HostOptions) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: a, describe: cached(a.DescribeService)}
		}),
	},
}
